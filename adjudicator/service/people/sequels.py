"""The next match of a series: a campaign of its own, with the people of the finished one and all that is theirs.

Its seats have new secret addresses, so nothing that is written to those of the finished match reaches it.
"""

import secrets

import msgspec

from adjudicator.kernel.chance import commitment
from adjudicator.kernel.game import Sequel
from adjudicator.kernel.sequel import inherited_options, next_match
from adjudicator.service.campaign.matches import CampaignContext, Secrets
from adjudicator.service.campaign.settings import keep_settings, settings_of
from adjudicator.service.outbox.notices import to_lobby, to_table
from adjudicator.service.people import new_campaigns
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.service.people.gathering.plan import Plan, Start, keep_plan, new_code
from adjudicator.service.people.new_campaigns import BadCampaign, NewCampaign
from adjudicator.service.play import due_dates
from adjudicator.store import campaigns, holdings, packs, series
from adjudicator.store import timing as stored
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import lock_campaign
from adjudicator.store.tables import Campaign, CampaignState, SeatKind


class Following(msgspec.Struct, frozen=True, kw_only=True):
    """The choices for the next match.

    These are its name and title (empty: those of the series, numbered), and, if seats are open, when it begins.
    """

    name: str = ""
    title: str = ""
    start: Start = Start.FULL


def follow(table: CampaignContext, sequel: Sequel, wanted: Following) -> Campaign:
    """Begin the next match, or gather those who are missing. Every seat that goes on gets its first mail.

    Raises BadCampaign where there is a campaign of its name, or the name is none.
    """
    work, session = table.work, table.session
    campaign = _new_campaign(table, wanted)
    for seat in table.seats:
        _go_on(table, seat, campaign, sequel)
    session.flush()
    there = campaigns.seats_at_table(session, campaign.id, table.now)
    held = {seat.name for seat in there if seat.holders}
    for seat in table.players:
        if seat.name not in sequel.seats and seat.holders:
            to_table("not_going_on", campaign=campaign.title).send(table, [seat])
    seed = secrets.token_bytes(32)
    if {*sequel.seats.values(), *sequel.open} <= held:
        match = next_match(table.match, sequel, seed=seed)
        campaign.state, campaign.started_at = CampaignState.RUNNING, table.now
        new_campaigns.begin(work, campaign, match, Secrets(seed), sequel.document)
    else:
        _gather(Lobby(work, campaign), table, sequel, wanted.start, seed)
    return campaign


def _new_campaign(table: CampaignContext, wanted: Following) -> Campaign:
    """Return its row, locked, with all that the finished one had agreed on."""
    session, old = table.session, table.campaign
    chain = series.series_of(session, old, table.now)
    place = (old.series_position or 1) + 1
    name, title = wanted.name or f"{chain.name}-{place}", wanted.title or f"{chain.title} {place}"
    if not new_campaigns.NAME.fullmatch(name):
        raise BadCampaign([f"name {name!r}: small letters, digits and hyphens, two at least"])
    if campaigns.campaign_by_name(session, name) is not None:
        raise BadCampaign([f"there is a campaign named {name} already"])
    campaign = Campaign(
        name=name,
        title=title[:100],
        series_id=chain.id,
        series_position=place,
        state=CampaignState.INVITING,
        language=old.language,
        time_zone=old.time_zone,
        deadline_hours=old.deadline_hours,
        mailbox=old.mailbox,
        created_at=table.now,
    )
    keep_settings(campaign, msgspec.structs.replace(settings_of(old), succession=None))
    session.add(campaign)
    session.flush()
    lock_campaign(session, campaign.id)
    return campaign


def _go_on(table: CampaignContext, seat: SeatAtTable, campaign: Campaign, sequel: Sequel) -> None:
    """Give the people of a seat one in the next match, with their roles, rights and wishes."""
    session, now, plays = table.session, table.now, seat.kind is SeatKind.PLAYER
    rows = holdings.now_or_later(session, seat.id, now)
    if not rows or (plays and seat.name not in sequel.seats):
        return
    name = sequel.seats[seat.name] if plays else seat.name
    row = campaigns.new_seat(campaign.id, name, seat.language, now, seat.kind)
    row.mail_format, row.digest = seat.mail_format, seat.digest
    row.calendar, row.data_copy, row.examples = seat.calendar, seat.data_copy, seat.examples
    row.former = seat.name if plays else ""
    session.add(row)
    session.flush()
    for held, person in rows:
        holdings.hold(
            session, row.id, person.id, max(now, held.since), role=held.role, until=held.until, rights=held.rights,
            dossier_due=held.dossier_due, agreed_at=held.agreed_at,
        )  # fmt: skip
    stored.take_along(session, seat.id, row.id, due_dates.today(campaign, now))


def _gather(lobby: Lobby, table: CampaignContext, sequel: Sequel, start: Start, seed: bytes) -> None:
    """Wait for people at the seats that are open; the moderators get the code to hand out."""
    campaign, game = lobby.campaign, table.match.game
    seats = tuple(seat for seat in game.seats if seat in {*sequel.seats.values(), *sequel.open})
    new = NewCampaign(
        name=campaign.name,
        title=campaign.title,
        game=game.id,
        players=(),
        number=len(seats),
        options={} if sequel.document else inherited_options(table.match, sequel.options),
        seed=seed,
        document=sequel.document,
        language=campaign.language,
        time_zone=campaign.time_zone,
    )
    pack = game.content_hash if game.pack else ""
    plan = Plan(new=new, seats=seats, commitment=commitment(seed), start=start, pack=pack)
    keep_plan(lobby.session, campaign.id, plan)
    if pack:
        packs.keep(lobby.session, campaign.id, game.id, (pack, game.pack), lobby.now)
    code = new_code(lobby.session, campaign.id, SeatKind.PLAYER, "", lobby.now)
    place = campaign.series_position or 1
    for seat in lobby.seats:
        notice = to_lobby("series", number=place, code=code if seat.moderates else "")
        lobby.tell(seat, notice)

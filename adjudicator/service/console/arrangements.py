"""What is arranged for a campaign that need not have a match yet: what it has agreed on, who may join, its beginning.

What a moderator does in play is a deed (`adjudicator.service.desk`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.registry import game_named
from adjudicator.language import language
from adjudicator.service.campaign.press_policy import problems_of
from adjudicator.service.campaign.settings import Archive, CampaignSettings, keep_settings, settings_of
from adjudicator.service.campaign.troubles import CannotBe
from adjudicator.service.console.looks import locked_campaign
from adjudicator.service.console.rehearsals import changes_text, last_mail, readers
from adjudicator.service.desk.deed import Change, may
from adjudicator.service.desk.errors import NotPossible
from adjudicator.service.desk.moderators import right_of
from adjudicator.service.desk.rights import Right
from adjudicator.service.people.gathering import plan
from adjudicator.service.people.gathering.joining import begin, gather
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.service.people.gathering.plan import Start
from adjudicator.service.people.new_campaigns import NewCampaign
from adjudicator.service.service import Service
from adjudicator.store.campaigns import seats_at_table
from adjudicator.store.engine import writing
from adjudicator.store.tables import Campaign, CampaignState, SeatKind


class Arranged(msgspec.Struct, frozen=True):
    """What was done, or would be. The code opens nothing, and is not told, in a dry run."""

    campaign: str
    deed: str
    changes: tuple[Change, ...]
    mails_to: tuple[str, ...] = ()
    id: int | None = None
    code: str | None = None
    commitment: str | None = None
    dry_run: bool = False
    done: bool = True

    def text(self) -> str:
        """For people, before they say yes."""
        return f"{self.campaign}:\n{changes_text(self.changes, self.mails_to)}"


Arrangement = Callable[[Session, Service, Campaign], Arranged]
"""What is done with a locked campaign. Raises NotPossible."""


def rehearse(service: Service, name: str, arrange: Arrangement, by: str) -> Arranged:
    """What would be done; nothing is kept. Raises NotPossible."""
    done = _arranged(service.rehearsal, name, arrange, by)
    return msgspec.structs.replace(done, code=None, dry_run=True, done=False)


def carry_out(service: Service, arrange: Arrangement, shown: Arranged, by: str) -> Arranged:
    """Do it as it was shown. Raises NotPossible, also where it is not any more what was shown."""
    return _arranged(service, shown.campaign, arrange, by, shown)


def _arranged(service: Service, name: str, arrange: Arrangement, by: str, shown: Arranged | None = None) -> Arranged:
    with writing(service.engine) as session:
        campaign = locked_campaign(session, name)
        try:
            may(right_of(seats_at_table(session, campaign.id, service.clock.now()), by), Right.ALL)
        except CannotBe as why:
            raise NotPossible(why.text(language("en"))) from None
        done = arrange(session, service, campaign)
        if shown is not None and done.changes != shown.changes:
            raise NotPossible("the campaign has changed meanwhile: nothing was changed; look again")
        return done


def orders_read_by(archive: Archive) -> Arrangement:
    """Who reads the orders when the match is over: everybody those of all, or each seat its own."""

    def arrange(session: Session, service: Service, campaign: Campaign) -> Arranged:
        before = settings_of(campaign)
        if before.archive == archive:
            raise NotPossible(f"{campaign.name} is set like that already")
        if archive == "open" and campaign.state in (CampaignState.FINISHED, CampaignState.ARCHIVED):
            raise NotPossible("the match is over: orders that were to stay with their seats stay there")
        keep_settings(campaign, msgspec.structs.replace(before, archive=archive))
        change = Change("orders after the end", before.archive, archive)
        return Arranged(campaign.name, "orders", (change,), id=campaign.id)

    return arrange


LETTERS_BESIDE = {"watching": "observers", "diary_handed_on": "diary_handed_on"}
"""Settings of a campaign that go with its policy of letters, by the names that the desk has for them."""


def letters_allowed(wanted: Mapping[str, bool | int]) -> Arrangement:
    """Some of what `letters_told` tells is to be otherwise."""

    def arrange(session: Session, service: Service, campaign: Campaign) -> Arranged:
        before = settings_of(campaign)
        policy = {each: value for each, value in wanted.items() if each in before.press.__struct_fields__}
        others = {LETTERS_BESIDE[each]: value for each, value in wanted.items() if each in LETTERS_BESIDE}
        press = msgspec.structs.replace(before.press, **policy)
        if problems := problems_of(press):
            raise NotPossible(*problems)
        after = msgspec.structs.replace(before, press=press, **others)
        was, now = letters_told(before), letters_told(after)
        changes = tuple(Change(each, shown(was[each]), shown(now[each])) for each in was if was[each] != now[each])
        if not changes:
            raise NotPossible(f"{campaign.name} is set like that already")
        keep_settings(campaign, after)
        return Arranged(campaign.name, "press", changes, id=campaign.id)

    return arrange


def letters_told(agreed: CampaignSettings) -> dict[str, bool | int]:
    """What a campaign has agreed on about letters, diaries and observers."""
    return {
        **{field: getattr(agreed.press, field) for field in agreed.press.__struct_fields__},
        **{name: getattr(agreed, field) for name, field in LETTERS_BESIDE.items()},
    }


def shown(value: bool | int) -> str:
    """A setting for people."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def codes_revoked(session: Session, service: Service, campaign: Campaign) -> Arranged:
    """No code of the campaign opens anything any more."""
    count = plan.revoke(session, campaign.id, service.clock.now())
    return Arranged(campaign.name, "revoke", (Change("codes", str(count), "none"),), id=campaign.id)


def chair_to_watch(session: Session, service: Service, campaign: Campaign) -> Arranged:
    """A code for people who want to watch."""
    name = campaign.name
    if not settings_of(campaign).observers:
        raise NotPossible(f"newcomers may not watch {name} (adjudicator campaign press {name} --watching)")
    return _coded(session, service, campaign, "", "a chair to watch from")


def seat_to_take(seat: str) -> Arrangement:
    """A code for a seat by its name, or for any that is free."""

    def arrange(session: Session, service: Service, campaign: Campaign) -> Arranged:
        name = campaign.name
        if campaign.state is not CampaignState.INVITING:
            raise NotPossible(f"{name} has begun: its seats are taken (--observer for people who want to watch)")
        planned = plan.plan_of(session, campaign.id)
        free = planned.free(seats_at_table(session, campaign.id, service.clock.now()))
        if seat and seat not in planned.seats:
            raise NotPossible(f"{name} has no seat {seat!r}; there are {', '.join(planned.seats)}")
        if not free or (seat and seat not in free):
            raise NotPossible(f"somebody has {seat} already" if seat else f"all seats of {name} are taken")
        opens = f"seat {seat}" if seat else f"a free seat ({', '.join(free)})"
        return _coded(session, service, campaign, seat, opens, SeatKind.PLAYER)

    return arrange


def _coded(
    session: Session, service: Service, campaign: Campaign, seat: str, opens: str, kind: SeatKind = SeatKind.OBSERVER
) -> Arranged:
    code = plan.new_code(session, campaign.id, kind, seat, service.clock.now())
    return Arranged(campaign.name, "invite", (Change("a new code opens", "", opens),), id=campaign.id, code=code)


def started(session: Session, service: Service, campaign: Campaign) -> Arranged:
    """Begin the match with those who are there."""
    if campaign.state is not CampaignState.INVITING:
        raise NotPossible(f"{campaign.name} has begun already")
    now, before = service.clock.now(), last_mail(session)
    seats = seats_at_table(session, campaign.id, now)
    held = {seat.name: ", ".join(h.name for h in seat.holders) for seat in seats if seat.kind is SeatKind.PLAYER}
    begin(Lobby(service.work(session, now), campaign))
    session.flush()
    changes = (Change("campaign", "inviting", "running"), *(Change(f"seat {s}", "", n) for s, n in held.items() if n))
    return Arranged(campaign.name, "start", changes, readers(session, campaign.id, seats, before), id=campaign.id)


def gathering_foreseen(service: Service, new: NewCampaign, start: Start) -> Arranged:
    """What a new campaign that gathers its people would be; nothing is kept. Raises BadCampaign."""
    gather(service.rehearsal, new, start)
    held: dict[str, list[str]] = {seat: [] for seat in game_named(new.game).seats}
    for player in new.players:
        held.setdefault(player.seat, []).append(player.name)
    full = all(held.values()) and start is Start.FULL
    seats = (Change(f"seat {seat}", "", ", ".join(names) or "free") for seat, names in held.items())
    told = tuple(dict.fromkeys(player.seat for player in new.players))
    changes = (Change("campaign", "", "running" if full else "inviting"), *seats)
    return Arranged(new.name, "invite", changes, told, dry_run=True, done=False)


def gathering_begun(service: Service, new: NewCampaign, start: Start, shown: Arranged) -> Arranged:
    """Create it. Raises BadCampaign."""
    made = gather(service, new, start)
    return msgspec.structs.replace(
        shown, id=made.campaign_id, code=made.code, commitment=made.commitment, dry_run=False, done=True
    )

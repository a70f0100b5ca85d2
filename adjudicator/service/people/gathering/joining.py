"""Taking a seat, leaving it, watching, and the beginning of the match."""

from __future__ import annotations

import secrets
from typing import Literal

import msgspec

from adjudicator.kernel.beginning import new_match
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.match import Match
from adjudicator.kernel.registry import game_named
from adjudicator.language import CODES, language
from adjudicator.reports.kernel_words import told
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.intents import Gather, Watch
from adjudicator.service.people import new_campaigns
from adjudicator.service.people.gathering.plan import Invited, Plan, Start, keep_plan, new_code, plan_of
from adjudicator.service.people.gathering.request import Request, seat_wanted
from adjudicator.service.people.new_campaigns import LONGEST_NONCE, BadCampaign, NewCampaign, Player, nonces_in_order
from adjudicator.service.service import Service, Work
from adjudicator.store import campaigns as stored
from adjudicator.store import receipts
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import lock_campaign, writing
from adjudicator.store.tables import Campaign, CampaignState, Holding, Role, Seat, SeatKind

MOST_OBSERVERS = 100
Trouble = Literal["begun", "full", "taken", "no_such_seat", "no_observers", "already", "nonce"]


class CannotJoin(Exception):  # noqa: N818 - an answer
    """There is no seat for him. `why` says the reason, `free` the seats that he could have."""

    def __init__(self, why: Trouble, free: tuple[str, ...] = ()) -> None:
        super().__init__(why)
        self.why = why
        self.free = free


class TooFew(BadCampaign):
    """The match cannot begin yet: so many seats are taken, and so many are needed."""

    def __init__(self, taken: int, least: int) -> None:
        super().__init__([f"{taken} of {least} seats are taken"])
        self.taken, self.least = taken, least


class Gathered(msgspec.Struct, frozen=True):
    """A campaign that waits for its people: its id, the code for its players, the commitment to its seed."""

    campaign_id: int
    code: str
    commitment: str


def gather(service: Service, new: NewCampaign, start: Start) -> Gathered:
    """Create a campaign that people join by mail. Those whom `new` names are there already, and are told.

    Raises BadCampaign with every problem.
    """
    new = msgspec.structs.replace(new, seed=new.seed or secrets.token_bytes(32))
    problems = new_campaigns.problems_in(new)
    try:
        game = game_named(new.game)
        named = {player.seat for player in new.players} - {"moderator", "observer"}
        problems += [f"{new.game} has no seat {seat!r}" for seat in sorted(named - set(game.seats))]
        match = new_match(new.game, options=new.options, seats=list(game.seats), seed=new.seed)
    except (Refusal, LookupError, ValueError) as error:
        raise BadCampaign([*problems, told(error)]) from None
    if problems:
        raise BadCampaign(problems)
    plan = Plan(new=new, seats=tuple(game.seats), commitment=match.header.commitment or "", start=start)
    now = service.clock.now()
    with writing(service.engine) as session:
        if stored.campaign_by_name(session, new.name) is not None:
            raise BadCampaign([f"there is a campaign named {new.name} already"])
        campaign = new_campaigns.new_row(new, CampaignState.INVITING, now)
        session.add(campaign)
        session.flush()
        lock_campaign(session, campaign.id)
        keep_plan(session, campaign.id, plan)
        receipts.signing_key(session, now)
        code = new_code(session, campaign.id, SeatKind.PLAYER, "", now)
        for player in new.players:
            new_campaigns.seat_player(session, campaign, player, new, now)
        session.flush()
        for seat in stored.seats_at_table(session, campaign.id, now):
            tell(service.work(session, now), campaign, seat, "joined")
        _begin_if_full(service.work(session, now), campaign, plan)
    service.wakes.outbox()
    return Gathered(campaign.id, code, plan.commitment)


def join(work: Work, invited: Invited, request: Request) -> SeatAtTable:
    """Give somebody a seat of a gathering campaign (locked), or a chair to watch from. Raises CannotJoin."""
    campaign = invited.campaign
    if SeatKind.OBSERVER in (invited.kind, request.kind):
        return _watch(work, campaign, request)
    if campaign.state is not CampaignState.INVITING:
        raise CannotJoin("begun")
    plan = plan_of(work.session, campaign.id)
    seats = stored.seats_at_table(work.session, campaign.id, work.now)
    if any(request.email in seat.emails for seat in seats):
        raise CannotJoin("already")
    if len(request.nonce.encode()) > LONGEST_NONCE:
        raise CannotJoin("nonce")
    name = _seat_for(plan, seats, invited.seat, request.seat)
    new = _seated(work, campaign, plan, _player(campaign, request, name))
    tell(work, campaign, new, "joined")
    for seat in stored.seats_at_table(work.session, campaign.id, work.now):
        if seat.kind is SeatKind.MODERATOR:
            tell(work, campaign, seat, "news", {"person": request.name, "seat": name})
    _begin_if_full(work, campaign, plan)
    return new


def free_seats(plan: Plan, seats: tuple[SeatAtTable, ...]) -> tuple[str, ...]:
    """The seats that nobody has, in the order of the game."""
    taken = {seat.name for seat in seats if seat.holders}
    return tuple(name for name in plan.seats if name not in taken)


def leave(work: Work, campaign: Campaign, seat: SeatAtTable) -> None:
    """Somebody gives a seat of a gathering campaign back; his secret address is void."""
    row = work.session.get_one(Seat, seat.id)
    for holding in work.session.query(Holding).filter_by(seat_id=seat.id, until=None):
        holding.until = work.now
    stored.issue_token(row, work.now)
    row.nonce = None
    work.session.flush()
    for other in stored.seats_at_table(work.session, campaign.id, work.now):
        if other.kind is SeatKind.MODERATOR:
            person = seat.holders[0].name if seat.holders else ""
            tell(work, campaign, other, "gone", {"person": person, "seat": seat.name})


def begin(work: Work, campaign: Campaign) -> None:
    """Begin the match of a gathering campaign (locked) with those who are there. Raises BadCampaign."""
    plan = plan_of(work.session, campaign.id)
    seats = stored.seats_at_table(work.session, campaign.id, work.now)
    held = {seat.name: seat for seat in seats if seat.kind is SeatKind.PLAYER and seat.holders}
    order = [name for name in plan.seats if name in held]
    nonces = {name: work.session.get_one(Seat, held[name].id).nonce or b"" for name in order}
    match, mixed = _match(plan, order, nonces)
    for seat in seats:  # one that was given back, and that nobody took: mails still refer to it
        if seat.kind is SeatKind.PLAYER and not seat.holders:
            row = work.session.get_one(Seat, seat.id)
            row.kind, row.name = SeatKind.OBSERVER, f"left-{row.id}"
    campaign.state, campaign.started_at = CampaignState.RUNNING, work.now
    work.session.flush()
    assert plan.new.seed is not None
    new_campaigns.begin(work, campaign, match, plan.new.seed, mixed)


def _match(plan: Plan, order: list[str], nonces: dict[str, bytes]) -> tuple[Match, tuple[bytes, ...]]:
    new = plan.new
    mixed = nonces_in_order(order, nonces)
    try:
        match = new_match(new.game, options=new.options, seats=order, seed=new.seed, nonces=mixed)
    except Refusal as error:
        if error.code == "too_few_seats":
            raise TooFew(len(order), int(str(error.facts["least"]))) from None
        raise BadCampaign([told(error)]) from None
    return match, mixed


def _begin_if_full(work: Work, campaign: Campaign, plan: Plan) -> None:
    seats = stored.seats_at_table(work.session, campaign.id, work.now)
    if free_seats(plan, seats):
        return
    if plan.start is Start.FULL:
        begin(work, campaign)
        return
    for seat in seats:
        if seat.kind is SeatKind.MODERATOR:
            tell(work, campaign, seat, "full")


def _seat_for(plan: Plan, seats: tuple[SeatAtTable, ...], invited: str, wanted: str) -> str:
    """The seat that somebody gets: that of his code, the one he wants, or a free one by lot. Raises CannotJoin."""
    free = free_seats(plan, seats)
    if not free:
        raise CannotJoin("full")
    if invited:
        if invited not in free:
            raise CannotJoin("taken")
        return invited
    if not wanted:
        return secrets.choice(free)
    report = game_named(plan.new.game).part("report")
    names = [(name, tuple(report.party(name, language(code)).name for code in CODES)) for name in plan.seats]
    found = seat_wanted(wanted, names)
    if found is None:
        raise CannotJoin("no_such_seat", free)
    if found not in free:
        raise CannotJoin("taken", free)
    return found


def _player(campaign: Campaign, request: Request, seat: str) -> Player:
    return Player(
        seat=seat,
        name=request.name,
        email=request.email,
        language=request.language,
        time_zone=request.zone or campaign.time_zone,
        nonce=request.nonce,
    )


def _seated(work: Work, campaign: Campaign, plan: Plan, player: Player) -> SeatAtTable:
    """A seat with its holder; one that was given back before is used again."""
    there = next((s for s in stored.seats_at_table(work.session, campaign.id, work.now) if s.name == player.seat), None)
    if there is None:
        new_campaigns.seat_player(work.session, campaign, player, plan.new, work.now)
    else:
        row = work.session.get_one(Seat, there.id)
        row.language, row.nonce = player.language, player.nonce.encode() or None
        person = new_campaigns.person_of(work.session, player, work.now)
        work.session.add(Holding(seat_id=row.id, person_id=person.id, role=Role.ORDERS, since=work.now))
    work.session.flush()
    return next(s for s in stored.seats_at_table(work.session, campaign.id, work.now) if s.name == player.seat)


def _watch(work: Work, campaign: Campaign, request: Request) -> SeatAtTable:
    """A chair of one's own beside the table."""
    seats = stored.seats_at_table(work.session, campaign.id, work.now)
    chairs = [seat for seat in seats if seat.kind is SeatKind.OBSERVER]
    if not settings_of(campaign).observers or len(chairs) >= MOST_OBSERVERS:
        raise CannotJoin("no_observers")
    if any(request.email in seat.emails for seat in seats):
        raise CannotJoin("already")
    player = _player(campaign, request, new_campaigns.free_chair("observer", {seat.name for seat in seats}))
    new_campaigns.seat_chair(work.session, campaign, player, SeatKind.OBSERVER, work.now)
    work.session.flush()
    new = next(s for s in stored.seats_at_table(work.session, campaign.id, work.now) if s.name == player.seat)
    if campaign.state is CampaignState.INVITING:
        tell(work, campaign, new, "watching")
    else:
        table = table_of_campaign(work, campaign.id)
        mails = queue.for_seat(table, new, Watch(written=work.now), sequence=table.head.sequence)
        queue.queue(work.session, mails, work.now)
    return new


def tell(
    work: Work,
    campaign: Campaign,
    seat: SeatAtTable,
    topic: str,
    values: dict[str, str] | None = None,
    in_reply_to: str | None = None,
) -> None:
    """Queue a mail to somebody of a campaign that has no match yet."""
    intent = Gather(written=work.now, topic=topic, values=values or {})
    queue.queue(work.session, queue.before_the_match(work.service, campaign, seat, intent, in_reply_to), work.now)

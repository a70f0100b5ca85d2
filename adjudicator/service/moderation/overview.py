"""The overview of who keeps many campaigns: a line for each, with who is waited for and what needs a moderator.

Whoever plays in a campaign, or may do so, gets of it what their own seat is asked and nothing else: how many mails are
held, or who of side-by-side players is behind, is no player's business.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple, TypeVar

from msgspec import Struct, structs
from sqlalchemy.orm import Session

from adjudicator.kernel.actions import MODERATOR
from adjudicator.kernel.kept_rules import plain_name
from adjudicator.language import msgid
from adjudicator.service.campaign.matches import pending_in
from adjudicator.service.play import reliability
from adjudicator.service.play.reliability import Reliability
from adjudicator.store import overview as facts
from adjudicator.store.overview import Asked, CampaignHead, Record, Sitting
from adjudicator.store.tables import CampaignState, SeatKind
from adjudicator.store.timing import STUCK, paused_by


class Need(StrEnum):
    """A need that only a moderator can meet."""

    STUCK = "stuck"
    DRAW = "draw"
    RULE = "rule"
    DECIDE = "decide"
    VACANT = "vacant"
    UNREACHED = "unreached"
    HELD = "held"


NEEDS: Final = {
    Need.STUCK: msgid("see to a mistake in the rules"),
    Need.DRAW: msgid("enter a draw"),
    Need.RULE: msgid("answer the game's question"),
    Need.DECIDE: msgid("decide about a missed deadline"),
    Need.VACANT: msgid("fill an empty seat"),
    Need.UNREACHED: msgid("find a player whose address is dead"),
    Need.HELD: msgid("look at held emails"),
}
"""A need in a few words, most urgent first: messages."""


class OverviewLine(Struct, frozen=True):
    """A campaign in the overview.

    It has the seats that are asked, since when the first of them is asked, the next deadline, the missed deadlines
    since the present players took their seats, the seats that missed the last deadline, and the held messages.
    `answered`: how many of how many questions were answered in time. `slowest`: the longest of the seats' medians, in
    hours.
    """

    name: str
    title: str
    game: str
    state: CampaignState
    waiting: tuple[str, ...] = ()
    since: datetime | None = None
    deadline: datetime | None = None
    missed: int = 0
    silent: tuple[str, ...] = ()
    answered: tuple[int, int] = (0, 0)
    slowest: float | None = None
    held: int = 0
    vacant: tuple[str, ...] = ()
    """Seats that nobody plays."""
    needs: tuple[Need, ...] = ()
    log: int = 0
    """Number of the newest log entry, which what cannot be undone is meant for."""
    moderators: tuple[str, ...] = ()

    def is_over(self, now: datetime) -> bool:
        """Return whether the deadline of somebody who is asked has passed."""
        return self.deadline is not None and self.deadline <= now


class Viewer(Struct, frozen=True):
    """The viewer: a person, or whoever gave a name at the desk, who sees all campaigns."""

    person_id: int | None = None
    name: str = ""

    def is_in(self, sitting: Sitting) -> bool:
        """Return whether a seat is theirs."""
        if self.person_id is not None:
            return sitting.person_id == self.person_id
        return sitting.person == self.name


class Order(StrEnum):
    """The key that the lines are sorted by."""

    NEEDS = "needs"
    SINCE = "since"
    DEADLINE = "deadline"
    MISSED = "missed"
    HELD = "held"
    NAME = "name"


_URGENT: Final[dict[Need, int]] = {need: place for place, need in enumerate(NEEDS)}
_KEYS: Final[dict[Order, Callable[[OverviewLine, datetime], tuple[object, ...]]]] = {
    Order.NEEDS: lambda line, now: (
        not line.needs, *(_URGENT[need] for need in line.needs), 9, not line.is_over(now), *_moment(line.since),
    ),
    Order.SINCE: lambda line, _: _moment(line.since),
    Order.DEADLINE: lambda line, _: _moment(line.deadline),
    Order.MISSED: lambda line, _: (-line.missed,),
    Order.HELD: lambda line, _: (-line.held,),
    Order.NAME: lambda line, _: (),
}  # fmt: skip


def _moment(at: datetime | None) -> tuple[object, ...]:
    return (at is None, at.timestamp() if at else 0)


def overview(session: Session, now: datetime, viewer: Viewer, order: Order = Order.NEEDS) -> list[OverviewLine]:
    """Return the campaigns that are not over; for a person only those that they moderate."""
    asked, records = _by_campaign(facts.open_questions(session)), _by_campaign(facts.records(session))
    times = reliability.by_campaign(session)
    sittings, held = _by_campaign(facts.sittings(session, now)), facts.held_counts(session)
    stuck, found = frozenset(paused_by(session, STUCK)), []
    for row in facts.campaigns_by_name(session):
        there = sittings.get(row.id, [])
        if viewer.person_id is not None and not any(_moderates(each) and viewer.is_in(each) for each in there):
            continue
        if (own := _own_seats(there, viewer)) is None:
            line = _line(row, there, asked.get(row.id, []), records.get(row.id, []), held.get(row.id, 0))
            found.append(_with_times(line, times.get(row.id, [])))
        else:
            theirs = [each for each in asked.get(row.id, []) if each.seat in own]
            found.append(_line(row, there, theirs, [], 0))
    found = [_stuck(line) if line.name in stuck else line for line in found]
    return sorted(found, key=lambda line: (*_KEYS[order](line, now), line.name))


class Waiting(NamedTuple):
    """The seats of a campaign that are asked, and the next deadline."""

    seats: tuple[str, ...] = ()
    deadline: datetime | None = None

    def drawing(self, row: CampaignHead) -> Waiting:
        """Return the same, or the moderator if a draw has to be entered: meanwhile nobody else can do anything."""
        return self if row.awaited is None else Waiting((MODERATOR,))


def asked_of_each(session: Session, now: datetime, viewer: Viewer) -> dict[int, Waiting]:
    """Return who is asked, by campaign that waits for anybody; where the viewer plays, only their own seat."""
    sittings, found = _by_campaign(facts.sittings(session, now)), {}
    for campaign, asked in _by_campaign(facts.open_questions(session)).items():
        own = _own_seats(sittings.get(campaign, []), viewer)
        found[campaign] = _waiting([each for each in asked if own is None or each.seat in own])
    return found


def _waiting(asked: list[Asked]) -> Waiting:
    seats = dict.fromkeys(MODERATOR if each.kind is SeatKind.MODERATOR else each.seat for each in asked)
    return Waiting(tuple(seats), min((each.deadline for each in asked if each.deadline), default=None))


F = TypeVar("F", Asked, Record, Sitting)


def _by_campaign(rows: Iterable[F]) -> dict[int, list[F]]:
    found: dict[int, list[F]] = defaultdict(list)
    for row in rows:
        found[row.campaign_id].append(row)
    return found


def _moderates(sitting: Sitting) -> bool:
    return sitting.kind is SeatKind.MODERATOR and sitting.person_id is not None


def _own_seats(there: list[Sitting], viewer: Viewer) -> frozenset[str] | None:
    """Return the seats of a viewer who moderates and plays; None for one who only moderates.

    A viewer whose name is not a moderator's may be any of the people who do both.
    """
    playing = {each.person_id for each in there if each.kind is SeatKind.PLAYER and each.person_id is not None}
    both = {each.person_id for each in there if _moderates(each) and each.person_id in playing}
    named = [each for each in there if _moderates(each) and viewer.is_in(each)]
    if not both or (named and not any(each.person_id in both for each in named)):
        return None
    return frozenset(each.seat for each in there if viewer.is_in(each))


def _line(
    row: CampaignHead, there: list[Sitting], asked: list[Asked], records: list[Record], held: int
) -> OverviewLine:
    seats, deadline = _waiting(asked).drawing(row)
    drawing = pending_in(row.awaited)
    return OverviewLine(
        name=row.name,
        title=row.title,
        game=plain_name(row.game or ""),
        state=row.state,
        waiting=seats,
        since=min((each.since for each in asked), default=None) if drawing is None else drawing.since,
        deadline=deadline,
        missed=sum(record.missed for record in records),
        silent=tuple(record.seat for record in records if record.in_row),
        held=held,
        vacant=_vacant(row, there),
        needs=tuple(need for need in NEEDS if need in _needs(row, there, asked, held)),
        log=row.log,
        moderators=tuple(dict.fromkeys(each.person for each in there if _moderates(each) and each.person)),
    )


def _stuck(line: OverviewLine) -> OverviewLine:
    """Mark the line of a campaign that does not move because the rules allow no answer."""
    return structs.replace(line, needs=(Need.STUCK, *line.needs))


def _with_times(line: OverviewLine, times: list[Reliability]) -> OverviewLine:
    medians = [time.median_hours for time in times if time.median_hours is not None]
    answered = (sum(time.answered for time in times), sum(time.asked for time in times))
    return structs.replace(line, answered=answered, slowest=max(medians, default=None))


def _vacant(row: CampaignHead, there: list[Sitting]) -> tuple[str, ...]:
    if row.state is CampaignState.INVITING:
        return ()
    return tuple(each.seat for each in there if each.kind is SeatKind.PLAYER and each.person_id is None)


def _needs(row: CampaignHead, there: list[Sitting], asked: list[Asked], held: int) -> set[Need]:
    players = [each for each in there if each.kind is SeatKind.PLAYER]
    ruled = any(each.kind is SeatKind.MODERATOR for each in asked)
    left = any(each.deadline is None and each.kind is SeatKind.PLAYER for each in asked)
    wanted = {
        Need.DRAW: row.awaited is not None,
        Need.RULE: ruled,
        Need.DECIDE: left and row.state is CampaignState.RUNNING and row.awaited is None and not ruled,
        Need.VACANT: bool(_vacant(row, there)),
        Need.UNREACHED: any(player.person_id is not None and not player.reached for player in players),
        Need.HELD: held > 0,
    }
    return {need for need, there_is in wanted.items() if there_is}

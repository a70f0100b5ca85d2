"""Whether what events say has changed has changed by as much: the books of a test of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator import Action, Match
from adjudicator.games.europa_universalis.facts import AREA, NONE, POWER, PROVINCE
from adjudicator.games.europa_universalis.rules.ages import Scored
from adjudicator.games.europa_universalis.rules.claims import ClaimsChanged
from adjudicator.games.europa_universalis.rules.empire import AuthorityChanged, emperor_seat
from adjudicator.games.europa_universalis.rules.influence import InfluenceChanged
from adjudicator.games.europa_universalis.rules.purse import (
    Bankrupt,
    ColonistsChanged,
    LoanRepaid,
    LoanTaken,
    PowerChanged,
    PrestigeChanged,
    StabilityChanged,
)
from adjudicator.games.europa_universalis.rules.trade import Inflation
from adjudicator.games.europa_universalis.rules.unrest import UnrestChanged
from adjudicator.games.europa_universalis.rules.upkeep import CorruptionPaid
from adjudicator.games.europa_universalis.state import State

Figure = tuple[str, ...]
CHANGES = {
    PrestigeChanged: "prestige",
    StabilityChanged: "stability",
    ColonistsChanged: "colonists",
    AuthorityChanged: "authority",
    PowerChanged: "power",
    InfluenceChanged: "influence",
}


def _figures(state: State) -> dict[Figure, int]:
    """What changes only as events say: no other event has a part in it."""
    found: dict[Figure, int] = {}
    for seat, own in state.led.items():
        found["prestige", seat] = own.prestige
        found["stability", seat] = own.stability
        found["colonists", seat] = own.colonists
        found["interest", seat] = own.interest
        if seat != emperor_seat(state):
            found |= {("influence", seat, id): n for id, n in zip(AREA.ids, own.influence, strict=True)}
    if state.empire.emperor != NONE:
        found["authority",] = state.empire.authority
    return found


def _pools(state: State) -> dict[Figure, int]:
    """Power: what is paid of it the event of what it buys says."""
    return {("power", seat, id): own.power[n] for seat, own in state.led.items() for n, id in enumerate(POWER.ids)}


def _marks(state: State) -> dict[Figure, int]:
    """Claims and unrest: other events move them, too."""
    found: dict[Figure, int] = {("unrest", PROVINCE.ids[n]): state.unrest >> n & 1 for n in PROVINCE.indexes}
    for seat, own in state.led.items():
        found |= {("claim", seat, AREA.ids[n]): own.claims >> n & 1 for n in AREA.indexes}
    return found


def _changes(event: Any, said: dict[Figure, int]) -> Iterator[tuple[Figure, int]]:
    """The figures of which an event speaks, with what each of them is after it."""
    match event:
        case Scored():
            yield ("prestige", event.seat), event.total
        case LoanTaken() | LoanRepaid() | Inflation():
            figure = "interest", event.seat
            assert event.interest == said[figure] + (-1 if isinstance(event, LoanRepaid) else 1), event
            yield figure, event.interest
        case CorruptionPaid():
            assert event.adm or event.ducats or event.interest, event
            yield ("interest", event.seat), said["interest", event.seat] + event.interest
        case Bankrupt():
            yield ("interest", event.seat), max(0, said["interest", event.seat] - 3)
        case UnrestChanged() | ClaimsChanged():
            marks: list[Figure]
            if isinstance(event, UnrestChanged):
                marks = [("unrest", each) for each in event.provinces]
            else:
                marks = [("claim", event.seat, each) for each in event.areas]
            assert all(said[each] != event.placed for each in marks), event
            yield from ((each, event.placed) for each in marks)
        case _ if type(event) in CHANGES:
            which = (getattr(event, name, "") for name in ("seat", "power", "area"))
            figure = CHANGES[type(event)], *filter(None, which)
            if figure in said:
                assert event.n, event
                yield figure, said[figure] + event.n
                assert getattr(event, "now", said[figure]) == said[figure], event


def told_truly(match: Match, by: str, action: Action) -> list[Any]:
    """What everybody learns of an action; what it says of figures is what has become of them."""
    said = _figures(match.state) | _pools(match.state) | _marks(match.state)
    events = [each.public for each in match.apply(by, action) if each.public is not None]
    for event in events:
        for figure, n in _changes(event, said):
            said[figure] = n
    state = match.state
    for figure, n in _figures(state).items():
        assert said.get(figure, n) == n, figure
    for figure, n in _pools(state).items():
        assert n <= said[figure], figure
    return events

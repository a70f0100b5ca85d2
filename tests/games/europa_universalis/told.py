"""Whether what events say has changed has changed by as much: the books of a test of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator import Action, Chance, Game, Match
from adjudicator.games.europa_universalis.facts import AREA, NONE, POWER, PROVINCE, REALM
from adjudicator.games.europa_universalis.rules.ages import Scored
from adjudicator.games.europa_universalis.rules.alliances import AllyActive, AllyLeft
from adjudicator.games.europa_universalis.rules.battles import BattleBegan
from adjudicator.games.europa_universalis.rules.casualties import UnitLost
from adjudicator.games.europa_universalis.rules.claims import ClaimsChanged
from adjudicator.games.europa_universalis.rules.empire import AreaLeftEmpire, AuthorityChanged, emperor_seat
from adjudicator.games.europa_universalis.rules.influence import InfluenceChanged
from adjudicator.games.europa_universalis.rules.marriages import SuccessionDisputed
from adjudicator.games.europa_universalis.rules.purse import (
    Bankrupt,
    ColonistsChanged,
    LoanRepaid,
    LoanTaken,
    PowerChanged,
    PrestigeChanged,
    StabilityChanged,
)
from adjudicator.games.europa_universalis.rules.rebels import RebelsMoved
from adjudicator.games.europa_universalis.rules.sieges import Relieved
from adjudicator.games.europa_universalis.rules.trade import Inflation
from adjudicator.games.europa_universalis.rules.unrest import RebelsRose, UnrestChanged
from adjudicator.games.europa_universalis.rules.upkeep import CorruptionPaid
from adjudicator.games.europa_universalis.state import State
from adjudicator.kernel.position import Header, Position

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
        found["allied", seat] = own.allied + sum(army.allied.all for army in own.armies)
        if seat != emperor_seat(state):
            found |= {("influence", seat, id): n for id, n in zip(AREA.ids, own.influence, strict=True)}
    if state.empire.emperor != NONE:
        found["authority",] = state.empire.authority
    return found


def _pools(state: State) -> dict[Figure, int]:
    """Power: what is paid of it the event of what it buys says."""
    return {("power", seat, id): own.power[n] for seat, own in state.led.items() for n, id in enumerate(POWER.ids)}


def _marks(state: State) -> dict[Figure, int]:
    """What other events move, too: claims, unrest, towns that are held, rebels."""
    found: dict[Figure, int] = {}
    for n, id in enumerate(PROVINCE.ids):
        found["unrest", id] = state.unrest >> n & 1
        found["rebel_town", id] = state.rebel_towns >> n & 1
        found["occupied", id] = int(state.occupier[n] != NONE)
    for n, id in enumerate(AREA.ids):
        found["left", id] = state.empire.left >> n & 1
        found["rebels", id] = state.rebels[n]
    for seat, own in state.led.items():
        found |= {("claim", seat, id): own.claims >> n & 1 for n, id in enumerate(AREA.ids)}
        found |= {("disputed", seat, id): state.disputed[seat] >> n & 1 for n, id in enumerate(REALM.ids)}
    return found


def _all(state: State) -> dict[Figure, int]:
    return _figures(state) | _pools(state) | _marks(state)


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
        case UnrestChanged():
            yield from _turned(event, said, [("unrest", each) for each in event.provinces], event.placed)
        case ClaimsChanged():
            yield from _turned(event, said, [("claim", event.seat, each) for each in event.areas], event.placed)
        case AreaLeftEmpire():
            yield from _turned(event, said, [("left", event.area)], not event.returned)
        case SuccessionDisputed(seat=str(seat)):
            yield from _turned(event, said, [("disputed", seat, event.realm)], event.disputed)
        case Relieved():
            yield from _turned(event, said, [("rebel_town" if event.rebels else "occupied", event.province)], False)
        case AllyActive():
            yield ("allied", event.seat), said["allied", event.seat] + event.units
        case AllyLeft():
            yield ("allied", event.seat), said["allied", event.seat] - event.units
        case UnitLost(category="allied"):
            yield ("allied", event.seat), said["allied", event.seat] - 1
        case RebelsRose():
            yield ("rebels", event.area), said["rebels", event.area] + event.n
        case RebelsMoved():
            yield ("rebels", event.start), said["rebels", event.start] - event.n
            if event.area is not None:
                yield ("rebels", event.area), said["rebels", event.area] + event.n
        case _ if type(event) in CHANGES:
            which = (getattr(event, name, "") for name in ("seat", "power", "area"))
            figure = CHANGES[type(event)], *filter(None, which)
            if figure in said:
                assert event.n, event
                yield figure, said[figure] + event.n
                assert getattr(event, "now", said[figure]) == said[figure], event


def _turned(event: Any, said: dict[Figure, int], marks: list[Figure], now: bool) -> Iterator[tuple[Figure, int]]:
    """Marks that come, or leave: there were none, or some."""
    assert all(said[each] != now for each in marks), event
    yield from ((each, int(now)) for each in marks)


def _agree(said: dict[Figure, int], events: list[Any], state: State) -> None:
    """What events say of figures, from where they stood, is what has become of them."""
    moved = set[str]()
    for event in events:
        moved |= {event.area} if isinstance(event, RebelsRose) else set()
        moved |= {event.start, event.area or ""} if isinstance(event, RebelsMoved) else set()
        for figure, n in _changes(event, said):
            said[figure] = n
    for figure, n in _figures(state).items():
        assert said.get(figure, n) == n, figure
    for figure, n in _pools(state).items():
        assert n <= said[figure], figure
    if not any(isinstance(event, BattleBegan) for event in events):
        for id in moved - {""}:
            assert state.rebels[AREA.index[id]] == said["rebels", id], id


def begin(game: Game[State], header: Header, position: Position[Any, Any], chance: Chance) -> Match:
    """A match that has run from a position to the first question."""
    said = _all(position.state)
    match = Match.begin(game, header, position, chance)
    _agree(said, [each.public for each in match.opening if each.public is not None], match.state)
    return match


def told_truly(match: Match, by: str, action: Action) -> list[Any]:
    """What everybody learns of an action."""
    said = _all(match.state)
    events = [each.public for each in match.apply(by, action) if each.public is not None]
    _agree(said, events, match.state)
    return events

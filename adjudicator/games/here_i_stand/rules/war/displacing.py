"""Displacement (9.1): units and leaders who must leave a space go to the nearest fortified one of their power."""

from typing import Annotated

from adjudicator import Asking, Play, choice
from adjudicator.components.bits import bits, mask_of

from ...facts import BESIDE, CAPITALS, LANES, LEADER, LOCATION, PORTS, PORTS_OF, SEAS_OF, PowerId, SpaceId
from ...state import LeaderState, State
from .. import table
from ..book import AtSpace, Done, step
from . import formations


class Displaced(Done, frozen=True, tag="displaced", rule="9.1", touches=("space", "to")):
    """Units and leaders of a power were displaced; `to` None: there was no place for them."""

    space: SpaceId
    to: SpaceId | None
    units: int = 0
    ships: int = 0
    leaders: Annotated[tuple[str, ...], LEADER] = ()


class DisplaceTo(AtSpace, frozen=True, tag="displace_to"):
    """Go to this space. 9.1."""


DISPLACE = choice("displace", "9.1", DisplaceTo, interrupts=True)


def _nearest(at: str, wanted: int) -> list[str]:
    """Return the nearest of these spaces over land, passes and sea zones, each of which counts as one (9.1)."""
    edge = seen = table.bit(at)
    while edge:
        found = 0
        for each in bits(edge):
            found |= BESIDE[each] | SEAS_OF[each] | PORTS_OF[each] | LANES[each]
        edge = found & ~seen
        seen |= edge
        if edge & wanted:
            return list(LOCATION.ids_of(edge & wanted))
    return []


def havens(state: State, power: str, at: str) -> list[str]:
    """Return where land units of a power that are displaced from a space may go, the nearest first."""
    free = ~mask_of(LOCATION.index[each] for each in (*state.sieges, at))
    wanted = table.controlled(state, power) & table.fortified_spaces(state) & free
    capitals = [each for each in CAPITALS[power] if table.has(wanted, each)]
    return list(dict.fromkeys([*_nearest(at, wanted), *capitals]))


def anchorages(state: State, power: str, at: str) -> list[str]:
    """Return the nearest ports of a power for ships that are displaced from a place."""
    return _nearest(at, table.controlled(state, power) & PORTS)


@step("9.1")
def displacing(play: Play[State], power: PowerId, at: SpaceId) -> Asking:
    """Move the land units and army leaders of a power and its minor allies out of a space (9.1)."""
    state = play.state
    if not any(map(table.land, table.units_of(state, power, at))) and not table.leaders_at(
        state, at, power, naval=False
    ):
        return []
    where = havens(state, power, at)
    if where:
        answer = yield DISPLACE.in_turn_of(state.impulse.power)(power, map(DisplaceTo, where))
    state, to = play.state, answer.space if where else None
    leaders, count = table.leaders_at(state, at, power, naval=False), table.land_of(state, power, at)
    for inside in (False, True):
        units = formations.army(state, power, at, inside=inside)
        if to is None:
            formations.kill(state, at, units, inside=inside)
        else:
            formations.shift(state, at, to, units, inside=inside)
    for leader in leaders:
        _put(state, leader, to)
    play.emit(Displaced(power, at, to, count, leaders=tuple(leaders)))
    return []


@step("9.1")
def ships_displaced(play: Play[State], power: PowerId, at: SpaceId) -> Asking:
    """Move the ships and naval leaders of a power out of a port (9.1)."""
    state = play.state
    if not any(table.ships(each) and table.sailor_of(state, each) == power for each in table.forces(state, at)):
        return []
    where = anchorages(state, power, at)
    if where:
        answer = yield DISPLACE.in_turn_of(state.impulse.power)(power, map(DisplaceTo, where))
    state, to = play.state, answer.space if where else None
    leaders, count = table.leaders_at(state, at, power, naval=True), 0
    for each in list(table.forces(state, at)):
        if not table.ships(each) or table.sailor_of(state, each) != power:
            continue
        gone = {kind: getattr(each, kind) for kind in table.SHIPS}
        count += table.ships(each)
        minus = {kind: -number for kind, number in gone.items()}
        table.add(state, at, each.owner, minus, inside=each.inside, lent_to=each.lent_to)
        if to is None:
            lost = state.lost_ships.get(each.owner, 0) + table.ships(each)
            state.lost_ships = {**state.lost_ships, each.owner: lost}
        else:
            table.add(state, to, each.owner, gone, inside=table.besieged(state, to), lent_to=each.lent_to)
    for leader in leaders:
        _put(state, leader, to)
    play.emit(Displaced(power, at, to, ships=count, leaders=tuple(leaders)))
    return []


def _put(state: State, leader: str, to: str | None) -> None:
    """Put a leader into a space, or on the turn track if there is none."""
    lent = state.leaders[leader].lent_to
    inside = bool(to) and table.besieged(state, to or "")
    table.put_leader(state, leader, LeaderState(to or "", inside, returns=not to, lent_to=lent))


def displace_leader(play: Play[State], leader: str) -> None:
    """Move a leader without units to the nearest fortified space of their power, the capital before others (15.2)."""
    state = play.state
    at, power = state.leaders[leader].at, table.leader_power(state, leader)
    where = havens(state, power, at)
    to = next((each for each in where if each in CAPITALS[power]), where[0] if where else None)
    _put(state, leader, to)
    play.emit(Displaced(power, at, to, leaders=(leader,)))

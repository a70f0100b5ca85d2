"""Fleets: ships that one power moves, and where they may go (16.1, 16.2)."""

from collections.abc import Iterable

from adjudicator.kernel.standing import once

from ...facts import ATLANTIC, LEADER, LOCATION, NEVER_ATLANTIC, POWER, SAILED, SEA
from ...state import Force, LeaderState, OfShips, State
from .. import table


def fleet(state: State, side: str, at: str) -> list[Force]:
    """Return the forces with ships in a place that a power moves: its own, its minor powers', those on loan to it.

    Those of an inactive minor power are a side of their own.
    """
    return [each for each in table.forces(state, at) if table.ships(each) and sailor(state, each) == side]


def size(forces: Iterable[Force]) -> tuple[int, int]:
    """Return how many squadrons and corsairs these are."""
    found = [*forces]
    return sum(each.squadrons for each in found), sum(each.corsairs for each in found)


def sailor(state: State, force: Force) -> str:
    """Return on whose side ships are: the power that moves them, or else their owner."""
    return table.sailor_of(state, force) or force.owner


def admirals(state: State, side: str, at: str) -> list[str]:
    """Return the leaders of fleets of a side in a place."""
    return [
        each
        for each in table.leaders_at(state, at, naval=True)
        if (table.leader_power(state, each) or LEADER.thing(each).power) == side
    ]


def hostile_fleets(state: State, power: str, at: str) -> list[str]:
    """Return the powers, and inactive minor powers, whose ships in a place are enemies of a power."""
    owners = dict.fromkeys(sailor(state, each) for each in table.forces(state, at) if table.ships(each))
    return [each for each in owners if table.at_war(state, power, each)]


def owns(state: State, side: str, at: str) -> bool:
    """Return whether a port belongs to a side: a power, with its minor powers, or an inactive minor power."""
    owner = table.controller(state, at)
    return (table.major_of(state, owner) or owner) == side


def routes(state: State, side: str, at: str) -> list[str]:
    """Return where ships go in one step: to sea zones, to own ports, and to ports with enemy ships (16.1)."""
    beside = LOCATION.ids_of(SAILED[LOCATION.index[at]])
    return [to for to in beside if to in SEA or owns(state, side, to) or hostile_fleets(state, side, to)]


def havens(state: State, side: str, at: str) -> list[str]:
    """Return where a whole fleet may flee to: sea zones and own ports without enemy ships (16.1, 16.2)."""
    barred = bars(fleet(state, side, at), admirals(state, side, at))
    found = [to for to in routes(state, side, at) if not hostile_fleets(state, side, to)]
    return [to for to in found if not (barred and to == ATLANTIC)]


def bars(forces: Iterable[Force], leaders: Iterable[str]) -> bool:
    """Return whether the Atlantic is barred to ships or leaders: those of Genoa and Venice never enter it (22)."""
    return any(each.owner in NEVER_ATLANTIC for each in forces) or any(
        LEADER.thing(each).power in NEVER_ATLANTIC for each in leaders
    )


def chosen(power: str, forces: list[Force], wish: OfShips) -> list[Force]:
    """Return the ships that an order names: all, or so many of each kind, the power's own first."""
    if not wish.squadrons and not wish.corsairs:
        return forces
    left = {unit: getattr(wish, unit) for unit in table.SHIPS}
    found = []
    for each in sorted(forces, key=lambda force: force.owner != power):
        taken = {unit: min(left[unit], getattr(each, unit)) for unit in left}
        left = {unit: left[unit] - taken[unit] for unit in left}
        if any(taken.values()):
            found.append(Force(each.owner, **taken, inside=each.inside, lent_to=each.lent_to))
    return found


def without(forces: list[Force], gone: Iterable[Force]) -> list[Force]:
    """Return what is left of ships without others."""
    left = {(each.owner, each.inside, each.lent_to): [each.squadrons, each.corsairs] for each in forces}
    for each in gone:
        if (key := (each.owner, each.inside, each.lent_to)) in left:
            left[key] = [max(0, left[key][0] - each.squadrons), max(0, left[key][1] - each.corsairs)]
    return [
        Force(owner, squadrons=squadrons, corsairs=corsairs, inside=inside, lent_to=lent)
        for (owner, inside, lent), (squadrons, corsairs) in left.items()
        if squadrons + corsairs
    ]


def shift(state: State, origin: str, to: str, forces: list[Force], leaders: Iterable[str]) -> None:
    """Move ships and leaders of fleets from one place to another."""
    for each in forces:
        units = {unit: getattr(each, unit) for unit in table.SHIPS if getattr(each, unit)}
        minus = {unit: -number for unit, number in units.items()}
        table.add(state, origin, each.owner, minus, inside=each.inside, lent_to=each.lent_to)
        table.add(state, to, each.owner, units, inside=table.besieged(state, to), lent_to=each.lent_to)
    for leader in leaders:
        table.put_leader(state, leader, LeaderState(to, lent_to=state.leaders[leader].lent_to))


@once
def fleets_of(state: State, power: str) -> list[str]:
    """Return the places where a power moves ships, in the order of the map."""
    return [at for at, _ in table.placed(state) if fleet(state, power, at)]


def acting(state: State, side: str) -> str:
    """Return the power that answers for a side; "" for nobody."""
    return side if side in POWER else table.major_of(state, side)

"""Fleets: ships that one power moves, and where they may go (16.1, 16.2)."""

from adjudicator.components.bits import bits
from adjudicator.kernel.standing import once

from ...facts import ATLANTIC, LEADER, LOCATION, NEVER_ATLANTIC, SAILED, SEA
from ...state import Force, LeaderState, State
from .. import table


def fleet(state: State, power: str, at: str) -> list[Force]:
    """Return the forces with ships in a place that a power moves: its own, its minor powers', those on loan to it."""
    return [each for each in table.forces(state, at) if table.ships(each) and table.sailor_of(state, each) == power]


def squadrons(state: State, power: str, at: str) -> int:
    """Return how many squadrons a power moves in a place."""
    return sum(each.squadrons for each in fleet(state, power, at))


def size(state: State, power: str, at: str) -> int:
    """Return how many naval units a power moves in a place."""
    return sum(map(table.ships, fleet(state, power, at)))


def admirals(state: State, power: str, at: str) -> list[str]:
    """Return the leaders of fleets of a power in a place."""
    return table.leaders_at(state, at, power, naval=True)


def hostile_fleets(state: State, power: str, at: str) -> list[str]:
    """Return the powers, and inactive minor powers, whose ships in a place are enemies of a power."""
    owners = dict.fromkeys(
        table.sailor_of(state, each) or each.owner for each in table.forces(state, at) if table.ships(each)
    )
    return [each for each in owners if table.at_war(state, power, each)]


def open_to(state: State, power: str, to: str) -> bool:
    """Return whether ships of a power may enter a sea zone or port: a friendly port, one with enemy ships (16.2)."""
    return to in SEA or table.friendly(state, power, to) or bool(hostile_fleets(state, power, to))


def routes(state: State, power: str, at: str) -> list[str]:
    """Return where ships go in one move from a place (16.2)."""
    found = [LOCATION.ids[n] for n in bits(SAILED[LOCATION.index[at]])]
    return [to for to in found if open_to(state, power, to)]


def shift(state: State, origin: str, to: str, forces: list[Force], leaders: list[str]) -> None:
    """Move ships and leaders of fleets from one place to another."""
    for each in forces:
        units = {unit: getattr(each, unit) for unit in table.SHIPS if getattr(each, unit)}
        minus = {unit: -number for unit, number in units.items()}
        table.add(state, origin, each.owner, minus, inside=each.inside, lent_to=each.lent_to)
        table.add(state, to, each.owner, units, lent_to=each.lent_to)
    for leader in leaders:
        table.put_leader(state, leader, LeaderState(to, lent_to=state.leaders[leader].lent_to))


def bars(force: Force, to: str) -> bool:
    """Return whether ships never enter a sea zone: those of Genoa and Venice not the Atlantic (22)."""
    return to == ATLANTIC and force.owner in NEVER_ATLANTIC


@once
def fleets_of(state: State, power: str) -> list[str]:
    """Return the places where a power moves ships, in the order of the map."""
    return [at for at, _ in table.placed(state) if fleet(state, power, at)]


def havens(state: State, power: str, at: str) -> list[str]:
    """Return where a beaten fleet may go: friendly ports beside, and sea zones without its enemies (16.3)."""
    beside = [LOCATION.ids[n] for n in bits(SAILED[LOCATION.index[at]])]
    return [
        to for to in beside if not hostile_fleets(state, power, to) and (to in SEA or table.friendly(state, power, to))
    ]


def rating(leaders: list[str]) -> int:
    """Return the best battle rating of leaders of fleets."""
    return max((LEADER.thing(each).battle for each in leaders), default=0)

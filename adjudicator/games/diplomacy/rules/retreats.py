"""Where dislodged units may go, and what comes of their retreats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from .geography import Map
from .resolution import Resolved, Unit


def positions(board: Map, units: Mapping[str, Unit], resolved: Resolved) -> dict[str, Unit]:
    """Return the units by province behind a phase of movement, those without that were dislodged."""
    there: dict[str, Unit] = {}
    for at, unit in units.items():
        if at not in resolved.dislodged:
            place = resolved.moved.get(at, unit.place)
            there[board.province[place]] = Unit(unit.power, unit.kind, place)
    return there


def retreats(
    board: Map, unit: Unit, came_from: str, there: Mapping[str, Unit], contested: frozenset[str]
) -> tuple[str, ...]:
    """Return the places to which a dislodged unit may go, in the order of the map.

    It goes by itself, to no province in which a unit stands or units stood each other off, and not where the attack
    came from (`came_from`, "" where that came over sea).
    """
    closed = {came_from, *contested, *there}
    reach = board.reach(unit.kind, unit.place)
    return tuple(place.id for place in board.places if place.id in reach and board.province[place.id] not in closed)


def carried_out(board: Map, ordered: Mapping[str, str]) -> dict[str, str]:
    """Return the retreats that succeed: where several units go to one province all of them are disbanded.

    `ordered`: by province of each dislodged unit that does not disband the place where it goes.
    """
    wanted = Counter(board.province[to] for to in ordered.values())
    return {at: to for at, to in ordered.items() if wanted[board.province[to]] == 1}

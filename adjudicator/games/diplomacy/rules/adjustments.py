"""Units and centres in winter: how many a power builds or disbands, where, and whom civil disorder takes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from .geography import ARMY, FLEET, Map
from .resolution import Unit


def difference(power: str, units: Mapping[str, Unit], owners: Mapping[str, str]) -> int:
    """Return how many units a power has too few; negative: too many. `owners`: of the centres that have one."""
    return sum(owner == power for owner in owners.values()) - sum(unit.power == power for unit in units.values())


def sites(
    board: Map, power: str, units: Mapping[str, Unit], owners: Mapping[str, str], *, anywhere: bool = False
) -> tuple[str, ...]:
    """Return the centres where a power may build: own home centres that are empty; with `anywhere` all that it has."""
    homes = board.centres if anywhere else board.homes[power]
    return tuple(centre for centre in homes if owners.get(centre) == power and centre not in units)


def builds(board: Map, site: str) -> tuple[tuple[str, str], ...]:
    """Return the units that may be built in a centre: kinds and places."""
    ports = board.coasts.get(site, (site,) if board.is_coastal(site) else ())
    return ((ARMY, site), *((FLEET, port) for port in ports))


def distance(board: Map, unit: Unit, homes: Collection[str]) -> int:
    """Return how many moves away from the next of its home centres a unit is; armies go over water as well."""
    reached, border, steps = {unit.place}, {unit.place}, 0
    while border and not any(board.province[place] in homes for place in border):
        steps += 1
        border = {to for place in border for to in _next(board, unit.kind, place)} - reached
        reached |= border
    return steps


def _next(board: Map, kind: str, place: str) -> Iterable[str]:
    fleet = board.place[place].fleet
    if kind == FLEET:
        return fleet
    by_coasts = (to for coast in board.coasts.get(place, ()) for to in board.place[coast].fleet)
    return {board.province[to] for to in (*board.place[place].army, *fleet, *by_coasts)}


def civil_disorder(board: Map, power: str, units: Mapping[str, Unit], count: int) -> tuple[str, ...]:
    """Return the provinces of the units that a power loses which says nothing.

    Those farthest from its home centres, of these fleets before armies, of these by the alphabet.
    """
    homes = frozenset(board.homes[power])
    own = [at for at, unit in units.items() if unit.power == power]
    own.sort(key=lambda at: (-distance(board, units[at], homes), units[at].kind != FLEET, at))
    return tuple(own[:count])

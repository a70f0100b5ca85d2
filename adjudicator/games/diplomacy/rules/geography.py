"""The map: provinces, their coasts, and where armies and fleets may go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

import msgspec

ARMY, FLEET = "army", "fleet"
LAND, COAST, WATER = "land", "coast", "water"


class Place(msgspec.Struct, frozen=True):
    """A province, or a coast of one (`of`): where armies and fleets may go from it.

    A coast is no place for armies; a province with coasts is none for fleets.
    """

    id: str
    kind: str
    army: tuple[str, ...] = ()
    fleet: tuple[str, ...] = ()
    of: str = ""
    centre: bool = False
    home: str = ""


class Map(msgspec.Struct, frozen=True, dict=True):
    """The places of a board, and which units begin where: by power pairs of kind and place."""

    places: tuple[Place, ...]
    start: Mapping[str, tuple[tuple[str, str], ...]]

    @cached_property
    def place(self) -> Mapping[str, Place]:
        return {place.id: place for place in self.places}

    @cached_property
    def province(self) -> Mapping[str, str]:
        """The province of each place: its own id, or that of the province whose coast it is."""
        return {place.id: place.of or place.id for place in self.places}

    @cached_property
    def provinces(self) -> tuple[str, ...]:
        return tuple(place.id for place in self.places if not place.of)

    @cached_property
    def coasts(self) -> Mapping[str, tuple[str, ...]]:
        """The coasts of each province that has several."""
        found: dict[str, tuple[str, ...]] = {}
        for place in self.places:
            if place.of:
                found[place.of] = (*found.get(place.of, ()), place.id)
        return found

    @cached_property
    def centres(self) -> tuple[str, ...]:
        return tuple(place.id for place in self.places if place.centre)

    @cached_property
    def homes(self) -> Mapping[str, tuple[str, ...]]:
        """The home centres of each power."""
        return {power: tuple(place.id for place in self.places if place.home == power) for power in self.start}

    @cached_property
    def _reach(self) -> Mapping[tuple[str, str], frozenset[str]]:
        armies = {(ARMY, place.id): frozenset(place.army) for place in self.places}
        return armies | {(FLEET, place.id): frozenset(place.fleet) for place in self.places}

    @cached_property
    def _supported(self) -> Mapping[tuple[str, str], frozenset[str]]:
        return {key: frozenset(self.province[to] for to in reach) for key, reach in self._reach.items()}

    def reach(self, kind: str, place: str) -> frozenset[str]:
        """Return the places to which a unit of a kind may go from its place by itself."""
        return self._reach[kind, place]

    def near(self, kind: str, place: str) -> frozenset[str]:
        """Return the provinces in which a unit may support: whichever coast is meant."""
        return self._supported[kind, place]

    def is_water(self, place: str) -> bool:
        return self.place[place].kind == WATER

    def is_coastal(self, province: str) -> bool:
        return self.place[province].kind == COAST

    @cached_property
    def sea(self) -> Mapping[str, tuple[str, ...]]:
        """The provinces beside each province of water, of water or with a coast."""
        return {
            place.id: tuple(dict.fromkeys(self.province[to] for to in place.fleet))
            for place in self.places
            if place.kind == WATER
        }

    def convoyed(self, start: str, fleets: Iterable[str]) -> frozenset[str]:
        """Return the coastal provinces that an army reaches from a coastal one over these provinces of water."""
        found = set[str]()
        for waters in self.chains(fleets):
            shores = self.shores(waters)
            if start in shores:
                found |= shores
        return frozenset(found - {start})

    def carriers(self, start: str, to: str, fleets: Iterable[str]) -> frozenset[str]:
        """Return which of these provinces of water lie in a chain that joins two coastal provinces."""
        return frozenset().union(*(waters for waters in self.chains(fleets) if {start, to} <= self.shores(waters)))

    def chains(self, fleets: Iterable[str]) -> Iterator[set[str]]:
        """Yield provinces of water that hang together."""
        left = set(fleets)
        while left:
            chain, border = set[str](), [left.pop()]
            while border:
                water = border.pop()
                chain.add(water)
                near = left.intersection(self.sea[water])
                left -= near
                border += near
            yield chain

    def shores(self, waters: Iterable[str]) -> set[str]:
        """Return the coastal provinces beside provinces of water."""
        return {to for water in waters for to in self.sea[water] if self.place[to].kind == COAST}


def read(path: Path) -> Map:
    """Return the map of a file. Raises msgspec.ValidationError for one that is none."""
    return msgspec.yaml.decode(path.read_bytes(), type=Map)


STANDARD = read(Path(__file__).parents[1] / "data/map.yaml")

"""The map and the realms as they stand in ``data/world.yaml``, one frozen struct a thing, and their kinds.

Sets are bit masks over indexes. Rules are cited by their ids in our outline (R…) and by sections of the book (§).
"""

from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final

from adjudicator.components import Kind, Thing, bits, mask_of, union
from adjudicator.components.load import DataFile, Mask

NONE: Final = -1
"""No realm, no province … in every field that holds an index."""

DATA: Final = Path(__file__).parent / "data"
WORLD: Final = DataFile(DATA / "world.yaml")

POWER: Final[Kind[Thing]] = Kind("power", ("adm", "dip", "mil"))
"""Kinds of monarch power (R7.1)."""
RELIGION: Final[Kind[Thing]] = Kind(
    "religion",
    ("catholic", "counter_reformed", "protestant", "orthodox", "muslim", "revolutionary", "diverse", "pagan"),
)
FAITH: Final = RELIGION.where("state religion", lambda religion: religion.id not in ("diverse", "pagan"))
"""What a realm may confess."""
SHIP: Final[Kind[Thing]] = Kind("ship", ("light", "heavy", "galley"))
REGION: Final = Kind("region", WORLD.things("regions", Thing))


class Zone(Thing, frozen=True):
    """A sea zone (R1.02). `slots`: light ships that may protect trade there; `galleys`: whether they sail there."""

    index: int
    adjacent: "Annotated[int, Mask(ZONE)]"
    slots: int
    galleys: bool = False
    distant: bool = False


class Node(Thing, frozen=True):
    """A trade node (R12): maritime with its zones, or inland in an area."""

    index: int
    zones: "Annotated[int, Mask(ZONE)]" = 0
    area: "Annotated[int, AREA]" = NONE


class Area(Thing, frozen=True):
    """An area (R1.01). `land` borders include `mountains`; `number`: of a territory that can be discovered (R1.09)."""

    index: int
    region: Annotated[int, REGION]
    land: "Annotated[int, Mask(AREA)]" = 0
    mountains: "Annotated[int, Mask(AREA)]" = 0
    zones: "Annotated[int, Mask(ZONE)]" = 0
    religion: Annotated[int, RELIGION] = 7
    hre: bool = False
    elector: bool = False
    distant: bool = False
    number: int = 0

    @property
    def provinces(self) -> int:
        """Its provinces as a mask."""
        return PROVINCES_OF[self.index]


class Province(Thing, frozen=True):
    """A province: its tax value is 1 if it is small and 2 if it is large (R1.01).

    `port`: the zones that it faces; a `large_port` counts as two. `owner`: at the start; `core`: the realms other than
    its owner that have a core there.
    """

    index: int
    area: "Annotated[int, AREA]"
    tax: int
    owner: "Annotated[int, REALM]" = NONE
    core: "Annotated[int, Mask(REALM)]" = 0
    port: "Annotated[int, Mask(ZONE)]" = 0
    large_port: bool = False
    island: bool = False
    hre: bool = False
    gold: bool = False
    dutch: bool = False

    @property
    def ports(self) -> int:
        """As how many ports it counts (R1.01)."""
        return (2 if self.large_port else 1) if self.port else 0


class Realm(Thing, frozen=True):
    """A realm (R13.01): `playable`, or played by nobody.

    `overlord`: of a vassal at the start; `dynamic`: the colour of its tokens (R13.02).
    """

    index: int
    capital: "Annotated[int, PROVINCE]"
    religion: Annotated[int, RELIGION]
    playable: bool = False
    overlord: "Annotated[int, REALM]" = NONE
    never_vassal: bool = False
    distant: bool = False
    dynamic: str = ""


ZONE: Final = Kind("sea zone", WORLD.things("zones", Zone))
NODE: Final = Kind("trade node", WORLD.things("nodes", Node))
AREA: Final = Kind("area", WORLD.things("areas", Area))
PROVINCE: Final = Kind("province", WORLD.things("provinces", Province))
REALM: Final = Kind("realm", WORLD.things("realms", Realm))
SEAT: Final = REALM.where("playable realm", lambda realm: realm.playable)

ZoneId = Annotated[str, ZONE]
NodeId = Annotated[str, NODE]
AreaId = Annotated[str, AREA]
ProvinceId = Annotated[str, PROVINCE]
RealmId = Annotated[str, REALM]
SeatId = Annotated[str, SEAT]
PowerOf = Annotated[str, POWER]

PROVINCES_OF: Final = tuple(mask_of(each.index for each in PROVINCE if each.area == area) for area in AREA.indexes)
LAND_OF: Final = tuple(each.land for each in AREA)
SEAS_OF: Final = tuple(each.zones for each in AREA)
"""Areas next to each area by land, and its zones."""
COASTS_OF: Final = tuple(mask_of(each.index for each in AREA if each.zones >> zone & 1) for zone in ZONE.indexes)
SEAS_BESIDE: Final = tuple(each.adjacent for each in ZONE)
"""Areas and zones next to each zone."""
FACED_BY: Final = tuple(each.port for each in PROVINCE)
"""Zones that the port of each province faces."""
PORTS_OF: Final = tuple(mask_of(each.index for each in PROVINCE if each.port >> zone & 1) for zone in ZONE.indexes)
"""The ports that face each sea zone."""


@lru_cache(maxsize=4096)
def areas_with(places: int) -> int:
    """Return the areas of provinces; both are masks."""
    return mask_of({PROVINCE.things[bit].area for bit in bits(places)})


def ports_beside(places: int) -> int:
    """Return the ports that face a zone which one of these ports faces, as a mask (R1.02)."""
    return union(PORTS_OF, union(FACED_BY, places))


def areas_beside(places: int) -> int:
    """Return the areas that provinces, or what lies on them, are adjacent to (R1.02).

    These are their own areas, those with a common border, and those of the ports on the zones of their own ports.
    """
    areas = areas_with(places)
    return areas | union(LAND_OF, areas) | areas_with(ports_beside(places))


NEXT_TO: Final = tuple(areas_beside(each.provinces) & ~(1 << each.index) for each in AREA)
"""The areas adjacent to each area, by any of its ports (R1.02)."""

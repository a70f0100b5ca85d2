"""One position of Europa Universalis: The Price of Power, as far as its rules are written. Indexes are those of
:mod:`.facts`; realms that players lead are seats, in the order of their kind.
"""

from typing import Annotated, Final

from msgspec import Struct

from adjudicator.components.derive import Form
from adjudicator.components.holds import By, Count, Many, One, Pile, Set

from .facts import AREA, NODE, NONE, POWER, PROVINCE, REALM, RELIGION, SEAT, ZONE

ARMIES: Final = 3


class Units(Struct, array_like=True):
    """Land units by type: infantry, cavalry, artillery (R9.20)."""

    infantry: Annotated[int, Count()] = 0
    cavalry: Annotated[int, Count()] = 0
    artillery: Annotated[int, Count()] = 0

    @property
    def all(self) -> int:
        return self.infantry + self.cavalry + self.artillery


class Army(Struct, array_like=True):
    """An army: regular, mercenary and allied units in an area, `NONE` if it is not deployed (S12)."""

    area: Annotated[int, One(AREA, none=NONE)]
    regular: Units
    mercenary: Units
    allied: Units

    @property
    def all(self) -> int:
        return self.regular.all + self.mercenary.all + self.allied.all


class Ships(Struct, array_like=True):
    """Ships of a realm by zone: light ones that protect trade, light ones that do not."""

    protecting: Annotated[list[int], By(ZONE, Count(), sparse=True)]
    light: Annotated[list[int], By(ZONE, Count(), sparse=True)]


class Fleet(Struct, array_like=True):
    """The fleet of a realm: in a zone, or in a port (S12)."""

    zone: Annotated[int, One(ZONE, none=NONE)] = NONE
    port: Annotated[int, One(PROVINCE, none=NONE)] = NONE
    light: Annotated[int, Count()] = 0
    heavy: Annotated[int, Count()] = 0
    damaged: Annotated[int, Count()] = 0
    galleys: Annotated[int, Count()] = 0


class Led(Struct, array_like=True):
    """What belongs to a realm that a player leads (S2-S15).

    `available`, `exhausted`, `allied`: manpower (R9.3). `alone`: infantry without an army by area. `influence`: cubes
    by area. `merchants`: nodes; `standing` says which of them stand.
    """

    power: Annotated[list[int], By(POWER, Count(0, 10, rule="R3.45"))]
    ducats: Annotated[int, Count()]
    interest: Annotated[int, Count()]
    stability: int
    prestige: int
    religion: Annotated[int, RELIGION]
    ruler: str
    ill: bool
    available: Annotated[int, Count()]
    exhausted: Annotated[int, Count()]
    allied: Annotated[int, Count()]
    armies: Annotated[list[Army], Many()]
    alone: Annotated[list[int], By(AREA, Count(), sparse=True)]
    ships: Ships
    fleet: Fleet
    influence: Annotated[list[int], By(AREA, Count(0, 5, rule="R11.01"), sparse=True)]
    claims: Annotated[int, Set(AREA)]
    merchants: Annotated[list[int], Pile(NODE)]
    standing: list[bool]


class State(Struct, array_like=True):
    """A position. `owner`: the lawful owner of each province. `occupier`: who occupies it; `rebel_towns`: rebels do.
    `allies`: of realms that nobody plays, and of those that are; `married`: realms that have a marriage with each seat.
    """

    led: Annotated[dict[str, Led], By(SEAT)]
    owner: Annotated[list[int], By(PROVINCE, One(REALM, none=NONE))]
    occupier: Annotated[list[int], By(PROVINCE, One(REALM, none=NONE), sparse=True)]
    rebel_towns: Annotated[int, Set(PROVINCE)]
    unrest: Annotated[int, Set(PROVINCE)]
    plus_manpower: Annotated[int, Set(PROVINCE)]
    overlord: Annotated[list[int], By(REALM, One(REALM, none=NONE), sparse=True)]
    allied: Annotated[dict[str, int], By(SEAT, Set(REALM))]
    active: Annotated[int, Set(REALM)]
    married: Annotated[dict[str, int], By(SEAT, Set(REALM))]
    religion: Annotated[list[int], By(AREA, One(RELIGION))]
    rebels: Annotated[list[int], By(AREA, Count(), sparse=True)]
    plague: Annotated[int, Set(AREA)]
    war: Annotated[list[int], By(REALM, Set(REALM), sparse=True)]
    truce: Annotated[list[int], By(REALM, Set(REALM), sparse=True)]
    emperor: Annotated[int, REALM]
    authority: Annotated[int, Count(0, 6, rule="R18.01")]
    imperial: Annotated[list[int], By(AREA, Count(), sparse=True)]
    left_hre: Annotated[int, Set(AREA)]
    curia: Annotated[list[str], Pile(SEAT)]
    round: Annotated[int, Count(1, 4, rule="R3.01")] = 1

    @property
    def seats(self) -> list[str]:
        return [*self.led]


FORM: Final = Form(State, seats=SEAT)

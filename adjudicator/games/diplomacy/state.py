"""The position: units and centres, whose time it is, and what a phase of movement left to be settled."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.components import Kind
from adjudicator.components.state_schema import StateSchema

from .rules.geography import STANDARD
from .rules.resolution import Unit

POWER: Kind[Any] = Kind("power", tuple(STANDARD.start))
FIRST_YEAR = 1901
SPRING, AUTUMN = "spring", "autumn"


class Dislodged(msgspec.Struct, frozen=True, array_like=True):
    """A unit that was dislodged, and the places to which it may retreat."""

    unit: Unit
    open: tuple[str, ...]


class State(msgspec.Struct, array_like=True):
    """`units` by province, `owners` of the centres that have one, `dislodged` by the province they had to leave."""

    units: dict[str, Unit]
    owners: dict[str, str]
    year: int = FIRST_YEAR - 1
    season: str = AUTUMN
    dislodged: dict[str, Dislodged] = {}

    def units_of(self, power: str = "") -> dict[str, Unit]:
        """Return the units of a power, or of all, in the order of the map: that of a stored dict means nothing."""
        return {
            at: self.units[at] for at in STANDARD.provinces if at in self.units and power in ("", self.units[at].power)
        }


FORM = StateSchema(State, seats=POWER)


def initial_state() -> State:
    """Return the position of spring 1901: each power has its home centres, and a unit in each of them."""
    units = {
        STANDARD.province[place]: Unit(power, kind, place)
        for power, placed in STANDARD.start.items()
        for kind, place in placed
    }
    owners = {centre: power for power in POWER.ids for centre in STANDARD.homes[power]}
    return State(units, owners)

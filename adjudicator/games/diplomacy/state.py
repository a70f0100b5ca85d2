"""The position: units and centres, whose time it is, and what a phase of movement left to be settled."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from adjudicator.components.container_fields import By
from adjudicator.components.piece_fields import One, Pile
from adjudicator.components.state_schema import StateSchema

from .facts import AUTUMN, PLACE, POWER, PROVINCE, SEASON, SPRING
from .house_rules import PLAIN, HouseRules
from .rules.geography import STANDARD
from .rules.resolution import Unit

FIRST_YEAR = 1901
CENTRE: Final = PROVINCE.where("centre", lambda place: place.id in STANDARD.centres)


class Dislodged(msgspec.Struct, frozen=True, array_like=True):
    """A unit that was dislodged, and the places to which it may retreat."""

    unit: Unit
    open: Annotated[tuple[str, ...], Pile(PLACE)]


class State(msgspec.Struct, array_like=True):
    """`units` by province, `owners` of the centres that have one, `dislodged` by the province they had to leave.

    `counts`: how many centres each power had after each autumn, with the first year as the position began; `moved`: the
    seasons whose orders were carried out.
    """

    units: Annotated[dict[str, Unit], By(PROVINCE, sparse=True)]
    owners: Annotated[dict[str, str], By(CENTRE, One(POWER, none=""), sparse=True)]
    year: int = FIRST_YEAR - 1
    season: Annotated[str, SEASON] = AUTUMN
    dislodged: Annotated[dict[str, Dislodged], By(PROVINCE, sparse=True)] = {}
    rules: HouseRules = PLAIN
    counts: list[Annotated[dict[str, int], By(POWER, sparse=True)]] = []
    moved: int = 0

    @property
    def last_season(self) -> tuple[str, int]:
        """The season whose orders were carried out last, and its year; at the beginning the first one."""
        return (AUTUMN, SPRING)[self.moved % 2 if self.moved else 1], FIRST_YEAR + max(0, self.moved - 1) // 2

    def centres_of(self, power: str) -> tuple[str, ...]:
        """Return the centres of a power, in the order of the map."""
        return tuple(centre for centre in STANDARD.centres if self.owners.get(centre) == power)

    def units_of(self, power: str = "") -> dict[str, Unit]:
        """Return the units of a power, or of all, in the order of the map: that of a stored dict means nothing."""
        return {
            at: self.units[at] for at in STANDARD.provinces if at in self.units and power in ("", self.units[at].power)
        }


FORM = StateSchema(State, seats=POWER)


def initial_state(rules: HouseRules = PLAIN) -> State:
    """Return the position of spring 1901: each power has its home centres, and a unit in each of them."""
    units = {
        STANDARD.province[place]: Unit(power, kind, place)
        for power, placed in STANDARD.start.items()
        for kind, place in placed
    }
    owners = {centre: power for power in POWER.ids for centre in STANDARD.homes[power]}
    counts = {power: len(STANDARD.homes[power]) for power in POWER.ids}
    return State(units, owners, rules=rules, counts=[counts])


known: Final = FORM.known
"""The position as the readers of a view know it: all of it, since nothing is hidden."""

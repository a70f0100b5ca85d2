"""The kinds of things that have names: powers, places, kinds of units, seasons and what comes of an order."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

from adjudicator.components import Kind

from .rules.geography import ARMY, FLEET, STANDARD

DATA: Final = Path(__file__).parent / "data"
SPRING, AUTUMN = "spring", "autumn"
POWER: Kind[Any] = Kind("power", tuple(STANDARD.start))
PLACE: Kind[Any] = Kind("place", tuple(STANDARD.place))
"""Provinces, and the coasts of those that have several."""
PROVINCE = PLACE.where("province", lambda place: place.id in STANDARD.provinces)
UNIT: Kind[Any] = Kind("unit", (ARMY, FLEET))
SEASON: Kind[Any] = Kind("season", (SPRING, AUTUMN))


class Outcome(StrEnum):
    """What came of an order; whether its unit was dislodged stands in `Resolved`."""

    DONE = "done"
    BOUNCED = "bounced"
    CUT = "cut"
    VOID = "void"
    """It could not be carried out whatever others ordered, or fits to no order of theirs: the unit holds."""
    NO_CONVOY = "no_convoy"
    """An army that no fleets carry all the way; a convoy or a support that counts for nothing because of that."""
    DISRUPTED = "disrupted"
    """A convoy that fails because whether it goes on would hang on itself."""


OUTCOME: Kind[Any] = Kind("outcome", (*Outcome, "dislodged"))
LABEL: Kind[Any] = Kind(
    "label",
    (
        *("orders", "retreats", "winter", "centres", "units", "power", "which", "disbanded", "europe", "key", "score"),
        *("centre", "moved", "helped", "failed"),
    ),
)
KINDS: Final = (POWER, PLACE, UNIT, SEASON, OUTCOME, LABEL)

PowerId = Annotated[str, POWER]
PlaceId = Annotated[str, PLACE]
ProvinceId = Annotated[str, PROVINCE]
UnitId = Annotated[str, UNIT]

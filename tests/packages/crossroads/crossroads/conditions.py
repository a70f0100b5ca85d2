"""What an order in Crossroads may depend on, over what a rider may know."""

from __future__ import annotations

from typing import Any

from adjudicator.orders.vocabulary.conditions import Condition, Conditions, condition
from crossroads.phrases import PHRASES
from crossroads.state import RiderId, TownId


class TreasureIs(Condition, frozen=True, tag="treasure_is"):
    rider: RiderId
    town: TownId

    def holds(self, view: Any, seat: str) -> bool:
        return bool(view.riders.get(self.rider, {}).get("treasure") == self.town)


CONDITIONS = Conditions(
    PHRASES.book,
    [condition(TreasureIs, en="treasure of {rider} is~ at {town}", ru="клад {rider} ~в городе {town}")],
)

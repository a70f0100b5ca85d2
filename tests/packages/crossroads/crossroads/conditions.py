"""What an order in Crossroads may depend on, over what a rider may know."""

from __future__ import annotations

from typing import Any

from adjudicator.orders.vocabulary.conditions import (
    Condition,
    Conditions,
    MeasuredOfQuestion,
    OfQuestion,
    condition,
)
from crossroads.phrases import PHRASES
from crossroads.state import RiderId, TownId


class TreasureIs(Condition, frozen=True, tag="treasure_is"):
    rider: RiderId
    town: TownId

    def holds(self, view: Any, seat: str) -> bool:
        return bool(view.riders.get(self.rider, {}).get("treasure") == self.town)


class RidesTo(OfQuestion, frozen=True, tag="rides_to"):
    rider: RiderId
    to: TownId


class InRound(MeasuredOfQuestion, frozen=True, tag="in_round"):
    fact = "round"


CONDITIONS = Conditions(
    PHRASES.book,
    [
        condition(TreasureIs, en="treasure of {rider} is~ at {town}", ru="клад {rider} ~в городе {town}"),
        condition(RidesTo, en="{rider} rides~ to {to}", ru="{rider} ~едет в город {to}"),
        condition(InRound, en="round {than} {amount}", ru="раунд {than} {amount}"),
    ],
)

"""What an order in Guild Fair may depend on, over what a guild may know."""

from __future__ import annotations

from typing import Annotated, Any

from adjudicator.orders.vocabulary.conditions import Condition, Measured
from guild_fair.state import CONTRACT, SEAT


class Coins(Measured, frozen=True, tag="coins"):
    guild: Annotated[str | None, SEAT] = None

    def measure(self, view: Any, seat: str) -> int:
        return int(view.coins.get(self.guild or seat, 0))


class Renown(Measured, frozen=True, tag="renown"):
    guild: Annotated[str | None, SEAT] = None

    def measure(self, view: Any, seat: str) -> int:
        return int(view.renown.get(self.guild or seat, 0))


class Round(Measured, frozen=True, tag="round"):
    def measure(self, view: Any, seat: str) -> int:
        return int(view.round)


class HasContract(Condition, frozen=True, tag="has_contract"):
    contract: Annotated[str, CONTRACT]

    def holds(self, view: Any, seat: str) -> bool:
        return self.contract in view.contracts[seat]


class Allied(Condition, frozen=True, tag="allied"):
    guild: Annotated[str, SEAT]

    def holds(self, view: Any, seat: str) -> bool:
        return self.guild in view.allies[seat]

"""What an order in Salt Roads may depend on, over what a merchant may know."""

from __future__ import annotations

from typing import Annotated, Any

from adjudicator.orders.conditions import Condition, Measured
from salt_roads.state import GOOD, SEAT, TOWN


class Coins(Measured, frozen=True, tag="coins"):
    merchant: Annotated[str | None, SEAT] = None

    def measure(self, view: Any, seat: str) -> int:
        return int(view.coins[self.merchant or seat])


class HasGood(Condition, frozen=True, tag="has_good"):
    good: Annotated[str, GOOD]

    def holds(self, view: Any, seat: str) -> bool:
        return self.good in view.hands[seat]


class Post(Condition, frozen=True, tag="post"):
    town: Annotated[str, TOWN]

    def holds(self, view: Any, seat: str) -> bool:
        return bool(view.posts[self.town] == seat)


class IsIn(Condition, frozen=True, tag="is_in"):
    merchant: Annotated[str, SEAT]
    town: Annotated[str, TOWN]

    def holds(self, view: Any, seat: str) -> bool:
        return bool(view.at[self.merchant] == self.town)

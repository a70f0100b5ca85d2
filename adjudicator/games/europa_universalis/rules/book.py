"""Define what the chapters use: the register of the steps, the deeds of a turn, texts common to actions and events.

In its turn of the action phase a seat does a basic action or plays a card (R3.20); a minor action comes with it
(R5.01).
"""

from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Final, Literal

from adjudicator import Action, Event, RuleAction, StepBook

from ..facts import AreaId, NodeId, ProvinceId, RealmId, SeatId
from ..slots import CardId
from ..state import State

STEPS: Final = StepBook()
step = STEPS.step


Fee = Mapping[str, int]
"""A price: power of each type, and ducats."""


class TurnDeed(RuleAction[State], frozen=True):
    """A deed of the turn: it is asked with the content that is played."""

    takes: ClassVar[Literal["turn", "event", "minor"]] = "turn"
    """The action of the turn; that of an event, which everybody takes once before passing (R3.21); a minor action."""

    def fee(self, state: State, seat: str, content: Any) -> Fee:
        """Return what it costs."""
        return {}


class OfArea(Action, frozen=True):
    """An action that names an area."""

    area: AreaId


class OfProvince(Action, frozen=True):
    """An action that names a province."""

    province: ProvinceId


class OfRealm(Action, frozen=True):
    """An action that names a realm."""

    realm: RealmId


class OfNode(Action, frozen=True):
    """An action that names a trade node."""

    node: NodeId


class OfCard(Action, frozen=True):
    """An action that names an action card."""

    card: CardId


class OfPlayer(Action, frozen=True):
    """An action that names a player."""

    seat: SeatId


class OfSeat(Event, frozen=True, by="seat"):
    """Something that a seat does, or that happens to it."""

    seat: SeatId


class SeatAndRealm(OfSeat, frozen=True, touches=("realm",)):
    """An event of a seat with a realm."""

    realm: RealmId


class SeatAndArea(OfSeat, frozen=True, touches=("area",)):
    """An event of a seat in an area."""

    area: AreaId


class SeatAndProvince(OfSeat, frozen=True, touches=("province",)):
    """An event of a seat on a province."""

    province: ProvinceId


class SeatAndCard(OfSeat, frozen=True):
    """An event of a seat with an action card."""

    card: CardId


class SeatAndNumber(OfSeat, frozen=True):
    """So much of something came to a seat, or left it if negative."""

    n: int

    def hit(self) -> Collection[str]:
        return (self.seat,) if self.n < 0 else ()


class SeatAndInterest(OfSeat, frozen=True):
    """An event of a seat that has so many tokens of interest by it."""

    interest: int


class SeatAndOther(OfSeat, frozen=True):
    """An event of a seat with another one."""

    other: SeatId


class WithNode(Event, frozen=True):
    """An event in a trade node."""

    node: NodeId

"""Define what every chapter declares with: the register of the steps, deeds of a bank, names and uses of actions."""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from adjudicator import Action, Event, RuleAction, StepBook

from ..facts import SIDE, BankId, BorderId, EmpireId, ItemId, PieceId, PlaceId, SideId
from ..state import State

STEPS: Final = StepBook()
step = STEPS.step


class SeatEvent(Event, frozen=True, by="seat"):
    """Something that a bank does, or that happens to it in its turn."""

    seat: BankId


class Moved(SeatEvent, frozen=True, touches=("place", "border")):
    """A piece has come or gone.

    It has moved to or from a place, a border or a card (bishops), or the square of an empire, where it is repressed.
    `cost`: florins that it cost, negative for florins that it gave.
    """

    piece: PieceId
    empire: EmpireId | None = None
    place: PlaceId | None = None
    border: BorderId | None = None
    card: ItemId | None = None
    cost: int = 0


IN_EMPIRE: Final = {"empire": EmpireId}
"""What a question is about that names an empire."""


class AtPlace(Action, frozen=True):
    place: PlaceId


class OnBorder(Action, frozen=True):
    border: BorderId


class OfCard(Action, frozen=True):
    card: ItemId


class OfEmpire(Action, frozen=True):
    empire: EmpireId


class OfPiece(Action, frozen=True):
    piece: PieceId


class TurnDeed(RuleAction[State], frozen=True):
    """One way to use an action (D1). `needs`: the ability that allows it; `free`: it may cost none of the two."""

    needs: ClassVar[str] = ""
    free: ClassVar[bool] = False

    def cost(self, state: State, seat: str) -> int:
        """Return how many of the two actions it takes."""
        return 1


class SideDeed(TurnDeed, frozen=True):
    """A deed done once a turn with each side, East and West (D1.4-D1.6); an ability may let it cost nothing."""

    side: SideId
    free = True

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return map(cls, SIDE.ids)

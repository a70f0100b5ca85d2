"""What every chapter declares with: the register of the steps, what a bank does, what an action is used for."""

from typing import ClassVar, Final

from adjudicator import Deed, Event, StepBook

from ..facts import BankId
from ..state import State

STEPS: Final = StepBook()
step = STEPS.step


class Done(Event, frozen=True, by="seat"):
    """Something that a bank does, or that happens to it in its turn."""

    seat: BankId


class TurnDeed(Deed[State], frozen=True):
    """One way to use an action (D1). `needs`: the ability that allows it; `free`: it may cost none of the two."""

    needs: ClassVar[str] = ""
    free: ClassVar[bool] = False

    def cost(self, state: State, seat: str) -> int:
        """How many of the two actions it takes."""
        return 1

"""What every chapter declares with: the register of the steps, what a bank does, actions of one word."""

from typing import Final

from adjudicator import Event, StepBook

from ..facts import BankId

STEPS: Final = StepBook()
step = STEPS.step


class Done(Event, frozen=True, by="seat"):
    """Something that a bank does, or that happens to it in its turn."""

    seat: BankId

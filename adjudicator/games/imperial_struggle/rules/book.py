"""The register of the steps: modules of rules write `@step("4.1.8")`, the game hands `STEPS` to the kernel.

Here stand, announced by their arguments, the steps that an earlier module names than the one that defines them.
"""

from adjudicator import StepBook

from ..components import EventNumber, SideIndex
from ..fact_events import Part

STEPS = StepBook()
step = STEPS.step


@STEPS.announce
def next_turn() -> None:
    """Go on to the next turn at the end of a war (4.0)."""


@STEPS.announce
def next_theatre() -> None:
    """Go on to the next theatre after the spoils of one (7.1)."""


@STEPS.announce
def use_tile(side: SideIndex) -> None:
    """Use the Investment tile that was chosen (5.1)."""


@STEPS.announce
def place_bonus_tile(side: SideIndex) -> None:
    """Place the Bonus War tile that was bought (5.6.1)."""


@STEPS.announce
def event_part(side: SideIndex, card: EventNumber, part: Part) -> None:
    """Ask for a part of an Event once more (5.2)."""

"""The register of the steps: modules of rules write `@step("4.1.8")`, the game hands `STEPS` to the kernel.

Here stand, announced by their arguments, the steps that an earlier module names than the one that defines them.
"""

from adjudicator import StepBook

from ..fact_events import Part

STEPS = StepBook()
step = STEPS.step


@STEPS.announce
def next_turn() -> None:
    """What a war ends with (4.0)."""


@STEPS.announce
def next_theatre() -> None:
    """What the spoils of a theatre end with (7.1)."""


@STEPS.announce
def use_tile(side: int) -> None:
    """What follows the choice of an Investment tile (5.1)."""


@STEPS.announce
def place_bonus_tile(side: int) -> None:
    """What follows the purchase of a Bonus War tile (5.6.1)."""


@STEPS.announce
def event_part(side: int, card: int, part: Part) -> None:
    """A part of an Event that is asked for once more (5.2)."""

"""The register of the steps."""

from typing import Final

from adjudicator import StepBook

STEPS: Final = StepBook()
step = STEPS.step

"""The book of steps, which the phases fill."""

from __future__ import annotations

from typing import Final

from adjudicator.kernel.steps import StepBook

STEPS: Final = StepBook()

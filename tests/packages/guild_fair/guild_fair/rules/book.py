"""Where every step of the rules stands."""

from adjudicator import StepBook

STEPS = StepBook()
step = STEPS.step

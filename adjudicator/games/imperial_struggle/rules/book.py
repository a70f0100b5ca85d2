"""The register of the steps: modules of rules write `@step("4.1.8")`, the game hands `STEPS` to the kernel."""

from adjudicator.kernel.steps import StepBook

STEPS = StepBook()
step = STEPS.step

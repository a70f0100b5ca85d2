"""How Imperial Struggle is tried at random: from crowded boards, and what should be reached."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final

from adjudicator.kernel.steps import Frames
from adjudicator.kernel.trials import Happened, Trials

from .coverage import coverage_points, reached
from .crowded import crowded
from .state import State


class StruggleTrials(Trials[State]):
    """Boards of every peace turn; every card, tile, row of spoils, advantage and ending."""

    def rich(self, rng: Random, options: Mapping[str, Any]) -> tuple[State, Frames]:
        return crowded(rng, options)

    def coverage_points(self) -> Sequence[str]:
        return coverage_points()

    def reached(self, happened: Happened[State]) -> Iterable[str]:
        return reached(happened)


TRIALS: Final = StruggleTrials()

"""Define what random play needs of the game: its matches are long, and nobody wins one by chance."""

from __future__ import annotations

from typing import Final

from adjudicator.kernel.trials import SimulationProfile

from .state import State


class Trials(SimulationProfile[State]):
    """Matches of twenty years."""

    weight = 4


TRIALS: Final = Trials()

"""Define what random play needs of the game: its matches are long, and nobody wins one by chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from adjudicator.components.load import DataFile
from adjudicator.kernel.trials import SimulationProfile

from .facts import DATA, POWER
from .state import State

READY: Final = "ready"
"""The last line of each mail of a demonstration; it is understood in every language."""


class Trials(SimulationProfile[State]):
    """Matches of twenty years; players of a demonstration begin with three that were written down."""

    weight = 4

    @cached_property
    def record(self) -> Mapping[str, Sequence[Sequence[str]]]:  # type: ignore[override]
        """What each power writes, mail by mail, with which it says that it is ready."""
        phases = DataFile(DATA / "correspondence.yaml").rows
        return {power: [[*phase[power], READY] for phase in phases.values() if power in phase] for power in POWER.ids}


TRIALS: Final = Trials()

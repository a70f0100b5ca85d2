"""Define what random play needs of the game: its matches are long, and nobody wins one by chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, Final

from adjudicator.components.load import DataFile
from adjudicator.kernel.steps import Frames
from adjudicator.kernel.trials import SimulationProfile

from .facts import AUTUMN, DATA, POWER
from .house_rules import house_rules
from .phases import adjusting, counting, moving, new_year, retreating
from .rules.geography import ARMY, FLEET, LAND, STANDARD
from .rules.resolution import Unit
from .state import FIRST_YEAR, State, initial_state

READY: Final = "ready"
"""The last line of each mail of a demonstration; it is understood in every language."""


class Trials(SimulationProfile[State]):
    """Matches of twenty years, and crowded ones that begin in an autumn, with units far from home.

    Players of a demonstration begin with three years that were written down.
    """

    weight = 4
    turns = 6

    @cached_property
    def record(self) -> Mapping[str, Sequence[Sequence[str]]]:  # type: ignore[override]
        """What each power writes, mail by mail, with which it says that it is ready."""
        phases = DataFile(DATA / "correspondence.yaml").rows
        return {power: [[*phase[power], READY] for phase in phases.values() if power in phase] for power in POWER.ids}

    def dense_start(
        self, rng: Random, seats: Sequence[str], options: Mapping[str, Any], content: Any
    ) -> tuple[State, Frames]:
        state = initial_state(house_rules(options))
        state.year, state.units, state.moved = FIRST_YEAR, {}, 1
        near = rng.choice(STANDARD.provinces)
        crowd = [near, *sorted(STANDARD.near(ARMY, near) | STANDARD.near(FLEET, near))]
        for at in dict.fromkeys([*crowd, *rng.sample(STANDARD.provinces, 8)]):
            fleet = STANDARD.is_water(at) or (STANDARD.place[at].kind != LAND and rng.random() < 0.5)
            place = rng.choice(STANDARD.coasts.get(at, (at,))) if fleet else at
            state.units[at] = Unit(rng.choice(POWER.ids), FLEET if fleet else ARMY, place)
        return state, [moving(AUTUMN), retreating(), counting(), adjusting(), new_year()]


TRIALS: Final = Trials()

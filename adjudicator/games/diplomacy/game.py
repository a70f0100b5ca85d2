"""Diplomacy for the kernel: what the other modules add up to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar

from adjudicator.kernel.game import Game
from adjudicator.kernel.steps import Frames

from .phases import STEPS, new_year
from .questions import MOVEMENT, RETREATS, WINTER
from .state import FORM, POWER, State, initial_state

WITHOUT = {6: ("italy",), 5: ("italy", "germany")}
"""The powers that nobody plays, by the number of players; fewer than five choose theirs freely."""


class Diplomacy(Game[State]):
    """Two to seven players on the standard map; powers that nobody plays hold, and disband by distance."""

    id = "diplomacy"
    titles: ClassVar[Mapping[str, str]] = {"en": "Diplomacy", "ru": "Дипломатия"}
    version = "1"
    seats = POWER.ids
    form = FORM
    steps = STEPS
    parts: ClassVar[Mapping[str, str]] = {"worth": "adjudicator.games.diplomacy.worth:worth"}
    actions = tuple(dict.fromkeys((*MOVEMENT.actions, *RETREATS.actions, *WINTER.actions)))

    def seatings(self, players: int) -> Sequence[tuple[str, ...]]:
        """Return the choices of powers for two to seven players."""
        if players in WITHOUT:
            return (tuple(power for power in POWER.ids if power not in WITHOUT[players]),)
        return tuple(combinations(POWER.ids, players)) if 2 <= players <= len(POWER.ids) else ()

    def start(self, seats: Sequence[str], options: Mapping[str, Any], content: Any) -> tuple[State, Frames]:
        return initial_state(), [new_year()]


GAME = Diplomacy()

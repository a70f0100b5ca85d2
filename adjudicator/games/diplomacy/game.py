"""Diplomacy for the kernel: what the other modules add up to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar

from adjudicator.kernel.actions import Action
from adjudicator.kernel.chapters import declared_classes
from adjudicator.kernel.game import Game
from adjudicator.kernel.steps import Frames
from adjudicator.kernel.written_orders import NotReady, Ready, Sheet

from . import events, questions
from .facts import POWER
from .house_rules import OPTIONS, house_rules
from .phases import new_year
from .rules.book import STEPS
from .state import FORM, State, initial_state

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
    chapters = (questions, events)
    actions = (*declared_classes(Action, questions), Ready, NotReady)
    written = tuple(action for action in actions if not issubclass(action, Sheet | Ready | NotReady))
    """The orders; their sheets, and who is ready, are written alike in every game."""
    options = OPTIONS
    parts: ClassVar[Mapping[str, str]] = {
        "names": "adjudicator.games.diplomacy.names:names",
        "phrases": "adjudicator.games.diplomacy.phrases:PHRASES",
        "worth": "adjudicator.games.diplomacy.worth:worth",
        "report": "adjudicator.games.diplomacy.words:REPORT",
        "board": "adjudicator.games.diplomacy.board:BOARD",
        "trials": "adjudicator.games.diplomacy.trials:TRIALS",
        "rules": "adjudicator.games.diplomacy.words:RULES",
    }

    def seatings(self, players: int) -> Sequence[tuple[str, ...]]:
        """Return the choices of powers for two to seven players."""
        if players in WITHOUT:
            return (tuple(power for power in POWER.ids if power not in WITHOUT[players]),)
        return tuple(combinations(POWER.ids, players)) if 2 <= players <= len(POWER.ids) else ()

    def in_play(self, state: State, seats: Sequence[str]) -> Sequence[str]:
        """Return the powers that have a unit or a centre: the others are eliminated."""
        alive = {unit.power for unit in state.units.values()} | {*state.owners.values()}
        alive |= {dislodged.unit.power for dislodged in state.dislodged.values()}
        return tuple(seat for seat in seats if seat in alive)

    def turns_done(self, state: State) -> int:
        """Return how many seasons are over: a report with the board comes behind each."""
        return state.moved

    def start(self, seats: Sequence[str], options: Mapping[str, Any], content: Any) -> tuple[State, Frames]:
        return initial_state(house_rules(options)), [new_year()]


GAME = Diplomacy()

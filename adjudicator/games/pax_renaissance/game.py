"""Pax Renaissance for the kernel: what the other modules add up to."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar, Final

from adjudicator.kernel.chapters import chapters
from adjudicator.kernel.game import Game
from adjudicator.kernel.position import Position
from adjudicator.kernel.steps import Frames

from . import rules
from .facts import BANK, DATA
from .house_rules import OPTIONS, house_rules
from .invariants import violations
from .rules.book import STEPS
from .rules.turns import acting, set_up
from .setup import initial_state
from .state import FORM, State

CHAPTERS: Final = tuple(chapters(rules))
"""The modules of the rules."""


class PaxRenaissance(Game[State]):
    """Two to four banks, from the set-up to the victory."""

    id = "pax-renaissance"
    titles: ClassVar[Mapping[str, str]] = {"en": "Pax Renaissance", "ru": "Pax Renaissance"}
    version = "1"
    seats = BANK.ids
    form = FORM
    chapters = CHAPTERS
    steps = STEPS
    fact_files = tuple(DATA / f"{name}.yaml" for name in ("cards", "map"))
    options = OPTIONS
    open_draws = frozenset(("market", "first"))
    parts: ClassVar[Mapping[str, str]] = {
        "names": "adjudicator.games.pax_renaissance.names:names",
        "phrases": "adjudicator.games.pax_renaissance.phrases:PHRASES",
        "report": "adjudicator.games.pax_renaissance.words:REPORT",
        "board": "adjudicator.games.pax_renaissance.board:board()",
        "conditions": "adjudicator.games.pax_renaissance.conditions:CONDITIONS",
        "rules": "adjudicator.games.pax_renaissance.words:RULEBOOK",
        "trials": "adjudicator.games.pax_renaissance.trials:TRIALS",
        "worth": "adjudicator.games.pax_renaissance.worth:worth",
    }

    def seatings(self, players: int) -> Sequence[tuple[str, ...]]:
        """Return every choice of two, three or four banks (C2)."""
        return tuple(combinations(BANK.ids, players)) if players >= 2 else ()

    def start(self, seats: Sequence[str], options: Mapping[str, Any], content: Any) -> tuple[State, Frames]:
        return initial_state(seats, house_rules(options)), [set_up()]

    def turns_done(self, state: State) -> int:
        """Return the number of rounds in which every seat has had a turn.

        The cursor says whose turn it is.
        """
        return state.rounds

    def own_round(self, position: Position[State, Any]) -> int | None:
        """Return the number of the turn under way, or None outside a turn (D1)."""
        return position.state.turns if position.is_within(acting.name) else None

    def invariants(self, state: State) -> list[str]:
        return [*super().invariants(state), *violations(state)]


GAME: Final = PaxRenaissance()

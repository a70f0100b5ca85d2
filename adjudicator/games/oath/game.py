"""Oath for the kernel: what the other modules add up to."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from adjudicator.kernel.actions import Action
from adjudicator.kernel.chapters import chapters
from adjudicator.kernel.game import Finished, Game, Sequel
from adjudicator.kernel.position import Position
from adjudicator.kernel.steps import Frames

from . import cards, rules
from .facts import CHANCELLOR, DATA, NONE, PLAYER
from .house_rules import OPTIONS, house_rules
from .rules import table
from .rules.book import STEPS
from .rules.showing import ShowAdviser, ShowAnswers, showing
from .rules.turns import acting, set_up, turn_ends, waking
from .setup import begun, box_of, initial_state
from .state import FORM, State

CHAPTERS: Final = (*chapters(rules), *chapters(cards))
"""The modules of the rules, and those of the cards."""


class Oath(Game[State]):
    """Three to six players, from the set-up to the victory, and the chronicle after it."""

    id = "oath"
    titles: ClassVar[Mapping[str, str]] = {"en": "Oath", "ru": "Обет"}
    version = "2"
    seats = PLAYER.ids
    form = FORM
    chapters = CHAPTERS
    steps = STEPS
    fact_files = tuple(DATA / f"{name}.yaml" for name in ("cards", "sites"))
    options = OPTIONS
    open_draws = frozenset(("order",))
    parts: ClassVar[Mapping[str, str]] = {
        "names": "adjudicator.games.oath.names:names",
        "phrases": "adjudicator.games.oath.phrases:PHRASES",
        "report": "adjudicator.games.oath.words:REPORT",
        "board": "adjudicator.games.oath.board:board()",
        "conditions": "adjudicator.games.oath.conditions:CONDITIONS",
        "rules": "adjudicator.games.oath.words:RULEBOOK",
        "trials": "adjudicator.games.oath.trials.crowded:TRIALS",
        "worth": "adjudicator.games.oath.worth:worth",
    }

    def seatings(self, players: int) -> Sequence[tuple[str, ...]]:
        """Return every choice of three to six players, the chancellor always."""
        others = [player for player in PLAYER.ids if player != CHANCELLOR]
        return (
            tuple((CHANCELLOR, *combination) for combination in combinations(others, players - 1))
            if players >= 3
            else ()
        )

    def start(self, seats: Sequence[str], options: Mapping[str, Any], content: Any) -> tuple[State, Frames]:
        return initial_state(seats, house_rules(options)), [set_up()]

    def sequel(self, match: Finished) -> Sequel | None:
        """Return the next match of the chronicle (8): the winner is chancellor, the others choose boards (1.7, 1.9).

        Whoever says nothing keeps the board; who was chancellor gets that of the winner.
        """
        if match.result is None or match.state.next_oath == NONE:
            return None
        (winner,) = match.result.winners
        after = match.state.order.index(winner)
        order = (*match.state.order[after:], *match.state.order[:after])
        return Sequel(seats={each: each for each in order} | {CHANCELLOR: winner, winner: CHANCELLOR}, order=order)

    def carried(self, match: Finished, sequel: Sequel) -> Sequel:
        """Return the sequel with the world as the chronicle left it."""
        there = {*sequel.seats.values(), *sequel.open}
        seats = [player for player in PLAYER.ids if player in there]
        box = box_of(match.state)
        *earlier, last = box.annals
        box.annals = [*earlier, replace(last, heirs=dict(sequel.seats))]
        state = begun(seats, house_rules(match.header.options), box)
        return replace(sequel, document=self.document_of(state, [set_up()]))

    def invariants(self, state: State) -> list[str]:
        """Return what is wrong with the number of pieces, warbands too (9.3)."""
        over = (board for board in state.boards if table.bank_of(state, board) < 0)
        return [*super().invariants(state), *(f"boards.{each}: more warbands than there are" for each in over)]

    def anytime(self, state: State, seat: str) -> ShowAnswers:
        return ShowAnswers()

    def perform(self, state: State, seats: Sequence[str], action: Action) -> Frames:
        assert isinstance(action, ShowAdviser)
        return [showing(seats[0], action.number, action.player)]

    def turns_done(self, state: State) -> int:
        """Return the number of rounds that are over."""
        return state.round - 1

    def own_round(self, position: Position[State, Any]) -> int | None:
        """Return the number of the turn under way, from its wake to its rest phase, or None outside a turn (4.0)."""
        return position.state.turns if position.is_within(waking.name, acting.name, turn_ends.name) else None


GAME: Final = Oath()

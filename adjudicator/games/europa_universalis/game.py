"""Europa Universalis: The Price of Power for the kernel: what the other modules add up to."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar, Final

from adjudicator.components.own_ids import words_in, words_of
from adjudicator.kernel.actions import Action
from adjudicator.kernel.chapters import chapters
from adjudicator.kernel.decisions import Answers
from adjudicator.kernel.game import Game
from adjudicator.kernel.position import Occasion, Position
from adjudicator.kernel.steps import Frames

from . import rules
from .content import Content, default
from .facts import AREA, DATA, SEAT, ZONE
from .hidden import disguised
from .house_rules import OPTIONS, house_rules
from .pack_checks import pack_problems
from .possible import impossible
from .printed import ROOMS, Printed
from .rules.acting import acting, turn_ends
from .rules.book import STEPS
from .rules.leaving import Forsake, ForsakeAnswers, player_leaves
from .rules.rounds import set_up
from .scenario import COUNTS
from .setup import initial_state
from .state import FORM, State

CHAPTERS: Final = tuple(chapters(rules))
"""The modules of the rules."""


@cache
def _reserved() -> frozenset[str]:
    """Return the words that no pack may use as ids: they mean something in packs or in documents."""
    return words_of(Content) | words_in(GAME.document_schema())


CONTENT: Final = Printed(Content, default, pack_problems, ROOMS, _reserved)


class EuropaUniversalis(Game[State]):
    """Two to six realms of Western Europe, from 1444 on."""

    id = "europa-universalis"
    titles: ClassVar[Mapping[str, str]] = {
        "en": "Europa Universalis: The Price of Power",
        "ru": "Европа Универсалис: Цена власти",
    }
    version = "12"
    seats = SEAT.ids
    form = FORM
    chapters = CHAPTERS
    steps = STEPS
    fact_files = tuple(DATA / f"{name}.yaml" for name in ("slots", "western_europe", "western_europe_1444", "world"))
    options = OPTIONS
    days_by_option: ClassVar[Mapping[str, Mapping[Any, int]]] = {"last_age": {4: 210, 1: 50, 2: 105, 3: 160}}
    content_form = CONTENT
    parts: ClassVar[Mapping[str, str]] = {
        "names": "adjudicator.games.europa_universalis.names:everything",
        "rules": "adjudicator.games.europa_universalis.rulebook:RULEBOOK",
        "phrases": "adjudicator.games.europa_universalis.phrases:PHRASES",
        "report": "adjudicator.games.europa_universalis.words:REPORT",
        "board": "adjudicator.games.europa_universalis.board:board()",
        "conditions": "adjudicator.games.europa_universalis.depending:CONDITIONS",
        "trials": "adjudicator.games.europa_universalis.trials.watched:TRIALS",
        "worth": "adjudicator.games.europa_universalis.worth:worth",
    }
    phases = ("draw", "actions", "peace", "income", "cleanup")
    occasions = ("battle",)

    def seatings(self, players: int) -> Sequence[tuple[str, ...]]:
        """Return the realms of the scenario for this number of players."""
        count = COUNTS.get(players)
        return () if count is None else (tuple(seat for seat in SEAT.ids if seat in count.realms),)

    def start(self, seats: Sequence[str], options: Mapping[str, Any], content: Content) -> tuple[State, Frames]:
        return initial_state(seats, house_rules(options), content), [set_up()]

    def turns_done(self, state: State) -> int:
        """Return the number of completed rounds."""
        return state.rounds

    def own_round(self, position: Position[State, Any]) -> int | None:
        """Return the number of the turn under way, or None outside the turns of an action phase (R3.20)."""
        return position.state.turns if position.is_within(acting.name, turn_ends.name) else None

    def occasion(self, state: State) -> Occasion | None:
        """Return the battle under way, with the seats that fight in it (R9.40)."""
        if not state.battles:
            return None
        battle = state.battles[-1]
        place = AREA.id_or_none(battle.area) or ZONE.id_or_none(battle.zone) or ""
        return Occasion("battle", place, (*battle.attackers.seats, *battle.defenders.seats))

    def referee(self, state: State) -> Answers[State]:
        """Return the answers of the moderator: a player who leaves is not replaced (R13.30)."""
        return ForsakeAnswers()

    def perform(self, state: State, by: tuple[str, ...], action: Action) -> Frames:
        assert isinstance(action, Forsake)
        return [player_leaves(action.seat)]

    def invariants(self, state: State) -> list[str]:
        """Return what is wrong with the number of pieces, and what no rule can bring about."""
        return [*super().invariants(state), *impossible(state)]

    def resample_hidden(self, state: State, seats: Iterable[str], rng: Random) -> State:
        """Return a copy in which cards and missions that these seats do not see are dealt again."""
        return disguised(state, seats, rng, self.content)


GAME: Final = EuropaUniversalis()

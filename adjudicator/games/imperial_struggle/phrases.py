"""Define how a player writes the actions of Imperial Struggle.

The verbs and arguments stand in ``data/orders.yaml`` in English and Russian; further languages have them in the
catalogue. The names of things stand in ``data/names.<language>.yaml``.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import Struct

from adjudicator.language import language
from adjudicator.orders import NameBook, Phrasebook, interruption, phase
from adjudicator.orders.vocabulary.orderfile import read_orders
from adjudicator.orders.vocabulary.phrases import in_languages
from adjudicator.orders.vocabulary.synonyms import read_synonyms

from .fact_types import DATA
from .game import GAME
from .names import names
from .state import State, war_of
from .words.things import absent, things

ORDERS: Final = read_orders(DATA / "orders.yaml", GAME.actions)
"""How every action is written."""

INTERRUPTIONS: Final = (
    interruption("answer_conquest", en="conquest | conquests", ru="завоевание | завоевания"),
    interruption(
        "resolve_tile_effect", en="tile symbols | tile symbol | symbols", ru="символы тайлов | символы | символ"
    ),
    interruption("give_up_squadron", en="lost squadron | squadron", ru="потеря эскадры | эскадра"),
    interruption("choose_for_event", en="event choice | event | events", ru="выбор по событию | событие | события"),
)
"""The questions that come in somebody else's turn, as standing orders call them."""

PHASES: Final = (
    phase("deal", en="deal cards | deal", ru="набора карт | раздачи"),
    phase("ministry", en="ministry", ru="министерств | министерства"),
    phase("initiative", en="initiative", ru="инициативы"),
    phase("action", en="action | actions", ru="действий"),
    phase("scoring", en="scoring", ru="подсчёта очков | подсчёта"),
    phase("war", en="war", ru="войны"),
)
"""The phases of a turn, as they stand behind `until`."""


class Words(Phrasebook):
    """The words of the game while theatres are those of one war; without one they have numbers."""

    def __init__(self, war: str) -> None:
        spoken = [names(code) for code in names.languages]
        super().__init__(
            NameBook(
                [thing for each in spoken for thing in things(each, war)],
                [name for each in spoken for name in absent(each, war)],
                place="war",
            ),
            in_languages(ORDERS, [names.in_game(language(code)) for code in names.languages]),
            INTERRUPTIONS,
            PHASES,
            read_synonyms(DATA / "synonyms.yaml"),
        )

    def at(self, state: Struct) -> Phrasebook:
        """Return the words in a position: a theatre has only its name in the war that is fought or comes next."""
        assert isinstance(state, State)
        return _in_war(war_of(state)) if war_of(state) else self


_in_war = cache(Words)
PHRASES = Words("")

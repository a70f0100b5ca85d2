"""Define how a player writes the actions of Imperial Struggle.

The verbs and arguments stand in ``data/orders.yaml`` in English and Russian, what standing orders name in
``data/standing.yaml``; further languages have them in the catalogue. The names of things stand in
``data/names.<language>.yaml``.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import Struct

from adjudicator.language import language
from adjudicator.orders import NameBook, Phrasebook
from adjudicator.orders.vocabulary.orderfile import read_orders, read_standing
from adjudicator.orders.vocabulary.phrases import in_languages
from adjudicator.orders.vocabulary.synonyms import read_synonyms

from .fact_types import DATA
from .game import GAME
from .names import names
from .state import State, war_of
from .words.terms import absent, things

ORDERS: Final = read_orders(DATA / "orders.yaml", GAME.actions)
"""How every action is written."""


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
            *read_standing(DATA / "standing.yaml"),
            synonyms=read_synonyms(DATA / "synonyms.yaml"),
        )

    def at(self, state: Struct) -> Phrasebook:
        """Return the words in a position: a theatre has only its name in the war that is fought or comes next."""
        assert isinstance(state, State)
        return _in_war(war_of(state)) if war_of(state) else self


_in_war = cache(Words)
PHRASES = Words("")

"""How a player writes the actions of Imperial Struggle.

The verbs and arguments stand in :mod:`.spoken`, chapter by chapter, in English and Russian; further languages have them
in the catalogue. The names of things stand in ``data/names.<language>.yaml``.
"""

from __future__ import annotations

from adjudicator.language import language
from adjudicator.orders import NameBook, Phrase, Phrasebook
from adjudicator.orders.phrases import translated

from .catalogue import in_game
from .names import languages, names
from .spoken.cards import cards, choices
from .spoken.rounds import military, rounds, shifts
from .spoken.things import things
from .spoken.wars import wars


def _in_all_languages(phrase: Phrase) -> Phrase:
    for code in languages():
        phrase = translated(phrase, in_game(language(code)))
    return phrase


PHRASES = Phrasebook(
    NameBook([thing for code in languages() for thing in things(names(code))]),
    map(_in_all_languages, [*rounds(), *shifts(), *military(), *cards(), *choices(), *wars()]),
)

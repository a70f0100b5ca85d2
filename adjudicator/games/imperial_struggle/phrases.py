"""How a player writes the actions of Imperial Struggle, in English and Russian.

The verbs and arguments stand in :mod:`.spoken`, chapter by chapter. The names of things stand in
``data/names.<language>.yaml``; in its section ``orders`` a further language gives its own verbs and keywords.
"""

from __future__ import annotations

from adjudicator.orders import NameBook, Phrase, Phrasebook
from adjudicator.orders.phrases import translated

from .names import languages, names
from .spoken.cards import cards, choices
from .spoken.rounds import military, rounds, shifts
from .spoken.things import own_words, things
from .spoken.wars import wars


def _in_all_languages(phrase: Phrase) -> Phrase:
    """The phrase with the words of languages that are not written here; their file of names may hold them."""
    for code in languages():
        phrase = translated(phrase, code, own_words(names(code)))
    return phrase


PHRASES = Phrasebook(
    NameBook([thing for code in languages() for thing in things(names(code))]),
    map(_in_all_languages, [*rounds(), *shifts(), *military(), *cards(), *choices(), *wars()]),
)

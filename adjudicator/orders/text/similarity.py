"""Measure how alike two words are: the one function that every reader of orders asks."""

from __future__ import annotations

from functools import lru_cache

from rapidfuzz.distance import OSA, Prefix

from adjudicator.components.russian import lemmas
from adjudicator.orders.text import phonetic_keys
from adjudicator.orders.text.common import common_words

EXACT, INFLECTED, SHORTENED, SOUNDING, MISSPELT = 1.0, 0.95, 0.85, 0.75, 0.7
"""The word itself; another form of it; its beginning; the same sounds in another alphabet; a slip of the finger."""
_LEAST_SHORTENED, _LEAST_SWAPPED, _LEAST_MISSPELT, _LEAST_SOUNDING, _LEAST_STEM, _LONG = 3, 4, 5, 5, 5, 8
"""Letters that a word must have to be recognised so; a word of `_LONG` letters may have two slips."""
_ENDINGS = ("ings", "ing", "ers", "ed", "es", "er", "s", "d")


@lru_cache(maxsize=65536)
def similarity(word: str, own: str) -> float:
    """Return how alike a folded word is to a known one, from 0 (not at all) to 1 (the same).

    >>> similarity("savoy", "savoy"), similarity("флаги", "флаг"), similarity("flagging", "flag")
    (1.0, 0.95, 0.95)
    >>> similarity("sav", "savoy"), similarity("savoi", "savoy"), similarity("charming", "claiming")
    (0.85, 0.75, 0.0)
    """
    if word == own:
        return EXACT
    if any(map(str.isdigit, word)) or any(map(str.isdigit, own)):
        return 0.0
    if not forms(word).isdisjoint(forms(own)):
        return INFLECTED
    if len(word) >= _LEAST_SHORTENED and own.startswith(word):
        return SHORTENED
    if min(len(word), len(own)) >= _LEAST_SOUNDING and phonetic_keys.key(word) == phonetic_keys.key(own):
        return SOUNDING
    if len(word) == len(own) >= _LEAST_SWAPPED and sorted(word) == sorted(own) and OSA.distance(word, own) == 1:
        return MISSPELT
    if min(len(word), len(own)) < _LEAST_MISSPELT or word[0] != own[0]:
        return 0.0
    most = 2 if min(len(word), len(own)) > _LONG else 1
    if OSA.distance(word, own, score_cutoff=most) <= most:
        return MISSPELT
    same = Prefix.similarity(word, own)
    return MISSPELT if same >= _LEAST_STEM and 3 * same >= 2 * min(len(word), len(own)) else 0.0


@lru_cache(maxsize=65536)
def forms(word: str) -> frozenset[str]:
    """Return the dictionary forms of a folded word: Russian by the dictionary, English without its endings.

    A Russian verb in one aspect has those of the other, too: `обращаю`, `обратить`.
    """
    if not word.isascii():
        if len(word) <= 2:
            return frozenset((word,))
        lexemes, aspects = lemmas(word), common_words().aspects
        return lexemes | {aspects[form] for form in lexemes & aspects.keys()}
    if len(word) < _LEAST_SHORTENED + 1:
        return frozenset((word,))
    found = {word}
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _LEAST_SHORTENED:
            found |= {stem, stem + "e"}
            if stem[-1] == stem[-2]:
                found.add(stem[:-1])
            if stem[-1] == "i":
                found.add(stem[:-1] + "y")
    return frozenset(found)

"""Lines as their writers meant to type them: words that were run together, and words of another alphabet.

`flagsavoy` is `flag savoy`, and in a mail of somebody who reads Russian `flag na niagaru` is «флаг на Ниагару».
Only what every letter of a word bears out is written again; words that are known as they stand are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property, lru_cache

from rapidfuzz.distance import OSA

from adjudicator.orders.text import Word, clean, phonetic_keys, tokenize
from adjudicator.orders.text.common import common_words
from adjudicator.orders.text.grouping import grouped
from adjudicator.orders.text.keyboards import retyped

_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_LATIN = re.compile(r"[a-z]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_ENDING = re.compile(r"(?:[aeiou]+[hm]?|[aeiou]?[aeiou]go|ov|ami)$")
"""How Russian words of one stem may end, in the letters of `phonetic_keys.key`."""
_OTHERWISE = (("c", "ts"), ("x", "h"), ("j", "zh"))
"""What a Latin letter may stand for besides its own sound: `konec`, `xod`."""
_ADDED = re.compile(r"\s\+\s(?=[^\W\d_]{3})")
"""A plus that adds an order to another one: `Savoy + Sweden`."""
_LONGEST_LINE = 120
"""Letters of a line that is an order, and no letter."""
_LEAST, _LEAST_STEM, _LONGEST = 3, 4, 40
"""Letters of a word that stands in a longer one, of a stem, and of a word that is taken apart."""


class Respelling:
    """Respells the lines of those who read one language."""

    def __init__(self, orders: Collection[str], around: Collection[str], own: Iterable[str]) -> None:
        """Prepare a respelling for one language.

        `orders` are the folded words of orders and names, in all languages, `around` what may be written around them,
        `own` verbs of the reader's language.
        """
        self._orders = frozenset(orders)
        self._known = self._orders.union(around)
        self._own = own

    def respelt(self, line: str) -> str:
        """Return the line with its words as they were meant, or the same line if nothing is to be changed."""
        plain = _ADDED.sub(", ", clean(line))
        given = tokenize(plain)
        if all(word.folded in self._known for word in given):
            return plain
        parted = {word: self._parted(word) for word in given}
        told = self._in_own_letters(given) if self._is_cyrillic else {}
        parts, end = [], 0
        for word in given:
            start = word.column - 1
            parts += [plain[end:start], told.get(word.folded) or parted[word] or word.typed]
            end = start + len(word.typed)
        return "".join((*parts, plain[end:]))

    def retyped(self, line: str) -> str:
        """Return the line as it reads on the reader's keyboard, if it was typed on the other one."""
        if line.isascii() is not self._is_cyrillic or len(line) > _LONGEST_LINE:
            return line
        return retyped(line, self._known.__contains__, cyrillic=self._is_cyrillic)

    # words run together -----------------------------------------------------------------------------

    def _parted(self, word: Word) -> str:
        """Split `flagsavoy` into `flag savoy`; "" for a known word, or one without exactly one way to split it."""
        folded = word.folded
        if folded in self._known or not 2 * _LEAST <= len(folded) <= _LONGEST or not _LETTERS.fullmatch(folded):
            return ""
        return _in_words(folded, self._pieces)

    @cached_property
    def _pieces(self) -> frozenset[str]:
        return frozenset(word for word in self._orders if len(word) >= _LEAST and _LETTERS.fullmatch(word))

    # another alphabet -------------------------------------------------------------------------------

    @cached_property
    def _is_cyrillic(self) -> bool:
        return any(map(_CYRILLIC.search, self._own))

    def _in_own_letters(self, given: Iterable[Word]) -> Mapping[str, str]:
        """Return Latin words as they are written in Cyrillic letters. Empty unless one of them is known only so."""
        latin = [word.folded for word in given if _LATIN.fullmatch(word.folded)]
        strange = [word for word in latin if word not in self._known and len(word) >= _LEAST]
        if not any(map(self._in_cyrillic, strange)):
            return {}
        return {word: told for word in latin if (told := self._in_cyrillic(word, exactly=word in self._known))}

    def _in_cyrillic(self, word: str, *, exactly: bool = False) -> str:
        """Return the known word that is spelt like this in Latin letters, else one with the same stem, else ""."""
        spelt = dict.fromkeys((word, *(word.replace(*each) for each in _OTHERWISE)))
        found = next((own for each in spelt if (own := self._by_sound.get(phonetic_keys.key(each)))), None)
        if found is None and not exactly:
            found = next((own for each in spelt if (own := self._by_stem.get(_stem(phonetic_keys.key(each))))), None)
        return min(found, key=lambda own: (OSA.distance(phonetic_keys.plain(own), word), own)) if found else ""

    @cached_property
    def _by_sound(self) -> Mapping[str, list[str]]:
        return phonetic_keys.by_sound([word for word in self._known if _CYRILLIC.search(word)])

    @cached_property
    def _by_stem(self) -> Mapping[str, list[str]]:
        stems = ((_stem(key), word) for key, own in self._by_sound.items() for word in own)
        return grouped((stem, word) for stem, word in stems if len(stem) >= _LEAST_STEM)


def _stem(key: str) -> str:
    return _ENDING.sub("", key)


@lru_cache(maxsize=2048)
def _in_words(letters: str, pieces: frozenset[str]) -> str:
    """Split letters into the fewest words; "" for no way, or several. Short words neither begin nor end them."""
    between = common_words().prepositions | common_words().with_too
    best: list[list[tuple[str, ...]]] = [[] for _ in range(len(letters) + 1)]
    best[0] = [()]
    for end in range(1, len(letters) + 1):
        ways: list[tuple[str, ...]] = []
        for start in range(end):
            piece = letters[start:end]
            if best[start] and (piece in pieces or (start and end < len(letters) and piece in between)):
                ways += [(*way, piece) for way in best[start] if not (way and {piece, way[-1]} <= between)]
        least = min(map(len, ways), default=0)
        best[end] = [way for way in ways if len(way) == least][:2]
    return " ".join(best[-1][0]) if len(best[-1]) == 1 else ""

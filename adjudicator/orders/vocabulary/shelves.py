"""Names of one kind, and how a player may shorten, inflect or misspell them.

A name is found when the whole of it was typed, or when what was typed begins its words and the words of
nothing else (`nor col` for Northern Colonies), or, in Russian, when it is the same word in another case.
A near miss is never taken: it is offered.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from sys import intern
from typing import Final, NamedTuple

from msgspec import Struct
from rapidfuzz import process
from rapidfuzz.distance import OSA

from adjudicator.components.russian import lemmas
from adjudicator.components.short_names import canonical, twins
from adjudicator.orders.text import LOST, normalize_word, other_alphabet, phonetic_keys, tokenize
from adjudicator.orders.text.common import common_words
from adjudicator.orders.text.grouping import grouped

Id = str | int
"""What an action's field holds for a named thing."""

_Find = Callable[[tuple[str, ...], str], tuple[Id, ...]]
_MEMO_LIMIT: Final = 4096
"""What is kept of strangers' words, which must not fill the memory."""
_NEAR = 2
_LEAST_SLIP = 2
_LEAST_HEARD = 4
"""Letters of a word that may be misspelt: from a single one anything is a slip away."""
_OFFERED = 3


class Name(Struct, frozen=True):
    """The name of one thing in one language: `text` is printed, `aliases` are understood as well.

    `cases` are forms that stand after some words (`genitive`: `снять флаг с Савойи`), printed and understood.
    `short` is its short name, where it has one: typed whole, on either keyboard, never abridged. `people` are those of
    the aliases that mean who lives there: they act, in what somebody tells.
    """

    kind: str
    id: Id
    language: str
    text: str
    aliases: tuple[str, ...] = ()
    cases: tuple[tuple[str, str], ...] = ()
    short: str = ""
    people: tuple[str, ...] = ()


_AND = {"en": "and", "ru": "и"}
"""How `&` is said in a name."""


class Hit(NamedTuple):
    """The result of looking words up: one id is found, several are a question to the player, none is unknown."""

    ids: tuple[Id, ...]
    length: int  # how many words were used


NOTHING = Hit((), 0)
_HEARD: Final = 1.0
"""How far a name is from words that only sound like it: as one slip of the finger."""


class _Entry(NamedTuple):
    id: Id
    language: str
    words: tuple[str, ...]


class NameIndex:
    """All names of one kind, in all languages.

    A shortened name must have at least `least` letters, and with `from_start` begin with the first word of the name.
    """

    def __init__(self, names: Iterable[Name], *, least: int = 2, from_start: bool = False) -> None:
        self._least = least
        self._from_start = from_start
        self._entries: list[_Entry] = []
        self._exact: dict[str, tuple[int, ...]] = {}
        self._with_word: dict[str, list[int]] = {}
        for name in names:
            for text in (name.text, *name.aliases, *(form for _, form in name.cases)):
                for spelt in _spellings(text, name.language):
                    self._add(_Entry(name.id, name.language, tuple(intern(word.folded) for word in tokenize(spelt))))
            self._add_short(name)
        self._vocabulary = sorted(self._with_word)
        self._whole = [key for key in self._exact if not canonical(key)]
        self.longest = max((len(entry.words) for entry in self._entries), default=0)
        self.find: _Find = lru_cache(maxsize=_MEMO_LIMIT)(self._find)
        """Return ids that exactly these words mean, whole or shortened. A language decides between languages."""
        self.inflected: _Find = lru_cache(maxsize=_MEMO_LIMIT)(self._by_lemma)
        """Return ids whose Russian name is these words in another case or number."""

    def _add(self, entry: _Entry) -> None:
        if not entry.words:
            raise ValueError(f"a name without a word: {entry.id!r}")
        number = len(self._entries)
        self._entries.append(entry)
        for key in {" ".join(entry.words), "".join(entry.words)}:
            self._exact[key] = (*self._exact.get(key, ()), number)
        for word in entry.words:
            self._with_word.setdefault(word, []).append(number)

    def _add_short(self, name: Name) -> None:
        """Add a short name, which is found only as it is written: nothing is near it, and it shortens nothing."""
        for spelt in twins(name.short) if name.short else ():
            self._entries.append(_Entry(name.id, name.language, (normalize_word(spelt),)))
            self._exact[normalize_word(spelt)] = (*self._exact.get(normalize_word(spelt), ()), len(self._entries) - 1)

    def _find(self, typed: tuple[str, ...], language: str) -> tuple[Id, ...]:
        exact = self._exact.get(" ".join(typed))
        if exact is not None:
            return self._ids(exact, language)
        if sum(map(len, typed)) < self._least:
            return ()
        fitting = [number for number in self._containing(typed) if self._fits(typed, self._entries[number].words)]
        for closest in (_whole_words, _from_the_start):
            close = [number for number in fitting if closest(typed, self._entries[number].words)]
            if close:
                return self._ids(close, language)
        return self._ids(fitting, language)

    def _fits(self, typed: tuple[str, ...], own: tuple[str, ...]) -> bool:
        denied = common_words().negations.intersection(own)  # `мира не просить` without it is its opposite
        return denied <= {*typed} and _in_order(typed, own) and (not self._from_start or _begins(typed[0], own[0]))

    def _containing(self, typed: tuple[str, ...]) -> list[int]:
        """Return names in which every typed word begins some word."""
        result: set[int] | None = None
        for word in typed:
            having: set[int] = set()
            for whole in self._beginning_with(word):
                having.update(self._with_word[whole])
            result = having if result is None else result & having
            if not result:
                return []
        return sorted(result or ())

    def _beginning_with(self, word: str) -> list[str]:
        if word.isdecimal() or word in common_words().negations:
            return [word] if word in self._with_word else []
        found = []
        for place in range(bisect_left(self._vocabulary, word), len(self._vocabulary)):
            if not self._vocabulary[place].startswith(word):
                break
            found.append(self._vocabulary[place])
        return found

    def _ids(self, numbers: Sequence[int], language: str) -> tuple[Id, ...]:
        ids = tuple(dict.fromkeys(self._entries[number].id for number in numbers))
        if len(ids) < 2:
            return ids
        own = tuple(
            dict.fromkeys(self._entries[number].id for number in numbers if self._entries[number].language == language)
        )
        return own or ids

    def is_whole(self, typed: Sequence[str]) -> bool:
        """Return whether these words are a whole name, not a shortened one."""
        return " ".join(typed) in self._exact

    def called(self, typed: tuple[str, ...], language: str) -> tuple[Id, ...]:
        """Return ids whose whole name is exactly these words. The name may be as written or in a regular form."""
        if len(typed) > self.longest:
            return ()
        return self.find(typed, language) if self.is_whole(typed) else self.inflected(typed, language)

    def has_beginning(self, typed: str) -> bool:
        """Return whether a name of one word begins with this one, or is it."""
        return any(key.startswith(typed) for key in self._whole if " " not in key)

    def _by_lemma(self, typed: tuple[str, ...], language: str) -> tuple[Id, ...]:
        if not typed:
            return ()
        first, *rest = map(lemmas, typed)
        begun = {number for lemma in first for number in self._by_first_lemma.get((len(typed), lemma), ())}
        numbers = [
            number
            for number in sorted(begun)
            if all(lemmas(own) & one for own, one in zip(self._entries[number].words[1:], rest, strict=True))
        ]
        return self._ids(numbers, language)

    @cached_property
    def _by_first_lemma(self) -> dict[tuple[int, str], list[int]]:
        """The names of so many words by the dictionary forms of their first one."""
        numbered = enumerate(entry.words for entry in self._entries)
        return grouped(((len(words), lemma), number) for number, words in numbered for lemma in lemmas(words[0]))

    def read(self, typed: Sequence[str], language: str) -> Hit:
        """Return the longest name at the beginning of these words."""
        most = min(self.longest, len(typed))
        for length in range(most, 0, -1):
            ids = self.find(tuple(typed[:length]), language)
            if ids:
                return Hit(ids, length)
        return NOTHING

    def read_inflected(self, typed: Sequence[str], language: str) -> Hit:
        """Read as `read` does, for Russian word forms and words in the look-alike letters of the other alphabet."""
        most = min(self.longest, len(typed))
        for length in range(most, 0, -1):
            ids = self.inflected(tuple(typed[:length]), language)
            if ids:
                return Hit(ids, length)
        twin = other_alphabet(typed[0]) if typed else None
        return self.read((twin, *typed[1:]), language) if twin else NOTHING

    def near(self, typed: Sequence[str], language: str) -> tuple[Id, ...]:
        """Return up to three ids with names nearly these words. The player chooses from them."""
        ranked: list[tuple[float, int]] = []
        for length in range(min(self.longest, len(typed)), 0, -1):
            ranked += self._slips(" ".join(typed[:length]))
            ranked += self._damaged(" ".join(typed[:length]))
        if not ranked and typed and len(typed[0]) >= 3:
            start = typed[0][:3]
            ranked = [(9, n) for n, entry in enumerate(self._entries) if entry.words[0].startswith(start)]
        ranked.sort(key=lambda pair: (pair[0], self._entries[pair[1]].language != language, pair[1]))
        return tuple(dict.fromkeys(self._entries[number].id for _, number in ranked))[:_OFFERED]

    def slips(self, typed: Sequence[str]) -> list[tuple[float, Id]]:
        """Return what these words together may misspell, a name or a word of one, with the distance."""
        return [(distance, self._entries[number].id) for distance, number in self._slips(" ".join(typed))]

    def _damaged(self, typed: str) -> list[tuple[float, int]]:
        """Return names that fit words which lost letters on the way."""
        if LOST not in typed:
            return []
        like = re.compile(r"\w{1,2}".join(map(re.escape, re.split(r"\?+", typed))))
        return [(0, n) for n, entry in enumerate(self._entries) if like.match(" ".join(entry.words))]

    def _slips(self, typed: str) -> list[tuple[float, int]]:
        if len(typed) < _LEAST_SLIP or typed.isdecimal():
            return []
        most = _NEAR if len(typed) > 4 else 1
        found: list[tuple[float, int]] = []
        for key, distance, _ in process.extract(typed, self._whole, scorer=OSA.distance, score_cutoff=most, limit=8):
            found += [(distance, number) for number in self._exact[key]]
        for word, distance, _ in process.extract(
            typed, self._vocabulary, scorer=OSA.distance, score_cutoff=most, limit=8
        ):
            found += [(distance + 0.5, number) for number in self._with_word[word]]
        return found or [(_HEARD, number) for number in self._sounding.get(phonetic_keys.key(typed), ())]

    @cached_property
    def _sounding(self) -> dict[str, list[int]]:
        """Whole names by how they sound, but short ones."""
        return {
            heard: [number for name in names for number in self._exact[name]]
            for heard, names in phonetic_keys.by_sound(self._whole).items()
            if len(heard) >= _LEAST_HEARD
        }


def _in_order(typed: Sequence[str], own: Sequence[str]) -> bool:
    """Return whether every typed word begins a word of the name, in its order."""
    place = 0
    for word in typed:
        while place < len(own) and not _begins(word, own[place]):
            place += 1
        if place == len(own):
            return False
        place += 1
    return True


def _from_the_start(typed: Sequence[str], own: Sequence[str]) -> bool:
    return len(typed) <= len(own) and all(_begins(word, whole) for word, whole in zip(typed, own, strict=False))


def _whole_words(typed: Sequence[str], own: Sequence[str]) -> bool:
    return tuple(own[: len(typed)]) == tuple(typed)


def _spellings(name: str, language: str) -> Iterable[str]:
    """Return how a name is written besides: with a word for its `&`, without its hyphens."""
    return dict.fromkeys((name, name.replace("&", _AND.get(language, "&")), name.replace("-", "")))


def _begins(word: str, whole: str) -> bool:
    return word == whole if word.isdecimal() else whole.startswith(word)

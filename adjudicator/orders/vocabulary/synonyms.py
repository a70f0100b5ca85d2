"""Words that people say for those of a game's orders: `economy` for `economic`, «строю» for «построить».

A line in which every other way to read it has failed is written again with the words of the orders, numbers in
figures, and read once more as it would have been.

>>> said = Synonyms({"построить": ("строить",)}, {"экономическое": ("экономика", "эко")}, {"две": 2})
>>> said.respelt("Беру две экономики, строю эскадру")
'Беру экономическое 2, построить эскадру'
>>> said.respelt("эко4"), said.respelt("беру две короны"), said.respelt("беру две короны", {("две", "короны")})
('экономическое 4', 'беру 2 короны', 'беру две короны')
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from adjudicator.components.russian import lemmas, narrates
from adjudicator.orders.text import Word, clean, normalize_word, tokenize
from adjudicator.orders.text.common import common_words

_GLUED = re.compile(r"(?:[^\W\d_]+\d+)+")
_COUNTED = re.compile(r"([^\W\d_]+)(\d+)")
"""A word and its number without a space between: `эко4`, `dip4eco2`."""
_NUMBERED = re.compile(r"(?<=[.;,!]) \d{1,2}[.)] ")
"""A number in a list that is written in one line: `1. Savoy. 2. End.`"""
_LISTED = re.compile(r"[^(]+ 2\) [^(]+(?: 3\) [^(]+)?")
_ITEM = re.compile(r"(?:^| )\d{1,2}\) ")
"""A list that is written in one line without signs: `1) Savoy 2) Georges Bank 3) end`, and what begins its items."""
_OURS = {"my": "our", "мой": "наш", "моего": "нашего", "i": "we", "i'm": "we're"}
_LEAST, _LEAST_SHORTENED = 4, 3
"""Letters of a word of which other forms are looked for, and of the beginning of a word that is counted."""


class Phrases(NamedTuple):
    """The meanings of several words, "" for nothing. Where one has a `~`, one of the `owners` may stand, or nothing."""

    listed: Mapping[str, Iterable[str]]
    owners: Sequence[str] = ()
    titles: Sequence[str] = ()


NO_PHRASES = Phrases({})


class Synonyms:
    """The words of orders with those that are said for them, and numbers in words."""

    def __init__(
        self,
        listed: Mapping[str, Iterable[str]],
        counted: Mapping[str, Iterable[str]],
        numbers: Mapping[str, int],
        between: Iterable[str] = (),
        phrases: Phrases = NO_PHRASES,
        numbered: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        """Prepare the synonyms of a game.

        `counted`: words that take a number after them; people say it before them too, or with words `between` them, and
        join two of them in several ways. `numbered`: what is said for a word that is counted only if a number follows.
        """
        self.titles = frozenset(map(normalize_word, phrases.titles))
        """Folded words that change nothing beside the name of a place: `King of`, «земли»."""
        self._word = {
            normalize_word(each): word for word, said in (*listed.items(), *counted.items()) for each in (word, *said)
        }
        several = (*phrases.owners, *(form for listed_ in phrases.listed.values() for form in listed_))
        every = (*self._word, *self._word.values(), *several)
        self.words = frozenset(word.folded for form in every for word in tokenize(form))
        """The folded words of which it knows what they mean."""
        self._numbered = {normalize_word(each): word for word, said in (numbered or {}).items() for each in said}
        self._counted = frozenset(counted)
        self.counted = frozenset(map(normalize_word, counted))
        """The folded words behind which a number belongs."""
        self._numbers = numbers
        self._owner = rf"(?:(?:{'|'.join(map(re.escape, phrases.owners))})\s+)?" if phrases.owners else ""
        said = [(phrase, means) for means, listed_ in phrases.listed.items() for phrase in listed_]
        said.sort(key=lambda each: -len(each[0]))
        self._said = [(_hint(phrase), phrase, means) for phrase, means in said]
        counts = "|".join(map(re.escape, counted)) or "$."
        joins = "|".join(map(re.escape, between)) or "$."
        self._behind = re.compile(rf"\b({counts}) (?:(?:{joins}) )+(\d+)\b")
        self._joined = re.compile(rf"\b((?:{counts}) \d+)[^\w.;!]+(?:(?:{joins})[^\w.;!]+)*((?:{counts}) \d+)\b[)»\"]*")

    def respelt(self, line: str, names: Collection[tuple[str, ...]] = ()) -> str:
        """Return the line with the words of the orders, or the same line if nothing is to be changed.

        `names`: names with a number in them that counts nothing, in folded words.
        """
        plain = _NUMBERED.sub(" ", clean(line))
        if _LISTED.fullmatch(plain):
            plain = _ITEM.sub("; ", plain).removeprefix("; ")
        for hint, phrase, means in self._said:
            if hint in plain.lower():
                plain = _phrase(phrase, self._owner).sub(means, plain)
        given = tokenize(plain)
        folded = [word.folded for word in given]
        named = {at for name in names for start in _places(name, folded) for at in range(start, start + len(name))}
        told = [word.typed if at in named else self._told(word) for at, word in enumerate(given)]
        self._count(given, told)
        pairs = [at for at in range(len(told) - 1) if told[at].isdecimal() and told[at + 1] in self._counted]
        if pairs and all(word not in self._counted for word in told[: pairs[0]]):
            for at in pairs:
                told[at], told[at + 1] = told[at + 1], told[at]
        parts, end = [], 0
        for word, text in zip(given, told, strict=True):
            start = word.column - 1
            parts += [plain[end:start], text]
            end = start + len(word.typed)
        return self._joined.sub(r"\1 \2", self._behind.sub(r"\1 \2", "".join((*parts, plain[end:]))))

    def _told(self, word: Word) -> str:
        number = self._numbers.get(word.folded)
        if number is not None:
            return str(number)
        if _GLUED.fullmatch(word.folded):
            parts = [(self._counted_by(name), count) for name, count in _COUNTED.findall(word.folded)]
            if all(name for name, _ in parts):
                return " ".join(f"{name} {count}" for name, count in parts)
        return self._known(word.folded) or word.typed

    def _count(self, given: Sequence[Word], told: list[str]) -> None:
        """Write out shortened words before a number, and misheard numbers after a word that is counted."""
        for at, word in enumerate(given[1:], 1):
            if told[at].isdecimal() and told[at - 1] == given[at - 1].typed:
                told[at - 1] = self._counted_by(given[at - 1].folded) or told[at - 1]
            last = at + 1 == len(given) or given[at + 1].broken or (given[at + 1].folded,) in common_words().links
            number = common_words().misheard.get(word.folded)
            if number is not None and told[at - 1] in self._counted and (last or told[at + 1] in self._counted):
                told[at] = str(number)

    def _counted_by(self, folded: str) -> str:
        """Return the word taking a number that this one means, perhaps by its beginning; "" if there is none."""
        known = self._word.get(folded, "") or self._numbered.get(folded, "")
        if known or len(folded) < _LEAST_SHORTENED:
            return known
        found = {word for own, word in self._word.items() if word in self._counted and own.startswith(folded)}
        return found.pop() if len(found) == 1 else ""

    def _known(self, folded: str) -> str:
        exact = self._word.get(folded)
        if exact is not None or len(folded) < _LEAST or narrates(folded):
            return exact or ""
        found = {self._word[lemma] for lemma in lemmas(folded) if lemma in self._word}
        return found.pop() if len(found) == 1 else ""


def _places(name: Sequence[str], folded: Sequence[str]) -> Iterator[int]:
    """Yield where a name begins among words."""
    return (at for at in range(len(folded)) if tuple(folded[at : at + len(name)]) == name)


def _hint(phrase: str) -> str:
    """Return the longest word of a phrase that is always written so: no line without it has the phrase."""
    return max((word for word in phrase.lower().split() if word not in _OURS), key=len, default="")


@cache
def _phrase(phrase: str, owner: str) -> re.Pattern[str]:
    """Return the pattern of a phrase, made when its hint is met: of a thousand phrases few are ever written."""
    said = r"\s+".join(map(_pattern, phrase.split())).replace(r"\~\s+", owner)
    return re.compile(rf"\b{said}\b", re.IGNORECASE)


def _pattern(word: str) -> str:
    """Return the pattern of a word of a phrase; for words like `my` also the form that several people use."""
    return f"(?:{word}|{_OURS[word]})" if word in _OURS else re.escape(word)


class _Said(Struct, frozen=True, forbid_unknown_fields=True):
    """A game's file of synonyms."""

    counted: dict[str, tuple[str, ...]] = {}
    numbered: dict[str, tuple[str, ...]] = {}
    between: tuple[str, ...] = ()
    words: dict[str, tuple[str, ...]] = {}
    phrases: dict[str, tuple[str, ...]] = {}
    owners: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()


@cache
def read_synonyms(path: Path) -> Synonyms:
    """Return those of a game, from its file."""
    said = msgspec.yaml.decode(path.read_bytes(), type=_Said)
    return Synonyms(
        said.words,
        said.counted,
        common_words().numbers,
        said.between,
        Phrases(said.phrases, said.owners, said.titles),
        said.numbered,
    )

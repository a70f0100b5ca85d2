"""Words that people say for those of a game's orders: `economy` for `economic`, «строю» for «построить».

A line in which every other way to read it has failed is written anew with the words of the orders, numbers in figures,
and read once more as it would have been.

>>> said = Synonyms({"построить": ("строить",)}, {"экономическое": ("экономика", "эко")}, {"две": 2})
>>> said.respelt("Беру две экономики, строю эскадру")
'Беру экономическое 2, построить эскадру'
>>> said.respelt("эко4")
'экономическое 4'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from adjudicator.components.russian import lemmas, narrates
from adjudicator.orders.courtesy import courtesy
from adjudicator.orders.text import Word, clean, fold, words

_GLUED = re.compile(r"([^\W\d_]+)(\d+)")
_NUMBERED = re.compile(r"(?<=[.;,!]) \d{1,2}[.)] ")
"""A number in a list that is written in one line: `1. Savoy. 2. End.`"""
_LISTED = re.compile(r"[^(]+ 2\) [^(]+ 3\) [^(]+")
_ITEM = re.compile(r"(?:^| )\d{1,2}\) ")
"""A list that is written in one line without signs: `1) Savoy 2) Georges Bank 3) end`, and what begins its items."""
_LEAST = 4
"""Letters of a word of which other forms are looked for."""


class Synonyms:
    """The words of orders with those that are said for them, and numbers in words."""

    def __init__(
        self,
        listed: Mapping[str, Iterable[str]],
        counted: Mapping[str, Iterable[str]],
        numbers: Mapping[str, int],
        between: Iterable[str] = (),
        phrases: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        """`counted`: words behind which a number belongs; people say it in front of them too, or with words `between`
        them, and join two of them in several ways. `phrases`: what several words mean, "" for nothing.
        """
        self._word = {fold(each): word for word, said in (*listed.items(), *counted.items()) for each in (word, *said)}
        self._counted = frozenset(counted)
        self.counted = frozenset(map(fold, counted))
        """The folded words behind which a number belongs."""
        self._numbers = numbers
        said = [(phrase, means) for means, listed_ in (phrases or {}).items() for phrase in listed_]
        self._phrases = [
            (re.compile(r"\b" + r"\s+".join(map(re.escape, phrase.split())) + r"\b", re.IGNORECASE), means)
            for phrase, means in sorted(said, key=lambda each: -len(each[0]))
        ]
        counts = "|".join(map(re.escape, counted)) or "$."
        joins = "|".join(map(re.escape, between)) or "$."
        self._behind = re.compile(rf"\b({counts}) (?:(?:{joins}) )+(\d+)\b")
        self._joined = re.compile(rf"\b((?:{counts}) \d+)[^\w.;!]+(?:(?:{joins})[^\w.;!]+)*((?:{counts}) \d+)\b[)»\"]*")

    def respelt(self, line: str) -> str:
        """The line with the words of the orders; the same line where nothing is to be changed."""
        plain = _NUMBERED.sub(" ", clean(line))
        if _LISTED.fullmatch(plain):
            plain = _ITEM.sub("; ", plain).removeprefix("; ")
        for phrase, means in self._phrases:
            plain = phrase.sub(means, plain)
        given = words(plain)
        told = [self._told(word) for word in given]
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
        glued = _GLUED.fullmatch(word.folded)
        if glued is not None and (known := self._word.get(glued[1])):
            return f"{known} {glued[2]}"
        return self._known(word.folded) or word.typed

    def _known(self, folded: str) -> str:
        exact = self._word.get(folded)
        if exact is not None or len(folded) < _LEAST or narrates(folded):
            return exact or ""
        found = {self._word[lemma] for lemma in lemmas(folded) if lemma in self._word}
        return found.pop() if len(found) == 1 else ""


class _Said(Struct, frozen=True, forbid_unknown_fields=True):
    """A game's file of synonyms."""

    counted: dict[str, tuple[str, ...]] = {}
    between: tuple[str, ...] = ()
    words: dict[str, tuple[str, ...]] = {}
    phrases: dict[str, tuple[str, ...]] = {}


@cache
def read_synonyms(path: Path) -> Synonyms:
    """Those of a game, from its file."""
    said = msgspec.yaml.decode(path.read_bytes(), type=_Said)
    return Synonyms(said.words, said.counted, courtesy().numbers, said.between, said.phrases)

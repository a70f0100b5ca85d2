"""In which answers to the newest question a word has a place."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from rapidfuzz.distance import OSA

from adjudicator.components.russian import lemmas
from adjudicator.orders.answers import EXACT, SHORTENED, Answers, folded_words
from adjudicator.orders.codes import reading_of
from adjudicator.orders.courtesy import courtesy
from adjudicator.orders.misspelt import is_known
from adjudicator.orders.naming import is_like
from adjudicator.orders.phrases import Legal

_SLIP: Final = 1
"""How a word is like one of an answer that it may be by a slip of the finger."""


class Masks:
    """The answers in which words stand, as bits. `legal` is what the seat may do now."""

    def __init__(self, answers: Answers, legal: Legal) -> None:
        self._answers = answers
        self._legal = legal
        self._known: dict[str, int] = {}

    def of(self, word: str) -> int:
        """The answers in which a folded word has a place, as bits: those to which it comes nearest."""
        known = self._known.get(word)
        if known is None:
            known = self._known[word] = self._compared(word)
        return known

    def _compared(self, word: str) -> int:
        alike = [max(each) for each in zip(*self._answers.likeness(word), strict=True)]
        around = self.around.get(word, ())
        best = EXACT if around else max(alike, default=0)
        if best <= _SLIP and (said := self.said_in(word)):
            return sum(1 << at for at in {*said, *around})
        if best == _SLIP and (is_known(word, self._answers) or _may_end(word)):
            return 0
        near = [at for at, each in enumerate(alike) if each and each >= min(best, SHORTENED)]
        return sum(1 << at for at in {*near, *around, *self._in_lines.get(word, ())})

    def said_in(self, word: str) -> set[int]:
        """The answers whose lines have a word, in any form."""
        forms = lemmas(word)
        found = (places for own, places in self._in_lines.items() if word == own or not forms.isdisjoint(lemmas(own)))
        return {at for places in found for at in places}

    @cached_property
    def _in_lines(self) -> dict[str, list[int]]:
        """Words of the lines that mean the answers."""
        found: dict[str, list[int]] = {}
        for at, line in enumerate(self._answers.labels):
            for word in dict.fromkeys((*folded_words(line), *self._parts.get(self.op(at), ()))):
                if not word.isdecimal():
                    found.setdefault(word, []).append(at)
        return found

    @cached_property
    def around(self) -> dict[str, list[int]]:
        """Words of the headings above answers, with the answers."""
        found: dict[str, list[int]] = {}
        number = self._answers.newest.number if self._answers.newest is not None else 0
        for at, option in enumerate(self._answers.listed):
            shown = self._answers.shown.get(f"{number}{option.code}")
            for word in folded_words(shown.heading) if shown is not None else ():
                if not word.isdecimal():
                    found.setdefault(word, []).append(at)
        return found

    @cached_property
    def _parts(self) -> dict[str, tuple[str, ...]]:
        """The words with which the whole order is said where the answers are parts of one, by its operation."""
        ops = {self.op(at) for at, option in enumerate(self._answers.listed) if option.part}
        book, language = self._answers.book, self._answers.language
        parts = (line for option, line in zip(self._answers.listed, self._answers.labels, strict=True) if option.part)
        named = {word for line in parts for word in folded_words(line)}
        said = {op: folded_words(book.say(actions[0], language)) for op in ops if (actions := self._legal.of(op))}
        return {
            op: tuple(word for word in told if not any(is_like(word, own) for own in named))
            for op, told in said.items()
        }

    def op(self, at: int) -> str:
        """The operation of an answer."""
        return str(reading_of(self._answers.listed[at], self._answers.book).action.__struct_config__.tag)


def _may_end(word: str) -> bool:
    """Whether a word is no further from one that ends a round than a slip: `fnish` is no `fish`."""
    return any(OSA.distance(word, own, score_cutoff=1) <= 1 for own in courtesy().over)

"""The answers of open questions as the words of a line are compared with them: worked out once for all lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from rapidfuzz.distance import OSA, Prefix

from adjudicator.components.russian import lemmas, narrates
from adjudicator.orders.codes import Offer, Option, label, reading_of
from adjudicator.orders.phrasebook import Phrasebook
from adjudicator.orders.pieces import Offers, Shown, ShownAnswer
from adjudicator.orders.sayings import Vocabulary
from adjudicator.orders.text import words
from adjudicator.orders.voices import Voice

GROUP_REMARK = re.compile(r"\s*\([^()]*\)$")
"""What a heading says of all below it: `(economic points)`."""
_UNSEEN = ShownAnswer("")
EXACT, SHORTENED = 3, 2
"""How a word is like one that it is, perhaps in another case, and like one that it begins: see `Likeness`."""
_LEAST_PREFIX = 3
_LEAST_TYPO = 5
_LEAST_STEM = 5


class Likeness(NamedTuple):
    """How a word is like the names, the other spellings and the verbs of each answer to the newest question.

    3: the word itself, or in another case; 2: shortened; 1: a slip of the finger, or a verb that tells what was done;
    0: not there.
    """

    names: list[int]
    others: list[int]
    verbs: list[int]


class Answers:
    """What the open questions offer, in the words of a game. Nothing is worked out before a line asks for it."""

    def __init__(self, offers: Offers, book: Phrasebook, language: str, shown: Shown, seat: str = "") -> None:
        self.offers = offers
        self.book = book
        self.language = language
        self.seat = seat
        self._shown = shown
        self._likeness: dict[str, Likeness] = {}

    @cached_property
    def shown(self) -> Mapping[str, ShownAnswer]:
        """How the question shows its answers, by full code."""
        return self._shown()

    @cached_property
    def newest(self) -> Offer | None:
        """The newest question."""
        return self.offers.open[-1] if self.offers.open else None

    @cached_property
    def listed(self) -> tuple[Option, ...]:
        """The answers to the newest question, also those that may only follow."""
        return self.newest.shown if self.newest else ()

    def respelt(self, line: str, *, freely: bool = False) -> str:
        """A line with the words of the orders, as its writer gives them himself; `freely`: what may only tell, too."""
        return self.book.respelt(self._voice.own(line, freely=freely), self.language)

    @property
    def own_names(self) -> frozenset[str]:
        """The folded words that name the seat itself, where no answer does."""
        return self._voice.own_names

    def mended(self, line: str) -> str:
        """A line with misspelt words as they are spelt."""
        return self.book.slips.mended(line)

    @cached_property
    def _voice(self) -> Voice:
        """Where an answer may name the seat itself, its name is no mere subject."""
        named = any(self.seat in reading_of(each, self.book).fields.values() for each in self.listed)
        return Voice(self.book, "" if named else self.seat)

    def now(self, ops: Sequence[str]) -> list[tuple[str, Option]]:
        """What answers the newest question with one of these operations, with full codes."""
        return [(code, option) for op, code, option in self._by_op if op in ops]

    @cached_property
    def by_code(self) -> Mapping[str, int]:
        """The places of the `listed` answers by their full codes."""
        return {code: at for at, (_, code, _) in enumerate(self._by_op)}

    @cached_property
    def _by_op(self) -> list[tuple[str, str, Option]]:
        number = self.newest.number if self.newest else 0
        tags = (str(reading_of(each, self.book).action.__struct_config__.tag) for each in self.listed)
        return [(tag, f"{number}{each.code}", each) for tag, each in zip(tags, self.listed, strict=True)]

    @cached_property
    def lines(self) -> frozenset[str]:
        """The lines that mean the answers of all open questions."""
        return frozenset(self.labels).union(
            label(option, self.book, self.language) for offer in self.offers.open[:-1] for option in offer.shown
        )

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The lines that mean the answers to the newest question."""
        return tuple(label(option, self.book, self.language) for option in self.listed)

    def plainest(self, found: list[int]) -> list[int]:
        """Of several answers the one that says nothing but what all of them say; else all of them."""
        said = {at: Counter(folded_words(self.labels[at])) for at in found}
        least = [at for at in found if all(said[at] <= other for other in said.values())]
        return least if len(least) == 1 else found

    # as the question shows them ---------------------------------------------------------------------

    @cached_property
    def by_words(self) -> Mapping[tuple[str, ...], list[str]]:
        """Codes by the folded words that stand behind them, without and with their prices and remarks."""
        ways = ((way, code) for code, answer in self.shown.items() for way in (answer.words, *as_a_line(answer)))
        return _grouped(dict.fromkeys((folded_words(way), code) for way, code in ways))

    @cached_property
    def by_heading(self) -> Mapping[tuple[str, ...], list[str]]:
        """Codes by the folded words above and behind them."""
        return _grouped(
            (folded_words(way), code) for code, answer in self.shown.items() for way in with_heading(answer)
        )

    @cached_property
    def by_length(self) -> Mapping[int, list[tuple[tuple[str, ...], str]]]:
        """Both, by how many words they are."""
        found: dict[int, list[tuple[tuple[str, ...], str]]] = {}
        for ways in (self.by_words, self.by_heading):
            for said, codes in ways.items():
                found.setdefault(len(said), []).extend((said, code) for code in codes)
        return found

    @cached_property
    def headings(self) -> frozenset[tuple[str, ...]]:
        """The headings above answers, with what they say of all below and without."""
        names = {answer.heading for answer in self.shown.values() if answer.heading}
        return frozenset(folded_words(way) for each in names for way in (each, GROUP_REMARK.sub("", each)))

    @cached_property
    def remarked(self) -> tuple[tuple[tuple[str, ...], int], ...]:
        """Answers with a remark behind them, and how many words they are without it."""
        pairs = (
            (folded_words(each.words), len(folded_words(GROUP_REMARK.sub("", each.words))))
            for each in self.shown.values()
        )
        return tuple((whole, plain) for whole, plain in pairs if plain < len(whole))

    # what a word may name ---------------------------------------------------------------------------

    def likeness(self, word: str) -> Likeness:
        """How a folded word is like the words of each of the `listed` answers, in their order."""
        known = self._likeness.get(word)
        if known is None:
            known = self._likeness[word] = self._compared(word)
        return known

    def akin(self, word: str) -> set[int]:
        """Which of the `listed` answers have a name that begins as a folded word does, whatever its end."""
        return {at for own, places in self._places.items() if begin_alike(word, own) for kind, at in places if not kind}

    def _compared(self, word: str) -> Likeness:
        found = Likeness(*([0] * len(self.listed) for _ in range(3)))
        for own, places in self._places.items():
            like = alike(word, own)
            if like:
                for kind, at in places:
                    found[kind][at] = max(found[kind][at], like)
        return found

    @cached_property
    def _places(self) -> Mapping[str, list[tuple[int, int]]]:
        """Where each word stands: in the names, other spellings or verbs (0, 1, 2) of which answer."""
        found: dict[str, list[tuple[int, int]]] = {}
        for at, option in enumerate(self.listed):
            for kind, own in enumerate(self._vocabulary(option)):
                for word in own:
                    found.setdefault(word, []).append((kind, at))
        return found

    def _vocabulary(self, option: Option) -> Vocabulary:
        assert self.newest is not None
        own = self.book.words_of(reading_of(option, self.book))
        shown = self.shown.get(f"{self.newest.number}{option.code}", _UNSEEN).words
        return own._replace(names=own.names | set(folded_words(shown)))


def as_a_line(answer: ShownAnswer) -> tuple[str, ...]:
    """An answer with its price and its remark, in either order."""
    return f"{answer.words} {answer.cost} {answer.note}", f"{answer.words} {answer.note} {answer.cost}"


def with_heading(answer: ShownAnswer) -> tuple[str, ...]:
    """An answer below its heading, with what that says of all below it and without."""
    headings = (answer.heading, GROUP_REMARK.sub("", answer.heading)) if answer.heading else ()
    return tuple(f"{heading} {answer.words}" for heading in headings)


def folded_words(text: str) -> tuple[str, ...]:
    """The folded words of a text."""
    return tuple(word.folded for word in words(text))


def _grouped(pairs: Iterable[tuple[tuple[str, ...], str]]) -> dict[tuple[str, ...], list[str]]:
    found: dict[tuple[str, ...], list[str]] = {}
    for said, code in pairs:
        codes = found.setdefault(said, [])
        if code not in codes:
            codes.append(code)
    return found


def alike(word: str, own: str) -> int:
    """How a folded word is like another: see `Likeness`."""
    if word == own:
        return 3
    if word.isdecimal():
        return 0
    if len(own) > 2 and lemmas(word) & lemmas(own):
        return 1 if narrates(word) else 3
    if len(word) >= _LEAST_PREFIX and own.startswith(word):
        return 2
    if len(word) < _LEAST_TYPO:
        return 0
    most = 2 if len(word) > 7 else 1
    return int(OSA.distance(word, own, score_cutoff=most) <= most)


def begin_alike(word: str, own: str) -> bool:
    """Whether two folded words have a beginning of some letters in common, and most of the shorter one."""
    same = Prefix.similarity(word, own)
    return same >= _LEAST_STEM and 3 * same >= 2 * min(len(word), len(own))

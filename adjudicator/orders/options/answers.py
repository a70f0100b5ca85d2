"""The answers of open questions as the words of a line are compared with them: worked out once for all lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Protocol

from adjudicator.kernel.actions import Action
from adjudicator.orders.options.codes import CodedOption, Offer, reading_of
from adjudicator.orders.options.pieces import Offers, Shown, ShownAnswer
from adjudicator.orders.text import tokenize
from adjudicator.orders.text.grouping import grouped
from adjudicator.orders.text.similarity import forms
from adjudicator.orders.vocabulary.names import NameBook
from adjudicator.orders.vocabulary.phrasebook import Phrasebook

GROUP_REMARK = re.compile(r"\s*\([^()]*\)$")
"""The remark of a heading about all below it: `(economic points)`."""


class Place(Protocol):
    """A place in which lines are read: what is legal there decides between their meanings."""

    legal: Sequence[Action]


class AnswerIndex:
    """The answers that the open questions offer, in the words of a game, worked out only when a line asks for them.

    `places` holds the lines of a message that were read, each once for what is legal where it was tried
    (`adjudicator.orders.strict.readings`).
    """

    def __init__(self, offers: Offers, book: Phrasebook, language: str, shown: Shown, seat: str = "") -> None:
        self.offers = offers
        self.book = book
        self.language = language
        self.seat = seat
        self.places: list[Place] = []
        self._shown = shown
        self._called: dict[str, frozenset[str]] = {}

    @cached_property
    def shown(self) -> Mapping[str, ShownAnswer]:
        """The words with which the question shows its answers, by full code."""
        return self._shown()

    @cached_property
    def newest(self) -> Offer | None:
        """The newest question."""
        return self.offers.open[-1] if self.offers.open else None

    @cached_property
    def listed(self) -> tuple[CodedOption, ...]:
        """The answers to the newest question, also those that may only follow."""
        return self.newest.shown if self.newest else ()

    def names_in(self, option: CodedOption) -> frozenset[str]:
        """Return the words of the names in an answer to the newest question."""
        if option.code not in self._called:
            self._called[option.code] = self.book.words_of(reading_of(option, self.book)).names
        return self._called[option.code]

    def now(self, ops: Sequence[str]) -> list[tuple[str, CodedOption]]:
        """Return the answers to the newest question that have one of these operations, with full codes."""
        return [(code, option) for op, code, option in self._by_op if op in ops]

    @cached_property
    def _by_op(self) -> list[tuple[str, str, CodedOption]]:
        number = self.newest.number if self.newest else 0
        tags = (str(reading_of(each, self.book).action.__struct_config__.tag) for each in self.listed)
        return [(tag, f"{number}{each.code}", each) for tag, each in zip(tags, self.listed, strict=True)]

    # as the question shows them ---------------------------------------------------------------------

    @cached_property
    def by_words(self) -> Mapping[tuple[str, ...], list[str]]:
        """Codes by the folded words after them, without and with their prices and remarks."""
        ways = ((way, code) for code, answer in self.shown.items() for way in (answer.words, *as_a_line(answer)))
        return grouped(dict.fromkeys((folded_words(way), code) for way, code in ways))

    @cached_property
    def by_heading(self) -> Mapping[tuple[str, ...], list[str]]:
        """Codes by the folded words above and behind them."""
        ways = ((way, code) for code, answer in self.shown.items() for way in with_heading(answer))
        return grouped(dict.fromkeys((folded_words(way), code) for way, code in ways))

    @cached_property
    def headings(self) -> frozenset[tuple[str, ...]]:
        """The headings above answers, with what they say of all below and without."""
        names = {answer.heading for answer in self.shown.values() if answer.heading}
        return frozenset(folded_words(way) for name in names for way in (name, GROUP_REMARK.sub("", name)))

    @cached_property
    def remarked(self) -> tuple[tuple[tuple[str, ...], int], ...]:
        """Answers with a remark behind them, and how many words they are without it."""
        pairs = (
            (folded_words(each.words), len(folded_words(GROUP_REMARK.sub("", each.words))))
            for each in self.shown.values()
        )
        return tuple((whole, plain) for whole, plain in pairs if plain < len(whole))


def as_a_line(answer: ShownAnswer) -> tuple[str, ...]:
    """Return an answer with its price and its remark, in either order."""
    return f"{answer.words} {answer.cost} {answer.note}", f"{answer.words} {answer.note} {answer.cost}"


def with_heading(answer: ShownAnswer) -> tuple[str, ...]:
    """Return an answer below its heading, with and without the remark there about all answers below it."""
    headings = (answer.heading, GROUP_REMARK.sub("", answer.heading)) if answer.heading else ()
    return tuple(f"{heading} {answer.words}" for heading in headings)


@lru_cache(maxsize=256)
def words_for(seat: str, book: NameBook, *, own: bool) -> frozenset[str]:
    """Return the folded words, in any form, that name a seat and nobody else, or others of whom it is one."""
    kinds = {kind for kind in book.kinds() if book.has(kind, seat)}
    things = {(name.kind, name.id) for name in book.names if name.kind in kinds}
    of: dict[bool, set[str]] = {True: set(), False: set()}
    for kind, id in things:
        of[id == seat].update(*book.words_of(kind, id))
    return frozenset(form for word in of[own] - of[not own] for form in forms(word))


@lru_cache(maxsize=8192)
def folded_words(text: str) -> tuple[str, ...]:
    """Return the folded words of a text."""
    return tuple(word.folded for word in tokenize(text))

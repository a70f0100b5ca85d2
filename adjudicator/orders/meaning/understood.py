"""The sentences of a mail, and what each is understood to order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from adjudicator.orders.options.lexicon import Entry, Key
from adjudicator.orders.text import Word, tokenize
from adjudicator.orders.vocabulary.refusals import Why

_SENTENCE = re.compile(r"(?:(?<![^\W\d_])[^\W\d_]{1,2}\.|[^.!?;]|[.!?;]+(?!\s|$))+[.!?;]*")
"""A sentence; a point behind one or two letters ends none (`St. James`), nor does one inside of a word or a number."""
_SIGN = re.compile(r"\s(?:-+>?|&|\+|/|=+>?)\s")


class Verdict(IntEnum):
    """The decision on a sentence: nothing to do with orders, carried out, listed for a `yes`, asked back."""

    IDLE = 0
    CERTAIN = 1
    OFFERED = 2
    ASKED = 3


class Sentence(NamedTuple):
    """A sentence, or several lines that are read together: its words, each with its line, and whether it asks."""

    given: tuple[Word, ...]
    lines: tuple[int, ...]
    asks: bool


class Order(NamedTuple):
    """One order: the line in which it stands, its code, the words that give it, where they begin, how it is paid."""

    line: int
    code: str
    typed: str
    column: int
    paid: str = ""


class Begun(NamedTuple):
    """An order that is said in full, and the words of its sentence that are not of it."""

    order: Order
    rest: str


class Understood(NamedTuple):
    """What a sentence orders.

    `near` are options that it seems to be about, `verbs` what it leaves to the next line, `begun` is an order that it
    says before words that do not belong to it.
    """

    verdict: Verdict
    sentence: Sentence
    orders: tuple[Order, ...] = ()
    near: tuple[Entry, ...] = ()
    ends: bool = False
    verbs: frozenset[Key] = frozenset()
    why: Why | None = None
    denies: bool = False
    takes_back: bool = False
    begun: Begun | None = None


def sentences(line: str, number: int) -> Iterator[Sentence]:
    """Return the sentences of a line."""
    line = _SIGN.sub(", ", line)
    every = tokenize(line)
    for match in _SENTENCE.finditer(line):
        start, end = match.span()
        given = tuple(word for word in every if start <= word.column - 1 < end)
        if given:
            asks = match.group().rstrip(' )»"').endswith("?")
            yield Sentence(given, (number,) * len(given), asks)

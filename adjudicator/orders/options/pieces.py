"""Define what lines are read with and read as: the questions of a seat, and the pieces of a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from msgspec import Struct

from adjudicator.orders.options.codes import Offer
from adjudicator.orders.text import Word
from adjudicator.orders.vocabulary.refusals import Place, Problem
from adjudicator.orders.vocabulary.sayings import Reading


class Offers(Struct, frozen=True):
    """The questions that a seat has been asked: those that still count, and those that are answered or over.

    Codes without a number mean the question `answered`, open or closed, where it is known which one a mail answers;
    else the last open one that has them. `decision`: the number of the decision that the newest open one is about,
    where it is known: play may have gone on since.
    """

    open: tuple[Offer, ...] = ()
    closed: Sequence[Offer] = ()
    answered: int | None = None
    decision: int | None = None

    def bare(self, code: str) -> Offer | None:
        """Return the question that a code without a number belongs to, or None if no question has it."""
        if self.answered is None:
            return next((offer for offer in reversed(self.open) if offer.find(code)), None)
        offer = self.numbered(self.answered)
        return offer if offer is not None and offer.find(code) else None

    def numbered(self, number: int) -> Offer | None:
        """Return the offer of a question, open or closed."""
        return next((offer for offer in chain(self.open, self.closed) if offer.number == number), None)

    def is_open(self, number: int) -> bool:
        """Return whether the question still counts."""
        return any(offer.number == number for offer in self.open)


class ShownAnswer(Struct, frozen=True):
    """An answer as a question shows it: its own words, those of the group above it, what stands after it."""

    words: str
    heading: str = ""
    cost: str = ""
    note: str = ""


Shown = Callable[[], Mapping[str, ShownAnswer]]
"""Gives the answers of a question as its reader saw them, by full code."""


class OrderItem(Struct, frozen=True):
    """One order of a line: what it means as far as it was said.

    `text` can be put into a draft and read again. With `part` it is one value of that tuple field, and
    goes together with its neighbours. `until`: how long it is to stand as an offer, as it was typed. `others`: what it
    orders where it is not legal, the dearest first. `if_needed`: it is left out where nobody asks for it.
    """

    text: str
    reading: Reading
    question: int | None = None
    part: str = ""
    until: str = ""
    others: tuple[OrderItem, ...] = ()
    if_needed: bool = False


class Short(OrderItem, frozen=True):
    """A thing by its short name, and how it is paid: what is done with it follows from where it is tried."""

    name: str = ""
    place: Place | None = None
    paid: tuple[Word, ...] = ()


class Wrong(Struct, frozen=True):
    """A part of a line that could not be read, and why."""

    text: str
    problem: Problem


class Idle(Struct, frozen=True):
    """A line that says nothing to a program: `thanks!`."""

    text: str


class Unfinished(Idle, frozen=True):
    """A line that says that the turn is not over with the orders before it: `more`."""


Piece = OrderItem | Wrong | Idle


def is_clear(pieces: Sequence[Piece]) -> bool:
    """Return whether all is orders."""
    return bool(pieces) and all(isinstance(piece, OrderItem) for piece in pieces)

"""Read the words after an order as an answer to the question to which it leads: `march army 1 to Loire`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from adjudicator.kernel.actions import Action
from adjudicator.kernel.sandbox import revealing
from adjudicator.orders.meaning.reader import SAID, Reader
from adjudicator.orders.meaning.understood import Understood, Verdict, sentences
from adjudicator.orders.options.answers import AnswerIndex
from adjudicator.orders.options.codes import make_offer
from adjudicator.orders.options.lexicon import side_of
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.options.rows import OrderContext
from adjudicator.orders.text.common import common_words
from adjudicator.orders.vocabulary.phrases import Legal

UNASKED = 0
"""The number of a question that nobody has been asked yet."""


class Unasked:
    """The question to which orders would lead, to read words about it: nobody has been shown that question."""

    def __init__(self, given: AnswerIndex, options: Sequence[Action]) -> None:
        """Prepare what follows an answer. `given` is the seat's offer, `options` are its answers there."""
        self.offer = make_offer(given.book, UNASKED, given.language, options)
        self.answers = AnswerIndex(Offers((self.offer,)), given.book, given.language, dict, given.seat)
        self._legal = Legal(options)

    @cached_property
    def _reader(self) -> Reader:
        return Reader(self.answers, self._legal.ops)

    def orders(self, text: str) -> tuple[str, ...]:
        """Return the orders that a text gives there, in words; none if it leaves doubt.

        Nothing is ordered by it: its writer has not seen the question, and is asked.
        """
        found = [self._reader.read(sentence) for sentence in sentences(text, UNASKED)]
        if not all(_is_order(each) and (self._reader.one_kind or _leads(each)) for each in found):
            return ()
        entries = [self._reader.lexicon.by_code[order.code] for each in found for order in each.orders]
        return () if any(entry.part for entry in entries) else tuple(entry.label for entry in entries)


def orders_behind(desk: OrderContext, answers: AnswerIndex, action: Action, text: str) -> tuple[str, ...]:
    """Return the orders that a text gives about the question to which an action leads, in words.

    Nothing where the action draws or reveals something, or leads to no other question.
    """
    there = desk.match.behind(desk.seat, (action,))
    asked, asks = (match.question(desk.seat) for match in (desk.match, there))
    other = asks is not None and (asked is None or asks.kind != asked.kind)
    if not other or revealing(desk.match, desk.seat, (action,)) is not None:
        return ()
    return Unasked(answers, there.options(desk.seat)).orders(text)


def _leads(understood: Understood) -> bool:
    """Return whether a sentence says a verb, or begins with a word that leads to a place."""
    first = understood.sentence.given[0].folded
    return SAID in understood.verbs or first in common_words().prepositions or side_of(first) == "target"


def _is_order(understood: Understood) -> bool:
    return bool(understood.orders) and understood.verdict in (Verdict.CERTAIN, Verdict.OFFERED)

"""What words mean behind an order, about the question to which it leads: `march army 1 to Loire`."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.actions import Action
from adjudicator.kernel.sandbox import revealing
from adjudicator.orders.meaning.reader import Reader, Understood, Verdict, sentences
from adjudicator.orders.meaning.search import SAID
from adjudicator.orders.options.answers import Answers
from adjudicator.orders.options.codes import make_offer
from adjudicator.orders.options.lexicon import side_of
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.options.rows import Desk
from adjudicator.orders.text.common import common_words
from adjudicator.orders.vocabulary.phrases import Legal

_UNASKED = 0
"""The number of a question that nobody has been asked yet."""


def orders_about(answers: Answers, options: Sequence[Action], text: str) -> tuple[str, ...]:
    """Return the orders that a text gives about options that nobody has been shown, in words; none if it leaves doubt.

    Nothing is ordered by it: its writer has not seen the question, and is asked.
    """
    book, language = answers.book, answers.language
    offer = make_offer(book, _UNASKED, language, options)
    here = Answers(Offers((offer,)), book, language, dict, answers.seat)
    reader = Reader(here, Legal(options).ops)
    found = [reader.read(sentence) for sentence in sentences(text, _UNASKED)]
    if not all(_is_order(each) and (reader.one_kind or _leads(each)) for each in found):
        return ()
    entries = [reader.lexicon.by_code[order.code] for each in found for order in each.orders]
    return () if any(entry.part for entry in entries) else tuple(entry.label for entry in entries)


def orders_behind(desk: Desk, answers: Answers, action: Action, text: str) -> tuple[str, ...]:
    """Return the orders that a text gives about the question to which an action leads, in words.

    Nothing where the action draws or reveals something, or leads to no other question.
    """
    asked = desk.match.question(desk.seat)
    there = desk.match.behind(desk.seat, (action,))
    asks = there.question(desk.seat)
    if (
        asked is None
        or asks is None
        or asks.kind == asked.kind
        or revealing(desk.match, desk.seat, (action,)) is not None
    ):
        return ()
    return orders_about(answers, there.options(desk.seat), text)


def _leads(understood: Understood) -> bool:
    """Return whether a sentence says a verb, or begins with a word that leads to a place."""
    first = understood.sentence.given[0].folded
    return SAID in understood.verbs or first in common_words().prepositions or side_of(first) == "target"


def _is_order(understood: Understood) -> bool:
    return bool(understood.orders) and understood.verdict in (Verdict.CERTAIN, Verdict.OFFERED)

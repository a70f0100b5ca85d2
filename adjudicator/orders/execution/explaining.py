"""Explain what is wrong with a line after others by the question that is asked where those have led.

That question has no number yet, for nobody has been asked it: what is named as near has a code only where an open
question offers it too.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from adjudicator.orders.execution.trial import Trial
from adjudicator.orders.meaning.behind import UNASKED, Unasked
from adjudicator.orders.options.answers import AnswerIndex
from adjudicator.orders.options.codes import Offer
from adjudicator.orders.options.pieces import Offers, OrderItem, Wrong
from adjudicator.orders.strict.lines import LineReader
from adjudicator.orders.vocabulary.phrasebook import Phrasebook
from adjudicator.orders.vocabulary.refusals import Problem, Why

_OF_WORDS: Final[tuple[Why, ...]] = (
    "unknown_verb",
    "unknown_word",
    "wrong_kind",
    "absent",
    "number_expected",
    "missing_argument",
    "several_names",
    "several_orders",
)
"""Mistakes in words. Codes are of questions that were asked, whatever is asked behind them."""


class Behind:
    """The question that is asked where the lines before have led, as far as a trial stands there."""

    def __init__(self, trial: Trial, answers: AnswerIndex) -> None:
        self._given = answers
        self._here = Unasked(answers, trial.answers()) if trial.question is not None else None
        self._legal = trial.context()

    def asks_else(self) -> bool:
        """Return whether something is asked of which the newest open question offers nothing."""
        if self._here is None or self._given.newest is None:
            return False
        offered = {option.intent for option in self._given.newest.options}
        return offered.isdisjoint(option.intent for option in self._here.offer.options)

    def explained(self, wrong: Wrong) -> Wrong:
        """Return the mistake explained by what is near here. It orders nothing: nobody has seen that question."""
        if wrong.problem.why not in _OF_WORDS or self._here is None:
            return wrong
        if said := self._here.orders(wrong.text):
            return replace(wrong, problem=Problem("ambiguous", "reread", nearest=said, codes=said))
        reader = LineReader(self._here.answers, self._legal, late=True)
        pieces = reader.read(wrong.text)
        piece = pieces[0] if len(pieces) == 1 else None
        if isinstance(piece, OrderItem):
            said = _said(piece, self._given.book, self._given.language)
            return replace(wrong, problem=replace(wrong.problem, nearest=said, codes=(), facts=()))
        if not isinstance(piece, Wrong) or piece.problem.why not in _OF_WORDS:
            return wrong
        codes = tuple(_code(code, self._here.offer, self._given.offers) for code in piece.problem.codes)
        problem = replace(piece.problem, codes=codes if any(codes) else (), question=None)
        return replace(wrong, problem=problem)


def _said(unit: OrderItem, book: Phrasebook, language: str) -> tuple[str, ...]:
    try:
        return (book.say(unit.reading.typed(), language),)
    except (TypeError, LookupError):
        return ()


def _code(code: str, here: Offer, offers: Offers) -> str:
    """Return the code by which an open question offers the same option; empty if none does."""
    meant = [(option.intent, option.part) for option in here.options if f"{UNASKED}{option.code}" == code]
    return next(
        (
            f"{offer.number}{option.code}"
            for offer in reversed(offers.open)
            for option in offer.shown
            if (option.intent, option.part) in meant
        ),
        "",
    )

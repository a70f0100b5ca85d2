"""What is wrong with a line behind others: explained by the question that is asked where those have led.

That question has no number yet, for nobody has been asked it: what is named as near has a code only where an open
question offers it too.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from adjudicator.orders.codes import Offer, make_offer
from adjudicator.orders.lines import LineReader
from adjudicator.orders.phrasebook import Phrasebook
from adjudicator.orders.pieces import Offers, Unit, Wrong
from adjudicator.orders.refusals import Why
from adjudicator.orders.trial import Trial

_UNASKED = 0
"""The number of a question that nobody has been asked yet."""
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


def explained(wrong: Wrong, trial: Trial, offers: Offers, book: Phrasebook, language: str) -> Wrong:
    """The same, with what is near where the trial stands. Nothing is ordered by it: nobody has seen that question."""
    if wrong.problem.why not in _OF_WORDS or trial.question is None:
        return wrong
    here = make_offer(book, _UNASKED, language, trial.answers())
    reader = LineReader(book, language, Offers((here,)), trial.context(), shown=dict, late=True)
    pieces = reader.read(wrong.text)
    piece = pieces[0] if len(pieces) == 1 else None
    if isinstance(piece, Unit):
        return replace(wrong, problem=replace(wrong.problem, nearest=_said(piece, book, language), codes=(), facts=()))
    if not isinstance(piece, Wrong) or piece.problem.why not in _OF_WORDS:
        return wrong
    codes = tuple(_code(code, here, offers) for code in piece.problem.codes)
    problem = replace(piece.problem, codes=codes if any(codes) else (), question=None)
    return replace(wrong, problem=problem)


def asks_else(trial: Trial, offers: Offers, book: Phrasebook) -> bool:
    """Whether something is asked of which the newest open question offers nothing."""
    if trial.question is None or not offers.open:
        return False
    offered = {option.intent for option in offers.open[-1].options}
    here = make_offer(book, _UNASKED, offers.open[-1].language, trial.answers())
    return offered.isdisjoint(option.intent for option in here.options)


def _said(unit: Unit, book: Phrasebook, language: str) -> tuple[str, ...]:
    try:
        return (book.say(unit.reading.typed(), language),)
    except (TypeError, LookupError):
        return ()


def _code(code: str, here: Offer, offers: Offers) -> str:
    """The code by which an open question offers the same; empty if none does."""
    meant = [(option.intent, option.part) for option in here.options if f"{_UNASKED}{option.code}" == code]
    return next(
        (
            f"{offer.number}{option.code}"
            for offer in reversed(offers.open)
            for option in offer.shown
            if (option.intent, option.part) in meant
        ),
        "",
    )

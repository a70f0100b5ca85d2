"""Explain what is wrong with a code or a word of a line, with what can be typed instead and its codes."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.kernel.actions import Action
from adjudicator.orders.options.answers import AnswerIndex
from adjudicator.orders.options.codes import CodedOption, Offer, Typed, label, reading_of
from adjudicator.orders.text import normalize_word, tokenize
from adjudicator.orders.text.common import common_words
from adjudicator.orders.vocabulary.phrases import Legal
from adjudicator.orders.vocabulary.refusals import Fact, Misread, Place, Problem, Unreadable

_OFFERED, _FEW = 3, 5
"""Names that are near, and answers of which all are named."""
_ABOUT_CODES = ("unknown_code", "several_codes", "guessed", "unknown_question")


class StaleCode(Misread):
    """A code of a question that is answered or over."""


class Hints:
    """Names what is near in the questions that one seat is asked."""

    def __init__(self, answers: AnswerIndex, context: Legal) -> None:
        self._answers = answers
        self._book = answers.book
        self._language = answers.language
        self._offers = answers.offers
        self._context = context

    def offered(self, problem: Problem, offer: Offer, options: Sequence[CodedOption]) -> Problem:
        """Return the problem with answers that could be meant."""
        return replace(
            problem,
            nearest=tuple(label(option, self._book, self._language) for option in options),
            codes=tuple(f"{offer.number}{option.code}" for option in options),
        )

    def stale(self, offer: Offer, typed: Typed, place: Place) -> Problem:
        """Return the problem that the question is over, with the code of an open one that offers the same.

        The code is not used for the player: what was shown when they wrote it may be gone.
        """
        problem = Problem("illegal", "stale", place, question=offer.number)
        options = offer.find(typed.code)
        if len(options) != 1:
            return problem
        reading = reading_of(options[0], self._book)
        code = next((code for one in reversed(self._offers.open) if (code := one.code_of(reading, self._book))), None)
        if code is None:
            return problem
        return replace(problem, nearest=(label(options[0], self._book, self._language),), codes=(code,))

    def unknown_question(self, typed: Typed, place: Place) -> Misread:
        """Return the problem of a wrong number, with what the letter means in the question that is open."""
        number = typed.number
        newest = max((held.number for held in (*self._offers.open, *self._offers.closed)), default=0)
        if number is not None and number < newest:
            return StaleCode(Problem("illegal", "stale", place, question=number))
        problem = Problem("unreadable", "unknown_question", place, question=number)
        if self._offers.open:
            offer = self._offers.open[-1]
            problem = self.offered(problem, offer, offer.find(typed.code) or close(offer, typed.code))
        return Unreadable(problem)

    def with_codes(self, problem: Problem) -> Problem:
        """Return the problem with something legal to type instead, and its codes."""
        answers = self._offered_by(problem)
        if answers and problem.kinds and problem.why in ("unknown_word", "wrong_kind"):
            # A name that looks like it helps only where it is the name of an answer.
            place = problem.place is not None and normalize_word(problem.place.typed) in common_words().places
            named = [{word.folded for word in tokenize(name)} for name in problem.nearest]
            near = [
                answer for answer in answers if not place and any(map(self._answers.names_in(answer).issuperset, named))
            ]
            if problem.nearest and not near and not place and problem.why == "unknown_word":
                problem = replace(problem, facts=(*problem.facts, Fact("not_now", problem.nearest[0])))
            return self.offered(problem, self._offers.open[-1], near[:_OFFERED])
        if not problem.nearest and 0 < len(answers) <= _FEW:
            return self.offered(problem, self._offers.open[-1], answers)
        if not problem.nearest:
            problem = replace(problem, nearest=self._legal_lines(problem))
        if not problem.nearest or problem.codes or problem.why in _ABOUT_CODES:
            return problem
        codes = tuple(self._code_for(text) for text in problem.nearest)
        return replace(problem, codes=codes) if any(codes) else problem

    def _legal_lines(self, problem: Problem) -> tuple[str, ...]:
        """Return legal orders with the verb that was understood. Empty if there are too many."""
        legal = [
            action for op in _ops(problem) for action in self._context.of(op) if self._is_meant(type(action), problem)
        ]
        return tuple(self._book.say(action, self._language) for action in legal if len(legal) <= _FEW)

    def _offered_by(self, problem: Problem) -> list[CodedOption]:
        """Return the answers to the newest question, also those that may follow, with a verb that was understood."""
        options = self._offers.open[-1].shown if self._offers.open else ()
        ops = _ops(problem)
        found = [option for option in options if reading_of(option, self._book).action.__struct_config__.tag in ops]
        return [option for option in found if self._is_meant(reading_of(option, self._book).action, problem)]

    def _is_meant(self, action: type[Action], problem: Problem) -> bool:
        """Return whether an order may be named that a line has a strange word in."""
        return not (has_strange_word(problem) and self._book.may_close(action))

    def _code_for(self, text: str) -> str:
        try:
            reading = self._book.read(tokenize(text), self._language, self._context)
        except Misread:
            return ""
        return next((code for offer in self._offers.open if (code := offer.code_of(reading, self._book))), "")


def close(offer: Offer, code: str) -> list[CodedOption]:
    """Return options of the same group, else the first ones; at most five."""
    same = [option for option in offer.shown if option.code.rstrip("0123456789") == code.rstrip("0123456789")]
    return (same or list(offer.shown))[:5]


def _ops(problem: Problem) -> list[str]:
    return [str(fact.value) for fact in problem.facts if fact.name == "op"]


def has_strange_word(problem: Problem) -> bool:
    """Return whether a line has a word that does not belong there.

    `E14 foo end` ends no round without E14, though `end it` may.
    """
    typed = problem.place.typed if problem.place is not None else ""
    fillers = common_words().fillers
    return problem.why in ("unknown_word", "wrong_kind") and not all(word.folded in fillers for word in tokenize(typed))

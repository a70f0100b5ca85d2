"""Answers written as the question shows them: copied, with their heading or their price."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from adjudicator.orders.options.answers import AnswerIndex, as_a_line, folded_words
from adjudicator.orders.options.pieces import OrderItem, Piece, is_clear
from adjudicator.orders.text import Word


class StrictReader(Protocol):
    """Reads words as orders, without any leniency; `letters`: a letter that is also a word is meant as a code."""

    def __call__(self, given: Sequence[Word], *, letters: bool = False) -> list[Piece]: ...


class Copied:
    """Finds the answers that the open questions show with the words of a line."""

    def __init__(self, strictly: StrictReader, answers: AnswerIndex, ops: Sequence[str]) -> None:
        self._strictly = strictly
        self._open = answers
        self._offers = answers.offers
        self._ops = ops

    def line(self, given: Sequence[Word]) -> list[Piece]:
        """Read a code, the words that the question shows behind it, and a payment: `c1 Niagara (Furs) 2`.

        They are no second order, whatever they would mean alone.
        """
        code = self._strictly(given[:1]) if len(given) > 1 else []
        unit = code[0] if len(code) == 1 else None
        answer = self._open.shown.get(unit.text) if isinstance(unit, OrderItem) and unit.question is not None else None
        if answer is None:
            return []
        said = [word.folded for word in given[1:]]
        paid = next((at for at, word in enumerate(reversed(said)) if word[0] != "+"), 0)
        for end in (len(said), len(said) - paid):
            if any(list(folded_words(way)[:end]) == said[:end] for way in as_a_line(answer)):
                return self._strictly([given[0], *given[end + 1 :]])
        return []

    def without_holder(self, given: Sequence[Word]) -> list[Piece]:
        """Read an order without the holder that the question shows: `to Balearic (Britain)`."""
        said = tuple(word.folded for word in given)
        for shown, plain in self._open.remarked:
            if len(shown) < len(said) and said[-len(shown) :] == shown:
                read = self._strictly(given[: len(said) - len(shown) + plain])
                return read if is_clear(read) else []
        return []

    def answer(self, given: Sequence[Word]) -> str:
        """Return the code of the one answer that the question shows with exactly these words; "" if there is none."""
        answers = {code for code, _ in self._open.now(self._ops)}
        found = _the_one(self._open.by_words, given)
        return found if found in answers else ""

    def below_heading(self, given: Sequence[Word]) -> str:
        """Return the code of the one answer that is shown below this heading: `Advantage Textiles: …: Madras`."""
        return _the_one(self._open.by_heading, given)


def _the_one(codes: Mapping[tuple[str, ...], Sequence[str]], given: Sequence[Word]) -> str:
    """Return the one code that belongs to exactly these words; "" if there is none, or several."""
    found = codes.get(tuple(word.folded for word in given), ())
    return found[0] if len(found) == 1 else ""

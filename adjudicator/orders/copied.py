"""Answers written as the question shows them: copied, with their heading or their price, or with one word misspelt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from rapidfuzz.distance import OSA

from adjudicator.orders.answers import Answers, as_a_line, folded_words
from adjudicator.orders.nearer import Nearer
from adjudicator.orders.pieces import Piece, Unit, Wrong, is_clear
from adjudicator.orders.refusals import Place, Problem
from adjudicator.orders.text import Word

_LONG, _SLIPS = 5, 2
"""Letters of a word that may be misspelt, and how many of them."""


class Strictly(Protocol):
    """Reads words as orders, without any leniency; `letters`: a letter that is also a word is meant as a code."""

    def __call__(self, given: Sequence[Word], *, letters: bool = False) -> list[Piece]: ...


class Copied:
    """Finds the answers that the open questions show with the words of a line."""

    def __init__(self, strictly: Strictly, answers: Answers, nearer: Nearer) -> None:
        self._strictly = strictly
        self._open = answers
        self._offers = answers.offers
        self._nearer = nearer

    def line(self, given: Sequence[Word]) -> list[Piece]:
        """`c1 Niagara (Furs) 2`: a code and the words that stand behind it in the question, paid as it says at the end.

        They are no second order, whatever they would mean alone.
        """
        code = self._strictly(given[:1]) if len(given) > 1 else []
        unit = code[0] if len(code) == 1 else None
        answer = self._open.shown.get(unit.text) if isinstance(unit, Unit) and unit.question is not None else None
        if answer is None:
            return []
        said = [word.folded for word in given[1:]]
        paid = next((at for at, word in enumerate(reversed(said)) if word[0] != "+"), 0)
        for end in (len(said), len(said) - paid):
            if any(list(folded_words(way)[:end]) == said[:end] for way in as_a_line(answer)):
                return self._strictly([given[0], *given[end + 1 :]])
        return []

    def without_holder(self, given: Sequence[Word]) -> list[Piece]:
        """`deploy from Biscay to Balearic (Britain)`: the question shows the place so, with who holds it behind it."""
        said = tuple(word.folded for word in given)
        for shown, plain in self._open.remarked:
            if len(shown) < len(said) and said[-len(shown) :] == shown:
                read = self._strictly(given[: len(said) - len(shown) + plain])
                return read if is_clear(read) else []
        return []

    def misspelt(self, line: str, given: Sequence[Word]) -> Wrong | None:
        """`Economic 4 and Dipolmatic 2`: an answer as a whole, of which no part is an order of its own."""
        ways = {
            code: wrong
            for way, code in self._open.by_length.get(len(given), ())
            if (wrong := _misspelt_in(given, way)) is not None
        }
        options = [(f"{offer.number}{one.code}", one) for offer in self._offers.open for one in offer.shown]
        meant = [(code, one) for code, one in options if code in ways]
        if len(ways) != 1 or len(meant) != 1:
            return None
        word = ways[meant[0][0]]
        problem = Problem("unreadable", "unknown_word", Place(word.typed, word.column))
        return Wrong(line, self._nearer.with_options(problem, meant))

    def is_heading(self, given: Sequence[Word]) -> bool:
        """Whether it is the heading of some answers, which was copied with one of them."""
        return tuple(word.folded for word in given) in self._open.headings

    def answer(self, given: Sequence[Word]) -> str:
        """The code of the one answer that the question shows with exactly these words."""
        answers = {code for code, _ in self._nearer.answers()}
        found = _the_one(self._open.by_words, given)
        return found if found in answers else ""

    def below_heading(self, given: Sequence[Word]) -> str:
        """The code of the one answer that the question shows below this heading: `Advantage Textiles: …: Madras`."""
        return _the_one(self._open.by_heading, given)


def _the_one(codes: Mapping[tuple[str, ...], Sequence[str]], given: Sequence[Word]) -> str:
    """The one code that belongs to exactly these words."""
    found = codes.get(tuple(word.folded for word in given), ())
    return found[0] if len(found) == 1 else ""


def _misspelt_in(given: Sequence[Word], said: Sequence[str]) -> Word | None:
    """The word that differs in a letter or two, where all others are the same; figures are never misspelt."""
    if len(given) != len(said) or len(said) < 2:
        return None
    differing = [(word, right) for word, right in zip(given, said, strict=True) if word.folded != right]
    if len(differing) != 1:
        return None
    word, right = differing[0]
    near = len(right) >= _LONG and not right.isdecimal() and OSA.distance(word.folded, right) <= _SLIPS
    return word if near else None

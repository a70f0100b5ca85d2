"""Whether words name the things of an answer, and count what it counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from itertools import pairwise

from adjudicator.orders.answers import alike


def counts_alike(typed: Sequence[str], names: Sequence[str]) -> bool:
    """Whether each number counts the same word as in the answer: `diplomatic 4`, or `4 diplomatic` where the first
    number stands in front.
    """
    first = next((at for at, word in enumerate(typed) if word.isdecimal()), -1)
    said = list(reversed(typed)) if first == 0 else list(typed)
    numbers = [(word, number) for word, number in pairwise(said) if number.isdecimal()]
    if first < 0:
        return True
    pairs = {pair for pair in pairwise(names) if pair[1].isdecimal()}
    alone = said[0].isdecimal() or any(word.isdecimal() for word, _ in numbers)
    return not alone and all(
        any(number == own and is_like(word, name) for name, own in pairs) for word, number in numbers
    )


def is_like(word: str, own: str) -> bool:
    """Whether a folded word is another one, shortened, inflected or misspelt."""
    return alike(word, own) > 0


def unnamed(typed: Sequence[str], things: Sequence[Set[str]]) -> int:
    """How many of the things of an answer are not named by these words. A word that two of them have in common names
    none beside one that is named by a word of its own (`to Atlantic Passage` does not say that it is from another one),
    and what is named once is not meant twice.
    """
    fits = [frozenset(word for word in typed if any(is_like(word, own) for own in names)) for names in things]
    own = [fit - _together(fits[:at] + fits[at + 1 :]) for at, fit in enumerate(fits)]
    left = [fit - _together(fits[n] for n, sure in enumerate(own) if sure and n != at) for at, fit in enumerate(fits)]
    said = {words: max((typed.count(word) for word in words), default=0) for words in left}
    return sum(max(0, left.count(words) - times) for words, times in said.items())


def _together(fits: Iterable[Set[str]]) -> Set[str]:
    return frozenset(word for fit in fits for word in fit)

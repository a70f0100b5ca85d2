"""Letters that may be the code of an answer, and are words of a language too: `a`, `I`, «и», «в»."""

from collections.abc import Sequence

from adjudicator.orders.text import Word

WORDS_TOO = frozenset((*"авикосуяai", "the", "an", "and", "со"))
"""Codes that are also words, or look like some: without a number they are codes only in a list of such."""


def is_letter(given: Sequence[Word], at: int) -> bool:
    """Whether a word among codes is none of a language: it has a number, or stands between commas or beside `b`."""
    word = given[at]
    if word.folded not in WORDS_TOO:
        return True
    alone = (at == 0 or word.broken) and (at + 1 == len(given) or given[at + 1].broken)
    beside = any(each.folded not in WORDS_TOO and each.folded[0] != "+" for each in given)
    return len(given) > 1 and (alone or (word.folded in "aа" and beside))

"""Letters that may be the code of an answer, and are words of a language too: `a`, `I`, «и», «в», «да», `ps`."""

from collections.abc import Sequence

from adjudicator.orders.text import Word
from adjudicator.orders.text.common import common_words

_VOWELS = frozenset("аеиоуэюяaeiouy")
_PAIR = 2


def is_word_too(code: str) -> bool:
    """Return whether a code is also a word, or looks like one: without a number it is one only in a list of such."""
    return code in common_words().small or (len(code) == _PAIR and code.isalpha() and not is_no_word(code))


def is_no_word(code: str) -> bool:
    """Return whether two letters are no word of a language, since none is a vowel, nor an abbreviation."""
    return _VOWELS.isdisjoint(code) and code not in common_words().abbreviated


def is_letter(given: Sequence[Word], at: int) -> bool:
    """Return whether a word among codes does not belong to a language.

    It has a number, or stands between commas or beside `b`.
    """
    word = given[at]
    if not is_word_too(word.folded):
        return True
    alone = (at == 0 or word.broken) and (at + 1 == len(given) or given[at + 1].broken)
    beside = any(not is_word_too(each.folded) and each.folded[0] != "+" for each in given)
    return len(given) > 1 and (alone or (word.folded in "aа" and beside))

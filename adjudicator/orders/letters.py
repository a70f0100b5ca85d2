"""Letters that may be the code of an answer, and are words of a language too: `a`, `I`, «и», «в», «да», `ps`."""

from collections.abc import Sequence

from adjudicator.orders.courtesy import courtesy
from adjudicator.orders.text import Word

_WORDS = frozenset((*"авикосуяai", "the", "an", "and", "со"))
_ABBREVIATED = frozenset(
    (
        "вк", "вс", "вт", "гг", "гл", "гм", "др", "кг", "км", "мг", "мм", "нб", "нр", "пн", "пс", "пт", "сб", "см",
        "ср", "тд", "тп", "тч", "хм", "чт", "шт",
        "cf", "cm", "dr", "ft", "gb", "hm", "kg", "km", "mb", "mm", "mr", "ms", "mt", "nb", "nd", "pm", "ps", "pt",
        "rd", "st", "th", "tv", "vs",
    )
)  # fmt: skip
_VOWELS = frozenset("аеиоуэюяaeiouy")
_PAIR = 2
_LED_TO = 3
"""Letters of a word that an article leads to."""


def is_word_too(code: str) -> bool:
    """Whether a code is also a word, or looks like one: without a number it is one only in a list of such."""
    return code in _WORDS or (len(code) == _PAIR and code.isalpha() and not is_no_word(code))


def is_no_word(code: str) -> bool:
    """Whether two letters are no word of a language, since none is a vowel, nor an abbreviation."""
    return _VOWELS.isdisjoint(code) and code not in _ABBREVIATED


def is_letter(given: Sequence[Word], at: int) -> bool:
    """Whether a word among codes is none of a language: it has a number, or stands between commas or beside `b`."""
    word = given[at]
    if not is_word_too(word.folded):
        return True
    alone = (at == 0 or word.broken) and (at + 1 == len(given) or given[at + 1].broken)
    beside = any(not is_word_too(each.folded) and each.folded[0] != "+" for each in given)
    return len(given) > 1 and (alone or (word.folded in "aа" and beside))


def is_article(given: Sequence[Word], at: int) -> bool:
    """Whether a letter that is a word too leads to the next one: `I have a plan`; `a or b` are two answers."""
    then = next(iter(given[at + 1 :]), None)
    if then is None or then.broken or then.folded in courtesy().joining:
        return False
    return is_word_too(given[at].folded) and len(then.folded) >= _LED_TO

"""Words that stand around orders and mean nothing by themselves, and those that are a code."""

from __future__ import annotations

from functools import cache

from adjudicator.orders.codes import code_like
from adjudicator.orders.courtesy import courtesy
from adjudicator.orders.likely import PREPOSITIONS
from adjudicator.orders.matching import FILLERS
from adjudicator.orders.short_orders import is_meant
from adjudicator.orders.text import Word


def is_code(word: Word) -> bool:
    """Whether a word is a code with its number, or a short name."""
    typed = code_like(word.folded)
    return is_meant(word.folded) or (typed is not None and typed.number is not None)


def is_small(word: Word) -> bool:
    """Whether a word stands around orders and means nothing by itself."""
    return word.folded in _small()


def is_plain(word: Word) -> bool:
    """Whether a word around orders cannot change what they say, wherever it stands."""
    return word.folded in FILLERS | PREPOSITIONS | courtesy().plain


@cache
def _small() -> frozenset[str]:
    forms = (*courtesy().before, *courtesy().links, *courtesy().padding, *courtesy().turns)
    return FILLERS | PREPOSITIONS | courtesy().selves | {form[0] for form in forms if len(form) == 1}

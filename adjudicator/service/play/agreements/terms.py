"""Read until when an offer stands, as players say it."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

import msgspec

from adjudicator.kernel.position import Stage
from adjudicator.orders.text import tokenize
from adjudicator.service.timing.dates import BadDates, read_moment

_WITHDRAWN: Final = frozenset(
    ("withdrawn", "it is withdrawn", "i withdraw it", "i withdraw", "further notice", "отзыва", "отозвано", "не отзову",
     "не отозвано", "отмены")
)  # fmt: skip


class Term(msgspec.Struct, frozen=True):
    """It ends at a moment, or with a turn or phase of the game, or (neither) when it is withdrawn."""

    until: datetime | None = None
    end: Stage | None = None


def term_of(text: str, now: datetime, zone: str, end: Callable[[str], Stage | None]) -> Term | None:
    """Read what follows `until`; None if it is not a term, or is over. `end` reads the terms that the game sets."""
    said = " ".join(word.folded for word in tokenize(text))
    if not said or said in _WITHDRAWN:
        return Term()
    if stage := end(text):
        return Term(end=stage)
    try:
        return Term(until=read_moment(text, now, zone))
    except BadDates:
        return None

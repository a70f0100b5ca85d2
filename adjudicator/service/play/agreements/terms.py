"""Until when an offer stands, as players say it."""

from datetime import datetime
from typing import Final

import msgspec

from adjudicator.orders.text import words
from adjudicator.service.timing.dates import BadDates, read_moment

_WITHDRAWN: Final = frozenset(
    ("withdrawn", "it is withdrawn", "i withdraw it", "i withdraw", "further notice", "отзыва", "отозвано", "не отзову",
     "не отозвано", "отмены")
)  # fmt: skip
_TURN: Final = frozenset(
    ("turn", "the turn", "next turn", "the next turn", "end of turn", "end of the turn", "the end of the turn",
     "turn end", "round", "next round", "the next round", "end of the round", "the end of the round", "хода",
     "конца хода", "следующего хода", "раунда", "конца раунда", "следующего раунда", "нового хода", "нового раунда")
)  # fmt: skip


class Term(msgspec.Struct, frozen=True):
    """It ends at a moment, or with the turn that is played, or (neither) when it is withdrawn."""

    until: datetime | None = None
    turn: bool = False


def term_of(text: str, now: datetime, zone: str) -> Term | None:
    """What stands behind `until`; None where it is no such thing, or over."""
    said = " ".join(word.folded for word in words(text))
    if not said or said in _WITHDRAWN:
        return Term()
    if said in _TURN:
        return Term(turn=True)
    try:
        return Term(until=read_moment(text, now, zone))
    except BadDates:
        return None

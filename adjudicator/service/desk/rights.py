"""What a moderator may do."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from adjudicator.language import Language


class Right(StrEnum):
    """What a moderator may do. `all` includes the others."""

    TIME = "time"
    """Pauses, deadlines, absences, reminders."""
    MAIL = "mail"
    """Mails that were set aside: look at them, release, reject."""
    ALL = "all"

    def allows(self, needed: Right) -> bool:
        """Whether who has this right may do what needs another."""
        return self in (Right.ALL, needed)


RIGHTS_TYPED = {Right.ALL: "все", Right.TIME: "время", Right.MAIL: "почта"}
"""As Russian readers type them."""


def right_word(language: Language, right: str) -> str:
    """A right as it is typed."""
    return language.typed(en=right, ru=RIGHTS_TYPED[Right(right)])


def typed(right: Right) -> Callable[[Language], str]:
    """A right as a fact of a trouble: each reader reads it as they would type it."""
    return lambda words: right_word(words, right)

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


def typed(right: str) -> Callable[[Language], str]:
    """A right, which each reader reads as they would type it; also as a fact of a trouble."""
    return lambda words: words.typed(en=right, ru=RIGHTS_TYPED[Right(right)])

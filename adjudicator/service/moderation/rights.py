"""Define who may give which command: what each declares that it needs, and what a moderator may do."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # every start of the program reads this
    from adjudicator.language import Language


class Right(StrEnum):
    """A right of a moderator. `all` includes the others."""

    TIME = "time"
    """Pauses, deadlines, absences, reminders."""
    MAIL = "mail"
    """Mails that were set aside: look at them, release, reject."""
    ALL = "all"

    def allows(self, needed: Right) -> bool:
        """Return whether somebody with this right may do what needs another."""
        return self in (Right.ALL, needed)


class Access(StrEnum):
    """The people who may give a command that needs no right of a moderator. The ones that look change nothing."""

    OPERATOR = "operator"
    """Operators only: it concerns the installation. Of a moderator named with `--by` it needs all rights."""
    INSPECT = "inspect"
    """Operators only: it looks at the installation."""
    LOOK = "look"
    """Everybody may look at what is theirs: a moderator at their campaigns, the holder of a seat at that seat."""
    SEAT = "seat"
    """The holder of a seat, about that seat, their address or their person."""
    FILES = "files"
    """Whoever has the files: it touches no installation."""


TO_BEGIN = Right.ALL
"""The right to begin the match of a campaign that has gathered its people, by mail and at the command line."""
Needs = Right | Access
"""What a command declares."""
FOR_OPERATORS = frozenset((Access.OPERATOR, Access.INSPECT, Access.FILES))
"""The rights that a moderator with a login of their own may not use. By `sudo` files are those of the service."""
LOOKS = frozenset((Access.INSPECT, Access.LOOK, Access.FILES))
"""The rights that change nothing in an installation."""


RIGHTS_TYPED = {Right.ALL: "все", Right.TIME: "время", Right.MAIL: "почта"}
"""The rights as Russian readers type them."""


def localized_right(right: str) -> Callable[[Language], str]:
    """Return a right as each reader would type it; also usable as a fact of a trouble."""
    return lambda words: words.typed(en=right, ru=RIGHTS_TYPED[Right(right)])

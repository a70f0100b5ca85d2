"""Actions: the only way in which a position changes."""

from __future__ import annotations

import sys
from typing import Any, ClassVar

import msgspec

from adjudicator.kernel.shapes import derive

MODERATOR = "moderator"
SYSTEM = "system"


class Action(msgspec.Struct, frozen=True, tag_field="op", forbid_unknown_fields=True, omit_defaults=True):
    """A typed action. A subclass names its `op` with `tag="..."` and has JSON values as fields.

    Arguments that may name several things are tuples, so that actions are hashable values.
    """

    parties: ClassVar[str] = ""
    """The field with the parties of an agreement: whoever orders it need not name itself."""

    @property
    def op(self) -> str:
        return str(self.__struct_config__.tag)


def word(tag: str, meaning: str) -> type[Action]:
    """Make an action of one word, which has no field but its `op`: `Spare = word("spare", "Kill nobody. Rule F1b.")`.

    >>> Spare = word("spare", "Kill nobody. Rule F1b.")
    >>> Spare(), Spare().op, Spare.__doc__
    (Spare(), 'spare', 'Kill nobody. Rule F1b.')
    """
    return derive(Action, tag, meaning, module=sys._getframe(1).f_globals["__name__"])


class Decline(Action, frozen=True, tag="decline"):
    """No reaction in a `Window`, no signature in an `Agree`."""


class SetFact(Action, frozen=True, tag="set"):
    """A moderator's correction: keys of the game's document, merged key by key (null removes), with a reason.

    It is refused if the result is not a legal document of the game.
    """

    changes: dict[str, Any]
    reason: str

    __hash__: ClassVar[None]  # type: ignore[assignment]


class SetContent(Action, frozen=True, tag="set_content"):
    """A moderator's correction of the content that is played: keys of the pack, merged key by key, with a reason.

    `content` is the hash of the pack that comes of it; in the log it always stands.
    """

    changes: dict[str, Any]
    reason: str
    content: str = ""

    __hash__: ClassVar[None]  # type: ignore[assignment]


class EndMatch(Action, frozen=True, tag="end_match"):
    """A moderator ends the match as no rule does: the others have given up, or, without winners, it is a draw."""

    winners: tuple[str, ...] = ()
    reason: str = ""


class Nothing(Action, frozen=True, tag="nothing"):
    """The moderator is asked for an effect by hand, and says that the position stays as it is."""


class Resolve(Action, frozen=True, tag="resolve"):
    """The effect that the moderator carries out by hand, as asked: keys of the game's document, as in `SetFact`.

    The cursor stays as it is: play goes on behind the question.
    """

    changes: dict[str, Any]

    __hash__: ClassVar[None]  # type: ignore[assignment]


class SystemLine(msgspec.Struct, frozen=True):
    """A step that no player decides and that the log names, because draws hang on it."""

    op: str
    args: dict[str, Any] = {}


class WindowAnswers(msgspec.Struct, frozen=True):
    """The answers of all seats to a `Window`, in the order of the rules. The public sees only "the window closed"."""

    answers: dict[str, Any]
    op: str = "window"

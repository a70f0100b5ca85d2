"""What a seat may do in its turn of the action phase: each deed says what it may be, why not, and what follows.

A basic action or a card takes the turn (R3.20); a minor action comes with it (R5.01).
"""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Literal

from msgspec import Struct

import adjudicator
from adjudicator import Action, Frames, Play, Refusal

from ..content import Content
from ..state import State

Takes = Literal["turn", "event", "minor"]


class Deed(Struct, frozen=True):
    """One thing that may be done in a turn. `candidates`: every action that could be legal at all; `refused`: what is
    against one, None if nothing is; `done` does it and says what has to follow.
    """

    action: type[Action]
    candidates: Callable[[State, str, Content], Iterable[Action]]
    refused: Callable[[State, str, Any, Content], Refusal | None]
    done: Callable[[Play[State], str, Any], Frames]
    takes: Takes = "turn"
    """The action of the turn; that of an event, which everybody takes once before passing (R3.21); a minor action."""
    covert: bool = False
    """Whether others may counter what follows (R8.05)."""


class TurnDeed(adjudicator.Deed[State], frozen=True):
    """The same as one class of action: it is asked with the content that is played."""

    takes: ClassVar[Takes] = "turn"
    covert: ClassVar[bool] = False


def deeds_of(*actions: type[TurnDeed]) -> tuple[Deed, ...]:
    """The deeds that are said as one class each."""
    return tuple(
        Deed(
            each,
            each.candidates,
            lambda state, seat, action, content: action.refused(state, seat, content),
            lambda play, seat, action: action.done(play, seat),
            each.takes,
            each.covert,
        )
        for each in actions
    )

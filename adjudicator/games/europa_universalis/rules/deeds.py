"""What a seat may do in its turn of the action phase: each deed says what it may be, why not, and what follows.

A basic action or a card takes the turn (R3.20); a minor action comes with it (R5.01).
"""

from collections.abc import Callable, Iterable
from typing import Any, Literal

from msgspec import Struct

from adjudicator import Action, Frames, Play, Refusal

from ..content import Content
from ..state import State


class Deed(Struct, frozen=True):
    """One thing that may be done in a turn. `candidates`: every action that could be legal at all; `refused`: what is
    against one, None if nothing is; `done` does it and says what has to follow.
    """

    action: type[Action]
    candidates: Callable[[State, str, Content], Iterable[Action]]
    refused: Callable[[State, str, Any, Content], Refusal | None]
    done: Callable[[Play[State], str, Any], Frames]
    takes: Literal["turn", "event", "minor"] = "turn"
    """The action of the turn; that of an event, which everybody takes once before passing (R3.21); a minor action."""
    covert: bool = False
    """Whether others may counter what follows (R8.05)."""

"""What a seat may do with an action: each deed says what it may be, why not, and what follows (D1)."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from adjudicator import Action, Frames, Play, Refusal

from ..state import State


class Deed(Struct, frozen=True):
    """One way to use an action. `free`: whether it costs none of the two in this state."""

    action: type[Action]
    candidates: Callable[[State, str], Iterable[Action]]
    refused: Callable[[State, str, Action], Refusal | None]
    done: Callable[[Play[State], str, Action], Frames]
    cost: Callable[[State, str, Action], int] = lambda state, seat, action: 1

"""What a seat may do with an action: each deed says what it may be, why not, and what follows (D1)."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from msgspec import Struct

from adjudicator import Action, Frames, Play, Refusal

from ..state import State

A = TypeVar("A", bound=Action)


class Deed(Struct, Generic[A], frozen=True):
    """One way to use an action. `cost`: how many of the two it takes, nothing if sometimes none; `needs`: the ability
    that allows it.
    """

    action: type[A]
    candidates: Callable[[State, str], Iterable[Action]]
    refused: Callable[[State, str, A], Refusal | None]
    done: Callable[[Play[State], str, A], Frames]
    cost: Callable[[State, str, A], int] | None = None
    needs: str = ""

    def price(self, state: State, seat: str, action: A) -> int:
        """How many actions it takes here."""
        return 1 if self.cost is None else self.cost(state, seat, action)

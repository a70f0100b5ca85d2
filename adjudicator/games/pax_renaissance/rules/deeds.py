"""What a seat may do with an action: each deed says what it may be, why not, and what follows (D1)."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from adjudicator import Action, Frames, Play, Refusal

from ..state import State


class Deed(Struct, frozen=True):
    """One way to use an action. `cost`: how many of the two it takes, nothing if sometimes none; `needs`: the ability
    that allows it.
    """

    action: type[Action]
    candidates: Callable[[State, str], Iterable[Action]]
    refused: Callable[[State, str, Action], Refusal | None]
    done: Callable[[Play[State], str, Action], Frames]
    cost: Callable[[State, str, Action], int] | None = None
    needs: str = ""

    def price(self, state: State, seat: str, action: Action) -> int:
        """How many actions it takes here."""
        return 1 if self.cost is None else self.cost(state, seat, action)

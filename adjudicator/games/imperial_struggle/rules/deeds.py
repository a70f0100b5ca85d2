"""Define the deeds of an action round besides buying: each with what is offered, checked and carried out."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from msgspec import Struct

from adjudicator import Action, Frames, Play

from ..state import State

A = TypeVar("A", bound=Action)


class Deed(Struct, Generic[A], frozen=True):
    """An action that a round takes. ``check`` raises Refusal; ``carry_out`` gives the frames that follow."""

    takes: type[A]
    offers: Callable[[State, int], Iterable[A]]
    check: Callable[[State, int, A], None]
    carry_out: Callable[[Play[State], int, A], Frames | None]

"""What was worked out from the last few things, told apart by identity: two that are equal may be of two matches."""

from collections import deque
from collections.abc import Callable
from typing import Final, Generic, TypeVar

T = TypeVar("T")
V = TypeVar("V")
REMEMBERED: Final = 8
"""Things that are remembered: a mail tells of few positions, each in many parts."""


class Remembered(Generic[T, V]):
    """Works something out once for each of the last few things, for many ask about each.

    What it gives is shared by all who ask, and is not to be changed.
    """

    def __init__(self, work_out: Callable[[T], V]) -> None:
        self._work_out = work_out
        self._last: deque[tuple[T, V]] = deque(maxlen=REMEMBERED)

    def __call__(self, thing: T) -> V:
        for seen, found in tuple(self._last):
            if seen is thing:
                return found
        made = self._work_out(thing)
        self._last.append((thing, made))
        return made

"""What was worked out from the last few things, told apart by identity: two that are equal may be of two matches."""

from collections import deque
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, Generic, Self, TypeVar, overload

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


class shared_property(cached_property[V]):  # noqa: N801 - named as what it is like
    """A `cached_property` that an object shares with its shallow copies, whichever of them asks for it first.

    The object has the dict `shared` before it is copied. What is worked out must follow from what the copies share.

    >>> from copy import copy
    >>> class Book:
    ...     def __init__(self) -> None:
    ...         self.shared: dict[str, Any] = {}
    ...     @shared_property
    ...     def words(self) -> list[str]:
    ...         return ["worked out once"]
    >>> book = Book()
    >>> copy(book).words is book.words is copy(book).words
    True
    """

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> V: ...
    def __get__(self, instance: Any, owner: type[Any] | None = None) -> Any:
        if instance is None:
            return self
        kept = instance.shared
        if self.attrname not in kept:
            kept[self.attrname] = self.func(instance)
        return kept[self.attrname]

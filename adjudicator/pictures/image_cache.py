"""A place for drawn images, limited by what they weigh; what was not asked for longest goes first."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Shelf(Generic[T]):
    """Things by key that weigh at most `limit` in total."""

    def __init__(self, limit: int, weighs: Callable[[T], int]) -> None:
        self._limit, self._weighs = limit, weighs
        self._held = 0
        self._things: OrderedDict[str, T] = OrderedDict()

    def get(self, key: str) -> T | None:
        """Return the thing, or None; it must not be changed."""
        thing = self._things.get(key)
        if thing is not None:
            self._things.move_to_end(key)
        return thing

    def put(self, key: str, thing: T) -> T:
        """Keep a thing and return it; older ones make room."""
        self._things[key] = thing
        self._held += self._weighs(thing)
        while self._held > self._limit and len(self._things) > 1:
            _, old = self._things.popitem(last=False)
            self._held -= self._weighs(old)
        return thing

    def clear(self) -> None:
        """Drop everything."""
        self._things.clear()
        self._held = 0

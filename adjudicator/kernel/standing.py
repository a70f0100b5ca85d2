"""Keep what rules work out of a state that stands still: while answers are listed, nothing moves."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar, Token
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

S = TypeVar("S")
P = ParamSpec("P")
R = TypeVar("R")
Known = tuple[object, dict[Any, Any]]
"""A state that stands still, and what has been worked out of it."""

_NOW: ContextVar[Known | None] = ContextVar("state that stands still", default=None)
_MISSING: Any = object()


class StandingStill:
    """The time in which a state stays as it is, as a context manager: `once` functions keep what they find of it.

    Whoever says so changes nothing of the state within, and yields no question.
    """

    __slots__ = ("_state", "_token")

    def __init__(self, state: object) -> None:
        self._state = state
        self._token: Token[Known | None] | None = None

    def __enter__(self) -> None:
        now = _NOW.get()
        if now is None or now[0] is not self._state:
            self._token = _NOW.set((self._state, {}))

    def __exit__(self, *raised: object) -> None:
        if self._token is not None:
            _NOW.reset(self._token)


def once(function: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Return a function that is worked out once for the same arguments while the state stands still.

    Each question to a match is such a time, and all that are asked within `Match.still` are one. Its arguments are
    hashable and come by position. What it returns is never changed.
    """

    @wraps(function)
    def found(state: S, *arguments: Any) -> R:
        now = _NOW.get()
        if now is None or now[0] is not state:
            return function(state, *arguments)  # type: ignore[call-arg]
        known, key = now[1], (function, arguments)
        result: R = known.get(key, _MISSING)
        if result is _MISSING:
            result = known[key] = function(state, *arguments)  # type: ignore[call-arg]
        return result

    return found  # type: ignore[return-value]

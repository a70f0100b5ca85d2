"""Steps: the rules as small functions that ask at most one thing, first, and name what follows."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any

from adjudicator.kernel.decisions import Decision

Frame = list[Any]
"""`[step, *arguments]` where a step returns it, `[name, *arguments]` in the position; arguments are JSON values."""

Frames = Sequence[Frame]
Asking = Generator[Decision[Any], Any, Frames | None]
"""What a step that asks is: it yields one decision, gets its answer, and returns the frames that follow."""


class Step:
    """A step of a game: its name in the cursor, the rule it implements, its function."""

    __slots__ = ("asks", "function", "name", "rule")

    def __init__(self, name: str, rule: str, function: Callable[..., Any]) -> None:
        self.name = name
        self.rule = rule
        self.function = function
        self.asks = inspect.isgeneratorfunction(function)

    def __repr__(self) -> str:
        return f"<step {self.name} {self.rule}>"


class StepBook:
    """All steps of one game by name."""

    def __init__(self) -> None:
        self._steps: dict[str, Step] = {}

    def step(self, rule: str) -> Callable[[Callable[..., Any]], Step]:
        """Register a function `(play, *arguments)` under its own name as the implementation of a rule."""

        def register(function: Callable[..., Any]) -> Step:
            if function.__name__ in self._steps:
                raise ValueError(f"two steps are named {function.__name__}")
            made = Step(function.__name__, rule, function)
            self._steps[made.name] = made
            return made

        return register

    def __getitem__(self, name: str) -> Step:
        return self._steps[name]

    def __iter__(self) -> Iterable[Step]:
        return iter(self._steps.values())

    def __contains__(self, name: object) -> bool:
        return name in self._steps


def stored(frames: Frames) -> list[Frame]:
    """Frames as the position keeps them: names for steps, lists for tuples, the next one last."""
    return [_stored(frame) for frame in reversed(frames)]


def _stored(frame: Frame) -> Frame:
    step = frame[0]
    name = step.name if isinstance(step, Step) else str(step)
    return [name] if len(frame) == 1 else [name, *map(_plain, frame[1:])]


def _plain(argument: Any) -> Any:
    return [_plain(part) for part in argument] if isinstance(argument, tuple | list) else argument

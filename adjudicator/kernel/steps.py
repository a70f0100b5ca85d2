"""Steps: the rules as small functions that ask at most one thing, first, and name what follows.

How it works. A position keeps the steps that are still to be made as frames on a stack (`running`). A step is a
function of the play and its arguments. One without a question does its work and returns the frames that take its place.
One with a question is a generator that yields it, gets the answer, and returns frames likewise. `Unwind` leaves all
frames down to a step, `parallel` makes one frame of a chain of frames for each of several seats.

What must hold:

- Nothing is changed, drawn or emitted before the `yield`: this part runs whenever the question is looked at.
- Arguments are JSON values, for a frame is stored as `[name, *arguments]`; tuples become lists.
- The name of the function is stored with each frame: renaming a step needs a new version of the game.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Concatenate, Final, Generic, NewType, ParamSpec

from msgspec import Struct

from adjudicator.kernel.decisions import Decision

P = ParamSpec("P")

Frame = NewType("Frame", list[Any])
"""A call of a step that is still to be made, as positions store it: `[name, *arguments]`, in JSON values.

A step makes its own frames: `turn("red")` is `["turn", "red"]`.
"""

Frames = Sequence[Frame]

PARALLEL = "parallel"
"""Name of the frame with chains side by side: `["parallel", start, [[seat, asked, drawn, frames], ...], open]`."""
MARK = "question"
"""Name of the frame under one whose question keeps its number while something is done on top of it."""


class Unwind(Struct, frozen=True):
    """A step's return value that leaves nested steps at once: the innermost step `to` is made next, `then` before it.

    Everything that lies on top of it is dropped: `Unwind("end_of_war")` ends a war in the middle of a battle.
    """

    to: str
    then: Frames = ()


Follows = Frames | Unwind | None
"""What follows a step."""
Asking = Generator[Decision[Any], Any, Follows]
"""What a step that asks is: it yields one decision, gets its answer, and returns the frames that follow."""
Asks = Generator[Decision[Any], Any, None]
"""The same where nothing ever follows."""


def parallel(chains: Mapping[str, Frames], *, open: bool = False) -> Frame:
    """Create a frame of chains in which each seat goes at its own pace.

    What follows waits for all chains.

    A step of a chain asks only its seat, by `Choose`, and nothing that `interrupts`: in a chain nobody reacts. Chains
    run up to their first questions in the order given; after that what one of them takes from a common pile depends on
    who was first. What a chain draws is keyed by its seat and depends on nobody else's pace. Nobody learns how far the
    others are, unless that is `open`: then a step whose question is gone, since others took what it was about, goes on
    without asking, at once.
    """
    return Frame([PARALLEL, None, [[seat, 0, 0, stored_frames(frames)] for seat, frames in chains.items()], open])


_signature: Final = cache(inspect.signature)


class Step(Generic[P]):
    """A step of a game: its name in the cursor, its rule, its function, and its phase.

    `rule` is the rule that it implements; `phase` is the phase of a turn that it is part of, "" if none.

    Calling it runs nothing: it returns the frame that represents the call. A wrong argument is a type error. The kernel
    runs `function` when the frame's turn comes.
    """

    __slots__ = ("asks", "function", "name", "phase", "rule")

    def __init__(
        self, name: str, rule: str, function: Callable[Concatenate[Any, P], Asking | Follows], phase: str = ""
    ) -> None:
        self.name = name
        self.rule = rule
        self.phase = phase
        self.function: Callable[..., Any] = function
        self.asks = inspect.isgeneratorfunction(function)

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> Frame:
        given: tuple[Any, ...] = arguments
        if named:
            bound = _signature(self.function).bind(None, *arguments, **named)
            last = max(map(list(bound.signature.parameters).index, bound.arguments))
            bound.apply_defaults()  # otherwise arguments after an omitted one are lost
            given = bound.args[1 : last + 1]
        return Frame([self.name, *map(_plain, given)])

    def __repr__(self) -> str:
        return f"<step {self.name} {self.rule}>"


class StepBook:
    """All steps of one game by name."""

    def __init__(self) -> None:
        self._steps: dict[str, Step[...]] = {}
        self._announced: dict[str, tuple[inspect.Parameter, ...]] = {}

    def step(self, rule: str, phase: str = "") -> Callable[[Callable[Concatenate[Any, P], Asking | Follows]], Step[P]]:
        """Register a function `(play, *arguments)` under its own name as the implementation of a rule, in a phase."""

        def register(function: Callable[Concatenate[Any, P], Asking | Follows]) -> Step[P]:
            name = function.__name__
            if name in self._steps or name in (PARALLEL, MARK):
                raise ValueError(f"two steps are named {name}")
            if name in self._announced and self._announced[name] != _arguments(function)[1:]:
                raise ValueError(f"step {name} was announced with other arguments")
            made = Step(name, rule, function, phase)
            self._steps[name] = made
            return made

        return register

    def announce(self, header: Callable[P, None]) -> Callable[P, Frame]:
        """Announce a step that a module must name although it is defined in one that imports this module.

        `header` has its name and its arguments without `play`; the step must be registered with the same ones.
        """
        name = header.__name__
        self._announced[name] = _arguments(header)

        def frame(*arguments: P.args, **named: P.kwargs) -> Frame:
            return self._steps[name](*arguments, **named)

        return frame

    @property
    def modules(self) -> tuple[str, ...]:
        """The names of the modules in which the steps are, in their order."""
        return tuple(dict.fromkeys(step.function.__module__ for step in self._steps.values()))

    def phase_of(self, frames: Frames) -> str:
        """Return the phase of the next of these frames that has one; "" if none has.

        The frames are in the order in which positions keep them.
        """
        steps = (self._steps[frame[0]] for frame in reversed(frames) if frame[0] in self._steps)
        return next((step.phase for step in steps if step.phase), "")

    def __getitem__(self, name: str) -> Step[...]:
        return self._steps[name]

    def __iter__(self) -> Iterator[Step[...]]:
        return iter(self._steps.values())

    def __contains__(self, name: object) -> bool:
        return name in self._steps


def unmarked(frames: Frames) -> list[Frame]:
    """Return the frames that are to be run, without the marks of questions, which say nothing about the rules."""
    return [frame for frame in frames if frame[0] != MARK]


def stored_frames(frames: Frames) -> list[Frame]:
    """Return frames as the position keeps them: the next one last."""
    return list(reversed(frames))


def _arguments(function: Callable[..., Any]) -> tuple[inspect.Parameter, ...]:
    return tuple(inspect.signature(function).parameters.values())


def _plain(argument: Any) -> Any:
    """Turn tuples into lists, as they are when a position is read back."""
    return [_plain(part) for part in argument] if isinstance(argument, tuple | list) else argument

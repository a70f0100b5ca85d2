"""Run steps from one decision to the next.

How it works. The position keeps a stack of frames, the next one last. `run` takes the frame on top and calls its step.
A step without a question returns the frames that take its place. A step with one is a generator: run up to its `yield`
it gives a decision, and the frame stays on the stack until the answer is sent to it (`answered`). A parallel frame
holds a stack for each of its seats, which are run each by itself.

What must hold:

- A step changes, draws and emits nothing before its `yield`: after a load, and whenever somebody looks, it is run
  again from its beginning (`opened`).
- A question keeps its number while something is done on top of it: `mark` puts a frame under it that remembers it.
- Numbers of questions in parallel sequences come from a range that each of them has for itself, and so betray nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import Any, Final

from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import Choose, Decision, NoAnswer, Together, Window
from adjudicator.kernel.game import Game
from adjudicator.kernel.play import Play
from adjudicator.kernel.position import Position
from adjudicator.kernel.standing import StandingStill
from adjudicator.kernel.steps import MARK, PARALLEL, Asking, Follows, Frame, Unwind

LONGEST_CHAIN: Final = 1000
"""The number of question numbers that are kept free for each chain."""
Lane = list[Any]
"""A chain of a `parallel` frame: its seat, how often it was asked, how much it has drawn, its frames."""
Ask = Callable[[Frame], Asking]
"""Runs the step of a frame."""


class Open:
    """A decision that is open to seats, the step that waits for its answer on its stack, the chain that this is.

    The step is run up to its question when somebody looks at it: nobody else's chain costs those who answer in their
    own.
    """

    __slots__ = ("_ask", "asking", "decision", "frames", "lane", "number", "seats")
    asking: Asking
    decision: Decision[Any]

    def __init__(
        self, number: int, seats: tuple[str, ...], ask: Ask, frames: list[Frame], lane: Lane | None = None
    ) -> None:
        self.number, self.seats, self._ask, self.frames, self.lane = number, seats, ask, frames, lane

    def __getattr__(self, name: str) -> Any:
        if name not in ("asking", "decision"):
            raise AttributeError(name)
        self.asking = self._ask(self.frames[-1])
        self.decision = next(self.asking)
        return getattr(self, name)


class Runner:
    """Runs the steps of a match. Every frame that is done is added to `trace`, where that is a list.

    Where a log is played again, `given` holds the numbers of its entries that somebody gave. There a seat is asked also
    what has one answer: rules that give it now lead from that log where it led.

    One that never `opens` stands still where chains of which nobody may know how far they are have all come to their
    end, and nobody is asked anything.
    """

    __slots__ = ("_opens", "_play", "_position", "_steps", "given", "trace")

    def __init__(self, game: Game[Any], play: Play[Any], position: Position[Any, Any], *, opens: bool) -> None:
        self._opens = opens
        self._steps = game.steps
        self._play = play
        self._position = position
        self.trace: list[Frame] | None = None
        self.given: Container[int] = ()

    @property
    def beside(self) -> tuple[str, ...]:
        """The seats whose chains go on side by side, where it is not open how far each of them is."""
        frames = self._position.frames
        if not frames or frames[-1][0] != PARALLEL or frames[-1][3]:
            return ()
        return tuple(lane[0] for lane in frames[-1][2])

    @property
    def began(self) -> int:
        """The log number before these chains began; what has come since is each seat's own affair."""
        return int(self._position.frames[-1][1][2])

    @property
    def suspended(self) -> tuple[int, ...]:
        """The numbers of questions that lie under the one that is open."""
        frames = self._position.frames
        under = frames[:-2] if len(frames) > 1 and frames[-2][0] == MARK else frames[:-1]
        marked = [int(frame[1]) for frame in under if frame[0] == MARK]
        chains = (frame for frame in under if frame[0] == PARALLEL and frame[1] is not None)
        return (
            *marked,
            *(_number_in(chain, place) for chain in chains for place, lane in enumerate(chain[2]) if lane[3]),
        )

    def opened(self) -> tuple[Open, ...]:
        """Return the open decisions, asked once more, of a position that is at some; empty at the end."""
        frames = self._position.frames
        if not frames:
            return ()
        frame = frames[-1]
        if frame[0] == PARALLEL:
            return tuple(self._lanes(frame))
        number = frames[-2][1] if len(frames) > 1 and frames[-2][0] == MARK else self._position.asked
        asking = self._ask(frame)
        return (self._asked(number, asking, next(asking), frames),)

    def run(self) -> tuple[Open, ...]:
        """Run steps until somebody is asked, or the match is over (none)."""
        position, frames = self._position, self._position.frames
        while frames and position.result is None:
            frame = frames[-1]
            if frame[0] == PARALLEL:
                started = frame[1] is not None
                if not started:
                    self._start(frame)
                if open_now := self._beside(frame):
                    return open_now
                if position.result is None:
                    if frame[2] and not (self._opens or frame[3]):
                        return ()
                    follow(frames, None)
            elif found := self._stack(frames, None):
                return (found,)
        if position.result is not None:
            frames.clear()
        return ()

    def answered(self, open_now: tuple[Open, ...], which: Open, answer: Any) -> tuple[Open, ...]:
        """Hand an answer to the step that asked, and run on.

        The other sequences stay as they are. Those whose progress is public are asked once more, as in a match that is
        resumed: the legal answers may have changed.
        """
        if self.trace is not None:
            self.trace.append(which.frames[-1])
        lane = which.lane
        if lane is None:
            follow(which.frames, returned(which.asking, answer))
            return self.run()
        frame, chance = self._position.frames[-1], self._play.chance
        with chance.for_seat(frame[1][1], lane):
            follow(which.frames, returned(which.asking, answer))
            found = self._stack(lane[3], lane)
        if self._position.result is None and not frame[3] and any(each[3] for each in frame[2]):
            now = (found if each is which else each for each in open_now)
            return tuple(each for each in now if each is not None)
        return self.run()

    def mark(self, open_now: tuple[Open, ...]) -> None:
        """Let the open question keep its number while something is done on top of it."""
        frames = self._position.frames
        if len(open_now) != 1 or open_now[0].lane is not None or (len(frames) > 1 and frames[-2][0] == MARK):
            return
        asked = open_now[0]
        frames.insert(-1, Frame([MARK, asked.number, asked.decision.answers.kind, list(asked.seats)]))

    def _stack(self, frames: list[Frame], lane: Lane | None) -> Open | None:
        """Run the steps of a stack until one asks, nothing is left, or chains lie on top."""
        position, play, steps, trace = self._position, self._play, self._steps, self.trace
        while frames and position.result is None:
            frame = frames[-1]
            if frame[0] == PARALLEL:
                if lane is not None:
                    raise RuntimeError(f"chains side by side within the chain of {lane[0]}")
                return None
            step = steps[frame[0]]
            if step.asks:
                asking: Asking = step.function(play, *frame[1:])
                try:
                    decision = next(asking)
                except StopIteration as stop:
                    following = stop.value
                else:
                    only = self._only_answer(frame, decision)
                    if only is None or not (isinstance(decision, Choose) and decision.silent):
                        if lane is None and (len(frames) == 1 or frames[-2][0] != MARK):
                            number = position.asked = position.asked + 1
                        else:
                            number = self._number(frames, decision, lane)
                        if only is None:
                            return self._asked(number, asking, decision, frames, lane)
                        play.enter(decision.seats[0], only, "only")
                    following = returned(asking, only)
            else:
                following = step.function(play, *frame[1:])
            if trace is not None:
                trace.append(frame)
            follow(frames, following)
        return None

    def _only_answer(self, frame: Frame, decision: Decision[Any]) -> Action | None:
        """Return the answer that a frame's question gets by itself; None if somebody is asked."""
        logged = isinstance(decision, Choose) and not decision.silent
        if logged and self._position.n + 1 in self.given:
            return None
        return only_answer(decision, self._position.state)

    def _number(self, frames: list[Frame], decision: Decision[Any], lane: Lane | None) -> int:
        """Return the number of a question of a sequence, or of one that was suspended.

        It is the old number if the question is the same. A secret one is the same although seats join those who are
        asked, or leave them.
        """
        if lane is not None:
            if not isinstance(decision, Choose) or decision.seat != lane[0]:
                raise RuntimeError(f"{decision.answers.kind}: a chain of {lane[0]} can only ask {lane[0]}")
            if decision.answers.interrupts:
                raise RuntimeError(
                    f"{decision.answers.kind}: a chain of {lane[0]} cannot interrupt the turn of another"
                )
            lane[1] += 1
            frame = self._position.frames[-1]
            return _number_in(frame, next(place for place, each in enumerate(frame[2]) if each is lane))
        _, number, kind, seats = frames[-2]
        joinable = isinstance(decision, Together | Window)
        if kind == decision.answers.kind and (joinable or tuple(seats) == decision.seats):
            return int(number)
        del frames[-2]
        self._position.asked += 1
        return self._position.asked

    def _start(self, frame: Frame) -> None:
        """Run every chain up to its first question, in their order."""
        chance = self._play.chance
        frame[1] = [self._position.asked, chance.counter, self._position.n]
        self._position.asked += LONGEST_CHAIN * len(frame[2])
        chance.counter += 1
        for lane in frame[2]:
            with chance.for_seat(frame[1][1], lane):
                self._stack(lane[3], lane)

    def _beside(self, frame: Frame) -> tuple[Open, ...]:
        """Return the questions of sequences, asked again until each of them asks; empty if all are at their end."""
        while self._position.result is None:
            waiting = tuple(self._lanes(frame))
            if all(self._asks(frame, each) for each in waiting):
                return waiting
        return ()

    def _asks(self, frame: Frame, which: Open) -> bool:
        """Return whether a sequence still asks.

        One whose step has nothing left to ask, because others have taken what it asked about, goes on automatically to
        its next question, as its step says.
        """
        lane = which.lane or []
        with self._play.chance.for_seat(frame[1][1], lane):
            which.asking = self._ask(which.frames[-1])
            try:
                which.decision = next(which.asking)
            except StopIteration as stop:
                if self.trace is not None:
                    self.trace.append(which.frames[-1])
                follow(which.frames, stop.value)
                self._stack(which.frames, lane)
                return False
        return True

    def _lanes(self, frame: Frame) -> Iterator[Open]:
        """Yield the open questions of sequences."""
        for place, lane in enumerate(frame[2]):
            if lane[3]:
                yield Open(_number_in(frame, place), (lane[0],), self._ask, lane[3], lane)

    def _ask(self, frame: Frame) -> Asking:
        asking: Asking = self._steps[frame[0]].function(self._play, *frame[1:])
        return asking

    def _asked(
        self, number: int, asking: Asking, decision: Decision[Any], frames: list[Frame], lane: Lane | None = None
    ) -> Open:
        """Return an open decision whose step waits already."""
        found = Open(number, decision.seats, self._ask, frames, lane)
        found.asking, found.decision = asking, decision
        return found


def _number_in(frame: Frame, place: int) -> int:
    """Return the number of the question of a chain.

    It tells nobody how far the others are: of n chains, each has every n-th number.
    """
    lanes = frame[2]
    return int(frame[1][0] + 1 + place + (lanes[place][1] - 1) * len(lanes))


def follow(frames: list[Frame], following: Follows) -> None:
    """Replace the frame that has just run by what it returned.

    Raises:
        RuntimeError: There is none to unwind to.
    """
    done = frames.pop()
    if frames and frames[-1][0] == MARK:
        frames.pop()
    if not following:
        return
    if isinstance(following, Unwind):
        while frames and frames[-1][0] != following.to:
            frames.pop()
        if not frames:
            raise RuntimeError(f"{done[0]}: no step {following.to} lies below")
        following = following.then
    frames += reversed(following)


def returned(asking: Asking, answer: Any) -> Follows:
    """Send an answer into a step and take what it returns. A step asks at most once."""
    try:
        asking.send(answer)
    except StopIteration as stop:
        follows: Follows = stop.value
        return follows
    raise RuntimeError("a step asked twice")


def only_answer(decision: Decision[Any], state: Any) -> Action | None:
    """Return the single answer that the kernel gives to a question; None if somebody is asked.

    Raises:
        NoAnswer: The rules give none.
    """
    if not isinstance(decision, Choose) or not (decision.automatic or decision.silent):
        return None
    answers, seat = decision.answers, decision.seat
    with StandingStill(state):
        if answers.more_than_one(state, seat):
            return None
        only = next(iter(answers.options(state, seat)), None)
    if only is None:
        raise NoAnswer(answers, seat)
    return only

"""How a match runs: from one decision to the next, answers gathered, interrupted, corrected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from adjudicator.kernel.actions import MODERATOR, SYSTEM, Action, Decline, SetFact, SystemLine, WindowAnswers
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.decisions import Agree, Choose, Decision, Together, Window, check_answer
from adjudicator.kernel.documents import merge_patch
from adjudicator.kernel.errors import DocumentError, Refusal
from adjudicator.kernel.events import Corrected, Told, WindowClosed
from adjudicator.kernel.game import Game
from adjudicator.kernel.log import NO_AGREEMENT, By, Entry
from adjudicator.kernel.play import Play
from adjudicator.kernel.position import Header, Position
from adjudicator.kernel.steps import Asking, Frame, Frames, stored


class Running:
    """A position with its rules at work. `Match` is what others use of it.

    `trace`, where it is a list, gets the frame of every step that is carried out (to explain a log entry).
    """

    __slots__ = ("_open", "_play", "chance", "game", "header", "log", "position", "sealed", "trace")

    def __init__(
        self,
        game: Game[Any],
        header: Header,
        position: Position[Any, Any],
        chance: Chance,
        sealed: Mapping[str, Action] | None = None,
    ) -> None:
        self.game = game
        self.header = header
        self.position = position
        self.chance = chance
        self.log: list[Entry] = []
        self.sealed: dict[str, Action] = dict(sealed or {})
        self.trace: list[Frame] | None = None
        self._open: tuple[Decision[Any], Asking] | None = None
        self._play: Play[Any] = Play(header, position, chance, self.log)

    @property
    def state(self) -> Any:
        """The game's state. Reading only."""
        return self.position.state

    def document(self) -> dict[str, Any]:
        """The position as neutral JSON, public and hidden: for moderators and tests, never for a seat."""
        self._decision()
        document = self.game.document(self.position)
        defaults = self.game.chosen_options({})
        differing = {name: value for name, value in self.header.options.items() if value != defaults[name]}
        if differing:
            document.setdefault("options", differing)
        if self.game.least_seats is not None:
            document.setdefault("seats", list(self.header.seats))
        return document

    def _decision(self) -> Decision[Any] | None:
        if self._open is None:
            if not self.position.frames:
                return None
            frame = self.position.frames[-1]
            asking: Asking = self.game.steps[frame[0]].function(self._play, *frame[1:])
            self._open = (next(asking), asking)
        return self._open[0]

    def _answer(self, by: By, answer: Action, how: str = "") -> list[Told[Any]]:
        """An answer of one seat becomes an entry and goes to the step that asked."""
        self._play.enter(by, answer, how)
        return self._send(answer)

    def _send(self, answer: Any) -> list[Told[Any]]:
        """Hand the answer to the step that asked, and run on to the next decision."""
        assert self._open is not None
        asking = self._open[1]
        self._open = None
        self._traced(self.position.frames[-1])
        self.sealed.clear()
        self._follow(_returned(asking, answer))
        return self._run()

    def _follow(self, frames: Frames | None) -> None:
        """Replace the frame that has just run by what it returned."""
        self.position.frames.pop()
        if frames:
            self.position.frames += stored(frames)

    def _run(self) -> list[Told[Any]]:
        """Run steps until one asks or the match is over."""
        play, position = self._play, self.position
        while position.frames and position.result is None:
            frame = position.frames[-1]
            step = self.game.steps[frame[0]]
            if not step.asks:
                self._traced(frame)
                self._follow(step.function(play, *frame[1:]))
                continue
            asking: Asking = step.function(play, *frame[1:])
            try:
                decision = next(asking)
            except StopIteration as stop:
                self._traced(frame)
                self._follow(stop.value)
                continue
            position.asked += 1
            only = self._only_answer(decision)
            if only is None:
                self._open = (decision, asking)
                break
            self._traced(frame)
            play.enter(decision.seats[0], only, "only")
            self._follow(_returned(asking, only))
        if position.result is not None:
            position.frames.clear()
        return play.finish()

    def _traced(self, frame: Frame) -> None:
        if self.trace is not None:
            self.trace.append(frame)

    def _only_answer(self, decision: Decision[Any]) -> Action | None:
        if not isinstance(decision, Choose) or not decision.automatic:
            return None
        answers, state, seat = decision.answers, self.state, decision.seat
        if answers.more_than_one(state, seat):
            return None
        only = next(iter(answers.options(state, seat)), None)
        if only is None:
            raise RuntimeError(f"{answers.kind}: {seat} is asked and has no answer")
        return only

    def _close_if_complete(self, decision: Decision[Any]) -> list[Told[Any]]:
        given = self.sealed
        if isinstance(decision, Agree):
            if any(isinstance(action, Decline) for action in given.values()):
                return self._close(decision)
            agreed = len(given) == len(decision.seats) and len(set(given.values())) == 1
            return self._close(decision) if agreed else []
        return self._close(decision) if all(seat in given for seat in decision.seats) else []

    def _close(self, decision: Decision[Any], defaulted: frozenset[str] = frozenset()) -> list[Told[Any]]:
        """Open the sealed answers: log them in seat order and hand them to the step."""
        play = self._play
        given = {seat: self.sealed[seat] for seat in decision.seats if seat in self.sealed}
        if isinstance(decision, Together):
            for seat, action in given.items():
                play.enter(seat, action, "default" if seat in defaulted else "")
            return self._send(given)
        if isinstance(decision, Window):
            plain = {seat: msgspec.to_builtins(action) for seat, action in given.items()}
            play.enter(SYSTEM, WindowAnswers(plain))
            play.emit(WindowClosed(decision.answers.kind))
            reactions = [(seat, action) for seat, action in given.items() if not isinstance(action, Decline)]
            return self._send(reactions[:1] if decision.count == "first" else reactions)
        bundles = set(given.values())
        if len(given) == len(decision.seats) and len(bundles) == 1 and not any(map(_declines, bundles)):
            bundle = bundles.pop()
            play.enter(decision.seats, bundle)
            return self._send(bundle)
        play.enter(SYSTEM, SystemLine(NO_AGREEMENT))
        return self._send(None)

    def _interrupt(self, by: By, action: Action, frames: Frames) -> list[Told[Any]]:
        """Carry out an action on top of the open decision, which is asked again afterwards."""
        sealed = self.sealed
        self._open = None
        self._play.enter(by, action)
        self.position.frames += stored(frames)
        told = self._run()
        self.sealed = self._still_fitting(sealed)
        return told

    def _still_fitting(self, sealed: Mapping[str, Action]) -> dict[str, Action]:
        decision = self._decision()
        kept = {}
        for seat, action in sealed.items():
            if decision is None or seat not in decision.seats:
                continue
            try:
                check_answer(decision, self.state, seat, action)
            except Refusal:
                continue
            kept[seat] = action
        return kept

    def _correct(self, action: Action) -> list[Told[Any]]:
        if not isinstance(action, SetFact):
            answers = self.game.referee(self.state)
            if answers is None:
                raise Refusal("not_a_correction", "", {"op": action.op})
            answers.check(self.state, MODERATOR, action)
            return self._interrupt(MODERATOR, action, self.game.perform(self.state, (MODERATOR,), action))
        before = self.document()
        document = merge_patch(before, action.changes)
        try:
            state, frames = self.game.load(document)
            as_before = stored(frames) == stored(self.game.load(before)[1])
        except DocumentError as error:
            raise Refusal("bad_correction", "", {"problems": [str(problem) for problem in error.problems]}) from error
        position = self.position
        position.state, position.result = state, self.game.result_of(document)
        if not as_before:
            position.frames = stored(frames)
        self._play.state = state
        sealed, self._open = self.sealed, None
        self._play.enter(MODERATOR, action)
        self._play.emit(Corrected(action.reason))
        told = self._run()
        self.sealed = self._still_fitting(sealed)
        return told


def _returned(asking: Asking, answer: Any) -> Frames | None:
    """Send an answer into a step and take the frames it returns. A step asks at most once."""
    try:
        asking.send(answer)
    except StopIteration as stop:
        frames: Frames | None = stop.value
        return frames
    raise RuntimeError("a step asked twice")


def _declines(action: Action) -> bool:
    return isinstance(action, Decline)

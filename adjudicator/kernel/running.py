"""How steps run: from one decision to the next."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import Choose, Decision, NoAnswer
from adjudicator.kernel.game import Game
from adjudicator.kernel.play import Play
from adjudicator.kernel.position import Position
from adjudicator.kernel.steps import Asking, Frame, Frames

Opened = tuple[Decision[Any], Asking]
"""A decision that is open, and the step that waits for its answer."""


def opened(game: Game[Any], play: Play[Any], position: Position[Any, Any]) -> Opened | None:
    """The decision of the next frame, asked once more, of a position that stands at one; None at the end."""
    if not position.frames:
        return None
    frame = position.frames[-1]
    asking: Asking = game.steps[frame[0]].function(play, *frame[1:])
    return next(asking), asking


def run(game: Game[Any], play: Play[Any], position: Position[Any, Any], trace: list[Frame] | None) -> Opened | None:
    """Run steps until one asks, or the match is over (None). Every frame that is done is added to `trace`."""
    steps, frames = game.steps, position.frames
    while frames and position.result is None:
        frame = frames[-1]
        step = steps[frame[0]]
        if step.asks:
            asking: Asking = step.function(play, *frame[1:])
            try:
                decision = next(asking)
            except StopIteration as stop:
                following = stop.value
            else:
                position.asked += 1
                only = _only_answer(decision, position.state)
                if only is None:
                    return decision, asking
                play.enter(decision.seats[0], only, "only")
                following = returned(asking, only)
        else:
            following = step.function(play, *frame[1:])
        if trace is not None:
            trace.append(frame)
        follow(position, following)
    if position.result is not None:
        frames.clear()
    return None


def follow(position: Position[Any, Any], following: Frames | None) -> None:
    """Replace the frame that has just run by what it returned."""
    position.frames.pop()
    if following:
        position.frames += reversed(following)


def returned(asking: Asking, answer: Any) -> Frames | None:
    """Send an answer into a step and take the frames it returns. A step asks at most once."""
    try:
        asking.send(answer)
    except StopIteration as stop:
        frames: Frames | None = stop.value
        return frames
    raise RuntimeError("a step asked twice")


def _only_answer(decision: Decision[Any], state: Any) -> Action | None:
    if not isinstance(decision, Choose) or not decision.automatic:
        return None
    answers, seat = decision.answers, decision.seat
    if answers.more_than_one(state, seat):
        return None
    only = next(iter(answers.options(state, seat)), None)
    if only is None:
        raise NoAnswer(answers, seat)
    return only

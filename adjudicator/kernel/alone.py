"""Check that an answer which the kernel gives by itself betrays nothing.

How it works. Before an action is applied it is applied to a copy, whose runner looks at each single answer that it
gives. For each other seat the same step is asked in a world that this seat cannot tell from the real one. What must
hold: there the answer is given, too. Otherwise the seat would learn, from nobody being asked, what it cannot know.
Which answer it is may differ: that tells nothing but what the events of the answer tell.
"""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any

from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import Decision
from adjudicator.kernel.match import Match
from adjudicator.kernel.running import Runner, only_answer
from adjudicator.kernel.simulate import Watcher
from adjudicator.kernel.steps import Frame


class _Watched(Runner):
    """Runs a copy of a match, and looks at each answer that is given by itself."""

    __slots__ = ("_match", "_rng")

    def __init__(self, match: Match, rng: Random) -> None:
        super().__init__(match.game, match._play, match.position, opens=match.opens)
        self._match, self._rng = match, rng

    def _only_answer(self, frame: Frame, decision: Decision[Any]) -> Action | None:
        only = super()._only_answer(frame, decision)
        for viewer in {*self._match.header.seats} - {*decision.seats} if only is not None else ():
            self._look(viewer, frame, decision)
        return only

    def _look(self, viewer: str, frame: Frame, decision: Decision[Any]) -> None:
        """Ask the same step in a world that a seat cannot tell from this one."""
        kind, play = decision.answers.kind, copy(self._play)
        play.state = self._match.game.resample_hidden(self._position.state, (viewer,), self._rng)
        if play.state is None:
            return
        asking = self._steps[frame[0]].function(play, *frame[1:])
        there = next(asking, None)
        given = there is not None and only_answer(there, play.state) is not None
        assert given, f"{kind}: {viewer} learns what is hidden of {decision.seats[0]}, whom nobody asks"


def check_alone(rng: Random) -> Watcher:
    """Check that nobody learns what is hidden from an answer that is given by itself."""

    def watch(match: Match, seat: str, action: Action) -> None:
        trial = match.copy()
        trial._runner = _Watched(trial, rng)
        trial._moved()
        trial.apply(seat, action)

    return watch

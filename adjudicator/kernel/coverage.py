"""Coverage of random play: which things of a game were reached, and which never.

A point is a line of text, e.g. `ending final_vp, france`. Every game has those that the kernel knows (decision kinds,
actions, events). A game adds its own with `SimulationProfile.coverage_points` and tells by `SimulationProfile.reached`
when they are met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from adjudicator.kernel.actions import WindowAnswers
from adjudicator.kernel.checkpoints import codec_of
from adjudicator.kernel.decisions import Answers, op_name
from adjudicator.kernel.events import Event, ObservedEvent
from adjudicator.kernel.game import Game
from adjudicator.kernel.match import Match
from adjudicator.kernel.position import Position
from adjudicator.kernel.steps import Frame
from adjudicator.kernel.trials import Happened, trials_of

S = TypeVar("S")

ENTRIES = 50
"""No action makes more entries."""
DECISION, ACTION, EVENT, ENDING, STEP = "decision", "action", "event", "ending", "step"


class Coverage:
    """Collects over many matches of one game."""

    def __init__(self, game: Game[Any]) -> None:
        self.trials = trials_of(game)
        self.points = points_of(game)
        self.met: Counter[str] = Counter()
        """Points that were met, with the number of matches in which they were."""
        self._now: set[str] = set()
        self._trace: list[Frame] = []

    def begin(self, match: Match) -> None:
        """Record a match before its first action, with what its set-up told."""
        self._now, self._trace = set(), []
        match.trace = self._trace
        opening = match.opening, match.opening_steps, match.game.content
        self._see(Happened(match.position, match.position, match.log, *opening))
        self._ask(match)

    def act(self, match: Match, before: Position[Any, Any], told: Sequence[ObservedEvent[Any]]) -> None:
        """Record an action; `before` is a copy of the position."""
        entries = [entry for entry in match.log[-ENTRIES:] if entry.n > before.n]
        self._see(Happened(before, match.position, entries, told, self._trace, match.game.content))
        self._ask(match)
        self._trace.clear()

    def end(self, match: Match) -> None:
        """Record the end of the match."""
        result = match.result
        if result is not None:
            self._now.add(f"{ENDING} {', '.join((result.how, *result.winners))}")
        self.met.update(self._now.intersection(self.points))

    @property
    def missed(self) -> list[str]:
        """The points that were never met, in the order of the game."""
        return [point for point in self.points if not self.met[point]]

    def _see(self, happened: Happened[Any]) -> None:
        now = self._now
        for entry in happened.entries:
            answers = entry.action.answers.values() if isinstance(entry.action, WindowAnswers) else ()
            now.update(f"{ACTION} {op}" for op in (entry.action.op, *(answer["op"] for answer in answers)))
        for event in happened.events():
            now.add(f"{EVENT} {_tag(type(event))}")
        now.update(f"{STEP} {frame[0]}" for frame in happened.frames)
        now.update(self.trials.reached(happened))

    def _ask(self, match: Match) -> None:
        for decision in match.decisions():
            self._now.add(f"{DECISION} {decision.kind}")
        anytime = (match.game.anytime(match.state, seat) for seat in match.header.seats)
        for answers in (match.game.referee(match.state), *anytime):
            if answers is not None:
                self._now.add(f"{DECISION} {answers.kind}")


def points_of(game: Game[Any]) -> tuple[str, ...]:
    """Return everything that play of a game should reach, without what its trials call beyond it."""
    trials = trials_of(game)
    found = (
        *(f"{DECISION} {kind}" for kind in decision_kinds(game)),
        *(f"{ACTION} {op_name(kind)}" for kind in game.actions),
        *(f"{EVENT} {_tag(kind)}" for kind in game.events),
        *(f"{STEP} {step.name}" for step in game.steps),
        *trials.coverage_points(),
    )
    return tuple(point for point in found if point not in trials.beyond)


def decision_kinds(game: Game[Any]) -> tuple[str, ...]:
    """Return the kinds of decisions that the package of a game defines."""
    package = type(game).__module__.rpartition(".")[0] or type(game).__module__
    own = (answers for answers in _below(Answers) if f"{answers.__module__}.".startswith(f"{package}."))
    return tuple(sorted({answers.kind for answers in own if "kind" in vars(answers)}))


def _tag(kind: type[Event]) -> str:
    return str(kind.__struct_config__.tag)


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for child in kind.__subclasses__():
        yield child
        yield from _below(child)


def copied(match: Match) -> Position[Any, Any]:
    """Return a copy of the position of a match."""
    return codec_of(match.game).copy(match.position)

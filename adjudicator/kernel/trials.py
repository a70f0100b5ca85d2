"""Define what random play alone needs of a game: crowded positions, and what it should reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

from adjudicator.kernel.actions import Action
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.game import Game
from adjudicator.kernel.log import Entry
from adjudicator.kernel.position import Position
from adjudicator.kernel.steps import Frames

S = TypeVar("S")


Will = Callable[[S, str, Action], float]


class Happened(msgspec.Struct, Generic[S], frozen=True):
    """One action of a match.

    The position before and after it, the entries it made, what was told, the frames of the steps that were carried out,
    and the content that is played, None where a game has none.
    """

    before: Position[S, Any]
    after: Position[S, Any]
    entries: Sequence[Entry]
    told: Sequence[ObservedEvent[Any]]
    frames: Frames = ()
    content: Any = None

    def events(self) -> Iterator[Any]:
        """Yield every event in each form that somebody learned."""
        for told in self.told:
            if told.public is not None:
                yield told.public
            yield from told.private.values()


class SimulationProfile(Generic[S]):
    """The random trials of a game. A game that overrides something names its own as the part `trials`."""

    weight: int = 1
    """The divisor of the number of matches that common tests play of a game with long ones (:func:`fewer`).

    They look only at each action whose number this divides."""
    eager: Mapping[str, tuple[str, ...]] = {}
    """Patterns of options that players of a demonstration prefer, by language, as mails word them.

    The dearest come first: what the game is about, and what hardly comes about by chance.
    """

    loath: Mapping[str, tuple[str, ...]] = {}
    """Patterns of options, by language, that they take only if there is no other: those that would undo it."""
    turns: int = 2
    """How many turns a demonstration plays, unless it is told."""
    record: Mapping[str, Sequence[Sequence[str]]] = {}
    """What the players of a demonstration write, by seat: the lines of each answer, in the order of their questions.

    Where it ends, or another answers, they go on as they like.
    """
    wills: Sequence[Will[S]] = ()
    """The wills of players in random play: how dear an action is to a seat in a position; nothing at 0.

    They come where chance hardly comes. The dearest action is done.
    """
    sights: Sequence[str] = ()
    """The things that a demonstration shows, each in a word or two; `sights_by` says in how many turns."""
    sights_besides: Sequence[str] = ()
    """Sights that it reports as seen or not seen; it is no fault if one was not seen."""
    sights_by: int = 1

    def seen(self, event: Any) -> str | None:
        """Return which of the sights an event is, if any."""
        return None

    def content(self, rng: Random) -> Any:
        """Return random content for rich matches, or None.

        It is content that a pack may have. None means the game's own alone.
        """
        return None

    def dense_start(
        self, rng: Random, seats: Sequence[str], options: Mapping[str, Any], content: Any
    ) -> tuple[S, Frames] | None:
        """Return a dense position of a match of these seats with its frames.

        From it random play soon reaches rare events. None: play from the start. `content`: what is played with, None
        where a game has none.
        """
        return None

    beyond: Mapping[str, str] = {}
    """Points of coverage that play at random is not asked for, each with the reason."""

    def coverage_points(self) -> Sequence[str]:
        """Return what random play should reach apart from every decision, action and event, each as a line of text."""
        return ()

    def reached(self, happened: Happened[S]) -> Iterable[str]:
        """Return which points of coverage an action of a match has met."""
        return ()


def trials_of(game: Game[Any]) -> SimulationProfile[Any]:
    """Return the trials of a game; trials that add nothing if it names none."""
    trials: SimulationProfile[Any] = game.part("trials") if "trials" in game.parts else SimulationProfile()
    return trials


def fewer(game: Game[Any], games: int) -> int:
    """Return how many matches of a game a test plays that plays so many of short ones; one at least."""
    return max(1, games // trials_of(game).weight)

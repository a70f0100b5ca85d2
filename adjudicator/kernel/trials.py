"""Define what random play alone needs of a game: crowded positions, and what it should reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

from adjudicator.kernel.events import Told
from adjudicator.kernel.game import Game
from adjudicator.kernel.log import Entry
from adjudicator.kernel.position import Position
from adjudicator.kernel.steps import Frames

S = TypeVar("S")


class Happened(msgspec.Struct, Generic[S], frozen=True):
    """One action of a match.

    The position before and after it, the entries it made, what was told, the frames of the steps that were carried out,
    and the content that is played, None where a game has none.
    """

    before: Position[S, Any]
    after: Position[S, Any]
    entries: Sequence[Entry]
    told: Sequence[Told[Any]]
    frames: Frames = ()
    content: Any = None

    def events(self) -> Iterator[Any]:
        """Yield every event in each form that somebody learned."""
        for told in self.told:
            if told.public is not None:
                yield told.public
            yield from told.private.values()


class Trials(Generic[S]):
    """The random trials of a game. A game that overrides something names its own as the part `trials`."""

    weight: int = 1
    """Of a game with long matches common tests play so many times fewer (:func:`fewer`), and look at each so many-th
    action only.
    """
    eager: Mapping[str, tuple[str, ...]] = {}
    """By language, patterns of options that the players of a demonstration rather take, as mails word them, the
    dearest to them first: what the game is about, and what hardly comes about by chance.
    """

    loath: Mapping[str, tuple[str, ...]] = {}
    """By language, patterns of options that they take only where there is no other: what would undo it."""
    sights: Sequence[str] = ()
    """What a demonstration of so many turns as `sights_by` says shows, each in a word or two."""
    sights_besides: Sequence[str] = ()
    """What else it tells of: whether it was seen, with no fault found where it was not."""
    sights_by: int = 1

    def seen(self, event: Any) -> str | None:
        """Return which of the sights an event is, if any."""
        return None

    def content(self, rng: Random) -> Any:
        """Return random content for rich matches, or None.

        It is content that a pack may have. None means the game's own alone.
        """
        return None

    def rich(
        self, rng: Random, seats: Sequence[str], options: Mapping[str, Any], content: Any
    ) -> tuple[S, Frames] | None:
        """Return a dense position of a match of these seats with its frames.

        From it random play soon reaches rare events. None: play from the start. `content`: what is played with, None
        where a game has none.
        """
        return None

    def coverage_points(self) -> Sequence[str]:
        """Return what random play should reach apart from every decision, action and event, each as a line of text."""
        return ()

    def reached(self, happened: Happened[S]) -> Iterable[str]:
        """Return which points of coverage an action of a match has met."""
        return ()


def trials_of(game: Game[Any]) -> Trials[Any]:
    """Return the trials of a game; trials that add nothing if it names none."""
    trials: Trials[Any] = game.part("trials") if "trials" in game.parts else Trials()
    return trials


def fewer(game: Game[Any], games: int) -> int:
    """Return how many matches of a game a test plays that plays so many of short ones; one at least."""
    return max(1, games // trials_of(game).weight)

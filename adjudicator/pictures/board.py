"""Define what a game's board offers to those who send its picture."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from adjudicator.pictures.scene import Scene


class Sketch(msgspec.Struct, frozen=True):
    """A board before it is drawn (`to_png` draws it), and the alternative text that says what counts in it.

    `beside`: what remains of this text where the figures of all seats are shown next to the board, None for a board
    that has no shorter one.
    """

    scene: Scene
    alt: str
    beside: str | None = None


class Crop(msgspec.Struct, frozen=True, kw_only=True):
    """A small picture of some changes.

    Its PNG, what it says in words, its size in px of a page (half of its own), and the ids of the changed places in it.
    """

    png: bytes
    alt: str
    width: int
    height: int
    places: tuple[str, ...]


class Sketching(Protocol):
    """Makes the sketch of a view. A game names such a function as its part `board`."""

    def __call__(self, view: Any, language: str, *, to_move: Iterable[str] = (), events: Iterable[Any] = ()) -> Sketch:
        """Return the board as the seats of a view may see it, in a language of the game.

        `to_move`: the seats that the game waits for; `events`: what happened since the reader's last picture, to be
        highlighted.

        Raises:
            ValueError: The language has no words.
        """
        ...


class Between(msgspec.Struct, frozen=True):
    """Two views of the same seats and the events between them; `planned`: `after` is only what would be."""

    before: Any
    after: Any
    events: tuple[Any, ...] = ()
    planned: bool = False


@runtime_checkable
class Board(Sketching, Protocol):
    """A board that shows parts of itself too."""

    def crops(self, between: Between, language: str, *, most: int = 4) -> tuple[Crop, ...]:
        """Return what the events changed, in at most `most` small pictures.

        Raises:
            ValueError: The language has no words.
        """
        ...

    def parts(self, language: str) -> Iterable[tuple[str, tuple[str, ...]]]:
        """Return what may be viewed alone: maps first, then regions, places, panels, each with its names."""
        ...

    def map_of(self, part: str) -> str:
        """Return the map that a part lies on; for a panel the panel itself.

        Raises:
            KeyError: There is no such part.
        """
        ...

    def part(self, view: Any, parts: Sequence[str], language: str) -> Crop:
        """Return one part, or several places of one map. Raises ValueError for those of several maps."""
        ...

    def maps(self, between: Between, language: str, *, most: int = 1) -> tuple[tuple[Crop, Crop], ...]:
        """Return pairs of maps before and after: at most `most` maps, those on which the events changed most.

        Of each the part where they did; none of one that would be most of the board.
        """
        ...

"""What a game's board offers to those who send its picture."""

from collections.abc import Iterable
from pathlib import Path as FilePath
from typing import Any, Protocol

import msgspec

from adjudicator.pictures.scene import Scene


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """A finished picture: PNG bytes, their size in pixels, and the alternative text that says what counts in it."""

    png: bytes
    alt: str
    width: int
    height: int


class Sketch(msgspec.Struct, frozen=True):
    """A board before it is drawn, for pages that draw it themselves, and its alternative text."""

    scene: Scene
    alt: str


class Sketches(Protocol):
    """Makes the scene of a view. A game names such a function as its part `scene`; the terms are those of `Board`."""

    def __call__(
        self, view: Any, language: str, *, to_move: Iterable[str] = (), events: Iterable[Any] = ()
    ) -> Sketch: ...


class Board(Protocol):
    """Draws a view. A game names such a function as its part `board`."""

    def __call__(
        self,
        view: Any,
        language: str,
        *,
        to_move: Iterable[str] = (),
        events: Iterable[Any] = (),
        width: int = 1600,
        cache: FilePath | None = None,
    ) -> Drawn:
        """The board as the seats of a view may see it, in a language of the game.

        `to_move`: the seats that the game waits for; `events`: what happened since the reader's last picture, to be
        highlighted; `width`: pixels; `cache`: a directory for what never changes. Raises `ValueError` for a language
        without words.
        """
        ...

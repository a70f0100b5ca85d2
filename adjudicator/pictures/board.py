"""What a game's board offers to those who send its picture."""

from collections.abc import Iterable
from typing import Any, Protocol

import msgspec

from adjudicator.pictures.scene import Scene


class Sketch(msgspec.Struct, frozen=True):
    """A board before it is drawn (`to_png` draws it), and the alternative text that says what counts in it."""

    scene: Scene
    alt: str


class Board(Protocol):
    """Makes the sketch of a view. A game names such a function as its part `board`."""

    def __call__(self, view: Any, language: str, *, to_move: Iterable[str] = (), events: Iterable[Any] = ()) -> Sketch:
        """The board as the seats of a view may see it, in a language of the game.

        `to_move`: the seats that the game waits for; `events`: what happened since the reader's last picture, to be
        highlighted. Raises `ValueError` for a language without words.
        """
        ...

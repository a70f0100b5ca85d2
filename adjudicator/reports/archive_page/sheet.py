"""All boards of a page as one sheet: the ground once, every different piece once, a board as a list of places."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from adjudicator.pictures.board import Sketch
from adjudicator.pictures.scene import Layer, Piece, Scene
from adjudicator.pictures.svg import svg_body

_ID = re.compile(r' id="(?!clip-)[^"]*"')

Place = tuple[int, float, float]
"""A piece of the sheet, and x and y of where it lies."""


class Sheet:
    """Collects boards; `symbols` and `places` are complete when every board was put in."""

    def __init__(self) -> None:
        self._symbols: dict[str, int] = {}
        self._places: dict[Place, int] = {}
        self._listed: list[Place] = []
        self._board: Scene | None = None

    @property
    def ground(self) -> Layer | None:
        """What lies under all boards; nothing when there is none."""
        return self._board.ground if self._board else None

    @property
    def scene(self) -> Scene | None:
        """One of the boards, for its measures and colours."""
        return self._board

    def put(self, sketch: Sketch) -> tuple[int, ...]:
        """The places of a board's pieces, the lowest first. Raises ValueError when its ground is another one."""
        scene = sketch.scene
        if self._board is None:
            self._board = scene
        if scene.ground.key != self._board.ground.key:
            raise ValueError("two grounds on one sheet")
        return tuple(self._place(piece) for piece in scene.pieces if piece.items)

    def figure(self, sketch: Sketch) -> Markup:
        """A board as SVG that refers to the sheet; the ground is the background that the page gives it."""
        uses = "".join(self._use(place) for place in self.put(sketch))
        return Markup(
            f'<svg class="board" viewBox="0 0 {sketch.scene.width} {sketch.scene.height}" role="img" '
            f'aria-label="{escape(sketch.alt)}">{uses}</svg>'
        )

    def symbols(self) -> Markup:
        """The pieces, to be put into the page once."""
        return Markup("".join(f'<g id="p{number}">{body}</g>' for body, number in self._symbols.items()))

    def places(self) -> list[Place]:
        """What a number of `put` stands for."""
        return self._listed

    def _place(self, piece: Piece) -> int:
        # Names inside a piece would stand in the page many times.
        body = _ID.sub("", svg_body(piece.items))
        symbol = self._symbols.setdefault(body, len(self._symbols))
        where = (symbol, round(piece.x, 2), round(piece.y, 2))
        if where not in self._places:
            self._places[where] = len(self._listed)
            self._listed.append(where)
        return self._places[where]

    def _use(self, place: int) -> str:
        symbol, x, y = self._listed[place]
        return f'<use href="#p{symbol}"{_at("x", x)}{_at("y", y)}/>'


def _at(name: str, value: float) -> str:
    return f' {name}="{value:g}"' if value else ""

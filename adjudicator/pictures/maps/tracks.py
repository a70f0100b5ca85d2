"""Tracks of numbered cells with markers on them, and meters of squares that fill up."""

from collections.abc import Callable, Iterator, Mapping

from adjudicator.pictures.projection import Point
from adjudicator.pictures.scene import Font, Item, Piece, Rect, Style, Text

from .atlas import Box
from .palette import BASE, Crest, SideColours
from .plates import note, numeral, part

_TOP, _HIGH = 32, 26  # of the cells, below the upper edge of their panel
_EDGE = 12  # from the edges of the panel to the cells
_MARKER = (24, 38)  # width and height
_OVER = 6  # px that a marker reaches over the cells
_LETTER = 18  # from the upper edge of a marker to the foot of its letter
_BOLD = 5  # every fifth number


class Track:
    """Cells from one number to another across a panel."""

    def __init__(self, box: Box, first: int, last: int) -> None:
        self._x, self._y, self._width, self._height = box
        self.first, self.last = first, last
        self._step = (self._width - 2 * _EDGE) / (last - first + 1)

    def cells(self, fill: Callable[[int], str]) -> Iterator[Item]:
        """Draw the empty track, each cell in its colour."""
        for value in range(self.first, self.last + 1):
            middle = self._middle(value)
            box = (middle - self._step / 2, self._y + _TOP, self._step, _HIGH)
            yield Rect(*box, Style(fill=fill(value), stroke=BASE.frame, width=0.8))
            bold = value % _BOLD == 0
            size = 12 if bold else 10.5
            yield note(middle, self._y + _TOP + 17, str(value), size=size, middle=True, bold=bold)

    def marker(self, name: str, value: int, colours: SideColours) -> Piece:
        """Return a marker with the value, on its cell or on the last one.

        It is narrow, so that its neighbours stay readable.
        """
        return self._marker(name, value, colours, (numeral(value), 25), (0, 0))

    def letters(self, name: str, value: int, crests: Mapping[str, Crest]) -> Iterator[Piece]:
        """Draw the markers of the sides that are on one cell, by their ids, so that the letters of all are seen.

        They are one below the other, or in two columns.
        """
        across = 1 if len(crests) <= 2 else 2
        rows = -(-len(crests) // across)
        down = min(_LETTER, (self._height - _TOP + _OVER - _MARKER[1] - 2) / max(1, rows - 1))
        for number, (side, crest) in enumerate(crests.items()):
            shift = ((number % across - (across - 1) / 2) * _MARKER[0], number // across * down)
            yield self._marker(f"{name}-{side}", value, crest.colours, (crest.letter, _LETTER), shift)

    def _marker(self, name: str, value: int, colours: SideColours, text: tuple[str, float], shift: Point) -> Piece:
        wide, high = _MARKER
        plain = Rect(0, 0, wide, high, Style(fill=colours.fill, stroke=BASE.frame, width=1.2), 7)
        inner = Rect(2, 2, wide - 4, high - 4, Style(stroke=BASE.changed, width=2.6), 5.5)
        told = Text(wide / 2, text[1], text[0], 15.5, colours.text, Font.CONDENSED_BOLD, "middle")
        middle = self._middle(min(max(value, self.first), self.last))
        left, top = middle - wide / 2 + shift[0], self._y + _TOP - _OVER + shift[1]
        return part(name, left, top, wide, high, (plain, inner, told))

    def _middle(self, value: int) -> float:
        return self._x + _EDGE + (value - self.first + 0.5) * self._step


def meter(value: int, limit: int, width: float, colours: SideColours) -> Iterator[Item]:
    """Draw one square for each unit up to a limit, filled up to the value, and both as figures after them."""
    pitch = min(13.0, width / max(limit, 1))
    for i in range(limit):
        fill = colours.fill if i < value else BASE.paper
        yield Rect(i * pitch, 2, pitch - 2, 13, Style(fill=fill, stroke=BASE.frame, width=0.9), 2)
    yield Text(limit * pitch + 5, 14, f"{value}/{limit}", 13, BASE.text, Font.BOLD)

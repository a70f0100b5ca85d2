"""Markers of places: their shapes, the colours and the letter of their owner, what lies on them."""

from collections.abc import Iterator
from typing import assert_never

import msgspec

from adjudicator.pictures.scene import Circle, Font, Item, Path, Rect, Style, Text
from adjudicator.pictures.shapes import polygon

from .atlas import Box, Shape
from .palette import BASE, SideColours

BOX = (-34.0, -34.0, 68.0, 68.0)
"""Holds a marker with all its signs."""
RADIUS = 19
"""The radius of the shapes; a board with smaller markers shrinks them."""
_RING = -3.6  # from the outline to the inner rim
_SHORT = 3  # letters of a label that may be large
_LARGE, _SMALL = (16.5, 13.5), (12.0, 11.0)  # of letter and figure: alone, and above a short name
_MIDDLE, _UPPER, _NAME, _ALONE, _LOWER = 6.0, 0.5, 12.0, 4.2, 1.5  # base lines; the last is added for forts
NAME = 11.0
"""Size of a short name on a marker."""


class Marker(msgspec.Struct, frozen=True, kw_only=True):
    """The marker of a place.

    It is that of a side, with a figure, and signs, which are drawn around (0, 0); `there`: the sides whose pieces these
    signs are, for the words about them.
    """

    place: str
    side: str | None = None
    text: str = ""
    signs: tuple[Item, ...] = ()
    there: tuple[str, ...] = ()


def grown(box: Box, scale: float) -> Box:
    """Return the box of a marker for larger ones; smaller ones keep it, because their signs may reach beyond them."""
    x, y, width, height = (length * max(1.0, scale) for length in box)
    return x, y, width, height


def outline(shape: Shape, style: Style, grow: float = 0) -> Item:
    """Return a shape around (0, 0), `grow` px larger than a marker."""
    radius = RADIUS + grow
    match shape:
        case "disc":
            return Circle(0, 0, radius, style)
        case "square":
            half = radius - 1
            return Rect(-half, -half, 2 * half, 2 * half, style, 5 + max(0, grow))
        case "hexagon":
            return Path(polygon(0, 0, radius + 2, 6, turn=30), style)
        case "fort":
            side, top, wall = 17 + grow, 21 + 1.3 * grow, 9 + grow
            return Path(f"M{-side} {side}V{-wall}L0 {-top}L{side} {-wall}V{side}Z", style)
    assert_never(shape)


def body(shape: Shape, colours: SideColours, *, ring: float = _RING) -> Iterator[Item]:
    """Draw a marker in the colours of a side, with an inner rim `ring` px from the outline if the side has one."""
    yield outline(shape, Style(fill=colours.fill, stroke=BASE.frame, width=1.6))
    if colours.ringed:
        yield outline(shape, Style(stroke=colours.text, width=1.1, stroke_opacity=0.75), ring)


def figure(shape: Shape, label: str, colours: SideColours, x: float = 0, short: str = "") -> Iterator[Text]:
    """Yield the letter and figure of a marker in its middle.

    They stand in the upper half if a short name is below.
    """
    low, lower = _LOWER if shape == "fort" else 0.0, bool(short)
    size = (_LARGE if len(label) < _SHORT else _SMALL)[lower]
    if label:
        yield Text(x, (_UPPER if short else _MIDDLE) + low, label, size, colours.text, Font.BOLD, "middle")
    if short:
        yield Text(x, (_NAME if label else _ALONE) + low, short, NAME, colours.text, Font.CONDENSED_BOLD, "middle")

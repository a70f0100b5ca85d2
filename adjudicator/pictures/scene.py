"""Define the shapes of a picture: a few flat, frozen shapes in pixels; origin at the top left, y grows downwards.

A scene knows no game and no file format. `svg.to_svg` writes it down, `raster.to_png` draws it.
"""

from collections.abc import Iterable
from enum import Enum
from typing import Literal

import msgspec

Anchor = Literal["start", "middle", "end"]


class Font(Enum):
    """The cuts that ship with the package, each with family, weight, style, stretch and file."""

    BOLD = ("DejaVu Sans", 700, "normal", "normal", "DejaVuSans-Bold.ttf")
    CONDENSED = ("DejaVu Sans", 400, "normal", "condensed", "DejaVuSansCondensed.ttf")
    CONDENSED_BOLD = ("DejaVu Sans", 700, "normal", "condensed", "DejaVuSansCondensed-Bold.ttf")
    SERIF_ITALIC = ("DejaVu Serif", 400, "italic", "condensed", "DejaVuSerifCondensed-Italic.ttf")
    SERIF_BOLD = ("DejaVu Serif", 700, "normal", "condensed", "DejaVuSerifCondensed-Bold.ttf")


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """Fill and outline of a shape. Colours are `#rrggbb` or `none`, lengths pixels, opacities 0 to 1."""

    fill: str = "none"
    stroke: str = "none"
    width: float = 1.0
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    dash: tuple[float, ...] = ()
    round_ends: bool = False


class Rect(msgspec.Struct, frozen=True):
    """A rectangle from its top left corner; `radius` rounds the corners."""

    x: float
    y: float
    width: float
    height: float
    style: Style
    radius: float = 0.0


class Circle(msgspec.Struct, frozen=True):
    """A circle around (x, y)."""

    x: float
    y: float
    radius: float
    style: Style


class Path(msgspec.Struct, frozen=True):
    """An outline in SVG path syntax, filled by the even-odd rule so that holes stay open."""

    d: str
    style: Style


class Text(msgspec.Struct, frozen=True):
    """One line of text; (x, y) is the base line's start, middle or end.

    `halo` is the colour of a soft rim of `halo_width` px that keeps the text readable on lines and coasts.
    `rotate` turns clockwise around (x, y), in degrees; `spacing` is added between letters, in px.
    """

    x: float
    y: float
    text: str
    size: float
    fill: str
    font: Font = Font.CONDENSED
    anchor: Anchor = "start"
    halo: str | None = None
    halo_width: float = 3.0
    opacity: float = 1.0
    spacing: float = 0.0
    rotate: float = 0.0


class Group(msgspec.Struct, frozen=True):
    """Several items moved together by (dx, dy), enlarged by `scale`, cut off at `clip` (x, y, width, height).

    `clip` is in the group's own coordinates. `name` becomes the SVG id, so it must be unique in a scene.
    """

    items: "tuple[Item, ...]"
    name: str | None = None
    dx: float = 0.0
    dy: float = 0.0
    scale: float = 1.0
    clip: tuple[float, float, float, float] | None = None


Item = Rect | Circle | Path | Text | Group


class Layer(msgspec.Struct, frozen=True):
    """A finished ground that does not change from picture to picture; `key` is the digest of its SVG body.

    Made by `svg.layer`. The rasteriser draws it once per width and keeps it.
    """

    svg: str
    key: str


class Piece(msgspec.Struct, frozen=True):
    """A part that lies over the ground with its origin at (x, y); `name` becomes its SVG id, unique in a scene.

    `box` (x, y, width, height around the origin) holds everything that is drawn. The rasteriser draws equal pieces
    once and keeps them, so markers should be drawn around (0, 0) and moved by x and y.
    """

    name: str
    x: float
    y: float
    box: tuple[float, float, float, float]
    items: tuple[Item, ...]


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A whole picture: an opaque ground, the pieces over it in their order, and a title for readers of the SVG.

    The palette of a PNG begins with `keep` (`#rrggbb`, unchanged) and is filled up to `colours` from the ground; fills
    and strokes that are not in it by then come behind, so that nothing is drawn in another's colour (up to 256 in all).
    """

    width: int
    height: int
    ground: Layer
    pieces: tuple[Piece, ...]
    title: str
    keep: tuple[str, ...] = ()
    colours: int = 64


def colours_of(items: Iterable[Item]) -> set[str]:
    """Return every fill and stroke (`#rrggbb`) of some items."""
    found: set[str] = set()
    for item in items:
        match item:
            case Group():
                found |= colours_of(item.items)
            case Text():
                found.update((item.fill, item.halo or "none"))
            case _:
                found.update((item.style.fill, item.style.stroke))
    found.discard("none")
    return found

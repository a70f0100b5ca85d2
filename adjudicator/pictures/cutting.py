"""Parts of scenes as small PNGs of few colours: one part, or several side by side."""

from collections.abc import Sequence
from pathlib import Path as FilePath

import msgspec
from PIL import Image

from adjudicator.pictures.colours import few, rgb
from adjudicator.pictures.png import png
from adjudicator.pictures.raster import Placed, composed, ground_name, ground_of, paste, place
from adjudicator.pictures.scene import Piece, Scene, colours_of

Box = tuple[float, float, float, float]
"""x, y, width, height."""

DENSITY = 2.0
"""Pixels of a picture for one of its scene: a phone has two or three for one of a page."""
COLOURS = 40


class Cut(msgspec.Struct, frozen=True):
    """A part of a scene: what lies in a box."""

    scene: Scene
    box: Box


def to_cut_png(
    cuts: Sequence[Cut], *, scale: float = DENSITY, between: str = "#000000", cache: FilePath | None = None
) -> bytes:
    """Return the cuts side by side, separated by bars of a colour, as high as the highest of them.

    The ground of a scene is drawn once for all its cuts, see `raster`.

    Raises:
        ValueError: There is no cut.
    """
    if not cuts:
        raise ValueError("nothing to cut out")
    seen = [[place(piece, scale) for piece in cut.scene.pieces if _touches(piece, cut.box)] for cut in cuts]
    flat = {colour for cut in cuts for colour in (*cut.scene.keep, *colours_of_pieces(cut.scene.pieces))}
    palette = sorted({*flat, between})
    grounds = [(ground_name(cut.scene, _wide(cut, scale)), cut.box) for cut in cuts]

    def draw() -> bytes:
        parts = [_drawn(cut, scale, pieces, cache) for cut, pieces in zip(cuts, seen, strict=True)]
        return png(few(_side_by_side(parts, round(BAR * scale), between), palette, COLOURS))

    return composed([grounds, scale, between, palette, seen], draw)


def _side_by_side(parts: Sequence[Image.Image], bar: int, between: str) -> Image.Image:
    size = sum(part.width for part in parts) + bar * (len(parts) - 1), max(part.height for part in parts)
    picture, x = Image.new("RGB", size, rgb(between)), 0
    for part in parts:
        picture.paste(part, (x, 0))
        x += part.width + bar
    return picture


BAR = 6.0
"""Width of the bar between two cuts, in units of the scene."""


def colours_of_pieces(pieces: Sequence[Piece]) -> set[str]:
    """Return every fill and stroke of some pieces."""
    return {colour for piece in pieces for colour in colours_of(piece.items)}


def _wide(cut: Cut, scale: float) -> int:
    return round(cut.scene.width * scale)


def _drawn(cut: Cut, scale: float, pieces: Sequence[Placed], cache: FilePath | None) -> Image.Image:
    x, y, width, height = cut.box
    left, top = round(x * scale), round(y * scale)
    right, bottom = left + round(width * scale), top + round(height * scale)
    part = ground_of(cut.scene, _wide(cut, scale), cache).crop((left, top, right, bottom))
    for piece in pieces:
        paste(part, piece, left, top)
    return part


def _touches(piece: Piece, box: Box) -> bool:
    left, top, width, height = piece.box
    x, y = piece.x + left, piece.y + top
    return x < box[0] + box[2] and box[0] < x + width and y < box[1] + box[3] and box[1] < y + height

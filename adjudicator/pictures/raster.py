"""Scene → PNG by resvg, with the shipped fonts only, reduced to a small palette. The same bytes on every run.

The ground of a scene is drawn once per width and kept: packed in this process, and as a file in a cache directory,
which the caller gives or the program has named once (`kept`). Every piece is drawn on a small sheet of its own;
equal ones (most markers of a board) are drawn once and kept too (`sheets`), so that a picture costs little more than
its compression. A finished picture is kept as well (`composed`): those who see the same board share one drawing of it.

What must hold: whatever can change a byte of a picture is part of the name under which it is kept.
"""

import hashlib
import io
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil, floor
from pathlib import Path as FilePath
from typing import NamedTuple

import msgspec
import resvg_py
from PIL import Image

from adjudicator.pictures import cache_dir
from adjudicator.pictures.bands import Bands
from adjudicator.pictures.colours import fixed_palette, longer, lost, palette_colours, reduced
from adjudicator.pictures.image_cache import Shelf
from adjudicator.pictures.png import png
from adjudicator.pictures.scene import Piece, Scene, colours_of
from adjudicator.pictures.sheets import kept_or_drawn, put
from adjudicator.pictures.svg import colours_in, svg_body, svg_document
from adjudicator.pictures.text import font_files

_GROUNDS = Shelf[Bands](12_000_000, lambda ground: ground.weight)
_LIGHT = Shelf[bytes](1_000_000, len)
_SHEETS = Shelf[tuple[Bands, int, int]](8_000_000, lambda sheet: sheet[0].weight)
"""Sheets without the empty room around what is drawn on them, and where their corners were."""
_PALETTES = Shelf[Image.Image](64, lambda _: 1)
_PICTURES = Shelf[bytes](4_000_000, len)


class Placed(NamedTuple):
    """A piece as SVG, and where the corner of its sheet lies in the picture."""

    svg: str
    at: tuple[int, int]


def to_png(scene: Scene, width: int, *, cache: FilePath | None = None) -> bytes:
    """Draw a scene `width` px wide as a PNG; its height is in proportion.

    The palette has all fills and strokes of the scene.

    `cache` is a directory for finished grounds, by default that of `kept`; it is made if missing and may be
    deleted at any time. A directory that cannot be written costs time, nothing else.
    Raises `ValueError` when the scene's paths or colours are not valid SVG, or `scene.keep` is too long.
    """
    placed = [place(piece, width / scene.width) for piece in scene.pieces]
    return composed(
        [ground_name(scene, width), scene.colours, scene.keep, placed], lambda: _drawn(scene, width, placed, cache)
    )


def _drawn(scene: Scene, width: int, placed: Sequence[Placed], cache: FilePath | None) -> bytes:
    picture = ground_of(scene, width, cache).whole()
    palette = _ground_palette(scene, picture)
    colours: set[str] = set()
    for piece, each in zip(scene.pieces, placed, strict=True):
        paste(picture, each)
        colours |= colours_of(piece.items)
    beyond = lost(sorted(colours), palette_colours(palette))
    return png(reduced(picture, longer(palette, beyond) if beyond else palette))


def composed(of: object, draw: Callable[[], bytes]) -> bytes:
    """Return the picture that is composed of something, from memory or drawn now. `of`: all that makes its bytes."""
    name = hashlib.sha256(msgspec.json.encode(of)).hexdigest()
    return _PICTURES.get(name) or _PICTURES.put(name, draw())


def forget() -> None:
    """Drop everything kept in memory (tests, measurements)."""
    _GROUNDS.clear()
    _LIGHT.clear()
    _SHEETS.clear()
    _PALETTES.clear()
    _PICTURES.clear()
    _body.cache_clear()


def drawn_svg(svg: str, width: int | None = None) -> Image.Image:
    """Return a picture in SVG as pixels, as wide as it says or `width` px.

    Raises:
        ValueError: It is not SVG.
    """
    return _pixels(_png(svg, width))


def _png(svg: str, width: int | None = None) -> bytes:
    return resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=font_files())


def _pixels(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def place(piece: Piece, scale: float) -> Placed:
    """Return the piece as SVG, its place to the pixel of a picture in it."""
    left, top, width, height = (length * scale for length in piece.box)
    x, y = piece.x * scale + left, piece.y * scale + top
    at = floor(x), floor(y)
    dx, dy = x - at[0], y - at[1]
    move = f"translate({dx - left:.3f} {dy - top:.3f}) scale({scale:.6f})"
    body = f'<g transform="{move}">{_body(piece.items)}</g>'
    return Placed(svg_document(body, ceil(width + dx), ceil(height + dy)), at)


def sheet_of(placed: Placed) -> tuple[Image.Image, tuple[int, int]]:
    """Return a piece on a transparent sheet that fits the pixels of the picture, and where its corner lies."""
    svg, (x, y) = placed
    sheet, aside, down = _SHEETS.get(svg) or _SHEETS.put(svg, _trimmed(_pixels(kept_or_drawn(svg, _png))))
    return sheet.whole(), (x + aside, y + down)


def paste(picture: Image.Image, placed: Placed, left: int = 0, top: int = 0) -> None:
    """Put a piece on a picture whose corner lies at (left, top)."""
    sheet, (x, y) = sheet_of(placed)
    picture.paste(sheet, (x - left, y - top), sheet)


_body = lru_cache(maxsize=1024)(svg_body)
"""Most pieces are as they were in the picture before: to write one as SVG again takes longer than to find it."""


def _trimmed(sheet: Image.Image) -> tuple[Bands, int, int]:
    box = sheet.getbbox() or (0, 0, 1, 1)
    return Bands(sheet.crop(box)), *box[:2]


def ground_name(scene: Scene, width: int) -> str:
    """Return the name under which the ground of a scene is kept, of the same pixels alone."""
    return f"ground-{scene.ground.key}-{width}.png"


def ground_of(scene: Scene, width: int, cache: FilePath | None = None) -> Bands:
    """Return the ground of a scene `width` px wide, drawn or from the cache."""
    return _ground(scene, width, cache or cache_dir.folder())


def light_ground(scene: Scene, width: int) -> bytes:
    """Return the ground as a WebP that leaves out what the eye hardly sees.

    It has a third of the size of the PNG, for pages sent by email.
    """
    name = f"{scene.ground.key} {width}"
    if found := _LIGHT.get(name):
        return found
    file = io.BytesIO()
    ground_of(scene, width).whole().save(file, "WEBP", quality=30, method=6)
    return _LIGHT.put(name, file.getvalue())


def _ground_palette(scene: Scene, ground: Image.Image) -> Image.Image:
    """Return the palette of a ground, with which that of each of its pictures begins."""
    key = f"{scene.ground.key} {ground.width} {scene.colours} {scene.keep}"
    palette = _PALETTES.get(key)
    if palette is None:
        palette = fixed_palette(ground, scene.keep, scene.colours)
        palette = _PALETTES.put(key, longer(palette, lost(colours_in(scene.ground.svg), palette_colours(palette))))
    return palette


def _ground(scene: Scene, width: int, cache: FilePath | None) -> Bands:
    name = ground_name(scene, width)
    if ground := _GROUNDS.get(name):
        return ground
    file = cache / name if cache else None
    image = _read(file) if file else None
    if image is None:
        image = drawn_svg(svg_document(scene.ground.svg, scene.width, scene.height), width).convert("RGB")
        if file:
            drawn = io.BytesIO()
            image.save(drawn, "PNG", compress_level=1)
            put(file, drawn.getvalue())
    return _GROUNDS.put(name, Bands(image))


def _read(file: FilePath) -> Image.Image | None:
    try:
        with Image.open(file) as image:
            image.load()
            return image if image.mode == "RGB" else image.convert("RGB")
    except (OSError, SyntaxError):  # missing, cut short, not a picture: draw it again
        return None

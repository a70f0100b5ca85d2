"""Scene → PNG by resvg, with the shipped fonts only, reduced to a small palette. The same bytes on every run.

The ground of a scene is drawn once per width and kept: in this process, and as a file in a cache directory, which
the caller gives or the program has named once (`kept`). Every piece is drawn on a small sheet of its own;
equal ones (most markers of a board) are drawn once and kept too, so that a picture costs little more than its
compression.
"""

import io
import os
import tempfile
from collections.abc import Iterable
from functools import lru_cache
from math import ceil, floor
from pathlib import Path as FilePath

import resvg_py
from PIL import Image

from adjudicator.pictures import kept
from adjudicator.pictures.colours import fixed_palette, listed, longer, lost, reduced
from adjudicator.pictures.png import png
from adjudicator.pictures.scene import Piece, Scene, colours_of
from adjudicator.pictures.shelf import Shelf
from adjudicator.pictures.svg import colours_in, svg_body, svg_document
from adjudicator.pictures.text import font_files

_GROUNDS = Shelf(pixels=12_000_000)
_SHEETS = Shelf(pixels=6_000_000)
_PALETTES = Shelf(pixels=64)


_CORNER = "corner"
"""Under this name a sheet keeps where it was cut out."""


def to_png(scene: Scene, width: int, *, cache: FilePath | None = None) -> bytes:
    """Draws a scene `width` px wide (height in proportion) as a PNG whose palette has all its fills and strokes.

    `cache` is a directory for finished grounds, by default that of `kept`; it is made if missing and may be
    deleted at any time. A directory that cannot be written costs time, nothing else.
    Raises `ValueError` when the scene's paths or colours are not valid SVG, or `scene.keep` is too long.
    """
    ground = ground_of(scene, width, cache)
    picture = ground.copy()
    colours: set[str] = set()
    for piece in scene.pieces:
        sheet, at = sheet_of(piece, width / scene.width)
        picture.paste(sheet, at, sheet)
        colours |= colours_of(piece.items)
    return png(reduced(picture, _palette(scene, ground, colours)))


def forget() -> None:
    """Drops everything kept in memory (tests, measurements)."""
    _GROUNDS.clear()
    _SHEETS.clear()
    _PALETTES.clear()
    _body.cache_clear()


def drawn_svg(svg: str, width: int | None = None) -> Image.Image:
    """A picture in SVG as pixels, as wide as it says or `width` px. Raises ValueError for what is no SVG."""
    data = resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=font_files())
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def sheet_of(piece: Piece, scale: float) -> tuple[Image.Image, tuple[int, int]]:
    """The piece on a transparent sheet that fits the pixels of the picture, and where its corner lies."""
    left, top, width, height = (length * scale for length in piece.box)
    x, y = piece.x * scale + left, piece.y * scale + top
    at = floor(x), floor(y)
    dx, dy = x - at[0], y - at[1]
    move = f"translate({dx - left:.3f} {dy - top:.3f}) scale({scale:.6f})"
    body = f'<g transform="{move}">{_body(piece.items)}</g>'
    svg = svg_document(body, ceil(width + dx), ceil(height + dy))
    image = _SHEETS.get(svg)
    if image is None:
        image = _SHEETS.put(svg, _trimmed(drawn_svg(svg)))
    aside, down = image.info[_CORNER]
    return image, (at[0] + aside, at[1] + down)


_body = lru_cache(maxsize=1024)(svg_body)
"""Most pieces are as they were in the picture before: to write one as SVG again takes longer than to find it."""


def _trimmed(sheet: Image.Image) -> Image.Image:
    """A sheet without the empty room around what is drawn on it; it knows where its corner was."""
    box = sheet.getbbox() or (0, 0, 1, 1)
    trimmed = sheet.crop(box)
    trimmed.info = {_CORNER: box[:2]}
    return trimmed


def ground_of(scene: Scene, width: int, cache: FilePath | None = None) -> Image.Image:
    """The ground of a scene `width` px wide, drawn or kept; it must not be changed."""
    return _ground(scene, width, cache or kept.folder())


def light_ground(scene: Scene, width: int) -> bytes:
    """The ground as a WebP that leaves out what the eye hardly sees: a third of the PNG, for pages sent by mail."""
    file = io.BytesIO()
    ground_of(scene, width).save(file, "WEBP", quality=40, method=6)
    return file.getvalue()


def _palette(scene: Scene, ground: Image.Image, of_pieces: Iterable[str]) -> Image.Image:
    """The palette of the ground, the same for all its pictures, and behind it what the pieces have beyond it."""
    key = f"{scene.ground.key} {ground.width} {scene.colours} {scene.keep}"
    palette = _PALETTES.get(key)
    if palette is None:
        palette = fixed_palette(ground, scene.keep, scene.colours)
        palette = _PALETTES.put(key, longer(palette, lost(colours_in(scene.ground.svg), listed(palette))))
    beyond = lost(sorted(of_pieces), listed(palette))
    return longer(palette, beyond) if beyond else palette


def _ground(scene: Scene, width: int, cache: FilePath | None) -> Image.Image:
    name = f"ground-{scene.ground.key}-{width}.png"
    image = _GROUNDS.get(name)
    if image is not None:
        return image
    file = cache / name if cache else None
    image = _read(file) if file else None
    if image is None:
        image = drawn_svg(svg_document(scene.ground.svg, scene.width, scene.height), width).convert("RGB")
        if file:
            _write(file, image)
    return _GROUNDS.put(name, image)


def _read(file: FilePath) -> Image.Image | None:
    try:
        with Image.open(file) as image:
            return image.convert("RGB")
    except (OSError, SyntaxError):  # missing, cut short, not a picture: draw it again
        return None


def _write(file: FilePath, image: Image.Image) -> None:
    """Keep a ground; a full or closed disk must not keep a picture from its reader."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=".ground-", suffix=".png")
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as out:
            image.save(out, "PNG", compress_level=1)
        FilePath(name).replace(file)  # another process sees the whole file or none
    except OSError:
        FilePath(name).unlink(missing_ok=True)

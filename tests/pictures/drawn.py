"""What is drawn: letters, colours and ink of the pieces of a board."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace
from PIL import Image, ImageChops, ImageFilter

from adjudicator.pictures import Group, Item, Piece, Text
from adjudicator.pictures.board import Between, Sketch
from adjudicator.pictures.maps import MapBoard
from adjudicator.pictures.maps.lettering import name_piece
from adjudicator.pictures.raster import place, sheet_of

REACH = (500, 200)
"""Pixels to the right and down: what lies farther apart touches nothing."""


def pieces(found: Sketch) -> dict[str, Piece]:
    return {piece.name: piece for piece in found.scene.pieces}


def texts(items: Iterable[Item]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group):
            yield from texts(item.items)


def said(found: Sketch, name: str) -> list[str]:
    """The letters on a piece."""
    return [text.text for text in texts(pieces(found)[name].items)]


def changes_told(board: MapBoard[Any], between: Between, code: str) -> Iterator[str]:
    """What the captions of small pictures say of each place that looks different; nothing is drawn for it."""
    was = board.shown(between.before, code, (), ())
    shown = board.shown(between.after, code, (), between.events)
    old, new = ({each.name: each.items for each in board.markers(look, code)} for look in (was, shown))
    for change in shown.changed:
        if old[change.id] != new[change.id]:
            yield board.told(change, was, shown, code)


def fills(items: Iterable[Item]) -> set[str]:
    """The colours of the shapes of a piece."""
    return {fill for fill, _ in _shapes(items)}


def looks(items: Iterable[Item]) -> set[str]:
    """The colours of the shapes of a piece, and of their rims."""
    return {colour for shape in _shapes(items) for colour in shape}


def _shapes(items: Iterable[Item]) -> Iterator[tuple[str, str]]:
    for item in items:
        if isinstance(item, Group):
            yield from _shapes(item.items)
        elif not isinstance(item, Text):
            yield item.style.fill, item.style.stroke


Ink = tuple[Image.Image, tuple[int, int]]
"""A sheet that is white where something is drawn, and where its corner lies, in pixels half as large as the board's."""


def ink(piece: Piece) -> Ink:
    """What a piece covers."""
    sheet, at = sheet_of(place(piece, 2))
    return sheet.getchannel("A").point(lambda alpha: 255 if alpha > 140 else 0), at


def letters(name: str, lines: Sequence[Text]) -> Ink:
    """What the letters of a name cover, without the halo around them."""
    return ink(name_piece(name, tuple(replace(line, halo=None) for line in lines)))


def grown(cover: Ink, size: int) -> Ink:
    """The same, and what lies around it: a square of `size` pixels about each of its own."""
    sheet, at = cover
    return sheet.filter(ImageFilter.MaxFilter(size)), at


def meet(one: Ink, two: Ink) -> bool:
    """Whether two covers share a pixel."""
    (sheet, (left, top)), (cover, (x, y)) = one, two
    if abs(x - left) > REACH[0] or abs(y - top) > REACH[1]:
        return False
    moved = Image.new("L", sheet.size)
    moved.paste(cover, (x - left, y - top))
    return ImageChops.multiply(sheet, moved).getbbox() is not None


def touching(names: Mapping[str, Sequence[Text]], markers: Iterable[Piece], size: int = 3) -> set[tuple[str, str]]:
    """Names whose letters lie on a marker or its signs, each with the marker: measured on what is drawn, twice as
    large, with the markers grown by a square of `size` pixels.
    """
    covers = {piece.name: grown(ink(piece), size) for piece in markers if piece.items}
    found = set()
    for name, lines in names.items():
        if lines:
            drawn = letters(name, lines)
            found |= {(name, other) for other, cover in covers.items() if meet(drawn, cover)}
    return found

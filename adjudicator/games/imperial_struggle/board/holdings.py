"""Draw what each side has besides the map: squadrons, debt, treaty points."""

from collections.abc import Iterator

from adjudicator.pictures import Circle, Font, Group, Item, Piece, Style, Text
from adjudicator.pictures.maps import BoardView, signs
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.maps.plates import chip, line, note, numeral, part
from adjudicator.pictures.maps.tracks import meter

from ..fact_types import FLAG, SIDES
from ..names import names
from ..view import View
from .atlas import Language, atlas, crest, palette, words


def _named_sides(x: float, y: float, language: Language) -> Iterator[Item]:
    """Draw the two rows of a table: letter and name of each side."""
    for row, side in enumerate(SIDES):
        yield from chip(x + 10, y + 39 + 25 * row, crest(side, language))
        yield note(x + 34, y + 52 + 25 * row, names(language).name(FLAG, side), size=12.5, bold=True)


def navy_ground(language: Language) -> Iterator[Item]:
    """Draw the table of squadrons without its numbers."""
    word = words(language)
    x, y, width, _ = atlas().panels["navy"]
    yield from _named_sides(x, y, language)
    for text, middle in ((word.navy_box, x + width - 94), (word.unbuilt, x + width - 32)):
        yield line(middle, y + 33, text, 55, size=11, anchor="middle")
    for row, side in enumerate(SIDES):
        ship = signs.ship(palette().sides[side].fill)
        yield Group(ship, dx=x + width - 101, dy=y + 47 + 25 * row, scale=0.7)


def navy(shown: BoardView[View], _language: Language) -> Iterator[Piece]:
    """Yield squadrons in the Navy Box and unbuilt ones (3.6)."""
    x, y, width, _ = atlas().panels["navy"]
    public = shown.view.public
    for row, side in enumerate(SIDES):
        for name, counts, left in (("navy", public.navy_box, width - 88), ("unbuilt", public.unbuilt, width - 42)):
            text = Text(10, 14, str(counts[row]), 14, BASE.text, Font.BOLD, "middle")
            yield part(f"{name}-{side}", x + left, y + 39 + 25 * row, 20, 17, (text,))


def ledger_ground(language: Language) -> Iterator[Item]:
    """Draw the table of debt and treaty points without its numbers."""
    x, y, width, _ = atlas().panels["ledger"]
    yield from _named_sides(x, y, language)
    yield note(x + 108, y + 33, words(language).debt, size=11)
    yield note(x + width - 44, y + 33, words(language).treaty_points, size=11, middle=True)


def ledger(shown: BoardView[View], _language: Language) -> Iterator[Piece]:
    """Yield debt against its limit (6.0) and treaty points (9.0).

    Each point of debt is a square.
    """
    x, y, width, _ = atlas().panels["ledger"]
    public = shown.view.public
    for row, side in enumerate(SIDES):
        top, squares = y + 39 + 25 * row, meter(public.debt[row], public.debt_limit[row], 172, palette().sides[side])
        yield part(f"debt-{side}", x + 108, top, 230, 17, squares)
        seal = Circle(11, 11, 10.5, Style(fill=palette().sides[side].tint, stroke=BASE.frame, width=1))
        points = Text(11, 15.8, numeral(public.treaty_points[row]), 13, BASE.text, Font.BOLD, "middle")
        yield part(f"treaty-{side}", x + width - 55, top - 2, 22, 22, (seal, points))

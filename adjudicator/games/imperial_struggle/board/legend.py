"""What the signs mean, in one panel."""

from collections.abc import Iterator

from adjudicator.pictures import Circle, Font, Group, Item, Path, Rect, Style, Text
from adjudicator.pictures.colours import mixed
from adjudicator.pictures.text import text_width

from ..names import names
from . import glyphs
from .atlas import Language, atlas, palette
from .highlights import pennant
from .markers import outline
from .plates import heading, letter_chip, note
from .war_display import strength_plate, tile_symbol
from .words import words

_ROWS = 4


def legend(language: Language) -> Iterator[Item]:
    """Samples with their names, flowing over four rows."""
    box = atlas().panels.legend
    x, y, width, _ = box
    yield heading(box, words(language).legend)
    left = x + 22 + text_width(words(language).legend, 13.5, Font.SERIF_BOLD)
    row = 0
    for half, sample, text in _entries(language):
        needed = 2 * half + 6 + text_width(text, 12) + 14
        if left + needed > x + width - 4 and row < _ROWS - 1:
            row, left = row + 1, x + 12
        middle = y + 19 + 25 * row
        yield Group(sample, dx=left + half, dy=middle)
        yield note(left + 2 * half + 6, middle + 4.2, text, size=12)
        left += needed


def _entries(language: Language) -> Iterator[tuple[float, tuple[Item, ...], str]]:
    """Half width, sample around (0, 0), text."""
    base, sides, word, key = palette().base, palette().sides, words(language), words(language).key
    yield 9, tuple(letter_chip(-9, -8.5, "france", language)), names(language).name("flags", "france")
    yield 9, tuple(letter_chip(-9, -8.5, "britain", language)), names(language).name("flags", "britain")
    spain = Rect(-9, -8.5, 18, 17, Style(fill=sides["spain"].fill, stroke=base.frame, width=1), 3)
    letter = Text(0, 4.5, word.letters["spain"], 12, sides["spain"].text, Font.BOLD, "middle")
    yield 9, (spain, letter), names(language).name("flags", "spain")
    for kind in ("political", "market", "territory", "fort"):
        fill = sides["fort_unowned" if kind == "fort" else "unflagged"].fill
        shape = outline(kind, 0, Style(fill=fill, stroke=base.frame, width=2.4))
        yield 10, (Group((shape, Text(0, 7, "3", 18, base.text, Font.BOLD, "middle")), scale=0.52),), key[kind]
    dashed = outline("naval", 0, Style(fill=base.sea_deep, stroke=base.text_water, width=2.4, dash=(4, 3)))
    yield 10, (Group((dashed, *glyphs.anchor(base.text_water, width=2.6)), scale=0.52),), key["naval"]
    afloat = Circle(0, 0, 19, Style(fill=sides["france"].fill, stroke=base.frame, width=2.4))
    yield 10, (Group((afloat, *glyphs.ship(sides["france"].text)), scale=0.52),), key["squadron"]
    yield 9, (Group((glyphs.pentagon(),), scale=0.6),), key["advantage"]
    yield 9, (Group((glyphs.pentagon(), glyphs.strike()), scale=0.6),), key["exhausted"]
    yield 8, glyphs.prestige(0, 0), key["prestige"]
    yield 9, glyphs.alliance(0, 0), key["alliance"]
    yield 10, glyphs.conflict(0, 0), key["conflict"]
    yield 8, glyphs.isolated(0, 0), key["isolated"]
    yield 9, glyphs.huguenots(0, 0), key["huguenots"]
    later = outline(
        "political", 0, Style(fill=mixed(base.land, base.shade, 0.35), stroke=base.shade, width=2, dash=(3, 3))
    )
    yield 10, (Group((later,), scale=0.52),), key["closed"]
    fort = outline("fort", 0, Style(fill=sides["fort_unowned"].fill, stroke=base.frame, width=2.4))
    yield 10, (Group((fort, *glyphs.crack()), scale=0.52),), key["damaged"]
    ring = Circle(0, 0, 25, Style(fill=base.changed, stroke=base.frame, width=2))
    inside = Circle(0, 0, 18, Style(fill=sides["unflagged"].fill, stroke=base.frame, width=2.4))
    flag = Group(tuple(pennant("france", language)), dx=21, dy=12)
    yield 12, (Group((ring, inside, flag), scale=0.45),), key["changed"]
    yield 13, _line(base.frame, ()), key["connection"]
    yield 13, _line(base.conquest, (5, 4)), key["conquest"]
    yield 6, glyphs.cross(0, 0, base.text), key["event"]
    yield 7, glyphs.arrows(0, 0, base.text), key["upgrade"]
    yield 0, (), key["number"]
    plate = Group(tuple(strength_plate("2+?", "france")), dx=-13, dy=-9.5)
    yield 14, (plate,), key["strength"]
    for symbol, name in (("debt", "tile_debt"), ("fort_or_squadron", "tile_hit"), ("unflag", "tile_unflag")):
        yield 7, tuple(tile_symbol(symbol, language)), key[name]
    secret = Rect(-12, -8.5, 24, 17, Style(fill=base.land, stroke=base.frame, width=1.1, dash=(3, 2)), 3)
    yield 12, (secret,), key["own_secret"]
    for name, colour in palette().actions.items():
        block = Rect(-8, -8, 16, 16, Style(fill=colour, stroke=base.frame, width=1), 3)
        mark = Text(0, 4.3, word.actions[name], 11.5, base.light, Font.BOLD, "middle")
        yield 8, (block, mark), word.action_names[name]


def _line(colour: str, dash: tuple[float, ...]) -> tuple[Item, ...]:
    return (Path("M-13 0H13", Style(stroke=colour, width=2, dash=dash)),)

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
from .plates import heading, letter_chip, note, strength_plate
from .war_display import tile_symbol
from .words import words

_Entry = tuple[float, tuple[Item, ...], str]
"""Half width, sample around (0, 0), text."""

_SIZE, _GAP = 12.0, 10.0  # of the text, and between entries where a row is full
_EDGE = 12.0  # of the panel


def legend(language: Language) -> Iterator[Item]:
    """Samples with their names in rows that end at one edge, the last one as it comes."""
    box = atlas().panels.legend
    x, y, width, _ = box
    title = words(language).legend
    yield heading(box, title)
    rows = _rows(language, 22 + text_width(title, 13.5, Font.SERIF_BOLD), width)
    for row, (left, entries) in enumerate(rows):
        spare = width - _EDGE - left - sum(map(_needed, entries)) + _GAP
        gap = _GAP if row == len(rows) - 1 else _GAP + spare / max(len(entries) - 1, 1)
        middle = y + 19 + 25 * row
        for half, sample, text in entries:
            yield Group(sample, dx=x + left + half, dy=middle)
            yield note(x + left + 2 * half + 6, middle + 4.2, text, size=_SIZE)
            left += _needed((half, sample, text)) - _GAP + gap


def _rows(language: Language, first: float, width: float) -> list[tuple[float, list[_Entry]]]:
    """Where each row begins, the first behind the heading, and its entries."""
    rows: list[tuple[float, list[_Entry]]] = [(first, [])]
    for entry in _entries(language):
        start, row = rows[-1]
        if start + sum(map(_needed, (*row, entry))) - _GAP > width - _EDGE:
            rows.append((_EDGE, []))
        rows[-1][1].append(entry)
    return rows


def _needed(entry: _Entry) -> float:
    half, _, text = entry
    return 2 * half + 6 + text_width(text, _SIZE) + _GAP


def _entries(language: Language) -> Iterator[_Entry]:
    base, sides, word, key = palette().base, palette().sides, words(language), words(language).key
    yield 9, tuple(letter_chip(-9, -8.5, "france", language)), names(language).name("flags", "france")
    yield 9, tuple(letter_chip(-9, -8.5, "britain", language)), names(language).name("flags", "britain")
    yield _flag("spain", word.letters["spain"], names(language).name("flags", "spain"))
    yield _flag("usa", word.letters["usa"], word.spoils["usa"])
    for kind in ("political", "market", "territory", "fort"):
        fill = sides["fort_unowned" if kind == "fort" else "unflagged"].fill
        shape = outline(kind, 0, Style(fill=fill, stroke=base.frame, width=2.4))
        yield 10, (Group((shape, Text(0, 7, "3", 18, base.text, Font.BOLD, "middle")), scale=0.52),), key[kind]
    dashed = outline("naval", 0, Style(fill=base.sea_deep, stroke=base.text_water, width=2.4, dash=(4, 3)))
    yield 10, (Group((dashed, *glyphs.anchor(base.text_water, width=2.6)), scale=0.52),), key["naval"]
    afloat = Circle(0, 0, 19, Style(fill=sides["france"].fill, stroke=base.frame, width=2.4))
    yield 10, (Group((afloat, *glyphs.ship(sides["france"].text)), scale=0.52),), key["squadron"]
    tail = Path("M-16 0H-4", Style(stroke=base.advantage_line, width=1.7, dash=(1.5, 2.5)))
    yield 15, (tail, Group((glyphs.pentagon(),), dx=5, scale=0.6)), key["advantage"]
    yield 9, (Group((glyphs.pentagon(), glyphs.strike()), scale=0.6),), key["exhausted"]
    yield 8, glyphs.prestige(0, 0), key["prestige"]
    yield 9, glyphs.alliance(0, 0), key["alliance"]
    yield 10, glyphs.conflict(0, 0), key["conflict"]
    yield 11, glyphs.conflict(0, 0, plus_one=True), key["plus_one"]
    yield 8, glyphs.isolated(0, 0), key["isolated"]
    yield 9, glyphs.huguenots(0, 0), key["huguenots"]
    yield 9, glyphs.huguenots(0, 0, used=True), key["huguenots_used"]
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


def _flag(side: str, letters: str, name: str) -> _Entry:
    colours, half = palette().sides[side], max(9.0, 0.5 * text_width(letters, 12, Font.BOLD) + 4)
    chip = Rect(-half, -8.5, 2 * half, 17, Style(fill=colours.fill, stroke=palette().base.frame, width=1), 3)
    return half, (chip, Text(0, 4.5, letters, 12, colours.text, Font.BOLD, "middle")), name


def _line(colour: str, dash: tuple[float, ...]) -> tuple[Item, ...]:
    return (Path("M-13 0H13", Style(stroke=colour, width=2, dash=dash)),)

"""Explain the signs of this board."""

from collections.abc import Iterator

from adjudicator.pictures import Circle, Font, Group, Item, Path, Rect, Style, Text
from adjudicator.pictures.colours import mixed
from adjudicator.pictures.maps import signs
from adjudicator.pictures.maps.legend import (
    Entry,
    changed_entry,
    crest_entry,
    legend,
    line_entry,
    small_entry,
    wide_entry,
)
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.maps.plates import pill

from ..fact_types import FLAG
from ..names import names
from .atlas import Language, atlas, crest, palette, words
from .markers import conflict, outline
from .war_display import tile_symbol


def legend_ground(language: Language) -> Iterator[Item]:
    """Draw the whole panel."""
    return legend(atlas().panels["legend"], words(language).legend, _entries(language))


def _entries(language: Language) -> Iterator[Entry]:
    sides, word, key = palette().sides, words(language), words(language).key
    for side in ("france", "britain"):
        yield crest_entry(crest(side, language), names(language).name(FLAG, side))
    yield wide_entry(crest("spain", language), names(language).name(FLAG, "spain"))
    yield wide_entry(crest("usa", language), word.spoils["usa"])
    yield from _spaces(language)
    tail = Path("M-16 0H-4", Style(stroke=BASE.tile_line, width=1.7, dash=(1.5, 2.5)))
    yield 15, (tail, Group((signs.pentagon(),), dx=5, scale=0.6)), key["advantage"]
    yield small_entry((signs.pentagon(), signs.strike()), key["exhausted"], half=9, scale=0.6)
    yield 8, signs.gold_star(0, 0), key["prestige"]
    yield 9, signs.rings(0, 0), key["alliance"]
    yield 10, conflict(0, 0), key["conflict"]
    yield 11, conflict(0, 0, plus_one=True), key["plus_one"]
    yield 8, signs.barred(0, 0), key["isolated"]
    yield 9, signs.cross_disc(0, 0), key["huguenots"]
    yield 9, signs.cross_disc(0, 0, used=True), key["huguenots_used"]
    pale = Style(fill=mixed(BASE.land, BASE.shade, 0.35), stroke=BASE.shade, width=2, dash=(3, 3))
    yield small_entry((outline("political", 0, pale),), key["closed"])
    fort = outline("fort", 0, Style(fill=sides["fort_unowned"].fill, stroke=BASE.frame, width=2.4))
    yield small_entry((fort, *signs.crack()), key["damaged"])
    yield changed_entry(crest("france", language), key["changed"], inside=sides["unflagged"].fill)
    yield line_entry(Style(stroke=BASE.frame, width=2), key["connection"])
    yield line_entry(Style(stroke=BASE.alarm, width=2, dash=(5, 4)), key["conquest"])
    yield from _tiles(language)


def _spaces(language: Language) -> Iterator[Entry]:
    """Yield the kinds of spaces, empty and with a squadron."""
    sides, key = palette().sides, words(language).key
    for kind in ("political", "market", "territory", "fort"):
        fill = sides["fort_unowned" if kind == "fort" else "unflagged"].fill
        shape = outline(kind, 0, Style(fill=fill, stroke=BASE.frame, width=2.4))
        yield small_entry((shape, Text(0, 7, "3", 18, BASE.text, Font.BOLD, "middle")), key[kind])
    dashed = outline("naval", 0, Style(fill=BASE.sea_deep, stroke=BASE.text_water, width=2.4, dash=(4, 3)))
    yield small_entry((dashed, *signs.anchor(BASE.text_water, width=2.6)), key["naval"])
    afloat = Circle(0, 0, 19, Style(fill=sides["france"].fill, stroke=BASE.frame, width=2.4))
    yield small_entry((afloat, *signs.ship(sides["france"].text)), key["squadron"])


def _tiles(language: Language) -> Iterator[Entry]:
    """Yield the signs of tiles, strengths and cards."""
    word, key = words(language), words(language).key
    yield 6, signs.cross(0, 0, BASE.text), key["event"]
    yield 7, signs.arrows(0, 0, BASE.text), key["upgrade"]
    yield 0, (), key["number"]
    plate = Group(tuple(pill("2+?", palette().sides["france"])), dx=-13, dy=-9.5)
    yield 14, (plate,), key["strength"]
    for symbol, name in (("debt", "tile_debt"), ("fort_or_squadron", "tile_hit"), ("unflag", "tile_unflag")):
        yield 7, tuple(tile_symbol(symbol, language)), key[name]
    secret = Rect(-12, -8.5, 24, 17, Style(fill=BASE.land, stroke=BASE.frame, width=1.1, dash=(3, 2)), 3)
    yield 12, (secret,), key["own_secret"]
    for name, colour in palette().actions.items():
        block = Rect(-8, -8, 16, 16, Style(fill=colour, stroke=BASE.frame, width=1), 3)
        mark = Text(0, 4.3, word.actions[name], 11.5, BASE.light, Font.BOLD, "middle")
        yield 8, (block, mark), word.action_names[name]

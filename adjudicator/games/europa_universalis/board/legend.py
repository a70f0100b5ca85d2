"""Explain the signs of this board."""

from collections.abc import Iterator

from adjudicator.pictures import Group, Item, Path, Rect, Style
from adjudicator.pictures.maps import markers, signs
from adjudicator.pictures.maps.lands import DOTS
from adjudicator.pictures.maps.legend import Entry, changed_entry, legend, small_entry
from adjudicator.pictures.maps.palette import BASE, Crest
from adjudicator.pictures.shapes import star

from ..facts import REALM
from . import chips
from .atlas import atlas, crest, palette, sides, spoken, words
from .chips import DARK, Chip
from .lands import LOOKS
from .markers import badge, body, crown

_CHIPS: tuple[chips.Shape, ...] = ("army", "cube", "claim", "core", "light", "protecting", "fleet", "merchant", "lying")
_KEYS = {"cube": "influence"}
_SCALE = 0.48  # of towns


def legend_ground(language: str) -> Iterator[Item]:
    """Draw the whole panel."""
    return legend(atlas().panels["legend"], words(language).text["legend"], _entries(language))


def _entries(language: str) -> Iterator[Entry]:
    word, key = words(language), words(language).key
    france, portugal = (crest(REALM.number(each), language) for each in ("france", "portugal"))
    for realm, colours in palette().realms.items():
        half, town, name = _town(crest(REALM.number(realm), language), spoken(language).thing(REALM, realm))
        yield half, (*([_dotted(colours.tint)] if colours.dotted else []), *town), name
    yield _town(portugal, key["small"])
    yield small_entry((*body("fort", portugal.colours),), key["large"], half=9, scale=_SCALE)
    yield 7, (Group(signs.anchor(BASE.text_water), scale=0.66),), key["port"]
    yield 7, (Path(star(0, 0, 7.5, inner=0.48), Style(fill=BASE.light, stroke=BASE.frame, width=1.3)),), key["capital"]
    yield 9, (_hatched(1), Group((*body("disc", palette().other, france.colours.fill),), scale=_SCALE)), key["vassal"]
    yield 9, (_hatched(-1),), key["occupied"]
    yield 11, tuple(chips.drawn(Chip("rebels", word.signs["rebels"], DARK))), key["rebels"]
    yield 7, tuple(badge(0, 0, "!", BASE.alarm, BASE.light)), key["unrest"]
    yield 7, tuple(badge(0, 0, "+", BASE.paper, BASE.text)), key["more"]
    for shape in _CHIPS:
        count = "" if shape in chips.SIZES else 2
        yield 12, tuple(chips.drawn(chips.of(france, shape, count))), key[_KEYS.get(shape, shape)]
    dark: tuple[tuple[str, float, chips.Shape, str], ...] = (
        ("pirates", 11, "rebels", "2"),
        ("expanded", 11, "sign", "+"),
        ("religion", 9, "faith", word.faiths["muslim"]),
        ("plague", 11, "sign", word.signs["plague"]),
        ("left", 17, "sign", f"−{word.signs['empire']}"),
    )
    yield from ((half, tuple(chips.drawn(Chip(shape, text, DARK))), key[id]) for id, half, shape, text in dark)
    yield 8, (crown(),), key["elector"]
    for id, styles in LOOKS.items():
        yield 13, tuple(Path("M-12 0H12", style) for style in styles), key[id]
    yield changed_entry(france, key["changed"])


def _town(side: Crest, name: str) -> Entry:
    small = *markers.body("disc", side.colours), *markers.figure("disc", side.letter, side.colours)
    return small_entry(small, name, half=9, scale=_SCALE)


def _dotted(tint: str) -> Group:
    """Draw a piece of dotted land."""
    lines = "".join(f"M{x} -8V9" for x in (-7, 0, 7))
    return Group((Rect(-9, -9, 18, 18, Style(fill=tint, stroke=BASE.coast, width=1)), Path(lines, DOTS)))


def _hatched(slope: int) -> Group:
    """Draw a piece of hatched land."""
    lines = "".join(f"M{x} {y * slope}L{y} {x * slope}" for x, y in ((-9, 0), (-9, 9), (0, 9)))
    land = Rect(-9, -9, 18, 18, Style(fill=palette().other.tint))
    hatch = Path(lines, Style(stroke=sides()["france"].fill, width=2.4))
    edge = Rect(-9, -9, 18, 18, Style(stroke=BASE.coast, width=1))
    return Group((land, hatch, edge))

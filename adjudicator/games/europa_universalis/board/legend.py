"""What the signs of this board mean."""

from collections.abc import Iterator

from adjudicator.pictures import Circle, Group, Item, Path, Rect, Style
from adjudicator.pictures.maps import markers, signs
from adjudicator.pictures.maps.highlights import pennant
from adjudicator.pictures.maps.legend import Entry, legend
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.shapes import star

from ..facts import REALM
from ..names import names
from . import chips
from .atlas import atlas, crest, palette, sides, words
from .chips import DARK, Chip
from .lands import LOOKS
from .markers import badge, body, crown

_CHIPS: tuple[chips.Shape, ...] = ("army", "cube", "claim", "core", "light", "protecting", "fleet", "merchant", "lying")
_KEYS = {"cube": "influence"}


def legend_ground(language: str) -> Iterator[Item]:
    """The whole panel."""
    return legend(atlas().panels["legend"], words(language).text["legend"], _entries(language))


def _entries(language: str) -> Iterator[Entry]:
    key, called = words(language).key, names(language)
    france, portugal = (crest(REALM.number(each), language) for each in ("france", "portugal"))
    for realm in palette().realms:
        side = crest(REALM.number(realm), language)
        yield (
            9,
            _small(*markers.body("disc", side.colours), *markers.figure("disc", side.letter, side.colours)),
            called.name(REALM, realm),
        )
    yield (
        9,
        _small(*body("disc", portugal.colours), *markers.figure("disc", portugal.letter, portugal.colours)),
        key["small"],
    )
    yield 9, _small(*body("fort", portugal.colours)), key["large"]
    yield 7, (Group(signs.anchor(BASE.text_water), scale=0.66),), key["port"]
    yield 7, (Path(star(0, 0, 7.5, inner=0.48), Style(fill=BASE.light, stroke=BASE.frame, width=1.3)),), key["capital"]
    yield 9, (_hatched(1), *_small(*body("disc", palette().other, france.colours.fill))), key["vassal"]
    yield 9, (_hatched(-1),), key["occupied"]
    yield 11, tuple(chips.drawn(Chip("rebels", words(language).signs["rebels"], DARK))), key["rebels"]
    yield 7, tuple(badge(0, 0, "!", BASE.alarm, BASE.light)), key["unrest"]
    yield 7, tuple(badge(0, 0, "+", BASE.paper, BASE.text)), key["more"]
    for shape in _CHIPS:
        count = "" if shape in chips.SIZES else 2
        yield 12, tuple(chips.drawn(chips.of(france, shape, count))), key[_KEYS.get(shape, shape)]
    yield 11, tuple(chips.drawn(Chip("rebels", "2", DARK))), key["pirates"]
    yield 11, tuple(chips.drawn(Chip("sign", "+", DARK))), key["expanded"]
    yield 9, tuple(chips.drawn(Chip("faith", words(language).faiths["muslim"], DARK))), key["religion"]
    yield 11, tuple(chips.drawn(Chip("sign", words(language).signs["plague"], DARK))), key["plague"]
    yield 17, tuple(chips.drawn(Chip("sign", f"−{words(language).signs['empire']}", DARK))), key["left"]
    yield 8, (crown(),), key["elector"]
    for id, styles in LOOKS.items():
        yield 13, tuple(Path("M-12 0H12", style) for style in styles), key[id]
    ring = Circle(0, 0, 25, Style(fill=BASE.changed, stroke=BASE.frame, width=2))
    inside = Circle(0, 0, 18, Style(fill=BASE.light, stroke=BASE.frame, width=2.4))
    flag = Group(tuple(pennant(france)), dx=21, dy=12)
    yield 12, (Group((ring, inside, flag), scale=0.45),), key["changed"]


def _small(*items: Item) -> tuple[Item, ...]:
    return (Group(items, scale=0.48),)


def _hatched(slope: int) -> Group:
    """A piece of hatched land."""
    lines = "".join(f"M{x} {9 * slope}L{x + 18} {-9 * slope}" for x in (-18, -9, 0))
    land = Rect(-9, -9, 18, 18, Style(fill=palette().other.tint))
    hatch = Path(lines, Style(stroke=sides()["france"].fill, width=2.4))
    edge = Rect(-9, -9, 18, 18, Style(stroke=BASE.coast, width=1))
    return Group((land, hatch, edge), clip=(-9.5, -9.5, 19, 19))

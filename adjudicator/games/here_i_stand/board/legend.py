"""Explain the signs of this board."""

from collections.abc import Iterator
from typing import Final

from adjudicator.pictures import Group, Item, Path
from adjudicator.pictures.maps import markers, signs
from adjudicator.pictures.maps.atlas import Shape
from adjudicator.pictures.maps.legend import Entry, changed_entry, legend, small_entry
from adjudicator.pictures.maps.palette import BASE, UNOWNED
from adjudicator.pictures.maps.plates import note
from adjudicator.pictures.text import text_width

from ..facts import DEBATER, OWNER
from . import chips
from .atlas import CATHOLIC, REFORMED, atlas, crest, sides, spoken, words
from .chips import Chip, badge
from .lands import PASS
from .markers import capital, port, space_body
from .panels import committed

_SCALE: Final = 0.48
_SHAPES: Final[dict[str, Shape]] = {"key": "square", "electorate": "hexagon", "fortress": "fort", "unfortified": "disc"}


def legend_ground(language: str) -> Iterator[Item]:
    """Draw the whole panel."""
    return legend(atlas().panels["legend"], words(language).text["legend"], _entries(language))


def _entries(language: str) -> Iterator[Entry]:
    word, key, to = words(language), words(language).key, spoken(language)
    for owner in OWNER.ids:
        yield _marker("disc", owner, language, to.thing(OWNER, owner))
    for id, shape in _SHAPES.items():
        yield small_entry(tuple(markers.body(shape, UNOWNED)), key[id], half=9, scale=_SCALE)
    yield 7, tuple(port(0, 0)), key["port"]
    yield 8, (capital(0, 0),), key["capital"]
    minor = (*space_body("square", crest("venice", language), "", sides()["france"].fill),)
    yield small_entry(minor, key["minor"], half=9, scale=_SCALE)
    yield 8, tuple(badge(0, 0, "!", BASE.alarm, BASE.light)), key["unrest"]
    yield 11, signs.blades(0, 0), key["siege"]
    france = sides()["france"]
    for id, chip in {
        "land": Chip("army", "4+2", france),
        "inside": Chip("inside", "3", france),
        "ships": Chip("fleet", "2+1", sides()["ottoman"]),
        "leader": Chip("leader", word.leaders["francis_i"], france),
        "haven": Chip("sign", word.signs["haven"]),
        "reformer": Chip("person", word.reformers["luther"], sides()[REFORMED]),
    }.items():
        yield chip.width / 2, tuple(chips.drawn(chip)), key[id]
    for faith in (CATHOLIC, REFORMED):
        yield _marker("disc", faith, language, word.faiths[faith])
    yield 8, tuple(badge(0, 0, word.signs["university"], BASE.paper, BASE.text)), key["university"]
    yield 13, (Path("M-12 0H12", PASS),), key["pass"]
    name = note(0, 4.2, spoken(language).thing(DEBATER, "luther"), size=12)
    half = text_width(name.text, 12) / 2
    yield half, (Group((name, committed(name)), dx=-half),), key["committed"]
    yield changed_entry(crest("france", language), key["changed"])


def _marker(shape: Shape, side: str, language: str, name: str) -> Entry:
    own = crest(side, language)
    items = (*markers.body(shape, own.colours), *markers.figure(shape, own.letter, own.colours))
    return small_entry(items, name, half=9, scale=_SCALE)

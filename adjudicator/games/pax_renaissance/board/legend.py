"""Explain the signs of this board."""

from collections.abc import Iterator

from adjudicator.pictures import Circle, Item, Path, Style
from adjudicator.pictures.maps import markers, signs
from adjudicator.pictures.maps.legend import Entry, changed_entry, legend, small_entry
from adjudicator.pictures.maps.palette import BASE

from ..facts import BANK, OPERATION, PRESTIGE, RELIGION, SIDE, TYPE
from .atlas import atlas, crest, spoken, words
from .routes import LOOKS
from .signs import arms, badge, sign

_OWN = ("inquisitor", "corsair")
"""Operations that look like the piece they are about."""


def legend_ground(language: str) -> Iterator[Item]:
    """Draw the whole panel."""
    return legend(atlas().panels["legend"], words(language).text["legend"], _entries(language))


def _entries(language: str) -> Iterator[Entry]:
    to, key = spoken(language), words(language).key
    for bank in BANK.ids:
        yield 9, (arms(crest(bank, language), 0, 0, 0.48),), to.thing(BANK, bank)
    for religion in RELIGION.ids:
        yield 9, (badge(religion, religion, 0, 0, 9),), to.thing(RELIGION, religion)
    for id in ("rook", "knight", "pirate", "bishop", "pawn"):
        yield 8, (sign(id, BASE.text, scale=0.78),), to.thing(TYPE, id)
    for id in ("king", "republic", "queen", "repress"):
        yield 8, (sign(id, BASE.alarm if id == "queen" else BASE.text, scale=0.72),), key[id]
    yield 9, signs.rings(0, 0), key["vassal"]
    disc = Circle(0, 0, 18, Style(fill=BASE.board, stroke=BASE.frame, width=2))
    cross = Path("M-9 -8L9 8M9 -8L-9 8", Style(stroke=BASE.alarm, width=4, round_ends=True))
    yield small_entry((disc, cross), key["busted"], half=9, scale=0.48)
    yield 8, signs.lettered(0, 0, words(language).sides["west"], dark=False), key["emporium"]
    dashed = Style(fill=BASE.light, stroke=BASE.frame, width=2.2, dash=(5, 5))
    levy = (markers.outline("disc", dashed), sign("rook", BASE.shade))
    yield small_entry(levy, key["levy"], half=9, scale=0.48)
    for number, side in enumerate(SIDE.ids):
        yield 13, tuple(Path("M-12 0H12", style) for style in LOOKS[number]), key[side]
    for id in OPERATION.ids:
        if id not in _OWN:
            yield 7, (sign(id, BASE.text, scale=0.66),), to.thing(OPERATION, id)
    for id in PRESTIGE.ids:
        if id not in RELIGION:
            yield 7, (sign(id, BASE.text_area, scale=0.66),), to.thing(PRESTIGE, id)
    yield changed_entry(crest("fugger", language), key["changed"])

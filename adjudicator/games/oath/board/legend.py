"""Explain the signs of this board."""

from collections.abc import Iterator

from adjudicator.pictures import Group, Item, Rect, Style
from adjudicator.pictures.maps import markers
from adjudicator.pictures.maps.legend import Entry, changed_entry, legend, small_entry
from adjudicator.pictures.maps.palette import BASE

from .atlas import atlas, crest, words
from .signs import back, favor, pawn, relic, secrets, sign, title


def legend_ground(language: str) -> Iterator[Item]:
    """Draw the whole panel."""
    return legend(atlas().panels["legend"], words(language).text["legend"], _entries(language))


def _entries(language: str) -> Iterator[Entry]:
    key, red = words(language).key, crest("red", language)
    flag = (*markers.body("disc", red.colours), *markers.figure("disc", f"{red.letter} 2", red.colours))
    yield small_entry(flag, key["ruler"], half=9, scale=0.48)
    yield 7, (sign("bandit", scale=0.6),), key["bandits"]
    yield 8, (pawn(red, 0, 0, 0.8),), key["pawn"]
    yield 7, tuple(favor(0, 0, 1)), key["favor"]
    yield 8, tuple(secrets(0, 0, 1)), key["secret"]
    yield 8, tuple(secrets(0, 0, 1, facedown=True)), key["turned"]
    yield 6, (sign("supply", scale=0.58),), key["supply"]
    yield 6, (sign("warband", scale=0.6),), key["bank"]
    yield (8, (Group(tuple(relic(-7.5, 0, ""))),), key["relic"])
    yield 6, tuple(back(-5, -6, 10, 12, vision=False)), key["back"]
    dashed = Rect(-7, -5.5, 14, 11, Style(stroke=BASE.coast, width=0.9, dash=(2.5, 2)), 2.5)
    yield 7, (dashed,), key["own"]
    yield 7, (sign("vision", scale=0.6),), key["vision"]
    yield 6, (sign("locked", BASE.text_area, scale=0.6),), key["locked"]
    yield 6, (sign("edifice", BASE.text_area, scale=0.55),), key["edifice"]
    yield 6, (sign("ruin", scale=0.55),), key["ruin"]
    yield 8, tuple(title(0, 0, usurper=False)), key["title"]
    yield changed_entry(red, key["changed"])

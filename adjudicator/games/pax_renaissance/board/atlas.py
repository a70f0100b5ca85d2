"""Load the atlas of this board: where everything is drawn, in which colours, with which words (`data/geography/`)."""

from functools import cache
from typing import Final

import msgspec

from adjudicator.language import language as of_code
from adjudicator.pictures.maps.atlas import Shape
from adjudicator.pictures.maps.files import BoardFiles
from adjudicator.pictures.maps.palette import Crest, SideColours
from adjudicator.pictures.projection import Point
from adjudicator.reports.wording.speech import NamedSpeech

from ..facts import DATA
from ..names import names


class Palette(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of banks and religions, and the shape of what belongs to a religion."""

    banks: dict[str, SideColours]
    religions: dict[str, SideColours]
    shapes: dict[str, Shape]


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All words of a picture in one language by their ids; `{}` is filled in."""

    text: dict[str, str]
    letters: dict[str, str]
    sides: dict[str, str]
    cities: dict[str, str]
    panels: dict[str, str]
    key: dict[str, str]
    alt: dict[str, str]
    waters: dict[str, str]
    otherwise: dict[str, str]


FILES: Final = BoardFiles(DATA / "geography", Palette, Words, names.in_game)
atlas, palette, words, coasts = FILES.atlas, FILES.palette, FILES.words, FILES.coasts
"""The places of the plan are those of the map, then the borders, then the squares of the empires."""
courses = FILES.file("routes.yaml", dict[str, tuple[Point, ...]])
"""The trade routes by their emporium, in pixels of the map."""
outlines = FILES.file("signs.yaml", dict[str, str])
"""The signs that are filled shapes, by their ids."""


@cache
def spoken(language: str) -> NamedSpeech:
    """Return the names of things and the messages of the game in a language."""
    return NamedSpeech(names.in_game(of_code(language)), names)


def crest(bank: str, language: str) -> Crest:
    """Return the letters and colours of a bank."""
    return Crest(words(language).letters[bank], palette().banks[bank])

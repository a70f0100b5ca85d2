"""Load the atlas of this board: where everything is drawn, in which colours, with which words (`data/geography/`)."""

from functools import cache
from typing import Final

import msgspec

from adjudicator.language import language as of_code
from adjudicator.pictures.maps.files import BoardFiles
from adjudicator.pictures.maps.palette import Crest, SideColours
from adjudicator.reports.wording.speech import NamedSpeech

from ..facts import DATA
from ..names import names


class Palette(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of the seats, and those of the signs of the suits."""

    seats: dict[str, SideColours]
    suits: dict[str, str]


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All words of a picture in one language by their ids; `{}` is filled in."""

    text: dict[str, str]
    letters: dict[str, str]
    panels: dict[str, str]
    site: dict[str, str]
    table: dict[str, str]
    seat: dict[str, str]
    key: dict[str, str]
    alt: dict[str, str]
    otherwise: dict[str, str]


FILES: Final = BoardFiles(DATA / "geography", Palette, Words, names.in_game)
atlas, palette, words = FILES.atlas, FILES.palette, FILES.words
"""The places of the plan are the spaces for sites."""
outlines = FILES.file("signs.yaml", dict[str, str])
"""The signs, which are filled shapes, by their ids."""


@cache
def spoken(language: str) -> NamedSpeech:
    """Return the names of things and the messages of the game in a language."""
    return NamedSpeech(names.in_game(of_code(language)), names)


def crest(seat: str, language: str) -> Crest:
    """Return the letters and colours of a seat."""
    return Crest(words(language).letters[seat], palette().seats[seat])

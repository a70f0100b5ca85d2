"""Where everything of this board is drawn and in which colours, with which words: `data/geography/`."""

from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from adjudicator.pictures.maps.files import BoardFiles
from adjudicator.pictures.maps.palette import Crest, SideColours

from ..names import names
from .words import Words

Language: TypeAlias = str
"""Code of a language that has a catalogue and names of this game."""


class Palette(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of this game."""

    sides: dict[str, SideColours]
    commodities: dict[str, str]
    actions: dict[str, str]


FILES: Final = BoardFiles(Path(__file__).parents[1] / "data" / "geography", Palette, Words, names.in_game)
atlas, palette, words, coasts = FILES.atlas, FILES.palette, FILES.words, FILES.coasts
"""The places of the plan are the spaces, then the advantages."""


def crest(side: str, language: Language) -> Crest:
    """Letter and colours of a side."""
    return Crest(words(language).letters[side], palette().sides[side])

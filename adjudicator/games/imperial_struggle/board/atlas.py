"""Load the atlas of this board: where everything is drawn, in which colours, with which words (`data/geography/`)."""

from functools import cache
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


class Aside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The place of something on the markers of some spaces, from their middles."""

    at: tuple[float, float]
    spaces: tuple[str, ...]


class Conflicts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The place of the sign of a conflict."""

    usual: tuple[float, float]
    others: tuple[Aside, ...]

    def at(self, space: str) -> tuple[float, float]:
        """Return where it lies on the marker of a space."""
        return next((each.at for each in self.others if space in each.spaces), self.usual)


_FOLDER: Final = Path(__file__).parents[1] / "data" / "geography"
FILES: Final = BoardFiles(_FOLDER, Palette, Words, names.in_game)
atlas, palette, words, coasts = FILES.atlas, FILES.palette, FILES.words, FILES.coasts
"""The places of the plan are the spaces, then the advantages."""


@cache
def conflicts() -> Conflicts:
    """Return where the signs of conflicts lie."""
    return msgspec.yaml.decode((_FOLDER / "conflicts.yaml").read_bytes(), type=Conflicts)


def crest(side: str, language: Language) -> Crest:
    """Return the letter and colours of a side."""
    return Crest(words(language).letters[side], palette().sides[side])

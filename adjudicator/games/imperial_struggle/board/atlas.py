"""Where everything of this board is drawn and in which colours, read once from `data/geography/`."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path as FilePath
from typing import TypeAlias

import msgspec

from adjudicator.pictures.maps.atlas import Atlas, Outlines, read_atlas, read_outlines
from adjudicator.pictures.maps.palette import Crest, SideColours

from .words import words

FOLDER = FilePath(__file__).parent.parent / "data" / "geography"

Language: TypeAlias = str
"""Code of a language that has a catalogue and names of this game."""


class Palette(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of this game."""

    sides: dict[str, SideColours]
    commodities: dict[str, str]
    actions: dict[str, str]


@cache
def atlas() -> Atlas:
    """The drawing plan; its places are the spaces, then the advantages."""
    return read_atlas((FOLDER / "places.yaml").read_bytes())


@cache
def palette() -> Palette:
    """The colours."""
    return msgspec.yaml.decode((FOLDER / "palette.yaml").read_bytes(), type=Palette)


def coasts() -> Mapping[str, Outlines]:
    """The outlines by frame; not kept, because they are needed once, for the ground of the maps."""
    return read_outlines(FOLDER / "coasts.json")


def crest(side: str, language: Language) -> Crest:
    """Letter and colours of a side."""
    return Crest(words(language).letters[side], palette().sides[side])

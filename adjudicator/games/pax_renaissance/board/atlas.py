"""Where everything of this board is drawn and in which colours, read once from `data/geography/`."""

from collections.abc import Mapping
from functools import cache

import msgspec

from adjudicator.pictures.maps.atlas import Atlas, Outlines, Shape, read_atlas, read_outlines
from adjudicator.pictures.maps.palette import Crest, SideColours
from adjudicator.pictures.projection import Point

from ..facts import DATA
from .words import words

FOLDER = DATA / "geography"


class Palette(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of banks and religions, and the shape of what belongs to a religion."""

    banks: dict[str, SideColours]
    religions: dict[str, SideColours]
    shapes: dict[str, Shape]


@cache
def atlas() -> Atlas:
    """The drawing plan; its places are those of the map, then the borders, then the squares of the empires."""
    return read_atlas((FOLDER / "places.yaml").read_bytes())


@cache
def palette() -> Palette:
    """The colours."""
    return msgspec.yaml.decode((FOLDER / "palette.yaml").read_bytes(), type=Palette)


@cache
def courses() -> Mapping[str, tuple[Point, ...]]:
    """The trade routes by their emporium, in pixels of the map."""
    return msgspec.yaml.decode((FOLDER / "routes.yaml").read_bytes(), type=dict[str, tuple[Point, ...]])


def coasts() -> Mapping[str, Outlines]:
    """The outlines by frame; not kept, because they are needed once, for the ground of the map."""
    return read_outlines(FOLDER / "coasts.json")


def crest(bank: str, language: str) -> Crest:
    """Letters and colours of a bank."""
    return Crest(words(language).letters[bank], palette().banks[bank])

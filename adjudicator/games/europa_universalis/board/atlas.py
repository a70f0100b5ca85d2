"""Load the atlas of this board: where everything is drawn, with which colours and words (`data/geography/`)."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

import msgspec

from adjudicator.components import Kind
from adjudicator.language import language as of_code
from adjudicator.pictures import Font
from adjudicator.pictures.maps.files import BoardFiles
from adjudicator.pictures.maps.palette import Crest, SideColours
from adjudicator.pictures.text import text_width
from adjudicator.reports.wording.speech import NamedSpeech

from ..catalogue import in_game
from ..facts import AREA, DATA, NODE, PROVINCE, REALM, ZONE
from ..names import names


class Palette(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of the realms that can be played, and of every other."""

    realms: dict[str, SideColours]
    other: SideColours


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All words of a picture in one language by their ids; `{}` is filled in."""

    text: dict[str, str]
    frames: dict[str, str]
    panels: dict[str, str]
    letters: dict[str, str]
    signs: dict[str, str]
    faiths: dict[str, str]
    realm: dict[str, str]
    world: dict[str, str]
    key: dict[str, str]
    alt: dict[str, str]
    within: dict[str, str]


FILES: Final = BoardFiles(DATA / "geography", Palette, Words, in_game)
atlas, palette, words, coasts = FILES.atlas, FILES.palette, FILES.words, FILES.coasts
_ROOM, _LONG = 76.0, 104.0
"""Pixels that the name of a province, and that of an area, may take."""
AREA_SIZE: Final = 12.5
"""The size of the letters of an area."""
_KINDS: Final[Mapping[str, Kind[Any]]] = {"area": AREA, "zone": ZONE, "node": NODE}


@cache
def signs() -> Mapping[str, str]:
    """Return the signs of figures, by their ids."""
    return FILES.read("signs.yaml", dict[str, str])


@cache
def spoken(language: str) -> NamedSpeech:
    """Return the names of things and the messages of the game in a language."""
    return NamedSpeech(in_game(of_code(language)), names)


def place_of(kind: Kind[Any], id: str) -> str:
    """Return the place of the plan for a thing: a province by its id, a realm by its capital."""
    if kind.within(REALM):
        return PROVINCE.ids[REALM.thing(id).capital]
    return next((f"{name}.{id}" for name, each in _KINDS.items() if kind is each), id)


def thing_of(place: str) -> tuple[Kind[Any], str]:
    """Return the kind and the id of the thing at a place of the plan."""
    kind, _, id = place.rpartition(".")
    return _KINDS[kind] if kind else PROVINCE, id


def written(place: str, language: str) -> str:
    """Return the name on the map.

    Areas whose full name has no room, and all seas and nodes, get the short name of a button.
    """
    kind, id = thing_of(place)
    name = names(language).name(kind, id)
    if kind is AREA:
        fits = text_width(name, AREA_SIZE, Font.SERIF_BOLD) <= _LONG
    else:
        fits = kind is PROVINCE and text_width(name, 12) <= _ROOM
    return name if fits else names.chip(kind, id, language)


@cache
def sides() -> Mapping[str, SideColours]:
    """Return every realm with its colours."""
    own = palette().realms
    return {realm: own.get(realm, palette().other) for realm in REALM.ids}


@cache
def crest(realm: int, language: str) -> Crest:
    """Return the letters and colours of a realm by its index."""
    id = REALM.ids[realm]
    return Crest(words(language).letters[id], sides()[id])


def letters(realms: Iterable[int], language: str) -> str:
    """Return the letters of several realms."""
    return ", ".join(crest(realm, language).letter for realm in realms)

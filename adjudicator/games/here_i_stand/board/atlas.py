"""Load the atlas of this board: where everything is drawn, with which colours and words (`data/geography/`).

There are two maps. The places of the political one are the spaces and sea zones by their ids; those of the religious
one, which is a part of the same drawing, are the spaces that have a religion: `faith.vienna`.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

import msgspec
from msgspec.structs import replace

from adjudicator.language import language as of_code
from adjudicator.pictures.maps.atlas import Atlas, Compass, Outlines
from adjudicator.pictures.maps.files import BoardFiles
from adjudicator.pictures.maps.palette import Crest, SideColours
from adjudicator.pictures.projection import Point
from adjudicator.reports.wording.speech import NamedSpeech

from ..facts import DATA, IMMUNE, LOCATION, MINOR, OWNER, SEA, SPACE
from ..names import names


class Palette(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of the powers, of all minor powers, of who is independent, and of the religions."""

    owners: dict[str, SideColours]
    minor: SideColours
    independent: SideColours
    faiths: dict[str, SideColours]


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All words of a picture in one language by their ids; `{}` is filled in."""

    text: dict[str, str]
    frames: dict[str, str]
    panels: dict[str, str]
    letters: dict[str, str]
    faiths: dict[str, str]
    leaders: dict[str, str]
    reformers: dict[str, str]
    signs: dict[str, str]
    power: dict[str, str]
    course: dict[str, str]
    new_world: dict[str, str]
    debaters: dict[str, str]
    zones: dict[str, str]
    zone: dict[str, str]
    key: dict[str, str]
    alt: dict[str, str]
    within: dict[str, str]


EUROPE, RELIGION = "europe", "religion"
"""The frames: the political and the religious map."""
CATHOLIC, REFORMED = "catholic", "reformed"
FILES: Final = BoardFiles(DATA / "geography", Palette, Words, names.in_game)
palette, words = FILES.palette, FILES.words
units = FILES.file("units.yaml", dict[Compass, tuple[str, ...]])
_FAITH: Final = "faith."
_EDGE: Final = 34
"""The distance from a place to the edge of the religious map."""


def faith_of(space: str) -> str:
    """Return the place of a space on the religious map."""
    return f"{_FAITH}{space}"


def is_faith(place: str) -> bool:
    """Return whether a place is on the religious map."""
    return place.startswith(_FAITH)


def location_of(place: str) -> str:
    """Return the space or sea zone at a place of the plan."""
    return place.removeprefix(_FAITH)


@cache
def beside(place: str) -> Compass:
    """Return the side of the marker of a place on which stands what is there."""
    if place in SEA:
        return "s" if atlas().places[place].label == "n" else "n"
    return next((side for side, spaces in units().items() if location_of(place) in spaces), "n")


@cache
def atlas() -> Atlas:
    """Return the drawing plan, with the places of the religious map."""
    plan = FILES.atlas()
    dx, dy = _shift(plan)
    _, _, width, height = plan.frames[RELIGION].rect
    found = {}
    for space in SPACE:
        place = plan.places[space.id]
        x, y = place.xy[0] - dx, place.xy[1] - dy
        inside = _EDGE < x < width - _EDGE and _EDGE < y < height - _EDGE
        if inside and not IMMUNE >> space.index & 1 and place.anchor:
            anchor = place.anchor[0] - dx, place.anchor[1] - dy
            found[faith_of(space.id)] = replace(place, frame=RELIGION, xy=(x, y), anchor=anchor)
    return replace(plan, places={**plan.places, **found})


def coasts() -> Mapping[str, Outlines]:
    """Return the outlines of both maps: the same coasts, and a cell for each space; the religious one has no rivers."""
    (europe,) = FILES.coasts().values()
    plan = FILES.atlas()
    (dx, dy), (_, _, width, height) = _shift(plan), plan.frames[RELIGION].rect
    within = {}
    for id, lines in europe.areas.items():
        x, y = plan.places[id].xy
        if 0 < x - dx < width and 0 < y - dy < height and not IMMUNE >> LOCATION.index[id] & 1:
            within[faith_of(id)] = lines
    return {EUROPE: europe, RELIGION: replace(europe, areas=within, river=(), lake=())}


def _shift(plan: Atlas) -> Point:
    """Return where the corner of the religious map lies on the political one."""
    one, two = (plan.frames[id].projection for id in (EUROPE, RELIGION))
    assert one is not None
    assert two is not None
    return one.origin[0] - two.origin[0], one.origin[1] - two.origin[1]


@cache
def sides() -> Mapping[str, SideColours]:
    """Return every owner and the religions with their colours."""
    own = palette()
    minors = dict.fromkeys(MINOR.ids, own.minor)
    rest = dict.fromkeys(OWNER.ids, own.independent)
    return {**rest, **minors, **own.owners, **own.faiths}


@cache
def spoken(language: str) -> NamedSpeech:
    """Return the names of things and the messages of the game in a language."""
    return NamedSpeech(names.in_game(of_code(language)), names)


def crest(side: str, language: str) -> Crest:
    """Return the letters and colours of an owner or a religion."""
    return Crest(words(language).letters[side], sides()[side])


def letters(owners: Iterable[str], language: str) -> str:
    """Return the letters of several owners."""
    return ", ".join(words(language).letters[each] for each in owners)

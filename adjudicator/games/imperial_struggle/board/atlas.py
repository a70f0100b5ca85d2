"""Where everything is drawn: places, frames and palette, read once from `data/geography/`."""

from functools import cache
from pathlib import Path as FilePath
from typing import Literal, TypeAlias, TypeVar

import msgspec

from adjudicator.pictures.projection import Point, Projection

_FOLDER = FilePath(__file__).parent.parent / "data" / "geography"
_T = TypeVar("_T")

Language: TypeAlias = str
"""Code of a language that has a catalogue and names of this game."""
Compass = Literal["n", "s", "e", "w"]
Box = tuple[float, float, float, float]


class Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a space or an advantage is drawn; pixels are relative to the frame.

    `lines` says for a language into how many lines the name is broken, where it is not one; a language that is not
    there has two where any other has them.
    """

    frame: str
    xy: Point
    label: Compass | None
    lines: dict[str, int] = {}
    lonlat: Point | None = None
    anchor: Point | None = None
    group: str | None = None


class CountryBlock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Squares of one country that stand side by side under one name; with an `era`, they open then."""

    country: str
    frame: str
    xy: Point
    half_size: Point
    label: Compass
    rows: tuple[tuple[str, ...], ...]
    lines: dict[str, int] = {}
    era: str | None = None


class WaterName(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A name written on a sea, by its id in `words.yaml`; `rotate` in degrees clockwise."""

    name: str
    xy: Point
    font_px: float
    rotate: float


class Frame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One map on the board: its rectangle (x, y, width, height), projection and lettering."""

    rect: Box
    projection: Projection
    title_box: Box
    water_names: tuple[WaterName, ...]


class Bend(msgspec.Struct, frozen=True, kw_only=True, rename={"from_": "from"}, forbid_unknown_fields=True):
    """A connection that runs via points (pixels of the frame)."""

    frame: str
    from_: str
    to: str
    points: tuple[Point, ...]


class Panels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rectangles (x, y, width, height) of the board around the maps."""

    header: Box
    demand: Box
    war: Box
    investments: Box
    score: Box
    turns: Box
    navy: Box
    ledger: Box
    cards: Box
    legend: Box


class MarkerSizes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Radii of markers and sizes of their names in pixels."""

    radius: float
    advantage_radius: float
    label_px: float
    line_px: float
    gap_px: float


class Atlas(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The drawing plan of the whole board."""

    size: tuple[int, int]
    panels: Panels
    marker: MarkerSizes
    frames: dict[str, Frame]
    groups: dict[str, CountryBlock]
    spaces: dict[str, Place]
    advantages: dict[str, Place]
    bends: tuple[Bend, ...]

    def at(self, place: Place | CountryBlock) -> Point:
        """The middle of a place in pixels of the board."""
        x, y, _, _ = self.frames[place.frame].rect
        return x + place.xy[0], y + place.xy[1]


class SideColours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Colours of a side: its markers, the text on them, and a pale form for panels."""

    fill: str
    text: str
    tint: str


class Base(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Colours of the map and the table around it."""

    sea: str
    sea_deep: str
    land: str
    coast: str
    river: str
    frame: str
    paper: str
    board: str
    text: str
    light: str
    text_water: str
    text_area: str
    conquest: str
    advantage: str
    advantage_line: str
    changed: str
    conflict: str
    shade: str


class Palette(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All colours of the board."""

    base: Base
    sides: dict[str, SideColours]
    commodities: dict[str, str]
    actions: dict[str, str]


class Coast(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Outlines of a frame, each a flat list: first point, then differences, in hundredths of a degree."""

    land: tuple[tuple[int, ...], ...]
    lake: tuple[tuple[int, ...], ...]
    river: tuple[tuple[int, ...], ...]


def degrees(outline: tuple[int, ...]) -> list[Point]:
    """An outline as longitudes and latitudes."""
    points, lon, lat = [], 0, 0
    for i in range(0, len(outline), 2):
        lon, lat = lon + outline[i], lat + outline[i + 1]
        points.append((lon / 100, lat / 100))
    return points


@cache
def atlas() -> Atlas:
    """The drawing plan."""
    return _yaml("places.yaml", Atlas)


@cache
def palette() -> Palette:
    """The colours."""
    return _yaml("palette.yaml", Palette)


def coasts() -> dict[str, Coast]:
    """The outlines by frame; not kept, because they are needed once, for the ground of the maps."""
    return msgspec.json.decode((_FOLDER / "coasts.json").read_bytes(), type=dict[str, Coast])


def _yaml(name: str, kind: type[_T]) -> _T:
    return msgspec.yaml.decode((_FOLDER / name).read_bytes(), type=kind)

"""Define where everything is drawn: frames with projections, places, outlines, panels. Declared by a game as data."""

from collections.abc import Container, Iterator
from pathlib import Path as FilePath
from typing import Literal

import msgspec

from adjudicator.pictures.projection import Point, Projection

Compass = Literal["n", "s", "e", "w"]
Shape = Literal["disc", "square", "hexagon", "fort"]
Box = tuple[float, float, float, float]
"""x, y, width, height."""
Line = tuple[Point, ...]
Pair = tuple[str, str]


class Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The place where a thing with a marker is drawn; pixels are relative to the frame.

    `label` is the side of the marker where its name stands, by itself where it hides least; `null` for none. `lines`
    says for a language into how many lines the name is broken, where it is not one; a language that is not there has
    two where any other has them. `lonlat` and `anchor` say where it really lies, in degrees and in pixels.
    """

    frame: str
    xy: Point
    label: Compass | Literal["auto"] | None = "auto"
    shape: Shape = "disc"
    lines: dict[str, int] = {}
    lonlat: Point | None = None
    anchor: Point | None = None
    group: str | None = None


class Block(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Places side by side under one name.

    The name is `called`, if it is not that of the block's own id, with a further name in brackets below it.
    """

    frame: str
    xy: Point
    half_size: Point
    label: Compass
    rows: tuple[tuple[str, ...], ...] = ()
    lines: dict[str, int] = {}
    called: str | None = None
    bracket: str | None = None


class WaterName(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A name written on a sea; `rotate` in degrees clockwise."""

    name: str
    xy: Point
    font_px: float = 13
    rotate: float = 0


class Frame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One map on the board: its rectangle, projection, the box of its name (x0, y0, x1, y1), and names on its seas.

    Outlines are in degrees where there is a projection, else in pixels of the frame.
    """

    rect: Box
    projection: Projection | None = None
    title_box: Box | None = None
    water_names: tuple[WaterName, ...] = ()

    def projected(self, line: Line) -> list[Point]:
        """Return an outline in pixels of the frame."""
        project = self.projection
        return [project(*point) for point in line] if project else list(line)


class Bend(msgspec.Struct, frozen=True, kw_only=True, rename={"from_": "from"}, forbid_unknown_fields=True):
    """A connection that runs via points (pixels of the frame)."""

    frame: str
    from_: str
    to: str
    points: tuple[Point, ...]


class MarkerSizes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Radii of markers (`tile_radius`: of small tiles beside the spaces) and sizes of their names in pixels."""

    radius: float = 19
    tile_radius: float = 16
    label_px: float = 13.5
    line_px: float = 14.5
    gap_px: float = 2


class Outlines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The outlines that are drawn in a frame.

    Coasts and lakes (closed), rivers (open), and areas by their ids, to be filled; without coasts these are the land.
    """

    land: tuple[Line, ...] = ()
    lake: tuple[Line, ...] = ()
    river: tuple[Line, ...] = ()
    areas: dict[str, tuple[Line, ...]] = {}


class Atlas(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The drawing plan of a whole board.

    `roads` connect places; `outlines` are those of the frames, unless they come from a file of their own.
    """

    size: tuple[int, int]
    panels: dict[str, Box] = {}
    marker: MarkerSizes = MarkerSizes()
    frames: dict[str, Frame]
    groups: dict[str, Block] = {}
    places: dict[str, Place] = {}
    roads: tuple[Pair, ...] = ()
    bends: tuple[Bend, ...] = ()
    outlines: dict[str, Outlines] = {}

    def __post_init__(self) -> None:
        if twice := self.places.keys() & self.groups.keys():
            raise ValueError(f"both a place and a group: {', '.join(sorted(twice))}")

    def at(self, name: str) -> Point:
        """Return the middle of a place or a block in pixels of the board.

        Raises:
            KeyError: The name is unknown.
        """
        place = self.spot(name)
        x, y, _, _ = self.frames[place.frame].rect
        return x + place.xy[0], y + place.xy[1]

    def frame_of(self, name: str) -> Frame:
        """Return the frame that a place or a block lies in."""
        return self.frames[self.spot(name).frame]

    def named(self) -> Iterator[str]:
        """Yield everything that may bear a name: places, then blocks."""
        yield from self.places
        yield from self.groups

    def spot(self, name: str) -> Place | Block:
        """Return what the plan says of a place or a block.

        Raises:
            KeyError: The name is unknown.
        """
        return self.places.get(name) or self.groups[name]


def read_atlas(yaml: str | bytes) -> Atlas:
    """Return a plan from its file.

    Raises:
        msgspec.ValidationError: Something in it is wrong; it has the path.
    """
    plan = msgspec.yaml.decode(yaml, type=Atlas)
    for path, kind, name, known in _named_elsewhere(plan):
        if name not in known:
            raise msgspec.ValidationError(f"there is no {kind} {name!r} - at `$.{path}`")
    return plan


def _named_elsewhere(plan: Atlas) -> Iterator[tuple[str, str, str, Container[str]]]:
    """Yield what a plan names: where, the kind of thing, its name, and those that there are."""
    for part, things in (("places", plan.places), ("groups", plan.groups)):
        for id, thing in things.items():
            yield f"{part}.{id}.frame", "frame", thing.frame, plan.frames
    for number, pair in enumerate(plan.roads):
        yield from ((f"roads[{number}]", "place", place, {*plan.named()}) for place in pair)
    for number, bend in enumerate(plan.bends):
        yield f"bends[{number}].frame", "frame", bend.frame, plan.frames
        yield from ((f"bends[{number}]", "place", place, {*plan.named()}) for place in (bend.from_, bend.to))


class _Packed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Each line is a flat list: first point, then differences, in hundredths of a degree."""

    land: tuple[tuple[int, ...], ...] = ()
    lake: tuple[tuple[int, ...], ...] = ()
    river: tuple[tuple[int, ...], ...] = ()
    areas: dict[str, tuple[tuple[int, ...], ...]] = {}


def read_outlines(file: FilePath) -> dict[str, Outlines]:
    """Return the outlines by frame from a packed JSON file: `{frame: {land: [[lon, lat, dlon, dlat, …], …], …}}`."""
    packed = msgspec.json.decode(file.read_bytes(), type=dict[str, _Packed])
    return {
        frame: Outlines(
            land=tuple(map(_degrees, each.land)),
            lake=tuple(map(_degrees, each.lake)),
            river=tuple(map(_degrees, each.river)),
            areas={area: tuple(map(_degrees, lines)) for area, lines in each.areas.items()},
        )
        for frame, each in packed.items()
    }


def _degrees(line: tuple[int, ...]) -> Line:
    points, lon, lat = [], 0, 0
    for i in range(0, len(line), 2):
        lon, lat = lon + line[i], lat + line[i + 1]
        points.append((lon / 100, lat / 100))
    return tuple(points)

"""The maps under everything: sea, land, rivers and lakes of each frame (they are the same in all languages)."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor

import msgspec

from adjudicator.pictures.projection import Point, Projection
from adjudicator.pictures.scene import Group, Item, Path, Piece, Rect, Style
from adjudicator.pictures.shapes import polyline, thinned

from .atlas import Atlas, Box, Frame, Line, Outlines
from .palette import BASE, TINT

_SHALLOW = 11  # pixels of shallow water on both sides of the coast line
_GRID = 10  # degrees between the lines of the grid
_CLOSEST = 3.0  # pixels; points nearer than this cannot be told apart
_LEAST_ISLAND, _LEAST_LAKE = 14.0, 60.0  # square pixels; what is smaller would be a blot
_BORDER = 4  # pixels around an area


def relief(plan: Atlas, outlines: Mapping[str, Outlines]) -> Iterator[Group]:
    """Return all maps in board pixels, each clipped to its frame."""
    return (_map(frame, outlines.get(name, Outlines())) for name, frame in plan.frames.items())


def _map(frame: Frame, outlines: Outlines) -> Group:
    x, y, width, height = frame.rect
    coasts = outlines.land or tuple(line for lines in outlines.areas.values() for line in lines)
    land = "".join(_shore(frame, line, _LEAST_ISLAND) for line in coasts)
    between = "".join(
        polyline(frame.projected(line), closed=True) for lines in outlines.areas.values() for line in lines
    )
    items = (
        Rect(0, 0, width, height, Style(fill=BASE.sea)),
        Path(_grid(frame), Style(stroke=BASE.sea_deep, width=0.9)),
        Path(land, Style(stroke=BASE.sea_deep, width=_SHALLOW)),
        Path(land, Style(fill=BASE.land)),
        *_inland(frame, outlines),
        Path(between, Style(stroke=BASE.coast, width=1.2)),
        Path(land, Style(stroke=BASE.coast, width=0.9)),
    )
    return Group(items, dx=x, dy=y, clip=(0, 0, width, height))


def _inland(frame: Frame, outlines: Outlines) -> Iterator[Item]:
    rivers = "".join(polyline(_line(frame, line)) for line in outlines.river)
    lakes = "".join(_shore(frame, line, _LEAST_LAKE) for line in outlines.lake)
    yield Path(rivers, Style(stroke=BASE.river, width=1))
    yield Path(lakes, Style(fill=BASE.sea, stroke=BASE.river, width=0.8))


class Area(msgspec.Struct, frozen=True):
    """The shape of an area around its upper left corner, (x, y) on the board, as far as its frame shows it.

    Its border is on the ground; filled, it is as pale as the tint of a side.
    """

    id: str
    x: float
    y: float
    box: Box
    d: str

    def piece(self, fill: str) -> Piece:
        """Return the area, filled with the colour of a side."""
        shape = Path(self.d, Style(fill=fill, fill_opacity=TINT))
        cut = Group((shape,), name=f"cut-{self.id}", clip=self.box)
        return Piece(f"area-{self.id}", self.x, self.y, self.box, (cut,))


def areas(plan: Atlas, outlines: Mapping[str, Outlines]) -> Iterator[Area]:
    """Yield the shapes of all areas."""
    for name, frame in plan.frames.items():
        for area, lines in outlines.get(name, Outlines()).areas.items():
            shores = [frame.projected(line) for line in lines]  # neighbours share their borders
            left, top, right, bottom = _extent([point for shore in shores for point in shore], frame)
            d = "".join(polyline([(x - left, y - top) for x, y in shore], closed=True) for shore in shores)
            yield Area(area, frame.rect[0] + left, frame.rect[1] + top, (0.0, 0.0, right - left, bottom - top), d)


def _extent(points: Sequence[Point], frame: Frame) -> Box:
    """Return what the points and a border around them take of their frame: left, top, right, bottom."""
    _, _, width, height = frame.rect
    left, top = (max(0.0, min(point[i] for point in points) - _BORDER) for i in (0, 1))
    right, bottom = (min(most, max(point[i] for point in points) + _BORDER) for i, most in ((0, width), (1, height)))
    return left, top, right, bottom


def _shore(frame: Frame, line: Line, least: float) -> str:
    points = _line(frame, line)
    return polyline(points, closed=True) if _area(points) >= least else ""


def _line(frame: Frame, line: Line) -> list[Point]:
    return thinned(frame.projected(line), _CLOSEST)


def _area(points: list[Point]) -> float:
    """Return the area that a closed line encloses, in square pixels."""
    pairs = zip(points, points[1:] + points[:1], strict=True)
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)) / 2


def _grid(frame: Frame) -> str:
    """Return parallels and meridians.

    They show the projection and make the map look old.
    """
    if (project := frame.projection) is None:
        return ""
    west, east, south, north = _window(project, frame)
    lines = []
    for lon in range(west, east + 1, _GRID):
        lines.append([project(lon, lat / 2) for lat in range(2 * south, 2 * north + 1)])
    for lat in range(south, north + 1, _GRID):
        lines.append([project(lon / 2, lat) for lon in range(2 * west, 2 * east + 1)])
    return "".join(polyline(thinned(line, 3)) for line in lines)


def _window(project: Projection, frame: Frame) -> tuple[int, int, int, int]:
    """Return degrees that surely cover the frame, in steps of the grid."""
    _, _, width, height = frame.rect
    seen: list[Point] = []
    for lon in range(-180, 181, _GRID):
        for lat in range(-30, 81, _GRID):
            x, y = project(lon, lat)
            if -150 <= x <= width + 150 and -150 <= y <= height + 150:
                seen.append((lon, lat))
    lons, lats = [lon for lon, _ in seen], [lat for _, lat in seen]
    west, south = floor(min(lons)) - _GRID, floor(min(lats)) - _GRID
    return west, ceil(max(lons)) + _GRID, south, ceil(max(lats)) + _GRID

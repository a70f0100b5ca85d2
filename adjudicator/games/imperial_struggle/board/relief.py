"""The maps under everything: sea, land, rivers and lakes of each frame (they are the same in all languages)."""

from functools import cache
from math import ceil, floor

from adjudicator.pictures import Group, Item, Path, Rect, Style
from adjudicator.pictures.projection import Point
from adjudicator.pictures.shapes import polyline, thinned

from .atlas import Coast, Frame, atlas, coasts, degrees, palette

_SHALLOW = 11  # pixels of shallow water on both sides of the coast line
_GRID = 10  # degrees between the lines of the grid
_CLOSEST = 3.0  # pixels; points nearer than this cannot be told apart
_LEAST_ISLAND, _LEAST_LAKE = 14.0, 60.0  # square pixels; what is smaller would be a blot


@cache
def relief() -> tuple[Item, ...]:
    """All four maps in board pixels, each clipped to its frame."""
    outlines = coasts()
    return tuple(_map(frame, outlines[name]) for name, frame in atlas().frames.items())


def _map(frame: Frame, coast: Coast) -> Group:
    base = palette().base
    x, y, width, height = frame.rect
    land = "".join(_shore(frame, line, _LEAST_ISLAND) for line in coast.land)
    lakes = "".join(_shore(frame, line, _LEAST_LAKE) for line in coast.lake)
    rivers = "".join(polyline(_line(frame, line)) for line in coast.river)
    items: list[Item] = [
        Rect(0, 0, width, height, Style(fill=base.sea)),
        Path(_grid(frame), Style(stroke=base.sea_deep, width=0.9)),
    ]
    items += [
        Path(land, Style(stroke=base.sea_deep, width=_SHALLOW)),
        Path(land, Style(fill=base.land)),
        Path(rivers, Style(stroke=base.river, width=1)),
        Path(lakes, Style(fill=base.sea, stroke=base.river, width=0.8)),
        Path(land, Style(stroke=base.coast, width=0.9)),
    ]
    return Group(tuple(items), dx=x, dy=y, clip=(0, 0, width, height))


def _shore(frame: Frame, line: tuple[int, ...], least: float) -> str:
    points = _line(frame, line)
    return polyline(points, closed=True) if _area(points) >= least else ""


def _line(frame: Frame, line: tuple[int, ...]) -> list[Point]:
    return thinned([frame.projection(*point) for point in degrees(line)], _CLOSEST)


def _area(points: list[Point]) -> float:
    """What a closed line encloses, in square pixels."""
    pairs = zip(points, points[1:] + points[:1], strict=True)
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)) / 2


def _grid(frame: Frame) -> str:
    """Parallels and meridians; they show the projection and make the map look old."""
    west, east, south, north = _window(frame)
    lines = []
    for lon in range(west, east + 1, _GRID):
        lines.append([frame.projection(lon, lat / 2) for lat in range(2 * south, 2 * north + 1)])
    for lat in range(south, north + 1, _GRID):
        lines.append([frame.projection(lon / 2, lat) for lon in range(2 * west, 2 * east + 1)])
    return "".join(polyline(thinned(line, 3)) for line in lines)


def _window(frame: Frame) -> tuple[int, int, int, int]:
    """Degrees that surely cover the frame, in steps of the grid."""
    _, _, width, height = frame.rect
    seen: list[Point] = []
    for lon in range(-180, 181, _GRID):
        for lat in range(-30, 81, _GRID):
            x, y = frame.projection(lon, lat)
            if -150 <= x <= width + 150 and -150 <= y <= height + 150:
                seen.append((lon, lat))
    lons, lats = [lon for lon, _ in seen], [lat for _, lat in seen]
    west, south = floor(min(lons)) - _GRID, floor(min(lats)) - _GRID
    return west, ceil(max(lons)) + _GRID, south, ceil(max(lats)) + _GRID

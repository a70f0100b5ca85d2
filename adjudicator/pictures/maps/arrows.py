"""Arrows from place to place: moves that were carried out or failed, and what supports or carries them.

An arrow has the colour of its side and a pale rim, and is cut off at the markers of its ends. Arrows of one way and its
opposite lie beside each other, each to the right of its own way.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot

import msgspec

from adjudicator.pictures.projection import Point
from adjudicator.pictures.scene import Group, Item, Path, Piece, Style
from adjudicator.pictures.shapes import polyline

from .atlas import Atlas
from .palette import BASE, SideColours

_ASIDE = 6.0  # from the way to each of two opposite arrows
_WIDTH, _RIM = 3.0, 1.6  # of a line, and of the pale rim on each side of it
_LONG, _HALF = 10.0, 5.6  # of a head, from its point to its base and from its middle to its corners
_LEAST = 18.0  # px that are seen of an arrow between two markers however near
_RIMMED = 8.0  # from a marker to the outside of the rim of a change, and a little
_DASH = (5.0, 5.0)
_FAILED_AT = 0.72  # of the line, where its cross is: beside the middle, where arrows of supports end
_CROSS, _GAP = 4.6, 7.5  # from the middle of a cross to its ends, and to where the broken line goes on
_MARGIN = _HALF + _RIM + 1


class Arrow(msgspec.Struct, frozen=True, kw_only=True):
    """A line from one place to another.

    `to` is a place, or a pair of places: then the arrow ends in the middle of the way between them, as that of a
    support of a move. `via`: places on its way. `dashed`: it helps a move; `failed`: it is broken, with a red cross;
    without a `head` it is a line.
    """

    from_: str
    to: str | tuple[str, str]
    side: str | None = None
    dashed: bool = False
    failed: bool = False
    head: bool = True
    via: tuple[str, ...] = ()

    @property
    def places(self) -> tuple[str, ...]:
        """Return the places that it depends on."""
        return (self.from_, *self.via, *((self.to,) if isinstance(self.to, str) else self.to))


def arrows(found: Sequence[Arrow], plan: Atlas, sides: Mapping[str, SideColours]) -> Iterator[Piece]:
    """Draw arrows in the colours of their sides, those of nobody in the colour of letters."""
    ways = {(arrow.from_, arrow.to) for arrow in found}
    for number, arrow in enumerate(found, 1):
        fill = sides[arrow.side].fill if arrow.side else BASE.text
        points = _points(arrow, plan, ways)
        x, y = (min(point[i] for point in points) - _MARGIN for i in (0, 1))
        wide, high = (max(point[i] for point in points) + _MARGIN - low for i, low in enumerate((x, y)))
        items = tuple(_drawn([(px - x, py - y) for px, py in points], arrow, fill))
        yield Piece(f"arrow-{number}", x, y, (0, 0, wide, high), items)


def specimen(arrow: Arrow, fill: str, half: float) -> Iterator[Item]:
    """Draw an arrow of this look around (0, 0), for a legend; it reaches `half` px to each side."""
    yield from _drawn([(-half, 0), (half, 0)], arrow, fill)


def _points(arrow: Arrow, plan: Atlas, ways: set[tuple[str, str | tuple[str, str]]]) -> list[Point]:
    """Return the points of an arrow on the board, cut off at the markers of its ends."""
    radius = plan.marker.radius
    if isinstance(arrow.to, str):
        shift = _aside(plan, arrow.from_, arrow.to, ways)
        points = [plan.at(name) for name in arrow.places]
    else:
        one, other = arrow.to
        (ax, ay), (bx, by), (dx, dy) = plan.at(one), plan.at(other), _aside(plan, one, other, ways)
        points, shift = [*map(plan.at, (arrow.from_, *arrow.via)), ((ax + bx) / 2 + dx, (ay + by) / 2 + dy)], (0.0, 0.0)
    points = [(x + shift[0], y + shift[1]) for x, y in points]
    points[0] = _towards(points[0], points[1], radius + 2)
    points[-1] = _towards(points[-1], points[-2], radius + _RIMMED if isinstance(arrow.to, str) else _RIM + _WIDTH / 2)
    return points


def _aside(plan: Atlas, one: str, other: str, ways: set[tuple[str, str | tuple[str, str]]]) -> Point:
    """Return how far the arrow of a way lies beside it: nothing where none is opposite."""
    if (other, one) not in ways:
        return 0.0, 0.0
    (ax, ay), (bx, by) = plan.at(one), plan.at(other)
    far = hypot(bx - ax, by - ay) or 1.0
    return (ay - by) / far * _ASIDE, (bx - ax) / far * _ASIDE


def _towards(start: Point, goal: Point, cut: float) -> Point:
    """Return a point this far from the start, or nearer to it where too little of the line would be left."""
    far = hypot(goal[0] - start[0], goal[1] - start[1]) or 1.0
    share = max(0.0, min(cut, (far - _LEAST) / 2)) / far
    return start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share


def _drawn(points: list[Point], arrow: Arrow, fill: str) -> Iterator[Item]:
    """Draw the line, its head and its cross, all on a pale rim."""
    end, before = points[-1], points[-2]
    far = hypot(end[0] - before[0], end[1] - before[1]) or 1.0
    ux, uy = (end[0] - before[0]) / far, (end[1] - before[1]) / far
    head = ""
    if arrow.head:
        base = end[0] - ux * _LONG, end[1] - uy * _LONG
        corners = [(base[0] - side * uy * _HALF, base[1] + side * ux * _HALF) for side in (1, -1)]
        head = polyline([corners[0], end, corners[1]], closed=True)
        points = [*points[:-1], (base[0] + ux, base[1] + uy)]
    whole, parts = _length(points), [points]
    middle = whole * _FAILED_AT
    if arrow.failed:
        halves = (0.0, middle - _GAP), (middle + _GAP, whole)
        parts = [_stretch(points, *half) for half in halves if half[0] < half[1]]
    lines = "".join(map(polyline, parts))
    rim = Style(stroke=BASE.paper, width=_WIDTH + 2 * _RIM)
    if lines:
        yield Path(lines, rim)
    if head:
        yield Path(head, Style(fill=BASE.paper, stroke=BASE.paper, width=2 * _RIM))
    if lines:
        yield Path(lines, Style(stroke=fill, width=_WIDTH, dash=_DASH if arrow.dashed else ()))
    if head:
        yield Path(head, Style(fill=fill))
    if arrow.failed:
        x, y = _at(points, middle)
        cross = f"M{-_CROSS} {-_CROSS}L{_CROSS} {_CROSS}M{_CROSS} {-_CROSS}L{-_CROSS} {_CROSS}"
        looks = (rim, Style(stroke=BASE.alarm, width=_WIDTH))
        yield Group(tuple(Path(cross, look) for look in looks), dx=round(x, 1), dy=round(y, 1))


def _length(points: Sequence[Point]) -> float:
    return sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(points))


def _at(points: Sequence[Point], distance: float) -> Point:
    """Return the point of a line at a distance from its start."""
    for (ax, ay), (bx, by) in pairwise(points):
        far = hypot(bx - ax, by - ay)
        if distance < far:
            return ax + (bx - ax) * distance / far, ay + (by - ay) * distance / far
        distance -= far
    return points[-1]


def _stretch(points: Sequence[Point], first: float, last: float) -> list[Point]:
    """Return the part of a line between two distances from its start."""
    corners = [points[n] for n in range(1, len(points) - 1) if first < _length(points[: n + 1]) < last]
    return [_at(points, first), *corners, _at(points, last)]

"""Lines between places: roads and sea lanes, lines of danger, thin lines to what belongs to a place."""

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.pictures.projection import Point
from adjudicator.pictures.scene import Group, Item, Path, Piece, Style
from adjudicator.pictures.shapes import curves_through, polyline, rounded

from .atlas import Atlas, Pair
from .palette import BASE

DANGER = Style(stroke=BASE.alarm, width=1.7, dash=(5, 4))
BELONGING = Style(stroke=BASE.tile_line, width=1.7, dash=(1.5, 2.5))
_PALE = Style(stroke=BASE.paper, width=4.4, stroke_opacity=0.55)
_ROAD = Style(stroke=BASE.frame, width=1.8)
_CORNER = 26  # radius of a bend
_EDGE = 30  # how far a curve may leave the box of its points
_STRETCH = 4  # points of a stretch: a small part of the map needs few of them


def dashed(plan: Atlas, pairs: Iterable[Pair], style: Style) -> Iterator[Item]:
    """Return plain lines between pairs of places."""
    return (Path(polyline(_points(plan, pair)), style) for pair in pairs)


def roads(plan: Atlas, pairs: Iterable[Pair]) -> Iterator[Item]:
    """Draw connections on a pale ground, all grounds first."""
    drawn = [rounded(_points(plan, pair), _CORNER) for pair in pairs]
    for style in (_PALE, _ROAD):
        yield from (Path(d, style) for d in drawn)


def stretches(name: str, points: Sequence[Point], styles: Iterable[Style], origin: Point) -> Iterator[Piece]:
    """Draw a smooth line through points, relative to an `origin`, in stretches.

    A part of it can be drawn from few of them.
    """
    curves, looks = [*curves_through(points)], tuple(styles)
    for first in range(0, len(curves), _STRETCH):
        near = points[first : first + _STRETCH + 1]
        x, y = (min(point[i] for point in near) - _EDGE for i in (0, 1))
        wide, high = (max(point[i] for point in near) + _EDGE - low for i, low in enumerate((x, y)))
        d = f"M{near[0][0]:.1f} {near[0][1]:.1f}" + "".join(curves[first : first + _STRETCH])
        items = tuple(Path(d, style) for style in looks)
        box, moved = (0, 0, wide, high), Group(items, dx=-x, dy=-y)
        yield Piece(f"{name}-{first // _STRETCH + 1}", origin[0] + x, origin[1] + y, box, (moved,))


def _points(plan: Atlas, pair: Pair) -> list[Point]:
    """Return points from one place to the other, via the points of its bend."""
    one, other = pair
    for bend in plan.bends:
        if {bend.from_, bend.to} == {one, other}:
            x, y, _, _ = plan.frames[bend.frame].rect
            via = [(x + px, y + py) for px, py in bend.points]
            return [plan.at(one), *(via if bend.from_ == one else reversed(via)), plan.at(other)]
    return [plan.at(one), plan.at(other)]

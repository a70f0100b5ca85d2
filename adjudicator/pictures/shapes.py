"""Path data for the shapes that boards need."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin

Point = tuple[float, float]


def polyline(points: Sequence[Point], *, closed: bool = False) -> str:
    """Return a path of straight lines through the points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + ("Z" if closed else "")


def polygon(x: float, y: float, radius: float, corners: int, *, turn: float = 0.0) -> str:
    """Return a regular polygon around (x, y); its first corner points up, turned clockwise by `turn` degrees."""
    angles = [radians(turn - 90 + 360 * i / corners) for i in range(corners)]
    return polyline([(x + radius * cos(a), y + radius * sin(a)) for a in angles], closed=True)


def star(x: float, y: float, radius: float, *, points: int = 5, inner: float = 0.42) -> str:
    """Return a star around (x, y) with one point up; `inner` is the share of the radius at the notches."""
    corners = []
    for i in range(2 * points):
        reach, angle = radius * (inner if i % 2 else 1.0), radians(-90 + 180 * i / points)
        corners.append((x + reach * cos(angle), y + reach * sin(angle)))
    return polyline(corners, closed=True)


def rounded(points: Sequence[Point], radius: float) -> str:
    """Return a line through the points whose corners are rounded, by at most half of the shorter leg."""
    d = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        cut = min(radius, _length(before, corner) / 2, _length(corner, after) / 2)
        (ax, ay), (bx, by) = _towards(corner, before, cut), _towards(corner, after, cut)
        d += f"L{ax:.1f} {ay:.1f}Q{corner[0]:.1f} {corner[1]:.1f} {bx:.1f} {by:.1f}"
    return d + f"L{points[-1][0]:.1f} {points[-1][1]:.1f}"


def curves_through(points: Sequence[Point]) -> Iterator[str]:
    """Yield the smooth curves from each point to the next (Catmull–Rom as Bézier curves), to follow the first one.

    >>> ["M0 0", *curves_through([(0, 0), (60, 0)])]
    ['M0 0', 'C10.0 0.0 50.0 0.0 60.0 0.0']
    """
    for number, (one, two) in enumerate(pairwise(points)):
        before, after = points[max(number - 1, 0)], points[min(number + 2, len(points) - 1)]
        first = (one[0] + (two[0] - before[0]) / 6, one[1] + (two[1] - before[1]) / 6)
        second = (two[0] - (after[0] - one[0]) / 6, two[1] - (after[1] - one[1]) / 6)
        yield "C" + " ".join(f"{x:.1f} {y:.1f}" for x, y in (first, second, two))


def thinned(points: Sequence[Point], step: float) -> list[Point]:
    """Drop points that lie closer than `step` to the last one kept; the first and the last stay."""
    kept = [points[0]]
    for point in points[1:-1]:
        if _length(kept[-1], point) >= step:
            kept.append(point)
    return [*kept, points[-1]]


def _length(one: Point, two: Point) -> float:
    return hypot(two[0] - one[0], two[1] - one[1])


def _towards(start: Point, goal: Point, distance: float) -> Point:
    whole = _length(start, goal) or 1.0
    return (
        start[0] + (goal[0] - start[0]) * distance / whole,
        start[1] + (goal[1] - start[1]) * distance / whole,
    )

"""Land in pieces: lines over one of them, borders between them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.pictures.projection import Point
from adjudicator.pictures.scene import Item, Path, Piece, Style
from adjudicator.pictures.shapes import polyline

from .atlas import Atlas, Outlines
from .palette import BASE

Ring = tuple[Point, ...]
Segment = tuple[Point, Point]
_STEP = 9.0  # between two lines of a hatching


def rings(plan: Atlas, outlines: Mapping[str, Outlines]) -> Mapping[str, tuple[Ring, ...]]:
    """Return the outlines of every piece of land in pixels of the board."""
    found = {}
    for name, each in outlines.items():
        frame = plan.frames[name]
        left, top, _, _ = frame.rect
        for land, lines in each.areas.items():
            found[land] = tuple(tuple((left + x, top + y) for x, y in frame.projected(line)) for line in lines)
    return found


DOTS = Style(stroke=BASE.coast, width=1.8, dash=(1.8, 7.2))
"""Lines of dots, for a land that its colour does not tell from every other one."""


def hatching(name: str, shores: Sequence[Ring], colour: str, *, falling: bool) -> Piece:
    """Return diagonal lines over a piece of land, rising or `falling`."""
    return _lined(name, shores, Style(stroke=colour, width=2.2), 1 if falling else -1)


def dotted(name: str, shores: Sequence[Ring]) -> Piece:
    """Return dots over a piece of land, in upright lines."""
    return _lined(name, shores, DOTS, 0)


def _lined(name: str, shores: Sequence[Ring], style: Style, slope: int) -> Piece:
    points = [point for ring in shores for point in ring]
    (left, top), (right, bottom) = (tuple(pick(each[i] for each in points) for i in (0, 1)) for pick in (min, max))
    d = "".join(f"M{x0 - left:.1f} {y0 - top:.1f}L{x1 - left:.1f} {y1 - top:.1f}" for (x0, y0), (x1, y1)
                in _strokes(shores, slope))  # fmt: skip
    box = (0.0, 0.0, right - left, bottom - top)
    return Piece(name, left, top, box, (Path(d, style),))


def _strokes(shores: Iterable[Ring], slope: int) -> Iterator[Segment]:
    """Yield the stretches of lines, diagonal or upright, that lie inside some rings.

    x - slope·y is the same along each.
    """
    crossed: dict[int, list[float]] = defaultdict(list)
    for ring in shores:
        for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True):
            one, two = x0 - slope * y0, x1 - slope * y1
            for line in range(-int(-min(one, two) // _STEP), -int(-max(one, two) // _STEP)):
                crossed[line].append(y0 + (y1 - y0) * (line * _STEP - one) / (two - one))
    for line, heights in crossed.items():
        heights.sort()
        for y0, y1 in zip(heights[::2], heights[1::2], strict=False):
            yield (line * _STEP + slope * y0, y0), (line * _STEP + slope * y1, y1)


def borders(lands: Mapping[str, Iterable[Ring]]) -> Mapping[Segment, list[str]]:
    """Return the stretches of all outlines, each with the pieces of land that it lies between; one at a coast."""
    between: dict[Segment, list[str]] = defaultdict(list)
    for land, shores in lands.items():
        for ring in shores:
            for one, two in zip(ring, (*ring[1:], ring[0]), strict=True):
                between[min(one, two), max(one, two)].append(land)
    return between


def drawn(lines: Iterable[Segment], styles: Iterable[Style]) -> Iterator[Item]:
    """Return borders as paths, one in each style.

    Stretches that meet are one line, so that dashes go on.
    """
    d = "".join(polyline(each, closed=False) for each in _joined(lines))
    return (Path(d, style) for style in styles)


def _joined(lines: Iterable[Segment]) -> Iterator[list[Point]]:
    """Yield segments that meet as one line, so that dashes go on."""
    ends: dict[Point, list[Segment]] = defaultdict(list)
    left = dict.fromkeys(lines)
    for line in left:
        for end in line:
            ends[end].append(line)
    while left:
        start = next((line for line in left if any(len(ends[end]) != 2 for end in line)), next(iter(left)))
        del left[start]
        path = [*start] if len(ends[start[0]]) != 2 or len(ends[start[1]]) == 2 else [*reversed(start)]
        while following := next((line for line in ends[path[-1]] if line in left), None):
            del left[following]
            path.append(following[1] if following[0] == path[-1] else following[0])
        yield path

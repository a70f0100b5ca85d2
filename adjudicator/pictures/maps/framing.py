"""Choose the part of a map that a crop shows: changed places wholly inside, as little as can be cut at its edges."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from .atlas import Atlas, Box
from .lettering import Edges

WIDTH = 328
"""Units of a board across a crop: on a phone of 360 px one of them is one px of the page."""
LOWEST, HIGHEST = 146, 190
NEARER = 1.0, 1.5, 2.0, 3.0
"""The numbers of board units to one px of a page that shows a part of a map; a ground is drawn for each."""
_MARGIN = 5.0
_STEP = 12
_CUT_MARKER, _CUT_NAME, _OFF = (
    2.5,
    2.0,
    0.045,
)  # what they cost; the last for each px that the subject lies off the middle
_HIGHER = 0.12  # for each px of height


class Subject(Struct, frozen=True):
    """Changed places that share a crop, and the edges of what must be seen of them."""

    frame: str
    ids: tuple[str, ...]
    edges: Edges

    @property
    def width(self) -> float:
        return self.edges[2] - self.edges[0] + 2 * _MARGIN

    @property
    def height(self) -> float:
        return self.edges[3] - self.edges[1] + 2 * _MARGIN


def around(boxes: Iterable[Edges]) -> Edges:
    """Return the edges of everything.

    Raises:
        ValueError: There is nothing.
    """
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def neighbours(subjects: Iterable[Subject], plan: Atlas) -> list[Subject]:
    """Merge subjects that fit into one crop, in order of the first of each."""
    found: list[Subject] = []
    for subject in subjects:
        wide, high = _room(plan, subject.frame)
        for place, other in enumerate(found):
            both = Subject(subject.frame, (*other.ids, *subject.ids), around((other.edges, subject.edges)))
            if other.frame == subject.frame and both.width <= wide and both.height <= high:
                found[place] = both
                break
        else:
            found.append(subject)
    return found


def nearest(edges: Edges, rect: Box) -> Box:
    """Return the part of a frame in which everything within some edges is largest; all of it where these are far apart.

    It is at least half as high as wide, and no higher in proportion than the frame.
    """
    left, top, right, bottom = edges
    x, y, width, height = rect
    for units in NEARER:
        wide, most = units * WIDTH, units * WIDTH * height / width
        least = bottom - top + 2 * _MARGIN
        if wide < width and right - left + 2 * _MARGIN <= wide and least <= most:
            high = min(most, max(least, wide / 2))
            start = _within((left + right - wide) / 2, x, width - wide)
            return start, _within((top + bottom - high) / 2, y, height - high), wide, high
    return rect


def _within(start: float, edge: float, room: float) -> float:
    """Return where a stretch begins that should begin at `start` and has `room` to spare in its frame."""
    return min(max(edge, start), edge + room)


def _room(plan: Atlas, frame: str) -> tuple[float, float]:
    _, _, width, height = plan.frames[frame].rect
    return min(WIDTH, width), min(HIGHEST, height)


def window(
    subject: Subject,
    width: float,
    rect: Box,
    markers: Sequence[Edges],
    names: Sequence[Edges],
    highs: tuple[int, int] = (LOWEST, HIGHEST),
) -> Box:
    """Return the box of a crop in a frame: `width` (less in a narrow frame), and the most suitable height.

    The height is within `highs` if possible. `markers` and `names` are what it should not cut.
    """
    width, least, most = min(width, rect[2]), max(highs[0], subject.height), highs[1]
    near = [[box for box in boxes if _near(box, subject, width, most)] for boxes in (markers, names)]
    starts = tuple(_starts(subject.edges[0], subject.edges[2], width, rect[0], rect[2]))
    across = [(x, [_stretch(boxes, x, x + width, 0) for boxes in near]) for x in starts]
    choices = []
    for height in range(round(least), round(max(least, most)) + 1, 22):
        tall = min(float(height), rect[3])
        tops = tuple(_starts(subject.edges[1], subject.edges[3], tall, rect[1], rect[3]))
        down = [(y, [_stretch(boxes, y, y + tall, 1) for boxes in near]) for y in tops]
        for x, beside in across:
            for y, above in down:
                cut = [_cut(*pair) for pair in zip(beside, above, strict=True)]
                choices.append((_cost((x, y, width, tall), subject, cut), (x, y, width, tall)))
    return min(choices, key=lambda choice: choice[0])[1]


def _starts(first: float, last: float, size: float, edge: float, room: float) -> Iterator[float]:
    """Yield where a stretch may begin that holds everything from `first` to `last` and stays in its frame."""
    lowest, highest = max(edge, last + _MARGIN - size), min(edge + room - size, first - _MARGIN)
    if lowest >= highest:  # the frame ends near by
        yield round(min(max(edge, lowest), edge + room - size))
        return
    steps = max(1, round((highest - lowest) / _STEP))
    for step in range(steps + 1):
        yield round(lowest + (highest - lowest) * step / steps)


def _near(box: Edges, subject: Subject, width: float, high: float) -> bool:
    left, top, right, bottom = subject.edges
    return box[0] < right + width and left - width < box[2] and box[1] < bottom + high and top - high < box[3]


_Stretch = tuple[int, int]
"""Two masks of boxes: those that reach into a stretch along one side of a window, and those inside of it."""


def _stretch(boxes: Sequence[Edges], first: float, last: float, axis: int) -> _Stretch:
    reach = inside = 0
    for number, box in enumerate(boxes):
        begin, end = box[axis], box[axis + 2]
        if first < end and begin < last:
            reach |= 1 << number
            if first <= begin and end <= last:
                inside |= 1 << number
    return reach, inside


def _cut(beside: _Stretch, above: _Stretch) -> int:
    """Return how many boxes lie partly inside a window, and partly outside."""
    return (beside[0] & above[0] & ~(beside[1] & above[1])).bit_count()


def _cost(box: Box, subject: Subject, cut: Sequence[int]) -> float:
    """Return the cost of a window that cuts this number of markers and names."""
    x, y, width, height = box
    left, top, right, bottom = subject.edges
    off = abs(left + right - 2 * x - width) + abs(top + bottom - 2 * y - height)
    return round(_CUT_MARKER * cut[0] + _CUT_NAME * cut[1] + _OFF * off / 2 + _HIGHER * (height - LOWEST), 3)


def holds(edges: Edges, other: Edges) -> bool:
    """Return whether something lies wholly inside some edges."""
    return edges[0] <= other[0] and edges[1] <= other[1] and other[2] <= edges[2] and other[3] <= edges[3]

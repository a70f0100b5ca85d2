"""The land: provinces in the colours of their owners, hatched for overlords and occupiers; borders between areas."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from adjudicator.pictures import Item, Path, Piece, Style
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.projection import Point
from adjudicator.pictures.shapes import polyline

from ..facts import AREA, NONE, PROVINCE, REALM
from ..rules.relations import controller
from ..state import State
from .atlas import atlas, coasts, sides

_STEP = 9.0  # between two lines of a hatching
_AREA = Style(stroke=BASE.coast, width=2.6)
_EMPIRE = (Style(stroke=BASE.text_area, width=5.5), Style(stroke=BASE.changed, width=2, dash=(8, 5)))
_RIDGE = Style(stroke=BASE.text, width=6.5, dash=(1.6, 4.4))
LOOKS: Mapping[str, tuple[Style, ...]] = {"empire": _EMPIRE, "mountains": (_AREA, _RIDGE)}
"""How borders are drawn, for the key."""

Ring = tuple[Point, ...]
_Segment = tuple[Point, Point]


@cache
def rings() -> Mapping[str, tuple[Ring, ...]]:
    """The outlines of every province in pixels of the board."""
    found = {}
    for name, outlines in coasts().items():
        frame = atlas().frames[name]
        left, top, _, _ = frame.rect
        for province, lines in outlines.areas.items():
            found[province] = tuple(tuple((left + x, top + y) for x, y in frame.projected(line)) for line in lines)
    return found


def hatchings(state: State) -> Iterator[Piece]:
    """Lines over a province in the colours of its overlord, the other way round in those of who occupies it."""
    for province in PROVINCE:
        if province.id not in rings() or (owner := state.owner[province.index]) == NONE:
            continue
        if (overlord := state.overlord[owner]) != NONE:
            yield _hatching(province.id, "overlord", sides()[REALM.ids[overlord]].fill, falling=False)
        if state.rebel_towns >> province.index & 1:
            yield _hatching(province.id, "rebels", BASE.coast, falling=True)
        elif (holder := controller(state, province.index)) != owner:
            yield _hatching(province.id, "occupier", sides()[REALM.ids[holder]].fill, falling=True)


@cache
def _hatching(province: str, id: str, colour: str, *, falling: bool) -> Piece:
    shores = rings()[province]
    points = [point for ring in shores for point in ring]
    (left, top), (right, bottom) = (tuple(pick(each[i] for each in points) for i in (0, 1)) for pick in (min, max))
    d = "".join(f"M{x0 - left:.1f} {y0 - top:.1f}L{x1 - left:.1f} {y1 - top:.1f}" for (x0, y0), (x1, y1)
                in _strokes(shores, 1 if falling else -1))  # fmt: skip
    box = (0.0, 0.0, right - left, bottom - top)
    return Piece(f"{id}-{province}", left, top, box, (Path(d, Style(stroke=colour, width=2.2)),))


def _strokes(shores: Iterable[Ring], slope: int) -> Iterator[_Segment]:
    """The stretches of diagonal lines that lie inside some rings: x - slope·y is the same along each."""
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


def borders() -> Iterator[Item]:
    """Between areas, over mountains, and around the Empire as the map shows it."""
    between: dict[_Segment, list[int]] = defaultdict(list)
    for province, shores in rings().items():
        for ring in shores:
            for one, two in zip(ring, (*ring[1:], ring[0]), strict=True):
                between[min(one, two), max(one, two)].append(PROVINCE.number(province))
    plain: list[_Segment] = []
    ridges: list[_Segment] = []
    edge: list[_Segment] = []
    for line, provinces in between.items():
        areas = [PROVINCE.things[each].area for each in provinces]
        if len({*areas}) == 2:
            (ridges if AREA.things[areas[0]].mountains >> areas[1] & 1 else plain).append(line)
        if sum(PROVINCE.things[each].hre for each in provinces) == 1:
            edge.append(line)
    for lines, styles in ((plain + ridges, (_AREA,)), (ridges, (_RIDGE,)), (edge, _EMPIRE)):
        d = "".join(polyline(each, closed=False) for each in _joined(lines))
        yield from (Path(d, style) for style in styles)


def _joined(lines: Iterable[_Segment]) -> Iterator[list[Point]]:
    """Segments that meet as one line, so that dashes go on."""
    ends: dict[Point, list[_Segment]] = defaultdict(list)
    left = dict.fromkeys(lines)
    for line in left:
        for end in line:
            ends[end].append(line)
    while left:
        start = next((line for line in left if any(len(ends[end]) != 2 for end in line)), next(iter(left)))
        del left[start]
        path = (
            list(start) if len(ends[start[0]]) != 2 else list(reversed(start)) if len(ends[start[1]]) != 2 else [*start]
        )
        while following := next((line for line in ends[path[-1]] if line in left), None):
            del left[following]
            path.append(following[1] if following[0] == path[-1] else following[0])
        yield path


def owners(state: State) -> dict[str, str]:
    """The lawful owner of each province that somebody owns."""
    return {PROVINCE.ids[number]: REALM.ids[owner] for number, owner in enumerate(state.owner) if owner != NONE}

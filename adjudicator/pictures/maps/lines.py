"""Lines between places: roads and sea lanes, lines of danger, thin lines to what belongs to a place."""

from collections.abc import Iterable, Iterator

from adjudicator.pictures.projection import Point
from adjudicator.pictures.scene import Item, Path, Style
from adjudicator.pictures.shapes import polyline, rounded

from .atlas import Atlas, Pair
from .palette import BASE

DANGER = Style(stroke=BASE.alarm, width=1.7, dash=(5, 4))
BELONGING = Style(stroke=BASE.tile_line, width=1.7, dash=(1.5, 2.5))
_PALE = Style(stroke=BASE.paper, width=4.4, stroke_opacity=0.55)
_ROAD = Style(stroke=BASE.frame, width=1.8)
_CORNER = 26  # radius of a bend


def dashed(plan: Atlas, pairs: Iterable[Pair], style: Style) -> Iterator[Item]:
    """Plain lines between pairs of places."""
    return (Path(polyline(_points(plan, pair)), style) for pair in pairs)


def roads(plan: Atlas, pairs: Iterable[Pair]) -> Iterator[Item]:
    """Connections on a pale ground, all grounds first."""
    drawn = [rounded(_points(plan, pair), _CORNER) for pair in pairs]
    for style in (_PALE, _ROAD):
        yield from (Path(d, style) for d in drawn)


def _points(plan: Atlas, pair: Pair) -> list[Point]:
    """From one place to the other, via the points of its bend."""
    one, other = pair
    for bend in plan.bends:
        if {bend.from_, bend.to} == {one, other}:
            x, y, _, _ = plan.frames[bend.frame].rect
            via = [(x + px, y + py) for px, py in bend.points]
            return [plan.at(one), *(via if bend.from_ == one else reversed(via)), plan.at(other)]
    return [plan.at(one), plan.at(other)]

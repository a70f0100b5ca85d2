"""The two trade routes in use, as smooth lines over land and sea: that of the East dark on that of the West."""

from collections.abc import Iterator
from functools import cache

from adjudicator.pictures import Group, Path, Piece, Style
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.shapes import curves_through

from ..facts import EAST, ROUTE
from ..state import State
from .atlas import atlas, courses

_EDGE = 30  # how far a curve may leave the box of its points
_STRETCH = 4  # points of a piece: a small part of the map needs few of them
LOOKS = (
    (Style(stroke=BASE.coast, width=8.4), Style(stroke=BASE.paper, width=6.2)),
    (Style(stroke=BASE.text, width=3, dash=(0.1, 6.5), round_ends=True),),
)
"""How the route of a side is drawn, from below."""


def routes(state: State) -> Iterator[Piece]:
    """The western route first: where both run the eastern one is seen on it."""
    for route in sorted(ROUTE, key=lambda each: each.side == EAST):
        if state.open_routes >> ROUTE.index[route.id] & 1:
            yield from _pieces(route.id)


@cache
def _pieces(id: str) -> tuple[Piece, ...]:
    """A route in stretches."""
    left, top, _, _ = atlas().frames["map"].rect
    points, curves, found = courses()[id], [*curves_through(courses()[id])], []
    for first in range(0, len(curves), _STRETCH):
        near = points[first : first + _STRETCH + 1]
        x, y = (min(point[i] for point in near) - _EDGE for i in (0, 1))
        wide, high = (max(point[i] for point in near) + _EDGE - low for i, low in enumerate((x, y)))
        d = f"M{near[0][0]:.1f} {near[0][1]:.1f}" + "".join(curves[first : first + _STRETCH])
        items = tuple(Path(d, style) for style in LOOKS[ROUTE.thing(id).side])
        name = f"route-{id}-{first // _STRETCH + 1}"
        found.append(Piece(name, left + x, top + y, (0, 0, wide, high), (Group(items, dx=-x, dy=-y),)))
    return tuple(found)

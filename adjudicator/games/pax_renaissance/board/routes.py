"""The two trade routes in use, as smooth lines over land and sea: that of the East dark on that of the West."""

from collections.abc import Iterator
from functools import cache

from adjudicator.pictures import Piece, Style
from adjudicator.pictures.maps.lines import stretches
from adjudicator.pictures.maps.palette import BASE

from ..facts import EAST, ROUTE
from ..state import State
from .atlas import atlas, courses

LOOKS = (
    (Style(stroke=BASE.coast, width=8.4), Style(stroke=BASE.paper, width=6.2)),
    (Style(stroke=BASE.text, width=3, dash=(0.1, 6.5), round_ends=True),),
)
"""How the route of a side is drawn, from below."""


def routes(state: State) -> Iterator[Piece]:
    """Draw the western route first: where both run, the eastern one is on top."""
    for route in sorted(ROUTE, key=lambda each: each.side == EAST):
        if state.open_routes >> ROUTE.index[route.id] & 1:
            yield from _pieces(route.id)


@cache
def _pieces(id: str) -> tuple[Piece, ...]:
    left, top, _, _ = atlas().frames["map"].rect
    return tuple(stretches(f"route-{id}", courses()[id], LOOKS[ROUTE.thing(id).side], (left, top)))

"""Find a spot for the pennant of a change beside its marker, so that it hides neither a name nor another marker."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import dist, hypot

from adjudicator.pictures.projection import Point

from .atlas import Atlas
from .lettering import Edges, Lettering

Disc = tuple[float, float, float]
"""Something round at a place that must stay readable: x and y of its middle, relative to that of the place; radius."""

_Round = tuple[float, float, tuple[Disc, ...]]
"""The middle of a place, and everything round there: middle and radius of each, on the board."""

_PENNANT = 8.5  # radius of the circle that holds a pennant
_CANDIDATES: tuple[Point, ...] = ((21.5, 13), (0, 24), (-21.5, 13), (26, 0), (-26, 0), (0, -25), (-21, -14), (21, -14))
_OWN = 12.0  # radius of a pennant's own marker, whose rim it may lie on
_EDGE = 2.5  # from a pennant to the edge of its frame
_FAR = 80  # from here on nothing is in the way
_ALL = 190  # nor from here on in the way of what lies up to a hundred px beside a place


class Spots:
    """Finds places for pennants on a board in one language; `discs` of each place, its marker first."""

    def __init__(self, plan: Atlas, lettering: Lettering, discs: Mapping[str, Sequence[Disc]]) -> None:
        self._plan, self._discs = plan, discs
        self._names = tuple(lettering.boxes())
        self._near = cache(self._nearby)
        self.spot = lru_cache(maxsize=4096)(self._spot)
        """The middle of a pennant; see `_spot`."""

    def _spot(self, name: str, others: tuple[Point, ...] = ()) -> Point:
        """Return the middle of the pennant, relative to the middle of its place; the first of the best places.

        `others`: where pennants near by are already, relative to the same middle; none of them is hidden.
        """
        x, y = self._plan.at(name)

        def cost(spot: Point) -> float:
            hidden = sum(max(0.0, 2 * _PENNANT + 2 - hypot(spot[0] - px, spot[1] - py)) for px, py in others)
            return round(self.covered(x + spot[0], y + spot[1], name) + 3 * hidden, 3)

        return min(_CANDIDATES, key=cost)

    def covered(self, x: float, y: float, name: str, reach: float = _PENNANT) -> float:
        """Return how deep something round that belongs to a place would reach into other things there.

        Or over the edge of the frame; a name weighs as much as a marker.
        """
        cost = 0.0
        places, lines = self._near(name)
        for ox, oy, discs in places:
            if hypot(ox - x, oy - y) > _FAR:
                continue
            for dx, dy, radius in discs:
                cost += max(0.0, reach + radius - hypot(dx - x, dy - y))
        for left, top, right, bottom in lines:
            if left - reach < x < right + reach and top - reach < y < bottom + reach:
                aside, apart = max(left - x, 0, x - right), max(top - y, 0, y - bottom)
                cost += max(0.0, reach - hypot(aside, apart))
        left, top, wide, high = self._plan.frame_of(name).rect
        edge = reach + _EDGE
        return cost + 3 * max(0.0, left + edge - x, x + edge - left - wide, top + edge - y, y + edge - top - high)

    def _nearby(self, name: str) -> tuple[tuple[_Round, ...], tuple[Edges, ...]]:
        """Return the round things and the lines of names that something next to a place could reach."""
        x, y = self._plan.at(name)
        places = (other for other in self._discs if dist(self._plan.at(other), (x, y)) < _ALL)
        lines = (box for box in self._names if max(box[0] - x, x - box[2], box[1] - y, y - box[3]) < _ALL)
        return tuple(self._round(other, own=other == name) for other in places), tuple(lines)

    def _round(self, place: str, *, own: bool) -> _Round:
        x, y = self._plan.at(place)
        discs = [(x + dx, y + dy, radius) for dx, dy, radius in self._discs[place]]
        if own and discs:
            discs[0] = (*discs[0][:2], min(discs[0][2], _OWN))
        return x, y, tuple(discs)

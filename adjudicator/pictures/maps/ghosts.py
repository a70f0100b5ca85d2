"""Draw what a place was before: a small pale marker in free water or land beside it, an arrow to what it became."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import cos, hypot, radians, sin

from msgspec.structs import replace

from adjudicator.pictures.colours import mixed
from adjudicator.pictures.projection import Point
from adjudicator.pictures.scene import Circle, Group, Item, Path, Piece, Style, Text

from .atlas import Atlas
from .palette import BASE
from .spots import Spots

SCALE = 0.62  # of the marker
REACH = 17.0
"""Radius of the circle around a ghost."""
_PALE = 0.5  # share of the paper in its colours
_RINGED = 26.0  # from the middle of a changed marker to the outside of its rim
_PENNANT = 9.0
_ARROW = 7.0  # px that an arrow needs at the least
_STRUCK = 1.5  # how much worse a name is that an arrow strikes through than one that a ghost touches
_TOUCHED = 4.0  # px of others that a ghost may hide; more counts threefold
_THICK = 4.0  # px from the middle of an arrow to what it must not strike through
_TURNS = range(0, 360, 15)
_FAR = range(54, 90, 6)
_BESIDE = 0.06  # what a px of distance costs against one px of something hidden
_Spot = tuple[Point, float, int]
"""A spot for a ghost, what it would hide there, and the number of the spot."""


class Ghosts:
    """Finds places for ghosts on a board in one language."""

    def __init__(self, plan: Atlas, spots: Spots) -> None:
        self._plan, self._spots = plan, spots
        self._free = cache(self._free_spots)

    def placed(self, ids: Sequence[str], taken: Iterable[Point]) -> dict[str, Point]:
        """Return the middle of the ghost of each place on the board, the first of the best.

        `taken`: where pennants are.
        """
        found: dict[str, Point] = {}
        pennants = [(x, y, _PENNANT) for x, y in taken]
        for name in ids:
            rims = [(*self._plan.at(other), _RINGED) for other in ids if other != name]
            others = [*rims, *pennants, *((x, y, REACH) for x, y in found.values())]
            found[name] = _best(self._free(name), others)
        return found

    def _free_spots(self, name: str) -> tuple[_Spot, ...]:
        """Return where the ghost of a place may be, and what it would hide there; what hides least comes first."""
        x, y = self._plan.at(name)
        choices: list[_Spot] = []
        for far in _FAR:
            for turn in _TURNS:
                dx, dy = far * cos(radians(turn - 90)), far * sin(radians(turn - 90))
                below = self._spots.covered(x + dx, y + dy, name, REACH)
                struck = (self._spots.covered(x + dx * at, y + dy * at, name, _THICK) for at in self._struck(far))
                hidden = below + 2 * max(0.0, below - _TOUCHED) + _STRUCK * sum(struck) + _BESIDE * far
                choices.append(((round(x + dx, 1), round(y + dy, 1)), hidden, len(choices)))
        return tuple(sorted(choices, key=lambda choice: choice[1]))

    @staticmethod
    def _struck(far: float) -> Iterator[float]:
        """Yield where an arrow of a ghost at this distance lies, as parts of the way from the middle of its marker."""
        end, start = min(_RINGED, far - REACH - _ARROW), far - REACH - 1
        return (at / far for at in (end + _THICK, (start + end) / 2, start - _THICK))


def _best(spots: Iterable[_Spot], others: Sequence[tuple[float, float, float]]) -> Point:
    """Return the first of the spots where a ghost hides least.

    `others`: what else is marked, where its middle lies, its radius.
    """
    best: tuple[float, int, Point] | None = None
    for (x, y), hidden, place in spots:
        if best is not None and round(hidden, 3) > best[0]:
            break  # no later one hides less
        near = sum(max(0.0, REACH + radius - hypot(x - ox, y - oy)) for ox, oy, radius in others)
        cost = round(hidden + 3 * near, 3)
        if best is None or (cost, place) < best[:2]:
            best = cost, place, (x, y)
    assert best is not None
    return best[2]


def ghosts(at: Mapping[str, Point], before: Mapping[str, Piece], plan: Atlas) -> Iterator[Piece]:
    """Draw the markers of an earlier position at their places, each with its arrow."""
    for name, spot in at.items():
        x, y = plan.at(name)
        dx, dy = x - spot[0], y - spot[1]
        items = (
            Circle(0, 0, REACH - 1, Style(fill=BASE.paper, stroke=BASE.frame, width=1.1, dash=(3, 2.4))),
            Group(tuple(pale(before[name].items)), scale=SCALE),
            *_arrow((dx, dy)),
        )
        (left, right), (top, bottom) = ((min(-REACH, far), max(REACH, far)) for far in (dx, dy))
        yield Piece(f"ghost-{name}", *spot, (left, top, right - left, bottom - top), items)


def pale(items: Iterable[Item]) -> Iterator[Item]:
    """Yield some items in pale colours, their letters dark, so that they can still be read."""
    for item in items:
        match item:
            case Group():
                yield replace(item, items=tuple(pale(item.items)))
            case Text():
                yield replace(item, fill=BASE.text, halo=None)
            case _:
                style = item.style
                yield replace(item, style=replace(style, fill=_paled(style.fill), stroke=_paled(style.stroke)))


def _paled(colour: str) -> str:
    return colour if colour == "none" else mixed(colour, BASE.paper, _PALE)


def _arrow(to: Point) -> Iterator[Item]:
    """Draw an arrow from the circle of a ghost around (0, 0) to the rim of its marker."""
    far = hypot(*to)
    ux, uy = to[0] / far, to[1] / far
    start, end = REACH + 1, max(far - _RINGED, REACH + _ARROW)
    line = f"M{ux * start:.1f} {uy * start:.1f}L{ux * (end - 3):.1f} {uy * (end - 3):.1f}"
    back = end - 7
    head = [(ux * back - side * uy * 4.6, uy * back + side * ux * 4.6) for side in (1, -1)]
    (ax, ay), (bx, by) = head
    yield Path(line, Style(stroke=BASE.text, width=2.2))
    yield Path(f"M{ax:.1f} {ay:.1f}L{ux * end:.1f} {uy * end:.1f}L{bx:.1f} {by:.1f}Z", Style(fill=BASE.text))

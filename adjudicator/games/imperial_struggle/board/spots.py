"""Where the pennant of a change stands beside its marker, so that it hides neither a name nor another marker."""

from collections.abc import Iterator
from functools import cache
from math import hypot

from adjudicator.pictures.text import text_width

from ..fact_types import NONE
from ..facts import facts
from .atlas import Language, atlas
from .lettering import place_text

Point = tuple[float, float]

_PENNANT = 8.5  # radius of the circle that holds a pennant
_CANDIDATES: tuple[Point, ...] = ((21.5, 13), (0, 24), (-21.5, 13), (26, 0), (-26, 0), (0, -25), (-21, -14), (21, -14))
_GOOD, _CORNER = (14.0, -14.0), (-12.0, -17.0)  # a commodity or star at the upper right, an alliance at the upper left
_CONFLICT = (-15.0, 13.0)


@cache
def pennant_spot(name: str, language: Language, others: tuple[Point, ...] = ()) -> Point:
    """The middle of the pennant, relative to the middle of its space or advantage; the first of the best places.

    `others`: where pennants near by stand already, relative to the same middle; none of them is hidden.
    """
    plan = atlas()
    x, y = plan.at(plan.spaces.get(name) or plan.advantages[name])

    def cost(spot: Point) -> float:
        hidden = sum(max(0.0, 2 * _PENNANT + 2 - hypot(spot[0] - px, spot[1] - py)) for px, py in others)
        return round(_covered(x + spot[0], y + spot[1], name, language) + 3 * hidden, 3)

    return min(_CANDIDATES, key=cost)


def _covered(x: float, y: float, name: str, language: Language) -> float:
    """How deep a pennant there would reach into other things; a name weighs as much as a marker."""
    cost = 0.0
    for far, radius in _discs(x, y, name):
        cost += max(0.0, _PENNANT + radius - far)
    for left, top, right, bottom in _names(language):
        aside, apart = max(left - x, 0, x - right), max(top - y, 0, y - bottom)
        cost += max(0.0, _PENNANT - hypot(aside, apart))
    left, top, wide, high = plan_rect(name)
    return cost + 3 * max(0.0, left + 11 - x, x + 11 - left - wide, top + 11 - y, y + 11 - top - high)


def plan_rect(name: str) -> tuple[float, float, float, float]:
    """The frame that a space or an advantage lies in, in pixels of the board: x, y, width, height."""
    plan = atlas()
    return plan.frames[(plan.spaces.get(name) or plan.advantages[name]).frame].rect


def _discs(x: float, y: float, name: str) -> Iterator[tuple[float, float]]:
    """Distance and radius of everything round that must stay readable."""
    plan = atlas()
    for other, place in (*plan.spaces.items(), *plan.advantages.items()):
        ox, oy = plan.at(place)
        if hypot(ox - x, oy - y) > 80:
            continue
        radius = 12.0 if other == name else 19.0 if other in plan.spaces else 14.0
        yield hypot(ox - x, oy - y), radius
        if (index := facts().space.get(other)) is None:
            continue
        space = facts().spaces[index]
        if space.commodity != NONE or space.prestige:
            yield hypot(ox + _GOOD[0] - x, oy + _GOOD[1] - y), 8.6
        if space.alliance or space.local_alliance or space.type == "market":
            yield hypot(ox + _CORNER[0] - x, oy + _CORNER[1] - y), 7.0
        if space.type in ("market", "political"):
            yield hypot(ox + _CONFLICT[0] - x, oy + _CONFLICT[1] - y), 8.0


@cache
def _names(language: Language) -> tuple[tuple[float, float, float, float], ...]:
    """The boxes of all names on the maps: left, top, right, bottom."""
    plan, boxes = atlas(), []
    for name in (*plan.spaces, *plan.advantages, *plan.groups):
        for line in place_text(name, language):
            wide = text_width(line.text, line.size, line.font)
            left = line.x - {"start": 0.0, "middle": wide / 2, "end": wide}[line.anchor]
            boxes.append((left, line.y - 0.72 * line.size, left + wide, line.y + 0.12 * line.size))
    return tuple(boxes)

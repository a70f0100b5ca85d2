"""Connections (3.2.2), conquest lines (3.2.6) and the lines of the advantages."""

from collections.abc import Iterator

from adjudicator.components.bits import bits
from adjudicator.pictures import Item, Path, Style
from adjudicator.pictures.shapes import polyline, rounded

from ..facts import facts
from .atlas import atlas, palette

Point = tuple[float, float]


def lines() -> Iterator[Item]:
    """All lines between spaces, conquest lines and advantage lines below the connections."""
    base = palette().base
    pale = Style(stroke=base.paper, width=4.4, stroke_opacity=0.55)
    conquest = list(_between(facts().conquest))
    yield from (Path(polyline(line), Style(stroke=base.conquest, width=1.7, dash=(5, 4))) for line in conquest)
    plan = atlas()
    for advantage in facts().advantages:
        start = plan.at(plan.advantages[advantage.id])
        for space in bits(advantage.spaces):
            line = polyline([start, plan.at(plan.spaces[facts().spaces[space].id])])
            yield Path(line, Style(stroke=base.advantage_line, width=1.7, dash=(1.5, 2.5)))
    connections = list(_between(facts().connects))
    yield from (Path(rounded(line, 26), pale) for line in connections)
    yield from (Path(rounded(line, 26), Style(stroke=base.frame, width=1.8)) for line in connections)


def _between(adjacent: tuple[int, ...]) -> Iterator[list[Point]]:
    plan = atlas()
    bends = {(bend.from_, bend.to): bend for bend in plan.bends}
    for index, near in enumerate(adjacent):
        for other in bits(near):
            if other < index:
                continue
            one, two = facts().spaces[index].id, facts().spaces[other].id
            bend, back = bends.get((one, two)), bends.get((two, one))
            via: list[Point] = []
            if found := bend or back:
                x, y, _, _ = plan.frames[found.frame].rect
                via = [(x + px, y + py) for px, py in found.points]
            ends = plan.at(plan.spaces[one]), plan.at(plan.spaces[two])
            yield [ends[0], *(via if bend else reversed(via)), ends[1]]

"""Draws the rooms of the program and their imports anew: `python docs/architecture/make.py`.

Two pictures, and in `docs/explanation/architecture.md` below each of them what the rooms say of themselves. Every room
stands above all that it imports. Of its arrows only those are drawn that do not follow from others: where a room
reaches another one along arrows it may import it too. An import that climbs is red; a test allows none.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path

import grimp

FOLDER = Path(__file__).parent
PAGE = FOLDER.parent / "explanation" / "architecture.md"
PROGRAM = FOLDER.parents[1]
OPTIONAL = {path.name: path for path in sorted(PROGRAM.glob("packages/*/adjudicator_*"))}
PACKAGES = ("adjudicator", *OPTIONAL, "cli", "demo", "worker")
BOX, HEIGHT, GAP, ROW, MARGIN = 112.0, 30.0, 16.0, 72.0, 16.0
"""Pixels: width and height of a room, the space beside it, from row to row, and round the picture."""
BEND = 14.0
"""Width that an arrow needs where it passes a row."""
SWEEPS = 40
STYLE = (
    "rect.paper{fill:#fffdf8}rect.room{fill:#f3f6fb;stroke:#1d3f72}text{font:13px system-ui,sans-serif;fill:#23262b}"
    "path{fill:none;stroke:#7d8797;stroke-width:1.2}path.climbs{stroke:#a32a22;stroke-dasharray:5 3}"
)
Arrow = tuple[str, str]
Spot = tuple[str, ...]
"""A room, or where the arrow from one room to another passes a row."""


@cache
def imports() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES)


@dataclass(frozen=True)
class House:
    """A package whose rooms are drawn; "": the whole program."""

    name: str
    inside: str

    def room(self, module: str) -> str:
        """The room that a module lies in; "" for one outside."""
        if self.inside:
            rest = module[len(self.inside) + 1 :] if module.startswith(f"{self.inside}.") else ""
            return rest.partition(".")[0]
        package, _, rest = module.partition(".")
        return rest.partition(".")[0] if package == "adjudicator" else package

    def rooms(self) -> set[str]:
        return {self.room(module) for module in imports().modules} - {""}

    def arrows(self) -> set[Arrow]:
        """Who imports whom. `from adjudicator import games` is a function, not the folder."""
        graph, found = imports(), self.rooms()
        pairs = (
            (self.room(one), self.room(other))
            for one in graph.modules
            for other in graph.find_modules_directly_imported_by(one)
            if other != "adjudicator.games"
        )
        return {(one, other) for one, other in pairs if one != other and {one, other} <= found}

    def folder(self, room: str) -> Path:
        """Where a room lies: a folder, or a file."""
        if room in OPTIONAL:
            return OPTIONAL[room]
        above = PROGRAM if room in PACKAGES else PROGRAM / (self.inside or "adjudicator").replace(".", "/")
        return above / room if (above / room).is_dir() else (above / room).with_suffix(".py")

    def told(self) -> str:
        """The picture, and below it every room with what it says of itself, as Markdown."""
        picture = f"![Rooms and their imports](../architecture/{self.name}.svg)"
        lines = [picture, "", "| room | what it is |", "|---|---|"]
        for room in sorted(self.rooms()):
            folder = self.folder(room)
            source = (folder / "__init__.py" if folder.is_dir() else folder).read_text(encoding="utf-8")
            first = (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]
            lines.append(f"| [`{room}`](../../{folder.relative_to(PROGRAM).as_posix()}) | {first} |")
        return "\n".join(lines)


HOUSES = (House("program", ""), House("service", "adjudicator.service"))


def climbing(found: Collection[str], arrows: Collection[Arrow]) -> set[Arrow]:
    """The imports without which there would be no circle: few, found greedily (Eades, Lin, Smyth)."""
    left, first, last = sorted(found), list[str](), list[str]()
    while left:
        out = {one: sum(a == one and b in left for a, b in arrows) for one in left}
        into = {one: sum(b == one and a in left for a, b in arrows) for one in left}
        sink = next((one for one in left if not out[one]), None)
        chosen = sink or max(left, key=lambda one: (not into[one], out[one] - into[one]))
        if sink:
            last.insert(0, chosen)
        else:
            first.append(chosen)
        left.remove(chosen)
    place = {one: number for number, one in enumerate([*first, *last])}
    return {(one, other) for one, other in arrows if place[one] > place[other]}


@dataclass
class Plan:
    """Which room stands in which row (0 is the lowest), and which arrows are drawn."""

    row: dict[str, int]
    falling: set[Arrow]
    climbing: set[Arrow]

    @staticmethod
    def of(found: Collection[str], arrows: Collection[Arrow]) -> Plan:
        up = climbing(found, arrows)
        below = {one: {other for a, other in arrows if a == one and (a, other) not in up} for one in found}

        @cache
        def reached(one: str) -> frozenset[str]:
            return frozenset().union(*({other} | reached(other) for other in below[one]))

        @cache
        def height(one: str) -> int:
            return max((height(other) + 1 for other in below[one]), default=0)

        falling = {
            (one, other)
            for one in found
            for other in below[one]
            if not any(other in reached(third) for third in below[one] - {other})
        }
        return Plan({one: height(one) for one in found}, falling, up)

    def way(self, arrow: Arrow) -> list[Spot]:
        """The spots of an arrow that falls, from row to row."""
        one, other = arrow
        return [(one,), *((one, other, str(row)) for row in range(self.row[one] - 1, self.row[other], -1)), (other,)]


class Layout:
    """Where the spots of a plan stand: each near those that it is joined with, none over another."""

    def __init__(self, plan: Plan) -> None:
        ways = [plan.way(arrow) for arrow in sorted(plan.falling)]
        self.row: dict[Spot, int] = {(room,): row for room, row in plan.row.items()}
        for way in ways:
            self.row |= {spot: self.row[way[0]] - step for step, spot in enumerate(way)}
        self._joined: dict[Spot, list[Spot]] = {spot: [] for spot in self.row}
        for one, other in (pair for way in ways for pair in pairwise(way)):
            self._joined[one].append(other)
            self._joined[other].append(one)
        rows = [sorted(spot for spot in self.row if self.row[spot] == row) for row in range(max(self.row.values()) + 1)]
        self.x: dict[Spot, float] = {}
        for spots in rows:
            self._set(spots, dict.fromkeys(spots, 0.0))
        for sweep in range(SWEEPS):
            for spots in rows if sweep % 2 else reversed(rows):
                wanted = {spot: self._wanted(spot) for spot in spots}
                self._set(sorted(spots, key=lambda spot: (wanted[spot], spot)), wanted)
        least = min(self.x[spot] - _width(spot) / 2 for spot in self.x)
        self.x = {spot: x - least + MARGIN for spot, x in self.x.items()}

    def _wanted(self, spot: Spot) -> float:
        near = [self.x[other] for other in self._joined[spot]]
        return sum(near) / len(near) if near else self.x[spot]

    def _set(self, spots: list[Spot], wanted: dict[Spot, float]) -> None:
        """Put the spots of a row beside each other, as near as they can be to where they want to stand."""
        rightwards, leftwards, room = list[float](), list[float](), 0.0
        for before, spot in zip([None, *spots], spots, strict=False):
            room = (_width(before) + _width(spot)) / 2 + GAP if before else 0.0
            rightwards.append(max(wanted[spot], rightwards[-1] + room) if before else wanted[spot])
        for after, spot in zip([None, *reversed(spots)], reversed(spots), strict=False):
            room = (_width(after) + _width(spot)) / 2 + GAP if after else 0.0
            leftwards.append(min(wanted[spot], leftwards[-1] - room) if after else wanted[spot])
        for spot, right, left in zip(spots, rightwards, reversed(leftwards), strict=True):
            self.x[spot] = (right + left) / 2

    def y(self, spot: Spot) -> float:
        """The middle of its row."""
        return MARGIN + HEIGHT / 2 + (max(self.row.values()) - self.row[spot]) * ROW


def _width(spot: Spot) -> float:
    return BOX if len(spot) == 1 else BEND


def svg(found: Collection[str], arrows: Collection[Arrow]) -> str:
    """The picture; the same imports give the same text."""
    plan = Plan.of(found, arrows)
    layout = Layout(plan)
    width = max(layout.x[spot] + _width(spot) / 2 for spot in layout.x) + MARGIN
    height = max(map(layout.y, layout.x)) + HEIGHT / 2 + MARGIN
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}">',
        "<title>Rooms of the program; arrows point to what is imported</title>",
        f"<style>{STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M1 1 7 4 1 7" style="stroke-dasharray:none"/></marker></defs>',
        '<rect class="paper" width="100%" height="100%"/>',
        *_lines(plan, layout),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _lines(plan: Plan, layout: Layout) -> Iterator[str]:
    for arrow in sorted(plan.falling):
        points = [(layout.x[spot], layout.y(spot)) for spot in plan.way(arrow)]
        (x, y), (end, bottom) = points[0], points[-1]
        points[0], points[-1] = (x, y + HEIGHT / 2), (end, bottom - HEIGHT / 2)
        yield f'<path d="{_curve(points)}" marker-end="url(#tip)"/>'
    for one, other in sorted(plan.climbing):
        points = [(layout.x[one,], layout.y((one,)) - HEIGHT / 2), (layout.x[other,], layout.y((other,)) + HEIGHT / 2)]
        yield f'<path class="climbs" d="{_curve(points)}" marker-end="url(#tip)"/>'
    for room in sorted(plan.row):
        x, y = layout.x[room,], layout.y((room,))
        yield (
            f'<rect class="room" x="{x - BOX / 2:.0f}" y="{y - HEIGHT / 2:.0f}" width="{BOX:.0f}" height="{HEIGHT:.0f}"'
            f' rx="5"/><text x="{x:.0f}" y="{y + 4.5:.0f}" text-anchor="middle">{escape(room)}</text>'
        )


def _curve(points: list[tuple[float, float]]) -> str:
    """A line that leaves and meets each point upright."""
    told = f"M{points[0][0]:.0f} {points[0][1]:.0f}"
    for (x, y), (end, bottom) in pairwise(points):
        middle = (y + bottom) / 2
        told += f"C{x:.0f} {middle:.0f} {end:.0f} {middle:.0f} {end:.0f} {bottom:.0f}"
    return told


def files() -> dict[Path, str]:
    """The pictures and the page, as they should be."""
    drawn = {FOLDER / f"{house.name}.svg": svg(house.rooms(), house.arrows()) for house in HOUSES}
    page = PAGE.read_text(encoding="utf-8")
    for house in HOUSES:
        before, begin, rest = page.partition(f"<!-- rooms of the {house.name} -->\n")
        page = "".join([before, begin, house.told(), *rest.partition("\n<!-- end of the rooms -->")[1:]])
    return {**drawn, PAGE: page}


if __name__ == "__main__":
    for file, text in files().items():
        file.write_text(text, encoding="utf-8")

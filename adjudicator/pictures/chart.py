"""A score over a game: lines on a grid of stages and values, 328 × 150 px of a page."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import hypot, inf

from msgspec import Struct

from adjudicator.pictures.cutting import Cut, to_cut_png
from adjudicator.pictures.scene import Circle, Font, Item, Path, Piece, Rect, Scene, Style, Text
from adjudicator.pictures.shapes import Point, polyline
from adjudicator.pictures.svg import layer
from adjudicator.pictures.text import fit_text, text_width

WIDTH, HEIGHT = 328, 150
_LEFT, _TOP, _RIGHT, _BOTTOM = 22.0, 7.0, 9.0, 19.0  # margins
_SIZE = 10.5
_ROW, _MARK = 11.5, 6.0  # of the names after curves, and of the square before each
_WIDEST = 84.0  # of such a name
_TITLE = 14.0
"""The height of the line above a chart that says what its values are."""
PAPER, _INK, _GRID = "#f6efdd", "#2b2118", "#b9a98a"


class Curve(Struct, frozen=True, kw_only=True):
    """A line through points (stages from 0 on, values).

    Its last point has a dot where the curve is `dotted`, and is followed by its `name`.
    """

    points: tuple[Point, ...]
    colour: str = _INK
    dashed: bool = False
    dotted: bool = False
    name: str = ""


class Band(Struct, frozen=True, kw_only=True):
    """A field between two values in a colour, with words in another at its upper or lower right corner."""

    low: int
    high: int
    fill: str
    text: str = ""
    colour: str = _INK
    above: bool = True


class Chart(Struct, frozen=True, kw_only=True):
    """`stages` are the columns by name, `now` the one under way; `low` to `high` the values, with a line every `step`.

    `told` stands beside the last point of the first curve in two kinds of letters: a figure, and words; `dashes` say
    what the dashed curves are. `title` says above it what the values are; where they are told as what is left of a
    `whole`, the lines are lettered so.
    """

    stages: tuple[str, ...]
    now: int
    low: int
    high: int
    step: int
    curves: tuple[Curve, ...]
    bands: tuple[Band, ...] = ()
    told: tuple[str, str] = ("", "")
    told_colour: str = _INK
    dashes: str = ""
    title: str = ""
    whole: int | None = None

    @property
    def top(self) -> float:
        """The upper edge of the fields."""
        return _TOP + (_TITLE if self.title else 0)

    def lettered(self, value: int) -> str:
        """Return the label of the line of a value."""
        return str(value if self.whole is None else self.whole - value)


def chart_png(chart: Chart) -> bytes:
    """Return the chart as a PNG with two pixels for each pixel of a page."""
    ground = layer((Rect(0, 0, WIDTH, HEIGHT, Style(fill=PAPER)),))
    piece = Piece("chart", 0, 0, (0, 0, WIDTH, HEIGHT), tuple(_items(chart)))
    scene = Scene(width=WIDTH, height=HEIGHT, ground=ground, pieces=(piece,), title="", keep=(PAPER,))
    return to_cut_png([Cut(scene, (0, 0, WIDTH, HEIGHT))])


def _items(chart: Chart) -> Iterator[Item]:
    yield from _fields(chart)
    yield from _grid(chart)
    for curve in sorted(chart.curves, key=lambda curve: not curve.dashed):
        points = [_at(chart, point) for point in curve.points]
        if len(points) > 1:
            dash = (4.0, 3.0) if curve.dashed else ()
            yield Path(polyline(points), Style(stroke=curve.colour, width=1.4 if curve.dashed else 2.6, dash=dash))
        if curve.dotted and points:
            colour = curve.colour if curve.name else chart.told_colour
            yield Circle(*points[-1], 4.5, Style(fill=colour, stroke=PAPER, width=1.4))
    yield from _words(chart)


def _fields(chart: Chart) -> Iterator[Item]:
    for band in chart.bands:
        left, top = _at(chart, (0, band.high))
        right, bottom = _at(chart, (len(chart.stages), band.low))
        yield Rect(left, top, right - left, bottom - top, Style(fill=band.fill))


def _grid(chart: Chart) -> Iterator[Item]:
    right = WIDTH - _behind(chart)
    for value in range(chart.low, chart.high + 1, chart.step):
        y = _at(chart, (0, value))[1]
        yield Path(f"M{_LEFT} {y:.1f}H{right}", Style(stroke=_GRID, width=0.7))
        yield Text(_LEFT - 4, y + 3.6, chart.lettered(value), _SIZE, _INK, anchor="end")
    for number, stage in enumerate(chart.stages):
        x, wide = _at(chart, (number, chart.low))[0], (right - _LEFT) / len(chart.stages)
        if number:
            yield Path(f"M{x:.1f} {chart.top}V{HEIGHT - _BOTTOM}", Style(stroke=_GRID, width=0.7, dash=(1.5, 2.5)))
        font = Font.CONDENSED_BOLD if number == chart.now else Font.CONDENSED
        shown, size = fit_text(stage, wide - 1, _SIZE, 7, font)
        yield Text(x + wide / 2, HEIGHT - 6, shown, size, _INK, font, "middle")


def _words(chart: Chart) -> Iterator[Item]:
    if chart.title:
        title, size = fit_text(chart.title, WIDTH - 12, _SIZE, 7, Font.CONDENSED_BOLD)
        yield Text(6, _TOP + 7, title, size, _INK, Font.CONDENSED_BOLD)
    for band in chart.bands:
        y = _at(chart, (0, band.high if band.above else band.low))[1] + (12.5 if band.above else -5)
        yield Text(WIDTH - _RIGHT - 4, y, band.text, _SIZE, band.colour, Font.CONDENSED_BOLD, "end", band.fill)
    if chart.dashes:
        x, y = _LEFT + 6, chart.top + 8.5
        yield Path(f"M{x} {y}h16", Style(stroke=_INK, width=1.4, dash=(4, 3)))
        yield Text(x + 20, y + 3.6, chart.dashes, _SIZE, _INK)
    yield from _names(chart)
    yield from _told(chart)


def _names(chart: Chart) -> Iterator[Item]:
    """Yield the names of curves after their ends, none on another one.

    They are placed from above. A square shows the colour where lines are one.
    """
    named = [(_at(chart, curve.points[-1]), curve) for curve in chart.curves if curve.name and curve.points]
    named.sort(key=lambda each: each[0][1])
    least, most = chart.top + 4, HEIGHT - _BOTTOM
    for number, ((x, y), curve) in enumerate(named):
        least = max(least, min(y, most - (len(named) - 1 - number) * _ROW))
        words, size = fit_text(curve.name, _WIDEST, _SIZE, 7)
        yield Rect(x + 8, least - _MARK / 2, _MARK, _MARK, Style(fill=curve.colour))
        yield Text(x + 8 + _MARK + 3, least + 3.6, words, size, _INK)
        least += _ROW


def _behind(chart: Chart) -> float:
    """Return the margin on the right, with room for the names of curves."""
    names = [min(_WIDEST, text_width(curve.name, _SIZE)) for curve in chart.curves if curve.name]
    return 8 + _MARK + 3 + max(names) + 3 if names else _RIGHT


def _told(chart: Chart) -> Iterator[Item]:
    """Yield the label of the last point, beside it if there is room.

    Otherwise it stands where it hides least of the lines; never on words of bands.
    """
    figure, words = chart.told
    last = next((curve.points[-1] for curve in chart.curves if curve.dotted and curve.points), None)
    if not figure or last is None:
        return
    x, y = _at(chart, last)
    shift = text_width(figure, 13, Font.BOLD) + 5
    words, size = fit_text(words, WIDTH - _RIGHT - _LEFT - 10 - shift, _SIZE, 7)
    wide = shift + text_width(words, size)
    downs = [
        min(max(y + 4.7, chart.top + 28), HEIGHT - _BOTTOM - 20),
        *(float(down) for down in range(round(chart.top) + 28, round(HEIGHT - _BOTTOM) - 16, 6)),
    ]
    lefts = [x + 9, *(float(left) for left in range(round(_LEFT) + 6, round(WIDTH - _RIGHT - wide), 12))]
    spots = [(left, down) for down in downs for left in lefts if left + wide < WIDTH - _RIGHT]
    drawn = [point for curve in chart.curves for point in _along([_at(chart, each) for each in curve.points])]

    def away(spot: Point) -> float:
        aside = min(abs(spot[0] - 9 - x), abs(spot[0] + wide + 9 - x))
        return hypot(aside, spot[1] - 4.7 - y)

    def hidden(spot: Point) -> int:
        return sum(-6 < px - spot[0] < wide + 6 and -15 < py - spot[1] < 6 for px, py in drawn)

    left, down = _cheapest(spots, away, lambda spot: 8 * hidden(spot))
    yield Text(left, down, figure, 13, chart.told_colour, Font.BOLD)
    yield Text(left + shift, down - 0.5, words, size, _INK)


def _cheapest(spots: Sequence[Point], near: Callable[[Point], float], dear: Callable[[Point], float]) -> Point:
    """Return the spot at which both costs together are least, the first of several.

    What is dear to find, and never below zero, is found only where it may still be the cheapest.
    """
    best = inf, 0
    for cost, number in sorted((near(spot), number) for number, spot in enumerate(spots)):
        if cost > best[0]:
            break
        best = min(best, (dear(spots[number]) + cost, number))
    return spots[best[1]]


def _along(points: Sequence[Point]) -> Iterator[Point]:
    """Yield points along a line, at most 6 px from each other."""
    for (ax, ay), (bx, by) in pairwise(points):
        steps = max(1, round(hypot(bx - ax, by - ay) / 6))
        for step in range(steps + 1):
            yield ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps


def _at(chart: Chart, point: Point) -> Point:
    """Return a stage and a value in px."""
    x = _LEFT + point[0] * (WIDTH - _LEFT - _behind(chart)) / len(chart.stages)
    span = max(1, chart.high - chart.low)
    return x, HEIGHT - _BOTTOM - (point[1] - chart.low) * (HEIGHT - chart.top - _BOTTOM) / span

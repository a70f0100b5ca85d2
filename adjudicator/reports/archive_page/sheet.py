"""All boards of a page as one sheet: the ground once, every different piece once, a board as a list of places."""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise

from markupsafe import Markup, escape
from msgspec.structs import replace

from adjudicator.pictures.board import Sketch
from adjudicator.pictures.scene import Group, Item, Layer, Path, Piece, Scene
from adjudicator.pictures.svg import svg_body
from adjudicator.reports.archive_page.sharing import Shared

_ID = re.compile(r' id="(?!clip-)[^"]*"')

_ELEMENT = re.compile(r'<(\w+)((?: [\w-]+="[^"]*")+)')
_ATTRIBUTE = re.compile(r' ([\w-]+)="([^"]*)"')
_LOOKS = frozenset(
    (
        *("fill", "fill-opacity", "fill-rule", "opacity", "paint-order", "text-anchor"),
        *("font-family", "font-size", "font-stretch", "font-style", "font-weight"),
        *("stroke", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-opacity", "stroke-width"),
    )
)
"""How a shape looks: what a style sheet can say as well."""
_VALUES = {"font-family": '"{}"', "font-size": "{}px"}
"""How a style sheet writes them, where it is otherwise."""
_NOWHERE = frozenset((name, "0") for name in ("x", "y", "cx", "cy"))
"""What holds for a shape that says nothing."""

_NUMBER = r"-?\d+(?:\.\d)?"
_STRAIGHT = re.compile(rf"M{_NUMBER} {_NUMBER}(?:L{_NUMBER} {_NUMBER}){{3,}}")
"""Straight lines through points that are given to a tenth, as outlines of lands are."""
_POINTS = re.compile(rf"(?:[ML]{_NUMBER} {_NUMBER}|Z)*")
_MOVED = re.compile(
    r'<g transform="translate\((-?[\d.]+) (-?[\d.]+)\)"><text x="(-?[\d.]+)" y="(-?[\d.]+)"([^>]*>[^<]*</text>)</g>'
)
"""A text moved from its place on the board to that in its piece."""

Place = tuple[int, float, float]
"""A piece of the sheet, and x and y of where it lies."""


class Sheet:
    """Collects boards; `symbols` and `places` are complete when every board was put in.

    A `coarse` one has the points of outlines at whole units of their piece: where a screen shows the whole board that
    is less than a pixel.
    """

    def __init__(self, *, coarse: bool = False) -> None:
        self._outline = partial(_from_point_to_point, digits=0 if coarse else 1)
        self._symbols: dict[tuple[str, ...], int] = {}
        self._symbol_of: dict[tuple[Item, ...], int] = {}
        self._places: dict[Place, int] = {}
        self._listed: list[Place] = []
        self._board: Scene | None = None
        self._looks: dict[str, int] = {}

    @property
    def ground(self) -> Layer | None:
        """What lies under all boards; nothing when there is none."""
        return self._board.ground if self._board else None

    @property
    def scene(self) -> Scene | None:
        """One of the boards, for its measures and colours."""
        return self._board

    def put(self, sketch: Sketch) -> tuple[int, ...]:
        """The places of a board's pieces, the lowest first. Raises ValueError when its ground is another one."""
        scene = sketch.scene
        if self._board is None:
            self._board = scene
        if scene.ground.key != self._board.ground.key:
            raise ValueError("two grounds on one sheet")
        return tuple(self._place(piece) for piece in scene.pieces if piece.items)

    def figure(self, sketch: Sketch) -> Markup:
        """A board as SVG that refers to the sheet; the ground is the background that the page gives it."""
        uses = "".join(self._use(place) for place in self.put(sketch))
        return Markup(
            f'<svg class="board" viewBox="0 0 {sketch.scene.width} {sketch.scene.height}" role="img" '
            f'aria-label="{escape(sketch.alt)}">{uses}</svg>'
        )

    def symbols(self) -> Markup:
        """The pieces, to be put into the page once; `style` has how their shapes look, each look once.

        A part that several pieces have stands once too: a panel is drawn anew when a figure in it changes.
        """
        shared = Shared([self._bare("".join(parts)) for parts in self._symbols])
        pieces = (f'<g id="p{number}">{body}</g>' for number, body in enumerate(shared.bodies))
        return Markup("".join((*shared.definitions(), *pieces)))

    def style(self) -> str:
        """The looks of the shapes; complete when the symbols were asked for."""
        return "".join(f".l{number}{{{look}}}" for look, number in self._looks.items())

    def _bare(self, body: str) -> str:
        """A piece whose shapes name their look."""

        def shape(found: re.Match[str]) -> str:
            look, rest = [], ""
            for name, value in _ATTRIBUTE.findall(found[2]):
                if name in _LOOKS:
                    look.append(f"{name}:{_VALUES.get(name, '{}').format(value)}")
                elif (name, value) not in _NOWHERE:
                    rest += f' {name}="{_STRAIGHT.sub(self._outline, value) if name == "d" else value}"'
            number = self._looks.setdefault(";".join(look), len(self._looks)) if look else -1
            return f"<{found[1]}{rest}" + (f' class="l{number}"' if look else "")

        return _ELEMENT.sub(shape, _MOVED.sub(_at_once, body))

    def places(self) -> list[Place]:
        """What a number of `put` stands for."""
        return self._listed

    def _place(self, piece: Piece) -> int:
        symbol = self._symbol_of.get(piece.items)
        if symbol is None:
            # Names inside a piece would stand in the page many times.
            parts = tuple(_ID.sub("", svg_body((_uncut(item),))) for item in piece.items)
            symbol = self._symbol_of[piece.items] = self._symbols.setdefault(parts, len(self._symbols))
        where = (symbol, round(piece.x, 2), round(piece.y, 2))
        if where not in self._places:
            self._places[where] = len(self._listed)
            self._listed.append(where)
        return self._places[where]

    def _use(self, place: int) -> str:
        symbol, x, y = self._listed[place]
        return f'<use href="#p{symbol}"{_at("x", x)}{_at("y", y)}/>'


def _uncut(item: Item) -> Item:
    """A group without its clip where that cuts nothing off: every line, with its breadth, lies inside."""
    if not isinstance(item, Group) or item.clip is None or not all(isinstance(each, Path) for each in item.items):
        return item
    left, top, width, height = item.clip
    for each in item.items:
        assert isinstance(each, Path)
        if not _POINTS.fullmatch(each.d):
            return item
        numbers = [float(number) for number in re.findall(_NUMBER, each.d)]
        reach = each.style.width / 2 if each.style.stroke != "none" else 0
        inside = all(left + reach <= x <= left + width - reach for x in numbers[::2])
        if not inside or not all(top + reach <= y <= top + height - reach for y in numbers[1::2]):
            return item
    return replace(item, clip=None)


def _at_once(found: re.Match[str]) -> str:
    if "transform=" in found[5]:
        return found[0]
    x, y = (f"{float(found[n]) + float(found[n + 2]):.2f}".rstrip("0").rstrip(".") for n in (1, 2))
    return f'<text x="{_plain_zero(x)}" y="{_plain_zero(y)}"{found[5]}'


def _plain_zero(number: str) -> str:
    return "0" if number == "-0" else number


def _from_point_to_point(found: re.Match[str], digits: int) -> str:
    """The same lines with so many digits behind the point, each point told from the one before: that takes half the
    signs. What is shorter than that is left out.
    """
    points = [
        tuple(round(10 * round(float(each), digits)) for each in point.split()) for point in found[0][1:].split("L")
    ]
    steps = [(x - left, y - top) for (left, top), (x, y) in pairwise(points) if (x, y) != (left, top)]
    told = "".join(
        f"{' ' if x >= 0 else ''}{_tenths(x)}{' ' if y >= 0 else ''}{_tenths(y)}" for x, y in steps or [(0, 0)]
    )
    return f"M{_tenths(points[0][0])} {_tenths(points[0][1])}l{told.strip()}"


def _tenths(number: int) -> str:
    whole = f"{number / 10:g}"
    return whole.replace("0.", ".", 1) if abs(number) < 10 else whole


def _at(name: str, value: float) -> str:
    return f' {name}="{value:g}"' if value else ""

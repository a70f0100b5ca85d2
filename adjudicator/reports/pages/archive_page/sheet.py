"""All boards of a page as one sheet: the ground once, every different layer once, a board as a list of layers."""

from __future__ import annotations

import re
from functools import cached_property

from markupsafe import Markup, escape
from msgspec.structs import replace

from adjudicator.pictures.board import Sketch
from adjudicator.pictures.scene import Group, Item, Layer, Path, Scene, Text
from adjudicator.pictures.svg import svg_body
from adjudicator.reports.pages.archive_page.layers import Row, layered
from adjudicator.reports.pages.archive_page.outlines import moved, outline, points
from adjudicator.reports.pages.archive_page.sharing import Shared

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
"""Attributes for the look of a shape, which a style sheet can set as well."""
_FONT = ("font-style", "font-weight", "font-stretch", "font-size", "font-family")
"""Properties that a style sheet sets in one, in this order."""
_NOWHERE = frozenset((name, "0") for name in ("x", "y", "cx", "cy"))
"""Defaults of a shape without these attributes."""
_TRANSFORM = re.compile(r'transform="(?:translate\((\S+) (\S+)\) ?)?(?:scale\((\S+)\))?"')
_ONLY = re.compile(r'<g (transform="[^"]*")>(<use href="#k\d+")/></g>')
"""A group that only moves a shared shape."""
_QUOTED = re.compile(r'="([\w#.,()-]+)"(?=[ >])')
"""Attributes that HTML allows without quotes."""
MANY = 8
"""A piece of so many items is a panel of figures: when one of them changes, the others stay."""

Place = tuple[int, float, float]
"""A shape of the sheet, and x and y of where it lies."""


class Sheet:
    """Collects boards; everything else is asked for when every board was put in.

    A `coarse` one has outlines and pieces at whole units: where a screen shows the whole board that is less than a
    pixel.
    """

    def __init__(self, *, coarse: bool = False) -> None:
        self._coarse = coarse
        self._shapes: list[tuple[Item, ...]] = []
        self._shape_of: dict[tuple[Item, ...], int] = {}
        self._written: dict[tuple[str, ...], int] = {}
        self._places: dict[Place, int] = {}
        self._boards: list[Row] = []
        self._board: Scene | None = None
        self._looks: dict[str, int] = {}

    @property
    def ground(self) -> Layer | None:
        """The ground that lies under all boards; empty when there is none."""
        return self._board.ground if self._board else None

    @property
    def scene(self) -> Scene | None:
        """One of the boards, for its measures and colours."""
        return self._board

    def put(self, sketch: Sketch) -> int:
        """Put a board on the sheet and return its number there.

        Raises:
            ValueError: Its ground differs from that of the other boards.
        """
        scene = sketch.scene
        if self._board is None:
            self._board = scene
        if scene.ground.key != self._board.ground.key:
            raise ValueError("two grounds on one sheet")
        self._boards.append(
            tuple(self._place(part, piece.x, piece.y) for piece in scene.pieces for part in _parts(piece.items))
        )
        return len(self._boards) - 1

    def layers(self, number: int) -> Row:
        """Return the layers of a board, the lowest first."""
        return self._layered[1][number]

    def figure(self, number: int, sketch: Sketch) -> Markup:
        """Return a board as SVG that refers to the sheet; the ground is the background that the page gives it."""
        uses = "".join(f'<use href="#p{layer}"/>' for layer in self.layers(number))
        return Markup(
            f'<svg class="board" viewBox="0 0 {sketch.scene.width} {sketch.scene.height}" role="img" '
            f'aria-label="{escape(sketch.alt)}">{uses}</svg>'
        )

    def symbols(self) -> Markup:
        """Return the layers, to be put into the page once; `style` has how their shapes look, each look once.

        A part that several of them share is included once, too: a panel is drawn again when a figure in it changes.
        """
        places = list(self._places)
        shared = Shared(["".join(self._laid(places[each]) for each in row) for row in self._layered[0]])
        layers = (f'<g id="p{number}">{body}</g>' for number, body in enumerate(shared.bodies))
        told = _ONLY.sub(_used, "".join((*shared.definitions(), *layers)))
        return Markup(_QUOTED.sub(r"=\1", _TRANSFORM.sub(_transform, told)))

    def style(self) -> str:
        """Return the looks of the shapes; complete after the symbols were requested."""
        return "".join(f".l{number}{{{look}}}" for look, number in self._looks.items())

    @cached_property
    def _layered(self) -> tuple[list[Row], list[Row]]:
        return layered(self._boards)

    def _place(self, items: tuple[Item, ...], x: float, y: float) -> int:
        shape = self._shape_of.get(items)
        if shape is None:
            written = tuple(_unnamed(svg_body((item,))) for item in items)
            shape = self._shape_of[items] = self._written.setdefault(written, len(self._shapes))
            if shape == len(self._shapes):
                self._shapes.append(tuple(map(_uncut, items)))
        return self._places.setdefault((shape, round(x, 2), round(y, 2)), len(self._places))

    def _laid(self, place: Place) -> str:
        """Return a piece at its place."""
        shape, *where = place
        x, y = (round(each, 0 if self._coarse else 2) for each in where)
        return self._bare(_unnamed(svg_body(_moved(self._shapes[shape], x, y))))

    def _bare(self, body: str) -> str:
        """Return a piece whose shapes name their look."""

        def shape(found: re.Match[str]) -> str:
            looks, rest = {}, ""
            for name, value in _ATTRIBUTE.findall(found[2]):
                if name in _LOOKS:
                    looks[name] = value
                elif (name, value) not in _NOWHERE:
                    rest += f' {name}="{outline(value, coarse=self._coarse) if name == "d" else value}"'
            number = self._looks.setdefault(_look(looks), len(self._looks)) if looks else -1
            return f"<{found[1]}{rest}" + (f' class="l{number}"' if looks else "")

        return _ELEMENT.sub(shape, body)


def _look(looks: dict[str, str]) -> str:
    """Return how a shape looks as a style sheet says it."""
    if family := looks.get("font-family"):
        font = looks | {"font-family": f'"{family}"', "font-size": f"{looks['font-size']}px"}
        looks = {"font": " ".join(font[name] for name in _FONT if name in font)} | looks
    return ";".join(f"{name}:{value}" for name, value in looks.items() if name not in _FONT)


def _parts(items: tuple[Item, ...]) -> tuple[tuple[Item, ...], ...]:
    """Return the parts that are laid on their own."""
    if len(items) >= MANY:
        return tuple((item,) for item in items)
    return (items,) if items else ()


def _uncut(item: Item) -> Item:
    """Return a group without its clip if that cuts nothing off: every line, with its breadth, lies inside."""
    if not isinstance(item, Group) or item.clip is None or not all(isinstance(each, Path) for each in item.items):
        return item
    left, top, width, height = item.clip
    for each in item.items:
        assert isinstance(each, Path)
        reach = each.style.width / 2 if each.style.stroke != "none" else 0
        lines = points(each.d)
        if lines is None or not all(
            left + reach <= x <= left + width - reach and top + reach <= y <= top + height - reach
            for line, _ in lines
            for x, y in line
        ):
            return item
    return replace(item, clip=None)


def _moved(items: tuple[Item, ...], x: float, y: float) -> tuple[Item, ...]:
    """Move items to their place.

    An item with a place of its own is moved itself, so that no group is needed around it.
    """
    match items:
        case (Group(clip=None, scale=1, items=(_,) as inner, dx=dx, dy=dy),):
            return _moved(inner, x + dx, y + dy)
        case (Group() as group,):
            return (replace(group, dx=group.dx + x, dy=group.dy + y),)
        case (Text() as text,):
            return (replace(text, x=text.x + x, y=text.y + y),)
        case (Path(d) as path,) if points(d) is not None:
            return (replace(path, d=moved(d, x, y)),)
        case _:
            return (Group(items, dx=x, dy=y),) if x or y else items


def _unnamed(body: str) -> str:
    """Remove names inside a piece; they would be in the page many times."""
    return _ID.sub("", body)


def _used(found: re.Match[str]) -> str:
    """Return a group that is only a moved reference as a reference that is moved itself."""
    transform, use = found.groups()
    where = _TRANSFORM.fullmatch(transform)
    if where and where[1] and not where[3]:
        return f'{use} x="{where[1]}" y="{where[2]}"/>'
    return f"{use} {transform}/>"


def _transform(found: re.Match[str]) -> str:
    x, y, scale = found.groups()
    parts = (f"translate({x},{y})" if x else "", f"scale({scale.removeprefix('0')})" if scale else "")
    return f'transform="{"".join(parts)}"'

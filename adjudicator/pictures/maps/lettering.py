"""Names on the maps: of places, blocks, seas and frames; each beside its marker, and again where a change hides it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from math import cos, hypot, radians, sin

import msgspec

from adjudicator.language import WRITTEN
from adjudicator.pictures.projection import Point
from adjudicator.pictures.scene import Anchor, Font, Group, Item, Piece, Rect, Style, Text
from adjudicator.pictures.text import text_width

from .atlas import Atlas, Block, Box, Compass, Frame, Place
from .palette import BASE

_BEFORE: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}  # share of a text before its anchor
_ANCHORS: dict[Compass, Anchor] = {"e": "start", "w": "end", "n": "middle", "s": "middle"}
_SIDES: tuple[Compass, ...] = ("s", "e", "n", "w")  # the first of the best
_RING = 30  # reach of a changed marker with rim and pennant
_ASIDE = 6.5  # from a marker to the letters at its side
_ANY_SIZE = 10.0  # lines are only compared
_WATER = Font.SERIF_ITALIC


Edges = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """The name of a place.

    Its lines, its looks, and the half width and height of what it is next to, where that is not a marker.
    """

    lines: Sequence[str]
    colour: str = BASE.text
    halo: str = BASE.land
    font: Font = Font.CONDENSED
    size: float | None = None
    half: Point | None = None


class Lettering:
    """The names of all places of a board in one language, which never change."""

    def __init__(self, plan: Atlas, label: Callable[[str], Label]) -> None:
        self.texts: dict[str, tuple[Text, ...]] = dict.fromkeys(plan.named(), ())
        """The lines of each name; none for places that bear none."""
        free = []
        for name in plan.named():
            side = plan.spot(name).label
            if side == "auto":
                free.append(name)
            elif side:
                self.texts[name] = _beside(plan, name, side, label(name))
        for name in free:
            told = label(name)
            choices = [_beside(plan, name, side, told) for side in _SIDES]
            self.texts[name] = min(choices, key=lambda lines: self._hidden(plan, name, lines))
        self.covered = {name: extent(lines) for name, lines in self.texts.items() if lines}
        """The area that each name covers, for those that exist."""
        self._beside = cache(self._touched)

    def items(self) -> Iterator[Text]:
        """Yield all names."""
        for lines in self.texts.values():
            yield from lines

    def boxes(self) -> Iterator[Edges]:
        """Yield what the letters of each line cover."""
        for line in self.items():
            left, wide = _reach(line)
            yield left, line.y - 0.72 * line.size, left + wide, line.y + 0.12 * line.size

    def _hidden(self, plan: Atlas, name: str, lines: Sequence[Text]) -> float:
        """Return how deep a name would reach into markers, other names, and over the edge of its frame."""
        left, top, right, bottom = extent(lines)
        x, y, width, height = plan.frame_of(name).rect
        depth = 3 * max(0.0, x - left, y - top, right - x - width, bottom - y - height)
        for other in plan.places:
            ox, oy = plan.at(other)
            far = hypot(max(left - ox, 0, ox - right), max(top - oy, 0, oy - bottom))
            depth += max(0.0, plan.marker.radius - far) if other != name else 0
        for box in self.boxes():
            across, down = min(right, box[2]) - max(left, box[0]), min(bottom, box[3]) - max(top, box[1])
            depth += max(0.0, min(across, down))
        return round(depth, 3)

    def again(self, spots: Sequence[Point]) -> Iterator[Piece]:
        """Draw again the names of which the rims of changed markers at some spots would hide parts."""
        hidden = {name for spot in spots for name in self._beside(spot)}
        return (name_piece(f"name-{name}", self.texts[name]) for name in self.covered if name in hidden)

    def _touched(self, spot: Point) -> tuple[str, ...]:
        """Return the names that a rim around a spot touches."""
        return tuple(name for name in self.covered if any(_covers(spot, line) for line in self.texts[name]))

    def pieces(self) -> Iterator[Piece]:
        """Return all names, where they cannot stand on the ground."""
        return (name_piece(f"label-{name}", lines) for name, lines in self.texts.items() if lines)


def broken(text: str, place: Place | Block, language: str) -> list[str]:
    """Return a name in as many lines as its place asks for, at most two.

    It is cut at a blank or after a hyphen so that the longer line is short.
    """
    several = place.lines.get(language, 1) if language in WRITTEN else max(place.lines.values(), default=1)
    cuts = [i + 1 for i, letter in enumerate(text) if letter in " -"] if several > 1 else []
    if not cuts:
        return [text]

    def longer(cut: int) -> float:
        return max(text_width(text[:cut].rstrip(), _ANY_SIZE), text_width(text[cut:], _ANY_SIZE))

    best = min(cuts, key=longer)
    return [text[:best].rstrip(), text[best:]]


def water_names(frame: Frame, texts: Mapping[str, str], drafted: Mapping[str, str]) -> Iterator[Text]:
    """Draw the names of seas by their ids.

    `drafted` are those that the places were made for: longer ones are smaller.
    """
    x, y, width, _ = frame.rect
    for name in frame.water_names:
        text = texts[name.name]
        large = name.font_px > 10
        size = name.font_px * (0.88 if large and len(text) > len(drafted[name.name]) + 2 else 1)
        spacing = 2.5 if large else 1.0
        half = (text_width(text, size, _WATER) + spacing * len(text)) / 2 + 8
        # A name that lies must not leave the frame; one that stands has room.
        across = name.xy[0] if abs(name.rotate) > 30 else min(max(name.xy[0], half), width - half)
        yield Text(
            x + across, y + name.xy[1], text, size, BASE.text_water, _WATER, "middle", spacing=spacing,
            rotate=name.rotate,
        )  # fmt: skip


def title_rect(frame: Frame, *, more: float = 0) -> Box:
    """Return the plate of a frame's name in board pixels, `more` px higher than planned.

    Raises:
        ValueError: The frame has no plate.
    """
    if frame.title_box is None:
        raise ValueError("a frame without a title box")
    x, y, _, _ = frame.rect
    x0, y0, x1, y1 = frame.title_box
    return x + x0, y + y0, x1 - x0, y1 - y0 + more


def title(box: Box, text: str) -> Iterator[Item]:
    """Draw the name of a frame on its plate."""
    x, y, width, height = box
    yield Rect(x, y, width, height, Style(fill=BASE.paper, stroke=BASE.frame, width=1.6), 4)
    yield Rect(x + 3, y + 3, width - 6, height - 6, Style(stroke=BASE.shade, width=0.8), 2)
    size = min(17, 17 * (width - 16) / text_width(text, 17, Font.SERIF_BOLD))
    yield Text(x + width / 2, y + 22, text, size, BASE.text, Font.SERIF_BOLD, "middle")


def _beside(plan: Atlas, name: str, side: Compass, told: Label) -> tuple[Text, ...]:
    """Return the lines of a name on one side of its marker."""
    spot, marker, (x, y) = plan.spot(name), plan.marker, plan.at(name)
    half = told.half or (spot.half_size if isinstance(spot, Block) else (marker.radius, marker.radius))
    size = told.size or marker.label_px
    step = marker.line_px * size / marker.label_px
    match side:
        case "s":
            first = y + half[1] + marker.gap_px + 0.8 * step
        case "n":
            first = y - half[1] - marker.gap_px - (len(told.lines) - 1) * step - 0.15 * step
        case _:
            first = y - len(told.lines) * step / 2 + 0.76 * step
    if side == "e":
        x += half[0] + _ASIDE
    elif side == "w":
        x -= half[0] + _ASIDE
    return tuple(
        Text(x, first + i * step, line, size, told.colour, told.font, _ANCHORS[side], told.halo, 3.2)
        for i, line in enumerate(told.lines)
    )


def name_piece(id: str, lines: tuple[Text, ...]) -> Piece:
    """Return a name by itself; what is outside its box is not drawn."""
    x, y = lines[0].x, lines[0].y
    left, top, right, bottom = span(lines[0]) if len(lines) == 1 else extent(lines)
    return Piece(id, x, y, (left - x, top - y, right - left, bottom - top), (Group(lines, dx=-x, dy=-y),))


def _wide(line: Text) -> float:
    return text_width(line.text, line.size, line.font) + line.spacing * len(line.text)


def _reach(line: Text) -> tuple[float, float]:
    """Return where a line begins, and its width."""
    wide = _wide(line)
    return line.x - _BEFORE[line.anchor] * wide, wide


def extent(lines: Sequence[Text]) -> Edges:
    """Return what a name covers with its soft rim."""
    reach = [_reach(line) for line in lines]
    right = max(start + width for start, width in reach)
    left = min(start for start, _ in reach)
    return left - 4, lines[0].y - lines[0].size - 3, right + 4, lines[-1].y + 0.3 * lines[-1].size + 3


def span(line: Text) -> Edges:
    """Return what a line covers, at any angle."""
    if not line.rotate:
        return extent([line])
    wide = _wide(line)
    turned, half = radians(line.rotate), line.size / 2
    across = abs(cos(turned)) * wide / 2 + abs(sin(turned)) * half + half
    down = abs(sin(turned)) * wide / 2 + abs(cos(turned)) * half + half
    return line.x - across, line.y - down, line.x + across, line.y + down


def _covers(spot: Point, line: Text) -> bool:
    """Return whether a rim around a marker touches a line of a name."""
    left, wide = _reach(line)
    aside = max(left - spot[0], 0, spot[0] - left - wide)
    above = max(line.y - 0.8 * line.size - spot[1], 0, spot[1] - line.y)
    return aside**2 + above**2 < _RING**2

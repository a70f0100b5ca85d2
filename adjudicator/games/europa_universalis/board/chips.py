"""Draw chips beside short names in rows: armies, influence, ships, merchants … as small chips that differ by shape."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

from adjudicator.pictures import Circle, Font, Group, Item, Path, Rect, Style, Text
from adjudicator.pictures.maps.palette import BASE, Crest, SideColours
from adjudicator.pictures.text import fit_text, text_width

Shape = Literal[
    "army", "cube", "light", "protecting", "fleet", "merchant", "lying", "claim", "core", "rebels", "faith", "sign"
]
SIZES: Final[dict[Shape, float]] = {"merchant": 18, "lying": 18, "faith": 18, "claim": 19, "core": 19}
WIDTH: Final = 22.0
"""The width of a chip that has no width of its own."""
ROOM, FIRST, STEP, ROWS = 97.0, 16.0, 15.5, 2
"""The room of a row, the distance from the middle of a plate to the first row and between rows, and the number of
rows."""
_GAP = 1.5
_SIZE, _SMALLEST = 9.8, 8.6
_OUTLINES: Final[dict[Shape, str]] = {  # from the left edge to the right one, with a point 3 px before it
    "army": "M{0} -7H{1}L{2} 0L{1} 7H{0}Z",
    "light": "M{0} -5.5H{1}L{2} 7H-{2}Z",
    "fleet": "M{0} -3.5H-1V-8.5L5 -3.5H{1}L{2} 7H-{2}Z",
    "rebels": "M0 -8L{1} -2V7H{0}V-2Z",
}
DARK: Final = SideColours(BASE.text, BASE.light, BASE.shade)
"""Rebels and pirates."""


class Chip(NamedTuple):
    """A chip: its shape, letters and colours."""

    shape: Shape
    text: str
    colours: SideColours

    @property
    def width(self) -> float:
        return SIZES.get(self.shape) or max(WIDTH, text_width(self.text, _SIZE, Font.CONDENSED_BOLD) + 6)


def of(crest: Crest, shape: Shape, count: int | str = "") -> Chip:
    """Return a chip for pieces of a realm, with their number."""
    return Chip(shape, f"{crest.letter}{count}", crest.colours)


def drawn(chip: Chip) -> Iterator[Item]:
    """Draw a chip around (0, 0)."""
    fill, ink = chip.colours.fill, chip.colours.text
    rim = Style(fill=fill, stroke=BASE.frame, width=1.1)
    wide = chip.width
    match chip.shape:
        case "army" | "light" | "fleet" | "rebels":
            half = wide / 2
            yield Path(_OUTLINES[chip.shape].format(f"{-half:g}", f"{half:g}", f"{half - 3:g}"), rim)
        case "cube":
            yield Rect(-wide / 2, -6.5, wide, 13, rim, 1.5)
        case "protecting":
            yield Rect(-wide / 2, -7, wide, 14, rim, 7)
            yield Rect(-wide / 2 + 1.6, -5.4, wide - 3.2, 10.8, Style(stroke=ink, width=0.9), 5.4)
        case "merchant":
            yield Circle(0, 0, 8.6, rim)
        case "lying" | "claim":
            ink = BASE.text
            look = Style(fill=BASE.paper, stroke=fill, width=2.4, dash=(3, 2))
            yield Circle(0, 0, 8, look) if chip.shape == "lying" else Rect(-8.5, -6, 17, 12, look, 2)
        case "core":
            ink = BASE.text
            yield Rect(-9, -6.5, 18, 13, Style(fill=BASE.frame), 2)
            yield Rect(-8.2, -5.7, 16.4, 11.4, Style(fill=BASE.paper, stroke=fill, width=2.2), 2)
        case "faith" | "sign":
            ink = BASE.text_area
            look = Style(fill=BASE.paper, stroke=BASE.text_area, width=1.3)
            yield Circle(0, 0, 8.2, look) if chip.shape == "faith" else Rect(-wide / 2, -6.5, wide, 13, look, 3)
    low = 1.2 if chip.shape in ("fleet", "rebels") else 0
    told, size = fit_text(chip.text, wide - 2.5, _SIZE, _SMALLEST, Font.CONDENSED_BOLD)
    yield Text(0, 0.36 * size + low, told, size, ink, Font.CONDENSED_BOLD, "middle")


def rows(chips: Iterable[Chip]) -> Iterator[Item]:
    """Yield chips in centred rows below (0, 0), and a count of the rest."""
    found: list[list[Chip]] = [[]]
    rest = 0
    for chip in chips:
        used = sum(each.width + _GAP for each in found[-1]) + chip.width
        if used <= ROOM:
            found[-1].append(chip)
        elif len(found) < ROWS:
            found.append([chip])
        else:
            rest += 1
    if rest:
        found[-1][-1] = Chip("sign", f"+{rest + 1}", DARK)
    for number, row in enumerate(found):
        x = -sum(each.width + _GAP for each in row) / 2
        for chip in row:
            yield Group(tuple(drawn(chip)), dx=x + (chip.width + _GAP) / 2, dy=FIRST + STEP * number)
            x += chip.width + _GAP

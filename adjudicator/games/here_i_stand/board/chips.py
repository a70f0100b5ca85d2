"""Draw small chips in rows beside a marker: armies, fleets, leaders, reformers; they differ by their shapes."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from adjudicator.pictures import Circle, Font, Group, Item, Path, Rect, Style, Text
from adjudicator.pictures.maps.palette import BASE, UNOWNED, SideColours
from adjudicator.pictures.text import text_width

Shape = Literal["army", "inside", "fleet", "leader", "person", "sign"]
ROOM: Final = 92.0
STEP: Final = 14.5
"""The room of a row, and the distance between two."""
ROWS: Final = 2
BESIDE: Final = 18.5
"""From the middle of a marker to chips at its right or left."""
_SIZE: Final = 9.8
_GAP: Final = 1.0
_OUTLINES: Final[dict[Shape, str]] = {  # from the left edge to the right one; the third is 3 px before the right one
    "army": "M{0} -6.5H{1}V2L{2} 6.5H-{2}L{0} 2Z",
    "inside": "M{0} 6.5V-7.5H-{2}V-5H-2V-7.5H2V-5H{2}V-7.5H{1}V6.5Z",
    "fleet": "M{0} -6H{1}L{2} 6.5H-{2}Z",
}
DARK: Final = SideColours(BASE.text, BASE.light, BASE.shade)
"""Signs that belong to nobody."""


class Chip(NamedTuple):
    """A chip: its shape, letters and colours."""

    shape: Shape
    text: str
    colours: SideColours = UNOWNED

    @property
    def width(self) -> float:
        return max(16.0, text_width(self.text, _SIZE, Font.CONDENSED_BOLD) + (8 if self.shape == "fleet" else 6))


def drawn(chip: Chip) -> Iterator[Item]:
    """Draw a chip around (0, 0)."""
    fill, ink, half = chip.colours.fill, chip.colours.text, chip.width / 2
    rim = Style(fill=fill, stroke=BASE.frame, width=1.1)
    match chip.shape:
        case "army" | "inside" | "fleet":
            yield Path(_OUTLINES[chip.shape].format(f"{-half:g}", f"{half:g}", f"{half - 3:g}"), rim)
        case "leader":
            yield Rect(-half, -6.5, 2 * half, 13, rim, 6.5)
            yield Rect(-half + 1.6, -4.9, 2 * half - 3.2, 9.8, Style(stroke=ink, width=0.8), 4.9)
        case "person":
            yield Rect(-half, -6.5, 2 * half, 13, rim, 6.5)
        case "sign":
            ink = BASE.text_area
            yield Rect(-half, -6.5, 2 * half, 13, Style(fill=BASE.paper, stroke=BASE.text_area, width=1.3), 3)
    yield Text(0, 3.6, chip.text, _SIZE, ink, Font.CONDENSED_BOLD, "middle")


def rows(chips: Iterable[Chip], first: float, side: str) -> Iterator[Item]:
    """Yield chips in rows on a side of (0, 0), the first this far above or below it, and a count of the rest."""
    found: list[list[Chip]] = [[]]
    rest = 0
    for chip in chips:
        if _width((*found[-1], chip)) <= ROOM or not found[-1]:
            found[-1].append(chip)
        elif len(found) < ROWS:
            found.append([chip])
        else:
            rest += 1
    if rest:
        found[-1][-1] = Chip("sign", f"+{rest + 1}", DARK)
    for number, row in enumerate(found):
        x = {"e": BESIDE, "w": -BESIDE - _width(row)}.get(side, -_width(row) / 2)
        y = STEP * number + (first if side in ("n", "s") else 0)
        for chip in row:
            yield Group(tuple(drawn(chip)), dx=x + chip.width / 2, dy=-y if side == "n" else y)
            x += chip.width + _GAP


def _width(row: Sequence[Chip]) -> float:
    return sum(chip.width + _GAP for chip in row) - _GAP


def badge(x: float, y: float, text: str, fill: str, ink: str) -> Iterator[Item]:
    """Draw a round sign at the corner of a marker."""
    yield Circle(x, y, 7.4, Style(fill=fill, stroke=BASE.frame, width=1.2))
    yield Text(x, y + 4.1, text, 11.5, ink, Font.CONDENSED_BOLD, "middle")

"""Explain the signs, in one panel."""

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.pictures.scene import Circle, Font, Group, Item, Path, Rect, Style, Text
from adjudicator.pictures.text import text_width

from .arrows import Arrow, specimen
from .atlas import Box
from .highlights import pennant
from .palette import BASE, Crest, SideColours
from .plates import chip, heading, note

Entry = tuple[float, tuple[Item, ...], str]
"""Half width, sample around (0, 0), text."""

_SIZE, _GAP = 12.0, 10.0  # of the text, and between entries where a row is full
_EDGE = 12.0  # of the panel
_STEP = 25  # from one row to the next


def legend(box: Box, title: str, entries: Iterable[Entry]) -> Iterator[Item]:
    """Draw samples with their names in rows that end at one edge, except the last row."""
    x, y, width, _ = box
    yield heading(box, title)
    rows = _rows(entries, 22 + text_width(title, 13.5, Font.SERIF_BOLD), width)
    for number, (left, row) in enumerate(rows):
        spare = width - _EDGE - left - sum(map(_needed, row)) + _GAP
        gap = _GAP if number == len(rows) - 1 else _GAP + spare / max(len(row) - 1, 1)
        middle = y + 19 + _STEP * number
        for half, sample, text in row:
            yield Group(sample, dx=x + left + half, dy=middle)
            yield note(x + left + 2 * half + 6, middle + 4.2, text, size=_SIZE)
            left += _needed((half, sample, text)) - _GAP + gap


def crest_entry(crest: Crest, name: str) -> Entry:
    """Return a side by its chip."""
    return 9, tuple(chip(-9, -8.5, crest)), name


def changed_entry(crest: Crest, text: str, *, inside: str = BASE.light) -> Entry:
    """Return a marker on which something has changed: its rim, and the pennant of the side that did it."""
    ring = Circle(0, 0, 25, Style(fill=BASE.changed, stroke=BASE.frame, width=2))
    disc = Circle(0, 0, 18, Style(fill=inside, stroke=BASE.frame, width=2.4))
    return small_entry((ring, disc, Group(tuple(pennant(crest)), dx=21, dy=12)), text, half=12, scale=0.45)


def wide_entry(crest: Crest, name: str) -> Entry:
    """Return a side with several letters, on a chip as wide as they need."""
    half = max(9.0, 0.5 * text_width(crest.letter, 12, Font.BOLD) + 4)
    plain = Rect(-half, -8.5, 2 * half, 17, Style(fill=crest.colours.fill, stroke=BASE.frame, width=1), 3)
    return half, (plain, Text(0, 4.5, crest.letter, 12, crest.colours.text, Font.BOLD, "middle")), name


def line_entry(style: Style, name: str) -> Entry:
    """Return a line between places."""
    return 13, (Path("M-13 0H13", style),), name


def arrow_entry(look: Arrow, colours: SideColours, name: str) -> Entry:
    """Return an arrow that looks like one on the map, in the colours of a side; its places count for nothing."""
    return 18, tuple(specimen(look, colours.fill, 18)), name


def small_entry(items: Sequence[Item], name: str, *, half: float = 10, scale: float = 0.52) -> Entry:
    """Return a marker with its signs, smaller than on the map."""
    return half, (Group(tuple(items), scale=scale),), name


def _rows(entries: Iterable[Entry], first: float, width: float) -> list[tuple[float, list[Entry]]]:
    """Return where each row begins, the first after the heading, and its entries."""
    rows: list[tuple[float, list[Entry]]] = [(first, [])]
    for entry in entries:
        start, row = rows[-1]
        if start + sum(map(_needed, (*row, entry))) - _GAP > width - _EDGE:
            rows.append((_EDGE, []))
        rows[-1][1].append(entry)
    return rows


def _needed(entry: Entry) -> float:
    half, _, text = entry
    return 2 * half + 6 + text_width(text, _SIZE) + _GAP

"""Parts that several panels share: plates, headings, small print, chips with the letter and the score of a side."""

from collections.abc import Iterable, Iterator

from adjudicator.pictures.scene import Anchor, Font, Item, Piece, Rect, Style, Text
from adjudicator.pictures.text import fit_text

from .atlas import Box
from .palette import BASE, Crest, SideColours

PILL = 26  # width of a rounded plate
SMALLEST = 8.6  # letters that can be read
_FEW = 3  # letters on a pill that may be large


def plate(box: Box) -> Item:
    """Return the paper of a panel."""
    return Rect(*box, Style(fill=BASE.paper, stroke=BASE.frame, width=1.4), 5)


def heading(box: Box, text: str) -> Text:
    """Return the title of a panel at its upper left."""
    x, y, width, _ = box
    shown, size = fit_text(text, width - 20, 13.5, 10.5, Font.SERIF_BOLD)
    return Text(x + 10, y + 18, shown, size, BASE.text_area, Font.SERIF_BOLD)


def note(x: float, y: float, text: str, *, size: float = 11.5, middle: bool = False, bold: bool = False) -> Text:
    """Return small print on a panel."""
    font = Font.CONDENSED_BOLD if bold else Font.CONDENSED
    return Text(x, y, text, size, BASE.text, font, "middle" if middle else "start")


def line(  # noqa: PLR0913 - one text with everything about it
    x: float,
    y: float,
    text: str,
    room: float,
    *,
    size: float,
    font: Font = Font.CONDENSED,
    colour: str = BASE.text,
    anchor: Anchor = "start",
) -> Text:
    """Return a text no wider than its room: smaller if necessary, and cut only if it would be too small to read."""
    told, size = fit_text(text, room, size, SMALLEST, font)
    return Text(x, y, told, size, colour, font, anchor)


def numeral(value: int) -> str:
    """Return a number with a true minus if it is below zero."""
    return str(value).replace("-", "−")


def part(name: str, x: float, y: float, width: float, height: float, items: Iterable[Item]) -> Piece:
    """Return a part of a panel that changes by itself, drawn around its upper left corner.

    Equal parts are drawn once.
    """
    return Piece(name, round(x), round(y), (-2, -2, width + 4, height + 4), tuple(items))


def chip(x: float, y: float, crest: Crest) -> Iterator[Item]:
    """Draw the letter of a side on its colour, 18 px wide, top left corner at (x, y)."""
    colours = crest.colours
    yield Rect(x, y, 18, 17, Style(fill=colours.fill, stroke=BASE.frame, width=1), 3)
    if colours.ringed:
        yield Rect(x + 2, y + 2, 14, 13, Style(stroke=colours.text, width=0.8, stroke_opacity=0.75), 2)
    yield Text(x + 9, y + 13, crest.letter, 12, colours.text, Font.BOLD, "middle")


def chip_part(name: str, x: float, y: float, crest: Crest) -> Piece:
    """Return the chip of a side as a part."""
    return part(name, x, y, 18, 17, chip(0, 0, crest))


def score_part(name: str, x: float, y: float, crest: Crest, value: int, *, leads: bool) -> Piece:
    """Return a chip 33 px wide with the score of a side; in full colour if it leads."""
    colours = crest.colours
    fill, text = (colours.fill, colours.text) if leads else (colours.tint, BASE.text)
    plain = Rect(0, 0, 33, 17, Style(fill=fill, stroke=BASE.frame, width=0.9), 3)
    told = Text(16.5, 13, f"{crest.letter} {value}", 12, text, Font.BOLD, "middle")
    return part(name, x, y, 33, 17, (plain, told))


def pill(label: str, colours: SideColours, *, full: bool = False, width: float = PILL) -> Iterator[Item]:
    """Draw a rounded plate in the colours of a side, 19 px high, top left corner at (0, 0)."""
    fill, text = (colours.fill, colours.text) if full else (BASE.paper, BASE.text)
    yield Rect(0, 0, width, 19, Style(fill=fill, stroke=colours.fill, width=1.6), 9.5)
    size = 12.5 if len(label) < _FEW or width > PILL else 11
    yield Text(width / 2, 9.5 + 0.36 * size, label, size, text, Font.CONDENSED_BOLD, "middle")

"""Parts that several panels share: plates, headings, chips with the letter and the score of a side."""

from collections.abc import Iterable, Iterator

from adjudicator.pictures import Font, Item, Piece, Rect, Style, Text
from adjudicator.pictures.text import fitted

from .atlas import Box, Language, palette
from .position import SIDES, Side
from .tally import Tally
from .words import words

PLATE = 26  # width of the plate with a side's strength


def plate(box: Box) -> Item:
    """The paper of a panel."""
    base = palette().base
    return Rect(*box, Style(fill=base.paper, stroke=base.frame, width=1.4), 5)


def heading(box: Box, text: str) -> Text:
    """The title of a panel at its upper left."""
    x, y, width, _ = box
    shown, size = fitted(text, width - 20, 13.5, 10.5, Font.SERIF_BOLD)
    return Text(x + 10, y + 18, shown, size, palette().base.text_area, Font.SERIF_BOLD)


def note(x: float, y: float, text: str, *, size: float = 11.5, middle: bool = False, bold: bool = False) -> Text:
    """Small print on a panel."""
    font = Font.CONDENSED_BOLD if bold else Font.CONDENSED
    return Text(x, y, text, size, palette().base.text, font, "middle" if middle else "start")


def numeral(value: int) -> str:
    """A number with a true minus where it is below zero."""
    return str(value).replace("-", "−")


def letter_chip(x: float, y: float, side: Side, language: Language) -> Iterator[Item]:
    """The letter of a side on its colour, 18 px wide, top left corner at (x, y)."""
    base, colours = palette().base, palette().sides[side]
    yield Rect(x, y, 18, 17, Style(fill=colours.fill, stroke=base.frame, width=1), 3)
    if side == "britain":
        yield Rect(x + 2, y + 2, 14, 13, Style(stroke=colours.text, width=0.8, stroke_opacity=0.75), 2)
    yield Text(x + 9, y + 13, words(language).letters[side], 12, colours.text, Font.BOLD, "middle")


def part(name: str, x: float, y: float, width: float, height: float, items: Iterable[Item]) -> Piece:
    """A part of a panel that changes by itself, drawn around its upper left corner: equal ones are drawn once."""
    return Piece(name, round(x), round(y), (-2, -2, width + 4, height + 4), tuple(items))


def letter_part(name: str, x: float, y: float, side: Side, language: Language) -> Piece:
    """The chip of a side as a part."""
    return part(name, x, y, 18, 17, letter_chip(0, 0, side, language))


def score_parts(name: str, x: float, y: float, tally: Tally, language: Language) -> Iterator[Piece]:
    """Two chips side by side, 68 px wide: who has how many; the leader's chip is in full colour."""
    for side, value, left in ((SIDES[0], tally.france, x), (SIDES[1], tally.britain, x + 35)):
        yield part(f"{name}-{side}", left, y, 33, 17, _score(side, value, language, leads=tally.leader == side))


def _score(side: Side, value: int, language: Language, *, leads: bool) -> Iterator[Item]:
    base, colours = palette().base, palette().sides[side]
    fill, text = (colours.fill, colours.text) if leads else (colours.tint, base.text)
    yield Rect(0, 0, 33, 17, Style(fill=fill, stroke=base.frame, width=0.9), 3)
    yield Text(16.5, 13, f"{words(language).letters[side]} {value}", 12, text, Font.BOLD, "middle")


def strength_plate(label: str, side: Side, *, full: bool = False, width: float = PLATE) -> Iterator[Item]:
    """A rounded plate in the colour of a side, 19 px high, top left corner at (0, 0)."""
    base, colours = palette().base, palette().sides[side]
    fill, text = (colours.fill, colours.text) if full else (base.paper, base.text)
    yield Rect(0, 0, width, 19, Style(fill=fill, stroke=colours.fill, width=1.6), 9.5)
    size = 12.5 if len(label) < 3 or width > PLATE else 11
    yield Text(width / 2, 9.5 + 0.36 * size, label, size, text, Font.CONDENSED_BOLD, "middle")


def reward(vp: int, treaty_points: int, debt: int, language: Language) -> str:
    """What an award or a commodity gives: `2 VP +1 TP -1 debt`."""
    word = words(language)
    parts = [f"{vp} {word.vp}"] if vp or not treaty_points else []
    if treaty_points:
        parts.append(f"+{treaty_points} {word.trp}" if parts else f"{treaty_points} {word.trp}")
    if debt:
        parts.append(f"{'+' if debt > 0 else '−'}{abs(debt)} {word.debt_short}")
    return " ".join(parts)

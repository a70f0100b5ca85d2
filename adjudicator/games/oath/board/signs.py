"""The signs of this game, drawn around (0, 0) and about 18 px high; smaller by `scale`."""

from collections.abc import Iterator

from adjudicator.pictures import Circle, Font, Group, Item, Path, Rect, Style, Text
from adjudicator.pictures.maps.palette import BASE, Crest
from adjudicator.pictures.maps.plates import line
from adjudicator.pictures.shapes import polygon, star
from adjudicator.pictures.text import fit_text

from ..facts import SUIT
from .atlas import outlines, palette

SECRET = "#4b3b78"
"""The colour of secrets."""
_FEW = 9  # figures up to this are large


def sign(id: str, colour: str = BASE.text, *, x: float = 0, y: float = 0, scale: float = 1.0) -> Group:
    """Draw a sign in one colour."""
    return Group((Path(outlines()[id], Style(fill=colour)),), dx=x, dy=y, scale=scale)


def suit(index: int, x: float, y: float, scale: float = 0.6) -> Group:
    """Draw the sign of a suit in its colour."""
    id = SUIT.ids[index]
    return sign(id, palette().suits[id], x=x, y=y, scale=scale)


def favor(x: float, y: float, count: int) -> Iterator[Item]:
    """Draw favor as a coin with how many there are."""
    yield Circle(x, y, 7, Style(fill=BASE.caution, stroke=BASE.frame, width=0.9))
    yield _figure(x, y, str(count), BASE.text)


def secrets(x: float, y: float, count: int, *, facedown: bool = False) -> Iterator[Item]:
    """Draw secrets as a dark diamond with how many there are; those that lie face down as a pale one."""
    fill, text = (BASE.shade, BASE.text) if facedown else (SECRET, BASE.light)
    yield Path(polygon(x, y, 8.6, 4), Style(fill=fill, stroke=BASE.frame, width=0.9))
    yield _figure(x, y, str(count), text)


def _figure(x: float, y: float, told: str, colour: str) -> Text:
    size = 10 if len(told) == 1 else 8.8
    return Text(x, y + 0.36 * size, told, size, colour, Font.CONDENSED_BOLD, "middle")


def counted(id: str, x: float, y: float, told: str, *, scale: float = 0.62) -> Iterator[Item]:
    """Draw a sign with a figure behind it."""
    yield sign(id, x=x, y=y, scale=scale)
    yield Text(x + 8, y + 4, told, 11, BASE.text, Font.CONDENSED_BOLD)


def pawn(seat: Crest, x: float, y: float, scale: float = 0.88) -> Group:
    """Draw the pawn of a seat with its letters."""
    shape = Path(outlines()["pawn"], Style(fill=seat.colours.fill, stroke=BASE.frame, width=1.3))
    told, size = fit_text(seat.letter, 17, 10.2, 9.7, Font.CONDENSED_BOLD)
    letters = Text(0, 3.9, told, size, seat.colours.text, Font.CONDENSED_BOLD, "middle")
    return Group((shape, letters), dx=x, dy=y, scale=scale)


def chip(x: float, y: float, seat: Crest) -> Iterator[Item]:
    """Draw the letters of a seat on its colour, 22 px wide, top left corner at (x, y)."""
    yield Rect(x, y, 22, 17, Style(fill=seat.colours.fill, stroke=BASE.frame, width=1), 3)
    yield Text(x + 11, y + 12.8, seat.letter, 11.5, seat.colours.text, Font.CONDENSED_BOLD, "middle")


def back(x: float, y: float, width: float, height: float, *, vision: bool) -> Iterator[Item]:
    """Draw the back of a card, with an eye if it is a vision's."""
    yield Rect(x, y, width, height, Style(fill=BASE.shade, stroke=BASE.frame, width=0.9), 2.5)
    if vision:
        yield sign("vision", x=x + width / 2, y=y + height / 2, scale=min(width, height) / 24)


def relic(x: float, y: float, told: str) -> Iterator[Item]:
    """Draw a facedown relic; `told`: its short name where the reader knows it."""
    width = 34 if told else 15
    dash = (2.5, 2) if told else ()
    yield Rect(x, y - 7.5, width, 15, Style(fill=BASE.shade, stroke=BASE.frame, width=0.9, dash=dash), 2.5)
    yield sign("relic", x=x + 7.5, y=y, scale=0.52)
    if told:
        yield line(x + 14, y + 3.4, told, 19, size=9)


def title(x: float, y: float, *, usurper: bool) -> Iterator[Item]:
    """Draw the title: a gold star, for a usurper a dark one."""
    fill, stroke = (BASE.alarm, BASE.frame) if usurper else (BASE.changed, BASE.frame)
    yield Path(star(x, y, 7.4, inner=0.48), Style(fill=fill, stroke=stroke, width=1))
    if usurper:
        yield Text(x, y + 2.9, "!", 8.6, BASE.light, Font.BOLD, "middle")

"""The signs of this game, drawn around (0, 0) and about 18 px high; smaller by `scale`."""

from collections.abc import Iterator
from typing import Final

from adjudicator.pictures import Circle, Font, Group, Item, Path, Rect, Style, Text
from adjudicator.pictures.maps.atlas import Shape
from adjudicator.pictures.maps.markers import RADIUS, outline
from adjudicator.pictures.maps.palette import BASE, Crest, SideColours
from adjudicator.pictures.maps.signs import ship

from ..facts import BANK, FIRST_PAWN, RELIGION, TYPES, Operation, religion_of, type_of
from .atlas import crest, outlines, palette

_CROSSED: Final = "M-8 8.5L8 -8.5M8 8.5L-8 -8.5M-8.5 2.5L-2.5 8.5M8.5 2.5L2.5 8.5"
_SHIELD: Final = "M-17 -18H17V4C17 12 10.5 16.8 0 19.5C-10.5 16.8 -17 12 -17 4Z"


def sign(id: str, colour: str, *, x: float = 0, y: float = 0, scale: float = 1.0) -> Group:
    """A sign in one colour."""
    match id:
        case "pirate" | "corsair":
            items = ship(colour)
        case "campaign":
            items = (Path(_CROSSED, Style(stroke=colour, width=2.4, round_ends=True)),)
        case _:
            items = (Path(outlines()[id], Style(fill=colour)),)
    return Group(items, dx=x, dy=y, scale=scale)


def badge(religion: str, id: str, x: float, y: float, radius: float) -> Group:
    """A sign on the shape and the colour of a religion."""
    colours = palette().religions[religion]
    shape = outline(palette().shapes[religion], Style(fill=colours.fill, stroke=BASE.frame, width=2.4))
    return Group((shape, sign(id, colours.text, scale=1.32)), dx=x, dy=y, scale=radius / RADIUS)


def colours_of(piece: int) -> SideColours:
    """The colours of a piece: of its religion."""
    return palette().religions[RELIGION.ids[religion_of(piece)]]


def shape_of(piece: int) -> Shape:
    """The shape that goes with them."""
    return palette().shapes[RELIGION.ids[religion_of(piece)]]


def shield(colours: SideColours) -> Item:
    """What belongs to a bank, as large as a marker."""
    return Path(_SHIELD, Style(fill=colours.fill, stroke=BASE.frame, width=1.6))


def arms(bank: Crest, x: float, y: float, scale: float) -> Group:
    """The shield of a bank with its letters."""
    letters = Text(0, 4, bank.letter, 17, bank.colours.text, Font.CONDENSED_BOLD, "middle")
    return Group((shield(bank.colours), letters), dx=x, dy=y, scale=scale)


def figure(piece: int, language: str, x: float, y: float, radius: float) -> Group:
    """A piece of the game, small."""
    if piece >= FIRST_PAWN:
        return arms(crest(BANK.ids[piece - FIRST_PAWN], language), x, y, radius / RADIUS)
    return badge(RELIGION.ids[religion_of(piece)], TYPES[type_of(piece)], x, y, radius)


def operation(found: Operation, x: float, y: float, size: float) -> Group:
    """An operation of a card: with a religion on its shape."""
    if found.religion >= 0:
        id = "bishop" if found.op == "inquisitor" else "corsair"
        return badge(RELIGION.ids[found.religion], id, x, y, size / 2)
    return sign(found.op, BASE.text, x=x, y=y, scale=size / 20)


def prestige(id: str, x: float, y: float, size: float) -> Group:
    """A kind of prestige: of a religion its emblem on its shape."""
    return badge(id, id, x, y, size / 2) if id in RELIGION else sign(id, BASE.text_area, x=x, y=y, scale=size / 20)


def coin(x: float, y: float, figure: int) -> Iterator[Item]:
    """So many florins."""
    yield Circle(x, y, 8.5, Style(fill=BASE.caution, stroke=BASE.frame, width=1))
    size = 11 if figure < 10 else 9.6
    yield Text(x, y + 0.36 * size, str(figure), size, BASE.text, Font.CONDENSED_BOLD, "middle")


def side_disc(letter: str, x: float, y: float, *, dark: bool) -> Iterator[Item]:
    """The letter of a side of the world: the East on dark."""
    fill, text = (BASE.frame, BASE.light) if dark else (BASE.paper, BASE.text)
    yield Circle(x, y, 8.4, Style(fill=fill, stroke=BASE.frame, width=1.4))
    yield Text(x, y + 3.8, letter, 10.5, text, Font.BOLD, "middle")


def plaque(x: float, y: float, width: float, text: str) -> Iterator[Item]:
    """A short text on a small plate around (x, y)."""
    yield Rect(x - width / 2, y - 7, width, 14, Style(fill=BASE.paper, stroke=BASE.frame, width=0.9), 4)
    yield Text(x, y + 3.8, text, 10.5, BASE.text, Font.CONDENSED_BOLD, "middle")

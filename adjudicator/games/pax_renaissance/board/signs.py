"""The signs of this game, drawn around (0, 0) and about 18 px high; smaller by `scale`."""

from typing import Final

from adjudicator.pictures import Font, Group, Item, Path, Style, Text
from adjudicator.pictures.maps.atlas import Shape
from adjudicator.pictures.maps.markers import RADIUS, outline
from adjudicator.pictures.maps.palette import BASE, Crest, SideColours
from adjudicator.pictures.maps.signs import ship

from ..facts import BANK, FIRST_PAWN, RELIGION, TYPES, Operation, religion_of, type_of
from .atlas import crest, outlines, palette

_CROSSED: Final = "M-8 8.5L8 -8.5M8 8.5L-8 -8.5M-8.5 2.5L-2.5 8.5M8.5 2.5L2.5 8.5"
_SHIELD: Final = "M-17 -18H17V4C17 12 10.5 16.8 0 19.5C-10.5 16.8 -17 12 -17 4Z"


def sign(id: str, colour: str, *, x: float = 0, y: float = 0, scale: float = 1.0) -> Group:
    """Draw a sign in one colour."""
    match id:
        case "pirate" | "corsair":
            items = ship(colour)
        case "campaign":
            items = (Path(_CROSSED, Style(stroke=colour, width=2.4, round_ends=True)),)
        case _:
            items = (Path(outlines()[id], Style(fill=colour)),)
    return Group(items, dx=x, dy=y, scale=scale)


def badge(religion: str, id: str, x: float, y: float, radius: float) -> Group:
    """Draw a sign on the shape and in the colour of a religion."""
    colours = palette().religions[religion]
    shape = outline(palette().shapes[religion], Style(fill=colours.fill, stroke=BASE.frame, width=2.4))
    return Group((shape, sign(id, colours.text, scale=1.32)), dx=x, dy=y, scale=radius / RADIUS)


def look_of(piece: int) -> tuple[SideColours, Shape]:
    """Return the colours of a piece, those of its religion, and the shape that goes with them."""
    religion = RELIGION.ids[religion_of(piece)]
    return palette().religions[religion], palette().shapes[religion]


def shield(colours: SideColours) -> Item:
    """Draw the shield of a bank, as large as a marker."""
    return Path(_SHIELD, Style(fill=colours.fill, stroke=BASE.frame, width=1.6))


def arms(bank: Crest, x: float, y: float, scale: float) -> Group:
    """Draw the shield of a bank with its letters."""
    letters = Text(0, 4, bank.letter, 17, bank.colours.text, Font.CONDENSED_BOLD, "middle")
    return Group((shield(bank.colours), letters), dx=x, dy=y, scale=scale)


def figure(piece: int, language: str, x: float, y: float, radius: float) -> Group:
    """Draw a small piece of the game."""
    if piece >= FIRST_PAWN:
        return arms(crest(BANK.ids[piece - FIRST_PAWN], language), x, y, radius / RADIUS)
    return badge(RELIGION.ids[religion_of(piece)], TYPES[type_of(piece)], x, y, radius)


def operation(found: Operation, x: float, y: float, size: float) -> Group:
    """Draw an operation of a card, for one with a religion on its shape."""
    if found.religion >= 0:
        id = "bishop" if found.op == "inquisitor" else "corsair"
        return badge(RELIGION.ids[found.religion], id, x, y, size / 2)
    return sign(found.op, BASE.text, x=x, y=y, scale=size / 20)


def prestige(id: str, x: float, y: float, size: float) -> Group:
    """Draw a kind of prestige, for a religion its emblem on its shape."""
    return badge(id, id, x, y, size / 2) if id in RELIGION else sign(id, BASE.text_area, x=x, y=y, scale=size / 20)

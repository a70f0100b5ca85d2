"""A card or a square on the table: name and location, operations and prestige; in the market its one-shot too."""

from collections.abc import Iterator, Sequence

from adjudicator.components.bits import bits
from adjudicator.pictures import Font, Item, Rect, Style
from adjudicator.pictures.maps import signs
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.maps.plates import note
from adjudicator.pictures.text import fitted, text_width

from ..facts import (
    ABILITY,
    EMPIRE,
    FIRST_CARD,
    FIRST_PAWN,
    ITEM,
    NONE,
    ONE_SHOT,
    PRESTIGE,
    REGIONS,
    RELIGION,
    SIDE,
    Operation,
)
from ..names import names
from ..rules import table
from ..state import State
from .atlas import palette
from .signs import badge, figure, operation, prestige, sign

HEIGHT, HIGH = 52, 84
"""Of a card in a tableau, and in the market."""
_SMALLEST = 8.6
_STEP, _SIZE = 15, 13  # from one sign to the next, and their size
_SIGNS = 41  # the middle of the row of signs


def owned(state: State, index: int, width: float, language: str) -> Iterator[Item]:
    """An item of a tableau from its upper left corner, with its bishop; what lies under a square is dashed."""
    found, bishop = ITEM.things[index], table.bishop_on(state, index)
    square = index < FIRST_CARD
    under = found.kind == "queen" or (square and state.suzerain[index] != NONE)
    fill = palette().banks[state.holder[index]].tint if square else BASE.land
    yield _rim(width, HEIGHT, fill, dashed=under)
    yield from _head(index, width, language, aside=20 if bishop != NONE else 4)
    kinds, x = table.prestige_of(state, index), 11.0
    if under or square:
        face = "queen" if not square else "king" if table.is_king(state, index) else "republic"
        yield sign(face, BASE.alarm, x=x, y=_SIGNS, scale=0.62)
        x += _STEP + 1
    yield from _signs(table.operations_of(state, index), kinds, width, x)
    if bishop != NONE:
        yield badge(RELIGION.ids[bishop], "bishop", width - 10, 10, 9)


def offered(index: int, width: float, language: str, *, aside: float, dim: bool) -> Iterator[Item]:
    """A card of the market; `aside`: what must stay free in its upper right corner."""
    found = ITEM.things[index]
    yield _rim(width, HIGH, BASE.board if dim else BASE.land)
    yield from _head(index, width, language, aside=aside)
    if found.kind == "comet":
        yield from signs.gold_star(13, _SIGNS + 4)
        return
    if found.kind == "queen":
        yield sign("queen", BASE.alarm, x=11, y=_SIGNS, scale=0.62)
    yield from _signs(found.operations, found.prestige, width, 27 if found.kind == "queen" else 11)
    for number, agent in enumerate(reversed(found.agents)):
        yield from _agent(agent, width - 11 - 17 * number)
    called = names(language)
    if found.one_shot:
        yield from _line(5, 63, called.name(ONE_SHOT, found.one_shot.kind), width - 12 - 17 * len(found.agents), 10.5)
    about = [called.name(ABILITY, each) for each in found.abilities]
    about += (
        [", ".join(names.short.of(EMPIRE, EMPIRE.ids[each]) for each in bits(found.suitors))] if found.suitors else []
    )
    yield from _line(5, 77, "; ".join(about), width - 9, 10.5)


def _agent(piece: int, x: float) -> Iterator[Item]:
    """An agent; a pawn is one of the bank that plays the card."""
    yield sign("pawn", BASE.text, x=x, y=59, scale=0.7) if piece >= FIRST_PAWN else figure(piece, "", x, 59, 7.4)


def _rim(width: float, height: float, fill: str, *, dashed: bool = False) -> Item:
    style = Style(fill=fill, stroke=BASE.frame, width=1.1, dash=(3, 2) if dashed else ())
    return Rect(0, 0, width, height, style, 3)


def _head(index: int, width: float, language: str, *, aside: float) -> Iterator[Item]:
    """Short name and location above the name; a long location by the short name of its empire."""
    called, found = names(language), ITEM.things[index]
    short = names.short.of(ITEM, found.id)
    yield note(5, 14, short, size=11.5, bold=True)
    start = 9 + text_width(short, 11.5, Font.CONDENSED_BOLD)
    room, where = width - start - aside, ""
    if index >= FIRST_CARD and found.location:
        empire = EMPIRE.ids[found.location.bit_length() - 1]
        where = (
            called.name(SIDE, SIDE.ids[REGIONS.index(found.location)]) if found.region else called.name(EMPIRE, empire)
        )
        if not found.region and text_width(where, _SMALLEST) > room:
            where = names.short.of(EMPIRE, empire)
    if where and text_width(where, _SMALLEST) <= room:
        yield from _line(start, 14, where, room, 10.5)
    name = called.name(EMPIRE, EMPIRE.ids[index]) if index < FIRST_CARD else called.name(ITEM, found.id)
    yield from _line(5, 28, name, width - 9, 11)


def _line(x: float, y: float, text: str, room: float, size: float) -> Iterator[Item]:
    """A text no wider than there is room, cut only where it would be too small."""
    told, size = fitted(text, room, size, _SMALLEST)
    yield note(x, y, told, size=size)


def _signs(operations: Sequence[Operation], kinds: Sequence[int], width: float, x: float) -> Iterator[Item]:
    """Operations from the left, prestige from the right."""
    for number, each in enumerate(operations):
        yield operation(each, x + _STEP * number, _SIGNS, _SIZE)
    for number, kind in enumerate(kinds):
        yield prestige(PRESTIGE.ids[kind], width - 10 - _STEP * number, _SIGNS, _SIZE)

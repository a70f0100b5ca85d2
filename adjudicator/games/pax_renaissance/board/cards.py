"""A card or a square on the table: name and location, operations and prestige; in the market its one-shot too."""

from collections.abc import Iterator, Sequence

from adjudicator.components.bits import bits
from adjudicator.pictures import Font, Item, Rect, Style
from adjudicator.pictures.maps import signs
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.maps.plates import SMALLEST, line, note
from adjudicator.pictures.text import first_fitting, text_width

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
from ..rules import table
from ..state import State
from .atlas import palette, spoken
from .signs import badge, figure, operation, prestige, sign

HEIGHT, LOW, HIGH = 52, 34, 84
"""The heights of a card in a tableau, of one without its name in a crowd, and of one in the market."""
_NARROW = 48  # cards beside whose short name there is little room
_STEP, _SIZE = 15, 13  # from one sign to the next, and their size
_SIGNS, _HIGHER = 41, 24.5  # the middle of the row of signs, with and without a name


def owned(state: State, index: int, width: float, height: float, language: str) -> Iterator[Item]:
    """Draw an item of a tableau from its upper left corner, with its bishop; what is under a square is dashed."""
    found, bishop = ITEM.things[index], table.bishop_on(state, index)
    square, faces = index < FIRST_CARD, ""
    if square:
        faces = "king" if table.is_king(state, index) else "republic"
    elif found.kind == "queen":
        faces = "queen"
    under = faces == "queen" or (square and state.suzerain[index] != NONE)
    fill = palette().banks[state.holder[index]].tint if square else BASE.land
    yield _rim(width, height, fill, dashed=under)
    yield from _head(index, width, language, aside=20 if bishop != NONE else 4, named=height > LOW)
    operations, kinds = table.front(state, index).operations, table.front(state, index).prestige
    yield from _signs(operations, kinds, width, _SIGNS if height > LOW else _HIGHER, faces)
    if bishop != NONE:
        radius = 9.0 if width > _NARROW else 7.0
        yield badge(RELIGION.ids[bishop], "bishop", width - radius, radius, radius)


def offered(index: int, width: float, language: str, *, aside: float, dim: bool) -> Iterator[Item]:
    """Draw a card of the market; `aside`: what must stay free in its upper right corner."""
    found = ITEM.things[index]
    yield _rim(width, HIGH, BASE.board if dim else BASE.land)
    yield from _head(index, width, language, aside=aside)
    if found.kind == "comet":
        yield from signs.gold_star(13, _SIGNS + 4)
        return
    yield from _signs(found.operations, found.prestige, width, _SIGNS, "queen" if found.kind == "queen" else "")
    for number, agent in enumerate(reversed(found.agents)):
        yield from _agent(agent, width - 11 - 17 * number)
    to = spoken(language)
    if found.one_shot:
        room = width - 12 - 17 * len(found.agents)
        yield line(5, 63, first_fitting(to.forms(ONE_SHOT, found.shot), room, SMALLEST), room, size=10.5)
    suitors = ", ".join(to.short(EMPIRE, bit) for bit in bits(found.suitors))
    about = [*(to.thing(ABILITY, ability) for ability in found.abilities), *filter(None, [suitors])]
    yield line(5, 77, "; ".join(about), width - 9, size=10.5)


def _agent(piece: int, x: float) -> Iterator[Item]:
    """Draw an agent; a pawn is one of the bank that plays the card."""
    yield sign("pawn", BASE.text, x=x, y=59, scale=0.7) if piece >= FIRST_PAWN else figure(piece, "", x, 59, 7.4)


def _rim(width: float, height: float, fill: str, *, dashed: bool = False) -> Item:
    style = Style(fill=fill, stroke=BASE.frame, width=1.1, dash=(3, 2) if dashed else ())
    return Rect(0, 0, width, height, style, 3)


def _head(index: int, width: float, language: str, *, aside: float, named: bool = True) -> Iterator[Item]:
    """Yield the short name and location above the name of a card.

    A long location is shown by the short name of its empire.
    """
    to, found = spoken(language), ITEM.things[index]
    short = to.short(ITEM, index)
    yield note(5, 14, short, size=11.5, bold=True)
    start = 9 + text_width(short, 11.5, Font.CONDENSED_BOLD)
    room, where = width - start - aside, ""
    if index >= FIRST_CARD and found.location:
        empire = found.location.bit_length() - 1
        where = to.thing(SIDE, REGIONS.index(found.location)) if found.region else to.thing(EMPIRE, empire)
        if not found.region and text_width(where, SMALLEST) > room:
            where = to.short(EMPIRE, empire)
    if where and text_width(where, SMALLEST) <= room:
        yield line(start, 14, where, room, size=10.5)
    if named:
        names = (to.thing(EMPIRE, index), to.chip(EMPIRE, index)) if index < FIRST_CARD else (to.thing(ITEM, index),)
        yield line(5, 28, first_fitting(names, width - 9, SMALLEST), width - 9, size=11)


def _signs(operations: Sequence[Operation], kinds: Sequence[int], width: float, y: float, face: str) -> Iterator[Item]:
    """Draw what a square or a queen is, then operations from the left, and prestige from the right."""
    count = bool(face) + len(operations) + len(kinds)
    step = min(_STEP, (width - 5) / max(count, 1))
    size, left = min(_SIZE, step - 1), 3.5 + step / 2
    if face:
        yield sign(face, BASE.alarm, x=left, y=y, scale=size / 21)
    for number, each in enumerate(operations, bool(face)):
        yield operation(each, left + step * number, y, size)
    for number, kind in enumerate(kinds):
        yield prestige(PRESTIGE.ids[kind], width - 2.5 - step * (number + 0.5), y, size)

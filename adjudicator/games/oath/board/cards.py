"""A card on the table: its suit, its short name, what lies on it, its name below."""

from collections.abc import Iterator

from adjudicator.pictures import Font, Item, Rect, Style
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.maps.plates import SMALLEST, line, note
from adjudicator.pictures.text import text_width

from ..facts import CARD, NONE, RUIN
from ..rules import table
from ..state import Facedown, State
from .atlas import spoken, words
from .signs import back, favor, secrets, sign, suit

HEIGHT, LINE = 28, 13
"""The height of a card at a site, and of a line that names one on a board."""
_NAME = 10.5
_LEAST = 9.2  # letters of a whole name; below it stands the short one of buttons


def name(state: State, index: int, language: str) -> str:
    """Return the name of a card; of an edifice that of the side that lies up."""
    to, id = spoken(language), CARD.ids[index]
    return to.thing(RUIN, id) if state.ruined >> index & 1 else to.thing(CARD, index)


def fitting(state: State, index: int, room: float, language: str) -> str:
    """Return the name of a card, or a shorter one where there is no room for it."""
    told = name(state, index, language)
    ruined = state.ruined >> index & 1
    return told if ruined or text_width(told, _LEAST) <= room else spoken(language).chip(CARD, index)


def at_site(state: State, index: int, width: float, language: str) -> Iterator[Item]:
    """Draw a denizen or an edifice from its upper left corner, with the favor and secrets on it."""
    card, ruined = CARD.things[index], bool(state.ruined >> index & 1)
    built = card.kind == "edifice"
    rim = Style(fill=BASE.board if ruined else BASE.paper, stroke=BASE.frame, width=2 if built else 1)
    yield Rect(0, 0, width, HEIGHT, rim, 3)
    if ruined:
        yield sign("ruin", x=9, y=8.5, scale=0.55)
    elif card.suit != NONE:
        yield suit(card.suit, 9, 8.5)
    yield note(18, 12.4, spoken(language).short(CARD, index), size=10.5, bold=True)
    if built and not ruined:
        yield sign("edifice", BASE.text_area, x=50, y=8.5, scale=0.5)
    yield from tokens(state, index, width - 9, 8.5)
    room = width - 8
    if card.locked and not built:  # all edifices are
        yield sign("locked", BASE.text_area, x=width - 8, y=20.5, scale=0.55)
        room -= 11
    yield line(4, 24, fitting(state, index, room, language), room, size=_NAME)


def tokens(state: State, index: int, right: float, y: float) -> Iterator[Item]:
    """Draw the favor and secrets on a card, from the right."""
    found = table.tokens(state, index)
    if found is None:
        return
    if found.favor:
        yield from favor(right, y, found.favor)
        right -= 15
    if found.secrets:
        yield from secrets(right, y, found.secrets)


def room(width: float) -> Item:
    """Draw room for a card at a site."""
    return Rect(0, 0, width, HEIGHT, Style(stroke=BASE.coast, width=1, dash=(3, 3)), 3)


def adviser(state: State, index: int, width: float, language: str) -> Iterator[Item]:
    """Write a faceup card of a board in one line: suit, short name, name."""
    card = CARD.things[index]
    if card.suit != NONE:
        yield suit(card.suit, 6, LINE / 2, 0.55)
    else:
        yield sign("vision" if card.kind == "vision" else "relic", x=6, y=LINE / 2, scale=0.52)
    yield from _named(state, index, width - (32 if table.tokens(state, index) else 0), language)
    if card.locked:
        yield sign("locked", BASE.text_area, x=width - 6, y=LINE / 2, scale=0.5)
    yield from tokens(state, index, width - (20 if card.locked else 8), LINE / 2)


def hidden(state: State, found: Facedown, width: float, language: str) -> Iterator[Item]:
    """Write a facedown card of a board in one line: its back, and its name where the reader knows it."""
    yield from back(1, 1, 10, LINE - 2, vision=found.vision)
    if found.card == NONE:
        told = words(language).seat["facedown_vision" if found.vision else "facedown"]
        yield line(15, 10, told, width - 17, size=10)
        return
    yield from _named(state, found.card, width, language)
    yield Rect(13, 0.5, width - 14, LINE - 1, Style(stroke=BASE.coast, width=0.8, dash=(2.5, 2)), 2.5)


def _named(state: State, index: int, width: float, language: str) -> Iterator[Item]:
    short = spoken(language).short(CARD, index)
    yield note(15, 10, short, size=10, bold=True)
    start = 18 + text_width(short, 10, Font.CONDENSED_BOLD)
    room = width - start - (12 if CARD.things[index].locked else 2)
    yield line(start, 10, fitting(state, index, room * _LEAST / SMALLEST, language), room, size=10)

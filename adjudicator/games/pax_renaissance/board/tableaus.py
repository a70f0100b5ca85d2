"""The tableaus: in the middle a bank with what it has, left its cards of the West, right those of the East."""

from collections.abc import Iterator, Sequence

from adjudicator.pictures import Font, Item, Piece, Rect, Style, Text
from adjudicator.pictures.maps import Shown
from adjudicator.pictures.maps.atlas import Box
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.maps.plates import note, part
from adjudicator.pictures.text import fitted

from ..facts import BANK, FIRST_CARD, ITEM, NONE, PRESTIGE, SIDE
from ..names import names
from ..rules import table
from ..state import State
from .atlas import atlas, crest
from .cards import HEIGHT, owned
from .signs import arms, coin, prestige, sign

_GAP = 6  # between the tableaus
_MIDDLE, _NARROW = 122, 104  # width of what a bank has, and where there is little room
_TILE, _LEAST = 88, 46  # width of a card, and of one in a crowd
_BETWEEN = 3


def tableaus(shown: Shown[State], language: str) -> Iterator[Piece]:
    """Of every bank that plays, in the order of their turns."""
    for bank, box in boxes(shown.view.seats).items():
        yield from tableau(shown.view, bank, box, language)


def boxes(banks: Sequence[str]) -> dict[str, Box]:
    """Where the tableau of each bank lies: side by side, four in two rows."""
    x, y, width, height = atlas().panels["tableaus"]
    across = 2 if len(banks) == 4 else len(banks)
    wide, high = (width + _GAP) / across, (height + _GAP) / -(-len(banks) // across)
    return {
        bank: (x + number % across * wide, y + number // across * high, wide - _GAP, high - _GAP)
        for number, bank in enumerate(banks)
    }


def tableau(state: State, bank: str, box: Box, language: str) -> Iterator[Piece]:
    """One tableau."""
    x, y, width, height = box
    middle = _MIDDLE if width > 500 else _NARROW
    room = (width - middle) / 2 - 2 * _BETWEEN
    paper = Rect(0, 0, width, height, Style(fill=BASE.paper, stroke=BASE.frame, width=1.4), 5)
    turn = Rect(3, 3, width - 6, height - 6, Style(stroke=BASE.changed, width=3), 4)
    yield part(f"tableau-{bank}", x, y, width, height, (paper, turn) if state.active == bank else (paper,))
    yield part(
        f"bank-{bank}", x + (width - middle) / 2, y, middle, height, _bank(state, bank, middle, height, language)
    )
    for side in SIDE.indexes:
        left = x + 2 * _BETWEEN if side == 0 else x + (width + middle) / 2
        yield from _row(state, bank, side, (left, y, room, height), language)


def _row(state: State, bank: str, side: int, box: Box, language: str) -> Iterator[Piece]:
    """The cards of a side from the bank outwards, line by line; what lies under a square stands behind it."""
    x, y, room, height = box
    items = [each for index in state.rows[bank][side] for each in _with_all_under(state, index)]
    lines = max(1, int((height - 8 + _BETWEEN) // (HEIGHT + _BETWEEN)))
    across = max(int((room + _BETWEEN) // (_TILE + _BETWEEN)), -(-len(items) // lines), 1)
    step = (room + _BETWEEN) / across
    for number, index in enumerate(items):
        line, place = divmod(number, across)
        left = x + step * (place if side else across - 1 - place)
        top = y + (height - min(lines, -(-len(items) // across)) * (HEIGHT + _BETWEEN) + _BETWEEN) / 2
        drawn = owned(state, index, step - _BETWEEN, language)
        yield part(f"item-{ITEM.ids[index]}", left, top + line * (HEIGHT + _BETWEEN), step - _BETWEEN, HEIGHT, drawn)


def _with_all_under(state: State, index: int) -> Iterator[int]:
    """A card; a square with its queens, then its vassals with theirs."""
    yield index
    if index < FIRST_CARD:
        yield from state.queens[index]
        for vassal in table.vassals(state, index):
            yield from _with_all_under(state, vassal)


def _bank(state: State, bank: str, width: float, height: float, language: str) -> Iterator[Item]:
    """Arms and name, florins, hand, concessions on the map, prestige, and by name what the reader knows of the hand."""
    own = crest(bank, language)
    yield Rect(2, 6, width - 4, height - 12, Style(fill=own.colours.tint, stroke=BASE.frame, width=1), 4)
    yield arms(own, 16, 23, 0.62)
    told, size = fitted(names(language).name(BANK, bank), width - 36, 14, 8.6, Font.SERIF_BOLD)
    yield Text(31, 28, told, size, BASE.text, Font.SERIF_BOLD)
    yield from coin(14, 48, state.florins[bank])
    yield sign("cards", BASE.text, x=width / 2 - 8, y=48, scale=0.72)
    yield note(width / 2 + 2, 52.5, str(len(state.hands[bank])), size=12.5, bold=True)
    yield sign("pawn", BASE.text, x=width - 28, y=48, scale=0.78)
    yield note(width - 18, 52.5, str(table.concessions(state, bank).bit_count()), size=12.5, bold=True)
    for number, count in enumerate(table.prestige(state, bank)):
        left, top = 13 + number % 3 * (width - 8) / 3, 68 + number // 3 * 18
        yield prestige(PRESTIGE.ids[number], left, top, 14)
        yield note(left + 10, top + 4.5, str(count), size=12, bold=count > 0)
    lines = [*_lines(state, bank, language)]
    room = int((height - 100) // 12)
    for number, (kind, text) in enumerate(lines[:room]):
        told, size = fitted(text, width - 24, 10.5, 8.6)
        yield sign(kind, BASE.text, x=11, y=104 + 12 * number, scale=0.46)
        yield note(19, 107.5 + 12 * number, told, size=size)


def _lines(state: State, bank: str, language: str) -> Iterator[tuple[str, str]]:
    """The old maids, and the cards that the reader knows to be in the hand."""
    called = names(language)
    for queen in state.maids[bank]:
        yield "queen", f"{names.short.of(ITEM, ITEM.ids[queen])} {called.name(ITEM, ITEM.ids[queen])}"
    for each in state.hands[bank]:
        if each != NONE:
            yield "cards", f"{names.short.of(ITEM, ITEM.ids[each])} {called.name(ITEM, ITEM.ids[each])}"

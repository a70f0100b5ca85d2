"""The tableaus: in the middle a bank with what it has, left its cards of the West, right those of the East."""

from collections.abc import Iterator, Sequence

from adjudicator.pictures import Font, Item, Piece, Rect, Style
from adjudicator.pictures.maps import BoardView, signs
from adjudicator.pictures.maps.atlas import Box
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.maps.plates import line, note, part

from ..facts import BANK, EAST, FIRST_CARD, ITEM, NONE, PRESTIGE, WEST
from ..rules import table
from ..state import State
from .atlas import atlas, crest, spoken
from .cards import HEIGHT, LOW, owned
from .signs import arms, prestige, sign

_GAP = 6  # between the tableaus
_MIDDLE, _NARROW = 122, 104  # width of what a bank has, and where there is little room
_TILE, _LEAST = 88, 62  # width of a card, and the least that shows its name
_BETWEEN = 3


def tableaus(shown: BoardView[State], language: str) -> Iterator[Piece]:
    """Yield the tableau of every bank that plays, in the order of their turns."""
    for bank, box in boxes(shown.view.seats).items():
        yield from tableau(shown.view, bank, box, language)


def boxes(banks: Sequence[str]) -> dict[str, Box]:
    """Return where the tableau of each bank lies: side by side, four in two rows."""
    x, y, width, height = atlas().panels["tableaus"]
    across = 2 if len(banks) == 4 else len(banks)
    wide, high = (width + _GAP) / across, (height + _GAP) / -(-len(banks) // across)
    return {
        bank: (x + number % across * wide, y + number // across * high, wide - _GAP, high - _GAP)
        for number, bank in enumerate(banks)
    }


def tableau(state: State, bank: str, box: Box, language: str) -> Iterator[Piece]:
    """Yield one tableau; that of a bankrupt bank (G6) on grey."""
    x, y, width, height = box
    middle = _MIDDLE if width > 500 else _NARROW
    rows = [[each for index in row for each in _with_all_under(state, index)] for row in state.rows[bank]]
    room, low = _room(rows, width - middle - 4 * _BETWEEN, height)
    fill = BASE.board if bank in state.out else BASE.paper
    paper = Rect(0, 0, width, height, Style(fill=fill, stroke=BASE.frame, width=1.4), 5)
    turn = Rect(3, 3, width - 6, height - 6, Style(stroke=BASE.changed, width=3), 4)
    yield part(f"tableau-{bank}", x, y, width, height, (paper, turn) if state.active == bank else (paper,))
    start = x + 3 * _BETWEEN + room[0]
    yield part(f"bank-{bank}", start - _BETWEEN, y, middle, height, _bank(state, bank, middle, height, language))
    for side, left in ((WEST, x + 2 * _BETWEEN), (EAST, start + middle)):
        yield from _row(
            state, rows[side], side, (left, y, room[side] - _BETWEEN, height), LOW if low else HEIGHT, language
        )


def _room(rows: Sequence[Sequence[int]], width: float, height: float) -> tuple[tuple[float, float], bool]:
    """Return how wide each side is, and whether cards must be low: half each, or in a crowd as their cards need."""
    across = [-(-len(row) // _lines(height, HEIGHT)) * (_LEAST + _BETWEEN) for row in rows]
    if max(across) <= width / 2:
        return (width / 2, width / 2), False
    needed = [max(each, _TILE) for each in across]
    west = width * needed[WEST] / sum(needed)
    return (west, width - west), sum(needed) > width


def _lines(height: float, high: float) -> int:
    """Return how many lines of cards there is room for."""
    return max(1, int((height - 8 + _BETWEEN) // (high + _BETWEEN)))


def _row(state: State, items: Sequence[int], side: int, box: Box, high: int, language: str) -> Iterator[Piece]:
    """Draw the cards of a side from the bank outwards, line by line, each followed by what is under it."""
    x, y, room, height = box
    across = max(int((room + _BETWEEN) // (_TILE + _BETWEEN)), -(-len(items) // _lines(height, high)), 1)
    step, lines = (room + _BETWEEN) / across, -(-len(items) // across)
    top = y + (height - lines * (high + _BETWEEN) + _BETWEEN) / 2
    for number, index in enumerate(items):
        line, place = divmod(number, across)
        left, wide = x + step * (place if side == EAST else across - 1 - place), step - _BETWEEN
        drawn = owned(state, index, wide, high, language)
        yield part(f"item-{ITEM.ids[index]}", left, top + line * (high + _BETWEEN), wide, high, drawn)


def _with_all_under(state: State, index: int) -> Iterator[int]:
    """Yield a card, and for a square its queens, then its vassals with theirs."""
    yield index
    if index < FIRST_CARD:
        yield from state.queens[index]
        for vassal in table.vassals(state, index):
            yield from _with_all_under(state, vassal)


def _bank(state: State, bank: str, width: float, height: float, language: str) -> Iterator[Item]:
    """Yield the panel of a bank.

    It shows arms and name, florins, hand, concessions on the map and prestige. Cards of the hand that the reader knows
    are named.
    """
    own = crest(bank, language)
    yield Rect(2, 6, width - 4, height - 12, Style(fill=own.colours.tint, stroke=BASE.frame, width=1), 4)
    yield arms(own, 16, 23, 0.62)
    yield line(31, 28, spoken(language).thing(BANK, bank), width - 36, size=14, font=Font.SERIF_BOLD)
    yield from signs.amount(14, 48, state.florins[bank])
    yield sign("cards", BASE.text, x=width / 2 - 8, y=48, scale=0.72)
    yield note(width / 2 + 2, 52.5, str(len(state.hands[bank])), size=12.5, bold=True)
    yield sign("pawn", BASE.text, x=width - 28, y=48, scale=0.78)
    yield note(width - 18, 52.5, str(table.concessions(state, bank).bit_count()), size=12.5, bold=True)
    for number, count in enumerate(table.prestige(state, bank)):
        left, top = 13 + number % 3 * (width - 8) / 3, 68 + number // 3 * 18
        yield prestige(PRESTIGE.ids[number], left, top, 14)
        yield note(left + 10, top + 4.5, str(count), size=12, bold=count > 0)
    lines, room = [*_held(state, bank, language)], int((height - 100) // 12)
    if len(lines) > room:
        lines[room - 1 :] = [("cards", f"+{len(lines) - room + 1}")]
    for number, (kind, text) in enumerate(lines):
        yield sign(kind, BASE.text, x=11, y=104 + 12 * number, scale=0.46)
        yield line(19, 107.5 + 12 * number, text, width - 24, size=10.5)


def _held(state: State, bank: str, language: str) -> Iterator[tuple[str, str]]:
    """Return the old maids, and the cards of the hand that the reader knows."""
    to, known = spoken(language), [("queen", each) for each in state.maids[bank]]
    known += [("cards", each) for each in state.hands[bank] if each != NONE]
    return ((kind, f"{to.short(ITEM, each)} {to.thing(ITEM, each)}") for kind, each in known)

"""Cards by their names, in columns and rows that share the room as the names need it."""

from collections.abc import Iterator, Sequence

from adjudicator.pictures.scene import Group, Item, Piece, Rect, Style
from adjudicator.pictures.text import text_width

from .atlas import Box
from .palette import BASE
from .plates import line, note, part
from .signs import pentagon, strike

HEIGHT = 18.5  # of a card
BETWEEN = 4  # two cards
_STEP = HEIGHT + 2.5  # from one card to the one below
_SIZE = 12
_MARGINS, _SPENT = 10, 26  # of a card's width: margins, and with the sign of an exhausted tile


def card(width: float, name: str, *, secret: bool = False, spent: bool = False) -> Iterator[Item]:
    """Draw a card by its name: dashed where only this seat knows it.

    A spent one has the sign of an exhausted tile at its end.
    """
    dash = (3, 2) if secret else ()
    rim = Style(fill=BASE.board if spent else BASE.land, stroke=BASE.frame, width=1, dash=dash)
    yield Rect(0, 0, width, HEIGHT, rim, 3)
    yield line(5, 13.4, name, width - (_SPENT if spent else _MARGINS), size=_SIZE)
    if spent:
        yield Group((pentagon(), strike()), dx=width - 10.5, dy=9.6, scale=0.42)


def card_back(width: float, text: str) -> Iterator[Item]:
    """Draw a card face down."""
    yield Rect(0, 0, width, HEIGHT, Style(fill=BASE.shade, stroke=BASE.frame, width=0.9), 3)
    yield note(width / 2, 13.4, text, size=11.5, middle=True)


def laid_out(name: str, names: Sequence[str], box: Box) -> Iterator[Piece]:
    """Yield cards by name as parts of a panel, in one or two columns.

    There are two where one has no room for all.
    """
    left, top, width, height = box
    for column, room in columns(names, width, int(height // _STEP)):
        for row, (place, told) in enumerate(column):
            wide = room - BETWEEN
            yield part(f"{name}-{place}", left, top + _STEP * row, wide, HEIGHT, card(wide, told))
        left += room


def columns(names: Sequence[str], width: float, rows: int) -> Iterator[tuple[list[tuple[int, str]], float]]:
    """Yield the numbered names in one column of at most `rows`, or in two.

    Of two, one has the long names and the other the short ones: the widths follow the longest name of each.
    """
    count, numbered = (1 if len(names) <= rows else 2), list(enumerate(names, 1))
    if count > 1:
        numbered.sort(key=lambda each: -text_width(each[1], _SIZE))
    half = -(-len(names) // count)
    split = [sorted(numbered[first * half : (first + 1) * half]) for first in range(count)]
    needs = [max((text_width(name, _SIZE) for _, name in column), default=0) + 16 for column in split]
    for column, need in zip(split, needs, strict=True):
        yield column, width / count if max(needs) <= width / count else width * need / sum(needs)


def shares(row: Sequence[tuple[str, bool]], width: float) -> list[float]:
    """Return how much of a row each card (its text, whether it is spent) gets.

    Half of it, or what its text needs where another one needs less; texts that are too long for the row shrink alike.
    """
    texts = [text_width(text, _SIZE) for text, _ in row]
    margins = [BETWEEN + (_SPENT if spent else _MARGINS) for _, spent in row]
    even, scale = width / max(2, len(row)), (width - sum(margins)) / max(sum(texts), 1)
    if len(row) < 2 or all(text + margin <= even for text, margin in zip(texts, margins, strict=True)):
        return [even] * len(row)
    return [margin + scale * text for text, margin in zip(texts, margins, strict=True)]

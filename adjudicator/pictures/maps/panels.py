"""Panels that a board declares in a line each: the header, tracks, cards, notes, the legend."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.components.kinds import Kind
from adjudicator.pictures.scene import Font, Item, Piece, Text
from adjudicator.pictures.text import fit_text

from .atlas import Box
from .cards import laid_out
from .declared import Declared, P, Panel
from .legend import Entry, crest_entry, legend
from .palette import BASE
from .plates import note, part
from .tracks import Track
from .views import BoardView, NamedBoard

_TOP = 25  # from the upper edge of a panel to its content below the heading
_EDGE = 10
_LINE = 16  # from one line of notes to the next
_SIZE, _SMALLEST = 12, 8.6


def header_panel(board: Declared[P], box: str) -> Panel[P]:
    """Return a panel with the title of the picture in one bold line."""
    x, y, width, height = board.plan.panels[box]

    def parts(shown: P, language: str) -> Iterator[Piece]:
        told, size = fit_text(board.title(shown, language), width - 2 * _EDGE, 16, _SMALLEST, Font.CONDENSED_BOLD)
        line = Text(_EDGE, height / 2 + 0.36 * size, told, size, BASE.text, Font.CONDENSED_BOLD)
        yield part(box, x, y, width, height, (line,))

    return Panel(box=box, headed=False, parts=parts)


def track_panel(
    board: Declared[P], box: str, first: int, last: int, values: Callable[[P], Mapping[str, int]]
) -> Panel[P]:
    """Return a track with the markers of the sides; of several on one cell the letters of all are seen."""
    cells = Track(board.plan.panels[box], first, last)

    def parts(shown: P, language: str) -> Iterator[Piece]:
        there: dict[int, list[str]] = {}
        for side, value in values(shown).items():
            there.setdefault(value, []).append(side)
        for value, sides in there.items():
            yield from cells.letters(box, value, {side: board.crest(side, language) for side in sides})

    return Panel(box=box, ground=lambda _: cells.cells(lambda _: BASE.paper), parts=parts)


def note_panel(board: Declared[P], box: str, lines: Callable[[P, str], Iterable[str]]) -> Panel[P]:
    """Return a panel with lines of small print, as many as there is room for."""
    x, y, width, height = board.plan.panels[box]

    def parts(shown: P, language: str) -> Iterator[Piece]:
        room = int((height - _TOP) // _LINE)
        for row, line in enumerate([*lines(shown, language)][:room]):
            told, size = fit_text(line, width - 2 * _EDGE, _SIZE, _SMALLEST)
            told_at = (note(0, 12.5, told, size=size),)
            yield part(f"{box}-{row + 1}", x + _EDGE, y + _TOP + _LINE * row, width - 2 * _EDGE, _LINE, told_at)

    return Panel(box=box, parts=parts)


def card_panel(board: Declared[P], box: str, names: Callable[[P, str], Sequence[str]]) -> Panel[P]:
    """Return a panel of cards by name, in one or two columns.

    There are two where one has no room for all.
    """
    x, y, width, height = board.plan.panels[box]
    room: Box = (x + _EDGE, y + _TOP, width - 2 * _EDGE, height - _TOP)
    return Panel(box=box, parts=lambda shown, language: laid_out(box, names(shown, language), room))


def hand_panel(board: NamedBoard[Any], box: str, field: str, kind: Kind[Any]) -> Panel[BoardView[Any]]:
    """Return a panel of the cards that the seats of a view hold.

    These are the values of a hidden field of the view that are not mere numbers.
    """

    def names(shown: BoardView[Any], language: str) -> list[str]:
        hands = [hand for hand in getattr(shown.view, field).values() if not isinstance(hand, int)]
        return [board.naming(language).name(kind, card) for hand in hands for card in hand]

    return card_panel(board, box, names)


def legend_panel(board: Declared[P], box: str, entries: Callable[[str], Iterable[Entry]] | None = None) -> Panel[P]:
    """Return the legend: the sides by their chips, then what else has a sign."""

    def ground(language: str) -> Iterable[Item]:
        sides = [crest_entry(board.crest(side, language), board.name("side", side, language)) for side in board.sides]
        own = entries(language) if entries else ()
        return legend(board.plan.panels[box], board.name("panel", box, language), (*sides, *own))

    return Panel(box=box, headed=False, ground=ground)

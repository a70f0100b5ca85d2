"""The boards of the players: figures, advisers, revealed vision, relics and banners."""

from collections.abc import Iterator, Sequence

from adjudicator.pictures import Font, Group, Item, Piece, Rect, Style, Text
from adjudicator.pictures.maps import BoardView
from adjudicator.pictures.maps.atlas import Box
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.maps.plates import SMALLEST, line, note, part
from adjudicator.pictures.text import first_fitting, text_width, wrap

from ..facts import BANNER, CARD, CHANCELLOR, NONE, PEOPLES_FAVOR, PLAYER
from ..rules import table
from ..state import State
from .atlas import atlas, crest, palette, spoken, words
from .cards import LINE, adviser, hidden
from .signs import chip, counted, favor, secrets, sign, title

_GAP = 4  # between two boards
_HEAD = 38  # height of the name and the figures
_MANY = 3  # more seats than this stand in two columns


def boards(shown: BoardView[State], language: str) -> Iterator[Piece]:
    """Yield the board of every player, in the order of their turns."""
    for seat, box in boxes(shown.view.order).items():
        yield from seat_board(shown.view, seat, box, language)


def boxes(seats: Sequence[str]) -> dict[str, Box]:
    """Return where the board of each player lies: three below one another, more in two columns."""
    x, y, width, height = atlas().panels["seats"]
    across = 1 if len(seats) <= _MANY else 2
    down = -(-len(seats) // across)
    wide, high = (width + _GAP) / across, (height + _GAP) / max(down, 1)
    return {
        seat: (x + number % across * wide, y + number // across * high, wide - _GAP, high - _GAP)
        for number, seat in enumerate(seats)
    }


def seat_board(state: State, seat: str, box: Box, language: str) -> Iterator[Piece]:
    """Yield the board of a player."""
    x, y, width, height = box
    paper = Rect(0, 0, width, height, Style(fill=BASE.paper, stroke=BASE.frame, width=1.4), 5)
    turn = Rect(2.5, 2.5, width - 5, height - 5, Style(stroke=BASE.changed, width=3), 4)
    yield part(f"board-{seat}", x, y, width, height, (paper, turn) if state.turn.seat == seat else (paper,))
    yield part(f"seat-{seat}", x, y, width, _HEAD, _head(state, seat, width, language))
    yield part(f"held-{seat}", x, y + _HEAD, width, height - _HEAD, _held(state, seat, width, height - _HEAD, language))


def _head(state: State, seat: str, width: float, language: str) -> Iterator[Item]:
    """Draw name, role and title, and below them what lies on the board."""
    board, own, word = state.boards[seat], crest(seat, language), words(language).seat
    yield Rect(4, 4, width - 8, 19, Style(fill=palette().seats[seat].tint, stroke=BASE.frame, width=0.8), 3)
    yield Group(tuple(chip(0, 0, own)), dx=6, dy=5)
    right = width - 8.0
    if state.title == seat:
        yield from title(right - 8, 13.5, usurper=state.usurper)
        right -= 18
    if seat != CHANCELLOR:
        role = word["citizen" if board.citizen else "exile"]
        yield line(right, 17.5, role, 60, size=10, anchor="end")
        right -= text_width(role, 10) + 4
    yield line(32, 17.5, spoken(language).thing(PLAYER, seat), right - 32, size=12, font=Font.SERIF_BOLD)
    figures: list[tuple[Item, ...]] = [
        tuple(counted("supply", 8, 0, str(board.supply), scale=0.58)),
        tuple(counted("warband", 8, 0, f"{board.warbands}+{table.bank_of(state, table.colour(state, seat))}")),
        tuple(favor(8, 0, board.favor)),
        tuple(secrets(8, 0, board.secrets)),
    ]
    if board.turned:
        figures.append(tuple(secrets(8, 0, board.turned, facedown=True)))
    steps = (31, 52, 20, 20, 20) if width < 200 else (60, 80, 40, 40, 40)
    left = 5.0
    for items, step in zip(figures, steps, strict=False):
        yield Group(items, dx=left, dy=31)
        left += step


def _held(state: State, seat: str, width: float, height: float, language: str) -> Iterator[Item]:
    """Draw advisers, vision, relics and banners, in lines; where there are too many, the last says how many more."""
    across = 2 if width > 250 else 1
    wide = (width - 10) / across
    rows = int((height - 4) // LINE)
    most = rows * across
    cards, relics = [*_lines(state, seat, wide - 4, language)], [*_relics(state, seat, wide - 4, language)]
    if len(cards) + len(relics) > most:
        relics = [*_short(state, seat, wide - 4, language)]
    lines = [*cards, *relics]
    if len(lines) > most:
        more = (note(3, 10, f"+{len(lines) - most + 1}", size=10.5, bold=True),)
        lines[most - 1 :] = [more]
    for number, items in enumerate(lines):
        column, row = divmod(number, rows) if across > 1 else (0, number)
        yield Group(items, dx=5 + wide * column, dy=LINE * row)


def _lines(state: State, seat: str, width: float, language: str) -> Iterator[tuple[Item, ...]]:
    board = state.boards[seat]
    for index in board.advisers:
        yield tuple(adviser(state, index, width, language))
    for found in board.hidden:
        yield tuple(hidden(state, found, width, language))
    for index in (board.vision, board.prophet):
        if index != NONE:
            rim = Rect(0, 0.5, width, LINE - 1, Style(fill=BASE.tile, stroke=BASE.frame, width=0.9), 2.5)
            yield (rim, *adviser(state, index, width, language))
    for index, banner in enumerate(state.banners):
        if banner.holder == seat:
            yield tuple(_banner(state, index, width, language))
    if board.drawn:
        told = words(language).seat["drawn"].format(len(board.drawn))
        yield (line(2, 10, told, width - 4, size=10, font=Font.CONDENSED_BOLD),)


def _relics(state: State, seat: str, width: float, language: str) -> Iterator[tuple[Item, ...]]:
    return (tuple(adviser(state, index, width, language)) for index in state.boards[seat].relics)


def _short(state: State, seat: str, width: float, language: str) -> Iterator[tuple[Item, ...]]:
    """Write relics by their short names alone, where there is no room for a line each."""
    told = " ".join(spoken(language).short(CARD, index) for index in state.boards[seat].relics)
    for row in wrap(told, width - 17, 10, Font.CONDENSED_BOLD):
        yield sign("relic", x=6, y=LINE / 2, scale=0.52), note(15, 10, row, size=10, bold=True)


def _banner(state: State, index: int, width: float, language: str) -> Iterator[Item]:
    banner, to = state.banners[index], spoken(language)
    yield sign("banner", x=6, y=LINE / 2, scale=0.55)
    called: tuple[str, ...] = (to.thing(BANNER, index), to.chip(BANNER, index))
    if banner.mob:
        called = (*(f"{each} ({words(language).seat['mob']})" for each in called),)
    told = first_fitting(called, width - 57, SMALLEST)
    told = told if text_width(told, SMALLEST) <= width - 57 else called[-1]
    yield Text(15, 10, to.short(BANNER, index), 10, BASE.text, Font.CONDENSED_BOLD)
    yield line(39, 10, told, width - 57, size=10)
    tokens = favor if index == PEOPLES_FAVOR else secrets
    yield from tokens(width - 8, LINE / 2, banner.tokens)

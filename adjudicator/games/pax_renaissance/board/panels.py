"""The panels beside the map: the market, the victories, religious supremacy."""

from collections.abc import Iterator, Mapping

from adjudicator.pictures import Font, Item, Path, Piece, Rect, Style, Text
from adjudicator.pictures.maps import BoardView, signs
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.maps.plates import line, note, part
from adjudicator.pictures.shapes import star

from ..facts import ITEM, NONE, PATRON, RELIGION, SIDE, VICTORY
from ..rules.table import prestige
from ..rules.victories import bishops_in_play, faithful, measures, supreme
from ..state import State
from .atlas import atlas, crest, spoken, words
from .cards import HIGH, offered
from .signs import badge, sign

_LEFT, _COLUMN, _WIDE = 8, 118, 114  # where a row of the market begins, its width, that of a card
_FIRST, _STEP = 44, HIGH + 2
_TILE, _LINE = 24, 19  # heights of a victory's name and of a line below it
_GOLD = Style(fill=BASE.changed, stroke=BASE.frame)


def market_ground(language: str) -> Iterator[Item]:
    """Yield which column is which row of the market."""
    x, y, _, _ = atlas().panels["market"]
    for number, side in enumerate(SIDE.ids):
        yield note(x + _LEFT + number * _COLUMN + 2, y + 37, spoken(language).thing(SIDE, side), size=12, bold=True)


def market(shown: BoardView[State], language: str) -> Iterator[Piece]:
    """Draw the cards with their prices and the florins on them, from the fair's slot.

    Above them are what the decks still have, and the next card if it is face up.
    """
    state, word = shown.view, words(language)
    x, y, _, _ = atlas().panels["market"]
    for number, side in enumerate(SIDE.ids):
        left, deck = x + _LEFT + number * _COLUMN, state.decks[number]
        told = word.text["deck"].format(deck.first, deck.last)
        if deck.top != NONE:
            told = f"{deck.first}+{deck.last}: {spoken(language).short(ITEM, deck.top)}"
        yield part(f"deck-{side}", left + 50, y + 24, 62, 16, [line(62, 13, told, 62, size=10.5, anchor="end")])
        for slot, index in enumerate(state.market[number]):
            items = _slot(index, slot, state.money[number][slot], language)
            yield part(f"market-{side}-{slot}", left, y + _FIRST + _STEP * slot, _WIDE, HIGH, items)


def _slot(index: int, slot: int, florins: int, language: str) -> Iterator[Item]:
    """Draw a card of the market with its price in a corner and the florins on it beside it."""
    if index == NONE:
        yield Rect(0, 0, _WIDE, HIGH, Style(fill=BASE.paper, stroke=BASE.shade, width=1, dash=(4, 3)), 3)
        yield note(_WIDE / 2, 40, words(language).text["gap"], middle=True)
    else:
        yield from offered(index, _WIDE, language, aside=42 if slot else 68, dim=slot == 0)
    price = str(slot) if slot else words(language).text["fair"]
    wide = 15 if slot else 44
    yield Rect(_WIDE - wide - 3, 3, wide, 15, Style(fill=BASE.frame), 3)
    middle, font = _WIDE - wide / 2 - 3, Font.CONDENSED_BOLD
    yield line(middle, 14.2, price, wide - 3, size=11, font=font, colour=BASE.light, anchor="middle")
    if florins:
        yield from signs.amount(_WIDE - wide - 13.5, 10.8, florins)


def victories(shown: BoardView[State], language: str) -> Iterator[Piece]:
    """Draw the four tiles and the victory at the end of the decks (L2-L6).

    Each shows what every bank has and what it needs; active ones have a star.
    """
    state, to = shown.view, spoken(language)
    x, y, width, _ = atlas().panels["victories"]
    width, top = width - 16, y + 26
    for tile in VICTORY.ids:
        active = bool(state.victories >> VICTORY.index[tile] & 1)
        told = {seat: measures(state, seat, tile) for seat in state.seats}
        rows = max(map(len, told.values()))
        items = [*_victory(to.thing(VICTORY, tile), width, active=active)]
        for row in range(rows):
            figures = {seat: found[row][1:] for seat, found in told.items() if row < len(found)}
            items += _figures(figures, row, width, language)
        yield part(f"victory-{tile}", x + 8, top, width, _TILE + _LINE * rows, items)
        top += _TILE + _LINE * rows + 4
    patrons = {seat: (prestige(state, seat)[PATRON],) for seat in state.seats}
    items = [*_victory(words(language).text["patron"], width, active=False), *_figures(patrons, 0, width, language)]
    yield part("victory-patron", x + 8, top, width, _TILE + _LINE, items)


def _victory(name: str, width: float, *, active: bool) -> Iterator[Item]:
    font, dash = (Font.CONDENSED_BOLD, ()) if active else (Font.CONDENSED, (4.0, 3.0))
    fill = BASE.tile if active else BASE.board
    yield Rect(0, 0, width, 22, Style(fill=fill, stroke=BASE.frame, width=1.6 if active else 1, dash=dash), 4)
    yield Path(star(14, 11.5, 8.5, inner=0.48), _GOLD if active else Style(fill=BASE.paper, stroke=BASE.frame))
    yield line(30, 15.5, name, width - 36, size=13, font=font)


def _figures(told: Mapping[str, tuple[int, ...]], row: int, width: float, language: str) -> Iterator[Item]:
    """Draw a chip for each bank: what it has, and what it needs; in full colour if it has enough."""
    wide = min(76.0, (width + 3) / max(len(told), 1))
    for number, (seat, figures) in enumerate(told.items()):
        bank = crest(seat, language)
        enough = len(figures) > 1 and figures[0] >= figures[1]
        fill, text = (bank.colours.fill, bank.colours.text) if enough else (bank.colours.tint, BASE.text)
        left, top = wide * number, _TILE + _LINE * row
        yield Rect(left, top, wide - 3, 16, Style(fill=fill, stroke=BASE.frame, width=2.2 if enough else 0.9), 3)
        said = f"{bank.letter} {'/'.join(map(str, figures))}"
        yield Text(left + wide / 2 - 1.5, top + 12.2, said, 11.5, text, Font.CONDENSED_BOLD, "middle")


def supremacy_ground(language: str) -> Iterator[Item]:
    """Draw what is counted: bishops, and pieces in theocracies of their own religion (L3)."""
    x, y, _, _ = atlas().panels["supremacy"]
    yield sign("bishop", BASE.text, x=x + 150, y=y + 17, scale=0.8)
    for number, id in enumerate(("rook", "knight", "pirate")):
        yield sign(id, BASE.text, x=x + 184 + 18 * number, y=y + 17, scale=0.66)


def supremacy(shown: BoardView[State], language: str) -> Iterator[Piece]:
    """Draw what each religion has; the supreme one has a star."""
    state, best = shown.view, supreme(shown.view)
    x, y, width, _ = atlas().panels["supremacy"]
    for number, religion in enumerate(RELIGION.ids):
        items: list[Item] = [
            badge(religion, religion, 10, 11.5, 9.5),
            note(26, 16, spoken(language).thing(RELIGION, religion), size=12.5, bold=best == number),
            Text(142, 16, str(bishops_in_play(state)[number]), 13, BASE.text, Font.BOLD, "middle"),
            Text(194, 16, str(faithful(state)[number]), 13, BASE.text, Font.BOLD, "middle"),
        ]
        if best == number:
            items.append(Path(star(222, 11, 8, inner=0.48), _GOLD))
        yield part(f"supremacy-{religion}", x + 8, y + 29 + 26 * number, width - 16, 24, items)

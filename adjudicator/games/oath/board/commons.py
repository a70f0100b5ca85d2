"""Draw what belongs to nobody or to all: banks, oath, tracks, the world deck's back, reliquary, banners."""

from collections.abc import Iterator

from adjudicator.pictures import Font, Item, Piece, Rect, Style
from adjudicator.pictures.maps import BoardView
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.maps.plates import line, note, part

from ..facts import BANNER, CARD, NONE, OATH, PEOPLES_FAVOR, PLAYER, ROUNDS, SEARCH, SPACE, SUIT
from ..state import State
from .atlas import atlas, spoken, words
from .signs import back, favor, relic, secrets, sign, suit, title

_EDGE = 8
_BANKS, _OATH, _SPACES, _DECK = 7, 41, 73, 105
"""The upper edges of the rows, from that of the panel."""
_LABEL = 54  # width of the word before the spaces of the reliquary


def common_things(shown: BoardView[State], language: str) -> Iterator[Piece]:
    """Draw the whole panel."""
    state = shown.view
    yield from _banks(state, language)
    yield from _oath(state, language)
    yield from _reliquary(state, language)
    yield from _deck(state, language)


def _box() -> tuple[float, float, float]:
    """Return the left and the upper edge of the panel, and the width of what it holds."""
    x, y, width, _ = atlas().panels["table"]
    return x + _EDGE, y, width - 2 * _EDGE


def _banks(state: State, language: str) -> Iterator[Piece]:
    x, y, width = _box()
    step = (width + 3) / len(SUIT)
    for index, id in enumerate(SUIT.ids):
        items: list[Item] = [
            Rect(0, 0, step - 3, 30, Style(fill=BASE.land, stroke=BASE.frame, width=0.9), 3),
            suit(index, 10, 9.5, 0.62),
            *favor(step - 13, 9.5, state.banks[index]),
            line(4, 26, spoken(language).thing(SUIT, index), step - 10, size=10),
        ]
        yield part(f"bank-{id}", x + step * index, y + _BANKS, step - 3, 30, items)


def _oath(state: State, language: str) -> Iterator[Piece]:
    """Draw the goal, who holds the title, the tracks of rounds and visions."""
    to, word = spoken(language), words(language).table
    x, y, width = _box()
    half = width * 0.56
    keeper = word["usurper" if state.usurper else "keeper"].format(to.thing(PLAYER, state.title))
    cost = SEARCH[min(state.visions, len(SEARCH) - 1)]
    items: list[Item] = [
        line(0, 11, to.thing(OATH, state.oath), half - 6, size=11.5, font=Font.CONDENSED_BOLD),
        *title(7, 21, usurper=state.usurper),
        line(18, 25, keeper, half - 24, size=11),
    ]
    yield part("oath", x, y + _OATH, half, 28, items)
    told: list[Item] = [
        line(0, 11, words(language).text["round"].format(min(state.round, ROUNDS)), width - half, size=11.5),
        sign("vision", x=7, y=21, scale=0.6),
        line(18, 25, word["visions"].format(state.visions, cost), width - half - 20, size=11),
    ]
    yield part("tracks", x + half, y + _OATH, width - half, 28, told)


def _reliquary(state: State, language: str) -> Iterator[Piece]:
    """Draw each space: a facedown relic, or the modifier that is in force."""
    to = spoken(language)
    x, y, width = _box()
    label = line(0, 18, words(language).table["reliquary"], _LABEL - 4, size=10.5)
    yield part("reliquary", x, y + _SPACES, _LABEL, 28, [label])
    step = (width - _LABEL + 3) / len(SPACE)
    for index, id in enumerate(SPACE.ids):
        lying = state.reliquary[index]
        style = Style(fill=BASE.land if lying else BASE.tile, stroke=BASE.frame, width=0.9 if lying else 1.8)
        items: list[Item] = [
            Rect(0, 0, step - 3, 28, style, 3),
            line(4, 9, to.thing(SPACE, index), step - 10, size=9.5),
        ]
        if lying:
            items += relic(4, 19.5, to.short(CARD, lying[0].card) if lying[0].card != NONE else "")
        else:
            items.append(note(4, 24, to.short(SPACE, index), size=10.5, bold=True))
        yield part(f"space-{id}", x + _LABEL + step * index, y + _SPACES, step - 3, 28, items)


def _deck(state: State, language: str) -> Iterator[Piece]:
    """Draw the back of the next card of the world deck, never how many there are (9.4); banners that nobody holds."""
    word = words(language).table
    x, y, width = _box()
    told = word["deck"].format(word["vision" if state.back else "denizen"])
    items: list[Item] = [*back(0, 2, 10, 13, vision=state.back), line(14, 12, told, width / 2 - 16, size=10.5)]
    yield part("deck", x, y + _DECK, width / 2, 16, items)
    free = [index for index, banner in enumerate(state.banners) if not banner.holder]
    if not free:
        return
    label = line(0, 12, word["nobody"], 50, size=10.5)
    shown: list[Item] = [label]
    for place, index in enumerate(free):
        left = 53.0 + 53 * place
        tokens = favor if index == PEOPLES_FAVOR else secrets
        shown.append(sign("banner", x=left + 6, y=8, scale=0.6))
        shown += tokens(left + 19, 8, state.banners[index].tokens)
        shown.append(note(left + 28, 12, spoken(language).short(BANNER, index), size=10.5, bold=True))
    yield part("banners", x + width / 2, y + _DECK, width / 2, 16, shown)

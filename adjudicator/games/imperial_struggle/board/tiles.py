"""Tiles and cards as this seat may see them: investment tiles, hand, ministries."""

from collections.abc import Iterator

from adjudicator.pictures import Font, Group, Item, Path, Piece, Rect, Style, Text
from adjudicator.pictures.maps import BoardView, signs
from adjudicator.pictures.maps.cards import BETWEEN, HEIGHT, card, card_back, laid_out, shares
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.maps.plates import chip, chip_part, heading, line, note, part
from adjudicator.pictures.text import text_width, wrap

from ..fact_events import EVENT
from ..fact_types import ACTION_TYPES, FLAG, MINISTRY, SIDES, Investment
from ..facts import FACTS
from ..names import names
from ..view import MinistrySlot, View
from .atlas import Language, atlas, crest, palette, words
from .words import both_names

_MINISTRIES = 344  # where they begin in their panel
_ROW = 264  # width of the ministries of a side
_FIRST, _STEP = 26, 20  # from the upper edge of their panel to the first of them, and from one to the next
_HIGH = 84  # of the room for a hand: four cards, one below the other
_HAND = 294  # width of a hand in words, where both are told
_OTHER_HAND = 184  # width of the line about the other side's hand
_TAKEN = (9, 133)  # where the tiles of a side begin


def investments_ground(language: Language) -> Iterator[Item]:
    """Draw the place of the tiles that were taken, below a line."""
    x, y, _, _ = atlas().panels["investments"]
    yield Path(f"M{x + 9} {y + 100}h238", Style(stroke=BASE.shade, width=0.8))
    for side, left in zip(SIDES, _TAKEN, strict=True):
        yield from chip(x + left, y + 104, crest(side, language))


def investments(shown: BoardView[View], language: Language) -> Iterator[Piece]:
    """Yield tiles that can be taken, and those each side took this turn."""
    x, y, _, _ = atlas().panels["investments"]
    for place, tile in enumerate(shown.view.available):
        left, top = x + 9 + place % 3 * 80.5, y + 25 + place // 3 * 24.5
        yield part(f"tile-{place + 1}", left, top, 77, 22, _investment(tile, language))
    for side, left in zip(SIDES, _TAKEN, strict=True):
        for place, tile in enumerate(shown.view.taken(side)):
            chip = _major(tile.major, tile.points, 22, language)
            yield part(f"taken-{side}-{place + 1}", x + left + 22 + place * 24, y + 104, 22, 17, (chip,))


def cards_ground(language: Language) -> Iterator[Item]:
    """Draw the place of the ministries."""
    x, y, _, _ = atlas().panels["cards"]
    yield heading((x + _MINISTRIES - 10, y, 300, 0), words(language).ministries)
    for row, side in enumerate(SIDES):
        yield from chip(x + _MINISTRIES, y + _FIRST + 2 * _STEP * row, crest(side, language))


def cards(shown: BoardView[View], language: Language) -> Iterator[Piece]:
    """Draw the seat's own hand by name, the other hand as a number, and the ministries of both sides."""
    word, view = words(language), shown.view
    x, y, _, _ = atlas().panels["cards"]
    title = heading((0, 0, 300, 0), word.hand if view.seat else word.cards)
    yield part("cards", x, y, 150, 24, (title,))
    if view.seat:
        yield from laid_out("hand", _hand(view, view.seat, language), (x + 10, y + 25, _MINISTRIES - 20, _HIGH))
    for row, side in enumerate(side for side in SIDES if side != view.seat):
        held = view.hand_size(side)
        count = word.hand_of_one if held == 1 else word.hand_of.format(held)
        if view.seat:
            told = f"{names(language).name(FLAG, side)}: {count}"
            own = line(_OTHER_HAND, 18, told, _OTHER_HAND, size=11.5, anchor="end")
            yield part(f"hand-{side}", x + _MINISTRIES - 24 - _OTHER_HAND, y, _OTHER_HAND, 24, (own,))
        else:
            yield chip_part(f"letter-{side}", x + 10, y + 33 + 37 * row, crest(side, language))
            lines = wrap(", ".join(_hand(view, side, language)) or count, _HAND, 11.5)
            told_of = (note(0, 13 + 12 * place, line) for place, line in enumerate(lines[:3]))
            yield part(f"hand-{side}", x + 36, y + 33 + 37 * row, _HAND, 42, told_of)
    for row, side in enumerate(SIDES):
        yield from _ministries(view, side, y + _FIRST + 2 * _STEP * row, language)


def _hand(view: View, side: str, language: Language) -> list[str]:
    """Return the cards of a side by name, if the readers may know them."""
    return [both_names(EVENT, event.id, language) for event in view.hand(side) or ()]


def _ministries(view: View, side: str, top: float, language: Language) -> Iterator[Piece]:
    """Draw the ministries of a side, one below the other; of three the two shortest share a row."""
    word, slots = words(language), view.ministries(side)
    left = atlas().panels["cards"][0] + _MINISTRIES + 24.0
    if not slots:
        yield part(f"ministries-{side}", left, top, _ROW, 18, (note(4, 13, word.not_chosen),))
    called = [both_names(MINISTRY, slot.card.id, language) if slot.card else word.face_down for slot in slots]
    longest = sorted(range(len(slots)), key=lambda place: -text_width(called[place], 12))
    rows = [[place] for place in range(len(slots))] if len(slots) < 3 else [sorted(longest[1:]), longest[:1]]
    for row, places in enumerate(rows):
        texts = [(called[place], bool(slots[place].exhausted)) for place in places]
        start = left
        for place, room in zip(places, shares(texts, _ROW) if len(places) > 1 else [_ROW], strict=True):
            items = _ministry(slots[place], room - BETWEEN, called[place])
            yield part(f"ministry-{side}-{place + 1}", start, top + _STEP * row, room - BETWEEN, HEIGHT, items)
            start += room


def _ministry(slot: MinistrySlot, width: float, name: str) -> Iterator[Item]:
    if slot.card is None:
        return card_back(width, name)
    return card(width, name, secret=not slot.revealed, spent=bool(slot.exhausted))


def _investment(tile: Investment, language: Language) -> Iterator[Item]:
    """Yield a tile: the Major Action on its colour, then the Minor Action.

    A cross (event) and a turning arrow (upgrade) follow (3.3).
    """
    yield Rect(0, 0, 77, 22, Style(fill=BASE.land, stroke=BASE.frame, width=1), 4)
    yield _major(tile.major, tile.points, 27, language, height=22)
    minor = f"{words(language).actions[ACTION_TYPES[tile.minor]]}{FACTS.limits.minor_points}"
    colour = palette().actions[ACTION_TYPES[tile.minor]]
    yield Text(38.5, 15.5, minor, 12.5, colour, Font.BOLD, "middle")
    if tile.event:
        yield from signs.cross(55.5, 11, BASE.text)
    if tile.upgrade:
        yield from signs.arrows(67, 11, BASE.text)


def _major(action: int, points: int, width: float, language: Language, *, height: float = 17) -> Item:
    name = ACTION_TYPES[action]
    label = f"{words(language).actions[name]}{points}"
    size = 13.5 if height > 20 else 11.5
    return Group(
        (
            Rect(0, 0, width, height, Style(fill=palette().actions[name], stroke=BASE.frame, width=1), 4),
            Text(width / 2, height / 2 + size * 0.36, label, size, BASE.light, Font.BOLD, "middle"),
        )
    )

"""Tiles and cards as this seat may see them: investment tiles, hand, ministries."""

from collections.abc import Iterator

from adjudicator.pictures import Font, Group, Item, Path, Piece, Rect, Style, Text
from adjudicator.pictures.maps import signs
from adjudicator.pictures.maps.cards import BETWEEN, HEIGHT, card, card_back, columns, shares
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.maps.plates import chip, chip_part, heading, note, part
from adjudicator.pictures.text import fitted, wrap

from ..fact_types import ACTION_TYPES, FLAG
from ..facts import facts
from ..names import names
from .atlas import Language, atlas, crest, palette
from .position import SIDES, MinistryMark, Position
from .words import words

_ROW = 302  # width of the ministries of a side
_ROWS = 4  # of cards in the panel
_MINISTRIES = 306  # where they begin in their panel
_HAND = 256  # width of a hand in words, where both are told
_OTHER_HAND = 184  # width of the line about the other side's hand
_TAKEN = (9, 133)  # where the tiles of a side begin


def investments_ground(language: Language) -> Iterator[Item]:
    """The place of the tiles that were taken, below a line."""
    x, y, _, _ = atlas().panels["investments"]
    yield Path(f"M{x + 9} {y + 100}h238", Style(stroke=BASE.shade, width=0.8))
    for side, left in zip(SIDES, _TAKEN, strict=True):
        yield from chip(x + left, y + 104, crest(side, language))


def investments(position: Position, language: Language) -> Iterator[Piece]:
    """Tiles that can still be taken, and below them those that each side has taken this turn."""
    x, y, _, _ = atlas().panels["investments"]
    for place, tile in enumerate(position.investments):
        left, top = x + 9 + place % 3 * 80.5, y + 25 + place // 3 * 24.5
        yield part(f"tile-{place + 1}", left, top, 77, 22, _investment(tile, language))
    for side, left in zip(SIDES, _TAKEN, strict=True):
        for place, tile in enumerate(position.side(side).taken):
            kind = facts().investments[facts().investment[tile]]
            chip = _major(kind.major, kind.points, 22, language)
            yield part(f"taken-{side}-{place + 1}", x + left + 22 + place * 24, y + 104, 22, 17, (chip,))


def cards_ground(language: Language) -> Iterator[Item]:
    """The place of the ministries."""
    x, y, _, _ = atlas().panels["cards"]
    yield heading((x + _MINISTRIES - 10, y, 300, 0), words(language).ministries)
    for row, side in enumerate(SIDES):
        yield from chip(x + _MINISTRIES, y + 33 + 37 * row, crest(side, language))


def cards(position: Position, language: Language) -> Iterator[Piece]:
    """The seat's own hand by name, the other hand as a number, and the ministries of both sides."""
    word, called = words(language), names(language)
    x, y, _, _ = atlas().panels["cards"]
    title = heading((0, 0, 300, 0), word.hand if position.seat else word.cards)
    yield part("cards", x, y, 150, 24, (title,))
    left = x + 10.0
    for column, room in columns(position.hand, 288, _ROWS):
        for row, (place, name) in enumerate(column):
            yield part(f"hand-{place}", left, y + 25 + row * 21, room - BETWEEN, HEIGHT, card(room - BETWEEN, name))
        left += room
    others = [side for side in SIDES if side != position.seat]
    for row, side in enumerate(others):
        held = position.side(side).hand_size
        count = word.hand_of_one if held == 1 else word.hand_of.format(held)
        if position.seat:
            told, size = fitted(f"{called.name(FLAG, side)}: {count}", _OTHER_HAND, 11.5, 8.6)
            line = Text(_OTHER_HAND, 18, told, size, BASE.text, anchor="end")
            yield part(f"hand-{side}", x + _MINISTRIES - 24 - _OTHER_HAND, y, _OTHER_HAND, 24, (line,))
        else:
            yield chip_part(f"letter-{side}", x + 10, y + 33 + 37 * row, crest(side, language))
            lines = wrap(", ".join(position.side(side).hand) or count, _HAND, 11.5)
            told_of = (note(0, 13 + 12 * place, line) for place, line in enumerate(lines[:3]))
            yield part(f"hand-{side}", x + 36, y + 33 + 37 * row, _HAND, 42, told_of)
    for row, side in enumerate(SIDES):
        left = x + _MINISTRIES + 24.0
        if not position.side(side).ministries:
            yield part(f"ministries-{side}", left, y + 33 + 37 * row, _ROW, 18, (note(4, 13, word.not_chosen),))
        marks = position.side(side).ministries
        rooms = shares([(mark.name or word.face_down, mark.exhausted) for mark in marks], _ROW)
        for place, (mark, room) in enumerate(zip(marks, rooms, strict=True)):
            items = _ministry(room - BETWEEN, mark, language)
            yield part(f"ministry-{side}-{place + 1}", left, y + 33 + 37 * row, room - BETWEEN, HEIGHT, items)
            left += room


def _investment(tile: str, language: Language) -> Iterator[Item]:
    """Major Action on its colour, Minor Action, then a cross (event) and a turning arrow (upgrade) (3.3)."""
    kind = facts().investments[facts().investment[tile]]
    yield Rect(0, 0, 77, 22, Style(fill=BASE.land, stroke=BASE.frame, width=1), 4)
    yield _major(kind.major, kind.points, 27, language, height=22)
    minor = f"{words(language).actions[ACTION_TYPES[kind.minor]]}{facts().limits.minor_points}"
    colour = palette().actions[ACTION_TYPES[kind.minor]]
    yield Text(38.5, 15.5, minor, 12.5, colour, Font.BOLD, "middle")
    if kind.event:
        yield from signs.cross(55.5, 11, BASE.text)
    if kind.upgrade:
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


def _ministry(width: float, mark: MinistryMark, language: Language) -> Iterator[Item]:
    if mark.name is None:
        return card_back(width, words(language).face_down)
    return card(width, mark.name, secret=not mark.face_up, spent=mark.exhausted)

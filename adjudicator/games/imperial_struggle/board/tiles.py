"""Tiles and cards as this seat may see them: investment tiles, hand, ministries."""

from collections.abc import Iterator

from adjudicator.pictures import Font, Group, Item, Path, Piece, Rect, Style, Text
from adjudicator.pictures.text import fitted, text_width, wrap

from ..fact_types import ACTION_TYPES
from ..facts import facts
from ..names import names
from . import glyphs
from .atlas import Language, atlas, palette
from .plates import heading, letter_chip, letter_part, note, part
from .position import SIDES, MinistryMark, Position
from .words import words

_CARD = 18.5  # height of a card
_ROW = 302  # width of the ministries of a side
_ROWS = 4  # of cards in the panel
_MINISTRIES = 306  # where they begin in their panel
_HAND = 256  # width of a hand in words, where both are told
_OTHER_HAND = 184  # width of the line about the other side's hand
_MARGINS, _SPENT = 10, 26  # of a card's width: margins, and with the sign of an exhausted tile
_BESIDE = 4  # between two cards
_TAKEN = (9, 133)  # where the tiles of a side begin


def investments_ground(language: Language) -> Iterator[Item]:
    """The place of the tiles that were taken, below a line."""
    x, y, _, _ = atlas().panels.investments
    yield Path(f"M{x + 9} {y + 100}h238", Style(stroke=palette().base.shade, width=0.8))
    for side, left in zip(SIDES, _TAKEN, strict=True):
        yield from letter_chip(x + left, y + 104, side, language)


def investments(position: Position, language: Language) -> Iterator[Piece]:
    """Tiles that can still be taken, and below them those that each side has taken this turn."""
    x, y, _, _ = atlas().panels.investments
    for place, tile in enumerate(position.investments):
        left, top = x + 9 + place % 3 * 80.5, y + 25 + place // 3 * 24.5
        yield part(f"tile-{place + 1}", left, top, 77, 22, _investment(tile, language))
    for side, left in zip(SIDES, _TAKEN, strict=True):
        for place, tile in enumerate(position.side(side).taken):
            kind = facts().investments[facts().investment[tile]]
            chip = _major(kind.major, kind.points, 0, 0, 22, language)
            yield part(f"taken-{side}-{place + 1}", x + left + 22 + place * 24, y + 104, 22, 17, (chip,))


def cards_ground(language: Language) -> Iterator[Item]:
    """The place of the ministries."""
    x, y, _, _ = atlas().panels.cards
    yield heading((x + _MINISTRIES - 10, y, 300, 0), words(language).ministries)
    for row, side in enumerate(SIDES):
        yield from letter_chip(x + _MINISTRIES, y + 33 + 37 * row, side, language)


def cards(position: Position, language: Language) -> Iterator[Piece]:
    """The seat's own hand by name, the other hand as a number, and the ministries of both sides."""
    word, called = words(language), names(language)
    x, y, _, _ = atlas().panels.cards
    title = heading((0, 0, 300, 0), word.hand if position.seat else word.cards)
    yield part("cards", x, y, 150, 24, (title,))
    left = x + 10.0
    for column, room in _columns(position.hand, 288):
        for row, (place, name) in enumerate(column):
            yield part(f"hand-{place}", left, y + 25 + row * 21, room - _BESIDE, _CARD, _card(room - _BESIDE, name))
        left += room
    others = [side for side in SIDES if side != position.seat]
    for row, side in enumerate(others):
        held = position.side(side).hand_size
        count = word.hand_of_one if held == 1 else word.hand_of.format(held)
        if position.seat:
            told, size = fitted(f"{called.name('flags', side)}: {count}", _OTHER_HAND, 11.5, 8.6)
            line = Text(_OTHER_HAND, 18, told, size, palette().base.text, anchor="end")
            yield part(f"hand-{side}", x + _MINISTRIES - 24 - _OTHER_HAND, y, _OTHER_HAND, 24, (line,))
        else:
            yield letter_part(f"letter-{side}", x + 10, y + 33 + 37 * row, side, language)
            lines = wrap(", ".join(position.side(side).hand) or count, _HAND, 11.5)
            told_of = (note(0, 13 + 12 * place, line) for place, line in enumerate(lines[:3]))
            yield part(f"hand-{side}", x + 36, y + 33 + 37 * row, _HAND, 42, told_of)
    for row, side in enumerate(SIDES):
        left = x + _MINISTRIES + 24.0
        if not position.side(side).ministries:
            yield part(f"ministries-{side}", left, y + 33 + 37 * row, _ROW, 18, (note(4, 13, word.not_chosen),))
        for place, (card, room) in enumerate(_shares(position.side(side).ministries, _ROW, language)):
            items = _ministry(room - _BESIDE, card, language)
            yield part(f"ministry-{side}-{place + 1}", left, y + 33 + 37 * row, room - _BESIDE, _CARD, items)
            left += room


def _columns(hand: tuple[str, ...], width: float) -> Iterator[tuple[list[tuple[int, str]], float]]:
    """The numbered cards of a hand in one column, or the long names in one and the short ones in another: the widths
    follow the longest name of each.
    """
    count, cards_of = (1 if len(hand) <= _ROWS else 2), list(enumerate(hand, 1))
    if count > 1:
        cards_of.sort(key=lambda card: -text_width(card[1], 12))
    half = -(-len(hand) // count)
    columns = [sorted(cards_of[first * half : (first + 1) * half]) for first in range(count)]
    needs = [max((text_width(name, 12) for _, name in column), default=0) + 16 for column in columns]
    for column, need in zip(columns, needs, strict=True):
        yield column, width / count if max(needs) <= width / count else width * need / sum(needs)


def _shares(
    cards_of: tuple[MinistryMark, ...], width: float, language: Language
) -> Iterator[tuple[MinistryMark, float]]:
    """Each card with its part of a row: half of it, or what its name needs where another one needs less; names that
    are too long for the row shrink alike.
    """
    names_of = [text_width(card.name or words(language).face_down, 12) for card in cards_of]
    margins = [_BESIDE + (_SPENT if card.exhausted else _MARGINS) for card in cards_of]
    even, scale = width / max(2, len(cards_of)), (width - sum(margins)) / max(sum(names_of), 1)
    fits = all(name + margin <= even for name, margin in zip(names_of, margins, strict=True))
    for card, name, margin in zip(cards_of, names_of, margins, strict=True):
        yield card, even if fits or len(cards_of) < 2 else margin + scale * name


def _investment(tile: str, language: Language) -> Iterator[Item]:
    """Major Action on its colour, Minor Action, then a cross (event) and a turning arrow (upgrade) (3.3)."""
    base, kind = palette().base, facts().investments[facts().investment[tile]]
    yield Rect(0, 0, 77, 22, Style(fill=base.land, stroke=base.frame, width=1), 4)
    yield _major(kind.major, kind.points, 0, 0, 27, language, height=22)
    minor = f"{words(language).actions[ACTION_TYPES[kind.minor]]}{facts().limits.minor_points}"
    colour = palette().actions[ACTION_TYPES[kind.minor]]
    yield Text(38.5, 15.5, minor, 12.5, colour, Font.BOLD, "middle")
    if kind.event:
        yield from glyphs.cross(55.5, 11, base.text)
    if kind.upgrade:
        yield from glyphs.arrows(67, 11, base.text)


def _major(
    action: int, points: int, x: float, y: float, width: float, language: Language, *, height: float = 17
) -> Item:
    base, name = palette().base, ACTION_TYPES[action]
    label = f"{words(language).actions[name]}{points}"
    size = 13.5 if height > 20 else 11.5
    return Group(
        (
            Rect(x, y, width, height, Style(fill=palette().actions[name], stroke=base.frame, width=1), 4),
            Text(x + width / 2, y + height / 2 + size * 0.36, label, size, palette().base.light, Font.BOLD, "middle"),
        )
    )


def _card(width: float, name: str, *, secret: bool = False, exhausted: bool = False) -> Iterator[Item]:
    """A card by its name: dashed where only this seat knows it, with the sign of an exhausted tile at its end."""
    base = palette().base
    rim = Style(fill=base.board if exhausted else base.land, stroke=base.frame, width=1, dash=(3, 2) if secret else ())
    yield Rect(0, 0, width, _CARD, rim, 3)
    shown, size = fitted(name, width - (_SPENT if exhausted else _MARGINS), 12, 8.6)
    yield note(5, 13.4, shown, size=size)
    if exhausted:
        yield Group((glyphs.pentagon(), glyphs.strike()), dx=width - 10.5, dy=9.6, scale=0.42)


def _ministry(width: float, card: MinistryMark, language: Language) -> Iterator[Item]:
    base = palette().base
    if card.name is not None:
        yield from _card(width, card.name, secret=not card.face_up, exhausted=card.exhausted)
        return
    yield Rect(0, 0, width, _CARD, Style(fill=base.shade, stroke=base.frame, width=0.9), 3)
    yield note(width / 2, 13.4, words(language).face_down, size=11.5, middle=True)

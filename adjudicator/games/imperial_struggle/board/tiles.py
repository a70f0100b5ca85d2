"""Tiles and cards as this seat may see them: war display, investment tiles, hand, ministries."""

from collections.abc import Iterator

from adjudicator.pictures import Circle, Font, Group, Item, Path, Rect, Style, Text
from adjudicator.pictures.text import fitted, text_width

from ..fact_types import ACTION_TYPES
from ..facts import facts
from ..names import names
from . import glyphs
from .atlas import Language, atlas, palette
from .plates import heading, letter_chip, note
from .position import SIDES, MinistryMark, Position, Side, WarTileMark
from .words import words

_TILE = 36  # width of a war tile
_ROWS = 3  # of cards in the panel
_SLOTS = 3  # one basic and two bonus tiles (3.7)


def war(position: Position, language: Language) -> Iterator[Item]:
    """The theatres of the coming war; France's tiles on the left, Britain's on the right."""
    box, word = atlas().panels.war, words(language)
    x, y, width, height = box
    if position.war is None:
        yield heading(box, word.war)
        yield note(x + 10, y + 42, word.no_war)
        return
    yield heading(box, names(language).name("wars", position.war))
    step = min(36.5, (height - 26) / max(len(position.theatres), 1))
    for row, theatre in enumerate(position.theatres):
        top = y + 26 + row * step
        if theatre.now:
            frame = Style(fill=palette().base.land, stroke=palette().base.changed, width=2.2)
            yield Rect(x + 5, top - 2.5, width - 10, step - 0.5, frame, 4)
        title, size = fitted(f"{row + 1}  {theatre.name}", width - 20, 11, 8.6, Font.CONDENSED_BOLD)
        yield note(x + 10, top + 9, title, size=size, bold=True)
        for side, tiles, left in (
            ("france", theatre.france, x + 10),
            ("britain", theatre.britain, x + width - 10 - _SLOTS * (_TILE + 3) + 3),
        ):
            shown: list[Item] = []
            # A fourth tile (Byng, Atlantic Dominance) has room if they overlap.
            pitch = min(_TILE + 3, ((_SLOTS - 1) * (_TILE + 3)) / max(len(tiles) - 1, 1))
            for slot in range(max(_SLOTS, len(tiles))):
                at = left + slot * pitch
                tile = tiles[slot] if slot < len(tiles) else None
                shown += _war_tile(at, top + 13, tile, _side(side), language)
            yield Group(tuple(shown), f"theatre-{row + 1}-{side}")


def investments(position: Position, language: Language) -> Iterator[Item]:
    """Tiles that can still be taken, and below them those that each side has taken this turn."""
    base = palette().base
    x, y, _, _ = atlas().panels.investments
    for place, tile in enumerate(position.investments):
        left, top = x + 9 + place % 3 * 80.5, y + 25 + place // 3 * 25
        yield Group(tuple(_investment(tile, language)), dx=left, dy=top)
    yield Path(f"M{x + 9} {y + 103}h238", Style(stroke=base.shade, width=0.8))
    for side, left in (("france", x + 9), ("britain", x + 133)):
        yield from letter_chip(left, y + 106.5, _side(side), language)
        for place, tile in enumerate(position.side(_side(side)).taken):
            kind = facts().investments[facts().investment[tile]]
            yield _major(kind.major, kind.points, left + 22 + place * 24, y + 106.5, 22, language)


def cards(position: Position, language: Language) -> Iterator[Item]:
    """The seat's own hand by name, the other hand as a number, and the ministries of both sides."""
    word = words(language)
    box = atlas().panels.cards
    x, y, width, _ = box
    columns = 1 if len(position.hand) <= _ROWS else 2
    for place, name in enumerate(position.hand):
        left, top = x + 10 + place % columns * 148, y + 25 + place // columns * 19.5
        yield from _card(left, top, 296 / columns - 4, name, face=True)
    start = x + width - 326
    yield heading(box, word.hand if position.seat else word.cards)
    yield heading((start - 10, y, 300, 0), word.ministries)
    others = [side for side in SIDES if side != position.seat]
    for row, side in enumerate(others):
        count = word.hand_of.format(position.side(side).hand_size)
        if position.seat:
            told = f"{names(language).name('flags', side)}: {count}"
            yield Text(start - 24, y + 18, told, 11.5, palette().base.text, anchor="end")
        else:
            yield from letter_chip(x + 10, y + 31 + 25 * row, side, language)
            yield note(x + 36, y + 44 + 25 * row, count, size=12.5)
    for row, side in enumerate(SIDES):
        top = y + 31 + 25 * row
        yield from letter_chip(start, top, side, language)
        left = start + 24
        for card, room in _shares(position.side(side).ministries, 294, language):
            yield from _ministry(left, top, room - 4, card, language)
            left += room


def _shares(
    cards_of: tuple[MinistryMark, ...], width: float, language: Language
) -> Iterator[tuple[MinistryMark, float]]:
    """Each card with its part of a row: half of it, or what its name needs where another one needs less."""
    needs = [max(80.0, text_width(card.name or words(language).face_down, 11.5) + 18) for card in cards_of]
    even = width / max(2, len(cards_of))
    for card, need in zip(cards_of, needs, strict=True):
        yield card, even if max(needs) <= even or len(cards_of) < 2 else width * need / sum(needs)


def _side(name: str) -> Side:
    return "france" if name == "france" else "britain"


def _war_tile(x: float, y: float, tile: WarTileMark | None, side: Side, language: Language) -> Iterator[Item]:
    base, colours = palette().base, palette().sides[side]
    if tile is None:
        yield Rect(x, y, _TILE, 19, Style(stroke=base.shade, width=0.9, dash=(3, 3)), 2)
        return
    corner = 2 if tile.kind == "basic" else 7
    if tile.strength is None:
        yield Rect(x, y, _TILE, 19, Style(fill=colours.fill, stroke=base.frame, width=1), corner)
        inner = Style(stroke=colours.tint, width=1)
        yield Rect(x + 3, y + 3, _TILE - 6, 13, inner, max(1, corner - 2))
        yield Text(x + _TILE / 2, y + 13.2, words(language).letters[side], 10, colours.text, Font.BOLD, "middle")
        return
    yield Rect(x, y, _TILE, 19, Style(fill=colours.tint, stroke=colours.fill, width=1.8), corner)
    strength = f"+{tile.strength}" if tile.strength > 0 else str(tile.strength).replace("-", "−")
    alone = tile.symbol == "none"
    yield Text(x + (_TILE / 2 if alone else 11), y + 14, strength, 12, base.text, Font.BOLD, "middle")
    if not alone:
        yield Group(tuple(_symbol(tile.symbol, language)), dx=x + 28, dy=y + 9.5, scale=0.88)


def _symbol(symbol: str, language: Language) -> Iterator[Item]:
    base = palette().base
    if symbol == "debt":
        yield Circle(0, 0, 6, Style(fill=base.changed, stroke=base.frame, width=1))
        yield Text(0, 3.4, words(language).debt_short[0].upper(), 9, base.text, Font.BOLD, "middle")
    elif symbol == "fort_or_squadron":
        yield Path("M-5.5 6V-2.5L0 -6.5L5.5 -2.5V6Z", Style(fill=base.paper, stroke=base.text, width=1.2))
        yield Path("M-1 -6L1.5 -1.5L-1.5 1.5L1 6", Style(stroke=base.conquest, width=1.6))
    else:
        yield Path("M-4 6.5V-6H5L2.5 -3L5 0H-4", Style(fill=base.paper, stroke=base.text, width=1.2))
        yield Path("M-6 5.5L6 -5.5", Style(stroke=base.conquest, width=1.8))


def _investment(tile: str, language: Language) -> Iterator[Item]:
    """Major Action on its colour, Minor Action, then a cross (event) and a turning arrow (upgrade) (3.3)."""
    base, kind = palette().base, facts().investments[facts().investment[tile]]
    yield Rect(0, 0, 77, 22, Style(fill=base.land, stroke=base.frame, width=1), 4)
    yield _major(kind.major, kind.points, 0, 0, 27, language, height=22)
    minor = f"{words(language).actions[ACTION_TYPES[kind.minor]]}{facts().limits.minor_points}"
    colour = palette().actions[ACTION_TYPES[kind.minor]]
    yield Text(39, 15.5, minor, 12.5, colour, Font.BOLD, "middle")
    if kind.event:
        yield from glyphs.cross(57, 11, base.text)
    if kind.upgrade:
        yield from glyphs.arrows(69, 11, base.text)


def _major(
    action: int, points: int, x: float, y: float, width: float, language: Language, *, height: float = 17
) -> Item:
    base, name = palette().base, ACTION_TYPES[action]
    label = f"{words(language).actions[name]}{points}"
    size = 13.5 if height > 20 else 11.5
    return Group(
        (
            Rect(x, y, width, height, Style(fill=palette().actions[name], stroke=base.frame, width=1), 4),
            Text(x + width / 2, y + height / 2 + size * 0.36, label, size, "#ffffff", Font.BOLD, "middle"),
        )
    )


def _card(x: float, y: float, width: float, name: str, *, face: bool) -> Iterator[Item]:
    base = palette().base
    yield Rect(x, y, width, 17, Style(fill=base.land if face else base.board, stroke=base.frame, width=0.9), 3)
    shown, size = fitted(name, width - 10, 11.5, 8.6)
    yield note(x + 5, y + 12.6, shown, size=size)


def _ministry(x: float, y: float, width: float, card: MinistryMark, language: Language) -> Iterator[Item]:
    base = palette().base
    if card.name is None:
        yield Rect(x, y, width, 17, Style(fill=base.shade, stroke=base.frame, width=0.9), 3)
        yield note(x + width / 2, y + 12.6, words(language).face_down, size=11, middle=True)
        return
    dash = () if card.face_up else (3.0, 2.0)
    yield Rect(x, y, width, 17, Style(fill=base.land, stroke=base.frame, width=1.1, dash=dash), 3)
    shown, size = fitted(card.name, width - 10, 11.5, 8.6)
    yield note(x + 5, y + 12.6, shown, size=size)
    if card.exhausted:
        yield Path(f"M{x + 3} {y + 14}L{x + width - 3} {y + 3}", Style(stroke=base.conquest, width=1.4))

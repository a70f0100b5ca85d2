"""The war display (7.0): tiles of both sides as this seat may see them, their strength, and what it would come to."""

from collections.abc import Iterator

from adjudicator.pictures import Circle, Font, Group, Item, Path, Rect, Style, Text
from adjudicator.pictures.text import fitted, text_width

from ..fact_types import Spoils
from ..facts import facts
from ..names import names
from .atlas import Box, Language, atlas, palette
from .plates import heading, note
from .position import SIDES, Position, Side, StrengthMark, TheatreMark, WarTileMark
from .words import words

_TILE, _PITCH = 29.0, 30.5  # width of a war tile, and from one to the next
_SLOTS = 3  # one basic and two bonus tiles (3.7)
_TOTAL = 26  # width of the plate with a side's strength
_TILES = (_SLOTS - 1) * _PITCH + _TILE
_STEP = 42.0  # from one theatre to the next where there is room
_EDGE = 8  # between the edge of the panel and the tiles


def war(position: Position, language: Language) -> Iterator[Item]:
    """The theatres of the coming war; France on the left, Britain on the right, their strengths in the middle."""
    box, word = atlas().panels.war, words(language)
    x, y, width, height = box
    if position.war is None:
        yield heading(box, word.war)
        yield note(x + 10, y + 42, word.no_war)
        return
    yield heading(box, names(language).name("wars", position.war))
    step = min(_STEP, (height - 26) / max(len(position.theatres), 1))
    for row, theatre in enumerate(position.theatres):
        top = y + 26 + row * step
        if theatre.now:
            frame = Style(fill=palette().base.land, stroke=palette().base.changed, width=2.2)
            yield Rect(x + 4, top - 2.5, width - 8, 36, frame, 4)
        yield from _title((x + _EDGE + 1, top, width - 2 * _EDGE - 2, 12), row + 1, theatre, language)
        middle = x + width / 2
        for side, tiles, left in (
            (SIDES[0], theatre.france, x + _EDGE),
            (SIDES[1], theatre.britain, x + width - _EDGE - _TILES),
        ):
            yield Group(tuple(_tiles(tiles, left, top + 13, side, language)), f"theatre-{row + 1}-{side}")
        if theatre.result is None:
            yield from _total(middle - _TOTAL - 1, top + 13, theatre, "france")
            yield from _total(middle + 1, top + 13, theatre, "britain")
        else:
            yield from _won(middle, top + 13, theatre, language)


def _title(box: Box, number: int, theatre: TheatreMark, language: Language) -> Iterator[Item]:
    """Number and name of a theatre, and at its right what it would bring as things stand, as far as that is known."""
    x, y, width, _ = box
    outcome, outcome_size = fitted(_outcome(theatre, language), 0.62 * width, 10.5, 8.6)
    room = width - text_width(outcome, outcome_size) - 8
    title, size = fitted(f"{number}  {theatre.name}", room, 11, 8.6, Font.CONDENSED_BOLD)
    yield note(x, y + 9, title, size=size, bold=True)
    yield Text(x + width, y + 9, outcome, outcome_size, palette().base.text, anchor="end")


def _outcome(theatre: TheatreMark, language: Language) -> str:
    """`F +3: 2 VP 1 CP`; while tiles are hidden only who may lead by how much: `F +4 … B +2`."""
    least, most = theatre.lead
    if theatre.result is not None:
        winner, margin = theatre.result.winner, theatre.result.margin
        return spoils_line(theatre.id, winner, margin, language) if winner else ""
    if least != most:
        return f"{_lead(most, language)} … {_lead(least, language)}"
    if not least:
        return words(language).tie
    leader: Side = "france" if least > 0 else "britain"
    return f"{_lead(least, language)}: {spoils_line(theatre.id, leader, abs(least), language)}"


def _lead(margin: int, language: Language) -> str:
    if not margin:
        return "0"
    return f"{words(language).letters['france' if margin > 0 else 'britain']} +{abs(margin)}"


def spoils_line(theatre: str, winner: Side, margin: int, language: Language) -> str:
    """What the winner of a theatre gets for a margin (7.2), in short."""
    rows = facts().theatre[theatre].spoils[SIDES.index(winner)]
    row = next((row for row in rows if row.min <= margin and (row.max is None or margin <= row.max)), None)
    return " ".join(_gains(row, winner, language)) if row else "–"


def _gains(row: Spoils, winner: Side, language: Language) -> Iterator[str]:
    word = words(language)
    if row.vp:
        yield f"{row.vp} {word.vp}"
    if row.cp:
        yield f"{row.cp} {word.cp}"
    if row.unflag:
        yield word.spoils["unflag"]
    if row.atlantic_dominance:
        tile = facts().war_tiles[facts().war_tile["atlantic_dominance"]]
        yield f"+{tile.strength} → {facts().theatre['french_and_indian_war'].order}"
    for told, key in (
        (row.usa, "usa"), (row.canada, "canada"), (row.jacobite_victory and winner == "france", "jacobites"),
        (row.jacobite_defeat, "jacobites_beaten"),
    ):  # fmt: skip
        if told:
            yield word.spoils[key]


def _total(x: float, y: float, theatre: TheatreMark, side: Side) -> Iterator[Item]:
    """The strength of a side, with a question mark while tiles are hidden; in full colour if it surely leads."""
    least, most = theatre.lead
    sure = least > 0 if side == "france" else most < 0
    mark: StrengthMark = theatre.strength_france if side == "france" else theatre.strength_britain
    label = f"{_minus(mark.sure)}+?" if mark.hidden else _minus(mark.sure)
    yield from strength_plate(x, y, label, side, full=sure)


def _won(middle: float, y: float, theatre: TheatreMark, language: Language) -> Iterator[Item]:
    """Who has won a theatre, and by how much."""
    result = theatre.result
    assert result is not None
    if result.winner is None:
        yield note(middle, y + 13.5, words(language).tie, size=11, middle=True, bold=True)
        return
    label = f"{words(language).letters[result.winner]} +{result.margin}"
    yield from strength_plate(middle - _TOTAL - 1, y, label, result.winner, full=True, width=2 * _TOTAL + 2)


def strength_plate(
    x: float, y: float, label: str, side: Side, *, full: bool = False, width: float = _TOTAL
) -> Iterator[Item]:
    """A rounded plate in the colour of a side, 19 px high, top left corner at (x, y)."""
    base, colours = palette().base, palette().sides[side]
    fill, text = (colours.fill, colours.text) if full else (base.paper, base.text)
    yield Rect(x, y, width, 19, Style(fill=fill, stroke=colours.fill, width=1.6), 9.5)
    size = 12.5 if len(label) < 3 or width > _TOTAL else 11
    yield Text(x + width / 2, y + 9.5 + 0.36 * size, label, size, text, Font.CONDENSED_BOLD, "middle")


def _minus(value: int) -> str:
    return str(value).replace("-", "−")


# ---- tiles


def _tiles(tiles: tuple[WarTileMark, ...], left: float, y: float, side: Side, language: Language) -> Iterator[Item]:
    # A fourth tile (Byng, Atlantic Dominance) has room if they overlap.
    pitch = min(_PITCH, ((_SLOTS - 1) * _PITCH) / max(len(tiles) - 1, 1))
    for slot in range(max(_SLOTS, len(tiles))):
        yield from _war_tile(left + slot * pitch, y, tiles[slot] if slot < len(tiles) else None, side, language)


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
    strength = f"+{tile.strength}" if tile.strength > 0 else _minus(tile.strength)
    alone = tile.symbol == "none"
    middle, size = (_TILE / 2, 12.0) if alone else (8.8, 10.8)
    yield Text(x + middle, y + 14, strength, size, base.text, Font.CONDENSED_BOLD, "middle")
    if not alone:
        yield Group(tuple(tile_symbol(tile.symbol, language)), dx=x + 22, dy=y + 9.5, scale=0.76)


def tile_symbol(symbol: str, language: Language) -> Iterator[Item]:
    """What a war tile does besides its strength (7.1.2), around (0, 0): a debt, a fort or squadron hit, a flag gone."""
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

"""The war display (7.0): tiles of both sides as this seat may see them, their strength, and what it would come to."""

from collections.abc import Iterator

from adjudicator.pictures import Circle, Font, Group, Item, Path, Piece, Rect, Style, Text
from adjudicator.pictures.maps import BoardView
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.maps.plates import PILL, heading, note, numeral, part, pill
from adjudicator.pictures.text import fit_text, text_width

from ..fact_types import FRANCE, NONE, SIDES, THEATRE, WAR, WAR_TILE, Spoils
from ..names import names
from ..state import ResolvedTheatre
from ..view import TileSlot, View
from .atlas import Language, atlas, palette, words
from .finals import final, final_marks, result
from .theatres import TheatreMark, theatre_marks
from .words import both_names

_TILE, _PITCH = 29.0, 30.5  # width of a war tile, and from one to the next
_SLOTS = 3  # one basic and two bonus tiles (3.7)
_TOTAL = PILL
_BOTH = 2 * _TOTAL + 2
_TILES = (_SLOTS - 1) * _PITCH + _TILE
_STEP = 42.0  # from one theatre to the next where there is room
_SMALLEST = 8.5  # letters of a line that is short of room
_EDGE = 8  # between the edge of the panel and the tiles


def war(shown: BoardView[View], language: Language) -> Iterator[Piece]:
    """Draw the theatres of the coming war: France on the left, Britain on the right, their strengths in the middle.

    After the last war the final scoring takes their place, at the end the result, with a decisive war below it.
    """
    _, y, _, height = atlas().panels["war"]
    view, theatres = shown.view, [*theatre_marks(shown.view)]
    yield from result(view, view.result, language) if view.result else _ahead(view, language)
    step = min(_STEP, (height - 26) / max(len(theatres), 1))
    for row, theatre in enumerate(theatres):
        yield from theatre_parts(row + 1, theatre, y + 26 + row * step, language)


def _ahead(view: View, language: Language) -> Iterator[Piece]:
    """Draw the name of the war, or what the final scoring would bring."""
    x, y, width, _ = atlas().panels["war"]
    word, finals = words(language), [*final_marks(view)]
    name = names(language).name(WAR, view.war) if view.war else word.final if finals else word.war
    yield part("war", x, y, width, 24, (heading((0, 0, width, 0), name),))
    if finals:
        yield from final(finals, language)
    elif view.war is None:
        yield part("no-war", x + 10, y + 28, width - 20, 20, (note(0, 14, word.no_war),))


def theatre_parts(number: int, theatre: TheatreMark, top: float, language: Language) -> Iterator[Piece]:
    """Draw a theatre: its title, the tiles of both sides, and between them their strengths or the result."""
    x, _, width, _ = atlas().panels["war"]
    name, middle = f"theatre-{number}", x + width / 2
    if theatre.now:
        frame = Style(fill=BASE.land, stroke=BASE.changed, width=2.2)
        yield part(f"{name}-now", x + 4, top - 2.5, width - 8, 36, (Rect(0, 0, width - 8, 36, frame, 4),))
    wide = width - 2 * _EDGE + 4
    yield part(f"{name}-name", x + _EDGE - 2, top, wide, 12, _title(wide, theatre, language))
    for side, tiles, left in zip(SIDES, theatre.tiles, (x + _EDGE, x + width - _EDGE - _TILES), strict=True):
        yield part(f"{name}-{side}", left, top + 13, _TILES, 19, _tiles(tiles, side, language))
    if theatre.result is not None:
        yield part(f"{name}-result", middle - _TOTAL - 1, top + 13, _BOTH, 19, _won(theatre.result, language))
        return
    for index, left in enumerate((middle - _TOTAL - 1, middle + 1)):
        yield part(f"{name}-{SIDES[index]}-strength", left, top + 13, _TOTAL, 19, _total(theatre, index))


def _title(width: float, theatre: TheatreMark, language: Language) -> Iterator[Item]:
    """Yield both names of a theatre, and at its right its likely outcome."""
    named, told = both_names(THEATRE, theatre.id, language), _outcome(theatre, language)
    least = text_width(told, _SMALLEST)  # the outcome shrinks, and the name loses its weight, before a name is cut
    tight = text_width(named, _SMALLEST, Font.CONDENSED_BOLD) + 5 + least > width
    font = Font.CONDENSED if tight else Font.CONDENSED_BOLD
    share = min(0.62 * width, max(width - 5 - text_width(named, _SMALLEST, font), least))
    outcome, outcome_size = fit_text(told, share, 10.5, _SMALLEST)
    room = width - text_width(outcome, outcome_size) - 5
    title, size = fit_text(named, room, 11, _SMALLEST, font)
    yield note(0, 9, title, size=size, bold=not tight)
    yield Text(width, 9, outcome, outcome_size, BASE.text, anchor="end")


def _outcome(theatre: TheatreMark, language: Language) -> str:
    """Return the outcome of a theatre, such as `F +3: 2 VP 1 CP`.

    While tiles are hidden it says only who may lead by how much: `F +4 … B +2`.
    """
    least, most = theatre.lead
    if theatre.result is not None:
        winner, margin = theatre.result.winner, theatre.result.margin
        return spoils_line(theatre.id, winner, margin, language) if winner != NONE else ""
    if least != most:
        return f"{_lead(most, language)} … {_lead(least, language)}"
    if not least:
        return words(language).tie
    return f"{_lead(least, language)}: {spoils_line(theatre.id, int(least < 0), abs(least), language)}"


def _lead(margin: int, language: Language) -> str:
    if not margin:
        return "0"
    return f"{words(language).letters[SIDES[margin < 0]]} +{abs(margin)}"


def spoils_line(theatre: str, winner: int, margin: int, language: Language) -> str:
    """Return what the winner of a theatre gets for a margin (7.2), in short."""
    row = THEATRE.thing(theatre).row(winner, margin)
    return " ".join(_gains(row, winner, language)) if row else "–"


def _gains(row: Spoils, winner: int, language: Language) -> Iterator[str]:
    word = words(language)
    if row.vp:
        yield f"{row.vp} {word.vp}"
    if row.cp:
        yield f"{row.cp} {word.cp}"
    if row.unflag:
        yield word.spoils["unflag"]
    if row.atlantic_dominance:
        tile = WAR_TILE.thing("atlantic_dominance")
        yield f"+{tile.strength} → {THEATRE.thing('french_and_indian_war').order}"
    if row.usa:
        yield word.spoils["usa"]
    if row.canada:
        yield word.spoils["canada"]
    if row.jacobite_victory and winner == FRANCE:
        yield word.spoils["jacobites"]
    if row.jacobite_defeat:
        yield word.spoils["jacobites_beaten"]


def _total(theatre: TheatreMark, side: int) -> Iterator[Item]:
    """Draw the strength of a side, with a question mark while tiles are hidden; in full colour if it surely leads."""
    least, most = theatre.lead
    sure = least > 0 if side == FRANCE else most < 0
    mark = theatre.strengths[side]
    label = f"{numeral(mark.sure)}+?" if mark.hidden else numeral(mark.sure)
    yield from pill(label, palette().sides[SIDES[side]], full=sure)


def _won(result: ResolvedTheatre, language: Language) -> Iterator[Item]:
    """Yield who has won a theatre, and by how much."""
    if result.winner == NONE:
        yield note(_BOTH / 2, 13.5, words(language).tie, size=11, middle=True, bold=True)
        return
    winner = SIDES[result.winner]
    label = f"{words(language).letters[winner]} +{result.margin}"
    yield from pill(label, palette().sides[winner], full=True, width=_BOTH)


# ---- tiles


def _tiles(tiles: tuple[TileSlot, ...], side: str, language: Language) -> Iterator[Item]:
    # A fourth tile (Byng, Atlantic Dominance) has room if they overlap.
    pitch = min(_PITCH, ((_SLOTS - 1) * _PITCH) / max(len(tiles) - 1, 1))
    for slot in range(max(_SLOTS, len(tiles))):
        tile = tiles[slot] if slot < len(tiles) else None
        yield Group(tuple(_war_tile(tile, side, language)), dx=slot * pitch)


def _war_tile(slot: TileSlot | None, side: str, language: Language) -> Iterator[Item]:
    colours = palette().sides[side]
    if slot is None:
        yield Rect(0, 0, _TILE, 19, Style(stroke=BASE.shade, width=0.9, dash=(3, 3)), 2)
        return
    tile, corner = slot.tile, 2 if slot.kind == "basic" else 7
    if tile is None:
        yield Rect(0, 0, _TILE, 19, Style(fill=colours.fill, stroke=BASE.frame, width=1), corner)
        inner = Style(stroke=colours.tint, width=1)
        yield Rect(3, 3, _TILE - 6, 13, inner, max(1, corner - 2))
        yield Text(_TILE / 2, 13.2, words(language).letters[side], 10, colours.text, Font.BOLD, "middle")
        return
    yield Rect(0, 0, _TILE, 19, Style(fill=colours.tint, stroke=colours.fill, width=1.8), corner)
    strength = f"+{tile.strength}" if tile.strength > 0 else numeral(tile.strength)
    alone = tile.symbol == "none"
    middle, size = (_TILE / 2, 12.0) if alone else (8.8, 10.8)
    yield Text(middle, 14, strength, size, BASE.text, Font.CONDENSED_BOLD, "middle")
    if not alone:
        yield Group(tuple(tile_symbol(tile.symbol, language)), dx=22, dy=9.5, scale=0.76)


def tile_symbol(symbol: str, language: Language) -> Iterator[Item]:
    """Draw what a war tile does apart from its strength (7.1.2), around (0, 0).

    It is a debt, a fort or squadron hit, or a flag removed.
    """
    if symbol == "debt":
        yield Circle(0, 0, 6, Style(fill=BASE.changed, stroke=BASE.frame, width=1))
        yield Text(0, 3.4, words(language).debt_short[0].upper(), 9, BASE.text, Font.BOLD, "middle")
    elif symbol == "fort_or_squadron":
        yield Path("M-5.5 6V-2.5L0 -6.5L5.5 -2.5V6Z", Style(fill=BASE.paper, stroke=BASE.text, width=1.2))
        yield Path("M-1 -6L1.5 -1.5L-1.5 1.5L1 6", Style(stroke=BASE.alarm, width=1.6))
    else:
        yield Path("M-4 6.5V-6H5L2.5 -3L5 0H-4", Style(fill=BASE.paper, stroke=BASE.text, width=1.2))
        yield Path("M-6 5.5L6 -5.5", Style(stroke=BASE.alarm, width=1.8))

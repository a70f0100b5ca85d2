"""Draw the pieces on the map: those in the places, concessions and pirates on borders, the squares of the empires."""

from collections import Counter
from collections.abc import Iterator

from adjudicator.components.bits import bits
from adjudicator.components.kinds import Kind
from adjudicator.pictures import Circle, Font, Group, Item, Path, Piece, Style, Text
from adjudicator.pictures.maps import markers, signs
from adjudicator.pictures.maps.palette import BASE, UNOWNED

from .. import facts
from ..names import names
from ..rules import table
from ..state import State
from .atlas import atlas, crest, palette, words
from .signs import badge, figure, look_of, shield, sign

_UPPER = -6.0  # middle of a sign above a short name
_CORNER = 16.5  # from the middle of a marker to that of a sign at its corner
_RULED, _BISHOP = (17.5, -22.0, 9.5), (-17.5, -22.0, 9.5)  # over the corners of a square: where, and how large
_SMALL, _TINY = 8.5, 7.0  # radii of what lies beside a square and below it
_ROOM = 4  # kinds of repressed pieces that are told apart below a square


def short_name(place: str) -> str:
    """Return the short name of a place, a border or an empire."""
    return names.short.of(kind_of(place), place)


def kind_of(place: str) -> Kind[facts.Place] | Kind[facts.Border] | Kind[facts.Empire]:
    """Return the kind of thing that a marker shows."""
    return facts.PLACE if place in facts.PLACE else facts.BORDER if place in facts.BORDER else facts.EMPIRE


def all_markers(state: State, language: str) -> Iterator[Piece]:
    """Yield one piece for each place, border and empire, named by its id."""
    there = table.there(state)
    for place in facts.PLACE:
        found = tuple(_place(state, place, language)) if there >> place.index & 1 else tuple(_closed(place))
        yield _marker(place.id, found)
    for border in facts.BORDER:
        yield _marker(border.id, tuple(_border(border, state.borders[border.index], language)))
    for empire in facts.EMPIRE:
        yield _marker(empire.id, (*_square(state, empire, language), *_around(state, empire.index, language)))


def _marker(id: str, items: tuple[Item, ...]) -> Piece:
    return Piece(id, *atlas().at(id), markers.BOX, items)


def _place(state: State, place: facts.Place, language: str) -> Iterator[Item]:
    """Draw a place that is in play, with its piece or with the piece that a levy would bring, and as an emporium."""
    piece, levy = state.places[place.index], table.levy(state, place.index)
    if piece != facts.NONE:
        yield from _token(piece)
        yield _below(place.id, look_of(piece)[0].text)
    else:
        dashed = Style(fill=BASE.light, stroke=BASE.frame, width=1.3, dash=(3, 3))
        shape = "disc" if levy is None else look_of(levy)[1]
        yield markers.outline(shape, dashed)
        if levy is not None:
            yield sign(facts.TYPES[facts.type_of(levy)], BASE.shade, y=_UPPER, scale=0.72)
        yield _below(place.id, BASE.text)
    for route in (each for each in facts.ROUTE if each.place == place.index):
        letter = words(language).sides[facts.SIDE.ids[route.side]]
        yield from signs.lettered(_CORNER, -_CORNER, letter, dark=bool(route.side))


def _token(piece: int) -> Iterator[Item]:
    """Draw a rook, a knight or a pirate with room for a short name."""
    colours, shape = look_of(piece)
    yield from markers.body(shape, colours)
    yield sign(facts.TYPES[facts.type_of(piece)], colours.text, y=_UPPER, scale=0.86)


def _closed(place: facts.Place) -> Iterator[Item]:
    """Draw an emporium under a disk; the second place of Venice is not drawn when it is not in play."""
    if place.extra:
        return
    yield markers.outline("disc", Style(fill=BASE.board, stroke=BASE.frame, width=1.3))
    yield Path("M-7 -12L7 -1M7 -12L-7 -1", Style(stroke=BASE.alarm, width=2.6, round_ends=True))
    yield _below(place.id, BASE.text)


def _border(border: facts.Border, pieces: list[int], language: str) -> Iterator[Item]:
    """Yield a border: free, with a concession, with a pirate, or with both."""
    pawn = next((piece for piece in pieces if piece >= facts.FIRST_PAWN), facts.NONE)
    pirate = next((piece for piece in pieces if piece < facts.FIRST_PAWN), facts.NONE)
    if pawn != facts.NONE:
        bank = crest(facts.BANK.ids[pawn - facts.FIRST_PAWN], language)
        yield shield(bank.colours)
        yield Text(0, -1, bank.letter, 14, bank.colours.text, Font.CONDENSED_BOLD, "middle")
        yield Text(0, 10, short_name(border.id), 10.5, bank.colours.text, Font.CONDENSED_BOLD, "middle")
        if pirate != facts.NONE:
            yield figure(pirate, language, _CORNER, -_CORNER, 10)
    elif pirate != facts.NONE:
        yield from _token(pirate)
        yield _below(border.id, look_of(pirate)[0].text)
    else:
        yield from _free(border)


def _free(border: facts.Border) -> Iterator[Item]:
    if border.sea:
        yield Circle(0, 0, 16, Style(fill=BASE.sea_deep, stroke=BASE.text_water, width=1.5, dash=(4, 3)))
        yield Group(signs.anchor(BASE.text_water), dy=-6, scale=0.72)
    else:
        yield markers.outline("square", Style(fill=BASE.light, stroke=BASE.frame, width=1.3, dash=(4, 3)), -3)
        yield Path("M-8 -6H8M-4 -10.5V-1.5M4 -10.5V-1.5", Style(stroke=BASE.shade, width=1.6))
    yield Text(0, 10, short_name(border.id), 11, BASE.text, Font.CONDENSED_BOLD, "middle")


def _square(state: State, empire: facts.Empire, language: str) -> Iterator[Item]:
    """Draw a square in the colours and with the letters of the bank that has it; on its throne it is pale."""
    holder = state.holder[empire.index]
    colours = palette().banks[holder] if holder else UNOWNED
    yield from markers.body("square", colours)
    face = "king" if table.is_king(state, empire.index) else "republic"
    yield sign(face, colours.text, x=8.5 if holder else 0, y=-6, scale=0.66 if holder else 0.86)
    if holder:
        yield Text(-7.5, -1.5, crest(holder, language).letter, 12.5, colours.text, Font.CONDENSED_BOLD, "middle")
    yield _below(empire.id, colours.text)


def _around(state: State, empire: int, language: str) -> Iterator[Item]:
    """Yield its religion, its bishop, queens, whether it is a vassal; below what is repressed there."""
    if (ruled := state.ruled[empire]) != facts.MEDIEVAL:
        religion = facts.RELIGION.ids[ruled - 1]
        yield badge(religion, religion, *_RULED)
    if (bishop := table.bishop_on(state, empire)) != facts.NONE:
        yield badge(facts.RELIGION.ids[bishop], "bishop", *_BISHOP)
    if count := len(state.queens[empire]):
        yield Circle(20, 4, _SMALL, Style(fill=BASE.paper, stroke=BASE.frame, width=1.1))
        yield sign("queen", BASE.alarm, x=20, y=4, scale=0.58)
        if count > 1:
            yield from signs.plaque(29, 14, 9, str(count))
    if state.suzerain[empire] != facts.NONE:
        yield from signs.rings(-20, 4)
    yield from _repressed(state.repressed[empire], language)


def _repressed(pieces: list[int], language: str) -> Iterator[Item]:
    """Yield each kind with its number if it is more than one; of many kinds only how many there are."""
    counts = Counter(pieces)
    if len(counts) > _ROOM:
        yield from signs.plaque(0, 26, 34, f"     {len(pieces)}")
        yield sign("repress", BASE.text, x=-8, y=26, scale=0.5)
        return
    for number, (piece, count) in enumerate(counts.items()):
        x = 17 * (number - (len(counts) - 1) / 2)
        yield figure(piece, language, x, 26, _TINY)
        if count > 1:
            yield Text(x + 6.5, 33, str(count), 11, BASE.text, Font.BOLD, "middle", BASE.light, 3)


def _below(place: str, colour: str) -> Text:
    """Draw a short name in the lower half of a marker."""
    return Text(0, 12.5, short_name(place), markers.NAME, colour, Font.CONDENSED_BOLD, "middle")


def held(state: State) -> dict[str, str]:
    """Return the bank that each square and each border belongs to."""
    squares = {facts.EMPIRE.ids[number]: bank for number, bank in enumerate(state.holder) if bank}
    borders = {
        facts.BORDER.ids[border]: bank for bank in state.seats for border in bits(table.concessions(state, bank))
    }
    return {**squares, **borders}

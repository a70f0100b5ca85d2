"""The panels: what every realm of a player has and is at, and the world around them: Empire, curia, wars, battles."""

from collections.abc import Iterator
from typing import Final

from adjudicator.components import bits
from adjudicator.pictures import Font, Group, Item, Path, Piece, Rect, Style, Text
from adjudicator.pictures.maps import BoardView
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.maps.plates import chip, note, numeral, part
from adjudicator.pictures.projection import Point
from adjudicator.pictures.text import fit_text, wrap

from ..facts import AREA, NODE, NONE, POWER, REALM, RELIGION, ZONE
from ..rules import realms as figures
from ..rules.curia import papal_controller
from ..rules.relations import realm_of
from ..rules.units import all_ships, deployed
from ..state import Led, State
from .atlas import atlas, crest, letters, signs, spoken, words
from .chips import DARK, Chip, drawn

_CARD = 179
"""The distance from one realm to the next; where fewer than six play there is more."""
_PRINT: Final = (21, 19, 17, 15, 13, 12)
"""How large the print below the figures may be."""


def realms(shown: BoardView[State], language: str) -> Iterator[Piece]:
    """Draw a card for each realm, in turn order."""
    state = shown.view
    x, y, width, height = atlas().panels["realms"]
    high = min(max(_CARD, height / len(state.order)), 1.5 * _CARD)
    places = ((seat, (x, y - 1 + high * place)) for place, seat in enumerate(state.order))
    return (lone(state, seat, width, language, at, high) for seat, at in places)


def lone(state: State, seat: str, width: float, language: str, at: Point = (0, 0), high: float = _CARD) -> Piece:
    """Draw a single card, in a panel of this width."""
    x, y = at
    return part(f"realm-{seat}", x + 6, y + 6, width - 12, high - 6, card(state, seat, width - 12, language, high))


def card(state: State, seat: str, width: float, language: str, high: float = _CARD) -> Iterator[Item]:
    """Yield the panel of a seat.

    It has letters, name and turn; figures with their signs; and whom the seat fights, helps and rules.
    """
    own, realm = state.led[seat], realm_of(seat)
    side, word = crest(realm, language), words(language)
    active = state.turn.active == seat
    rim = Style(fill=side.colours.tint, stroke=BASE.alarm if active else BASE.frame, width=2.4 if active else 1)
    yield Rect(0, 0, width, high - 6, rim, 4)
    yield Group(tuple(chip(6, 5, side)), scale=1.16)
    name, size = fit_text(spoken(language).thing(REALM, seat), 132, 17, 10, Font.SERIF_BOLD)
    yield Text(33, 22, name, size, BASE.text, Font.SERIF_BOLD)
    faith = RELIGION.ids[own.religion]
    yield Group(tuple(drawn(Chip("faith", word.faiths[faith], DARK))), dx=width - 14, dy=15)
    told = []
    if state.first == seat:
        told.append(word.text["first"])
    if own.status.passed:
        told.append(word.text["passed"].format(own.status.passed))
    said, size = fit_text(", ".join(told), 104, 11.5, 8.4)
    yield Text(width - 27, 19, said, size, BASE.text, anchor="end")
    top = (("prestige", own.prestige), ("stability", own.stability), ("ducats", own.ducats), ("cards", len(own.hand)))
    provinces = figures.provinces(state, realm).bit_count()
    low = (*((power, own.power[POWER.index[power]]) for power in POWER.ids), ("provinces", provinces))
    for row, found in enumerate((top, low)):
        for place, (sign, figure) in enumerate(found):
            yield from _figure(sign, numeral(figure), 17 + place * 58, 45 + 25 * row)
    manpower = f"{own.available}" + (f"−{own.exhausted}" if own.exhausted else "")
    yield from _figure("manpower", manpower, 17 + 4 * 58, 45)
    if own.interest:
        said, size = fit_text(word.realm["interest"].format(own.interest), 60, 12, 8.4)
        yield note(8 + 4 * 58, 74, said, size=size)
    yield from _lines([*_dealings(state, seat, own, language)], width - 16, 88, high - 8)


def _figure(sign: str, figure: str, x: float, y: float) -> Iterator[Item]:
    yield Group((Path(signs()[sign], Style(fill=BASE.text)),), dx=x, dy=y, scale=0.9)
    yield Text(x + 13, y + 5.6, figure, 15.5, BASE.text, Font.CONDENSED_BOLD)


def _lines(told: list[str], width: float, top: float, bottom: float) -> Iterator[Item]:
    """Yield what is told, one or two lines for each text, as large as there is room for, and no more than that."""
    for print_ in _PRINT:
        lines = [line for each in told for line in wrap(each, width, print_)]
        down = 1.25 * print_
        room = int((bottom - top - print_) // down) + 1
        if len(lines) <= room:
            break
    if len(lines) > room:
        lines[room - 1 :] = [lines[room - 1].rstrip(",…") + " …"]
    for row, line in enumerate(lines):
        said, size = fit_text(line, width, print_, 8.4)
        yield note(8, top + print_ + down * row, said, size=size)


def _dealings(state: State, seat: str, own: Led, language: str) -> Iterator[str]:
    """Yield the dealings of a seat with others, its wars first."""
    word, realm = words(language).realm, realm_of(seat)
    if own.ruler == NONE:
        yield word["interregnum"]
    if state.curia.excommunicated == realm:
        yield word["excommunicated"]
    yield word["forces"].format(deployed(state, seat), all_ships(state, seat), len(own.standing))
    found = {"war": state.war[realm], "allies": state.allied[seat], "vassals": figures.vassals(state, realm),
             "marriages": state.married[seat], "truces": state.truce[realm]}  # fmt: skip
    for id, mask in found.items():
        if mask:
            yield word[id].format(letters(bits(mask), language))


def world(shown: BoardView[State], language: str) -> Iterator[Piece]:
    """Yield the columns of the world panel.

    The Empire and the curia come first, then wars, truces, battles and events.
    """
    state, word, to = shown.view, words(language).world, spoken(language)
    x, y, width, height = atlas().panels["world"]
    empire, curia = state.empire, state.curia
    first = [word["dissolved"]]
    if empire.emperor != NONE:
        first = [word["empire"].format(to.thing(REALM, empire.emperor), empire.authority)]
        if empire.official not in (NONE, 0):
            first.append(word["official"].format(to.thing(RELIGION, empire.official)))
        first += [word["defends"]] if empire.defending else []
    if (controller := papal_controller(state)) is not None:
        first.append(word["controller"].format(to.thing(REALM, controller)))
    if curia.crusade != NONE:
        first.append(word["crusade"].format(to.thing(AREA, curia.crusade)))
    first.append(word["events"].format(len(state.events.shown), state.events.down))
    row: list[Item] = [note(0, 13, word["cardinals"], size=12, bold=True)]
    for place, seat in enumerate(curia.cardinals):
        row.append(Group(tuple(chip(0, 0, crest(realm_of(seat), language))), dx=92 + 23 * place))
    yield part("curia", x + 10, y + 26, 330, 20, row)
    second = [word["battle"].format(_place(battle, language)) for battle in state.battles]
    second.append(_pairs(state.war, word["wars"], language) or word["peace"])
    second += [told] if (told := _pairs(state.truce, word["truces"], language)) else []
    for id, lines, left, room, top in (("empire", first, 10, 340, 50), ("wars", second, 370, width - 384, 24)):
        flowing = [line for each in lines for line in wrap(each, room, 12)][: int((height - top) // 15)]
        items = [note(0, 12 + 15 * place, line, size=12) for place, line in enumerate(flowing)]
        yield part(f"world-{id}", x + left, y + top, room, height - top - 2, items)


def _place(battle: object, language: str) -> str:
    """Return the name of the place where a battle is fought."""
    for field, kind in (("area", AREA), ("zone", ZONE), ("node", NODE)):
        if (number := getattr(battle, field)) != NONE:
            return spoken(language).thing(kind, number)
    return ""


def _pairs(masks: list[int], text: str, language: str) -> str:
    """Return each pair of opponents once, by realm."""
    told = []
    for one, mask in enumerate(masks):
        others = [two for two in bits(mask) if two > one]
        if others:
            told.append(f"{crest(one, language).letter} – {letters(others, language)}")
    return text.format("; ".join(told)) if told else ""

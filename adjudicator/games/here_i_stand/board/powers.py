"""The power cards: ruler, keys, cards in hand, points, tracks, wars and allies of every power."""

from collections.abc import Iterator, Sequence
from typing import Final

from adjudicator.components import bits
from adjudicator.pictures import Font, Group, Item, Piece, Rect, Style, Text
from adjudicator.pictures.maps import BoardView
from adjudicator.pictures.maps.atlas import Box
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.maps.plates import chip, line, note, part
from adjudicator.pictures.projection import Point
from adjudicator.pictures.text import text_width, wrap

from ..facts import (
    CARD,
    COLONY,
    ELECTORATE,
    ENGLAND,
    FRANCE,
    HAPSBURG,
    HOME_OF,
    LEADER,
    OTTOMAN,
    OWNER,
    PAPACY,
    POWER,
    PROTESTANT,
    RULER,
    TABLES,
    WIFE,
)
from ..rules import table
from ..state import State
from .atlas import atlas, crest, spoken, words

_CARD: Final = (325.0, 360.0)
"""From one card to the next, across and down."""
_WIDE, _HIGH = 317.0, 353.0
_PIP, _LINE, _SIZE = 15.0, 19.0, 15.0
_SCALES: Final = (1.5, 1.4, 1.3, 1.2, 1.1, 1.0)
"""How large what stands on a card may be: as large as there is room for."""
Track = tuple[str, int, int]
"""What it is, in words with its figure; how far it is, of how many steps."""


def powers(shown: BoardView[State], language: str) -> Iterator[Piece]:
    """Draw a card for each power, in the order of impulses."""
    x, y, _, _ = atlas().panels["powers"]
    for place, power in enumerate(POWER.ids):
        at = x + 5 + _CARD[0] * (place % 2), y + 5 + _CARD[1] * (place // 2)
        yield _card(shown.view, power, language, at)


def lone(state: State, power: str, box: Box, language: str) -> Iterator[Piece]:
    """Draw a single card in its panel."""
    yield _card(state, power, language, (box[0] + 5, box[1] + 5))


def _card(state: State, power: str, language: str, at: Point) -> Piece:
    return part(f"power-{power}", *at, _WIDE, _HIGH, _items(state, power, language))


def _items(state: State, power: str, language: str) -> Iterator[Item]:
    side, word, to = crest(power, language), words(language).power, spoken(language)
    active = state.impulse.power == power
    rim = Style(fill=BASE.paper, stroke=BASE.alarm if active else BASE.frame, width=2.6 if active else 1.2)
    yield Rect(0, 0, _WIDE, _HIGH, rim, 5)
    yield Rect(1.5, 1.5, _WIDE - 3, 34, Style(fill=side.colours.tint), 4)
    yield Group(tuple(chip(7, 6, side)), scale=1.3)
    yield line(42, 25, to.thing(OWNER, power), 190, size=18, font=Font.SERIF_BOLD)
    points = word["points"].format(table.points(state, power))
    yield Text(_WIDE - 9, 25, points, 18, BASE.text, Font.CONDENSED_BOLD, "end")
    for scale in _SCALES:
        body, high = _body(state, power, language, (_WIDE - 18) / scale)
        if high * scale <= _HIGH - 40 or scale == _SCALES[-1]:
            yield Group(tuple(body), dx=9, dy=39, scale=scale)
            return


def _body(state: State, power: str, language: str, width: float) -> tuple[list[Item], float]:
    """Return what stands below the head of a card, and how high it is; what no card has room for is left out."""
    side, word = crest(power, language), words(language).power
    y, items = 15.0, list[Item]()
    first = [each for told in _first(state, power, language) for each in wrap(told, width, _SIZE)]
    items += [line(0, y + _LINE * row, each, width, size=_SIZE) for row, each in enumerate(first)]
    y += _LINE * len(first)
    for told, now, most in tracks(state, power, language):
        items.append(line(0, y, told, width, size=_SIZE, font=Font.CONDENSED_BOLD))
        items += _pips(y + 5, width, now, most, side.colours.fill)
        y += 23 + _PIP
    for label, found in _others(state, power).items():
        if found:
            items += _row(y, word[label], found, language)
            y += 23
    for each in wrap("; ".join(_further(state, power, language)), width, _SIZE):
        if y < _HIGH - 43:
            items.append(note(0, y, each, size=_SIZE))
        y += _LINE
    return items, y - _LINE + 5


def _pips(y: float, width: float, now: int, most: int, fill: str) -> Iterator[Item]:
    """Draw the steps of a track; those that are reached are full."""
    step = min(_PIP + 7, width / most)
    for place in range(most):
        look = Style(fill=fill if place < now else BASE.light, stroke=BASE.frame, width=1)
        yield Rect(step * place, y, step - 3, 13, look, 2)


def _row(y: float, label: str, found: Sequence[str], language: str) -> Iterator[Item]:
    yield note(0, y, label, size=_SIZE)
    x = 6 + text_width(label, _SIZE)
    for each in found:
        yield from chip(x, y - 13.5, crest(each, language))
        x += 21


def _first(state: State, power: str, language: str) -> Iterator[str]:
    """Yield ruler, cards in hand, and home cards that are not played."""
    word, to, own, hand = words(language).power, spoken(language), state.powers[power], state.hands[power]
    ruler = word["ruler"].format(to.thing(RULER, own.ruler))
    yield f"{ruler}, {word['excommunicated']}" if own.excommunicated else ruler
    yield word["cards"].format(len(hand.cards))
    home = [to.thing(CARD, each) for each in bits(hand.home)]
    yield word["home"].format(to.listing(home)) if home else word["no_home"]


def tracks(state: State, power: str, language: str) -> Iterator[Track]:
    """Yield keys and the special tracks of a power."""
    word = words(language).power
    if wins := TABLES.terms[power].wins:
        held = table.keys(state, power)
        yield word["keys"].format(held, wins), held, wins
    if power == OTTOMAN:
        yield word["piracy"].format(state.piracy), state.piracy, 10
    elif power == FRANCE:
        yield word["chateaux"].format(state.chateaux), state.chateaux, 6
    elif power == PAPACY:
        yield word["st_peters"].format(state.st_peters_vp, state.st_peters), state.st_peters_vp, 5
    elif power == ENGLAND:
        step = WIFE.index[state.wife]
        yield word["wife"].format(spoken(language).thing(WIFE, state.wife)), step + 1, len(WIFE)
    elif power == PROTESTANT:
        bibles = sum(count == 10 for count in state.full_bible.values())
        yield word["bible"].format(bibles), bibles, 3
    if power == PROTESTANT or (power == HAPSBURG and state.league):
        held = table.electorates(state, power)
        yield word["electorates"].format(held), held, len(ELECTORATE)


def _others(state: State, power: str) -> dict[str, list[str]]:
    """Return whom a power fights, and who is allied to it."""
    wars, allies = state.wars.get(power, 0), state.alliances.get(power, 0)
    return {
        "wars": [OWNER.ids[each] for each in bits(wars)],
        "allies": [POWER.ids[each] for each in bits(allies)],
        "minors": table.minor_allies(state, power),
    }


def _further(state: State, power: str, language: str) -> Iterator[str]:
    """Yield what else a power has: children, the New World, captives, losses, single points."""
    word, to, own = words(language).power, spoken(language), state.powers[power]
    if power == ENGLAND:
        if state.edward or state.elizabeth:
            yield word["edward" if state.edward else "elizabeth"]
        yield word["home_spaces"].format((HOME_OF[ENGLAND] & state.protestant & ~state.unrest).bit_count())
    if power in (HAPSBURG, ENGLAND, FRANCE):
        colonies = sum(COLONY.things[each].power == power for each in bits(state.colonies))
        found = (sum(by == power for by in each.values()) for each in (state.discoveries, state.conquests))
        yield word["colonies"].format(colonies, *found)
    if captives := [leader for leader, each in table.leaders_of(state) if each.captor == power]:
        yield word["captives"].format(to.things(LEADER, captives))
    for war in table.abroad(state, power):
        yield word["abroad"].format(table.strength(war), war.foreign)
    numbers = {
        "lost": state.lost_ships.get(power, 0),
        "winner": own.war_winner,
        "bonus": own.bonus - own.phony,
        "burnt": state.burnt_vp.get(power, 0),
        "fewer": own.fewer,
    }
    yield from (word[id].format(number) for id, number in numbers.items() if number)


def facts_of(state: State, power: str, language: str) -> Iterator[str]:
    """Yield everything that the card of a power says, in words."""
    word, to = words(language).power, spoken(language)
    yield word["points"].format(table.points(state, power))
    yield from _first(state, power, language)
    yield from (told for told, _, _ in tracks(state, power, language))
    for label, found in _others(state, power).items():
        if found:
            yield f"{word[label]} {to.things(OWNER, found)}"
    yield from _further(state, power, language)

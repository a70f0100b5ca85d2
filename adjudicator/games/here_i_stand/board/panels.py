"""The panels on the maps: the course of the game, the New World, debaters, language zones."""

from collections.abc import Iterator, Mapping
from typing import Final

from adjudicator.components import bits
from adjudicator.pictures import Font, Group, Item, Path, Piece, Rect, Style, Text
from adjudicator.pictures.maps import BoardView
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.maps.plates import chip, line, note, part
from adjudicator.pictures.text import text_width, wrap

from ..facts import (
    CARD,
    COLONY,
    CONQUEST,
    DEBATER,
    DISCOVERY,
    ENGLAND,
    FRANCE,
    HAPSBURG,
    POWER,
    TURNS,
    ZONE,
    ZONE_OF,
    Debater,
)
from ..rules import table
from ..rules.victory import RELIGIOUS, STANDARD
from ..state import State
from .atlas import atlas, crest, sides, spoken, words

_EDGE, _SIZE, _LINE = 12.0, 13.0, 17.0
SAILING: Final = (HAPSBURG, ENGLAND, FRANCE)
"""The powers with a New World."""
TRANSLATED: Final = ("german", "french", "english")


def course(shown: BoardView[State], language: str) -> Iterator[Piece]:
    """Draw the turn, whose impulse it is, the points of all, the Reformation, foreign wars."""
    x, y, width, height = atlas().panels["course"]
    items = _course(shown.view, width - 2 * _EDGE, height - 34, language)
    yield part("course", x + _EDGE, y + 26, width - 2 * _EDGE, height - 28, items)


def _course(state: State, width: float, height: float, language: str) -> Iterator[Item]:
    word = words(language).course
    yield line(0, 16, word["turn"], 76, size=_SIZE)
    for turn in range(1, TURNS + 1):
        now, left = turn == state.turn, 80 + 36 * (turn - 1)
        yield Rect(left, 0, 32, 22, Style(fill=BASE.changed if now else BASE.light, stroke=BASE.frame, width=1.2), 3)
        font = Font.BOLD if now else Font.CONDENSED
        yield Text(left + 16, 16, str(turn), 13, BASE.text, font, "middle")
    yield line(0, 49, word["impulses"], 76, size=_SIZE)
    for place, power in enumerate(POWER.ids):
        left, now = 80 + 52 * place, state.impulse.power == power
        if now:
            yield Rect(left - 3, 32, 47, 25, Style(fill=BASE.changed, stroke=BASE.frame, width=1.2), 4)
        yield Group((Group(tuple(chip(0, 0, crest(power, language))), scale=1.1),), dx=left + 10, dy=35)
    yield line(0, 77, word["points"].format(STANDARD), width, size=_SIZE, font=Font.CONDENSED_BOLD)
    full = width - 62
    for row, power in enumerate(POWER.ids):
        top, points = 84 + 21 * row, table.points(state, power)
        yield from chip(0, top, crest(power, language))
        yield Rect(26, top + 2, full, 13, Style(fill=BASE.light, stroke=BASE.shade, width=1), 2)
        long = full * min(1.0, points / STANDARD)
        if long:
            yield Rect(26, top + 2, long, 13, Style(fill=sides()[power].fill, stroke=BASE.frame, width=1), 2)
        yield Text(width, top + 14, str(points), 14, BASE.text, Font.BOLD, "end")
    y = 230.0
    spaces = table.protestant_spaces(state)
    yield line(0, y, word["reformed"].format(spaces, RELIGIOUS), width, size=_SIZE, font=Font.CONDENSED_BOLD)
    yield Rect(0, y + 5, width, 12, Style(fill=sides()["catholic"].fill, stroke=BASE.frame, width=1), 2)
    if spaces:
        share = min(1.0, spaces / RELIGIOUS)
        yield Rect(0, y + 5, width * share, 12, Style(fill=sides()["reformed"].fill, stroke=BASE.frame, width=1), 2)
    y += 36
    for told in _events(state, language):
        for each in wrap(told, width, _SIZE):
            if y < height:
                yield note(0, y, each, size=_SIZE)
            y += _LINE


def _events(state: State, language: str) -> Iterator[str]:
    word, to = words(language).course, spoken(language)
    yield word["league" if state.league else "no_league"]
    if unrest := state.unrest.bit_count():
        yield word["unrest"].format(unrest)
    for war in state.foreign_wars:
        yield word["abroad"].format(to.thing(CARD, war.card), table.strength(war), war.foreign)
    yield from (word[id] for id, on in (("jesuits", state.jesuits), ("barbary", state.barbary)) if on)


def new_world(shown: BoardView[State], language: str) -> Iterator[Piece]:
    """Draw what each power has and is about in the New World, and what nobody has found yet."""
    state, word, to = shown.view, words(language).new_world, spoken(language)
    x, y, width, height = atlas().panels["new_world"]
    wide = (width - 2 * _EDGE) / len(SAILING)
    for place, power in enumerate(SAILING):
        items: list[Item] = [*chip(0, 0, crest(power, language))]
        lines = [*_overseas(state, power, language)]
        flowing = [each for told in lines for each in wrap(told, wide - 38, _SIZE)]
        items += [note(24, 13 + _LINE * row, each, size=_SIZE) for row, each in enumerate(flowing[:7])]
        yield part(f"new-world-{power}", x + _EDGE + wide * place, y + 28, wide - 12, height - 56, items)
    left = [to.thing(DISCOVERY, each) for each in DISCOVERY.ids if each not in state.discoveries]
    left += [to.thing(CONQUEST, each) for each in CONQUEST.ids if each not in state.conquests]
    if left:
        told = line(0, 13, word["left"].format(", ".join(left)), width - 2 * _EDGE, size=_SIZE)
        yield part("new-world-left", x + _EDGE, y + height - 25, width - 2 * _EDGE, 18, (told,))


def _overseas(state: State, power: str, language: str) -> Iterator[str]:
    word, to, bit = words(language).new_world, spoken(language), 1 << POWER.index[power]
    away = {"voyage": state.voyages, "conquering": state.conquering, "colonizing": state.colonizing}
    if under_way := [word[id] for id, mask in away.items() if mask & bit]:
        yield ", ".join(under_way)
    lists = {
        "colonies": to.things(COLONY, [each for each in bits(state.colonies) if COLONY.things[each].power == power]),
        "discoveries": to.things(DISCOVERY, _of(state.discoveries, power)),
        "conquests": to.things(CONQUEST, _of(state.conquests, power)),
    }
    found = [word[id].format(told) for id, told in lists.items() if told]
    yield from found
    if not found and not under_way:
        yield word["none"]


def _of(found: Mapping[str, str], power: str) -> list[str]:
    return [id for id, by in found.items() if by == power]


def debaters(shown: BoardView[State], language: str) -> Iterator[Piece]:
    """Draw the debaters of both sides with their values; those that are committed are struck through."""
    state, word, to = shown.view, words(language), spoken(language)
    x, y, width, _ = atlas().panels["debaters"]
    groups = {("protestant", zone): word.zones[zone] for zone in TRANSLATED} | {("papacy", ""): word.debaters["papacy"]}
    top = 26.0
    for (side, zone), title in groups.items():
        own = [each for each in DEBATER if (each.side, each.zone) == (side, zone) and _there(state, each)]
        if own:
            head = line(0, 13, title, width - 24, size=_SIZE, font=Font.CONDENSED_BOLD)
            yield part(f"debaters-{side}-{zone}", x + _EDGE, y + top, width - 24, 17, (head,))
            top += 20
        for each in own:
            name = to.thing(DEBATER, each.id)
            items = _debater(state, each, name, width - 24, language)
            yield part(f"debater-{each.id}", x + _EDGE, y + top, width - 24, 17, items)
            top += 18
        top += 6 if own else 0


def _there(state: State, debater: Debater) -> bool:
    return bool((state.debaters | state.banned) >> debater.index & 1) and not state.burnt >> debater.index & 1


def _debater(state: State, debater: Debater, name: str, width: float, language: str) -> Iterator[Item]:
    told = name
    if state.banned >> debater.index & 1:
        told = f"{name} ({words(language).debaters['banned']})"
    yield from value(debater.value, debater.side)
    text = line(23, 13, told, width - 26, size=_SIZE)
    yield text
    if state.committed >> debater.index & 1:
        yield committed(text)


def value(number: int, side: str) -> Iterator[Item]:
    """Draw the value of a debater on the colour of the side."""
    colours = sides()[side]
    yield Rect(0, 0.5, 17, 16, Style(fill=colours.fill, stroke=BASE.frame, width=1), 8)
    yield Text(8.5, 13, str(number), 12, colours.text, Font.BOLD, "middle")


def committed(text: Text) -> Item:
    """Draw the stroke through a name."""
    end = text.x + text_width(text.text, text.size, text.font)
    return Path(f"M{text.x - 2:.1f} {text.y - 4}H{end + 2:.1f}", Style(stroke=BASE.alarm, width=1.6))


def zones(shown: BoardView[State], language: str) -> Iterator[Piece]:
    """Draw beside each language zone its name, how much of it is Protestant, and what is translated."""
    state, word = shown.view, words(language)
    for zone in ZONE.ids:
        x, y, width, height = atlas().panels[zone]
        spaces = ZONE_OF[zone]
        found = (spaces & state.protestant & ~state.unrest).bit_count()
        told = [word.zone["spaces"].format(found, spaces.bit_count())]
        if zone in TRANSLATED:
            testament, bible = state.new_testament.get(zone, 0), state.full_bible.get(zone, 0)
            told.append(word.zone["texts"].format(testament, bible))
        high = height if zone in TRANSLATED else height - 15
        items: list[Item] = [
            Rect(0, 0, width, high, Style(fill=BASE.paper, stroke=BASE.frame, width=1.3), 5),
            line(8, 15, word.zones[zone], width - 16, size=13, font=Font.SERIF_BOLD, colour=BASE.text_area),
        ]
        items += [line(8, 30 + 14 * row, each, width - 16, size=12) for row, each in enumerate(told)]
        yield part(f"zone-{zone}", x, y, width, high, items)

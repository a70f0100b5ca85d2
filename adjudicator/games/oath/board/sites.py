"""The map: the eight sites from the top, each in a row: its flag, its name and what lies there, its cards."""

from collections.abc import Iterator

from adjudicator.pictures import Font, Group, Item, Piece, Rect, Style, Text
from adjudicator.pictures.maps import BoardView, markers
from adjudicator.pictures.maps.atlas import Box
from adjudicator.pictures.maps.palette import BASE, UNOWNED
from adjudicator.pictures.maps.plates import line, note, part
from adjudicator.pictures.text import text_width

from .. import facts
from ..facts import CARD, NONE, REGION, SITE, SLOT
from ..rules import table
from ..state import State
from .atlas import atlas, crest, spoken, words
from .cards import at_site, room
from .signs import back, favor, pawn, relic, secrets, sign

SCALE = 0.84
"""Of a flag, against the markers of other boards."""
EDGES = (-20.0, -21.0, 302.0, 21.0)
"""Left, top, right, bottom of a row around the middle of its flag."""
_LEFT, _RIGHT = 21.0, 300.0  # of what stands beside the flag
_TITLE, _CARDS = -10.8, -7.0  # the base line of the name, whose lowest strokes end above the upper edge of the cards
_NAME = 10.5
_BETWEEN = 3
_MOST = 3  # cards beside one another; more are narrower
_BAR = 15  # height of the bar of a region


def all_markers(state: State, language: str) -> Iterator[Piece]:
    """Yield one piece for each space of the board, named by its id."""
    left, top, right, bottom = EDGES
    for slot, id in enumerate(SLOT.ids):
        items = (Group(tuple(_flag(state, slot, language)), scale=SCALE), *_row(state, slot, language))
        yield Piece(id, *atlas().at(id), (left - 4, top - 4, right - left + 8, bottom - top + 8), items)


def flags(state: State) -> dict[str, str]:
    """Return the colour of the warbands at each site that has any."""
    return {SLOT.ids[slot]: here.colour for slot, here in enumerate(state.sites) if here.warbands}


def _flag(state: State, slot: int, language: str) -> Iterator[Item]:
    """Draw who rules a site, with the warbands there, or bandits; its short name below."""
    here, short = state.sites[slot], spoken(language).short(SLOT, slot)
    if here.warbands:
        ruler = crest(here.colour, language)
        yield from markers.body("disc", ruler.colours)
        yield from markers.figure("disc", f"{ruler.letter} {here.warbands}", ruler.colours, short=short)
        return
    dashed = Style(fill=BASE.light if here.site != NONE else BASE.board, stroke=BASE.frame, width=1.3, dash=(3, 3))
    yield markers.outline("disc", dashed)
    if here.site != NONE:
        yield sign("bandit", x=-6.5, y=-6, scale=0.6)
        yield Text(3, -1.5, str(table.bandits(state, slot)), 13, BASE.text, Font.BOLD)
    yield from markers.figure("disc", "", UNOWNED, short="")
    yield Text(0, 12 if here.site != NONE else 4.2, short, markers.NAME, BASE.text, Font.CONDENSED_BOLD, "middle")


def _row(state: State, slot: int, language: str) -> Iterator[Item]:
    """Draw what is at a site, beside its flag."""
    here, right = state.sites[slot], _RIGHT
    for seat in reversed(table.present(state, slot)):
        right -= 18.5
        yield pawn(crest(seat, language), right + 9, -14)
    for each in reversed(here.relics):
        told = spoken(language).short(CARD, each.card) if each.card != NONE else ""
        right -= 36 if told else 17
        yield from relic(right, -13.5, told)
    if here.secrets:
        right -= 17
        yield from secrets(right + 8, -13.5, here.secrets)
    if here.favor:
        right -= 16
        yield from favor(right + 8, -13.5, here.favor)
    yield from _name(state, slot, right - _LEFT - 4, language)
    yield from _cards(state, slot, language)


def _name(state: State, slot: int, width: float, language: str) -> Iterator[Item]:
    """Write the name of a site; of a facedown one that the reader has looked at within a dashed rim."""
    here, to = state.sites[slot], spoken(language)
    site = here.site if here.site != NONE else here.under
    if site == NONE:
        yield line(_LEFT, _TITLE, words(language).site["facedown"], width, size=_NAME)
        return
    short = to.short(SITE, site)
    yield note(_LEFT, _TITLE, short, size=_NAME, bold=True)
    start = _LEFT + 4 + text_width(short, _NAME, Font.CONDENSED_BOLD)
    yield line(start, _TITLE, to.thing(SITE, site), width + _LEFT - start, size=_NAME, font=Font.SERIF_BOLD)
    if here.site == NONE:
        style = Style(stroke=BASE.coast, width=0.9, dash=(2.5, 2))
        yield Rect(_LEFT - 2, _TITLE - 9.7, min(width, 160), 12.8, style, 3)


def _cards(state: State, slot: int, language: str) -> Iterator[Item]:
    """Draw the cards of a site, and the room for more."""
    held, capacity = state.sites[slot].cards, table.capacity(state, slot)
    across = max(_MOST, len(held))
    width = (_RIGHT - _LEFT + _BETWEEN) / across - _BETWEEN
    for number in range(max(len(held), capacity)):
        items = tuple(at_site(state, held[number], width, language)) if number < len(held) else (room(width),)
        yield Group(items, dx=_LEFT + (width + _BETWEEN) * number, dy=_CARDS)


def bar_boxes() -> tuple[Box, ...]:
    """Return where the bar of each region lies, above its first site."""
    x, y, width, _ = atlas().frames["map"].rect
    first = (facts.REGION_OF.index(region) for region in REGION.indexes)
    tops = (atlas().places[SLOT.ids[slot]].xy[1] - 22 - _BAR - 1 for slot in first)
    return tuple((x + 2, y + top, width - 4, _BAR) for top in tops)


def plain_bars() -> Iterator[Item]:
    """Draw the bars of the regions without words."""
    return (Rect(*box, Style(fill=BASE.frame), 3) for box in bar_boxes())


def bars(shown: BoardView[State], language: str) -> Iterator[Piece]:
    """Write the name of each region on its bar, with its discard pile: how many cards, with which backs (9.4)."""
    state, to, word = shown.view, spoken(language), words(language).site
    for region, (x, y, width, height) in enumerate(bar_boxes()):
        pile = state.discards[region]
        visions = sum(each.vision for each in pile)
        told = word["discards"].format(len(pile))
        told += f" · {word['visions'].format(visions)}" if visions else ""
        name = f"{to.short(REGION, region)} {to.thing(REGION, region)}"
        # beside the flags, where the mark of a change at the site above ends
        start = atlas().places[SLOT.ids[facts.REGION_OF.index(region)]].xy[0] + _LEFT - x
        items: list[Item] = [line(start, 11.5, name, 150, size=11.5, font=Font.SERIF_BOLD, colour=BASE.light)]
        end = width - 6
        if pile:
            items += back(end - 10, 1.5, 10, height - 3, vision=pile[0].vision)
            end -= 14
        items.append(line(end, 11.2, told, 140, size=10.5, colour=BASE.light, anchor="end"))
        yield part(f"region-{REGION.ids[region]}", x, y, width, height, items)

"""Spaces and advantages with what lies on them: colour and letter of the owner, shape of the kind, signs around."""

from collections.abc import Iterator
from functools import lru_cache

from adjudicator.pictures import Circle, Font, Group, Item, Path, Piece, Style, Text
from adjudicator.pictures.colours import mixed
from adjudicator.pictures.maps import BoardView, markers, signs
from adjudicator.pictures.maps.atlas import Shape
from adjudicator.pictures.maps.palette import BASE, SideColours
from adjudicator.pictures.shapes import polygon

from ..fact_types import ADVANTAGE, COMMODITY, NONE, SPACE, SPAIN, Space
from ..known import known
from ..names import names
from ..state import playable
from ..view import SpaceStatus, View
from .atlas import Language, atlas, conflicts, palette, words

_SHAPES: dict[str, Shape] = {
    "market": "disc",
    "naval": "disc",
    "political": "square",
    "territory": "hexagon",
    "fort": "fort",
}

_TILE_NAME = 9.6  # size of the short name of an advantage
_DIM = 0.24  # share of the land in the letters of a space that is not open yet; more, and they cannot be read


def space_markers(shown: BoardView[View], language: Language) -> Iterator[Piece]:
    """Yield one piece per space, named by its id."""
    in_play = playable(known(shown.view))
    for space in SPACE:
        is_open = bool(in_play >> space.index & 1)
        items = _space(space.id, shown.view.space(space.id) if is_open else None, language)
        yield Piece(space.id, *atlas().at(space.id), markers.BOX, items)


def advantage_markers(shown: BoardView[View], language: Language) -> Iterator[Piece]:
    """Yield one piece per advantage tile (8.0)."""
    for advantage in ADVANTAGE:
        owner, spent = shown.view.advantage_owner(advantage.id), shown.view.is_exhausted(advantage.id)
        items = _advantage(advantage.id, owner, spent, language)
        yield Piece(advantage.id, *atlas().at(advantage.id), markers.BOX, items)


@lru_cache(maxsize=4096)
def _space(id: str, mark: SpaceStatus | None, language: Language) -> tuple[Item, ...]:
    """Draw a space with what is on it; a space that is not open is empty."""
    space = SPACE.thing(id)
    if mark is None:
        return tuple(_closed(space))
    return (*_body(space, mark, language), *_signs(space, mark, language))


@lru_cache(maxsize=4096)
def _advantage(id: str, owner: str | None, spent: bool, language: Language) -> tuple[Item, ...]:
    colours = palette().sides[owner] if owner else None
    fill = (colours.tint if spent else colours.fill) if colours else BASE.tile
    text = BASE.text if spent or not colours else colours.text
    items: list[Item] = [
        Path(polygon(0, 0, atlas().marker.tile_radius, 5), Style(fill=fill, stroke=BASE.frame, width=1.4))
    ]
    if spent:
        items.append(signs.strike())
    halo = fill if spent else None  # keeps the stroke off the letters
    if owner:
        items.append(Text(0, -0.5, words(language).letters[owner], 11, text, Font.BOLD, "middle", halo, 3))
    low = 9.5 if owner else 4.5
    return (*items, Text(0, low, short_name(id), _TILE_NAME, text, Font.CONDENSED_BOLD, "middle", halo, 3))


def outline(kind: str, grow: float, style: Style) -> Item:
    """Return the shape of a kind of space, `grow` px larger than the marker."""
    return markers.outline(_SHAPES[kind], style, grow - 1 if kind == "naval" else grow)


def _colours(space: Space, mark: SpaceStatus) -> SideColours:
    sides = palette().sides
    if mark.owner:
        return sides[mark.owner]
    if space.printed_flag == SPAIN:  # printed in Spain's colour, yet nobody's (option 12.1 sets flags there)
        return SideColours(sides["spain"].tint, sides["spain"].text, sides["spain"].tint)
    return sides["fort_unowned"] if space.type == "fort" else sides["unflagged"]


def _body(space: Space, mark: SpaceStatus, language: Language) -> Iterator[Item]:
    colours = _colours(space, mark)
    letter = words(language).letters[mark.owner] if mark.owner else ""
    if space.type == "naval":
        yield from _naval(space, mark, colours, letter)
        return
    yield from markers.body(_SHAPES[space.type], colours)
    if mark.damaged:
        yield from signs.crack()
    # USA flags are there for good (10.0): what it costs to remove them says nothing.
    label = letter if mark.owner == "usa" else f"{letter}{space.cost}"
    aside = -3.0 if mark.damaged else 0
    yield from markers.figure(_SHAPES[space.type], label, colours, aside, short_name(space.id))


def short_name(place: str) -> str:
    """Return the short name of a space or an advantage."""
    return names.short.of(SPACE if place in SPACE else ADVANTAGE, place)


def _naval(space: Space, mark: SpaceStatus, colours: SideColours, letter: str) -> Iterator[Item]:
    if not mark.owner:
        yield outline("naval", 0, Style(fill=BASE.sea_deep, stroke=BASE.text_water, width=1.7, dash=(4, 3)))
        yield Group(signs.anchor(BASE.text_water), dy=-5.5, scale=0.8)
        yield _below(space.id, BASE.text)
        return
    yield from markers.body("disc", colours, ring=-3.4)
    yield Group(signs.ship(colours.text), dx=-4, dy=-6, scale=0.66)
    yield Text(8.5, 0.5, letter, 11, colours.text, Font.BOLD, "middle")
    yield _below(space.id, colours.text)


def _below(place: str, colour: str) -> Text:
    """Draw a short name in the lower half of a marker."""
    return Text(0, 12, short_name(place), markers.NAME, colour, Font.CONDENSED_BOLD, "middle")


def _signs(space: Space, mark: SpaceStatus, language: Language) -> Iterator[Item]:
    """Draw the signs of a space.

    Commodity or prestige is at the upper right, conflict mostly at the lower left; at the upper left alliance,
    isolation, or (on a territory) Huguenots.
    """
    if space.commodity != NONE:
        yield from commodity(15.5, -15.5, COMMODITY.ids[space.commodity], language)
    if space.prestige:
        # A squadron has its letter high on the right: its star is farther out.
        yield from signs.gold_star(*((17, -18) if space.type == "naval" else (16, -16)))
    if space.alliance or space.local_alliance:
        yield from signs.rings(-11, -17)
    if mark.huguenots:
        yield from signs.cross_disc(-15, -16, used=mark.huguenots_spent)
    if mark.isolated:
        yield outline(space.type, 3, Style(stroke=BASE.alarm, width=1.6, dash=(3, 3)))
        yield from signs.barred(-20.5, -2)
    if mark.conflict:
        yield from conflict(*conflicts().at(space.id), plus_one=mark.conflict > 1)


def conflict(x: float, y: float, *, plus_one: bool = False) -> tuple[Item, ...]:
    """Draw a conflict marker, or one with "+1" (3.8)."""
    return signs.figure_diamond(x, y, "+1") if plus_one else signs.blades(x, y)


def commodity(x: float, y: float, name: str, language: Language) -> Iterator[Item]:
    """Draw a dot in the colour of a commodity with its first letters."""
    fill = palette().commodities[name]
    dark = name not in ("sugar", "cotton", "spice")
    yield Circle(x, y, 8.6, Style(fill=fill, stroke=BASE.frame, width=1.1))
    letters = words(language).commodity_letters[name]
    yield Text(x, y + 3.1, letters, 8.6, BASE.light if dark else BASE.text, Font.CONDENSED_BOLD, "middle")


def _closed(space: Space) -> list[Item]:
    """Draw a space of a later era, or one that waits for a USA flag."""
    dim = mixed(BASE.text, BASE.land, _DIM)
    colours = SideColours(mixed(BASE.land, BASE.shade, 0.35), dim, BASE.land)
    return [
        outline(space.type, 0, Style(fill=colours.fill, stroke=BASE.shade, width=1.4, dash=(3, 3))),
        *markers.figure(_SHAPES[space.type], str(space.cost), colours, short=short_name(space.id)),
    ]

"""Spaces and advantages with what lies on them: colour and letter of the owner, shape of the kind, signs around."""

from collections.abc import Iterator

from adjudicator.pictures import Circle, Font, Group, Item, Path, Piece, Rect, Style, Text
from adjudicator.pictures.colours import mixed
from adjudicator.pictures.shapes import polygon

from ..fact_types import NONE, SPAIN, Space
from ..facts import facts
from . import glyphs
from .atlas import Language, SideColours, atlas, palette
from .position import Position, SpaceMark
from .words import words

_BOX = (-34.0, -34.0, 68.0, 68.0)  # holds a marker with all its signs
_HALF = 18  # half the width of a square space; squares of one country stand 40 px apart


def space_markers(position: Position, language: Language) -> Iterator[Piece]:
    """One piece per space, named by its id."""
    marks = {mark.id: mark for mark in position.spaces}
    era = era_of(position)
    usa = any(mark.owner == "usa" for mark in position.spaces)
    for space in facts().spaces:
        mark = marks.get(space.id, SpaceMark(space.id))
        is_open = space.from_era <= era and (usa or not space.needs_usa_flag)
        items = [*_body(space, mark, language), *_signs(space, mark, language)] if is_open else _closed(space)
        x, y = atlas().at(atlas().spaces[space.id])
        yield Piece(space.id, x, y, _BOX, tuple(items))


def advantage_markers(position: Position, language: Language) -> Iterator[Piece]:
    """One piece per advantage tile (8.0)."""
    base, marks = palette().base, {mark.id: mark for mark in position.advantages}
    radius = atlas().marker.advantage_radius
    for advantage in facts().advantages:
        mark = marks.get(advantage.id)
        owner = mark.owner if mark else None
        spent = mark is not None and mark.exhausted
        colours = palette().sides[owner] if owner else None
        fill = (colours.tint if spent else colours.fill) if colours else base.advantage
        text = base.text if spent or not colours else colours.text
        items: list[Item] = [Path(polygon(0, 0, radius, 5), Style(fill=fill, stroke=base.frame, width=1.4))]
        if spent:
            items.append(glyphs.strike())
        if owner:
            halo = fill if spent else None  # keeps the stroke off the letter
            items.append(Text(0, 5.5, words(language).letters[owner], 14, text, Font.BOLD, "middle", halo, 4))
        x, y = atlas().at(atlas().advantages[advantage.id])
        yield Piece(f"advantage-{advantage.id}", x, y, _BOX, tuple(items))


def era_of(position: Position) -> int:
    """Index of the era that a turn or a war belongs to."""
    return facts().turns[facts().turn[position.turn]].era


def outline(kind: str, grow: float, style: Style) -> Item:
    """The shape of a kind of space, `grow` px larger than the marker."""
    radius = atlas().marker.radius + grow
    if kind == "political":
        half = _HALF + grow
        return Rect(-half, -half, 2 * half, 2 * half, style, 5 + max(0, grow))
    if kind == "territory":
        return Path(polygon(0, 0, radius + 2, 6, turn=30), style)
    if kind == "fort":
        side, top, wall = 17 + grow, 21 + 1.3 * grow, 9 + grow
        return Path(f"M{-side} {side}V{-wall}L0 {-top}L{side} {-wall}V{side}Z", style)
    return Circle(0, 0, radius - (1 if kind == "naval" else 0), style)


def _colours(space: Space, mark: SpaceMark) -> SideColours:
    sides = palette().sides
    if mark.owner:
        return sides[mark.owner]
    if space.printed_flag == SPAIN:  # printed in Spain's colour, yet nobody's (option 12.1 sets flags there)
        return SideColours(sides["spain"].tint, sides["spain"].text, sides["spain"].tint)
    return sides["fort_unowned"] if space.type == "fort" else sides["unflagged"]


def _body(space: Space, mark: SpaceMark, language: Language) -> Iterator[Item]:
    base, colours = palette().base, _colours(space, mark)
    letter = words(language).letters[mark.owner] if mark.owner else ""
    if space.type == "naval":
        yield from _naval(mark, colours, letter)
        return
    yield outline(space.type, 0, Style(fill=colours.fill, stroke=base.frame, width=1.6))
    if mark.owner == "britain":
        # A second, inner rim: the sides differ by shape too, even where a letter is too small to read.
        yield outline(space.type, -3.6, Style(stroke=colours.text, width=1.1, stroke_opacity=0.75))
    if mark.damaged:
        yield from glyphs.crack()
    # USA flags are there for good (10.0): what it costs to remove them says nothing.
    label = letter if mark.owner == "usa" else f"{letter}{space.cost}"
    size = 16.5 if len(label) < 3 else 12.0
    drop = 7.5 if space.type == "fort" else 6
    yield Text(-3.5 if mark.damaged else 0, drop, label, size, colours.text, Font.BOLD, "middle")


def _naval(mark: SpaceMark, colours: SideColours, letter: str) -> Iterator[Item]:
    base = palette().base
    if not mark.owner:
        yield outline("naval", 0, Style(fill=base.sea_deep, stroke=base.text_water, width=1.7, dash=(4, 3)))
        yield from glyphs.anchor(base.text_water)
        return
    yield outline("naval", 1, Style(fill=colours.fill, stroke=base.frame, width=1.6))
    if mark.owner == "britain":
        yield outline("naval", -2.4, Style(stroke=colours.text, width=1.1, stroke_opacity=0.75))
    yield Group(glyphs.ship(colours.text), dx=-3, dy=-1.5, scale=0.88)
    yield Text(10.5, 2, letter, 11, colours.text, Font.BOLD, "middle")


def _signs(space: Space, mark: SpaceMark, language: Language) -> Iterator[Item]:
    """Commodity or prestige at the upper right, conflict at the lower left; at the upper left alliance, isolation, or
    (on a territory) Huguenots.
    """
    if space.commodity != NONE:
        yield from commodity(14, -14, facts().commodities[space.commodity].id, language)
    if space.prestige:
        # A squadron has its letter high on the right: its star stands farther out.
        yield from glyphs.prestige(*((17, -18) if space.type == "naval" else (15, -15)))
    if space.alliance or space.local_alliance:
        yield from glyphs.alliance(-11, -17)
    if mark.huguenots:
        yield from glyphs.huguenots(-14, -15, used=mark.huguenots > 1)
    if mark.isolated:
        base = palette().base
        yield outline(space.type, 3, Style(stroke=base.conquest, width=1.6, dash=(3, 3)))
        yield from glyphs.isolated(-14, -14)
    if mark.conflict:
        yield from glyphs.conflict(-15, 13, plus_one=mark.conflict > 1)


def commodity(x: float, y: float, name: str, language: Language) -> Iterator[Item]:
    """A dot in the colour of a commodity with its first letters."""
    fill, base = palette().commodities[name], palette().base
    dark = name not in ("sugar", "cotton", "spice")
    yield Circle(x, y, 8.6, Style(fill=fill, stroke=base.frame, width=1.1))
    letters = words(language).commodity_letters[name]
    yield Text(x, y + 3.1, letters, 8.6, base.light if dark else base.text, Font.CONDENSED_BOLD, "middle")


def _closed(space: Space) -> list[Item]:
    """A space of a later era, or one that waits for a USA flag."""
    base, colours = palette().base, palette().sides["unflagged"]
    pale = mixed(base.land, base.shade, 0.35)
    return [
        outline(space.type, 0, Style(fill=pale, stroke=base.shade, width=1.4, dash=(3, 3))),
        Text(0, 6, str(space.cost), 16.5, mixed(colours.text, base.land, 0.55), Font.BOLD, "middle"),
    ]

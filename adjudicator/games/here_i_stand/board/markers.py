"""Draw the markers of both maps: spaces with what is in them, sea zones with fleets; spaces with their religion."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from adjudicator.pictures import Circle, Font, Group, Item, Path, Piece, Rect, Style, Text
from adjudicator.pictures.maps import markers, signs
from adjudicator.pictures.maps.atlas import Shape
from adjudicator.pictures.maps.palette import BASE, UNOWNED, Crest
from adjudicator.pictures.shapes import star

from ..facts import FORTIFIED, LOCATION, MINOR, OWNER, PORTS, SEA, Location
from ..names import names
from ..rules import table
from ..state import Force, State
from . import chips
from .atlas import CATHOLIC, REFORMED, atlas, beside, crest, is_faith, location_of, sides, words
from .chips import Chip, badge

_BOX = (-114.0, -48.0, 228.0, 96.0)
"""Holds a marker with its chips on either side."""
_CORNER, _LOWER = (15.0, 14.5), (19.5, 17.0)
"""From the middle of a marker to signs at its corners, before it shrinks; the lower ones leave its letters free."""
_FIRST, _SEA = 24.5, 17.0
"""From the middle of a marker, and of the plate of a sea zone, to the first row of chips."""
SCALE = 15 / markers.RADIUS


def short_name(place: str) -> str:
    """Return the short name of a place of the plan."""
    return names.short.of(LOCATION, location_of(place))


def all_markers(state: State, language: str) -> Iterator[Piece]:
    """Yield one piece for each place of the plan, named by it; those with most on them last, so that it is seen."""
    plan = atlas()
    found = []
    for place in plan.places:
        here = LOCATION.thing(location_of(place))
        if is_faith(place):
            body, lying = (*_faith(state, here, language),), (*_faithful(state, here.id, language),)
        elif here.kind == "sea":
            body, lying = (*sea_plate(here.id),), (*chips_at(state, here.id, "", language),)
        else:
            owner = table.controller(state, here.id)
            body, lying = (*_space(state, here, language),), (*chips_at(state, here.id, owner, language),)
        found.append((len(lying), place, body, lying))
    for _, place, body, lying in sorted(found, key=lambda each: min(each[0], 1)):
        yield _piece(place, body, lying)


@lru_cache(maxsize=8192)
def _piece(place: str, body: tuple[Item, ...], lying: tuple[Chip, ...]) -> Piece:
    first = _SEA if location_of(place) in SEA else _FIRST
    scaled = body if location_of(place) in SEA else (Group(body, scale=SCALE),)
    return Piece(place, *atlas().at(place), _BOX, (*scaled, *chips.rows(lying, first, beside(place))))


def sea_plate(sea: str) -> Iterator[Item]:
    """Draw the plate with the short name of a sea zone."""
    yield Rect(-15, -8, 30, 16, Style(fill=BASE.sea_deep, stroke=BASE.frame, width=1.3), 3)
    yield Text(0, 4.2, short_name(sea), 11.5, BASE.text, Font.CONDENSED_BOLD, "middle")


def space_body(shape: Shape, side: Crest, short: str, ally: str = "") -> Iterator[Item]:
    """Draw a space in the colours and with the letters of who controls it.

    That of a minor power has the colour of the power that it is allied to around it.
    """
    yield from markers.body(shape, side.colours)
    if ally:
        yield markers.outline(shape, Style(stroke=ally, width=3.6), -1.8)
        yield markers.outline(shape, Style(stroke=BASE.frame, width=1.2))
    yield from markers.figure(shape, side.letter, side.colours, short=short)


def shape_of(state: State, here: Location) -> Shape:
    """Return the shape of a space: that of a fortress where a marker makes it one."""
    added = table.fortified_spaces(state) & ~FORTIFIED
    return "fort" if added >> here.index & 1 else atlas().places[here.id].shape


def _space(state: State, here: Location, language: str) -> Iterator[Item]:
    owner = table.controller(state, here.id)
    side = crest(owner, language) if owner else Crest("", UNOWNED)
    ally = state.minors.get(owner, "") if owner in MINOR else ""
    fill = sides()[ally].fill if ally else ""
    yield from space_body(shape_of(state, here), side, short_name(here.id), fill)
    (x, y), (right, low) = _CORNER, _LOWER
    if PORTS >> here.index & 1:
        yield from port(-right, low)
    if state.unrest >> here.index & 1:
        yield from badge(x, -y, "!", BASE.alarm, BASE.light)
    if here.id in state.sieges:
        yield from signs.blades(right, low)
    if here.capital:
        yield capital(-x, -y)
    if state.havens >> here.index & 1:
        yield from badge(-x, -y, words(language).signs["haven"], BASE.text, BASE.light)


def port(x: float, y: float) -> Iterator[Item]:
    """Draw an anchor on a small disc."""
    yield Circle(x, y, 7, Style(fill=BASE.sea, stroke=BASE.text_water, width=1.1))
    yield Group(signs.anchor(BASE.text_water), dx=x, dy=y, scale=0.58)


def capital(x: float, y: float) -> Item:
    """Draw the star of a capital."""
    return Path(star(x, y, 8.5, inner=0.48), Style(fill=BASE.light, stroke=BASE.frame, width=1.3))


def army(force: Force, owner: str, language: str) -> Iterator[Chip]:
    """Yield the chips of the units of an owner; they need no letters in a space that it controls."""
    side = crest(force.owner, language)
    letter = "" if force.owner == owner else side.letter
    if table.land(force):
        told = _sum(force.regulars, force.mercenaries + force.cavalry)
        yield Chip("inside" if force.inside else "army", f"{letter}{told}", side.colours)
    if table.ships(force):
        loan = f"→{words(language).letters[force.lent_to]}" if force.lent_to else ""
        yield Chip("fleet", f"{letter}{_sum(force.squadrons, force.corsairs)}{loan}", side.colours)


def _sum(first: int, further: int) -> str:
    return f"{first or ''}+{further}" if further else str(first)


def chips_at(state: State, at: str, owner: str, language: str) -> Iterator[Chip]:
    """Yield what is in a space or sea zone: units, those of its owner first, then leaders."""
    for force in sorted(table.forces(state, at), key=lambda each: (each.owner != owner, OWNER.index[each.owner])):
        yield from army(force, owner, language)
    for leader in table.leaders_at(state, at):
        power = table.leader_power(state, leader)
        colours = sides()[power] if power else UNOWNED
        yield Chip("leader", words(language).leaders[leader], colours)
    if at in SEA and state.pirated >> LOCATION.index[at] & 1:
        yield Chip("sign", words(language).signs["haven"])


# ---- the religious map


def faith(state: State, space: str) -> str:
    """Return the religion of a space that has one."""
    return REFORMED if table.has(state.protestant, space) else CATHOLIC


def _faith(state: State, here: Location, language: str) -> Iterator[Item]:
    shape: Shape = "hexagon" if here.kind == "electorate" else "disc"
    side = crest(faith(state, here.id), language)
    yield from markers.body(shape, side.colours)
    yield from markers.figure(shape, side.letter, side.colours, short=short_name(here.id))
    if state.unrest >> here.index & 1:
        yield from badge(_CORNER[0], -_CORNER[1], "!", BASE.alarm, BASE.light)
    if state.universities >> here.index & 1:
        yield from badge(*_LOWER, words(language).signs["university"], BASE.paper, BASE.text)


def _faithful(state: State, space: str, language: str) -> Iterator[Chip]:
    for reformer, at in state.reformers.items():
        if at == space:
            yield Chip("person", words(language).reformers[reformer], sides()[REFORMED])


def held(state: State) -> Mapping[str, str]:
    """Return who controls each space, and its religion on the religious map."""
    controlled = {
        place: table.controller(state, place) for place in atlas().places if not is_faith(place) and place not in SEA
    }
    faiths = {place: faith(state, location_of(place)) for place in atlas().places if is_faith(place)}
    return {place: owner for place, owner in controlled.items() if owner} | faiths

"""Draw the pieces on the map: the towns of provinces, and beside the names of areas, seas and nodes what lies there."""

from collections.abc import Iterator
from functools import lru_cache

from adjudicator.components import bits, mask_of
from adjudicator.pictures import Circle, Font, Group, Item, Path, Piece, Rect, Style, Text
from adjudicator.pictures.maps import markers, signs
from adjudicator.pictures.maps.atlas import Shape
from adjudicator.pictures.maps.palette import BASE, UNOWNED, SideColours
from adjudicator.pictures.shapes import star

from .. import facts
from ..facts import AREA, NODE, NONE, PROVINCE, REALM, RELIGION, ZONE
from ..names import names
from ..rules.relations import controller, realm_of
from ..state import State
from . import chips
from .atlas import atlas, crest, place_of, sides, thing_of, words
from .chips import DARK, Chip

_CORNER = (15.5, 14.5)
"""From the middle of a marker to that of a sign at its corner."""
_TAG, _ELECTOR = (27.0, 15.0), 44.0
"""A plate with a short name; how wide it is where a crown stands on it."""
_BOX = (-52.0, -12.0, 104.0, 56.0)
"""Holds the rows of an area, a sea zone, a node."""
_SCALE = 18 / markers.RADIUS
_TAGS = {"area": BASE.paper, "zone": BASE.sea_deep, "node": BASE.tile}


def short_name(place: str) -> str:
    """Return the short name of a place of the plan."""
    return names.short.of(*thing_of(place))


def all_markers(state: State, language: str) -> Iterator[Piece]:
    """Yield one piece for each place of the plan, named by it."""
    plan = atlas()
    for province in PROVINCE:
        items = (
            Group(tuple(_town(state, province, language)), scale=_SCALE),
            *_docked(state, province.index, language),
        )
        yield Piece(province.id, *plan.at(province.id), markers.BOX, items)
    unknown = mask_of(area.index for area in AREA if area.distant) & ~state.discovered
    for area in AREA.indexes:
        yield _rows(place_of(AREA, AREA.ids[area]), not unknown >> area & 1, tuple(_area(state, area, language)))
    for zone in ZONE.indexes:
        lying = tuple(chips.of(crest(realm, language), shape, n) for realm, shape, n in afloat(state, zone))
        yield _rows(place_of(ZONE, ZONE.ids[zone]), True, lying)
    for node in NODE.indexes:
        yield _rows(place_of(NODE, NODE.ids[node]), True, tuple(_node(state, node, language)))


@lru_cache(maxsize=4096)
def _rows(place: str, known: bool, lying: tuple[Chip, ...]) -> Piece:
    return Piece(place, *atlas().at(place), _BOX, (*tag(place, known=known), *chips.rows(lying)))


def plate_width(place: str) -> float:
    """Return the width of the plate of an area, a sea zone, a node."""
    kind, id = thing_of(place)
    return _ELECTOR if kind is AREA and AREA.thing(id).elector else _TAG[0]


def tag(place: str, *, known: bool = True) -> Iterator[Item]:
    """Draw the plate with the short name of an area, a sea zone or a node; dashed for undiscovered land."""
    kind, wide = place.partition(".")[0], plate_width(place)
    look = Style(fill=_TAGS[kind], stroke=BASE.frame, width=1.3, dash=() if known else (3.0, 2.0))
    yield Rect(-wide / 2, -_TAG[1] / 2, wide, _TAG[1], look, 3)
    if wide > _TAG[0]:
        yield Group((crown(),), dx=-12.5)
    yield Text((wide - _TAG[0]) / 2, 4.2, short_name(place), 11.5, BASE.text, Font.CONDENSED_BOLD, "middle")


def crown() -> Item:
    """Draw the sign of an elector."""
    return Path("M-6 5L-8 -4L-3.4 0.4L0 -6L3.4 0.4L8 -4L6 5Z", Style(fill=BASE.changed, stroke=BASE.frame, width=0.9))


def _town(state: State, province: facts.Province, language: str) -> Iterator[Item]:
    """Draw a province by its town, in the colours and with the letters of its holder.

    The town of a vassal has the rim of its overlord.
    """
    number = province.index
    shape: Shape = "fort" if province.tax > 1 else "disc"
    holder = controller(state, number)
    colours, letters, overlord = UNOWNED, "", NONE
    if state.rebel_towns >> number & 1:
        colours, letters = DARK, words(language).signs["rebels"]
    elif holder != NONE:
        own = crest(holder, language)
        colours, letters, overlord = own.colours, own.letter, state.overlord[holder]
    yield from body(shape, colours, sides()[REALM.ids[overlord]].fill if overlord != NONE else "")
    yield from markers.figure(shape, letters, colours, short=short_name(province.id))
    x, y = _CORNER
    if province.port:
        yield Circle(-x, y, 7, Style(fill=BASE.sea, stroke=BASE.text_water, width=1.1))
        yield Group(signs.anchor(BASE.text_water), dx=-x, dy=y, scale=0.58)
    if state.unrest >> number & 1 and not state.covered >> number & 1:
        yield from badge(x, -y, "!", BASE.alarm, BASE.light)
    if state.plus_manpower >> number & 1:
        yield from badge(x, y, "+", BASE.paper, BASE.text)
    if any(REALM.thing(seat).capital == number for seat in state.seats):
        yield Path(star(-x, -y, 8.5, inner=0.48), Style(fill=BASE.light, stroke=BASE.frame, width=1.3))


def body(shape: Shape, colours: SideColours, overlord: str = "") -> Iterator[Item]:
    """Draw a town, for a vassal with the colour of its overlord around it."""
    yield from markers.body(shape, colours)
    if overlord:
        yield markers.outline(shape, Style(stroke=overlord, width=3.2), -1.6)
        yield markers.outline(shape, Style(stroke=BASE.frame, width=1.2))


def badge(x: float, y: float, text: str, fill: str, ink: str) -> Iterator[Item]:
    """Draw a sign at the corner of a town."""
    yield Circle(x, y, 6.6, Style(fill=fill, stroke=BASE.frame, width=1))
    yield Text(x, y + 3.9, text, 11, ink, Font.BOLD, "middle")


def _docked(state: State, port: int, language: str) -> Iterator[Item]:
    """Yield the ships in a port, drawn above it.

    These are the fleet with its light ships, or light ships alone.
    """
    lying = []
    for seat, own in state.led.items():
        if own.fleet.port == port and own.fleet.all:
            lying.append(chips.of(crest(realm_of(seat), language), "fleet", own.fleet.all))
        if count := own.ships.in_port(port):
            lying.append(chips.of(crest(realm_of(seat), language), "light", count))
    for place, chip in enumerate(lying[:2]):
        yield Group(tuple(chips.drawn(chip)), dx=24 * (place - (len(lying[:2]) - 1) / 2), dy=-25)


def _area(state: State, area: int, language: str) -> Iterator[Chip]:
    """Yield the chips of an area: units, rebels, influence, then tokens."""
    word = words(language)
    for seat, own in state.led.items():
        side = crest(realm_of(seat), language)
        for army in own.armies:
            if army.area == area:
                yield chips.of(side, "army", army.all)
        if own.alone[area]:
            yield chips.of(side, "army", f"+{own.alone[area]}")
    if state.rebels[area]:
        yield Chip("rebels", f"{word.signs['rebels']}{state.rebels[area]}", DARK)
    for seat, own in state.led.items():
        if own.influence[area]:
            yield chips.of(crest(realm_of(seat), language), "cube", own.influence[area])
    if state.empire.imperial[area]:
        colours = SideColours(BASE.text_area, BASE.light, BASE.shade)
        yield Chip("cube", f"{word.signs['imperial']}{state.empire.imperial[area]}", colours)
    for seat, own in state.led.items():
        side = crest(realm_of(seat), language)
        if own.cores >> area & 1:
            yield chips.of(side, "core")
        if own.claims >> area & 1:
            yield chips.of(side, "claim")
    faith = RELIGION.ids[state.religion[area]]
    if faith != "catholic" and (faith != "pagan" or not AREA.things[area].distant):
        yield Chip("faith", word.faiths[faith], DARK)
    if state.plague >> area & 1:
        yield Chip("sign", word.signs["plague"], DARK)
    if state.curia.crusade == area:
        yield Chip("sign", word.signs["crusade"], DARK)
    if state.empire.left >> area & 1:
        yield Chip("sign", f"−{word.signs['empire']}", DARK)


def afloat(state: State, zone: int) -> Iterator[tuple[int, chips.Shape, int]]:
    """Yield the ships in a sea zone: their realm, kind and number."""
    for seat, own in state.led.items():
        fleet = own.fleet.all if own.fleet.zone == zone else 0
        there: dict[chips.Shape, int] = {
            "fleet": fleet, "protecting": own.ships.protecting[zone], "light": own.ships.light[zone]
        }  # fmt: skip
        yield from ((realm_of(seat), shape, n) for shape, n in there.items() if n)


def _node(state: State, node: int, language: str) -> Iterator[Chip]:
    if state.trade.expanded >> node & 1:
        yield Chip("sign", "+", DARK)
    for seat, own in state.led.items():
        side = crest(realm_of(seat), language)
        for place, stands in zip(own.merchants, own.standing, strict=False):
            if place == node:
                yield chips.of(side, "merchant" if stands else "lying")
    if state.trade.pirates[node]:
        yield Chip("rebels", str(state.trade.pirates[node]), DARK)


def held(state: State) -> dict[str, str]:
    """Return the realm that holds each province: its lawful owner or an occupier."""
    there = ((each.id, controller(state, each.index)) for each in PROVINCE if not state.rebel_towns >> each.index & 1)
    return {id: REALM.ids[holder] for id, holder in there if holder != NONE}


def unrest(state: State) -> Iterator[str]:
    """Yield provinces with unrest that counts."""
    return (PROVINCE.ids[bit] for bit in bits(state.unrest & ~state.covered))

"""The land: provinces in the colours of their owners, and borders between areas.

Provinces are dotted where the colours do not tell owners apart, and hatched for overlords and occupiers.
"""

from collections.abc import Iterator, Mapping
from functools import cache

from adjudicator.pictures import Item, Piece, Style
from adjudicator.pictures.maps import lands
from adjudicator.pictures.maps.palette import BASE

from ..facts import AREA, NONE, PROVINCE, REALM
from ..rules.relations import controller
from ..state import State
from .atlas import atlas, coasts, sides

_AREA = Style(stroke=BASE.coast, width=2.6)
_EMPIRE = (Style(stroke=BASE.text_area, width=5.5), Style(stroke=BASE.changed, width=2, dash=(8, 5)))
_RIDGE = Style(stroke=BASE.text, width=6.5, dash=(1.6, 4.4))
LOOKS: Mapping[str, tuple[Style, ...]] = {"empire": _EMPIRE, "mountains": (_AREA, _RIDGE)}
"""How borders are drawn, for the key."""


@cache
def rings() -> Mapping[str, tuple[lands.Ring, ...]]:
    """Return the outlines of every province in pixels of the board."""
    return lands.rings(atlas(), coasts())


def hatchings(state: State) -> Iterator[Piece]:
    """Yield the dots and lines over provinces.

    A realm with dots has them on its provinces. A vassal has lines in the colours of its overlord; an occupied province
    has lines in the other direction, in the colours of its occupier.
    """
    for province in PROVINCE:
        if province.id not in rings() or (owner := state.owner[province.index]) == NONE:
            continue
        if sides()[REALM.ids[owner]].dotted:
            yield _dotted(province.id)
        if (overlord := state.overlord[owner]) != NONE:
            yield _hatching(province.id, "overlord", sides()[REALM.ids[overlord]].fill, falling=False)
        if state.rebel_towns >> province.index & 1:
            yield _hatching(province.id, "rebels", BASE.coast, falling=True)
        elif (holder := controller(state, province.index)) != owner:
            yield _hatching(province.id, "occupier", sides()[REALM.ids[holder]].fill, falling=True)


@cache
def _hatching(province: str, id: str, colour: str, *, falling: bool) -> Piece:
    return lands.hatching(f"{id}-{province}", rings()[province], colour, falling=falling)


@cache
def _dotted(province: str) -> Piece:
    return lands.dotted(f"dots-{province}", rings()[province])


def borders() -> Iterator[Item]:
    """Yield the borders of areas, over mountains, and around the Empire."""
    plain, ridges, edge = list[lands.Segment](), list[lands.Segment](), list[lands.Segment]()
    for line, provinces in lands.borders(rings()).items():
        areas = {PROVINCE.thing(province).area for province in provinces}
        if len(areas) == 2:
            one, two = areas
            (ridges if AREA.things[one].mountains >> two & 1 else plain).append(line)
        if sum(PROVINCE.thing(province).hre for province in provinces) == 1:
            edge.append(line)
    for lines, styles in ((plain + ridges, (_AREA,)), (ridges, (_RIDGE,)), (edge, _EMPIRE)):
        yield from lands.drawn(lines, styles)


def owners(state: State) -> dict[str, str]:
    """Return the lawful owner of each province that has one."""
    return {PROVINCE.ids[number]: REALM.ids[owner] for number, owner in enumerate(state.owner) if owner != NONE}

"""The land: cells in the colours of those who control them, and of their religion; borders of homes and language zones.

Lines over a cell say to which power a minor power is allied, and, on the religious map, that there is unrest.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from adjudicator.pictures import Item, Path, Piece, Style
from adjudicator.pictures.maps import lands
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.shapes import polyline

from ..facts import LINKS, LOCATION, MINOR, PASSES, SPACE
from ..rules import table
from ..state import State
from .atlas import EUROPE, RELIGION, atlas, coasts, faith_of, is_faith, location_of, sides
from .markers import faith

_BORDERS: Final = {EUROPE: Style(stroke=BASE.coast, width=2.6), RELIGION: Style(stroke=BASE.text_area, width=4.2)}
_ROADS: Final = (Style(stroke=BASE.paper, width=4, stroke_opacity=0.55), Style(stroke=BASE.frame, width=1.7))
_PASS: Final = Style(stroke=BASE.frame, width=2.4, dash=(2.4, 4.2))


@cache
def rings() -> Mapping[str, tuple[lands.Ring, ...]]:
    """Return the outlines of every cell in pixels of the board."""
    return lands.rings(atlas(), coasts())


def owners(state: State) -> Mapping[str, str]:
    """Return the side that colours each cell: who controls the space, or its religion."""
    return {cell: side for cell in rings() if (side := _side(state, cell))}


def _side(state: State, cell: str) -> str:
    space = location_of(cell)
    return faith(state, space) if is_faith(cell) else table.controller(state, space)


def hatchings(state: State) -> Iterator[Piece]:
    """Yield the lines over cells, rising for the ally of a minor power, falling for unrest."""
    for cell in rings():
        space = location_of(cell)
        if is_faith(cell):
            if table.has(state.unrest, space):
                yield _hatching(cell, BASE.coast, falling=True)
        elif (owner := table.controller(state, space)) in MINOR and owner in state.minors:
            yield _hatching(cell, sides()[state.minors[owner]].fill, falling=False)


@cache
def _hatching(cell: str, colour: str, *, falling: bool) -> Piece:
    return lands.hatching(f"lines-{cell}", rings()[cell], colour, falling=falling)


def borders() -> Iterator[Item]:
    """Yield the borders of homes on the political map, those of language zones on the religious one."""
    for frame in (EUROPE, RELIGION):
        cells = {cell: lines for cell, lines in rings().items() if is_faith(cell) == (frame == RELIGION)}
        found = [
            line for line, between in lands.borders(cells).items() if len({_belongs(each) for each in between}) == 2
        ]
        yield from lands.drawn(found, (_BORDERS[frame],))


def _belongs(cell: str) -> str:
    here = LOCATION.thing(location_of(cell))
    return here.zone if is_faith(cell) else here.home


def ways() -> Iterator[Item]:
    """Yield the connections of both maps, passes dotted."""
    plan = atlas()
    for ways, styles in ((LINKS, _ROADS), (PASSES, (_PASS,))):
        for style in styles:
            for one in SPACE.indexes:
                for two in range(one):
                    if ways[one] >> two & 1:
                        ids = (LOCATION.ids[one], LOCATION.ids[two])
                        for pair in (ids, (faith_of(ids[0]), faith_of(ids[1]))):
                            if all(each in plan.places for each in pair):
                                yield Path(polyline([plan.at(each) for each in pair]), style)

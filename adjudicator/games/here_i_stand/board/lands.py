"""The land: cells in the colours of those who control them, and of their religion; borders of homes and language zones.

Lines over a cell say to which power a minor power is allied, and, on the religious map, that there is unrest.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Final

from adjudicator.pictures import Item, Path, Piece, Style
from adjudicator.pictures.maps import lands
from adjudicator.pictures.maps.atlas import Pair
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.projection import Point
from adjudicator.pictures.shapes import polyline

from ..facts import BESIDE, LOCATION, MINOR, PASSES, SPACE
from ..rules import table
from ..state import State
from .atlas import EUROPE, RELIGION, atlas, coasts, faith_of, is_faith, location_of, sides
from .markers import faith

_BORDERS: Final = {EUROPE: Style(stroke=BASE.coast, width=2.6), RELIGION: Style(stroke=BASE.text_area, width=4.2)}
_ROADS: Final = (Style(stroke=BASE.paper, width=4, stroke_opacity=0.55), Style(stroke=BASE.frame, width=1.7))
PASS: Final = Style(stroke=BASE.frame, width=2.4, dash=(2.4, 4.2))


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
    """Yield the lines over cells, rising for the ally of a minor power, falling for unrest; then the ways over them."""
    lined = {cell: colour for cell in rings() if (colour := _lines(state, cell))}
    for cell, colour in lined.items():
        yield _hatching(cell, colour, falling=is_faith(cell))
    yield from (_way(pair, passing=passing) for pair, passing in _ways() if not lined.keys().isdisjoint(pair))


def _lines(state: State, cell: str) -> str:
    """Return the colour of the lines over a cell, "" for none."""
    space = location_of(cell)
    if is_faith(cell):
        return BASE.coast if table.has(state.unrest, space) else ""
    owner = table.controller(state, space)
    return sides()[state.minors[owner]].fill if owner in MINOR and owner in state.minors else ""


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
    for pair, passing in _ways():
        yield from _drawn([atlas().at(each) for each in pair], passing=passing)


@cache
def _ways() -> tuple[tuple[Pair, bool], ...]:
    """Return the pairs of places that a way or a pass connects."""
    places, found = atlas().places, []
    for one, two in combinations(SPACE.indexes, 2):
        ids = LOCATION.ids[one], LOCATION.ids[two]
        for pair in (ids, (faith_of(ids[0]), faith_of(ids[1]))):
            if BESIDE[one] >> two & 1 and places.keys() >= {*pair}:
                found.append((pair, bool(PASSES[one] >> two & 1)))
    return tuple(found)


@cache
def _way(pair: Pair, *, passing: bool) -> Piece:
    """Return a way by itself."""
    ends = [atlas().at(each) for each in pair]
    (left, right), (top, bottom) = ((min(each), max(each)) for each in zip(*ends, strict=True))
    moved = [(x - left, y - top) for x, y in ends]
    box = (-3.0, -3.0, right - left + 6, bottom - top + 6)
    return Piece(f"way-{'-'.join(pair)}", left, top, box, tuple(_drawn(moved, passing=passing)))


def _drawn(ends: Sequence[Point], *, passing: bool) -> Iterator[Item]:
    return (Path(polyline(ends), style) for style in ((PASS,) if passing else _ROADS))

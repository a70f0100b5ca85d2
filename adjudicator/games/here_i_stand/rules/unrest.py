"""Unrest (12.4, glossary): where it may be placed, and that it is."""

from collections.abc import Iterable

from adjudicator import Event, Play

from ..facts import LOCATION, SPACE, SpaceId
from ..state import State
from . import table


class UnrestPlaced(Event, frozen=True, tag="unrest_placed", rule="6", touches=("spaces",)):
    """Unrest broke out."""

    spaces: tuple[SpaceId, ...]


def calm(state: State, mask: int, *, occupied: bool = False) -> int:
    """Return the spaces of a mask that may get unrest: without it, and unoccupied unless `occupied` ones may, too."""
    there = LOCATION.mask_of(state.forces) | LOCATION.mask_of(each.at for each in state.leaders.values() if each.at)
    return mask & SPACE.mask & ~state.unrest & ~(0 if occupied else there)


def place(play: Play[State], spaces: Iterable[str]) -> None:
    """Place unrest in spaces."""
    found = tuple(spaces)
    for at in found:
        play.state.unrest |= table.bit(at)
    if found:
        play.emit(UnrestPlaced(found))

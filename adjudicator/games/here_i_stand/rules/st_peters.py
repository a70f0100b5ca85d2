"""St Peter's (18.1): command points that are spent on it, and its victory points."""

from typing import Final

from adjudicator import Play

from ..facts import PAPACY
from ..state import State
from .book import PowerEvent

STEP: Final = 5
"""Command points that make a victory point."""
MOST: Final = 5
"""The most victory points of St Peter's."""


class Built(PowerEvent, frozen=True, tag="built", rule="18.1"):
    """Command points went to St Peter's, which now has so many points on its track, and so many victory points."""

    cp: int
    track: int
    vp: int


def build(play: Play[State], cp: int) -> None:
    """Add command points to St Peter's; none count beyond the last victory point."""
    state = play.state
    total = state.st_peters_vp * STEP + state.st_peters + cp
    vp = min(MOST, total // STEP)
    state.st_peters_vp, state.st_peters = vp, 0 if vp == MOST else total - vp * STEP
    play.emit(Built(PAPACY, cp, state.st_peters, vp))

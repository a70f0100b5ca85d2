"""New World Huguenots (M-9): markers on French territories, which stay and work after the card has left play.

A marker may be flipped once a game for a market of its region that costs one point less, makes its territory dearer to
conquer, and leaves when the territory is not French any more (R-53).
"""

from adjudicator import Event, Play
from adjudicator.components import Code, Many, bits

from ...components import SideEvent, SpaceId
from ...fact_types import BRITAIN, FRANCE, NONE, REGION, SIDES, SPACE, USA
from ...facts import FACTS
from ...state import State

no_huguenots = Code("3.5.2", space=SPACE, spaces=Many(SPACE))
"""Spaces: where unused markers lie."""
huguenots_elsewhere = Code("3.5.2", space=SPACE, region=REGION)
"""The marker works in its region only, on markets."""
huguenots_for_markets = Code("3.5.2", space=SPACE)
"""A marker was named where no space is bought; space: where it lies."""


class HuguenotsSpent(SideEvent, frozen=True, tag="huguenots_spent", rule="3.5.2"):
    """France flipped a Huguenot marker for a cheaper market (M-9)."""

    space: SpaceId


class HuguenotsLost(Event, frozen=True, tag="huguenots_lost", rule="3.5.2"):
    """A Huguenot marker left, because its territory is not French any more (M-9, R-53)."""

    space: SpaceId


def unspent(state: State, side: int) -> int:
    """Return the territories whose markers a side may still flip: only France has any."""
    return state.huguenots & ~state.huguenots_spent if side == FRANCE else 0


def check_huguenots(state: State, side: int, marker: str | None, target: int) -> None:
    """Refuse the marker named in a payment, if any, if it cannot make the bought space cheaper.

    ``NONE`` as the space: none is bought.

    Raises:
        Refusal: The marker cannot be used.
    """
    if marker is None:
        return
    mine = unspent(state, side)
    index = SPACE.index.get(marker)
    if index is None or not mine >> index & 1:
        raise no_huguenots(space=marker, spaces=SPACE.ids_of(mine))
    if target == NONE:
        raise huguenots_for_markets(space=marker)
    if not FACTS.market >> target & 1 or FACTS.region_of[index] != FACTS.region_of[target]:
        raise huguenots_elsewhere(space=SPACE.ids[target], region=REGION.ids[FACTS.region_of[index]])


def flip(play: Play[State], side: int, marker: str) -> None:
    """Use up the marker on a territory."""
    play.state.huguenots_spent |= 1 << SPACE.index[marker]
    play.emit(HuguenotsSpent(SIDES[side], marker))


def extra_cp(state: State, space: int) -> int:
    """Return conquest points that a marker adds to its territory (7.2.1)."""
    return FACTS.war_rules.huguenots_cp if state.huguenots >> space & 1 else 0


def lose_markers(play: Play[State]) -> None:
    """Remove markers from territories that became British or American (R-53)."""
    state = play.state
    lost = state.huguenots & (state.flags[BRITAIN] | state.flags[USA])
    if not lost:
        return
    state.huguenots &= ~lost
    state.huguenots_spent &= ~lost
    for space in bits(lost):
        play.emit(HuguenotsLost(SPACE.ids[space]))

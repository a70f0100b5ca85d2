"""Chapter 3: who controls what, what is connected, isolated, protected, and conflict markers.

Sets of spaces are masks. The functions that change the position tell what follows from the change: a
conflict marker that leaves (3.8.2), advantages won and lost (8.1).
"""

from functools import lru_cache

from adjudicator import Event, Play
from adjudicator.components import bits

from ..components import NAVY_BOX, AdvantageId, SideEvent, SpaceId
from ..fact_types import ADVANTAGE, BRITAIN, FRANCE, NONE, SIDES, SPACE, SPAIN, USA
from ..facts import FACTS
from ..state import State, held, held_clear, opponent, playable
from .ministries.huguenots import lose_markers


class ConflictLifted(Event, frozen=True, tag="conflict_lifted", rule="3.8.2", touches=("space",)):
    """A conflict marker left because its space changed control (3.8.2)."""

    space: SpaceId


class ConflictPlaced(SideEvent, frozen=True, tag="conflict_placed", rule="3.8.1", touches=("space",)):
    """A conflict marker was placed (3.8.1); ``plus``: with the "+1" marker."""

    space: SpaceId
    plus: bool = False


class AdvantageGained(SideEvent, frozen=True, tag="advantage_gained", rule="8.1", touches=("advantage",)):
    """A side holds all spaces of an Advantage and took its tile (8.1)."""

    advantage: AdvantageId


class AdvantageLost(SideEvent, frozen=True, tag="advantage_lost", rule="8.1", touches=("advantage",), hits=("side",)):
    """A side lost a space of an Advantage and gave its tile back (8.1)."""

    advantage: AdvantageId


def flagged(state: State) -> int:
    """Return spaces with any flag, Spanish and American included (3.2.7)."""
    france, britain, usa, spain = state.flags
    return france | britain | usa | spain


def controller(state: State, space: int) -> int:
    """Return who controls a space: France, Britain, USA, Spain (an index of ``FLAGS``), or ``NONE`` (3.2.7)."""
    bit = 1 << space
    for side in (FRANCE, BRITAIN):
        if held(state, side) & bit:
            return side
    return USA if state.flags[USA] & bit else SPAIN if state.flags[SPAIN] & bit else NONE


def opposing_flags(state: State, side: int) -> int:
    """Return the flags that count as the opponent's; Spanish ones do for either side (3.2.8, 12.1, R-72)."""
    return state.flags[opponent(side)] | state.flags[SPAIN]


def empty_spaces(state: State) -> int:
    """Return spaces in play that nobody controls (3.2.8)."""
    return playable(state) & ~(flagged(state) | state.squadrons[FRANCE] | state.squadrons[BRITAIN])


def count(state: State, side: int, spaces: int) -> int:
    """Return how many of these spaces a side controls without a conflict marker (3.8, 3.9)."""
    return (held_clear(state, side) & spaces).bit_count()


def lead(state: State, spaces: int) -> tuple[int, int]:
    """Return who controls more of these spaces without a conflict marker, and by how many; ``NONE``, 0 for a tie."""
    margin = count(state, FRANCE, spaces) - count(state, BRITAIN, spaces)
    return (NONE if margin == 0 else FRANCE if margin > 0 else BRITAIN), abs(margin)


@lru_cache(maxsize=8192)
def joined(spaces: int) -> int:
    """Return all spaces connected by a thin line to one of these (3.2.2)."""
    connects, found = FACTS.connects, 0
    for space in bits(spaces):
        found |= connects[space]
    return found


# markets (5.4.1) -----------------------------------------------------------------------------------


def supply(state: State, side: int) -> int:
    """Return spaces from which a side may shift connected markets (5.4.1).

    Its territories, forts and naval spaces, also those taken this round; its markets that have no conflict
    marker, are not isolated and have been its own since the round began.
    """
    markets = state.flags[side] & FACTS.market & state.held_at_start[side] & ~(state.conflicts | state.isolated)
    return held(state, side) & FACTS.anchors | markets


def reach(state: State, side: int) -> int:
    """Return markets a side may shift as far as connections go (5.4.1)."""
    return joined(supply(state, side)) & FACTS.market


def protected(state: State, owner: int) -> int:
    """Return a side's flagged spaces connected to one of its squadrons or undamaged forts (3.2.8)."""
    guards = state.squadrons[owner] | state.flags[owner] & FACTS.fort & ~state.damaged
    return joined(guards) & state.flags[owner]


def all_protected(state: State) -> int:
    """Return spaces protected for whoever controls them (3.2.8, R-61).

    An empty space is never protected.
    """
    return protected(state, FRANCE) | protected(state, BRITAIN)


# conflict markers (3.8) ----------------------------------------------------------------------------


def can_bear_conflict(state: State) -> int:
    """Return the spaces where a conflict marker may be placed.

    These are political spaces and markets in play without one; own and empty ones too (3.8, R-27). Not under a
    permanent USA flag (10.0), which is on territories anyway.
    """
    return (FACTS.political | FACTS.market) & playable(state) & ~state.conflicts


def place_conflict(play: Play[State], side: int, space: int, *, plus: bool = False) -> None:
    """Place a marker (3.8.1), with ``plus`` the one that costs more to remove."""
    play.state.conflicts |= 1 << space
    if plus:
        play.state.conflicts_plus |= 1 << space
    play.emit(ConflictPlaced(SIDES[side], SPACE.ids[space], plus))


def clear_conflict(state: State, space: int) -> None:
    """Take the marker from a space, with its "+1" marker."""
    keep = ~(1 << space)
    state.conflicts &= keep
    state.conflicts_plus &= keep


# changes of control --------------------------------------------------------------------------------


def place_flag(play: Play[State], side: int, space: int) -> None:
    """Put a flag of a side into an empty space (3.2.8).

    Even where it was the side's own when the round began, and was lost in it, it has changed control (5.4.1, R-63).
    """
    state, bit = play.state, 1 << space
    state.flags[side] |= bit
    state.held_at_start[side] &= ~bit
    _control_changed(play, space)


def remove_flag(play: Play[State], space: int) -> None:
    """Take the French, British or Spanish flag from a space; USA flags are permanent (3.2.8, 10.0)."""
    _clear_flags(play.state, space)
    _control_changed(play, space)


def take_control(play: Play[State], side: int, space: int) -> None:
    """Replace whatever flag stands there by a flag of a side (3.2.8)."""
    _clear_flags(play.state, space)
    place_flag(play, side, space)


def place_usa_flag(play: Play[State], space: int) -> None:
    """Put a permanent USA flag on a territory; whatever flag was there goes (10.0)."""
    _clear_flags(play.state, space)
    play.state.flags[USA] |= 1 << space
    _control_changed(play, space)


def _clear_flags(state: State, space: int) -> None:
    for flag in (FRANCE, BRITAIN, SPAIN):
        state.flags[flag] &= ~(1 << space)


def send_home(state: State, owner: int, space: int) -> None:
    """Put a squadron from a naval space into its navy box."""
    state.squadrons[owner] &= ~(1 << space)
    state.navy_box[owner] += 1


def lift_squadron(state: State, owner: int, source: str) -> None:
    """Take a squadron away from a naval space or its navy box."""
    if source == NAVY_BOX:
        state.navy_box[owner] -= 1
    else:
        state.squadrons[owner] &= ~(1 << SPACE.index[source])


def squadron_places(state: State, owner: int) -> tuple[str, ...]:
    """Return where squadrons of a side are: its navy box first, then naval spaces."""
    return (*((NAVY_BOX,) if state.navy_box[owner] else ()), *SPACE.ids_of(state.squadrons[owner]))


def _control_changed(play: Play[State], space: int) -> None:
    """Apply what follows at once: markers leave (3.8.2), advantages are won and lost (8.1)."""
    state = play.state
    if state.conflicts >> space & 1:
        clear_conflict(state, space)
        play.emit(ConflictLifted(SPACE.ids[space]))
    for advantage in bits(FACTS.advantages_of[space]):
        _update_advantage(play, advantage)
    if state.huguenots:
        lose_markers(play)


def _update_advantage(play: Play[State], advantage: int) -> None:
    """Update who holds an advantage; a tile that changes hands is lost first, then gained, so that it is new (8.2)."""
    state, tile = play.state, ADVANTAGE.things[advantage]
    bit = 1 << advantage
    holds = [tile.spaces & ~held(state, side) == 0 for side in (FRANCE, BRITAIN)]
    for side in (FRANCE, BRITAIN):
        if not holds[side] and state.advantages[side] & bit:
            state.advantages[side] &= ~bit
            state.advantages_new &= ~bit
            play.emit(AdvantageLost(SIDES[side], tile.id))
    for side in (FRANCE, BRITAIN):
        if holds[side] and not state.advantages[side] & bit:
            state.advantages[side] |= bit
            state.advantages_new |= bit
            play.emit(AdvantageGained(SIDES[side], tile.id))

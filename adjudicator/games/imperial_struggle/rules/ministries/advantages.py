"""Treaty points for an Advantage that is exhausted: M-13 for an own one in Europe, M-19 for one of the other side."""

from typing import Final

from adjudicator import Play

from ...fact_types import BRITAIN, EUROPE, FRANCE, Advantage
from ...state import State
from ..debt import gain_treaty_points
from .cards import ability_of, is_up, ministry_id

POMPADOUR: Final = 13
WATT: Final = 19
PAID_OUT: Final = "m19"
"""Among the modifiers of a round: M-19 has given its treaty point."""


def reward_for_advantage(play: Play[State], side: int, tile: Advantage) -> None:
    """A side has used one of its Advantages and put a marker on it.

    Not for Advantages that an Event activates or exhausts (R-25, R-48).
    """
    state = play.state
    if side != FRANCE:
        return
    if tile.region == EUROPE and is_up(state, POMPADOUR):
        gain_treaty_points(play, FRANCE, ability_of(POMPADOUR, 1).amount, ministry_id(POMPADOUR))
    if is_up(state, WATT) and not _paid_out(state):
        gain_treaty_points(play, BRITAIN, ability_of(WATT, 2).amount, ministry_id(WATT))
        if state.ap is not None:
            state.ap.modifiers.append(PAID_OUT)


def _paid_out(state: State) -> bool:
    """Once an action round; before the tile the number of Advantages used tells (option `advantage_before_tile`)."""
    return PAID_OUT in state.ap.modifiers if state.ap is not None else state.advantages_used > 1


def carried_over(state: State, side: int) -> list[str]:
    """The modifier with which a round goes on whose side used an Advantage before its tile."""
    return [PAID_OUT] if side == FRANCE and state.advantages_used and is_up(state, WATT) else []

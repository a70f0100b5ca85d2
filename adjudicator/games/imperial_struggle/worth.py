"""What a position is worth to both sides: points, what the turn would score, and the strength behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudicator.components.shares import shares

from .balance import balance
from .fact_types import BRITAIN, FRANCE, SIDES, TURN, WAR_TILE
from .state import State

EVEN: Final = 15
"""The points at which nobody is ahead; 30 win for France, 0 for Britain (2.5)."""
SCORED, ROUNDS = 0.6, 4
"""How much of what would be scored now counts at the beginning of a turn; all of it does behind the last round."""
FLAG, SQUADRON, ADVANTAGE, TREATY, CREDIT, TILE, CARD = 0.25, 0.4, 0.5, 0.5, 0.3, 0.35, 0.3
"""Points that a thing is worth beyond what it scores now."""
MOST_CREDIT: Final = 6
AT_THE_END, A_TURN = 3.0, 0.8
"""The lead that doubles the prospects at the end of the match, and by how much more for each turn until then."""


def worth(state: State, seats: Sequence[str]) -> dict[str, float]:
    """Return the prospects of both sides, as shares of one."""
    if state.vp >= 2 * EVEN or state.vp <= 0:
        return {SIDES[FRANCE]: float(state.vp > 0), SIDES[BRITAIN]: float(state.vp <= 0)}
    now = SCORED + (1 - SCORED) * (state.round / ROUNDS if state.phase == "action" else 0)
    lead = state.vp - EVEN + now * balance(state) + _strength(state, FRANCE) - _strength(state, BRITAIN)
    left = len(TURN) - 1 - state.turn
    return shares({SIDES[FRANCE]: lead / 2, SIDES[BRITAIN]: -lead / 2}, AT_THE_END + A_TURN * left)


def _strength(state: State, side: int) -> float:
    """Return what a side has that will score later, in points; nothing of it counts in the last turn."""
    if state.turn == len(TURN) - 1:
        return 0.0
    held = FLAG * state.flags[side].bit_count() + SQUADRON * state.squadrons[side].bit_count()
    rights = ADVANTAGE * state.advantages[side].bit_count() + TREATY * state.treaty_points[side]
    credit = CREDIT * min(MOST_CREDIT, state.debt_limit[side] - state.debt[side])
    tiles = (tile for theatre in state.theatres for tile in (theatre.basic[side], *theatre.bonus[side]) if tile >= 0)
    return held + rights + credit + TILE * sum(WAR_TILE.things[tile].strength for tile in tiles) + _cards(state, side)


def _cards(state: State, side: int) -> float:
    return CARD * (len(state.hands[side]) + len(state.ministries[side]))

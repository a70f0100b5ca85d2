"""What a position is worth to each player: the title, how near the goals are, and what there is to reach them with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudicator.components.shares import shares
from adjudicator.kernel.standing import StandingStill

from .facts import (
    CARD,
    CHANCELLOR,
    DARKEST_SECRET,
    DEVOTION,
    END_DIE,
    NONE,
    PEOPLES_FAVOR,
    PROTECTION,
    SCEPTER,
    SUPREMACY,
    THE_PEOPLE,
)
from .rules import table
from .rules.victory import goal
from .state import State

TITLE, USURPER, LATE, DUE = 1.5, 3.5, 0.5, 2.0
"""The title; that of a usurper, who wins at the next wake (3.1); that of the empire when the end die may be rolled."""
VISION, FULFILLED, DRAWN = 0.8, 3.0, 3
"""A revealed vision; one whose goal is reached; so many visions must have been drawn before it wins (3.2)."""
SUCCESSOR, SHARED = 2.0, 0.4
"""What a citizen has who has reached the successor's goal, and of what the empire has."""
LEAD, MOST_LEAD = 0.5, 3
"""For each site, or relic and banner, that a player has more than any other, if a goal asks for it."""
SITE, RELIC, BANNER, ADVISER, WARBAND, FAVOR, SECRET = 0.3, 0.35, 0.5, 0.15, 0.12, 0.08, 0.15
AHEAD: Final = 3
"""The lead that doubles the prospects."""


def worth(state: State, seats: Sequence[str]) -> dict[str, float]:
    """Return the prospects of the players, as shares of one."""
    with StandingStill(state):
        sites = {seat: len(table.ruled(state, seat)) for seat in seats}
        held = {seat: table.held(state, seat) for seat in seats}
        scores = {seat: _means(state, seat, sites[seat], held[seat]) for seat in seats}
        for seat in seats:
            scores[seat] += _goals(state, seat, seats, sites, held)
    return shares(scores, AHEAD)


def _goals(state: State, seat: str, seats: Sequence[str], sites: dict[str, int], held: dict[str, int]) -> float:
    """Return what the oath and the visions are worth to a player (2.11, 3)."""
    found, board = 0.0, state.boards[seat]
    if state.title == seat or (state.title == CHANCELLOR and board.citizen):
        due = state.round in END_DIE and table.belongs(state, state.title)
        whole = USURPER if state.usurper else TITLE + LATE * (state.round - 1) / 8 + (DUE if due else 0)
        found += whole if state.title == seat and not board.citizen else SHARED * whole
    if board.citizen and goal_of_successor(state, seat):
        found += SUCCESSOR
    wanted = [state.oath]
    for card in (board.vision, board.prophet):
        if card != NONE and not table.belongs(state, seat):
            oath = CARD.things[card].oath
            wanted.append(oath)
            ready = min(1.0, (1 + state.visions) / (1 + DRAWN))
            found += VISION + (FULFILLED * ready if goal(state, seat, oath) else 0)
    for oath in wanted:
        counts = sites if oath == SUPREMACY else held if oath == PROTECTION else {}
        others = max((n for each, n in counts.items() if table.enemies(state, seat, each)), default=0)
        lead = counts.get(seat, 0) - others
        banner = PEOPLES_FAVOR if oath == THE_PEOPLE else DARKEST_SECRET if oath == DEVOTION else NONE
        found += LEAD * max(-MOST_LEAD, min(MOST_LEAD, lead)) if counts else 0
        found += 2 * LEAD * (banner != NONE and state.banners[banner].holder == seat)
    return found


def goal_of_successor(state: State, citizen: str) -> bool:
    """Return whether a citizen has what the oath asks of a successor, of supremacy at least as many relics (3.3.1)."""
    if state.oath == SUPREMACY:
        return table.held(state, citizen) > table.held(state, CHANCELLOR)
    if state.oath == DEVOTION:
        return SCEPTER in state.boards[citizen].relics
    return state.banners[DARKEST_SECRET if state.oath == THE_PEOPLE else PEOPLES_FAVOR].holder == citizen


def _means(state: State, seat: str, sites: int, held: int) -> float:
    """Return what a player has to reach goals with."""
    board = state.boards[seat]
    banners = sum(each.holder == seat for each in state.banners)
    bands = board.warbands + sum(each.warbands for each in state.sites if each.colour == seat)
    cards = len(board.advisers) + len(board.hidden)
    tokens = FAVOR * board.favor + SECRET * (board.secrets + board.turned)
    return SITE * sites + RELIC * (held - banners) + BANNER * banners + WARBAND * bands + ADVISER * cards + tokens

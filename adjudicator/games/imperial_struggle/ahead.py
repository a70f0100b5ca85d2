"""Tell what the points of an Investment tile could buy, while the tile is still to be chosen (5.1, 5.3)."""

from __future__ import annotations

import copy

from msgspec.structs import replace

from adjudicator.kernel.actions import Action

from .fact_types import INVESTMENT, SIDES
from .facts import FACTS
from .rules.action_round import OFFERED, EndRound, Pass, offered
from .rules.events import playing
from .rules.ministries.use import REVEALS
from .rules.ministries.with_tile import add_trade
from .rules.payment import Payment
from .state import BEFORE_SPENDING, ActionPoints, State


def chooses_tile(state: State, side: int) -> bool:
    """Return whether the side is asked for its Investment tile (5.1), worked out from what everybody sees."""
    if state.phase != "action" or state.ap is not None or not state.round or state.unassigned[side]:
        return False
    first = state.first_player
    on_turn = first if len(state.taken[first]) < state.round else 1 - first
    return side == on_turn and len(state.taken[side]) < state.round


def with_points(state: State, side: int) -> State:
    """Return the position as if the points of every available tile were there; use it only to ask for prices.

    Only the points differ, everything else is shared with `state`.
    """
    major, minor, allowed, upgrade = [0, 0, 0], [0, 0, 0], 0, False
    for tile in (INVESTMENT.things[kind] for kind in dict.fromkeys(state.available)):
        major[tile.major] = max(major[tile.major], tile.points)
        minor[tile.minor] = FACTS.limits.minor_points
        allowed |= 1 << tile.major
        upgrade = upgrade or tile.upgrade
    asked = copy.copy(state)
    asked.ap = ActionPoints(major, minor, allowed, upgrade=upgrade)
    return asked


def ahead(state: State, seat: str) -> list[Action]:
    """Return what one of the available tiles would allow; empty while no tile is to be chosen.

    First the events that one of the tiles allows, then the purchases that one could pay without debt, in the order of
    the rulebook, then advantages, abilities of ministries, the military upgrade, cards to turn up, pass and the end of
    the round.
    """
    side = SIDES.index(seat)
    if not chooses_tile(state, side):
        return []
    taken = [as_if_taken(state, side, kind) for kind in dict.fromkeys(state.available)]
    events = playing.ahead(state, side, state.available)
    found = dict.fromkeys(
        use for op in OFFERED for asked in taken for use in map(_intent, offered(asked, side, op)) if use is not None
    )
    turned_up = (each for deed in REVEALS for each in deed.legal(state, seat, None))
    return [*events, *found, *turned_up, Pass(), EndRound()]


def as_if_taken(state: State, side: int, kind: int) -> State:
    """Return the position as if the side had taken a tile of this kind, without debt; use it only to ask for prices."""
    tile = INVESTMENT.things[kind]
    major, minor = [0, 0, 0], [0, 0, 0]
    major[tile.major], minor[tile.minor] = tile.points, FACTS.limits.minor_points
    asked = copy.copy(state)
    asked.taken = [list(taken) for taken in state.taken]
    asked.taken[side].append(kind)
    asked.debt_limit, asked.treaty_points = list(state.debt), [0, 0]
    asked.ap = ActionPoints(major, minor, 1 << tile.major, upgrade=tile.upgrade)
    if state.advantages_used:
        asked.ap.stage = BEFORE_SPENDING
    add_trade(asked, side)
    return asked


def _intent(offer: Action) -> Action | None:
    """Return the offer without its payment; None if it needs more than the points of the tile."""
    if not isinstance(offer, Payment):
        return offer
    if offer.debt or offer.trp or offer.free_debt or offer.reveal or offer.huguenots:
        return None
    return replace(offer, kind=None)

"""What the points of an Investment tile could buy, while the tile is still to be chosen (5.1, 5.3)."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from adjudicator.kernel.actions import Action

from .actions import PURCHASES, EndRound, Pass, UseAdvantage
from .fact_types import NONE, SIDES
from .facts import facts
from .rules import advantages
from .rules.events import playing
from .rules.points import Purse
from .rules.purchases import BY_ACTION
from .rules.quotes import FREE
from .rules.war_tiles import upgrades
from .state import ActionPoints, State


def chooses_tile(state: State, side: int) -> bool:
    """Whether the side is asked for its Investment tile (5.1), worked out from what everybody sees."""
    if state.phase != "action" or state.ap is not None or not state.round or state.unassigned[side]:
        return False
    first = state.first_player
    on_turn = first if len(state.taken[first]) < state.round else 1 - first
    return side == on_turn and len(state.taken[side]) < state.round


def with_points(state: State, side: int) -> State:
    """The position as if the points of every tile that may be taken were there; only to ask for prices.

    Only the points differ, everything else is shared with `state`.
    """
    f = facts()
    major, minor, allowed, upgrade = [0, 0, 0], [0, 0, 0], 0, False
    for tile in (f.investments[kind] for kind in dict.fromkeys(state.available)):
        major[tile.major] = max(major[tile.major], tile.points)
        minor[tile.minor] = f.limits.minor_points
        allowed |= 1 << tile.major
        upgrade = upgrade or tile.upgrade
    asked = copy.copy(state)
    asked.ap = ActionPoints(major, minor, allowed, upgrade=upgrade)
    return asked


def ahead(state: State, seat: str) -> list[Action]:
    """The events that one of the tiles allows, the purchases that one could pay without debt, in the order of the
    rulebook, then the advantages, the military upgrade, pass and the end of the round; nothing while no tile is to
    be chosen.
    """
    side = SIDES.index(seat)
    if not chooses_tile(state, side):
        return []
    asked = with_points(state, side)
    events = playing.ahead(state, side, state.available)
    return [*events, *_purchases(asked, side), *_advantages(asked, side), *_upgrades(asked, side), Pass(), EndRound()]


def _purchases(state: State, side: int) -> Iterator[Action]:
    for op in PURCHASES:
        rules: Any = BY_ACTION[op]
        purse = _purse(state, rules.type)
        if purse.most == NONE:
            continue
        for arguments, quote in rules.targets(state, side):
            if purse.usual(quote) is not None:
                yield op(*arguments)


def _purse(state: State, kind: int) -> Purse:
    """The best tile's points of a type, without debt and treaty points."""
    assert state.ap is not None
    major = state.ap.major[kind] if state.ap.major_allowed >> kind & 1 else NONE
    return Purse(major, state.ap.minor[kind] or NONE, 0, 0)


def _advantages(state: State, side: int) -> Iterator[Action]:
    for offer in advantages.offers(state, side):
        price = advantages.quote(state, side, offer)
        if price is FREE:
            yield offer
        elif _purse(state, price.type).usual(price) is not None:
            yield UseAdvantage(offer.advantage, space=offer.space, squadron=offer.squadron)


def _upgrades(state: State, side: int) -> Iterator[Action]:
    assert state.ap is not None
    if state.ap.upgrade:
        yield from upgrades(state, side)

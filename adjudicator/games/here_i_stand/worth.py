"""What a position is worth to each power: its points, what will bring some, its cards and its units."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from adjudicator.components.shares import shares
from adjudicator.kernel.standing import StandingStill

from .facts import CARD, ENGLAND, FRANCE, HOME_OF, OTTOMAN, PAPACY, POWER, PROTESTANT, TABLES
from .house_rules import HouseRules
from .rules import table
from .rules.victory import STANDARD, winner_at_once
from .setup import initial_state
from .state import State

KEY, SPACE, SCRIPTURE, ST_PETERS = 0.5, 0.2, 0.08, 0.25
"""Points for a key or an electorate, for a space, for a point on the way to a translation or of St Peter's."""
CP, UNIT, CAVALRY, SHIP, VOYAGE, UNREST = 0.12, 0.1, 0.05, 0.15, 0.6, 0.3
"""Points for a command point in the hand, for units by kind, for a voyage under way, for a space in unrest (less)."""
DEBATER: Final = 0.3
EVEN_BY = 6
"""The turns after which it counts no more with how many points a power began: not all begin with as many (22)."""
AHEAD, NEAREST = 4.0, 1.0
"""The lead that doubles the prospects; the less it is the nearer the first is to the points that win (23.3)."""


def worth(state: State, seats: Sequence[str]) -> dict[str, float]:
    """Return the prospects of the powers, as shares of one."""
    with StandingStill(state):
        won = winner_at_once(state)
        if won is not None:
            return {seat: float(seat == won[0]) for seat in seats}
        points = {seat: table.points(state, seat) for seat in seats}
        units = _units(state, seats)
        early = max(0.0, 1 - (state.turn - 1) / EVEN_BY)
        first = _first_points()
        scores = {seat: points[seat] - early * first[seat] + units[seat] + _means(state, seat) for seat in seats}
    near = max(0, STANDARD - max(points.values()))
    return shares(scores, min(AHEAD, NEAREST + near / 3))


@cache
def _first_points() -> dict[str, int]:
    """Return with how many points each power begins."""
    state = initial_state(HouseRules())
    return {power: table.points(state, power) for power in POWER.ids}


def _units(state: State, seats: Sequence[str]) -> dict[str, float]:
    """Return what the units of each power are worth."""
    found = dict.fromkeys(seats, 0.0)
    for forces in state.forces.values():
        for force in forces:
            if force.owner in found:
                land = UNIT * (force.regulars + force.mercenaries) + CAVALRY * force.cavalry
                found[force.owner] += land + SHIP * (force.squadrons + force.corsairs / 2)
    return found


def _means(state: State, power: str) -> float:
    """Return what a power has that may bring points, in points."""
    hand, bit = state.hands[power], 1 << POWER.index[power]
    cards = CP * (sum(CARD.things[each - 1].cp for each in hand.cards) + 4 * hand.home.bit_count())
    controlled = table.controlled(state, power)
    lands = KEY * (table.keys(state, power) if TABLES.terms[power].vp else table.electorates(state, power))
    lands += SPACE * controlled.bit_count() / 4 - UNREST * (controlled & state.unrest).bit_count()
    voyages = VOYAGE * sum(bool(each & bit) for each in (state.voyages, state.conquering, state.colonizing))
    return cards + lands + voyages + _faith(state, power)


def _faith(state: State, power: str) -> float:
    """Return what the struggle of faiths brings soon, to those whose points depend on it."""
    spaces = SPACE * table.protestant_spaces(state)
    if power == PROTESTANT:
        written = sum(state.new_testament.values()) + sum(state.full_bible.values())
        return spaces + SCRIPTURE * written + DEBATER * (state.debaters & ~state.committed).bit_count() / 4
    if power == PAPACY:
        return ST_PETERS * state.st_peters - spaces
    if power == ENGLAND:
        return SPACE * (HOME_OF[ENGLAND] & state.protestant).bit_count()
    return CP * (state.piracy if power == OTTOMAN else state.chateaux if power == FRANCE else 0)

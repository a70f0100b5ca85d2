"""What a position is worth to each realm: prestige, what the end would add to it, and the means to get more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudicator.components.shares import shares
from adjudicator.kernel.standing import StandingStill

from .rules import realms
from .rules.ages import occupied
from .rules.relations import realm_of
from .state import State

INCOME, CORE, MARRIAGE, ALLIANCE, STABILITY, AUTHORITY = 1.5, 1, 1, 2, 2.5, 1
"""Prestige at the end for each (R3.55); for income and stability also what they bring until then."""
POWER, DUCAT, LOAN = 0.3, 0.15, 1.5
UNIT, SHIP, MANPOWER, INFLUENCE, CLAIM, MERCHANT, CARD, IDEA, MISSION, ADVISOR = (
    0.5, 0.4, 0.2, 0.35, 0.5, 0.8, 0.35, 2, 3, 1
)  # fmt: skip
"""Prestige that each of the means brings, more or less."""
AHEAD: Final = 12
"""The lead that doubles the prospects."""


def worth(state: State, seats: Sequence[str]) -> dict[str, float]:
    """Return the prospects of the realms, as shares of one; whose player has left has none (R13.30)."""
    with StandingStill(state):
        found = shares({seat: _final(state, seat) + _means(state, seat) for seat in seats if seat in state.led}, AHEAD)
    return {seat: found.get(seat, 0.0) for seat in seats}


def _final(state: State, seat: str) -> float:
    """Return the prestige of a realm with what the end would add now; missions, which a pack words, are left out."""
    own, realm = state.led[seat], realm_of(seat)
    bonds = MARRIAGE * state.married[seat].bit_count() + ALLIANCE * state.allied[seat].bit_count()
    authority = AUTHORITY * state.empire.authority if state.empire.emperor == realm else 0
    lands = INCOME * realms.tax_income(state, realm) + CORE * own.cores.bit_count() - occupied(state, seat)
    return own.prestige + bonds + authority + lands + STABILITY * own.stability - LOAN * own.interest


def _means(state: State, seat: str) -> float:
    own = state.led[seat]
    ships = sum(own.ships.light) + sum(own.ships.protecting) + sum(own.ships.docked.values()) + own.fleet.all
    purse = POWER * sum(own.power) + DUCAT * own.ducats
    arms = UNIT * own.regular + SHIP * ships + MANPOWER * own.available
    reach = INFLUENCE * sum(own.influence) + CLAIM * own.claims.bit_count() + MERCHANT * len(own.merchants)
    plans = CARD * len(own.hand) + IDEA * own.ideas.bit_count() + MISSION * own.completed.bit_count()
    return purse + arms + reach + plans + ADVISOR * sum(each >= 0 for each in own.advisors)

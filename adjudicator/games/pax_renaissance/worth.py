"""What a position is worth to each bank: how near it is to each victory, and what it has to get there with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudicator.components.shares import shares
from adjudicator.kernel.standing import StandingStill

from .facts import PATRON, VICTORY
from .rules.table import prestige
from .rules.victories import ASKED, figure, supreme
from .state import State

NEAR, CLOSED = 6.0, 2.5
"""What a victory is worth whose conditions are met, and by how much less one that is not open."""
AFAR: Final = 1.0
"""How much is added to the missing steps, of which a victory is worth the less the more there are."""
FLORIN, MOST_FLORINS, ITEM, PRESTIGE, PATRONAGE, HAND = 0.08, 12, 0.25, 0.1, 0.2, 0.1
"""Patrons decide a match that nobody wins otherwise."""
AHEAD: Final = 1.5
"""The lead that doubles the prospects."""


def worth(state: State, seats: Sequence[str]) -> dict[str, float]:
    """Return the prospects of the banks, as shares of one; who is out of the match has none."""
    playing = [seat for seat in seats if seat not in state.out]
    with StandingStill(state):
        ways = dict.fromkeys(playing, 0.0)
        for number, victory in enumerate(VICTORY.ids):
            closed = 1.0 if state.victories >> number & 1 else CLOSED
            for seat, missing in _missing(state, playing, victory).items():
                ways[seat] += NEAR / (closed * (AFAR + missing) * (AFAR + missing))
        found = shares({seat: ways[seat] + _means(state, seat) for seat in playing}, AHEAD)
    return {seat: found.get(seat, 0.0) for seat in seats}


def _missing(state: State, seats: Sequence[str], victory: str) -> dict[str, int]:
    """Return how many steps each bank is short of a victory; a supremacy that there is not is one more (L3)."""
    missing = dict.fromkeys(seats, 0)
    faith = supreme(state) if victory == "holy" else 0
    for name, margin in ASKED[victory].items():
        figures = {seat: figure(state, seat, name, max(faith, 0)) for seat in seats}
        for seat in seats:
            most = max((figures[each] for each in seats if each != seat), default=0)
            missing[seat] += max(0, most + margin - figures[seat]) + (faith < 0)
    return missing


def _means(state: State, seat: str) -> float:
    florins = FLORIN * min(MOST_FLORINS, state.florins[seat])
    shown = prestige(state, seat)
    items = ITEM * sum(map(len, state.rows[seat])) + PRESTIGE * sum(shown) + PATRONAGE * shown[PATRON]
    return florins + items + HAND * len(state.hands[seat])

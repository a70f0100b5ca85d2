"""What a position is worth to each power: its centres, and those that its units stand in or beside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudicator.components.shares import shares

from .facts import AUTUMN
from .rules.geography import STANDARD
from .state import State

CENTRE, UNIT = 1.0, 0.3
"""A centre, and a unit."""
TAKEN, SOON = 0.8, 0.5
"""A unit in a centre of nobody's or of another: it is taken after autumn."""
BESIDE: Final = 0.08
"""A centre that is not its own and to which a unit could go."""
EXPOSED: Final = 0.25
"""An own centre in which another's unit stands (less)."""
AHEAD: Final = 1.5
"""The lead that doubles the prospects."""


def worth(state: State, seats: Sequence[str]) -> dict[str, float]:
    """Return the prospects of the powers, as shares of one; who has neither centre nor unit has none."""
    scores, there = dict.fromkeys(seats, 0.0), set[str]()
    for owner in state.owners.values():
        if owner in scores:
            scores[owner] += CENTRE
            there.add(owner)
    taken = TAKEN if state.season == AUTUMN else SOON
    for at, unit in sorted(state.units.items()):
        power = unit.power
        if power not in scores:
            continue
        there.add(power)
        scores[power] += UNIT
        owner = state.owners.get(at, "")
        if STANDARD.place[at].centre and owner != power:
            scores[power] += taken
            if owner in scores:
                scores[owner] -= EXPOSED
        near = STANDARD.near(unit.kind, unit.place)
        scores[power] += BESIDE * sum(STANDARD.place[to].centre and state.owners.get(to) != power for to in near)
    found = shares({seat: scores[seat] for seat in there}, AHEAD) if there else dict.fromkeys(seats, 1 / len(seats))
    return {seat: found.get(seat, 0.0) for seat in seats}

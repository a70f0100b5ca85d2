"""What decides about the religion of a space (18.3): who may try to turn it, and with how many dice."""

from typing import Final, Literal

from adjudicator.components.bits import bits, mask_of
from adjudicator.kernel.standing import once

from ...facts import (
    BESIDE,
    ENGLAND,
    IMMUNE,
    LINKS,
    LOCATION,
    MINOR,
    OTTOMAN,
    PAPACY,
    PORTS_OF,
    PROTESTANT,
    SCOTLAND,
    SEAS_OF,
    SPACE,
    ZONE_OF,
)
from ...state import Force, State
from .. import table

Side = Literal["protestant", "papacy"]
REFORMING_RULERS: Final = ("edward_vi", "elizabeth_i")
STRICT_POPES: Final = ("paul_iii", "julius_iii")
"""Popes under whom the Papacy wins ties in the target zone (18.4)."""


def religious(state: State) -> int:
    """Return the spaces that have a religion (2.3): not those at home of the Ottoman."""
    return SPACE.mask & ~IMMUNE


def catholic(state: State) -> int:
    """Return the Catholic spaces."""
    return religious(state) & ~state.protestant


def of_side(state: State, side: Side) -> int:
    """Return the spaces of the religion of a side."""
    return state.protestant if side == "protestant" else catholic(state)


def faith_of(state: State, force: Force) -> Side | None:
    """Return the religion of land units (18.3), None of those that have none."""
    owner = force.owner
    if owner == SCOTLAND and state.minors.get(SCOTLAND) == ENGLAND:
        owner = ENGLAND
    if owner == PROTESTANT:
        return "protestant"
    if owner == OTTOMAN:
        return None
    if owner == ENGLAND:
        ruler = state.powers[ENGLAND].ruler
        if ruler in REFORMING_RULERS:
            return "protestant"
        return "papacy" if ruler == "mary_i" else None
    if owner in MINOR:
        return "papacy" if force.regulars else None
    return "papacy"


@once
def stacks(state: State, side: Side) -> int:
    """Return the spaces with land units of the religion of a side."""
    return mask_of(
        LOCATION.index[at]
        for at, here in table.placed(state)
        if at in SPACE and any(table.land(each) and faith_of(state, each) == side for each in here)
    )


@once
def teachers(state: State, side: Side) -> int:
    """Return the spaces with a reformer, or with a Jesuit university."""
    if side == "papacy":
        return state.universities
    return LOCATION.mask_of(state.reformers.values())


@once
def targets(state: State, side: Side) -> int:
    """Return the spaces that a side may try to turn (18.3): with a teacher, beside its religion, or across the sea.

    What is in unrest counts for nothing beside it, but its port does.
    """
    own = of_side(state, side)
    found = teachers(state, side)
    for n in bits(own):
        found |= 0 if state.unrest >> n & 1 else BESIDE[n]
        for sea in bits(SEAS_OF[n]):
            found |= PORTS_OF[sea]
    return found & religious(state) & ~own


def dice(state: State, side: Side, at: str) -> int:
    """Return the dice of a side for a space (18.3): neighbours count over land only, and none in unrest."""
    here, beside = table.bit(at), LINKS[LOCATION.index[at]] & ~state.unrest
    found = 0
    for n in bits(beside):
        there = 1 << n
        found += bool(of_side(state, side) & there) + bool(teachers(state, side) & there)
        found += bool(stacks(state, side) & there)
    return max(1, found + 2 * bool(teachers(state, side) & here) + 2 * bool(stacks(state, side) & here))


def zone_mask(zone: str) -> int:
    """Return the spaces of a target zone; "all" stands for every zone."""
    return SPACE.mask if zone == "all" else ZONE_OF[zone]


def strict_pope(state: State) -> bool:
    """Return whether the Pope wins ties, and with a 6 at once, in the target zone (18.4)."""
    return state.powers[PAPACY].ruler in STRICT_POPES

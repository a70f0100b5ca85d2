"""Isolated markets (5.4.1)."""

from functools import lru_cache

from adjudicator.components.bits import bits

from .fact_types import BRITAIN, FRANCE
from .facts import FACTS
from .state import State


def isolated_markets(state: State) -> int:
    """Rule 5.4.1: markets whose flag has no chain of own flags, free of conflict markers, to an anchor.

    An anchor is a territory, fort (damaged or not, R-17) or naval space of the same side. A marker on the market
    itself does not isolate it, but no chain goes on from there. Only flags of the two players are looked at.
    """
    isolated = 0
    for side in (FRANCE, BRITAIN):
        isolated |= cut_off(state.flags[side], state.squadrons[side], state.conflicts)
    return isolated


def cut_off(flags: int, squadrons: int, conflicts: int) -> int:
    """Return the isolated markets of one side with these flags and squadrons (5.4.1)."""
    connects = FACTS.connects
    left = flags & FACTS.market
    frontier = (flags | squadrons) & FACTS.anchors
    while frontier and left:
        near = 0
        for space in bits(frontier):
            near |= connects[space]
        reached = near & left
        left &= ~reached
        frontier = reached & ~conflicts
    return left


def isolates(state: State, space: int) -> bool:
    """Return whether a player's flag, were it gone, would leave another market of its side isolated (5.4.1)."""
    for side in (FRANCE, BRITAIN):
        if state.flags[side] >> space & 1:
            return _isolates(state.flags[side], state.squadrons[side], state.conflicts, 1 << space)
    return False


@lru_cache(maxsize=4096)
def _isolates(flags: int, squadrons: int, conflicts: int, bit: int) -> bool:
    before = cut_off(flags, squadrons, conflicts)
    return cut_off(flags & ~bit, squadrons, conflicts & ~bit) & ~before != 0

"""Search the one map of spaces, ports and sea zones, for whatever has to come from one place to another.

A search goes in rings: each holds the places that are a step further away than those of the ring before. Only places
that are open lead on; others can end a way. A sea zone is a step like a space. Who asks says which steps there are
(`BY_LAND`, `OVERLAND` with passes, `BY_SEA` from ports and sea zones, `ANYWHERE`) and which places are open. What must
hold: a ring has no place of an earlier one, so that the first ring with a place that fits has the nearest ones.
"""

from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_
from typing import Final

from adjudicator.components.bits import bits, mask_of
from adjudicator.kernel.standing import once

from ..facts import (
    ATLANTIC,
    BESIDE,
    ELECTORATE,
    LINKS,
    LOCATION,
    NEVER_ATLANTIC,
    OWNER,
    PORTS,
    PROTESTANT,
    SAILED,
    SEA,
    SPACE,
)
from ..state import State
from . import table

Steps = tuple[int, ...]
"""The places next to each place, as masks, by index."""
BY_LAND: Final[Steps] = LINKS
OVERLAND: Final[Steps] = BESIDE
BY_SEA: Final[Steps] = SAILED
ANYWHERE: Final[Steps] = tuple(map(int.__or__, BESIDE, BY_SEA))
EVERYWHERE: Final = LOCATION.mask


def rings(start: int, steps: Steps, through: int = EVERYWHERE) -> Iterator[int]:
    """Yield the places at one step, at two, and so on; `through`: those that lead on, as do all of the start."""
    seen = edge = start
    while edge:
        found = 0
        for n in bits(edge):
            found |= steps[n]
        found &= ~seen
        seen |= found
        if found:
            yield found
        edge = found & through


def reach(start: int, steps: Steps, through: int = EVERYWHERE) -> int:
    """Return all places of a search, those of the start too."""
    return reduce(or_, rings(start, steps, through), 0) | start


def nearest(start: str, fits: Callable[[str], bool], steps: Steps = ANYWHERE, through: int = EVERYWHERE) -> list[str]:
    """Return the nearest spaces that fit, without the start itself."""
    for ring in rings(table.bit(start), steps, through):
        if found := [at for at in LOCATION.ids_of(ring & SPACE.mask) if fits(at)]:
            return found
    return []


# ---- lines of communication (12.1)


@once
def friendly_seas(state: State, power: str) -> int:
    """Return the sea zones with a naval unit of a power or an ally."""
    return mask_of(
        LOCATION.index[at]
        for at, here in table.placed(state)
        if at in SEA
        and any(table.ships(each) and table.allied(state, power, each.lent_to or each.owner) for each in here)
    )


@once
def friendly(state: State, power: str) -> int:
    """Return the spaces that a power or an ally controls, without those in unrest, as a mask."""
    owned = reduce(or_, (table.controlled(state, each) for each in OWNER.ids if table.allied(state, power, each)), 0)
    return owned & ~state.unrest


@once
def passable(state: State, power: str) -> int:
    """Return the spaces through which a power traces a line of communication: no enemy, no leader of one is there."""
    closed = 0 if state.league else ELECTORATE.mask
    return mask_of(
        n for n in bits(friendly(state, power) & ~closed) if not table.enemy_pieces(state, power, LOCATION.ids[n])
    )


def sources(state: State, power: str) -> int:
    """Return where its lines begin: fortified home spaces of a power, of its allies and of their minor allies."""
    homes = reduce(or_, (table.homes(state, each) for each in OWNER.ids if table.allied(state, power, each)), 0)
    return homes & table.fortified_spaces(state) & passable(state, power)


@once
def supplied(state: State, power: str) -> int:
    """Return the spaces to which a power has a line of communication, as a mask (12.1)."""
    through = passable(state, power) | friendly_seas(state, power)
    return reach(sources(state, power), ANYWHERE, through) & SPACE.mask


# ---- homewards (12.5, 19.3)


def safe_home(state: State, power: str, origin: str, to: str) -> bool:
    """Return whether units go home without attrition: through friendly spaces, over seas that ports join (19.3)."""
    closed = 0 if state.league or power == PROTESTANT else ELECTORATE.mask
    through = friendly(state, power) & ~closed | SEA.mask
    return bool(friendly(state, power) & table.bit(to) & reach(table.bit(origin), ANYWHERE, through))


def havens(state: State, owner: str, origin: str, borrower: str = "") -> list[str]:
    """Return the nearest ports over sea zones that an owner, or a borrower of its ships, controls (9.2, 12.5, 19.3)."""
    power = borrower or table.major_of(state, owner) or owner
    own = PORTS & (table.controlled(state, power) | (0 if borrower else table.controlled(state, owner)))
    seas = SEA.mask & ~(table.bit(ATLANTIC) if owner in NEVER_ATLANTIC else 0)
    return nearest(origin, lambda at: table.has(own, at), BY_SEA, seas | own)

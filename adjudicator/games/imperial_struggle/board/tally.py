"""Who leads where (4.1.12), counted from what lies on the map."""

import msgspec

from adjudicator.components.bits import bits

from ..facts import facts
from .position import Position, Side


class Tally(msgspec.Struct, frozen=True):
    """Spaces that count for each side."""

    france: int
    britain: int

    @property
    def leader(self) -> Side | None:
        """The side that has more, or nobody."""
        if self.france == self.britain:
            return None
        return "france" if self.france > self.britain else "britain"

    @property
    def lead(self) -> int:
        """By how many."""
        return abs(self.france - self.britain)


def count(position: Position, spaces: int, *, conflicts_count: bool = False) -> Tally:
    """The flags, forts and squadrons of both sides in a set of spaces (a mask), those under conflict markers left out
    unless they count (3.8).
    """
    held = {mark.id: mark.owner for mark in position.spaces if conflicts_count or not mark.conflict}
    owners = [held.get(facts().spaces[index].id) for index in bits(spaces)]
    return Tally(owners.count("france"), owners.count("britain"))


def region_tally(position: Position, region: str) -> Tally:
    """What counts for the award of a region (4.1.12)."""
    return count(position, facts().by_region[facts().region[region]])


def commodity_tally(position: Position, commodity: str) -> Tally:
    """What counts for a commodity of global demand (4.1.12)."""
    return count(position, facts().by_commodity[facts().commodity[commodity]])


def prestige_tally(position: Position) -> Tally:
    """Prestige spaces (4.1.12); those of the United States count once a USA flag is on the map (10.0), those under
    conflict markers if the campaign says so (R-03).
    """
    spaces = facts().prestige
    if not any(mark.owner == "usa" for mark in position.spaces):
        spaces &= ~facts().usa_spaces
    return count(position, spaces, conflicts_count=not position.conflict_blocks_prestige)

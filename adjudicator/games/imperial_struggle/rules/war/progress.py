"""Find what every part of a war asks for: the theatre under way, its tiles and spaces, the progress of the war."""

from adjudicator.components import bits

from ...fact_types import WAR, Theatre, Unflag
from ...facts import FACTS
from ...state import SpoilsLeft, State, WarProgress
from ..control import send_home


def progress(state: State) -> WarProgress:
    """Return the current war."""
    assert state.war is not None, "no war is under way"
    return state.war


def spoils_of(state: State) -> SpoilsLeft:
    """Return what is left of the spoils of the current theatre."""
    spoils = progress(state).spoils
    assert spoils is not None, "no spoils are being taken"
    return spoils


def theatre_of(state: State) -> Theatre:
    """Return the current theatre."""
    return WAR.things[state.next_war].theatres[state.theatre - 1]


def tiles_of(state: State, side: int) -> list[int]:
    """Return the tiles of a side at the current theatre: the basic one first."""
    theatre = state.theatres[state.theatre - 1]
    basic = theatre.basic[side]
    return [*([basic] if basic >= 0 else []), *theatre.bonus[side]]


def spaces_in(regions: int) -> int:
    """Return all spaces of these regions."""
    spaces, by_region = 0, FACTS.by_region
    for region in bits(regions):
        spaces |= by_region[region]
    return spaces


def send_squadron_home(state: State, owner: int, space: int) -> None:
    """Put a squadron into the navy box; one that took its space with conquest points stays known for that."""
    bit, war = 1 << space, progress(state)
    send_home(state, owner, space)
    if war.squadrons_used[owner] & bit:
        war.squadrons_used[owner] &= ~bit
        war.used_at_home[owner] += 1


def unflag_of(state: State) -> Unflag:
    """Return what kind of flag the spoils of this theatre remove; it is the same in all rows that remove one."""
    rows = theatre_of(state).spoils[spoils_of(state).winner]
    return next(row.unflag for row in rows if row.unflag is not None)

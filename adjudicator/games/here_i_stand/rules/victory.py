"""Victory (23): at once by keys or by Protestant spaces, or at the end of a turn by points."""

from typing import Final

from adjudicator import Event, Frames, Play
from adjudicator.kernel.steps import Unwind

from ..facts import POWER, PROTESTANT, TABLES, TURNS
from ..state import Score, State
from . import table
from .book import step

STANDARD: Final = 25
"""The points that win at the end of a turn (23.3)."""
LEAD: Final = 5
"""The lead that wins from turn 4 on (23.3)."""
RELIGIOUS: Final = 50
"""The Protestant spaces that win at once (23.1)."""


class Counted(Event, frozen=True, tag="counted", rule="23"):
    """The points of all powers at the end of a turn, in the order of impulses."""

    turn: int
    points: tuple[int, ...]


def winner_at_once(state: State) -> tuple[str, str] | None:
    """Return who wins at once, and how (23.1); None: nobody yet."""
    if table.protestant_spaces(state) >= RELIGIOUS:
        return PROTESTANT, "religious"
    for power in POWER.ids:
        wins = TABLES.terms[power].wins
        if wins and table.keys(state, power) >= wins:
            return power, "military"
    return None


@step("23.1")
def at_once(play: Play[State]) -> Unwind | Frames:
    """End the match if somebody wins at once."""
    found = winner_at_once(play.state)
    if found is None:
        return []
    power, how = found
    play.end([power], how, {each: table.points(play.state, each) for each in POWER.ids})
    return []


@step("23.3", phase="victory")
def victory_determination(play: Play[State]) -> Frames:
    """Look at the end of a turn whether a power has won; record the points."""
    state = play.state
    points = {power: table.points(state, power) for power in POWER.ids}
    state.record = [*state.record, Score(points)]
    play.emit(Counted(state.turn, tuple(points.values())))
    ranking = sorted(points.values(), reverse=True)
    how = ""
    if ranking[0] >= STANDARD:
        how = "standard"
    elif state.turn >= 4 and ranking[0] >= ranking[1] + LEAD:
        how = "domination"
    elif state.turn == TURNS:
        how = "time_limit"
    if how:
        play.end(leaders(state), how, points)
    return []


def leaders(state: State) -> list[str]:
    """Return who has most points; ties are broken by the points of earlier turns, one after the other (23.3)."""
    left = [*POWER.ids]
    for score in reversed(state.record):
        most = max(score.points[power] for power in left)
        left = [power for power in left if score.points[power] == most]
        if len(left) == 1:
            break
    return left

"""Rules 7.0, 7.1.1 and 7.4: a war, its theatres one after the other, its victory check.

Everything that a war needs between two decisions stands in the state, so a war goes on from there: the steps
``tile_effects`` and ``spoils`` look at it and ask what is open.
"""

from adjudicator import Event, Frames, Play

from ...components import SideId, TheatreId, WarId, WarTileIds
from ...fact_types import NONE, SIDES, TURN, WAR, WAR_IDS, WAR_TILE
from ...state import State, WarProgress, opponent
from ..book import step
from ..ending import decided
from .effects import debts, effects_of, first_to_act, tile_effects
from .layout import war_reset
from .progress import progress, theatre_of, tiles_of


class VictoryChecked(Event, frozen=True, tag="victory_checked"):
    """The victory check (4.1.13): where the track stands; ``sweep``: who won every Award and all demand.

    ``war``: the war that has just been fought, where its check is meant (7.4); the sweep is then that of its theatres.
    """

    vp: int
    sweep: SideId = ""
    war: WarId = ""


class WarBegan(Event, frozen=True, tag="war_began", rule="7.0"):
    """A war turn begins (7.0); ``war``: wss, was, 7yw, awi."""

    war: WarId


class TheatreRevealed(Event, frozen=True, tag="theatre_revealed", rule="7.1.1"):
    """The War tiles of a theatre are turned up (7.1.1); ``first``: who uses the symbols of their tiles first (7.1.2).

    ``byng``: the Byng marker lies there for Britain.
    """

    theater: int
    id: TheatreId
    france: WarTileIds
    britain: WarTileIds
    first: SideId
    byng: bool = False


@step("7.0")
def war(play: Play[State]) -> Frames:
    """Begin a war turn: every theatre with its spoils, the victory check, the reset, the lay-out of the next war."""
    state = play.state
    state.war = WarProgress()
    play.emit(WarBegan(TURN.ids[state.turn]))
    return [reveal_theatre(1)]


@step("7.1.1")
def reveal_theatre(play: Play[State], number: int) -> Frames:
    """Turn up the tiles of both sides at a theatre (7.1.2).

    Debt symbols act at once; the others are to be used.
    """
    state = play.state
    state.phase, state.theatre = "war_theater", number
    first = first_to_act(state)
    order = (first, opponent(first))
    france, britain = (tuple(WAR_TILE.ids[tile] for tile in tiles_of(state, side)) for side in (0, 1))
    byng = state.byng_theatre == number
    play.emit(TheatreRevealed(number, theatre_of(state).id, france, britain, SIDES[first], byng))
    for side in order:
        debts(play, side)
    progress(state).effects_left = [effect for side in order for effect in effects_of(state, side)]
    return [tile_effects()]


@step("7.1")
def next_theatre(play: Play[State]) -> Frames:
    """Go on to the next theatre, or to the end of the war."""
    theatres = WAR.things[play.state.next_war].theatres
    if play.state.theatre < len(theatres):
        return [reveal_theatre(play.state.theatre + 1)]
    return [war_victory_check()]


@step("7.4")
def war_victory_check(play: Play[State]) -> Frames:
    """Check for a sweep of all theatres, then for the ends of the VP track.

    Returns the frame of the war reset, or none if the match is over.
    """
    state = play.state
    sweep = war_sweeper(state)
    fought = WAR_IDS[TURN.things[state.turn].war]
    play.emit(VictoryChecked(state.vp, SIDES[sweep] if sweep != NONE else "", fought))
    if decided(play, sweep, "auto_war_sweep"):
        return []
    return [war_reset()]


def war_sweeper(state: State) -> int:
    """Return who won every theatre with maximum spoils, or NONE (2.5, 7.4)."""
    done = {result.theatre: result for result in progress(state).resolved}
    if len(done) < len(state.theatres):
        return NONE
    winners = {result.winner if result.max_spoils else NONE for result in done.values()}
    return winners.pop() if len(winners) == 1 else NONE

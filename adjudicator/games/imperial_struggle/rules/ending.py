"""How a game ends (2.5, 4.1.13, 4.1.14, 7.4)."""

from adjudicator import Event, Play, Result

from ..components import SideId
from ..fact_types import BRITAIN, FRANCE, NONE, SIDES
from ..facts import facts
from ..state import State


class GameOver(Event, frozen=True, tag="game_over", rule="2.5"):
    """The game ended (2.5); ``winner`` "" is a draw, ``how`` a key of the state document."""

    how: str
    vp: int
    winner: SideId = ""


def decided(play: Play[State], sweep: int, how: str) -> bool:
    """A victory check: a sweep first, then the ends of the track; whether the game is over."""
    state, ends = play.state, facts().scoring
    if sweep != NONE:
        finish(play, sweep, how)
    elif state.vp <= ends.vp_britain_wins:
        finish(play, BRITAIN, "vp_0_or_less")
    elif state.vp >= ends.vp_france_wins:
        finish(play, FRANCE, "vp_30_or_more")
    else:
        return False
    return True


def finish(play: Play[State], winner: int, how: str) -> None:
    """The game is over (2.5)."""
    state = play.state
    state.phase, state.result, state.how = "game_over", winner, how
    ended = result(state)
    assert ended is not None
    play.emit(GameOver(how, state.vp, *ended.winners))
    play.end(ended.winners, ended.how, ended.scores)


def result(state: State) -> Result | None:
    """How a finished game ended; the score of a side is its lead on the track."""
    if state.phase != "game_over":
        return None
    ahead = state.vp - facts().scoring.initiative_vp
    winners = () if state.result == NONE else (SIDES[state.result],)
    return Result(winners, state.how, {SIDES[FRANCE]: ahead, SIDES[BRITAIN]: -ahead})

"""End the game: victory checks (2.5, 4.1.13, 7.4), the final scoring (11.0), who has won then (4.1.14).

Conflict markers block what is scored (3.8).
"""

from collections.abc import Iterator

from adjudicator import Event, Play, Result
from adjudicator.components import bits

from ..components import FlagId, SideId
from ..fact_types import BRITAIN, COMMODITY, FLAGS, FRANCE, NONE, SIDES, SPACE, USA
from ..facts import FACTS
from ..state import How, State, available_debt
from .book import step
from .debt import gain_vp
from .scoring import Tally, ahead, demand_tally, prestige_tally


class GameOver(Event, frozen=True, tag="game_over", rule="2.5"):
    """The game ended (2.5); ``winner`` "" is a draw, ``how`` a key of the state document."""

    how: str
    vp: int
    winner: SideId = ""


class FinalScored(Event, frozen=True, tag="final_scored", rule="11.0"):
    """One line of the final scoring (11.0); ``winner`` "": nobody scores.

    ``what``: prestige (spaces of both sides), debt (available debt), commodity (markets; ``of``: which),
    territory (``of``: the space; ``flag``: whose flag flies there).
    """

    what: str
    vp: int = 0
    winner: SideId = ""
    france: int = 0
    britain: int = 0
    of: str = ""
    flag: FlagId = ""


class TieBroken(Event, frozen=True, tag="tie_broken", rule="4.1.14"):
    """At 15 victory points available debt decides, then Britain wins (4.1.14)."""

    france: int
    britain: int
    winner: SideId


def decided(play: Play[State], sweep: int, how: How) -> bool:
    """Check for victory: a sweep first, then the ends of the track. Return whether the game is over."""
    state, ends = play.state, FACTS.scoring
    if sweep != NONE:
        finish(play, sweep, how)
    elif state.vp <= ends.vp_britain_wins:
        finish(play, BRITAIN, "vp_0_or_less")
    elif state.vp >= ends.vp_france_wins:
        finish(play, FRANCE, "vp_30_or_more")
    else:
        return False
    return True


def finish(play: Play[State], winner: int, how: How) -> None:
    """End the game (2.5)."""
    state = play.state
    state.phase, state.result, state.how = "game_over", winner, how
    ended = result(state)
    assert ended is not None
    play.emit(GameOver(how, state.vp, *ended.winners))
    play.end(ended.winners, ended.how, ended.scores)


def result(state: State) -> Result | None:
    """Return how a finished game ended; the score of a side is its lead on the track."""
    if state.phase != "game_over":
        return None
    ahead = state.vp - FACTS.scoring.initiative_vp
    winners = () if state.result == NONE else (SIDES[state.result],)
    return Result(winners, state.how, {SIDES[FRANCE]: ahead, SIDES[BRITAIN]: -ahead})


# the final scoring (11.0) ---------------------------------------------------------------------------


@step("11.0")
def final_scoring(play: Play[State]) -> None:
    """Score every line of the final scoring; then the track decides (4.1.14)."""
    play.state.phase = "final_scoring"
    for scored in final_scores(play.state):
        if scored.winner:
            gain_vp(play.state, SIDES.index(scored.winner), scored.vp)
        play.emit(scored)
    _who_wins(play)


def final_scores(state: State) -> Iterator[FinalScored]:
    """Rule 11.0 as a position lies: Prestige, available debt, commodities, conquered territories."""
    final = FACTS.scoring.final
    yield _by_lead("prestige", final.prestige, prestige_tally(state))
    # 1 VP for every 2 of the lead in available debt, at most 4.
    france, britain = tally = (available_debt(state, FRANCE), available_debt(state, BRITAIN))
    vp = min(abs(france - britain) // final.debt_step, final.debt_max)
    yield _by_lead("debt", vp, tally, margin=final.debt_step)
    for index, commodity in enumerate(COMMODITY.things):
        yield _by_lead("commodity", final.commodity, demand_tally(state, index), of=commodity.id)
    yield from _territories(state)


def _by_lead(what: str, vp: int, tally: Tally, *, margin: int = 1, of: str = "") -> FinalScored:
    winner = ahead(tally, margin)
    won = (0, "") if winner == NONE else (vp, SIDES[winner])
    return FinalScored(what, *won, *tally, of=of)


def _territories(state: State) -> Iterator[FinalScored]:
    """Yield 2 VP for every friendly flag on a territory that the other side held at the set-up.

    USA flags are friendly to France (10.0).
    """
    friendly = (state.flags[FRANCE] | state.flags[USA], state.flags[BRITAIN])
    for side, other in ((FRANCE, BRITAIN), (BRITAIN, FRANCE)):
        for space in bits(friendly[side] & FACTS.initial[other] & FACTS.territory):
            flag = next(name for name, mask in zip(FLAGS, state.flags, strict=True) if mask >> space & 1)
            yield FinalScored("territory", FACTS.scoring.final.territory, SIDES[side], of=SPACE.ids[space], flag=flag)


def _who_wins(play: Play[State]) -> None:
    """Rule 4.1.14: above 15 France, below 15 Britain; at 15 more available debt, else Britain."""
    state, middle = play.state, FACTS.scoring.initiative_vp
    if state.vp != middle:
        finish(play, FRANCE if state.vp > middle else BRITAIN, "final_vp")
        return
    france, britain = tally = (available_debt(state, FRANCE), available_debt(state, BRITAIN))
    more = ahead(tally, 1)
    play.emit(TieBroken(france, britain, SIDES[BRITAIN if more == NONE else more]))
    if more == NONE:
        finish(play, BRITAIN, "final_tiebreak_britain")
    else:
        finish(play, more, "final_tiebreak_available_debt")

"""Rules 11.0 and 4.1.14: final scoring after turn 6, and who has won. Conflict markers block it (3.8)."""

from collections.abc import Iterator

from adjudicator import Event, Play
from adjudicator.components import bits

from ..components import FlagId, SideId
from ..fact_types import BRITAIN, FLAGS, FRANCE, NONE, SIDES, USA
from ..facts import facts
from ..state import State, available_debt
from .book import step
from .ending import finish
from .scoring import Tally, ahead, demand_tally, gain_vp, prestige_tally


class FinalScored(Event, frozen=True, tag="final_scored"):
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


class TieBroken(Event, frozen=True, tag="tie_broken"):
    """At 15 victory points available debt decides, then Britain wins (4.1.14)."""

    france: int
    britain: int
    winner: SideId


@step("11.0")
def final_scoring(play: Play[State]) -> None:
    """Every line of the final scoring; then the track decides (4.1.14)."""
    play.state.phase = "final_scoring"
    for scored in final_scores(play.state):
        if scored.winner:
            gain_vp(play.state, SIDES.index(scored.winner), scored.vp)
        play.emit(scored)
    _who_wins(play)


def final_scores(state: State) -> Iterator[FinalScored]:
    """Rule 11.0 as a position lies: Prestige, available debt, commodities, conquered territories."""
    final = facts().scoring.final
    yield _by_lead("prestige", final.prestige, prestige_tally(state))
    # 1 VP for every 2 of the lead in available debt, at most 4.
    france, britain = tally = (available_debt(state, FRANCE), available_debt(state, BRITAIN))
    vp = min(abs(france - britain) // final.debt_step, final.debt_max)
    yield _by_lead("debt", vp, tally, margin=final.debt_step)
    for index, commodity in enumerate(facts().commodities):
        yield _by_lead("commodity", final.commodity, demand_tally(state, index), of=commodity.id)
    yield from _territories(state)


def _by_lead(what: str, vp: int, tally: Tally, *, margin: int = 1, of: str = "") -> FinalScored:
    winner = ahead(tally, margin)
    won = (0, "") if winner == NONE else (vp, SIDES[winner])
    return FinalScored(what, *won, *tally, of=of)


def _territories(state: State) -> Iterator[FinalScored]:
    """2 VP for every friendly flag on a territory that the other side held at the set-up; USA flags are friendly to
    France (10.0).
    """
    f = facts()
    friendly = (state.flags[FRANCE] | state.flags[USA], state.flags[BRITAIN])
    for side, other in ((FRANCE, BRITAIN), (BRITAIN, FRANCE)):
        for space in bits(friendly[side] & f.initial[other] & f.territory):
            flag = next(name for name, mask in zip(FLAGS, state.flags, strict=True) if mask >> space & 1)
            yield FinalScored("territory", f.scoring.final.territory, SIDES[side], of=f.spaces[space].id, flag=flag)


def _who_wins(play: Play[State]) -> None:
    """Rule 4.1.14: above 15 France, below 15 Britain; at 15 more available debt, else Britain."""
    state, middle = play.state, facts().scoring.initiative_vp
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

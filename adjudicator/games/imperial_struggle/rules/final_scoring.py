"""Rules 11.0 and 4.1.14: final scoring after turn 6, and who has won. Conflict markers block it (3.8)."""

from adjudicator.kernel.play import Play

from ..bits import bits
from ..fact_types import BRITAIN, FLAGS, FRANCE, NONE, SIDES, USA
from ..facts import facts
from ..state import State, available_debt
from ..war_events import FinalScored, TieBroken
from .book import step
from .ending import finish
from .scoring import ahead, demand_tally, gain_vp, prestige_tally


@step("11.0")
def final_scoring(play: Play[State]) -> None:
    """Prestige, available debt, commodities, conquered territories; then the track decides (4.1.14)."""
    state, final = play.state, facts().scoring.final
    state.phase = "final_scoring"
    france, britain = tally = prestige_tally(state)
    _give(play, FinalScored("prestige", final.prestige, _name(ahead(tally, 1)), france, britain))
    _score_debt(play)
    for index, commodity in enumerate(facts().commodities):
        france, britain = tally = demand_tally(state, index)
        _give(play, FinalScored("commodity", final.commodity, _name(ahead(tally, 1)), france, britain, commodity.id))
    _score_territories(play)
    _who_wins(play)


def _score_debt(play: Play[State]) -> None:
    """1 VP for every 2 of the lead in available debt, at most 4."""
    final = facts().scoring.final
    france, britain = tally = (available_debt(play.state, FRANCE), available_debt(play.state, BRITAIN))
    vp = min(abs(france - britain) // final.debt_step, final.debt_max)
    _give(play, FinalScored("debt", vp, _name(ahead(tally, final.debt_step)), france, britain))


def _score_territories(play: Play[State]) -> None:
    """2 VP for every friendly flag on a territory that the other side held at the set-up; USA flags are friendly to
    France (10.0).
    """
    state, f = play.state, facts()
    friendly = (state.flags[FRANCE] | state.flags[USA], state.flags[BRITAIN])
    for side, other in ((FRANCE, BRITAIN), (BRITAIN, FRANCE)):
        for space in bits(friendly[side] & f.initial[other] & f.territory):
            flag = next(name for name, mask in zip(FLAGS, state.flags, strict=True) if mask >> space & 1)
            vp = f.scoring.final.territory
            _give(play, FinalScored("territory", vp, SIDES[side], of=f.spaces[space].id, flag=flag))


def _give(play: Play[State], scored: FinalScored) -> None:
    if scored.winner:
        gain_vp(play.state, SIDES.index(scored.winner), scored.vp)
        play.emit(scored)
    else:
        play.emit(FinalScored(scored.what, 0, "", scored.france, scored.britain, scored.of))


def _name(side: int) -> str:
    return SIDES[side] if side != NONE else ""


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

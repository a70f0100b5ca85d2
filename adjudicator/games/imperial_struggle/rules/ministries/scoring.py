"""Rules 4.1.11 and 4.1.12: what Ministry cards add at the end of a turn. They must lie face up before (R-05).

Nothing has changed control since the Awards were given, so the position still tells who won them.
"""

from adjudicator import Event, Play
from adjudicator.components import bits

from ...components import MinistryId, SideId
from ...fact_types import BRITAIN, EUROPE, FRANCE, INDIA, NONE, SIDES
from ...facts import facts
from ...state import State, held_clear
from ..control import count
from ..debt import lower_debt
from .cards import ability_of, is_up, ministry_id


class MinistryScored(Event, frozen=True, tag="ministry_scored", by="side"):
    """A Ministry card scored (4.1.12, M-4): VP, treaty points. Below 0: it took them from the other side's award."""

    side: SideId
    ministry: MinistryId
    vp: int = 0
    trp: int = 0


JOHN_LAW = 2
SUN_KING = 3
COMPANY = 7
DUPLEIX = 12
VOLTAIRE = 14
JOHNSON = 18
TREATY_COMMODITIES = ("cotton", "spice")
"""What M-12 gets treaty points for, besides the Award of India."""


def debt_relief(play: Play[State]) -> None:
    """M-2: French debt goes down by one, by two with a space of Scotland."""
    state, ability = play.state, ability_of(JOHN_LAW, 1)
    if is_up(state, JOHN_LAW):
        more = ability.more if count(state, FRANCE, ability.needs) else 0
        lower_debt(play, FRANCE, ability.amount + more, ministry_id(JOHN_LAW))


def score_ministries(play: Play[State]) -> None:
    """M-3, M-7, M-12, M-14, M-18, in the order of their numbers (R-65)."""
    from ..scoring import ahead, demand_tally, region_tally

    state, f = play.state, facts()

    def award(region: int) -> int:
        return ahead(region_tally(state, region), f.awards[state.awards[region]].margin)

    europe = award(EUROPE)
    if is_up(state, SUN_KING) and europe == FRANCE:
        _score(play, SUN_KING, vp=ability_of(SUN_KING, 1).amount)
    if is_up(state, COMPANY):
        _score(play, COMPANY, vp=dividends(state))
    if is_up(state, DUPLEIX):
        wanted = [f.commodity[name] for name in TREATY_COMMODITIES]
        demand = [commodity for commodity in state.demand if commodity in wanted]
        won = [award(INDIA), *(ahead(demand_tally(state, commodity), 1) for commodity in demand)]
        _score(play, DUPLEIX, trp=ability_of(DUPLEIX, 1).amount * won.count(FRANCE))
    if is_up(state, VOLTAIRE) and (europe != NONE or not state.options.voltaire_needs_winner):
        _score(play, VOLTAIRE, trp=prestige_treaties(state))
    if is_up(state, JOHNSON) and europe != NONE:
        amount = ability_of(JOHNSON, 1).amount
        taken = min(amount, f.awards[state.awards[EUROPE]].vp)
        _score(play, JOHNSON, vp=amount if europe == BRITAIN else taken)


def dividends(state: State) -> int:
    """M-7: one VP for each of five Advantages that Britain holds and has not used (R-49), at most three. A conflict
    marker on a space of an Advantage blocks it (3.8).
    """
    ability, f = ability_of(COMPANY, 1), facts()
    ready = state.advantages[BRITAIN] & ~state.advantages_exhausted
    counted = [tile for index in bits(ready) if (tile := f.advantages[index]).company]
    clear = sum(not tile.spaces & state.conflicts for tile in counted)
    return min(ability.amount * clear, ability.most)


def prestige_treaties(state: State) -> int:
    """M-14: one treaty point for each country of several spaces with a French Prestige space, at most three (R-40)."""
    ability, f = ability_of(VOLTAIRE, 1), facts()
    prestige = held_clear(state, FRANCE) & f.prestige & ability.where
    countries = sum(bool(prestige & spaces) for spaces in f.by_country)
    return min(ability.amount * countries, ability.most)


def _score(play: Play[State], card: int, vp: int = 0, trp: int = 0) -> None:
    if not vp and not trp:
        return
    state, side = play.state, facts().ministries[card - 1].nation
    state.vp += vp if side == FRANCE else -vp
    state.treaty_points[side] += trp
    play.emit(MinistryScored(SIDES[side], ministry_id(card), vp, trp))

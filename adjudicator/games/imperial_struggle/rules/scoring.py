"""Awards, Prestige, Global Demand, what Ministry cards add (4.1.12). A conflict marker blocks its space (3.8)."""

from adjudicator import Event, Play
from adjudicator.components import bits

from ..components import CommodityId, MinistryId, RegionId, SideEvent, SideId, WarTileId
from ..fact_types import ADVANTAGE, AWARD, BRITAIN, COMMODITY, EUROPE, FRANCE, INDIA, MINISTRY, NONE, REGION, SIDES
from ..facts import FACTS
from ..state import State, era, held, held_clear, playable
from .book import step
from .debt import force_debt, gain_vp, lower_debt
from .ministries.cards import ability_of, is_up, ministry_id


class AwardScored(Event, frozen=True, tag="award_scored", rule="4.1.12"):
    """A regional Award (4.1.12): spaces of both sides, lead needed, and what the winner got ("": nobody won)."""

    region: RegionId
    tile: WarTileId
    france: int
    britain: int
    margin: int
    winner: SideId = ""
    vp: int = 0
    trp: int = 0


class PrestigeScored(Event, frozen=True, tag="prestige_scored", rule="4.1.12"):
    """Prestige (4.1.12): spaces of both sides, and what the winner got ("": nobody won)."""

    france: int
    britain: int
    winner: SideId = ""
    vp: int = 0


class DemandScored(Event, frozen=True, tag="demand_scored", rule="4.1.12"):
    """A commodity in Global Demand (4.1.12): markets of both sides, and what the winner got ("": nobody won).

    ``debt``: change of the winner's debt as the table prints it; forced debt that does not fit is told apart.
    """

    commodity: CommodityId
    france: int
    britain: int
    winner: SideId = ""
    vp: int = 0
    debt: int = 0
    trp: int = 0


class MinistryScored(SideEvent, frozen=True, tag="ministry_scored", rule="3.5.2"):
    """A Ministry card scored (4.1.12, M-4): VP, treaty points. Below 0: it took them from the other side's award."""

    ministry: MinistryId
    vp: int = 0
    trp: int = 0


Tally = tuple[int, int]
"""What is counted, by side: France, Britain."""
Pair = tuple[int, int]
"""Spaces of the two sides, as bits: of France, of Britain."""


@step("4.1.12")
def scoring(play: Play[State]) -> None:
    """Score Awards, Prestige, Global Demand (R-65), then Ministry cards."""
    play.state.phase = "scoring"
    for region in range(len(REGION.ids)):
        score_award(play, region)
    score_prestige(play)
    for commodity in play.state.demand:
        score_demand(play, commodity)
    score_ministries(play)


def score_award(play: Play[State], region: int) -> None:
    """Rule 4.1.12: whoever controls more in the region, by the lead that the tile asks for."""
    state = play.state
    award, tally = AWARD.things[state.awards[region]], region_tally(state, region)
    side, vp, trp = _give(state, ahead(tally, award.margin), award.vp, award.trp)
    play.emit(AwardScored(REGION.ids[region], award.id, *tally, award.margin, side, vp, trp))


def score_prestige(play: Play[State]) -> None:
    """Rule 4.1.12: 2 VP for more Prestige spaces; those of the United States count while a USA flag is on the map."""
    state, prestige = play.state, FACTS.scoring.prestige
    tally = prestige_tally(state)
    side, vp, _ = _give(state, ahead(tally, prestige.margin), prestige.vp)
    play.emit(PrestigeScored(*tally, side, vp))


def score_demand(play: Play[State], commodity: int) -> None:
    """Rule 4.1.12: the row of the Global Demand table for whoever controls more markets of the commodity."""
    state, goods, tally = play.state, COMMODITY.things[commodity], demand_tally(play.state, commodity)
    winner, award = ahead(tally, 1), goods.awards[era(play.state)]
    side, vp, trp = _give(state, winner, award.vp, award.trp)
    debt = award.debt if winner != NONE else 0
    play.emit(DemandScored(goods.id, *tally, side, vp, debt, trp))
    if debt > 0:
        force_debt(play, winner, debt, goods.id)
    elif debt < 0:
        lower_debt(play, winner, -debt, goods.id)


def _give(state: State, winner: int, vp: int, trp: int = 0) -> tuple[str, int, int]:
    """Return who won, and what of this they got: nobody nothing."""
    if winner == NONE:
        return "", 0, 0
    gain_vp(state, winner, vp)
    state.treaty_points[winner] += trp
    return SIDES[winner], vp, trp


def region_tally(state: State, region: int, clear: Pair | None = None) -> Tally:
    """Return who holds the spaces of a region.

    Counts markets, forts, political spaces, territories and naval spaces. `clear`: the result of `both_clear`.
    """
    return _among(clear or both_clear(state), FACTS.by_region[region] & playable(state))


def prestige_tally(state: State, clear: Pair | None = None) -> Tally:
    """Return who holds the Prestige spaces.

    The option `conflict_blocks_prestige` leaves out those with a conflict marker (R-03).
    """
    spaces = FACTS.prestige & playable(state)
    if state.options.conflict_blocks_prestige:
        return _among(clear or both_clear(state), spaces)
    return _among((held(state, FRANCE), held(state, BRITAIN)), spaces)


def demand_tally(state: State, commodity: int, clear: Pair | None = None) -> Tally:
    """Return who holds the markets of a commodity."""
    return _among(clear or both_clear(state), FACTS.by_commodity[commodity])


def both_clear(state: State) -> Pair:
    """Return the spaces of France and those of Britain without a conflict marker, to be found once for many tallies."""
    return held_clear(state, FRANCE), held_clear(state, BRITAIN)


def _among(own: Pair, spaces: int) -> Tally:
    return (own[0] & spaces).bit_count(), (own[1] & spaces).bit_count()


def ahead(tally: Tally, margin: int) -> int:
    """Return the side that leads by at least `margin`, or NONE."""
    lead = tally[FRANCE] - tally[BRITAIN]
    if abs(lead) < margin:
        return NONE
    return FRANCE if lead > 0 else BRITAIN


def sweeper(state: State) -> int:
    """Rule 2.5: the side that wins all four Awards and every commodity in demand, or NONE. Prestige is not needed.

    The position has not changed since the scoring, so it tells who won (R-20).
    """
    winners = {
        ahead(region_tally(state, region), AWARD.things[kind].margin) for region, kind in enumerate(state.awards)
    } | {ahead(demand_tally(state, commodity), 1) for commodity in state.demand}
    return winners.pop() if len(winners) == 1 else NONE


# what Ministry cards add: they must lie face up before (R-05) ----------------------------------------

SUN_KING = 3
COMPANY = 7
DUPLEIX = 12
VOLTAIRE = 14
JOHNSON = 18
TREATY_COMMODITIES = ("cotton", "spice")
"""What M-12 gets treaty points for, besides the Award of India."""


def score_ministries(play: Play[State]) -> None:
    """Score M-3, M-7, M-12, M-14 and M-18, in this order (R-65)."""
    state = play.state

    def award(region: int) -> int:
        return ahead(region_tally(state, region), AWARD.things[state.awards[region]].margin)

    europe = award(EUROPE)
    if is_up(state, SUN_KING) and europe == FRANCE:
        _score(play, SUN_KING, vp=ability_of(SUN_KING, 1).amount)
    if is_up(state, COMPANY):
        _score(play, COMPANY, vp=dividends(state))
    if is_up(state, DUPLEIX):
        wanted = [COMMODITY.index[name] for name in TREATY_COMMODITIES]
        demand = [commodity for commodity in state.demand if commodity in wanted]
        won = [award(INDIA), *(ahead(demand_tally(state, commodity), 1) for commodity in demand)]
        _score(play, DUPLEIX, trp=ability_of(DUPLEIX, 1).amount * won.count(FRANCE))
    if is_up(state, VOLTAIRE) and (europe != NONE or not state.options.voltaire_needs_winner):
        _score(play, VOLTAIRE, trp=prestige_treaties(state))
    if is_up(state, JOHNSON) and europe != NONE:
        amount = ability_of(JOHNSON, 1).amount
        taken = min(amount, AWARD.things[state.awards[EUROPE]].vp)
        _score(play, JOHNSON, vp=amount if europe == BRITAIN else taken)


def dividends(state: State) -> int:
    """Return the points of M-7: one VP for each of five Advantages that Britain holds and has not used (R-49).

    There are at most three. A conflict marker on a space of an Advantage blocks it (3.8).
    """
    ability = ability_of(COMPANY, 1)
    ready = state.advantages[BRITAIN] & ~state.advantages_exhausted
    counted = [tile for index in bits(ready) if (tile := ADVANTAGE.things[index]).company]
    clear = sum(not tile.spaces & state.conflicts for tile in counted)
    return min(ability.amount * clear, ability.most)


def prestige_treaties(state: State) -> int:
    """Return treaty points of M-14, at most three (R-40).

    There is one for each country of several spaces with a French Prestige space.
    """
    ability = ability_of(VOLTAIRE, 1)
    prestige = held_clear(state, FRANCE) & FACTS.prestige & ability.where
    countries = sum(bool(prestige & spaces) for spaces in FACTS.by_country)
    return min(ability.amount * countries, ability.most)


def _score(play: Play[State], card: int, vp: int = 0, trp: int = 0) -> None:
    if not vp and not trp:
        return
    state, side = play.state, MINISTRY.things[card - 1].nation
    gain_vp(state, side, vp)
    state.treaty_points[side] += trp
    play.emit(MinistryScored(SIDES[side], ministry_id(card), vp, trp))

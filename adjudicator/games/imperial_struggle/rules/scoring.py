"""Awards, Prestige and Global Demand (4.1.12). Spaces with a conflict marker count for nobody (3.8)."""

from adjudicator import Event, Play

from ..components import CommodityId, RegionId, SideId, WarTileId
from ..fact_types import BRITAIN, FRANCE, NONE, SIDES, DemandAward
from ..facts import facts
from ..state import State, era, held, playable
from .book import step
from .control import count
from .debt import force_debt, lower_debt
from .ministries.scoring import score_ministries


class AwardScored(Event, frozen=True, tag="award_scored"):
    """A regional Award (4.1.12): spaces of both sides, lead needed, and what the winner got ("": nobody won)."""

    region: RegionId
    tile: WarTileId
    france: int
    britain: int
    margin: int
    winner: SideId = ""
    vp: int = 0
    trp: int = 0


class PrestigeScored(Event, frozen=True, tag="prestige_scored"):
    """Prestige (4.1.12): spaces of both sides, and what the winner got ("": nobody won)."""

    france: int
    britain: int
    winner: SideId = ""
    vp: int = 0


class DemandScored(Event, frozen=True, tag="demand_scored"):
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


Tally = tuple[int, int]
"""What is counted, by side: France, Britain."""


@step("4.1.12")
def scoring(play: Play[State]) -> None:
    """Regional Awards, then Prestige, then Global Demand (R-65), then what Ministry cards add."""
    play.state.phase = "scoring"
    for region in range(len(facts().regions)):
        score_award(play, region)
    score_prestige(play)
    for commodity in play.state.demand:
        score_demand(play, commodity)
    score_ministries(play)


def score_award(play: Play[State], region: int) -> None:
    """Rule 4.1.12: whoever controls more in the region, by the lead that the tile asks for."""
    state, f = play.state, facts()
    award = f.awards[state.awards[region]]
    france, britain = tally = region_tally(state, region)
    told = AwardScored(f.regions[region], award.id, france, britain, award.margin)
    winner = ahead(tally, award.margin)
    if winner == NONE:
        play.emit(told)
        return
    gain_vp(state, winner, award.vp)
    state.treaty_points[winner] += award.trp
    play.emit(AwardScored(told.region, told.tile, france, britain, award.margin, SIDES[winner], award.vp, award.trp))


def score_prestige(play: Play[State]) -> None:
    """Rule 4.1.12: 2 VP for more Prestige spaces; those of the United States count while a USA flag is on the map."""
    state, prestige = play.state, facts().scoring.prestige
    france, britain = tally = prestige_tally(state)
    winner = ahead(tally, prestige.margin)
    if winner == NONE:
        play.emit(PrestigeScored(france, britain))
        return
    gain_vp(state, winner, prestige.vp)
    play.emit(PrestigeScored(france, britain, SIDES[winner], prestige.vp))


def score_demand(play: Play[State], commodity: int) -> None:
    """Rule 4.1.12: the row of the Global Demand table for whoever controls more markets of the commodity."""
    state, f = play.state, facts()
    france, britain = tally = demand_tally(state, commodity)
    winner = ahead(tally, 1)
    name = f.commodities[commodity].id
    if winner == NONE:
        play.emit(DemandScored(name, france, britain))
        return
    award = f.commodities[commodity].awards[era(state)]
    gain_vp(state, winner, award.vp)
    state.treaty_points[winner] += award.trp
    play.emit(DemandScored(name, france, britain, SIDES[winner], award.vp, award.debt, award.trp))
    _demand_debt(play, winner, award, name)


def _demand_debt(play: Play[State], winner: int, award: DemandAward, why: str) -> None:
    if award.debt > 0:
        force_debt(play, winner, award.debt, why)
    elif award.debt < 0:
        lower_debt(play, winner, -award.debt, why)


def region_tally(state: State, region: int) -> Tally:
    """Markets, forts, political spaces, territories and naval spaces in a region."""
    spaces = facts().by_region[region] & playable(state)
    return count(state, FRANCE, spaces), count(state, BRITAIN, spaces)


def prestige_tally(state: State) -> Tally:
    """Prestige spaces; with the option `conflict_blocks_prestige` off those with a conflict marker, too (R-03)."""
    spaces = facts().prestige & playable(state)
    if state.options.conflict_blocks_prestige:
        return count(state, FRANCE, spaces), count(state, BRITAIN, spaces)
    return (held(state, FRANCE) & spaces).bit_count(), (held(state, BRITAIN) & spaces).bit_count()


def demand_tally(state: State, commodity: int) -> Tally:
    """Markets of a commodity."""
    markets = facts().by_commodity[commodity]
    return count(state, FRANCE, markets), count(state, BRITAIN, markets)


def ahead(tally: Tally, margin: int) -> int:
    """The side that leads by at least `margin`, or NONE."""
    lead = tally[FRANCE] - tally[BRITAIN]
    if abs(lead) < margin:
        return NONE
    return FRANCE if lead > 0 else BRITAIN


def gain_vp(state: State, side: int, vp: int) -> None:
    """Rule 3.10: one track, up for France and down for Britain; it may be left at both ends (4.1.12)."""
    state.vp += vp if side == FRANCE else -vp


def sweeper(state: State) -> int:
    """Rule 2.5: the side that wins all four Awards and every commodity in demand, or NONE. Prestige is not needed.

    The position has not changed since the scoring, so it tells who won (R-20).
    """
    f = facts()
    winners = {
        ahead(region_tally(state, region), f.awards[kind].margin) for region, kind in enumerate(state.awards)
    } | {ahead(demand_tally(state, commodity), 1) for commodity in state.demand}
    return winners.pop() if len(winners) == 1 else NONE

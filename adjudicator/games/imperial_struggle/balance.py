"""What the scoring of a turn would bring as things lie (4.1.12), from what a reader knows."""

from .fact_types import AWARD, BRITAIN, COMMODITY, FRANCE, NONE
from .facts import FACTS
from .known import known
from .rules.debt import WATT
from .rules.ministries.cards import is_up
from .rules.scoring import ahead, demand_tally, prestige_tally, region_tally
from .state import available_debt, era, peace_turn
from .view import View


def scored_now(view: View) -> int | None:
    """Victory points that awards, prestige, demand and debt beyond a limit (6.3) would give France now, those of
    Britain negative; None where nothing scores.
    """
    position = known(view)
    if not peace_turn(position) or position.phase == "game_over" or set(position.awards) == {NONE}:
        return None
    tiles = [(region, AWARD.things[tile]) for region, tile in enumerate(position.awards) if tile != NONE]
    gains = [(ahead(region_tally(position, region), tile.margin), tile.vp) for region, tile in tiles]
    prestige, now = FACTS.scoring.prestige, era(position)
    gains.append((ahead(prestige_tally(position), prestige.margin), prestige.vp))
    for commodity in position.demand:
        gains.append((ahead(demand_tally(position, commodity), 1), COMMODITY.things[commodity].awards[now].vp))
    to_france = sum({FRANCE: vp, BRITAIN: -vp}.get(winner, 0) for winner, vp in gains)
    return to_france + debt_beyond_limits(view)


def debt_beyond_limits(view: View) -> int:
    """Victory points that France would gain now, those of Britain negative, for debt of Global Demand that its winner
    has no room for (6.3b), row by row of the table.
    """
    position, gained = known(view), 0
    for commodity in position.demand:
        winner = ahead(demand_tally(position, commodity), 1)
        if winner == NONE:
            continue
        debt = COMMODITY.things[commodity].awards[era(position)].debt
        taken = min(debt, available_debt(position, winner))
        position.debt[winner] = max(0, position.debt[winner] + taken)
        if not (winner == BRITAIN and is_up(position, WATT)):
            gained += taken - debt if winner == FRANCE else debt - taken
    return gained

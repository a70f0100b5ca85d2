"""What scores at the end of the turn, and who leads there by how much (4.1.12)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ..fact_types import BRITAIN, COMMODITY, ERAS, FRANCE, NONE, REGION
from ..facts import facts
from ..known import known
from ..rules.debt import WATT
from ..rules.ministries.cards import is_up
from ..rules.scoring import ahead, demand_tally
from ..state import available_debt, era
from ..view import View
from .speech import Speech


class Stake(Struct, frozen=True):
    """An award, the prestige or a commodity in demand: what it is worth, in victory points too; how many of its spaces
    each side counts, and by how many the winner has to lead.
    """

    name: str
    worth: str
    vp: int
    counts: tuple[int, int]
    margin: int
    spaces: int

    def ahead(self, side: int) -> int:
        """By how many a side leads; negative if the other one does."""
        return self.counts[side] - self.counts[1 - side]

    @property
    def to_france(self) -> int:
        """Victory points that France would gain now, those of Britain negative."""
        lead = self.ahead(0)
        return 0 if abs(lead) < self.margin else self.vp if lead > 0 else -self.vp


def stakes(view: View, to: Speech) -> tuple[Stake, ...]:
    """Everything that scores at the end of a peace turn, in the order of the rules; empty where nothing does."""
    peace = facts().turns[view.public.turn].peace > 0 and view.phase != "game_over"
    if not has_awards(view) or not peace:
        return ()
    return (*_awards(view, to), _prestige(view, to), *_demand(view, to))


def _awards(view: View, to: Speech) -> Iterator[Stake]:
    f = facts()
    for index, region in enumerate(f.regions):
        tile = view.award(region)
        if tile is not None:
            spaces = f.by_region[index] & in_play(view)
            worth = to.short_gains(vp=tile.vp, trp=tile.trp)
            if tile.margin > 1:
                worth = to.gettext("%(gains)s at +%(margin)s", gains=worth, margin=tile.margin)
            yield Stake(to.name(REGION, region), worth, tile.vp, tally(view, spaces), tile.margin, spaces)


def _prestige(view: View, to: Speech) -> Stake:
    """With the option `conflict_blocks_prestige` off, spaces with a conflict marker count here (R-03)."""
    rule, blocked = facts().scoring.prestige, view.public.options.conflict_blocks_prestige
    spaces = facts().prestige & in_play(view)
    counts = tally(view, spaces, conflicts_count=not blocked)
    return Stake(to.gettext("Prestige"), to.vp(rule.vp), rule.vp, counts, rule.margin, spaces)


def _demand(view: View, to: Speech) -> Iterator[Stake]:
    f = facts()
    for name in view.demand:
        commodity = f.commodities[f.commodity[name]]
        gains = commodity.awards[ERAS.index(view.era)]
        worth = to.short_gains(vp=gains.vp, trp=gains.trp, debt=gains.debt)
        spaces = f.by_commodity[commodity.index]
        yield Stake(to.name(COMMODITY, name), worth, gains.vp, tally(view, spaces), 1, spaces)


def debt_beyond_limits(view: View) -> int:
    """Victory points that France would gain now, those of Britain negative, for debt of Global Demand that its winner
    has no room for (6.3b), row by row of the table.
    """
    position, gained = known(view), 0
    for commodity in position.demand:
        winner = ahead(demand_tally(position, commodity), 1)
        if winner == NONE:
            continue
        debt = facts().commodities[commodity].awards[era(position)].debt
        taken = min(debt, available_debt(position, winner))
        position.debt[winner] = max(0, position.debt[winner] + taken)
        if not (winner == BRITAIN and is_up(position, WATT)):
            gained += taken - debt if winner == FRANCE else debt - taken
    return gained


def tally(view: View, spaces: int, *, conflicts_count: bool = False) -> tuple[int, int]:
    """How many of these spaces each side controls, those with a conflict marker left out (3.8)."""
    p = view.public
    counted = spaces if conflicts_count else spaces & ~p.conflicts
    france, britain = (((p.flags[i] | p.squadrons[i]) & counted).bit_count() for i in range(2))
    return france, britain


def in_play(view: View) -> int:
    """Spaces of the eras that have begun (3.2.1), those of the United States with its flags (10.0)."""
    f, p = facts(), view.public
    spaces = f.available[f.turns[p.turn].era]
    return spaces | f.usa_spaces if p.flags[2] else spaces


def has_awards(view: View) -> bool:
    """Whether the awards of the turn lie there."""
    return any(kind != NONE for kind in view.public.awards)

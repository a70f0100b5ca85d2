"""What scores at the end of the turn, and who leads there by how much (4.1.12)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ..fact_types import AWARD, COMMODITY, NONE, REGION
from ..facts import FACTS
from ..known import known
from ..rules.scoring import demand_tally, prestige_tally, region_tally
from ..state import State, era, peace_turn, playable
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
    position = known(view)
    if not peace_turn(position) or position.phase == "game_over" or set(position.awards) == {NONE}:
        return ()
    return (*_awards(position, to), _prestige(position, to), *_demand(position, to))


def _awards(position: State, to: Speech) -> Iterator[Stake]:
    for index, region in enumerate(REGION.ids):
        if position.awards[index] != NONE:
            tile = AWARD.things[position.awards[index]]
            spaces, counts = FACTS.by_region[index] & playable(position), region_tally(position, index)
            worth = to.short_gains(vp=tile.vp, trp=tile.trp)
            if tile.margin > 1:
                worth = to.gettext("%(gains)s at +%(margin)s", gains=worth, margin=tile.margin)
            yield Stake(to.name(REGION, region), worth, tile.vp, counts, tile.margin, spaces)


def _prestige(position: State, to: Speech) -> Stake:
    rule, spaces = FACTS.scoring.prestige, FACTS.prestige & playable(position)
    return Stake(to.gettext("Prestige"), to.vp(rule.vp), rule.vp, prestige_tally(position), rule.margin, spaces)


def _demand(position: State, to: Speech) -> Iterator[Stake]:
    for index in position.demand:
        commodity, counts = COMMODITY.things[index], demand_tally(position, index)
        gains = commodity.awards[era(position)]
        worth = to.short_gains(vp=gains.vp, trp=gains.trp, debt=gains.debt)
        yield Stake(to.name(COMMODITY, commodity.id), worth, gains.vp, counts, 1, FACTS.by_commodity[index])

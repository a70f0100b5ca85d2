"""Tell what scores at the end of the turn, in words (4.1.12)."""

from __future__ import annotations

from msgspec import Struct

from ..balance import Scored, scored
from ..fact_types import AWARD, COMMODITY, NONE, REGION
from ..facts import FACTS
from ..known import known
from ..state import State, era
from ..view import View
from .speech import Speech


class Stake(Struct, frozen=True):
    """An award, the prestige or a commodity in demand, and what it is worth besides victory points."""

    name: str
    worth: str
    scored: Scored

    @property
    def counts(self) -> tuple[int, int]:
        """The numbers of its spaces that each side counts."""
        return self.scored.counts

    @property
    def margin(self) -> int:
        """By how many the winner has to lead."""
        return self.scored.margin

    @property
    def spaces(self) -> int:
        """The spaces that count."""
        return self.scored.spaces

    def ahead(self, side: int) -> int:
        """Return by how many a side leads; negative if the other one does."""
        return self.counts[side] - self.counts[1 - side]


def stakes(view: View, to: Speech) -> tuple[Stake, ...]:
    """Return everything that scores at the end of a peace turn, in the order of the rules; empty where nothing does."""
    position = known(view)
    return tuple(Stake(named(each, to), _worth(each, position, to), each) for each in scored(position))


def named(each: Scored, to: Speech) -> str:
    """Return the name of what scores."""
    if each.region != NONE:
        return to.thing(REGION, REGION.ids[each.region])
    if each.commodity != NONE:
        return to.thing(COMMODITY, COMMODITY.ids[each.commodity])
    return to.gettext("Prestige")


def _worth(each: Scored, position: State, to: Speech) -> str:
    if each.commodity != NONE:
        gains = COMMODITY.things[each.commodity].awards[era(position)]
        return to.short_gains(vp=gains.vp, trp=gains.trp, debt=gains.debt)
    if each.region == NONE:
        return to.vp(FACTS.scoring.prestige.vp)
    tile = AWARD.things[position.awards[each.region]]
    worth = to.short_gains(vp=tile.vp, trp=tile.trp)
    return to.gettext("%(gains)s at +%(margin)s", gains=worth, margin=tile.margin) if tile.margin > 1 else worth

"""The abilities of the Empire and the Revolution Era that are used in a round: M-11, M-15, M-16, M-20, M-21.

M-12, M-14 and M-18 score by themselves (`scoring`); M-13, M-17, M-19, M-22, M-23 and M-24 are in force by themselves or
through an argument of a payment (`in_force`); M-25 and M-26 belong to Events (`for_events`).
"""

from collections.abc import Iterator
from typing import Final

from adjudicator import Event, Frames, Play
from adjudicator.components import Code, Many

from ...components import CommodityId, SideId
from ...fact_types import COMMODITY, DIPLOMATIC, MILITARY, SIDES
from ...facts import facts
from ...state import State
from ..payment import Paid
from ..points import points_of
from ..quotes import Quote, refused
from ..reductions import NORTHERN_COURTS
from .powers import CheapSquadron, ExtraPoints, Power, UseMinistry

unknown_commodity = Code("3.5.2", commodity=COMMODITY, commodities=Many(COMMODITY))


class CommodityTaxed(Event, frozen=True, tag="commodity_taxed", by="side", rule="3.5.2"):
    """Britain named the commodity of the Townshend Acts for this turn (M-21)."""

    side: SideId
    commodity: CommodityId


class ChoiseulsPoint(ExtraPoints):
    """M-11: a military point for Bonus War tiles or deploying."""

    card, kind, rule = 11, MILITARY, "bonus_tiles_and_deployment"


class ChoiseulsSquadron(CheapSquadron):
    """M-11: with a squadron in North America, one more for two military points."""

    card = 11


class PittsPoint(ExtraPoints):
    """M-15: a diplomatic point for political spaces without Prestige."""

    card, kind, rule = 15, DIPLOMATIC, "no_prestige"


class PittsSquadron(CheapSquadron):
    """M-15: a squadron for two military points."""

    card = 15


class Williams(Power):
    """M-16: French flags in Prussia, the German States and Russia are removed for a point less in this round."""

    card = 16

    def use(self, play: Play[State], side: int, action: UseMinistry, price: Quote, paid: Paid | None) -> Frames:
        points_of(play.state).modifiers.append(NORTHERN_COURTS)
        return ()


class CelticDiplomacy(ExtraPoints):
    """M-20: two diplomatic points for Scotland and Ireland."""

    card, number, kind, rule = 20, 2, DIPLOMATIC, "scotland_and_ireland"


class Townshend(Power):
    """M-21: a commodity whose markets a Minor Action may unflag this turn; any of the six, or only those in demand
    (R-41).
    """

    card = 21
    arguments = ("commodity",)

    def commodities(self, state: State) -> tuple[str, ...]:
        """What may be named."""
        every = facts().commodities
        if state.options.townshend_scope == "in_demand":
            return tuple(every[index].id for index in state.demand)
        return tuple(commodity.id for commodity in every)

    def intents(self, state: State, side: int) -> Iterator[UseMinistry]:
        for commodity in self.commodities(state):
            yield self.intent(commodity=commodity)

    def quote(self, state: State, side: int, action: UseMinistry) -> Quote:
        named, known = action.commodity, self.commodities(state)
        if named not in known:
            return refused(unknown_commodity(commodity=str(named), commodities=known))
        return super().quote(state, side, action)

    def use(self, play: Play[State], side: int, action: UseMinistry, price: Quote, paid: Paid | None) -> Frames:
        assert action.commodity is not None
        play.state.townshend = facts().commodity[action.commodity]
        play.emit(CommodityTaxed(SIDES[side], action.commodity))
        return ()


POWERS: Final[tuple[Power, ...]] = (
    ChoiseulsPoint(),
    ChoiseulsSquadron(),
    PittsPoint(),
    PittsSquadron(),
    Williams(),
    CelticDiplomacy(),
    Townshend(),
)

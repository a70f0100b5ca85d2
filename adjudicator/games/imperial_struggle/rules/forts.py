"""Rules 5.6.3 and 5.6.4: forts are built, repaired, seized."""

from collections.abc import Collection

from adjudicator import Play, Refusal
from adjudicator.components import Code, Many

from ..fact_types import FLAG, FLAGS, MILITARY, NONE, SIDES, SPACE
from ..facts import FACTS
from ..state import State, held
from .control import controller, empty_spaces, joined, opposing_flags, place_flag, take_control
from .payment import BoughtInSpace, Paid, SpacePayment
from .prices import Quote, Term, changed, plain
from .purchase import SpacePurchase
from .shifts import already_yours, not_empty

no_fort_link = Code("5.6.3", space=SPACE, connects=Many(SPACE), new=Many(SPACE))
"""New: held, but only since this round."""
not_damaged = Code("5.6.4", space=SPACE)
not_your_fort = Code("5.6.4", space=SPACE, owner=FLAG)
not_opposing_fort = Code("5.6.4", space=SPACE, owner=FLAG)
"""Owner: the side itself, or "" for an empty space."""
no_seize_link = Code("5.6.4", space=SPACE, connects=Many(SPACE))


class BuildFort(SpacePayment, frozen=True, tag="build_fort"):
    """Build a fort in an empty fort space (5.6.3)."""


class RepairFort(SpacePayment, frozen=True, tag="repair_fort"):
    """Repair an own damaged fort (5.6.4)."""


class SeizeFort(SpacePayment, frozen=True, tag="seize_fort"):
    """Repair an opposing damaged fort and take it over (5.6.4)."""


class FortBuilt(BoughtInSpace, frozen=True, tag="fort_built", rule="5.6.3"):
    """A fort was built (5.6.3)."""


class FortRepaired(BoughtInSpace, frozen=True, tag="fort_repaired", rule="5.6.4"):
    """A side repaired its damaged fort (5.6.4)."""


class FortSeized(BoughtInSpace, frozen=True, tag="fort_seized", rule="5.6.4"):
    """A side repaired an opposing damaged fort and took it over (5.6.4)."""

    def hit(self) -> Collection[str]:
        return self.against


class BuildForts(SpacePurchase[BuildFort]):
    """Build forts (rule 5.6.3).

    An empty fort space connected to a market, naval space or territory that the side has held since the round began
    may be bought for its number.
    """

    takes, type, space_type = BuildFort, MILITARY, "fort"

    def mark(self, position: State, side: int, action: BuildFort) -> None:
        _hoist(position, side, action.space)

    def open_to(self, state: State, side: int) -> int:
        builders = held(state, side) & state.held_at_start[side] & (FACTS.market | FACTS.naval | FACTS.territory)
        return FACTS.fort & empty_spaces(state) & joined(builders)

    def why_not(self, state: State, side: int, space: int) -> Refusal:
        name, owner, around = SPACE.ids[space], controller(state, space), FACTS.connects[space]
        if owner == side:
            return already_yours(space=name)
        if owner != NONE:
            return not_empty(space=name, owner=FLAGS[owner])
        new = SPACE.ids_of(around & held(state, side) & ~FACTS.fort & ~state.held_at_start[side])
        return no_fort_link(space=name, connects=SPACE.ids_of(around), new=new)

    def price(self, state: State, space: int) -> Quote:
        return plain(MILITARY, FACTS.cost[space], "5.6.3", space=space)

    def buy(self, play: Play[State], side: int, action: BuildFort, quote: Quote, paid: Paid) -> None:
        play.state.damaged &= ~(1 << quote.space)
        play.emit(FortBuilt(SIDES[side], action.space, paid))
        place_flag(play, side, quote.space)


class RepairForts(SpacePurchase[RepairFort]):
    """Rule 5.6.4: remove the damage from an own fort, for its number less 1."""

    takes, type, space_type = RepairFort, MILITARY, "fort"

    def open_to(self, state: State, side: int) -> int:
        return state.damaged & state.flags[side]

    def why_not(self, state: State, side: int, space: int) -> Refusal:
        name, owner = SPACE.ids[space], controller(state, space)
        if owner == side:
            return not_damaged(space=name)
        return not_your_fort(space=name, owner="" if owner == NONE else FLAGS[owner])

    def price(self, state: State, space: int) -> Quote:
        base = plain(MILITARY, FACTS.cost[space], "5.6.4", space=space)
        return changed(base, Term("repair", "5.6.4", FACTS.costs.repair_fort))

    def buy(self, play: Play[State], side: int, action: RepairFort, quote: Quote, paid: Paid) -> None:
        play.state.damaged &= ~(1 << quote.space)
        play.emit(FortRepaired(SIDES[side], action.space, paid))


class SeizeForts(SpacePurchase[SeizeFort]):
    """Seize forts (rule 5.6.4).

    A damaged opposing fort may be taken for its number plus 1, with a squadron or market connected to it now (R-62).
    It removes a flag, so a Major Action must pay (R-09).
    """

    takes, type, space_type = SeizeFort, MILITARY, "fort"

    def mark(self, position: State, side: int, action: SeizeFort) -> None:
        _hoist(position, side, action.space)

    def open_to(self, state: State, side: int) -> int:
        damaged = state.damaged & opposing_flags(state, side)
        return damaged and damaged & joined(state.squadrons[side] | state.flags[side] & FACTS.market)

    def why_not(self, state: State, side: int, space: int) -> Refusal:
        name, owner = SPACE.ids[space], controller(state, space)
        if not opposing_flags(state, side) >> space & 1:
            return not_opposing_fort(space=name, owner="" if owner == NONE else FLAGS[owner])
        if not state.damaged >> space & 1:
            return not_damaged(space=name)
        return no_seize_link(space=name, connects=SPACE.ids_of(FACTS.connects[space] & ~FACTS.territory))

    def price(self, state: State, space: int) -> Quote:
        base = plain(MILITARY, FACTS.cost[space], "5.6.4", space=space, needs_major=True)
        return changed(base, Term("seize", "5.6.4", FACTS.costs.seize_fort))

    def buy(self, play: Play[State], side: int, action: SeizeFort, quote: Quote, paid: Paid) -> None:
        play.state.damaged &= ~(1 << quote.space)
        play.emit(FortSeized(SIDES[side], action.space, paid))
        take_control(play, side, quote.space)


def _hoist(position: State, side: int, space: str) -> None:
    """Place the flag of a side on a fort in a copy of the position."""
    kept = ~(1 << SPACE.index[space])
    position.flags = [flags & kept for flags in position.flags]
    position.flags[side] |= ~kept


USES = (BuildForts(), RepairForts(), SeizeForts())

"""Rules 5.6.3 and 5.6.4: forts are built, repaired, seized."""

from collections.abc import Iterator

from adjudicator import Event, Frames, Play
from adjudicator.components import Code, Many, bits

from ..components import SideId, SpaceId
from ..fact_types import FLAG, FLAGS, MILITARY, NONE, SIDES, SPACE
from ..facts import facts
from ..state import State, held
from .control import controller, empty_spaces, joined, opposing_flags, place_flag, take_control
from .payment import Paid, Payment
from .purchase import Purchase, Target, space_of_type
from .quotes import Quote, Term, plain, raised, refused
from .refusals import already_yours, not_empty

no_fort_link = Code("5.6.3", space=SPACE, connects=Many(SPACE), new=Many(SPACE))
"""New: held, but only since this round."""
not_damaged = Code("5.6.4", space=SPACE)
not_your_fort = Code("5.6.4", space=SPACE, owner=FLAG)
not_opposing_fort = Code("5.6.4", space=SPACE, owner=FLAG)
"""Owner: the side itself, or "" for an empty space."""
no_seize_link = Code("5.6.4", space=SPACE, connects=Many(SPACE))


class BuildFort(Payment, frozen=True, tag="build_fort"):
    """Build a fort in an empty fort space (5.6.3)."""

    space: SpaceId


class RepairFort(Payment, frozen=True, tag="repair_fort"):
    """Repair an own damaged fort (5.6.4)."""

    space: SpaceId


class SeizeFort(Payment, frozen=True, tag="seize_fort"):
    """Repair an opposing damaged fort and take it over (5.6.4)."""

    space: SpaceId


class FortBuilt(Event, frozen=True, tag="fort_built", by="side", rule="5.6.3", touches=("space",)):
    """A fort was built (5.6.3)."""

    side: SideId
    space: SpaceId
    paid: Paid


class FortRepaired(Event, frozen=True, tag="fort_repaired", by="side", rule="5.6.4", touches=("space",)):
    """A side repaired its damaged fort (5.6.4)."""

    side: SideId
    space: SpaceId
    paid: Paid


class FortSeized(Event, frozen=True, tag="fort_seized", by="side", rule="5.6.4", touches=("space",)):
    """A side repaired an opposing damaged fort and took it over (5.6.4)."""

    side: SideId
    space: SpaceId
    paid: Paid


class BuildForts(Purchase[BuildFort]):
    """Rule 5.6.3: an empty fort space connected to a market, naval space or territory that the side has held
    since the round began.
    """

    takes = BuildFort
    type = MILITARY

    def targets(self, state: State, side: int) -> Iterator[Target]:
        for space in bits(facts().fort & empty_spaces(state) & joined(_builders(state, side))):
            yield (facts().spaces[space].id,), plain(MILITARY, facts().cost[space], "5.6.3", space=space)

    def quote(self, state: State, side: int, action: BuildFort) -> Quote:
        space = space_of_type(state, action.space, facts().fort, "fort")
        if isinstance(space, Quote):
            return space
        owner = controller(state, space)
        if owner == side:
            return refused(already_yours(space=action.space))
        if owner != NONE:
            return refused(not_empty(space=action.space, owner=FLAGS[owner]))
        if not joined(_builders(state, side)) >> space & 1:
            f, around = facts(), facts().connects[space]
            new = f.ids(around & held(state, side) & ~f.fort & ~state.held_at_start[side])
            return refused(no_fort_link(space=action.space, connects=f.ids(around), new=new))
        return plain(MILITARY, facts().cost[space], "5.6.3", space=space)

    def carry_out(self, play: Play[State], side: int, action: BuildFort, quote: Quote, paid: Paid) -> Frames:
        play.state.damaged &= ~(1 << quote.space)
        play.emit(FortBuilt(SIDES[side], action.space, paid))
        place_flag(play, side, quote.space)
        return ()


def _builders(state: State, side: int) -> int:
    f = facts()
    return held(state, side) & state.held_at_start[side] & (f.market | f.naval | f.territory)


class RepairForts(Purchase[RepairFort]):
    """Rule 5.6.4: remove the damage from an own fort, for its number less 1."""

    takes = RepairFort
    type = MILITARY

    def targets(self, state: State, side: int) -> Iterator[Target]:
        for space in bits(state.damaged & state.flags[side]):
            yield (facts().spaces[space].id,), _repair_quote(space)

    def quote(self, state: State, side: int, action: RepairFort) -> Quote:
        space = space_of_type(state, action.space, facts().fort, "fort")
        if isinstance(space, Quote):
            return space
        owner = controller(state, space)
        if owner != side:
            name = "" if owner == NONE else FLAGS[owner]
            return refused(not_your_fort(space=action.space, owner=name))
        if not state.damaged >> space & 1:
            return refused(not_damaged(space=action.space))
        return _repair_quote(space)

    def carry_out(self, play: Play[State], side: int, action: RepairFort, quote: Quote, paid: Paid) -> Frames:
        play.state.damaged &= ~(1 << quote.space)
        play.emit(FortRepaired(SIDES[side], action.space, paid))
        return ()


def _repair_quote(space: int) -> Quote:
    return raised(space, facts().cost[space], Term("repair", "5.6.4", facts().costs.repair_fort))


class SeizeForts(Purchase[SeizeFort]):
    """Rule 5.6.4: take a damaged opposing fort, for its number plus 1, with a squadron or market connected to it
    now (R-62). It removes a flag, so a Major Action must pay (R-09).
    """

    takes = SeizeFort
    type = MILITARY

    def targets(self, state: State, side: int) -> Iterator[Target]:
        damaged = state.damaged & opposing_flags(state, side)
        if damaged:
            for space in bits(damaged & joined(_besiegers(state, side))):
                yield (facts().spaces[space].id,), _seize_quote(space)

    def quote(self, state: State, side: int, action: SeizeFort) -> Quote:
        space = space_of_type(state, action.space, facts().fort, "fort")
        if isinstance(space, Quote):
            return space
        if not opposing_flags(state, side) >> space & 1:
            owner = controller(state, space)
            name = "" if owner == NONE else FLAGS[owner]
            return refused(not_opposing_fort(space=action.space, owner=name))
        if not state.damaged >> space & 1:
            return refused(not_damaged(space=action.space))
        if not joined(_besiegers(state, side)) >> space & 1:
            around = facts().ids(facts().connects[space] & ~facts().territory)
            return refused(no_seize_link(space=action.space, connects=around))
        return _seize_quote(space)

    def carry_out(self, play: Play[State], side: int, action: SeizeFort, quote: Quote, paid: Paid) -> Frames:
        play.state.damaged &= ~(1 << quote.space)
        play.emit(FortSeized(SIDES[side], action.space, paid))
        take_control(play, side, quote.space)
        return ()


def _besiegers(state: State, side: int) -> int:
    return state.squadrons[side] | state.flags[side] & facts().market


def _seize_quote(space: int) -> Quote:
    costs = facts().costs
    return raised(space, facts().cost[space], Term("seize", "5.6.4", costs.seize_fort), needs_major=True)

"""Rule 5.4: economic actions."""

from collections.abc import Iterable

from adjudicator import Frames, Play, Refusal
from adjudicator.components import Code, Many

from ..fact_types import ECONOMIC, SPACE
from ..facts import facts
from ..state import State, playable
from .control import flagged, opposing_flags, reach
from .ministries.huguenots import huguenots_refusal
from .payment import Paid
from .purchase import PLAIN, Purchase, Target, Variant, space_of_type
from .quotes import Quote, refused
from .shifts import Marks, ShiftMarket, priced, shift, why_not

not_connected = Code(
    "5.4.1", space=SPACE, connects=Many(SPACE), conflicts=Many(SPACE), isolated=Many(SPACE), new=Many(SPACE)
)


class ShiftMarkets(Purchase[ShiftMarket]):
    """Rules 5.4.1, 5.4.2: shift a market that is connected to the side's network."""

    takes = ShiftMarket
    type = ECONOMIC

    def targets(self, state: State, side: int) -> Iterable[Target]:
        return self.targets_with(state, side, PLAIN)

    def targets_with(self, state: State, side: int, variant: Variant) -> Iterable[Target]:
        markets = reach(state, side) & playable(state)
        marks = Marks(state, side, ECONOMIC, variant.reveal, variant.huguenots)
        return priced(marks, markets & ~flagged(state), markets & opposing_flags(state, side))

    def quote(self, state: State, side: int, action: ShiftMarket) -> Quote:
        space = space_of_type(state, action.space, facts().market, "market")
        if isinstance(space, Quote):
            return space
        refusal_ = why_not(state, side, space, action.result)
        if refusal_ is not None:
            return refusal_
        if not reach(state, side) >> space & 1:
            return refused(unconnected(state, side, space))
        why = huguenots_refusal(state, side, action.huguenots, space)
        if why is not None:
            return refused(why)
        return Marks(state, side, ECONOMIC, action.reveal, action.huguenots).quote(space, action.result)

    def carry_out(self, play: Play[State], side: int, action: ShiftMarket, quote: Quote, paid: Paid) -> Frames:
        shift(play, side, action, paid)
        return ()


def unconnected(state: State, side: int, space: int) -> Refusal:
    """Why a market cannot be reached: its connections, and the own markets among them that do not count."""
    f = facts()
    around = f.connects[space]
    own = around & state.flags[side] & f.market
    return not_connected(
        space=f.spaces[space].id,
        connects=f.ids(around),
        conflicts=f.ids(own & state.conflicts),
        isolated=f.ids(own & state.isolated),
        new=f.ids(own & ~state.held_at_start[side]),
    )

"""Shifting a space (3.2.8): what a flag placed or removed has in common for markets and political spaces."""

from collections.abc import Iterator, Sequence

from adjudicator import Event, Play
from adjudicator.components import Code, bits

from ..components import AdvantageId, SideId, SpaceId
from ..fact_types import ECONOMIC, FLAGS, NONE, SIDES, SPACE, USA
from ..facts import facts
from ..state import State, opponent
from .control import controller, opposing_flags, place_flag, protected, remove_flag
from .ministries.cards import in_force
from .payment import Paid, Payment, Result
from .points import points_of
from .purchase import Target
from .quotes import CONFLICT, ISOLATED, MINOR, PROTECTED, REGION, REMOVES, Quote, Term, refused, shift_quote
from .reductions import huguenots_reduction, minor_unflags, reductions
from .refusals import already_yours, not_empty

no_flag = Code("3.2.8", space=SPACE)
own_flag = Code("3.2.8", space=SPACE)
permanent_flag = Code("10.0", space=SPACE)


class ShiftMarket(Payment, frozen=True, tag="shift_market"):
    """Shift a market (5.4.1, 5.4.2)."""

    space: SpaceId
    result: Result


class ShiftPolitical(Payment, frozen=True, tag="shift_political"):
    """Shift a political space (5.5.1, 5.5.2)."""

    space: SpaceId
    result: Result


class SpaceShifted(Event, frozen=True, tag="space_shifted", by="side", touches=("space",)):
    """A market or political space was shifted with action points (5.4.1, 5.5.1).

    ``result``: flag or unflag. ``advantage``: the tile that lowered the price (8.2).
    """

    side: SideId
    space: SpaceId
    result: str
    paid: Paid
    advantage: AdvantageId = ""


class Marks:
    """What changes prices now (5.4.2, 5.5.2, 5.3.4), looked up once for many spaces."""

    __slots__ = ("conflicts", "further", "isolated", "minor", "protected", "reductions")

    def __init__(
        self, state: State, side: int, kind: int, reveal: Sequence[str] = (), huguenots: str | None = None
    ) -> None:
        cards = in_force(state, side, reveal)
        self.reductions = reductions(state, side, kind, cards)
        if huguenots is not None:
            self.reductions = (*self.reductions, huguenots_reduction(facts().space[huguenots]))
        self.minor = minor_unflags(state, side, kind, cards)
        self.isolated = state.isolated
        self.conflicts = state.conflicts
        self.protected = protected(state, opponent(side)) if kind == ECONOMIC else 0
        self.further = further_regions(state, kind)

    def of(self, space: int, result: Result) -> int:
        """The marks of a shift. Only a flagged space is isolated or protected."""
        marks = CONFLICT if self.conflicts >> space & 1 else 0
        if self.further >> space & 1:
            marks |= REGION
        if result == "unflag":
            marks |= REMOVES
            if self.isolated >> space & 1:
                marks |= ISOLATED
            if self.protected >> space & 1:
                marks |= PROTECTED
            if self.minor >> space & 1:
                marks |= MINOR
        return marks

    def less(self, space: int, result: Result) -> tuple[Term, ...]:
        """The reductions of a shift."""
        return tuple(one.term for one in self.reductions if one.spaces >> space & 1 and one.result in ("", result))

    def quote(self, space: int, result: Result) -> Quote:
        """The price of a shift."""
        return shift_quote(space, self.of(space, result), 0, self.less(space, result) if self.reductions else ())


def further_regions(state: State, kind: int) -> int:
    """Spaces where a purchase of this type costs the surcharge: outside the regions bought in (5.3.4)."""
    paid = points_of(state).regions_paid[kind] if state.ap else 0
    if not paid:
        return 0
    return sum(spaces for region, spaces in enumerate(facts().by_region) if not paid >> region & 1)


def priced(marks: Marks, to_flag: int, to_unflag: int) -> Iterator[Target]:
    """Shifts of these spaces with their prices."""
    spaces, of, less, some = facts().spaces, marks.of, marks.less, bool(marks.reductions)
    for space in bits(to_flag):
        yield (spaces[space].id, "flag"), shift_quote(space, of(space, "flag"), 0, less(space, "flag") if some else ())
    for space in bits(to_unflag):
        yield (
            (spaces[space].id, "unflag"),
            shift_quote(space, of(space, "unflag"), 0, less(space, "unflag") if some else ()),
        )


def why_not(state: State, side: int, space: int, result: Result) -> Quote | None:
    """The refusal of a shift that the flags forbid (3.2.8)."""
    name, owner = facts().spaces[space].id, controller(state, space)
    if result == "flag" and owner != NONE:
        if owner == side:
            return refused(already_yours(space=name))
        return refused(not_empty(space=name, owner=FLAGS[owner]))
    if result == "unflag" and not opposing_flags(state, side) >> space & 1:
        code = own_flag if owner == side else permanent_flag if owner == USA else no_flag
        return refused(code(space=name))
    return None


def shift(play: Play[State], side: int, action: ShiftMarket | ShiftPolitical, paid: Paid) -> None:
    """Place or remove the flag (3.2.8)."""
    space = facts().space[action.space]
    play.emit(SpaceShifted(SIDES[side], action.space, action.result, paid))
    if action.result == "flag":
        place_flag(play, side, space)
    else:
        remove_flag(play, space)

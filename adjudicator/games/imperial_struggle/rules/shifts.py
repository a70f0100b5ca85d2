"""Rules 5.4 and 5.5: markets and political spaces are shifted (3.2.8), Event cards are drawn (5.5.3)."""

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import ClassVar, TypeVar

from adjudicator import Play, Refusal
from adjudicator.components import Code, Many, bits

from ..components import AdvantageId, EventNumber, SideEvent, SpaceId
from ..fact_types import DIPLOMATIC, ECONOMIC, FLAG, FLAGS, NONE, SIDES, SPACE, USA
from ..facts import FACTS
from ..state import State, opponent, playable
from . import prices
from .control import controller, flagged, opposing_flags, place_flag, protected, reach, remove_flag
from .deal import draw_events
from .ministries.cards import in_force
from .ministries.huguenots import check_huguenots
from .payment import Paid, Payment, Result, SpacePayment
from .prices import Quote, Term
from .purchase import Purchase, Target, Variant, space_of_type
from .purse import points_of

already_yours = Code("3.2.8", space=SPACE)
not_empty = Code("3.2.8", space=SPACE, owner=FLAG)
no_flag = Code("3.2.8", space=SPACE)
own_flag = Code("3.2.8", space=SPACE)
permanent_flag = Code("10.0", space=SPACE)
not_connected = Code(
    "5.4.1", space=SPACE, connects=Many(SPACE), conflicts=Many(SPACE), isolated=Many(SPACE), new=Many(SPACE)
)
event_pile_empty = Code("5.5.3")
no_draw_event = Code("5.5.3")
"""Switched off by the campaign."""


class ShiftMarket(SpacePayment, frozen=True, tag="shift_market"):
    """Shift a market (5.4.1, 5.4.2)."""

    result: Result


class ShiftPolitical(SpacePayment, frozen=True, tag="shift_political"):
    """Shift a political space (5.5.1, 5.5.2)."""

    result: Result


class DrawEvent(Payment, frozen=True, tag="draw_event"):
    """Draw an Event card (2nd printing 5.5.3, R-01)."""


class SpaceShifted(SideEvent, frozen=True, tag="space_shifted", touches=("space",)):
    """A market or political space was shifted with action points (5.4.1, 5.5.1).

    ``result``: flag or unflag. ``advantage``: the tile that lowered the price (8.2).
    """

    space: SpaceId
    result: str
    paid: Paid
    advantage: AdvantageId = ""

    def hit(self) -> Collection[str]:
        return self.against if self.result == "unflag" else ()


class EventCardDrawn(SideEvent, frozen=True, tag="event_card_drawn", rule="5.5.3", own=("card",)):
    """A side drew an Event card for diplomatic points (2nd printing 5.5.3); ``card`` only for itself."""

    paid: Paid
    card: EventNumber = 0


class Marks:
    """The marks that change prices now (5.4.2, 5.5.2, 5.3.4), looked up once for many spaces."""

    __slots__ = ("conflicts", "further", "isolated", "marked", "minor", "protected", "reductions")

    def __init__(
        self, state: State, side: int, kind: int, reveal: Sequence[str] = (), huguenots: str | None = None
    ) -> None:
        cards = in_force(state, side, reveal)
        self.reductions = tuple(prices.reductions(state, kind, cards, huguenots))
        self.minor = prices.minor_unflags(state, side, kind, cards)
        self.isolated = state.isolated
        self.conflicts = state.conflicts
        self.protected = protected(state, opponent(side)) if kind == ECONOMIC else 0
        self.further = further_regions(state, kind)
        self.marked = self.conflicts | self.further | self.isolated | self.protected | self.minor

    def of(self, space: int, result: Result) -> int:
        """Return the marks of a shift. Only a flagged space is isolated or protected."""
        marks = prices.CONFLICT if self.conflicts >> space & 1 else 0
        if self.further >> space & 1:
            marks |= prices.REGION
        if result == "unflag":
            marks |= prices.REMOVES
            if self.isolated >> space & 1:
                marks |= prices.ISOLATED
            if self.protected >> space & 1:
                marks |= prices.PROTECTED
            if self.minor >> space & 1:
                marks |= prices.MINOR
        return marks

    def less(self, space: int, result: Result) -> tuple[Term, ...]:
        """Return the reductions of a shift."""
        return tuple(one.term for one in self.reductions if one.spaces >> space & 1 and one.result in ("", result))

    def quote(self, space: int, result: Result) -> Quote:
        """Return the price of a shift."""
        marks = self.of(space, result)
        if not self.reductions:
            return prices.shift_quote(space, marks)
        return prices.shift_quote(space, marks, 0, self.less(space, result))

    def targets(self, spaces: int, result: Result) -> Iterator[Target]:
        """Yield these spaces, each with the price of its shift."""
        marked, reductions = self.marked, self.reductions
        unmarked = prices.REMOVES if result == "unflag" else 0
        for space in bits(spaces):
            marks = self.of(space, result) if marked >> space & 1 else unmarked
            yield _target(space, marks, self.less(space, result) if reductions else ())


@cache
def _target(space: int, marks: int, less: tuple[Term, ...]) -> Target:
    price = prices.shift_quote(space, marks, 0, less)
    return (SPACE.ids[space], price.result), price


def further_regions(state: State, kind: int) -> int:
    """Return spaces where a purchase of this type has a surcharge (5.3.4).

    They lie outside the regions that were bought in.
    """
    paid = points_of(state).regions_paid[kind] if state.ap else 0
    if not paid:
        return 0
    return sum(spaces for region, spaces in enumerate(FACTS.by_region) if not paid >> region & 1)


def check_shift(state: State, side: int, space: int, result: Result) -> None:
    """Refuse a shift that the flags forbid (3.2.8). Raises Refusal."""
    name, owner = SPACE.ids[space], controller(state, space)
    if result == "flag" and owner != NONE:
        raise already_yours(space=name) if owner == side else not_empty(space=name, owner=FLAGS[owner])
    if result == "unflag" and not opposing_flags(state, side) >> space & 1:
        code = own_flag if owner == side else permanent_flag if owner == USA else no_flag
        raise code(space=name)


S = TypeVar("S", ShiftMarket, ShiftPolitical)


class Shifts(Purchase[S]):
    """A flag is placed in an empty space or an opposing one removed (3.2.8)."""

    space_type: ClassVar[str]

    def within_reach(self, state: State, side: int) -> int:
        """Return the spaces that the side may shift as far as connections go."""
        raise NotImplementedError  # abstract

    def targets(self, state: State, side: int, variant: Variant) -> Iterator[Target]:
        marks = Marks(state, side, self.type, variant.reveal, variant.huguenots)
        open_to = self.within_reach(state, side) & playable(state)
        yield from marks.targets(open_to & ~flagged(state), "flag")
        yield from marks.targets(open_to & opposing_flags(state, side), "unflag")

    def quote(self, state: State, side: int, action: S) -> Quote:
        space = space_of_type(state, action.space, self.space_type)
        check_shift(state, side, space, action.result)
        self.check_more(state, side, action, space)
        return Marks(state, side, self.type, action.reveal, action.huguenots).quote(space, action.result)

    def mark(self, position: State, side: int, action: S) -> None:
        kept = ~(1 << SPACE.index[action.space])
        position.flags = [flags & kept for flags in position.flags]
        position.conflicts &= kept
        if action.result == "flag":
            position.flags[side] |= ~kept

    def check_more(self, state: State, side: int, action: S, space: int) -> None:
        """Check what else a shift needs. Raises Refusal."""

    def buy(self, play: Play[State], side: int, action: S, quote: Quote, paid: Paid) -> None:
        play.emit(SpaceShifted(SIDES[side], action.space, action.result, paid))
        shift(play, side, quote.space, action.result)


class ShiftMarkets(Shifts[ShiftMarket]):
    """Rules 5.4.1, 5.4.2: a market that is connected to the side's network."""

    takes, type, space_type = ShiftMarket, ECONOMIC, "market"

    def within_reach(self, state: State, side: int) -> int:
        return reach(state, side)

    def check_more(self, state: State, side: int, action: ShiftMarket, space: int) -> None:
        if not reach(state, side) >> space & 1:
            raise unconnected(state, side, space)
        check_huguenots(state, side, action.huguenots, space)


class ShiftPoliticals(Shifts[ShiftPolitical]):
    """Rules 5.5.1, 5.5.2: a political space; no connection is needed."""

    takes, type, space_type = ShiftPolitical, DIPLOMATIC, "political"

    def within_reach(self, state: State, side: int) -> int:
        return FACTS.political


def shift(play: Play[State], side: int, space: int, result: str) -> None:
    """Place or remove the flag (3.2.8)."""
    if result == "flag":
        place_flag(play, side, space)
    else:
        remove_flag(play, space)


def unconnected(state: State, side: int, space: int) -> Refusal:
    """Return why a market cannot be reached: its connections, and the own markets among them that do not count."""
    around = FACTS.connects[space]
    own = around & state.flags[side] & FACTS.market
    return not_connected(
        space=SPACE.ids[space],
        connects=SPACE.ids_of(around),
        conflicts=SPACE.ids_of(own & state.conflicts),
        isolated=SPACE.ids_of(own & state.isolated),
        new=SPACE.ids_of(own & ~state.held_at_start[side]),
    )


class DrawEvents(Purchase[DrawEvent]):
    """2nd printing 5.5.3 (R-01): draw an Event card, if the pile has one left.

    On turns 5 and 6 the pile may hold nothing but Succession cards, which leave the game: then none is drawn.
    """

    takes, type = DrawEvent, DIPLOMATIC

    def quote(self, state: State, side: int, action: DrawEvent) -> Quote:
        option = state.options.draw_event_action
        if option == "off":
            raise no_draw_event()
        if not state.deck and not (option == "reshuffle" and state.discard):
            raise event_pile_empty()
        return prices.plain(DIPLOMATIC, FACTS.costs.draw_event, "5.5.3")

    def buy(self, play: Play[State], side: int, action: DrawEvent, quote: Quote, paid: Paid) -> None:
        drawn = draw_events(play, side, 1, renew=play.state.options.draw_event_action == "reshuffle")
        play.emit(EventCardDrawn(SIDES[side], paid, *drawn))


USES = (ShiftMarkets(), ShiftPoliticals(), DrawEvents())

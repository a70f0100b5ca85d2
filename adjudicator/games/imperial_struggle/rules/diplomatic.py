"""Rule 5.5: diplomatic actions."""

from collections.abc import Iterable, Iterator

from adjudicator import Event, Frames, Play
from adjudicator.components import Code

from ..components import EventNumber, SideId
from ..fact_types import DIPLOMATIC, SIDES
from ..facts import facts
from ..state import State, playable
from .control import flagged, opposing_flags
from .deal import draw_events
from .payment import Paid, Payment
from .purchase import PLAIN, Purchase, Target, Variant, space_of_type
from .quotes import Quote, plain, refused
from .shifts import Marks, ShiftPolitical, priced, shift, why_not

event_pile_empty = Code("5.5.3")
no_draw_event = Code("5.5.3")
"""Switched off by the campaign."""


class DrawEvent(Payment, frozen=True, tag="draw_event"):
    """Draw an Event card (2nd printing 5.5.3, R-01)."""


class EventCardDrawn(Event, frozen=True, tag="event_card_drawn", by="side", rule="5.5.3", own="card"):
    """A side drew an Event card for diplomatic points (2nd printing 5.5.3); ``card`` only for itself."""

    side: SideId
    paid: Paid
    card: EventNumber = 0


class ShiftPoliticals(Purchase[ShiftPolitical]):
    """Rules 5.5.1, 5.5.2: shift a political space; no connection is needed."""

    takes = ShiftPolitical
    type = DIPLOMATIC

    def targets(self, state: State, side: int) -> Iterable[Target]:
        return self.targets_with(state, side, PLAIN)

    def targets_with(self, state: State, side: int, variant: Variant) -> Iterable[Target]:
        spaces = facts().political & playable(state)
        marks = Marks(state, side, DIPLOMATIC, variant.reveal)
        return priced(marks, spaces & ~flagged(state), spaces & opposing_flags(state, side))

    def quote(self, state: State, side: int, action: ShiftPolitical) -> Quote:
        space = space_of_type(state, action.space, facts().political, "political")
        if isinstance(space, Quote):
            return space
        return why_not(state, side, space, action.result) or Marks(state, side, DIPLOMATIC, action.reveal).quote(
            space, action.result
        )

    def carry_out(self, play: Play[State], side: int, action: ShiftPolitical, quote: Quote, paid: Paid) -> Frames:
        shift(play, side, action, paid)
        return ()


class DrawEvents(Purchase[DrawEvent]):
    """2nd printing 5.5.3 (R-01): draw an Event card, if the pile has one left.

    On turns 5 and 6 the pile may hold nothing but Succession cards, which leave the game: then none is drawn.
    """

    takes = DrawEvent
    type = DIPLOMATIC

    def targets(self, state: State, side: int) -> Iterator[Target]:
        quote = self.quote(state, side, DrawEvent())
        if quote.refusal is None:
            yield (), quote

    def quote(self, state: State, side: int, action: DrawEvent) -> Quote:
        option = state.options.draw_event_action
        if option == "off":
            return refused(no_draw_event())
        if not state.deck and not (option == "reshuffle" and state.discard):
            return refused(event_pile_empty())
        return plain(DIPLOMATIC, facts().costs.draw_event, "5.5.3")

    def carry_out(self, play: Play[State], side: int, action: DrawEvent, quote: Quote, paid: Paid) -> Frames:
        seat = SIDES[side]
        drawn = draw_events(play, side, 1, renew=play.state.options.draw_event_action == "reshuffle")
        play.emit(EventCardDrawn(seat, paid), {seat: EventCardDrawn(seat, paid, *drawn)})
        return ()

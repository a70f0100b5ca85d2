"""Event cards put away: the secret discard down to three (4.1.6), the one that M-5 asks for."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from adjudicator import Action, Answers, Asks, Choose, Play, Together
from adjudicator.components import Code, Many

from ..components import EventNumbers, SideEvent, SideIndex
from ..fact_events import EVENT
from ..fact_types import SIDES
from ..facts import FACTS
from ..state import State
from .book import step

not_in_hand = Code("4.1.6", cards=Many(EVENT), hand=Many(EVENT))
wrong_number_of_cards = Code("4.1.6", given=int, needed=int, hand=Many(EVENT))


class DiscardEvents(Action, frozen=True, tag="discard_events"):
    """Event cards put away so that three stay in hand (4.1.6). Secret until both sides have chosen."""

    cards: EventNumbers


class EventsDiscarded(SideEvent, frozen=True, tag="events_discarded", rule="4.1.6"):
    """A side put cards away to keep three (4.1.6); everybody may look at the discard pile."""

    cards: EventNumbers


Given = list[list[Any]]
"""Choices that are in already: `[side, cards]`; a document may bring them (`secret_choices`)."""


@step("4.1.6")
def discard_events(play: Play[State], given: Given) -> Asks:
    """Let each side that holds more than three cards put the others away; both show them together."""
    state = play.state
    chosen = {str(side): [int(card) for card in cards] for side, cards in given}
    seats = tuple(side for side in SIDES if too_many(state, side) > 0 and side not in chosen)
    if seats:
        answers = yield Together(seats, DiscardAnswers())
        chosen |= {seat: list(answer.cards) for seat, answer in answers.items()}
    for side, cards in chosen.items():
        hand = state.hands[SIDES.index(side)]
        state.hands[SIDES.index(side)] = [card for card in hand if card not in cards]
    for side in (side for side in SIDES if chosen.get(side)):
        state.discard += chosen[side]
        play.emit(EventsDiscarded(side, tuple(sorted(chosen[side]))))
    state.discard.sort()


def too_many(state: State, side: str) -> int:
    """Return how many cards a side must put away."""
    return len(state.hands[SIDES.index(side)]) - FACTS.limits.hand


class DiscardAnswers(Answers[State]):
    """Exactly as many cards as are above the limit."""

    kind = "discard_events"
    rule = "4.1.6"
    actions = (DiscardEvents,)
    secret = True

    def options(self, state: State, seat: str) -> Iterator[DiscardEvents]:
        hand = sorted(state.hands[SIDES.index(seat)])
        return (DiscardEvents(cards) for cards in combinations(hand, too_many(state, seat)))

    def check(self, state: State, seat: str, action: DiscardEvents) -> None:  # type: ignore[override]
        _check(state, seat, action, too_many(state, seat), tuple(self.nearest(state, seat, action)))

    def nearest(self, state: State, seat: str, action: DiscardEvents) -> Iterator[DiscardEvents]:  # type: ignore[override]
        """Yield the same cards, filled up or cut down."""
        hand = sorted(state.hands[SIDES.index(seat)])
        wanted = [card for card in dict.fromkeys(action.cards) if card in hand]
        rest = [card for card in hand if card not in wanted]
        yield DiscardEvents(tuple(sorted([*wanted, *rest][: too_many(state, seat)])))

    def sample(self, state: State, seat: str, rng: Random) -> DiscardEvents:
        hand = sorted(state.hands[SIDES.index(seat)])
        return DiscardEvents(tuple(sorted(rng.sample(hand, too_many(state, seat)))))

    def default(self, state: State, seat: str) -> DiscardEvents:
        """Return the cards that came last."""
        return DiscardEvents(tuple(sorted(state.hands[SIDES.index(seat)][FACTS.limits.hand :])))

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"keep": FACTS.limits.hand}


def _check(state: State, seat: str, action: DiscardEvents, needed: int, nearest: tuple[Action, ...]) -> None:
    """Check for so many different cards of the hand.

    Raises:
        Refusal: Cards are not in the hand, or their number is wrong.
    """
    hand, given = sorted(state.hands[SIDES.index(seat)]), len(set(action.cards))
    strange = [card for card in action.cards if card not in hand]
    if strange:
        raise not_in_hand(nearest, cards=strange, hand=hand)
    if given != len(action.cards) or given != needed:
        raise wrong_number_of_cards(nearest, given=given, needed=needed, hand=hand)


class DiscardOneAnswers(Answers[State]):
    """Exactly one card of the hand; the one just drawn, too."""

    kind = "discard_one_event"
    rule = "3.5.2"
    actions = (DiscardEvents,)

    def options(self, state: State, seat: str) -> Iterator[DiscardEvents]:
        return (DiscardEvents((card,)) for card in sorted(state.hands[SIDES.index(seat)]))

    def check(self, state: State, seat: str, action: DiscardEvents) -> None:  # type: ignore[override]
        _check(state, seat, action, 1, tuple(self.nearest(state, seat, action)))

    def default(self, state: State, seat: str) -> DiscardEvents:
        """Return the card just drawn."""
        return DiscardEvents((state.hands[SIDES.index(seat)][-1],))


@step("3.5.2")
def discard_one_event(play: Play[State], side: SideIndex) -> Asks:
    """Ask the side for one card to discard, after Walpole's draw (M-5)."""
    answer: DiscardEvents = yield Choose(SIDES[side], DiscardOneAnswers())
    put_away(play, side, *answer.cards)


def put_away(play: Play[State], side: int, card: int) -> None:
    """Move a card from the hand to the discard pile, face up for everybody."""
    play.state.hands[side].remove(card)
    play.state.discard = sorted([*play.state.discard, card])
    play.emit(EventsDiscarded(SIDES[side], (card,)))

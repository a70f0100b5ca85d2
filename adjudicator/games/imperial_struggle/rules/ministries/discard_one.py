"""M-5: after Walpole's draw one Event card is put away."""

from collections.abc import Iterator

from adjudicator import Answers, Asking, Choose, Play

from ...fact_types import SIDES
from ...state import State
from ..book import step
from ..discard import DiscardEvents, EventsDiscarded, not_in_hand, wrong_number_of_cards


class DiscardOneAnswers(Answers[State]):
    """Exactly one card of the hand; the one just drawn, too."""

    kind = "discard_one_event"
    rule = "3.5.2"
    actions = (DiscardEvents,)

    def options(self, state: State, seat: str) -> Iterator[DiscardEvents]:
        return (DiscardEvents((card,)) for card in sorted(state.hands[SIDES.index(seat)]))

    def check(self, state: State, seat: str, action: DiscardEvents) -> None:  # type: ignore[override]
        hand = state.hands[SIDES.index(seat)]
        near = tuple(self.nearest(state, seat, action))
        strange = [card for card in action.cards if card not in hand]
        if strange:
            raise not_in_hand(near, cards=strange, hand=sorted(hand))
        if len(action.cards) != 1:
            given = len(set(action.cards))
            raise wrong_number_of_cards(near, given=given, needed=1, hand=sorted(hand))

    def default(self, state: State, seat: str) -> DiscardEvents:
        """The card just drawn."""
        return DiscardEvents((state.hands[SIDES.index(seat)][-1],))


DISCARD_ONE = DiscardOneAnswers()


@step("3.5.2")
def discard_one_event(play: Play[State], side: int) -> Asking:
    """The side puts one card away, face up for everybody."""
    answer: DiscardEvents = yield Choose(SIDES[side], DISCARD_ONE)
    (card,) = answer.cards
    play.state.hands[side].remove(card)
    play.state.discard = sorted([*play.state.discard, card])
    play.emit(EventsDiscarded(SIDES[side], (card,)))
    return None

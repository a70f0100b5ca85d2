"""Discard several faceup cards at once, in any order (glossary: discard).

A card goes to a pile by the region where it lies. Who is to find which card first hangs on the order only where two or
more come to one pile: then the player who discards them is asked, else they go as they lie.
"""

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import Annotated, Final

from adjudicator import Action, Asking, Choose, Frames, Play, Refusal, ValidatedAnswers
from adjudicator.components import Code

from ..facts import CARD, REGION_OF, CardId, PlayerId
from ..state import State
from . import pieces, table
from .book import in_turn, step

FEW: Final = 3
"""With so many cards every order is offered, with more one for each card on top; any order may be written."""


class InOrder(Action, frozen=True, tag="in_order"):
    """Discard cards in this order, the last one on top; those that it does not name follow as they lie. 10.26."""

    cards: Annotated[tuple[str, ...], CARD]


not_discarded = Code("10.26", card=CARD)


class OrderAnswers(ValidatedAnswers[State]):
    """The orders in which cards may be discarded."""

    kind, rule, interrupts = "discards", "10.26", True
    actions = (InOrder,)
    cards: Annotated[tuple[str, ...], CARD]

    def __init__(self, cards: Iterable[CardId]) -> None:
        self.cards = tuple(cards)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        if len(self.cards) <= FEW:
            yield from map(InOrder, permutations(self.cards))
        else:
            for last in reversed(self.cards):
                yield InOrder((*(card for card in self.cards if card != last), last))

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, InOrder)
        wrong = misnamed(action.cards, self.cards)
        return None if wrong is None else not_discarded(card=CARD.number(wrong))

    def context(self, state: State, seat: str) -> dict[str, tuple[str, ...]]:
        return {"cards": self.cards}

    def default(self, state: State, seat: str) -> Action:
        return InOrder(self.cards)


def misnamed(order: tuple[CardId, ...], cards: Iterable[CardId]) -> CardId | None:
    """Return the first card of an order that is not one of these, or was named before; None if there is none."""
    known = {*cards}
    return next((card for at, card in enumerate(order) if card not in known or card in order[:at]), None)


def discard_all(play: Play[State], seat: PlayerId, cards: Iterable[int]) -> Frames:
    """Discard cards that lie at sites, and ask for the order where it makes a difference."""
    cards = list(cards)
    spots = [table.spot_of(play.state, card) for card in cards]
    regions = [REGION_OF[spot.slot] for spot in spots if spot is not None]
    if len({*regions}) < len(regions):
        return [ordering(seat, [CARD.ids[card] for card in cards])]
    pieces.put_away(play, seat, cards)
    return []


@step("10.26")
def ordering(play: Play[State], seat: PlayerId, cards: list[CardId]) -> Asking:
    """Ask in which order cards are discarded."""
    answer = yield Choose(seat, in_turn(play.state, seat, OrderAnswers(cards)))
    order = dict.fromkeys((*answer.cards, *cards))
    pieces.put_away(play, seat, pieces.still_there(play.state, seat, order))
    return []

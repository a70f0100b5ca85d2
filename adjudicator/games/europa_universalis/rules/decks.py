"""The decks of action cards: drawing, discards, what is in a hand (R8.02)."""

from adjudicator import Event, Play

from ..content import Content, Use
from ..facts import POWER, SeatId
from ..slots import CARD, CardId, of_card
from ..state import State
from .book import OfSeat

_MIL = POWER.index["mil"]
KEPT_APART = 5
"""The newest discards, which are not shuffled."""


class CardsDrawn(Event, frozen=True, tag="cards_drawn", rule="R8.02", by="seat", own=("cards",)):
    """Action cards were drawn; from which decks everybody sees."""

    seat: SeatId
    decks: tuple[str, ...]
    cards: tuple[CardId, ...] = ()


class CardsDiscarded(OfSeat, frozen=True, tag="cards_discarded", rule="R8.02"):
    """Action cards went from a hand to the discards, which lie open."""

    cards: tuple[CardId, ...]


def left(state: State, power: int) -> int:
    """Return how many cards can be drawn from a deck, its discards among them if it is empty."""
    deck = state.decks[power]
    return len(deck.draw) + len(_shuffled(deck.discards))


def _shuffled(discards: list[int]) -> list[int]:
    return discards[:-KEPT_APART] if len(discards) > KEPT_APART else discards


def top_card(play: Play[State], power: int, draw: str, **about: str) -> int | None:
    """Draw the top card of a deck, or return None if there is none.

    If the deck is empty, all discards but the top five are shuffled into it.
    """
    deck = play.state.decks[power]
    if not deck.draw:
        again = _shuffled(deck.discards)
        deck.draw, deck.discards = sorted(again), deck.discards[len(again) :]
    if not deck.draw:
        return None
    card = CARD.index[play.pick(draw, "card", [CARD.ids[each] for each in deck.draw], **about)]
    deck.draw.remove(card)
    return card


def draw(play: Play[State], seat: str, decks: tuple[str, ...]) -> list[int]:
    """Draw a card from each of these decks that has one left.

    The caller decides where the cards go.
    """
    found = [card for id in decks if (card := top_card(play, POWER.index[id], "card", seat=seat)) is not None]
    play.emit(CardsDrawn(seat, decks, tuple(CARD.ids[each] for each in found)))
    return found


def take(state: State, seat: str, cards: list[int]) -> None:
    """Put cards into a hand."""
    own = state.led[seat]
    own.hand = sorted([*own.hand, *cards])


def discard(state: State, card: int) -> None:
    """Discard a card to its deck; its character is no longer in play."""
    state.decks[CARD.things[card].deck].discards.append(card)
    state.ill &= ~(1 << of_card(card))


def discard_from_hand(play: Play[State], seat: str, cards: list[int]) -> None:
    """Discard cards of a hand."""
    own = play.state.led[seat]
    for card in cards:
        own.hand.remove(card)
        discard(play.state, card)
    if cards:
        play.emit(CardsDiscarded(seat, tuple(CARD.ids[each] for each in cards)))


def may_hold(state: State, seat: str, content: Content, use: Use) -> bool:
    """Return whether a seat may hold a card for something, as far as everybody knows: by its decks, and the mil power.

    From which deck a card is its back shows. Who cannot have one is not asked.
    """
    own, decks = state.led[seat], content.uses[use]
    held = {CARD.things[card].deck for card in own.hand}
    return any(deck in held and price <= own.power[_MIL] for deck, price in decks.items())

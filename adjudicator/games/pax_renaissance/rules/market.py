"""The market: buying (E1), comets (L1), the refresh at the end of a turn (D2)."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

from adjudicator import FIRST, Action, Asks, Event, Frames, Play, Question, Refusal
from adjudicator.components import Code

from ..facts import EAST, ITEM, NONE, SIDE, VICTORY, WEST, BankId, ItemId, SideId, VictoryId
from ..state import Deck, State
from .book import SeatEvent, TurnDeed, step
from .table import has

HAND = 2
"""Cards that a hand may hold (E1a)."""


class Bought(SeatEvent, frozen=True, tag="bought", rule="E1"):
    """A card was bought; `gained`: florins that lay on it."""

    card: ItemId
    price: int
    gained: int = 0


class CometSeen(SeatEvent, frozen=True, tag="comet_seen", rule="L1"):
    """A comet was bought: a way to win is open now."""

    card: ItemId
    victory: VictoryId


class MarketFilled(Event, frozen=True, tag="market_filled", rule="D2"):
    side: SideId
    cards: Annotated[tuple[str, ...], ITEM]


not_in_market = Code("E1", card=ITEM)
not_for_sale = Code("E1b", card=ITEM)
"""It lies face down in the first column: only a fair takes it."""
hand_full = Code("E1a", card=ITEM)
usury = Code("E1e", card=ITEM)
too_dear = Code("E1b", card=ITEM, price=int, florins=int)


def place_of(state: State, card: int) -> tuple[int, int] | None:
    """Return the row and the slot of a card in the market, or None."""
    return next(((side, row.index(card)) for side, row in enumerate(state.market) if card in row), None)


class Buy(TurnDeed, frozen=True, tag="buy"):
    """Buy an open card of the market. E1."""

    card: ItemId

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        """Yield every card of the market that is not too dear, but those of the fairs."""
        for row in state.market:
            yield from (cls(ITEM.ids[card]) for card in row[1 : state.florins[seat] + 1] if card != NONE)

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        card = ITEM.number(self.card)
        found = place_of(state, card)
        if found is None:
            return not_in_market(card=card)
        _, price = found
        if not price:
            return not_for_sale(card=card)
        if state.turn.paid >> card & 1:
            return usury(card=card)
        if state.florins[seat] < price:
            return too_dear(card=card, price=price, florins=state.florins[seat])
        room = ITEM.things[card].kind == "comet" or len(state.hands[seat]) < HAND or has(state, seat, "unlimited_hand")
        return None if room else hand_full(card=card)

    def apply(self, play: Play[State], seat: str) -> Frames:
        """Pay the price to the cards on the left, a florin each (E1b-d).

        If one of them is gone, its florin goes to the other row.
        """
        state, card = play.state, ITEM.index[self.card]
        found = place_of(state, card)
        assert found is not None
        side, price = found
        for slot in range(price):
            row = next((each for each in (side, 1 - side) if state.market[each][slot] != NONE), None)
            if row is not None:
                state.money[row][slot] += 1
                state.turn.paid |= 1 << state.market[row][slot]
        gained, state.money[side][price], state.market[side][price] = state.money[side][price], 0, NONE
        state.florins[seat] += gained - price
        play.emit(Bought(seat, self.card, price, gained))
        if ITEM.things[card].kind == "comet":
            state.discarded = sorted([*state.discarded, card])
            return [comet(seat, self.card)]
        state.hands[seat] = sorted([*state.hands[seat], card])
        return []


class OpenVictory(Action, frozen=True, tag="open_victory"):
    """Turn this victory tile to its active side. L1."""

    victory: VictoryId


open_already = Code("L1", victory=VICTORY)
COMET: Final = Question("comet", "L1", OpenVictory, otherwise=open_already, default=FIRST, alone="logged")


@step("L1")
def comet(play: Play[State], seat: BankId, card: ItemId) -> Asks:
    """Let the buyer of a comet turn a victory tile."""
    closed = VICTORY.mask & ~play.state.victories
    answer = yield COMET(seat, map(OpenVictory, VICTORY.ids_of(closed)))
    play.state.victories |= 1 << VICTORY.index[answer.victory]
    play.emit(CometSeen(seat, card, answer.victory))


def drawn(play: Play[State], side: int) -> int:
    """Draw the next card of a deck, or return `NONE` if it has none (C5)."""
    state = play.state
    deck = state.decks[side]
    if not deck.size:
        return NONE
    if deck.top == NONE:
        card = _pick(play, side)
    else:
        card, deck.top = deck.top, NONE
    if deck.first:
        deck.first -= 1
    else:
        deck.last -= 1
    if state.rules.astrology and deck.size:
        deck.top = _pick(play, side)
    return card


def _pick(play: Play[State], side: int) -> int:
    """Pick a card from the top of a deck (C5a).

    Comets are only among the last cards, and are as likely as any other.
    """
    deck: Deck = play.state.decks[side]
    weights = {ITEM.ids[card]: 1 for card in deck.pool}
    if not deck.first:
        others = deck.last - len(deck.comets)
        weights = {ITEM.ids[card]: others for card in deck.pool} if others else {}
        weights |= {ITEM.ids[card]: max(1, len(deck.pool)) for card in deck.comets}
    card = ITEM.index[play.pick_weighted("market", "card", weights, side=SIDE.ids[side])]
    (deck.pool if card in deck.pool else deck.comets).remove(card)
    return card


def fill(play: Play[State]) -> bool:
    """Slide cards to the left with their florins, and fill gaps (D2).

    Returns False if a gap stays: then the game is over (L2a).
    """
    state = play.state
    for row, money in zip(state.market, state.money, strict=True):
        left = money[0] if row[0] == NONE else 0  # what a fair left stays in the first slot (G5a)
        kept = [slot for slot, card in enumerate(row) if card != NONE]
        gaps = 6 - len(kept)
        row[:] = [*(row[slot] for slot in kept), *[NONE] * gaps]
        money[:] = [*(money[slot] for slot in kept), *[0] * gaps]
        money[0] += left
    new: dict[int, list[str]] = {WEST: [], EAST: []}
    for side, slot in [(side, slot) for slot in range(6) for side in (WEST, EAST) if state.market[side][slot] == NONE]:
        card = drawn(play, side)
        if card == NONE:
            card = drawn(play, 1 - side)
        state.market[side][slot] = card
        new[side] += [] if card == NONE else [ITEM.ids[card]]
    for side, cards in new.items():
        if cards:
            play.emit(MarketFilled(SIDE.ids[side], tuple(cards)))
    return all(NONE not in row for row in state.market)

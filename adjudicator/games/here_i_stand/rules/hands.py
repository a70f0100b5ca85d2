"""Cards in hands, in the deck and out of it (6)."""

from typing import Annotated, Any

from msgspec.structs import replace

from adjudicator import Play
from adjudicator.components.bits import bits

from ..facts import CARD, POWER, CardId, PowerId
from ..state import State
from .book import PowerEvent


class Drew(PowerEvent, frozen=True, tag="drew", rule="8.2", own=("cards",)):
    """A power drew cards of the deck."""

    count: int
    cards: tuple[CardId, ...] = ()


class Discarded(PowerEvent, frozen=True, tag="discarded", rule="6", hits=("power",)):
    """A power discarded a card; `blind`: one that was drawn from its hand at random."""

    card: CardId
    blind: bool = False


class TookCard(PowerEvent, frozen=True, tag="took_card", rule="6", own=("card",), hits=("loser",)):
    """A card went from one hand to another; the one who lost it knows which."""

    loser: PowerId
    card: CardId | None = None


class Retrieved(PowerEvent, frozen=True, tag="retrieved", rule="6"):
    """A power took a card of the discard pile."""

    card: CardId


class HandShown(PowerEvent, frozen=True, tag="hand_shown", rule="6"):
    """The cards in a hand that a power may see."""

    victim: PowerId
    cards: Annotated[tuple[str, ...], CARD]


def show(play: Play[State], power: str, victim: str, to: str) -> None:
    """Show the hand of one power to another, by what a third or the same one did."""
    play.show(HandShown(power, victim, tuple(CARD.ids[card] for card in play.state.hands[victim].cards)), (to,))


def holds(state: State, power: str, card: int) -> bool:
    """Return whether a power may play a card: from its hand, or a home card of its power card."""
    hand = state.hands[power]
    return card in hand.cards or bool(hand.home >> card & 1)


def set_hand(state: State, power: str, **fields: Any) -> None:
    """Change a hand in these fields."""
    state.hands = {**state.hands, power: replace(state.hands[power], **fields)}


def change_hand(state: State, power: str, *, add: int | None = None, drop: int | None = None) -> None:
    """Put a card into a hand, or take one out of it."""
    cards = [card for card in state.hands[power].cards if card != drop]
    set_hand(state, power, cards=cards if add is None else sorted([*cards, add]))


def draw(play: Play[State], power: str, count: int) -> None:
    """Let a power draw cards from the deck; when it is empty, the discard pile makes a new one (6.2)."""
    state = play.state
    drawn: list[int] = []
    while len(drawn) < count and (state.deck or state.discard):
        if not state.deck:
            state.deck, state.discard = sorted(state.discard), []
        wanted = min(count - len(drawn), len(state.deck))
        found = play.pick_many("deal", "cards", [CARD.ids[each] for each in state.deck], wanted, power=power)
        taken = [*map(CARD.number, found)]
        state.deck = [each for each in state.deck if each not in taken]
        drawn += taken
    set_hand(state, power, cards=sorted([*state.hands[power].cards, *drawn]))
    if drawn:
        play.emit(Drew(power, len(drawn), tuple(CARD.ids[each] for each in drawn)))


def discard(play: Play[State], power: str, card: int, *, blind: bool = False) -> None:
    """Let a power discard a card of its hand, face up."""
    change_hand(play.state, power, drop=card)
    play.state.discard = [*play.state.discard, card]
    play.emit(Discarded(power, CARD.ids[card], blind))


def at_random(play: Play[State], power: str) -> int | None:
    """Return a card of the hand of a power, drawn at random; home cards are never among them (6.2)."""
    cards = play.state.hands[power].cards
    if not cards:
        return None
    return CARD.number(play.pick("random_card", "card", [CARD.ids[each] for each in cards], power=power))


def take(play: Play[State], taker: str, loser: str, card: int) -> None:
    """Give a card of one hand to another; both know which."""
    change_hand(play.state, loser, drop=card)
    change_hand(play.state, taker, add=card)
    full = TookCard(taker, loser, CARD.ids[card])
    play.emit(TookCard(taker, loser), {taker: full, loser: full})


def discard_at_random(play: Play[State], power: str) -> int | None:
    """Let a power discard a card of its hand that is drawn at random, and return it."""
    if (card := at_random(play, power)) is not None:
        discard(play, power, card, blind=True)
    return card


def take_at_random(play: Play[State], taker: str, loser: str) -> int | None:
    """Give a card that is drawn at random from one hand to another, and return it."""
    if (card := at_random(play, loser)) is not None:
        take(play, taker, loser, card)
    return card


def keep(state: State, power: str) -> None:
    """Put the cards that a power only sees into its hand."""
    hand = state.hands[power]
    set_hand(state, power, cards=sorted([*hand.cards, *hand.looking]), looking=[])


def spent(state: State, power: str, card: int) -> None:
    """Put a card away that was used for its points: a home card comes back in the next turn, others are discarded."""
    home = state.hands[power].home
    if home >> card & 1:
        set_hand(state, power, home=home & ~(1 << card))
    else:
        change_hand(state, power, drop=card)
        state.discard = [*state.discard, card]


def lay_down(state: State, power: str, card: int) -> None:
    """Lay a card down that is played as an event: it is discarded when the event is over (11)."""
    spent(state, power, card)
    if card in state.discard:
        state.discard = [each for each in state.discard if each != card]
        state.played = [*state.played, card]


def put_away(state: State) -> None:
    """Discard the cards whose events are over (11)."""
    state.discard, state.played = [*state.discard, *state.played], []


def used(state: State, card: int) -> bool:
    """Return whether a card was used as an event in this turn, by whomever: it is so once (11)."""
    return any(each.used >> card & 1 for each in state.powers.values())


def playable(state: State, power: str) -> list[int]:
    """Return the cards that a power holds: home cards that it has not played in this turn, then those of its hand."""
    return [*bits(state.hands[power].home), *state.hands[power].cards]


def remove(state: State, card: int, *, on_table: bool = False) -> None:
    """Take a card out of the match, wherever it lies; a ruler's or a foreign war's stays on the table."""
    for power in POWER.ids:
        change_hand(state, power, drop=card)
    state.deck = [each for each in state.deck if each != card]
    state.waiting = [each for each in state.waiting if each != card]
    state.discard = [each for each in state.discard if each != card]
    state.gone = [each for each in state.gone if each != card]
    state.table = [each for each in state.table if each != card]
    state.played = [each for each in state.played if each != card]
    if on_table:
        state.table = sorted([*state.table, card])
    else:
        state.gone = sorted([*state.gone, card])

"""Response and combat cards (6): who may publicly hold one, and how it is put away."""

from adjudicator import Play

from ..facts import CARD, ENGLAND, HOME_OF, POWER, ZONE_OF, CardId
from ..state import State
from . import hands
from .book import PowerEvent


class Responded(PowerEvent, frozen=True, tag="responded", rule="6"):
    """A power used a card in answer to others, or in a battle."""

    card: CardId


def marian(state: State) -> bool:
    """Return whether Mary I rules an England that is not wholly Catholic (21.3)."""
    home = HOME_OF[ENGLAND] & ZONE_OF["english"]
    return state.powers[ENGLAND].ruler == "mary_i" and bool(home & state.protestant)


def bound(state: State, power: str) -> bool:
    """Return whether a power may use response and combat cards for their points only: England under Mary I (21.3)."""
    return power == ENGLAND and state.acting and marian(state)


def at_large(state: State, *cards: str) -> bool:
    """Return whether one of these cards may be in somebody's hand, as far as all know: none lies open elsewhere."""
    open_ones = {*state.discard, *state.gone, *state.waiting, *state.table, *state.played}
    numbers = map(CARD.number, cards)
    return any(each not in open_ones and not hands.used(state, each) for each in numbers)


def may_hold(state: State, power: str, *cards: str) -> bool:
    """Return whether a power may hold one of these cards, as far as all know."""
    return bool(state.hands[power].cards) and not bound(state, power) and at_large(state, *cards)


def who_may_hold(state: State, *cards: str, but: str = "") -> tuple[str, ...]:
    """Return the powers that may hold one of these cards, without one, in the order of impulses."""
    if not at_large(state, *cards):
        return ()
    return tuple(each for each in POWER.ids if each != but and state.hands[each].cards and not bound(state, each))


def held(state: State, power: str, *cards: str) -> list[str]:
    """Return which of these cards a power has in its hand, but for those that it is about to give away."""
    if bound(state, power):
        return []
    leaving = (state.offered, state.offered_too)
    numbers = {each: CARD.number(each) for each in cards}
    own = state.hands[power].cards
    return [each for each, n in numbers.items() if n in own and n not in leaving and not hands.used(state, n)]


def use(play: Play[State], power: str, card: str) -> None:
    """Put a card away that a power uses: it lies among the discards, and counts as used in this turn."""
    number = CARD.number(card)
    hands.spent(play.state, power, number)
    play.state.powers[power].used |= 1 << number
    play.emit(Responded(power, card))

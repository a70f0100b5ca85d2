"""What could be otherwise for all that some seats know: cards and missions in the hands of others."""

from collections.abc import Iterable
from copy import deepcopy
from random import Random

from adjudicator.components import bits
from adjudicator.kernel.events import as_seats

from .content import Content
from .rules.drawing import eligible
from .slots import CARD
from .state import State


def disguised(state: State, seats: Iterable[str], rng: Random, content: Content) -> State:
    """A copy in which the cards of a deck that these seats do not see have changed places, and others hold other
    missions. Which cards a deck still has as a whole is known: its discards lie open.
    """
    twin = deepcopy(state)
    known = as_seats(seats)
    others = [own for seat, own in twin.led.items() if seat not in known]
    for power, deck in enumerate(twin.decks):
        piles = [deck.draw, *(own.hand for own in others), *(own.drawn for own in others)]
        unseen = [card for pile in piles for card in pile if CARD.things[card].deck == power]
        rng.shuffle(unseen)
        for pile in piles:
            pile[:] = sorted(unseen.pop() if CARD.things[card].deck == power else card for card in pile)
    for seat, own in twin.led.items():
        if seat not in known:
            own.missions = sorted(rng.sample(list(bits(eligible(state, seat, content))), len(own.missions)))
    return twin

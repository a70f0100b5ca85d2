"""List the hidden facts that could differ for all that some seats know.

These are: cards and missions in the hands of others, and which half of the event deck holds which events.

Everything else that is face down follows from what is face up and is the same in every world: the decks of trade,
ideas, milestones and power struggles hold the cards of the pack that have not been seen yet. What is drawn next is
chosen by the seed alone.
"""

from collections.abc import Iterable
from random import Random
from typing import Final

import msgspec

from adjudicator.components import bits, mask_of
from adjudicator.kernel.events import as_seats

from .content import Content
from .rules.drawing import eligible
from .slots import CARD, EVENT
from .state import Led, State

_COPY: Final = msgspec.json.Decoder(State)


def disguised(state: State, seats: Iterable[str], rng: Random, content: Content) -> State:
    """Return a copy in which everything that these seats together cannot know is drawn again."""
    twin = _COPY.decode(msgspec.json.encode(state))
    known = as_seats(seats)
    others = {seat: own for seat, own in twin.led.items() if seat not in known}
    _deal_cards(twin, others.values(), rng)
    for seat, own in others.items():
        possible = eligible(state, seat, content) | mask_of(own.missions)
        own.missions = sorted(rng.sample([*bits(possible)], len(own.missions)))
    if state.rules.random_x_events:
        events = twin.events
        _exchange(
            [events.first, events.second],
            {EVENT.number(id) for id, each in content.events.items() if not each.half},
            rng,
        )
    return twin


def _deal_cards(state: State, others: Iterable[Led], rng: Random) -> None:
    """Exchange the unseen cards of each deck among its draw pile and the hands of others.

    Everybody sees from which deck a card in a hand is, and which cards a deck has left as a whole: its discards lie
    open.
    """
    hands = [pile for own in others for pile in (own.hand, own.drawn)]
    for power, deck in enumerate(state.decks):
        _exchange([deck.draw, *hands], {card.index for card in CARD if card.deck == power}, rng)


def _exchange(piles: list[list[int]], which: set[int], rng: Random) -> None:
    """Shuffle these things among the piles, of which each keeps as many of them as it has."""
    found = sorted(thing for pile in piles for thing in pile if thing in which)
    rng.shuffle(found)
    for pile in piles:
        pile[:] = sorted(found.pop() if thing in which else thing for thing in pile)

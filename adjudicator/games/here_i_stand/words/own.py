"""Tell what concerns one player: the hand, with the texts of the cards, and deals that are signed."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.components import bits
from adjudicator.reports.model import Holding, Item

from ..facts import CARD, HOME_CARD
from ..rules import table
from ..state import State
from . import terms
from .book import Speech


def holdings(state: State, seat: str, to: Speech) -> Iterator[Holding]:
    """Yield the cards in the hand with their texts, cards of others that are looked at, and signed deals."""
    hand = state.hands[seat]
    home = [each for each in bits(hand.home) if CARD.ids[each] in HOME_CARD]
    if cards := [*home, *(each for each in hand.cards if each >= 0)]:
        yield _cards(to.gettext("Your hand"), cards, to)
    if looking := [each for each in hand.looking if each >= 0]:
        yield _cards(to.gettext("Cards that you see but cannot use yet"), looking, to)
    if pacts := state.pacts[seat]:
        items = tuple(
            Item(name=to.listing((to.seat(each.first), to.seat(each.second))), text=terms.agreed(each, to))
            for each in pacts
        )
        yield Holding(heading=to.gettext("Deals that you have signed"), items=items, brief=items)


def _cards(heading: str, cards: list[int], to: Speech) -> Holding:
    items = tuple(
        Item(name=f"{to.card(CARD.ids[each])} {to.short(CARD, each)}", text=to.text_of(CARD.ids[each]))
        for each in cards
    )
    return Holding(heading=heading, items=items, brief=items)


def left(before: State, now: State, seat: str, to: Speech) -> Iterator[Item]:
    """Yield what is left; what has moved is shown with its old value."""
    yield Item(name=to.gettext("Command points"), text=_moved(before.impulse.cp, now.impulse.cp))
    cards = [len(each.hands[seat].cards) for each in (before, now)]
    yield Item(name=to.gettext("Cards"), text=_moved(*cards))
    points = [table.points(each, seat) for each in (before, now)]
    yield Item(name=to.gettext("Victory points"), text=_moved(*points))


def _moved(was: int, now: int) -> str:
    return str(now) if was == now else f"{was} → {now}"

"""Apply Ministry cards to Event cards (3.5.3, 5.2): keywords, M-8 and M-25 that lift a restriction, M-24, M-26."""

from typing import Final

from adjudicator import Play

from ...fact_events import Event
from ...fact_types import ACTION_TYPES, ECONOMIC, FRANCE, MINISTRY, SIDES
from ...state import State
from ..purse import points_of, tile_of
from . import cards
from .cards import MinistryPoints, MinistryUsed, exhausted, ministry_id, number_of

BANK: Final = 8
CONDORCET: Final = 25
TRADE: Final = 24
TRADE_LEAD: Final = "m24"
"""Among the modifiers of a round: M-24 lay face up before the tile and its condition held, and its point for Event
points is not given yet (R-44).
"""
VIA: Final = {BANK: 2, CONDORCET: 1}
"""The cards that lift a restriction on playing an Event, with the ability that does."""


def check_via(state: State, side: int, via: str, event: Event) -> None:
    """Refuse a card that cannot help to play this Event from the tile that was taken.

    M-8 lets an economic Event be played whatever the Major Action is, M-25 an Event without the symbol.

    Raises:
        Refusal: The card cannot help.
    """
    held = cards.own_card(state, side, via)
    ability = VIA.get(held.card)
    if ability is None:
        count = len(MINISTRY.things[held.card - 1].abilities)
        raise cards.no_such_ability(ministry=via, ability=0, abilities=count)
    if exhausted(held, ability):
        raise cards.ability_exhausted(ministry=via, ability=ability)
    tile = tile_of(state, side)
    if not (tile.event and event.action == ECONOMIC if held.card == BANK else not tile.event):
        raise cards.ability_no_effect(ministry=via, ability=ability)


def lifts_type(via: str | None) -> bool:
    """Return whether the card named as `via` lets the type of the Major Action be another one (M-8)."""
    return via is not None and number_of(via) == BANK


def lifts_symbol(via: str | None) -> bool:
    """Return whether the card named as `via` makes the symbol unnecessary (M-25)."""
    return via is not None and number_of(via) == CONDORCET


def vias(state: State, side: int) -> tuple[str, ...]:
    """Return the cards of a side, face down or up, that could still lift a restriction this turn."""
    laid = {held.card: held for held in state.ministries[side]}
    return tuple(ministry_id(card) for card, n in VIA.items() if card in laid and not exhausted(laid[card], n))


def use_via(play: Play[State], side: int, via: str) -> None:
    """Turn the card up and use up its ability."""
    card = number_of(via)
    cards.turn_up(play, side, [card])
    cards.exhaust(play.state, side, card, VIA[card])
    play.state.ministry_used = True
    play.emit(MinistryUsed(SIDES[side], ministry_id(card), VIA[card]))


def bonus_received(play: Play[State], side: int) -> None:
    """Apply M-26 after the bonus of an Event has been carried out.

    Face up, it adds to the actions of the tile (R-45).
    """
    if side == FRANCE and cards.is_up(play.state, cards.LAVOISIER):
        cards.bonus_round(play, side)


def economic_points_gained(play: Play[State], side: int) -> None:
    """Add one economic point, once, after an Event gave some (M-24, R-44).

    The tile has no Economic Action.
    """
    ap = points_of(play.state)
    if TRADE_LEAD not in ap.modifiers:
        return
    ap.modifiers.remove(TRADE_LEAD)
    amount = cards.ability_of(TRADE, 1).amount
    ap.major[ECONOMIC] += amount
    ap.major_allowed |= 1 << ECONOMIC
    play.emit(MinistryPoints(SIDES[side], ministry_id(TRADE), ACTION_TYPES[ECONOMIC], amount, "major"))

"""Favor that enemies of a card's ruler give before they may do something at the sites of that ruler."""

from typing import Any

from ..facts import CARD, NONE
from ..rules import table
from ..rules.playing import no_favor
from ..state import State


def same_ruler(state: State, card: int, slot: int) -> bool:
    """Return whether whoever rules a card rules a site, too: the same players, or bandits both."""
    if slot == NONE or state.sites[slot].site == NONE:
        return False
    owners = table.card_rulers(state, card)
    if not owners:
        return not table.rulers(state, slot)
    return any(table.rules(state, owner, slot) for owner in owners)


def binds_at(state: State, id: str, seat: str, slot: int) -> bool:
    """Return whether a card binds a player at a site: the card's ruler rules it, and is an enemy (7.1.4)."""
    card = CARD.number(id)
    return table.spot_of(state, card) is not None and table.binds(state, card, seat) and same_ruler(state, card, slot)


def toll(state: State, id: str, seat: str, slot: int) -> list[tuple[str, int]]:
    """Return the favor that a card demands of a player for its ruler ("": bandits, who burn it)."""
    return [(table.card_ruler(state, CARD.number(id)), 1)] if binds_at(state, id, seat, slot) else []


def demand(quote: Any, id: str, slot: int) -> None:
    """Demand the toll of a card for an action."""
    fees = toll(quote.state, id, quote.seat, slot)
    if fees and table.favor_of(quote.state, quote.seat) < 1:
        quote.forbid(id, no_favor(favor=0, needs=1))
    quote.fees += fees

"""Say what an option costs the player who may choose it: supply, favor and secrets, put or burned."""

from __future__ import annotations

from typing import Any

from ..facts import NONE
from ..state import State
from .book import Speech


def price(action: Any, state: State, seat: str, to: Speech) -> str:
    """Return the price of an action in words; "" if it costs nothing."""
    if not seat or not hasattr(action, "fee"):
        return ""
    fee = action.fee(state, seat)
    return to.amounts(supply=fee.supply, favor=fee.favor, secrets=fee.secrets)


def lying_here(state: State, seat: str) -> int:
    """Return the slot where a player is, `NONE` for an observer."""
    return state.boards[seat].pawn if seat else NONE

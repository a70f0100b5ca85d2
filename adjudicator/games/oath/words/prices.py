"""Work out what an option costs the player who may choose it: supply, favor and secrets, put or burned."""

from __future__ import annotations

from typing import Any

from ..facts import BANNER, CARD, NONE, PEOPLES_FAVOR, SITE, SLOT, Cost
from ..rules import campaign, economy, empire, plans, powers, search, table, travel
from ..rules.modifying import price_of
from ..state import State
from .book import Speech


def price(action: Any, state: State, seat: str, to: Speech) -> str:
    """Return the price of an action in words; "" if it costs nothing."""
    if not seat:
        return ""
    supply, favor, secrets = _costs(action, state, seat)
    return to.amounts(supply=supply, favor=favor, secrets=secrets)


def _costs(action: Any, state: State, seat: str) -> tuple[int, int, int]:
    """Return supply, favor and secrets that an action costs."""
    if isinstance(action, search.Search):
        terms: Any = action.quote(state, seat)
        return _with(action, state, terms.price, _fees(terms), 0)
    if isinstance(action, economy.Muster | economy.Trade):
        terms = action.quote(state, seat)
        return _with(action, state, terms.supply, terms.favor + _fees(terms), terms.secrets)
    if isinstance(action, travel.Travel):
        terms = action.quote(state, seat)
        return _with(action, state, terms.price, _fees(terms), terms.turned)
    if isinstance(action, economy.RecoverRelic):
        due = SITE.things[state.sites[state.boards[seat].pawn].site].recover
        favor, secrets = (0, 0) if due is None else (due.favor + due.burn_favor, due.burn_secrets)
        return _with(action, state, action.quote(state, seat).supply, favor, secrets)
    if isinstance(action, economy.RecoverBanner):
        terms = action.quote(state, seat)
        own = max(0, action.pay - terms.added)
        favor = own if BANNER.number(action.banner) == PEOPLES_FAVOR else 0
        return _with(action, state, terms.supply, favor, own - favor)
    if isinstance(action, campaign.Attack):
        hidden = any(table.is_site(state, SLOT.number(each), "the_hidden_place") for each in action.sites)
        return (2 if state.turn.acting else 0), 0, int(hidden)
    if isinstance(action, campaign.UsePlan):
        return _of(plans.cost_of(state, seat, CARD.number(action.card)) if state.campaign else Cost())
    if isinstance(action, powers.UsePower):
        return _of(table.face(state, CARD.number(action.card)).cost)
    if isinstance(action, empire.ExileCitizen):
        return 0, empire.exile_price(state, seat, action.player), 0
    if isinstance(action, empire.SelfExile):
        return 0, empire.self_price(state, seat), 0
    return 0, 0, 0


def _with(action: Any, state: State, supply: int, favor: int, secrets: int) -> tuple[int, int, int]:
    """Add what the modifiers of a major action cost."""
    more_favor, more_secrets = price_of(state, action.modifiers)
    return supply, favor + more_favor, secrets + more_secrets


def _fees(terms: Any) -> int:
    return sum(favor for _, favor in terms.fees)


def _of(cost: Cost) -> tuple[int, int, int]:
    return 0, cost.favor + cost.burn_favor, cost.secrets + cost.burn_secrets


def lying_here(state: State, seat: str) -> int:
    """Return the slot where a player is, `NONE` for an observer."""
    return state.boards[seat].pawn if seat else NONE

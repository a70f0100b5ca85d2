"""Work out what an option costs the player who may choose it: supply, favor and secrets, put or burned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ..facts import BANNER, CARD, NONE, PEOPLES_FAVOR, SITE, SLOT, Cost
from ..rules import empire, plans, table
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
    found = _COSTS.get(action.op)
    return (0, 0, 0) if found is None else found(action, state, seat)


def _search(action: Any, state: State, seat: str) -> tuple[int, int, int]:
    terms = action.quote(state, seat)
    return _with(action, state, terms.price, _fees(terms), 0)


def _purchase(action: Any, state: State, seat: str) -> tuple[int, int, int]:
    terms = action.quote(state, seat)
    return _with(action, state, terms.supply, terms.favor + _fees(terms), terms.secrets)


def _travel(action: Any, state: State, seat: str) -> tuple[int, int, int]:
    terms = action.quote(state, seat)
    return _with(action, state, terms.price, _fees(terms), terms.turned)


def _relic(action: Any, state: State, seat: str) -> tuple[int, int, int]:
    due = SITE.things[state.sites[state.boards[seat].pawn].site].recover
    favor, secrets = (0, 0) if due is None else (due.favor + due.burn_favor, due.burn_secrets)
    return _with(action, state, action.quote(state, seat).supply, favor, secrets)


def _banner(action: Any, state: State, seat: str) -> tuple[int, int, int]:
    terms = action.quote(state, seat)
    own = max(0, action.pay - terms.added)
    favor = own if BANNER.number(action.banner) == PEOPLES_FAVOR else 0
    return _with(action, state, terms.supply, favor, own - favor)


def _campaign(action: Any, state: State, seat: str) -> tuple[int, int, int]:
    hidden = any(table.is_site(state, SLOT.number(each), "the_hidden_place") for each in action.sites)
    return (2 if state.turn.acting else 0), 0, int(hidden)


def _plan(action: Any, state: State, seat: str) -> tuple[int, int, int]:
    return _of(plans.cost_of(state, seat, CARD.number(action.card)) if state.campaign else Cost())


_COSTS: Final[Mapping[str, Callable[[Any, State, str], tuple[int, int, int]]]] = {
    "search": _search,
    "muster": _purchase,
    "trade": _purchase,
    "travel": _travel,
    "recover_relic": _relic,
    "recover_banner": _banner,
    "campaign": _campaign,
    "use_plan": _plan,
    "use_power": lambda action, state, seat: _of(table.face(state, CARD.number(action.card)).cost),
    "exile_citizen": lambda action, state, seat: (0, empire.exile_price(state, seat, action.player), 0),
    "self_exile": lambda action, state, seat: (0, empire.self_price(state, seat), 0),
}
"""What actions cost, by their names: supply, favor and secrets."""


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

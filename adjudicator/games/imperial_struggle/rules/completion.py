"""The next open argument of a purchase: first what is bought, then which action pays, debt, treaty points."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import fields, replace

from adjudicator import Refusal, Slot
from adjudicator.kernel import refusals

from ..state import State
from .ministries.wallet import named
from .payment import Payment
from .prices import Quote
from .purchase import Use
from .purse import Purses, purse

_PAYMENT: Final = frozenset(field.encode_name for field in fields(Payment))


def complete_purchase(use: Use[Payment], state: State, side: int, partial: Mapping[str, Any]) -> Slot | Payment:
    """Return what is open in `partial`, given what the side can pay of its op.

    Raises:
        Refusal: Nothing fits.
    """
    wanted = {name: value for name, value in partial.items() if name not in _PAYMENT and name != "op"}
    offers = use.offers(state, side, Purses(state, side))
    fitting = [offer for offer in offers if all(_get(offer, name) == value for name, value in wanted.items())]
    if not fitting:
        raise _nothing_fits(partial)
    for field in fields(fitting[0]):
        name = field.encode_name
        if name in _PAYMENT or name in wanted:
            continue
        values = tuple(dict.fromkeys(getattr(offer, field.name) for offer in fitting))
        if len(values) > 1:
            return Slot(name, values)
    offer = _with_means(fitting[0], partial)
    return _complete_payment(state, side, offer, partial, use.quote(state, side, offer))


def _nothing_fits(partial: Mapping[str, Any]) -> Refusal:
    return refusals.no_such_option(given=[f"{key}={value}" for key, value in partial.items()])


def _with_means(offer: Payment, partial: Mapping[str, Any]) -> Payment:
    """Return the offer with what the player turns up or flips for it, if they say so."""
    means = {name: partial[name] for name in ("huguenots", "free_debt") if name in partial}
    if "reveal" in partial:
        means["reveal"] = tuple(partial["reveal"])
    return replace(offer, **means)


def _get(offer: Payment, name: str) -> Any:
    for field in fields(offer):
        if field.encode_name == name:
            return msgspec.to_builtins(getattr(offer, field.name))
    return None


def _complete_payment(
    state: State, side: int, offer: Payment, partial: Mapping[str, Any], price: Quote
) -> Slot | Payment:
    if price.cost == 0:
        return offer
    purse_ = purse(state, side, price.type, named(offer))
    ways = [way for kind in purse_.kinds(price) for way in purse_.payments(price, kind)]
    for name in ("kind", "free_debt", "debt", "trp"):
        if name in partial:
            ways = [way for way in ways if getattr(way, name) == partial[name]]
        values = tuple(dict.fromkeys(getattr(way, name) for way in ways))
        if not values:
            raise _nothing_fits(partial)
        if name not in partial and len(values) > 1:
            return Slot(name, values, optional=0 in values, default=0 if 0 in values else None)
        ways = [way for way in ways if getattr(way, name) == values[0]]
    return replace(ways[0].of(offer), restricted=partial.get("restricted"))

"""What a purchase costs and why: base price, reductions, increases, minimum (5.4.2, 5.5.2, 8.2, 5.3.4).

Set to 1 first, then reductions, then increases, never below the minimum:

>>> from ..facts import facts
>>> quote = shift_quote(facts().space["havana"], CONFLICT | PROTECTED | REMOVES, 1)
>>> quote.cost, [(term.what, term.amount) for term in quote.terms]
(1, [('base', 2), ('conflict', -1), ('advantage', -1), ('protected', 1)])
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from adjudicator import Refusal

from ..fact_types import DIPLOMATIC, ECONOMIC, MILITARY, NONE
from ..facts import facts

What = Literal[
    "base",
    "isolated",
    "conflict",
    "fixed",
    "advantage",
    "ministry",
    "huguenots",
    "event",
    "protected",
    "region",
    "minimum",
    "plus_one",
    "repair",
    "seize",
]


class Term(Struct, frozen=True):
    """One part of a price: what it is, the rule that says so, action points (negative: a reduction)."""

    what: What
    rule: str
    amount: int


class Quote(Struct, frozen=True):
    """The price of a purchase, or why there is none.

    ``type``: economic, diplomatic, military, or ``NONE`` for what is free. ``cost`` in action points is the
    sum of ``terms``. ``needs_major``: it removes an opposing flag or squadron where no conflict marker is, so
    a Minor Action cannot do it (5.3.2). ``region``: counts for the surcharge (5.3.4), or ``NONE``. ``space``:
    what is bought. ``result``: flag or unflag where it is a shift. ``op``: the purchase, where points with a
    condition may ask for it. With a ``refusal`` the other fields mean nothing.
    """

    type: int
    cost: int
    terms: tuple[Term, ...] = ()
    needs_major: bool = False
    region: int = NONE
    space: int = NONE
    refusal: Refusal | None = None
    result: str = ""
    op: str = ""


FREE: Final = Quote(NONE, 0)
"""The quote of an advantage that costs nothing."""

ISOLATED: Final = 1
CONFLICT: Final = 2
PROTECTED: Final = 4
REGION: Final = 8
REMOVES: Final = 16
MINOR: Final = 32
"""Marks of a shift: the space is isolated, has a conflict marker, is protected, lies in a further region; an
opposing flag is removed; a Minor Action may do that."""


def refused(reason: Refusal) -> Quote:
    """The quote of something that cannot be bought."""
    return Quote(NONE, 0, refusal=reason)


@cache
def plain(kind: int, cost: int, rule: str, *, space: int = NONE, needs_major: bool = False, op: str = "") -> Quote:
    """A quote with one term."""
    return Quote(kind, cost, (Term("base", rule, cost),), needs_major, NONE, space, op=op)


def reduced(quote: Quote, term: Term, least: int = 0) -> Quote:
    """A quote with a reduction (a term with a negative amount), not below ``least``."""
    amount = max(term.amount, least - quote.cost)
    if amount == 0:
        return quote
    changed = Term(term.what, term.rule, amount)
    return replace(quote, cost=quote.cost + amount, terms=(*quote.terms, changed))


@cache
def raised(space: int, cost: int, extra: Term, *, needs_major: bool = False) -> Quote:
    """A military quote with a base price and one change."""
    base = Term("base", extra.rule, cost)
    return Quote(MILITARY, cost + extra.amount, (base, extra), needs_major, NONE, space)


@cache
def shift_quote(space: int, marks: int, discount: int = 0, less: tuple[Term, ...] = ()) -> Quote:
    """The price of shifting a market or political space (5.4.2, 5.5.2); `discount` of an advantage, `less` others."""
    facts_ = facts()
    rule = "5.4.2" if facts_.market >> space & 1 else "5.5.2"
    costs, printed = facts_.costs, facts_.cost[space]
    terms = [Term("base", rule, printed)]
    if marks & (ISOLATED | CONFLICT) and printed != costs.set_to:
        terms.append(Term("conflict" if marks & CONFLICT else "isolated", rule, costs.set_to - printed))
    if discount:
        terms.append(Term("advantage", "8.2", -discount))
    terms += less
    return _shift(space, marks, terms)


@cache
def fixed_quote(space: int, marks: int, price: int, less: tuple[Term, ...] = ()) -> Quote:
    """The price of an advantage that unflags for a fixed number of points (8.2, R-23)."""
    printed = facts().cost[space]
    rule = "5.4.2" if facts().market >> space & 1 else "5.5.2"
    terms = [Term("base", rule, printed)]
    if price != printed:
        terms.append(Term("fixed", "8.2", price - printed))
    return _shift(space, marks, [*terms, *less])


def _shift(space: int, marks: int, terms: list[Term]) -> Quote:
    """Increases and the minimum."""
    facts_ = facts()
    costs, kind = facts_.costs, ECONOMIC if facts_.market >> space & 1 else DIPLOMATIC
    if marks & PROTECTED:
        terms.append(Term("protected", "5.4.2", costs.protected))
    if marks & REGION:
        terms.append(Term("region", "5.3.4", costs.region_surcharge))
    cost = sum(term.amount for term in terms)
    if cost < costs.minimum:
        terms.append(Term("minimum", "5.4.2" if kind == ECONOMIC else "5.5.2", costs.minimum - cost))
        cost = costs.minimum
    needs_major = marks & (REMOVES | CONFLICT | MINOR) == REMOVES
    shifted = "unflag" if marks & REMOVES else "flag"
    return Quote(kind, cost, tuple(terms), needs_major, facts_.region_of[space], space, None, shifted, _OP[kind])


_OP: Final[Mapping[int, str]] = {ECONOMIC: "shift_market", DIPLOMATIC: "shift_political"}

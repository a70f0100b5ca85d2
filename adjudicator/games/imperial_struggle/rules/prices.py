"""Work out what a purchase costs and why: base price, reductions, increases, minimum (5.4.2, 5.5.2, 8.2, 5.3.4).

The figures stand in ``data/prices.yaml``, those printed on the map in ``data/map.yaml``. Set to 1 first, then
reductions, then increases, never below the minimum:

>>> quote = shift_quote(SPACE.index["havana"], CONFLICT | PROTECTED | REMOVES, 1)
>>> quote.cost, [(term.what, term.amount) for term in quote.terms]
(1, [('base', 2), ('conflict', -1), ('advantage', -1), ('protected', 1)])
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from ..fact_types import BRITAIN, DIPLOMATIC, ECONOMIC, FRANCE, NONE, SPACE
from ..facts import FACTS
from ..state import State
from .control import count
from .ministries.cards import ability_of
from .payment import Result

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
    """The price of a purchase.

    ``type``: economic, diplomatic, military, or ``NONE`` for what is free. ``cost`` in action points is the
    sum of ``terms``. ``needs_major``: it removes an opposing flag or squadron where no conflict marker is, so
    a Minor Action cannot do it (5.3.2). ``region``: counts for the surcharge (5.3.4), or ``NONE``. ``space``:
    what is bought. ``result``: flag or unflag where it is a shift. ``op``: the purchase, where points with a
    condition may ask for it.
    """

    type: int
    cost: int
    terms: tuple[Term, ...] = ()
    needs_major: bool = False
    region: int = NONE
    space: int = NONE
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


@cache
def plain(kind: int, cost: int, rule: str, *, space: int = NONE, needs_major: bool = False, op: str = "") -> Quote:
    """Return a quote with one term."""
    return Quote(kind, cost, (Term("base", rule, cost),), needs_major, NONE, space, op=op)


def changed(quote: Quote, term: Term) -> Quote:
    """Return a quote with a reduction (a term with a negative amount) or an increase; no price falls below 0."""
    amount = max(term.amount, -quote.cost)
    if amount == 0:
        return quote
    return replace(quote, cost=quote.cost + amount, terms=(*quote.terms, Term(term.what, term.rule, amount)))


@cache
def shift_quote(space: int, marks: int, discount: int = 0, less: tuple[Term, ...] = ()) -> Quote:
    """Return the price of shifting a market or political space (5.4.2, 5.5.2).

    `discount`: of an advantage; `less`: other reductions.
    """
    rule = "5.4.2" if FACTS.market >> space & 1 else "5.5.2"
    costs, printed = FACTS.costs, FACTS.cost[space]
    terms = [Term("base", rule, printed)]
    if marks & (ISOLATED | CONFLICT) and printed != costs.set_to:
        terms.append(Term("conflict" if marks & CONFLICT else "isolated", rule, costs.set_to - printed))
    if discount:
        terms.append(Term("advantage", "8.2", -discount))
    terms += less
    return _shift(space, marks, terms)


@cache
def fixed_quote(space: int, marks: int, price: int, less: tuple[Term, ...] = ()) -> Quote:
    """Return the price of an advantage that unflags for a fixed number of points (8.2, R-23)."""
    printed = FACTS.cost[space]
    rule = "5.4.2" if FACTS.market >> space & 1 else "5.5.2"
    terms = [Term("base", rule, printed)]
    if price != printed:
        terms.append(Term("fixed", "8.2", price - printed))
    return _shift(space, marks, [*terms, *less])


def _shift(space: int, marks: int, terms: list[Term]) -> Quote:
    """Return the price with its increases, not below the minimum."""
    costs, kind = FACTS.costs, ECONOMIC if FACTS.market >> space & 1 else DIPLOMATIC
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
    return Quote(kind, cost, tuple(terms), needs_major, FACTS.region_of[space], space, shifted, _OP[kind])


_OP: Final[Mapping[int, str]] = {ECONOMIC: "shift_market", DIPLOMATIC: "shift_political"}


# what lowers the price of a shift apart from markers and advantages ------------------------------------

SWIFT: Final = 6
WILLIAMS: Final = 16
BURKE: Final = 22
NORTHERN_COURTS: Final = "m16"
"""Among the modifiers of a round: M-16 was used."""
PACTE_DE_FAMILLE: Final = 17
"""The Event that makes it cheaper for Britain to unflag Spain and Austria this round; its number is the modifier."""


class Reduction(Struct, frozen=True):
    """A term of the price of shifting these spaces; `result` "" is either way."""

    spaces: int
    result: Result | str
    term: Term


def _ministry(card: int, ability: int, result: Result | str) -> Reduction:
    facts_ = ability_of(card, ability)
    return Reduction(facts_.where, result, Term("ministry", "3.5.2", -facts_.amount))


def reductions(state: State, kind: int, cards: int, huguenots: str | None) -> Iterator[Reduction]:
    """Yield the reductions for shifts that cost this type of points; `cards`: the ministries in force, as a mask.

    `huguenots`: a territory whose marker is flipped for a market of its region (M-9, R-53).
    """
    if kind == ECONOMIC and huguenots is not None:
        markets = FACTS.market & FACTS.by_region[FACTS.region_of[SPACE.index[huguenots]]]
        yield Reduction(markets, "", Term("huguenots", "3.5.2", -ability_of(9, 1).amount))
    if kind != DIPLOMATIC:
        return
    if cards >> SWIFT & 1:
        yield _ministry(SWIFT, 1, "flag")
    if cards >> BURKE & 1:
        yield _ministry(BURKE, 2, "")
    modifiers = state.ap.modifiers if state.ap is not None else ()
    if NORTHERN_COURTS in modifiers:
        yield _ministry(WILLIAMS, 1, "unflag")
    if str(PACTE_DE_FAMILLE) in modifiers:
        (effect,) = FACTS.event_versions[PACTE_DE_FAMILLE - 1][BRITAIN].effect
        yield Reduction(effect.targets & state.flags[FRANCE], "unflag", Term("event", "5.2", effect.n))


def minor_unflags(state: State, side: int, kind: int, cards: int) -> int:
    """Return the spaces that a Minor Action of a side may unflag although no conflict marker is there (5.3.2).

    These are by M-6 in Europe with a space of Ireland, and by M-21 the markets of its commodity.
    """
    if side != BRITAIN:
        return 0
    if kind == ECONOMIC:
        return 0 if state.townshend == NONE else FACTS.by_commodity[state.townshend]
    if kind == DIPLOMATIC and cards >> SWIFT & 1:
        ability = ability_of(SWIFT, 2)
        return ability.where if count(state, side, ability.needs) else 0
    return 0

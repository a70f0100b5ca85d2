"""Rules 5.3.2, 5.2 steps 3 and 4, 6.1, 9.1: what a side can pay with, and the ways of paying a price.

Points that an Event gives are a Major Action of their type: of their own, or together with the tile's (5.2 step 3,
R-07). Those with a condition stand apart, for debt and treaty points that are added to them are bound by it too (5.2
step 4, R-08).
"""

from collections.abc import Sequence
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ..fact_events import Restriction
from ..fact_types import ACTION_TYPES, EUROPE, INVESTMENT, NONE, Investment
from ..facts import FACTS
from ..state import ActionPoints, RestrictedPoints, State, available_debt
from .control import joined
from .debt import spendable_treaty_points
from .ministries import wallet
from .ministries.cards import in_force
from .payment import Kind, Payment
from .prices import Quote

P = TypeVar("P", bound=Payment)
MAJOR_BEGUN: Final = tuple(f"major_{kind}" for kind in ACTION_TYPES)
"""Among the modifiers of a round, by type: points of that Major Action have been spent."""


def points_of(state: State) -> ActionPoints:
    """Return the points of the current round."""
    assert state.ap is not None, "no action round is under way"
    return state.ap


def tile_of(state: State, side: int) -> Investment:
    """Return the Investment tile of the current round."""
    return INVESTMENT.things[state.taken[side][-1]]


def join_tile(state: State, side: int, kind: int, n: int) -> Kind:
    """Return points of a type join the action of the tile that has it (3.5.4); which one."""
    ap, major = points_of(state), tile_of(state, side).major == kind
    (ap.major if major else ap.minor)[kind] += n
    return "major" if major else "minor"


class Pool(Struct, frozen=True):
    """Points with a condition: how many, where they may be spent (``NONE``: anywhere), how."""

    n: int
    rule: str
    spaces: int
    result: str
    ops: tuple[str, ...]
    own: bool = True
    """Whether they make a Major Action of their own (5.2 step 3); those of a Ministry join another (3.5.4)."""
    minor: bool = True
    """Whether they may join the Minor Action: those of an Event not once their own action has begun (5.3)."""

    def fits(self, quote: Quote) -> bool:
        """Return whether they may pay for this."""
        if self.spaces != NONE and (quote.space == NONE or not self.spaces >> quote.space & 1):
            return False
        return (not self.result or quote.result == self.result) and (not self.ops or quote.op in self.ops)


class Way(Struct, frozen=True, cache_hash=True):
    """A way to pay: the action, debt, treaty points, debt that M-17 ignores."""

    kind: Kind
    debt: int = 0
    trp: int = 0
    free_debt: int = 0

    def of(self, action: P) -> P:
        """Return the action paid like this."""
        return replace(action, kind=self.kind, debt=self.debt, trp=self.trp, free_debt=self.free_debt, restricted=None)


class Purse(Struct, frozen=True):
    """The means of a side to pay for one type of action.

    It has points of the Major and the Minor Action (``NONE`` if that action cannot pay), available debt, and treaty
    points. ``joined``: points of the Major Action, given by an Event, that may join the Minor one (5.2 step 3).
    ``pools``: points with a condition, those with the narrowest first.

    ``free_debt``: debt that M-17 ignores. ``bonus``: what M-23 adds to the first debt. ``europe``: points of M-22 for
    a Major Action that stays in Europe; ``bound_to_europe``: it has used some. ``wild_alone``: no point with a
    condition need be spent if those points alone open the action (option of R-08).
    """

    major: int
    minor: int
    debt: int
    trp: int
    joined: int = 0
    pools: tuple[Pool, ...] = ()
    free_debt: int = 0
    bonus: int = 0
    europe: int = 0
    bound_to_europe: bool = False
    wild_alone: bool = False

    @property
    def simple(self) -> bool:
        """Whether the normal payment follows from the price and from what may pay it, whatever is bought."""
        return not (self.pools or self.europe or self.bound_to_europe)

    @property
    def most(self) -> int:
        """The highest price it can pay; -1 if nothing of this type can be bought."""
        best = max(self.major, self.minor + self.joined if self.minor != NONE else NONE)
        if self.pools and (best != NONE or any(pool.own for pool in self.pools)):
            best = max(best, 0) + sum(pool.n for pool in self.pools)
        return NONE if best == NONE else best + self.debt + self.trp + self.free_debt + self.bonus + self.europe

    def bound(self, quote: Quote, kind: Kind) -> int:
        """Return points with a condition that may pay for this with one action."""
        if not self.pools:
            return 0
        return sum(pool.n for pool in self.pools if (kind == "major" or pool.minor) and pool.fits(quote))

    def kinds(self, quote: Quote) -> tuple[Kind, ...]:
        """Return the actions that may pay, whatever the price."""
        minor = self.minor != NONE and not quote.needs_major
        if self._major_pays(quote):
            return ("major", "minor") if minor else ("major",)
        return ("minor",) if minor else ()

    def _major_pays(self, quote: Quote) -> bool:
        if self.bound_to_europe and quote.region != EUROPE:
            return False
        return self.major != NONE or any(pool.own and pool.fits(quote) for pool in self.pools)

    def free(self, kind: Kind) -> int:
        """Return points of one action without a condition."""
        return max(self.major, 0) if kind == "major" else self.minor + self.joined

    def european(self, quote: Quote, kind: Kind) -> int:
        """Return points of M-22 that may pay for this."""
        return self.europe if kind == "major" and quote.region == EUROPE else 0

    def with_debt(self, debt: int) -> int:
        """Return what M-23 adds to this debt."""
        return self.bonus if debt else 0

    def most_wild(self, quote: Quote, kind: Kind) -> int:
        """Return how much debt and treaty points together may pay: with only conditional points, not all (R-08)."""
        return quote.cost - (kind == "major" and self.major == NONE and not self.wild_alone)

    def usual(self, quote: Quote) -> Way | None:
        """Return the normal payment; ``None`` if the price is too high.

        It takes no debt unless needed, debt before treaty points, and debt that M-17 ignores before both. Points with
        a condition pay first. The Minor Action pays if it can do so alone and no points of an Event suffice.
        """
        kinds = self.kinds(quote)
        if not kinds:
            return None
        kind = kinds[0]
        if len(kinds) == 2 and self._minor_is_better(quote):
            kind = "minor"
        missing = quote.cost - self.bound(quote, kind) - self.free(kind) - self.european(quote, kind)
        if missing <= 0:
            return Way(kind)
        if missing > self.most_wild(quote, kind):
            return None
        unmarked = min(missing, self.free_debt)
        missing -= unmarked
        if not missing:
            return Way(kind, 0, 0, unmarked)
        debt = min(max(missing - self.bonus, 1), self.debt)
        missing -= debt + self.with_debt(debt)
        return Way(kind, debt, max(missing, 0), unmarked) if missing <= self.trp else None

    def _minor_is_better(self, quote: Quote) -> bool:
        needed = quote.cost - self.bound(quote, "major")
        if needed <= 0 or 0 < self.joined >= needed:
            return False
        least = quote.cost - self.bound(quote, "minor")
        return self.minor >= least or self.minor + self.joined - least > self.major - needed

    def payments(self, quote: Quote, kind: Kind) -> list[Way]:
        """Return all legal ways in which an action pays, less debt first."""
        least = max(0, quote.cost - self.bound(quote, kind) - self.free(kind) - self.european(quote, kind))
        most = self.most_wild(quote, kind)
        return [
            Way(kind, debt, trp, unmarked)
            for unmarked in range(min(self.free_debt, most) + 1)
            for debt in range(min(self.debt, most - unmarked) + 1)
            for trp in range(min(self.trp, most - unmarked - debt) + 1)
            if unmarked + debt + trp + self.with_debt(debt) >= least
        ]

    def restricted(self, quote: Quote, kind: Kind, needed: int) -> range:
        """Return how many points with a condition may pay, as a range.

        `needed` points are needed besides debt and treaty points.
        """
        least = max(
            needed - self.free(kind) - self.european(quote, kind),
            1 if kind == "major" and self.major == NONE and quote.cost and not self.wild_alone else 0,
        )
        return range(max(least, 0), min(self.bound(quote, kind), needed) + 1)


EMPTY: Final = Purse(NONE, NONE, 0, 0)
"""The purse of a type for which no action is open."""


def purse(state: State, side: int, kind: int, reveal: Sequence[str] = ()) -> Purse:
    """Return what a side can pay for actions of a type now; ``reveal``: ministries that the payment turns up."""
    ap = state.ap
    if ap is None:
        return EMPTY
    open_major = ap.major[kind] > 0 or ap.major_allowed >> kind & 1
    minor = ap.minor[kind] or NONE
    if not open_major and minor == NONE and not ap.restricted:
        return EMPTY
    cards = in_force(state, side, reveal)
    free_debt, bonus, europe = wallet.extras(state, side, kind, cards) if cards else (0, 0, 0)
    return Purse(
        ap.major[kind] if open_major else NONE,
        minor,
        available_debt(state, side),
        spendable_treaty_points(state, side),
        _joined(state, side, kind) if minor != NONE and ap.major[kind] else 0,
        _pools(state, side, kind) if ap.restricted else (),
        free_debt,
        bonus,
        europe,
        bool(ap.modifiers) and wallet.bound_to_europe(state, side, kind),
        state.options.debt_alone_with_bound_points,
    )


class Means:
    """A purse with answers that many prices need.

    These are the highest price it can pay (-1: none), and the normal payments found so far, by twice the price, plus
    one for what needs a Major Action.
    """

    __slots__ = ("most", "purse", "simple", "ways")

    def __init__(self, purse_: Purse) -> None:
        self.purse, self.most, self.simple = purse_, purse_.most, purse_.simple
        self.ways: dict[int, Way | None] = {}

    def usual(self, quote: Quote) -> Way | None:
        """Return the normal payment."""
        if not self.simple:
            return self.purse.usual(quote)
        price = quote.cost << 1 | quote.needs_major
        if price not in self.ways:
            self.ways[price] = self.purse.usual(quote)
        return self.ways[price]


class Purses:
    """The means of a side now by type, each looked up once."""

    __slots__ = ("_found", "_side", "_state")

    def __init__(self, state: State, side: int) -> None:
        self._state, self._side = state, side
        self._found: dict[int, Means] = {}

    def of(self, kind: int) -> Means:
        """Return what can be paid for a type."""
        if kind not in self._found:
            self._found[kind] = Means(purse(self._state, self._side, kind))
        return self._found[kind]


def _joined(state: State, side: int, kind: int) -> int:
    """Return points of Events that may join the Minor Action: not of an action that was begun, nor converted ones."""
    ap = points_of(state)
    if MAJOR_BEGUN[kind] in ap.modifiers or ap.converted_to == kind or not state.taken[side]:
        return 0
    return 0 if tile_of(state, side).major == kind else ap.major[kind]


def _pools(state: State, side: int, kind: int) -> tuple[Pool, ...]:
    rules, ap = FACTS.restrictions, points_of(state)
    begun = MAJOR_BEGUN[kind] in ap.modifiers
    pools = [
        Pool(
            points.n,
            points.rule,
            _spaces(state, side, rules[points.rule]),
            rule.result,
            rule.ops,
            not of_ministry(points),
            of_ministry(points) or not begun,
        )
        for points in ap.restricted
        if points.type == kind and points.n
        for rule in (rules[points.rule],)
    ]
    return tuple(sorted(pools, key=lambda pool: (pool.spaces == NONE, pool.spaces.bit_count(), pool.rule)))


def of_ministry(points: RestrictedPoints) -> bool:
    """Return whether a Ministry gave them (3.5.4), not an Event."""
    return points.source.startswith("m")


def _spaces(state: State, side: int, rule: Restriction) -> int:
    if not rule.linked:
        return rule.spaces
    return rule.spaces & joined(state.flags[side] & FACTS.market & ~state.conflicts)

"""Rules 5.3.1, 5.3.2, 5.2 steps 3 and 4, 6.1, 9.1: which action pays, what debt and treaty points add, what is left.

An action is completed before the next one begins (5.3): when another one follows a Major Action that has begun, what is
left of it is lost, and with it the right to add debt or treaty points to it. Points that an Event gives are a Major
Action of their type: of their own, or together with the tile's (5.2 step 3, R-07). Those with a condition stand apart,
for debt and treaty points that are added to them are bound by it too (5.2 step 4, R-08).
"""

from collections.abc import Sequence
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from adjudicator import Event, Play, Refusal
from adjudicator.components import Code, Many

from ..components import ACTION, MINISTRY_CARD, SideId
from ..fact_events import RESTRICTION, Restriction
from ..fact_types import ACTION_TYPE, ACTION_TYPES, ECONOMIC, EUROPE, INVESTMENT, MILITARY, NONE, SIDES, SPACE
from ..facts import facts
from ..state import BEFORE_SPENDING, SPENDING, TILE_TAKEN, ActionPoints, RestrictedPoints, State, available_debt
from .control import joined
from .debt import gain_treaty_points, spendable_treaty_points, upgrade_is_treaty_point
from .ministries import wallet
from .ministries.cards import in_force
from .payment import Kind, Paid, Payment
from .prices import Quote

no_free_debt = Code("3.5.2", free_debt=int, left=int)
"""Left: debt that M-17 still ignores; 0 without the card."""
free_debt_economic = Code("3.5.2", type=ACTION_TYPE)
europe_only = Code("3.5.4", ministry=MINISTRY_CARD, space=SPACE)
"""M-22: this Major Action cannot leave Europe any more."""
wrong_type = Code("5.3.1", type=ACTION_TYPE, tile=INVESTMENT, major=ACTION_TYPE, minor=ACTION_TYPE)
"""Major, minor: types of the tile."""
major_over = Code("5.3", type=ACTION_TYPE)
"""Ended because another action was begun."""
minor_spent = Code("5.3.2", type=ACTION_TYPE)
wrong_kind = Code("5.3.2", type=ACTION_TYPE, kind=ACTION, other=ACTION)
"""Other: the kind that can pay."""
kind_needed = Code("5.3.2", type=ACTION_TYPE)
"""Major and minor could pay: say which."""
minor_cannot_remove = Code("5.3.2", space=SPACE)
not_enough_points = Code(
    "5.3.2", cost=int, points=int, debt=int, trp=int, missing=int, available_debt=int, treaty_points=int
)
overpaid = Code("6.1", cost=int, debt=int, trp=int)
negative_payment = Code("6.1", debt=int, trp=int)
debt_limit = Code("6.3", debt=int, available_debt=int, debt_limit=int)
not_enough_treaty_points = Code("9.1", trp=int, treaty_points=int)
restricted_needed = Code("5.2", cost=int, restricted=int, debt=int, trp=int)
"""Only points with a condition can open this action."""
restricted_points = Code("5.2", restricted=int, fitting=int)
"""Fitting: how many can be used here."""
restricted_elsewhere = Code("5.2", type=ACTION_TYPE, rules=Many(RESTRICTION))
"""The points of this type have a condition that does not fit."""
restricted_spent = Code("5.2", type=ACTION_TYPE)
"""Only points with a condition opened this action, and they are spent: debt alone does not go on with it (R-08)."""


class ActionEnded(Event, frozen=True, tag="action_ended", by="side", rule="5.3"):
    """An action was completed because the next one began; ``lost``: points not used (5.3)."""

    side: SideId
    kind: str
    lost: int


P = TypeVar("P", bound=Payment)
MAJOR_BEGUN: Final = tuple(f"major_{kind}" for kind in ACTION_TYPES)
"""Among the modifiers of a round, by type: points of that Major Action have been spent."""


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
        """Whether they may pay for this."""
        if self.spaces != NONE and (quote.space == NONE or not self.spaces >> quote.space & 1):
            return False
        return (not self.result or quote.result == self.result) and (not self.ops or quote.op in self.ops)


class Way(Struct, frozen=True):
    """A way to pay: the action, debt, treaty points, debt that M-17 ignores."""

    kind: Kind
    debt: int = 0
    trp: int = 0
    free_debt: int = 0

    def of(self, action: P) -> P:
        """The action paid like this."""
        return replace(action, kind=self.kind, debt=self.debt, trp=self.trp, free_debt=self.free_debt, restricted=None)


class Purse(Struct, frozen=True):
    """What a side can pay for one type of action: points of the Major and the Minor Action (``NONE`` where that
    action cannot pay), available debt, treaty points. ``joined``: points of the Major Action, given by an Event, that
    may join the Minor one (5.2 step 3). ``pools``: points with a condition, those with the narrowest first.

    ``free_debt``: debt that M-17 ignores. ``bonus``: what M-23 adds to the first debt. ``europe``: points of M-22 for a
    Major Action that stays in Europe; ``bound_to_europe``: it has used some. ``wild_alone``: no point with a condition
    need be spent where those points alone open the action (option of R-08).
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
        """Points with a condition that may pay for this with one action."""
        if not self.pools:
            return 0
        return sum(pool.n for pool in self.pools if (kind == "major" or pool.minor) and pool.fits(quote))

    def kinds(self, quote: Quote) -> tuple[Kind, ...]:
        """The actions that may pay, whatever the price."""
        minor = self.minor != NONE and not quote.needs_major
        if self._major_pays(quote):
            return ("major", "minor") if minor else ("major",)
        return ("minor",) if minor else ()

    def _major_pays(self, quote: Quote) -> bool:
        if self.bound_to_europe and quote.region != EUROPE:
            return False
        return self.major != NONE or any(pool.own and pool.fits(quote) for pool in self.pools)

    def free(self, kind: Kind) -> int:
        """Points of one action without a condition."""
        return max(self.major, 0) if kind == "major" else self.minor + self.joined

    def european(self, quote: Quote, kind: Kind) -> int:
        """Points of M-22 that may pay for this."""
        return self.europe if kind == "major" and quote.region == EUROPE else 0

    def with_debt(self, debt: int) -> int:
        """What M-23 adds to so much debt."""
        return self.bonus if debt else 0

    def most_wild(self, quote: Quote, kind: Kind) -> int:
        """How much debt and treaty points together may pay: with points that have a condition only, not all (R-08)."""
        return quote.cost - (kind == "major" and self.major == NONE and not self.wild_alone)

    def usual(self, quote: Quote) -> Way | None:
        """The normal payment: no debt unless needed, debt before treaty points, debt that M-17 ignores before both.

        Points with a condition pay first. The Minor Action pays where it can do so alone and no points of an Event
        suffice. ``None``: the price is too high.
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
        """All legal ways in which an action pays, less debt first."""
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
        """How many points with a condition may pay, when so many are needed besides debt and treaty points."""
        least = max(
            needed - self.free(kind) - self.european(quote, kind),
            1 if kind == "major" and self.major == NONE and quote.cost and not self.wild_alone else 0,
        )
        return range(max(least, 0), min(self.bound(quote, kind), needed) + 1)


EMPTY: Final = Purse(NONE, NONE, 0, 0)
"""The purse of a type for which no action is open."""


def purse(state: State, side: int, kind: int, reveal: Sequence[str] = ()) -> Purse:
    """What a side can pay for actions of a type now; ``reveal``: ministries that the payment turns up."""
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
    """A purse with what many prices ask of it: the highest price it can pay (-1: none), and the normal payments found
    so far, by twice the price, one more for what needs a Major Action.
    """

    __slots__ = ("most", "purse", "simple", "ways")

    def __init__(self, purse_: Purse) -> None:
        self.purse, self.most, self.simple = purse_, purse_.most, purse_.simple
        self.ways: dict[int, Way | None] = {}

    def usual(self, quote: Quote) -> Way | None:
        """The normal payment."""
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
        """What can be paid for a type."""
        if kind not in self._found:
            self._found[kind] = Means(purse(self._state, self._side, kind))
        return self._found[kind]


def _joined(state: State, side: int, kind: int) -> int:
    """Points of Events that may join the Minor Action: not those of an action that was begun, nor converted ones."""
    ap = points_of(state)
    if MAJOR_BEGUN[kind] in ap.modifiers or ap.converted_to == kind or not state.taken[side]:
        return 0
    return 0 if facts().investments[state.taken[side][-1]].major == kind else ap.major[kind]


def _pools(state: State, side: int, kind: int) -> tuple[Pool, ...]:
    rules, ap = facts().restrictions, points_of(state)
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
    """Whether a Ministry gave them (3.5.4), not an Event."""
    return points.source.startswith("m")


def _spaces(state: State, side: int, rule: Restriction) -> int:
    if not rule.linked:
        return rule.spaces
    return rule.spaces & joined(state.flags[side] & facts().market & ~state.conflicts)


def settle(state: State, side: int, quote: Quote, action: Payment) -> Paid:
    """How an action is paid. Raises Refusal."""
    purse_ = purse(state, side, quote.type, wallet.named(action))
    kind = _kind(state, side, quote, action, purse_)
    cost, debt, trp, unmarked = quote.cost, action.debt, action.trp, action.free_debt
    if debt < 0 or trp < 0 or unmarked < 0:
        raise negative_payment(debt=debt, trp=trp)
    if unmarked > purse_.free_debt:
        if quote.type != ECONOMIC:
            raise free_debt_economic(_hint(purse_, quote, action), type=ACTION_TYPES[quote.type])
        raise no_free_debt(_hint(purse_, quote, action), free_debt=unmarked, left=purse_.free_debt)
    if debt > purse_.debt:
        limit = state.debt_limit[side]
        raise debt_limit(_hint(purse_, quote, action), debt=debt, available_debt=purse_.debt, debt_limit=limit)
    if trp > purse_.trp:
        raise not_enough_treaty_points(_hint(purse_, quote, action), trp=trp, treaty_points=purse_.trp)
    if debt + trp + unmarked > cost:
        raise overpaid(_hint(purse_, quote, action), cost=cost, debt=debt + unmarked, trp=trp)
    bonus, bound = purse_.with_debt(debt), purse_.bound(quote, kind)
    needed = cost - debt - trp - unmarked - bonus
    if debt + trp + unmarked > purse_.most_wild(quote, kind):
        raise restricted_needed(
            _hint(purse_, quote, action), cost=cost, restricted=bound, debt=debt + unmarked, trp=trp
        )
    fitting = max(0, min(bound, needed))
    restricted = fitting if action.restricted is None else action.restricted
    if not 0 <= restricted <= fitting:
        raise restricted_points(_hint(purse_, quote, action), restricted=restricted, fitting=fitting)
    missing = needed - restricted - purse_.free(kind)
    european = min(max(missing, 0), purse_.european(quote, kind))
    if missing > european:
        raise not_enough_points(
            _hint(purse_, quote, action),
            cost=cost,
            points=purse_.free(kind) + restricted + european + bonus,
            debt=debt + unmarked,
            trp=trp,
            missing=missing - european,
            available_debt=purse_.debt,
            treaty_points=purse_.trp,
        )
    points = needed - european
    return Paid(ACTION_TYPES[quote.type], kind, cost, points, debt, trp, restricted, unmarked, bonus + european)


def _hint(purse_: Purse, quote: Quote, action: Payment) -> tuple[Payment, ...]:
    """The action with its normal payment."""
    usual = purse_.usual(quote)
    return () if usual is None else (usual.of(action),)


def _kind(state: State, side: int, quote: Quote, action: Payment, purse_: Purse) -> Kind:
    kinds = purse_.kinds(quote)
    if action.kind in kinds:
        return action.kind
    if purse_.bound_to_europe and quote.region != EUROPE and action.kind != "minor" and purse_.major != NONE:
        space = facts().spaces[quote.space].id if quote.space != NONE else ""
        raise europe_only(ministry="m22", space=space)
    if not kinds:
        raise _nothing_pays(state, side, quote, purse_)
    if action.kind is not None:
        if action.kind == "minor" and purse_.minor != NONE:
            raise _cannot_remove(quote)
        raise wrong_kind(type=ACTION_TYPES[quote.type], kind=action.kind, other=kinds[0])
    if len(kinds) == 2:
        raise kind_needed(type=ACTION_TYPES[quote.type])
    return kinds[0]


def _nothing_pays(state: State, side: int, quote: Quote, purse_: Purse) -> Refusal:
    tile = facts().investments[state.taken[side][-1]]
    kind = ACTION_TYPES[quote.type]
    if any(pool.own for pool in purse_.pools):
        return restricted_elsewhere(type=kind, rules=[pool.rule for pool in purse_.pools])
    if purse_.minor == NONE and MAJOR_BEGUN[quote.type] in points_of(state).modifiers:
        return restricted_spent(type=kind)
    if purse_.minor != NONE:
        return _cannot_remove(quote)
    if quote.type == tile.major:
        return major_over(type=kind)
    if quote.type == tile.minor:
        return minor_spent(type=kind)
    return wrong_type(type=kind, tile=tile.id, major=ACTION_TYPES[tile.major], minor=ACTION_TYPES[tile.minor])


def _cannot_remove(quote: Quote) -> Refusal:
    return minor_cannot_remove(space=facts().spaces[quote.space].id)


# gaining and spending ------------------------------------------------------------------------------


def points_of(state: State) -> ActionPoints:
    """The points of the round under way."""
    assert state.ap is not None, "no action round is under way"
    return state.ap


def gain_points(state: State, kind: int, n: int, source: str, rule: str = "") -> None:
    """Points of an Event or Ministry, of a Major Action of their type (3.4.5, 3.5.4).

    ``rule``: the condition on them, a key of ``facts().restrictions``; ``source``: number of the event, id of the
    ministry.
    """
    if n <= 0:
        return
    ap = points_of(state)
    if rule:
        ap.restricted.append(RestrictedPoints(kind, n, rule, source))
    else:
        ap.major[kind] += n
        ap.major_allowed |= 1 << kind


def pay(play: Play[State], side: int, quote: Quote, paid: Paid) -> None:
    """Take the points, the debt, the treaty points (5.3.2, 6.1, 9.1) and note the region (5.3.4)."""
    state, ap = play.state, points_of(play.state)
    event_window_closes(play, side)
    pools = purse(state, side, quote.type).pools
    free = paid.points - paid.restricted
    split = paid.kind == "major" or state.options.split_event_points
    of_events = 0 if split else _event_points(ap, quote.type)
    if paid.kind == "major":
        end_major(play, side, keep=quote.type)
        ap.major[quote.type] -= free
        if MAJOR_BEGUN[quote.type] not in ap.modifiers:
            ap.modifiers.append(MAJOR_BEGUN[quote.type])
    else:
        end_major(play, side)
        ap.major[quote.type] -= max(0, free - ap.minor[quote.type])
        ap.minor = [0, 0, 0]
    _take_restricted(ap, [pool for pool in pools if pool.fits(quote)], quote.type, paid.restricted)
    if not split and _event_points(ap, quote.type) < of_events:
        _end_event_points(play, side, quote.type)
    ap.stage = SPENDING
    wallet.spend(play, side, quote, paid)
    state.debt[side] += paid.debt
    state.treaty_points[side] -= paid.trp
    if quote.region != NONE and quote.type != MILITARY:
        ap.regions_paid[quote.type] |= 1 << quote.region


def _take_restricted(ap: ActionPoints, pools: list[Pool], kind: int, n: int) -> None:
    """Those with the narrowest condition first (vocabulary of actions, section 4)."""
    for pool in pools:
        for points in ap.restricted:
            if points.type == kind and points.rule == pool.rule:
                spent = min(n, points.n)
                points.n, n = points.n - spent, n - spent
    if any(points.n == 0 for points in ap.restricted):
        ap.restricted = [points for points in ap.restricted if points.n]


def _event_points(ap: ActionPoints, kind: int) -> int:
    """Points of a type that are left besides those of the Minor Action and of Ministries."""
    return ap.major[kind] + sum(points.n for points in ap.restricted if points.type == kind and not of_ministry(points))


def _end_event_points(play: Play[State], side: int, kind: int) -> None:
    """Some points of an Event have joined the Minor Action; without the option the rest is lost (R-75)."""
    ap = points_of(play.state)
    lost = _event_points(ap, kind)
    ap.major[kind] = 0
    ap.major_allowed &= ~(1 << kind)
    ap.restricted = [points for points in ap.restricted if points.type != kind or of_ministry(points)]
    if lost:
        play.emit(ActionEnded(SIDES[side], "major", lost))


def event_window_closes(play: Play[State], side: int) -> None:
    """Something of the tile is used: no Event any more (5.2), no pass; turn 6 pays for the symbol (5.3.3)."""
    ap = play.state.ap
    if ap is None:
        return
    if upgrade_is_treaty_point(play.state):
        ap.upgrade = False
        gain_treaty_points(play, side, 1, "upgrade")
    if ap.stage == TILE_TAKEN:
        ap.stage = BEFORE_SPENDING


def end_major(play: Play[State], side: int, keep: int = NONE) -> None:
    """Another action begins: Major Actions that have begun are completed (5.3), but for the one of type ``keep``.

    Military points and those they are turned into (5.6.1) are one action.
    """
    ap = points_of(play.state)
    for kind, begun in enumerate(MAJOR_BEGUN):
        if begun not in ap.modifiers or kind == keep or _one_action(ap, kind, keep):
            continue
        over = [points for points in ap.restricted if points.type == kind and not _goes_on(ap, points)]
        lost = ap.major[kind] + sum(points.n for points in over)
        ap.major[kind] = 0
        ap.major_allowed &= ~(1 << kind)
        ap.restricted = [points for points in ap.restricted if points not in over]
        ap.modifiers.remove(begun)
        if lost:
            play.emit(ActionEnded(SIDES[side], "major", lost))


def _goes_on(ap: ActionPoints, points: RestrictedPoints) -> bool:
    """Points of a Ministry join whichever action of their type is still open, also the Minor one (3.5.4)."""
    return of_ministry(points) and ap.minor[points.type] > 0


def _one_action(ap: ActionPoints, one: int, other: int) -> bool:
    return ap.converted_to != NONE and {one, other} == {MILITARY, ap.converted_to}

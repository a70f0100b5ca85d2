"""Rules 5.3, 5.3.1, 5.3.2, 6.1, 9.1: how a purchase is settled and paid, and what ends an action.

An action is completed before the next one begins (5.3): when another one follows a Major Action that has begun, what is
left of it is lost, and with it the right to add debt or treaty points to it.
"""

from adjudicator import Play, Refusal
from adjudicator.components import Code, Many

from ..components import ACTION, MINISTRY_CARD, SideEvent
from ..fact_events import RESTRICTION
from ..fact_types import ACTION_TYPE, ACTION_TYPES, ECONOMIC, EUROPE, INVESTMENT, MILITARY, NONE, SIDES, SPACE
from ..state import BEFORE_SPENDING, SPENDING, TILE_TAKEN, ActionPoints, RestrictedPoints, State
from .debt import gain_treaty_points, upgrade_is_treaty_point
from .ministries import wallet
from .payment import Kind, Paid, Payment
from .prices import Quote
from .purse import MAJOR_BEGUN, Pool, Purse, of_ministry, points_of, purse, tile_of

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


class ActionEnded(SideEvent, frozen=True, tag="action_ended", rule="5.3"):
    """An action was completed because the next one began; ``lost``: points not used (5.3)."""

    kind: str
    lost: int


def settle(state: State, side: int, quote: Quote, action: Payment) -> Paid:
    """Return how an action is paid. Raises Refusal."""
    purse_ = purse(state, side, quote.type, wallet.named(action))
    kind = _kind(state, side, quote, action, purse_)
    cost, debt, trp, unmarked = quote.cost, action.debt, action.trp, action.free_debt
    if debt < 0 or trp < 0 or unmarked < 0:
        raise negative_payment(debt=debt, trp=trp)

    def refused(code: Code, **told: int | str) -> Refusal:
        """Return the refusal, with the normal payment as its nearest action."""
        usual = purse_.usual(quote)
        return code(() if usual is None else (usual.of(action),), **told)

    if unmarked > purse_.free_debt:
        if quote.type != ECONOMIC:
            raise refused(free_debt_economic, type=ACTION_TYPES[quote.type])
        raise refused(no_free_debt, free_debt=unmarked, left=purse_.free_debt)
    if debt > purse_.debt:
        raise refused(debt_limit, debt=debt, available_debt=purse_.debt, debt_limit=state.debt_limit[side])
    if trp > purse_.trp:
        raise refused(not_enough_treaty_points, trp=trp, treaty_points=purse_.trp)
    if debt + trp + unmarked > cost:
        raise refused(overpaid, cost=cost, debt=debt + unmarked, trp=trp)
    bonus, bound = purse_.with_debt(debt), purse_.bound(quote, kind)
    needed = cost - debt - trp - unmarked - bonus
    if debt + trp + unmarked > purse_.most_wild(quote, kind):
        raise refused(restricted_needed, cost=cost, restricted=bound, debt=debt + unmarked, trp=trp)
    fitting = max(0, min(bound, needed))
    restricted = fitting if action.restricted is None else action.restricted
    if not 0 <= restricted <= fitting:
        raise refused(restricted_points, restricted=restricted, fitting=fitting)
    missing = needed - restricted - purse_.free(kind)
    european = min(max(missing, 0), purse_.european(quote, kind))
    if missing > european:
        raise refused(
            not_enough_points,
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


def _kind(state: State, side: int, quote: Quote, action: Payment, purse_: Purse) -> Kind:
    kinds = purse_.kinds(quote)
    if action.kind in kinds:
        return action.kind
    if purse_.bound_to_europe and quote.region != EUROPE and action.kind != "minor" and purse_.major != NONE:
        space = SPACE.ids[quote.space] if quote.space != NONE else ""
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
    tile = tile_of(state, side)
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
    return minor_cannot_remove(space=SPACE.ids[quote.space])


# gaining and spending ------------------------------------------------------------------------------


def gain_points(state: State, kind: int, n: int, source: str, rule: str = "") -> None:
    """Give points of an Event or Ministry, of a Major Action of their type (3.4.5, 3.5.4).

    ``rule``: the condition on them, a key of ``FACTS.restrictions``; ``source``: number of the event, id of the
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
    pools = purse(state, side, quote.type).pools if ap.restricted else ()
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
    """Take points with the narrowest condition first (vocabulary of actions, section 4)."""
    for pool in pools:
        for points in ap.restricted:
            if points.type == kind and points.rule == pool.rule:
                spent = min(n, points.n)
                points.n, n = points.n - spent, n - spent
    if any(points.n == 0 for points in ap.restricted):
        ap.restricted = [points for points in ap.restricted if points.n]


def _event_points(ap: ActionPoints, kind: int) -> int:
    """Return points of a type that are left besides those of the Minor Action and of Ministries."""
    return ap.major[kind] + sum(points.n for points in ap.restricted if points.type == kind and not of_ministry(points))


def _end_event_points(play: Play[State], side: int, kind: int) -> None:
    """End the points of an Event of which some have joined the Minor Action.

    Without the option the rest is lost (R-75).
    """
    ap = points_of(play.state)
    lost = _event_points(ap, kind)
    ap.major[kind] = 0
    ap.major_allowed &= ~(1 << kind)
    ap.restricted = [points for points in ap.restricted if points.type != kind or of_ministry(points)]
    if lost:
        play.emit(ActionEnded(SIDES[side], "major", lost))


def event_window_closes(play: Play[State], side: int) -> None:
    """Note that something of the tile is used: no Event any more (5.2), no pass.

    Turn 6 pays for the symbol (5.3.3).
    """
    ap = play.state.ap
    if ap is None:
        return
    if upgrade_is_treaty_point(play.state):
        ap.upgrade = False
        gain_treaty_points(play, side, 1, "upgrade")
    if ap.stage == TILE_TAKEN:
        ap.stage = BEFORE_SPENDING


def end_major(play: Play[State], side: int, keep: int = NONE) -> None:
    """Complete Major Actions that have begun, as another one begins (5.3).

    The action of type ``keep`` goes on.

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
    """Return whether points of a Ministry join an open Minor Action (3.5.4)."""
    return of_ministry(points) and ap.minor[points.type] > 0


def _one_action(ap: ActionPoints, one: int, other: int) -> bool:
    return ap.converted_to != NONE and {one, other} == {MILITARY, ap.converted_to}

"""Rules 5.3.1, 5.3.2, 6.1, 9.1: which action pays, what debt and treaty points add, what is left.

An action of the tile is completed before the next one begins (5.3): when a Minor Action or a military
upgrade follows a Major Action that has begun, what is left of the Major Action is lost, and with it the
right to add debt or treaty points to it.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.play import Play

from ..actions import Kind, Payment
from ..events import ActionEnded, Paid
from ..fact_types import ACTION_TYPES, NONE, SIDES
from ..facts import facts
from ..state import BEFORE_SPENDING, SPENDING, TILE_TAKEN, ActionPoints, State, available_debt
from .debt import gain_treaty_points, spendable_treaty_points, upgrade_is_treaty_point
from .quotes import Quote
from .refusals import refusal

MAJOR_BEGUN: Final = "major"
"""Among the modifiers of a round: points of the Major Action have been spent."""


class Purse(Struct, frozen=True):
    """What a side can pay for one type of action: points of the Major and the Minor Action (``NONE`` where that
    action cannot pay), available debt, treaty points.
    """

    major: int
    minor: int
    debt: int
    trp: int

    @property
    def most(self) -> int:
        """The highest price it can pay; -1 if nothing of this type can be bought."""
        best = max(self.major, self.minor)
        return NONE if best == NONE else best + self.debt + self.trp

    def kinds(self, quote: Quote) -> tuple[Kind, ...]:
        """The actions that may pay, whatever the price."""
        minor = self.minor != NONE and not quote.needs_major
        if self.major != NONE:
            return ("major", "minor") if minor else ("major",)
        return ("minor",) if minor else ()

    def points(self, kind: Kind) -> int:
        """Points of one action."""
        return self.major if kind == "major" else self.minor

    def usual(self, quote: Quote) -> tuple[Kind, int, int] | None:
        """The normal payment (kind, debt, treaty points): no debt unless needed, debt before treaty points.

        The Minor Action pays where it can do so alone. ``None``: the price is too high.
        """
        kinds = self.kinds(quote)
        if not kinds:
            return None
        kind = kinds[0]
        if len(kinds) == 2 and (self.minor >= quote.cost or self.minor > self.major):
            kind = "minor"
        missing = quote.cost - self.points(kind)
        if missing <= 0:
            return kind, 0, 0
        debt = min(missing, self.debt)
        return (kind, debt, missing - debt) if missing - debt <= self.trp else None

    def payments(self, quote: Quote, kind: Kind) -> list[tuple[int, int]]:
        """All legal (debt, treaty points) with which an action pays, less debt first."""
        least = max(0, quote.cost - self.points(kind))
        return [
            (debt, trp)
            for debt in range(min(self.debt, quote.cost) + 1)
            for trp in range(min(self.trp, quote.cost - debt) + 1)
            if debt + trp >= least
        ]


def purse(state: State, side: int, kind: int) -> Purse:
    """What a side can pay for actions of a type now."""
    ap = state.ap
    if ap is None:
        return Purse(NONE, NONE, 0, 0)
    open_major = ap.major[kind] > 0 or ap.major_allowed >> kind & 1
    return Purse(
        ap.major[kind] if open_major else NONE,
        ap.minor[kind] or NONE,
        available_debt(state, side),
        spendable_treaty_points(state, side),
    )


def settle(state: State, side: int, quote: Quote, action: Payment) -> Paid:
    """How an action is paid. Raises Refusal."""
    for argument in ("free_debt", "restricted", "huguenots", "reveal"):
        if getattr(action, argument):
            raise refusal("not_yet", what=argument)
    purse_ = purse(state, side, quote.type)
    kind = _kind(state, side, quote, action, purse_)
    cost, debt, trp, points = quote.cost, action.debt, action.trp, purse_.points(kind)
    if debt < 0 or trp < 0:
        raise refusal("negative_payment", debt=debt, trp=trp)
    usual = purse_.usual(quote)
    hint = () if usual is None else (replace(action, kind=usual[0], debt=usual[1], trp=usual[2]),)
    if debt > purse_.debt:
        limit = state.debt_limit[side]
        raise refusal("debt_limit", hint, debt=debt, available_debt=purse_.debt, debt_limit=limit)
    if trp > purse_.trp:
        raise refusal("not_enough_treaty_points", hint, trp=trp, treaty_points=purse_.trp)
    if debt + trp > cost:
        raise refusal("overpaid", hint, cost=cost, debt=debt, trp=trp)
    missing = cost - debt - trp - points
    if missing > 0:
        raise refusal(
            "not_enough_points",
            hint,
            cost=cost,
            points=points,
            debt=debt,
            trp=trp,
            missing=missing,
            available_debt=purse_.debt,
            treaty_points=purse_.trp,
        )
    return Paid(ACTION_TYPES[quote.type], kind, cost, cost - debt - trp, debt, trp)


def _kind(state: State, side: int, quote: Quote, action: Payment, purse_: Purse) -> Kind:
    kinds = purse_.kinds(quote)
    if action.kind in kinds:
        return action.kind
    if not kinds:
        raise _nothing_pays(state, side, quote, purse_)
    if action.kind is not None:
        if purse_.points(action.kind) != NONE:
            raise _cannot_remove(quote)
        raise refusal("wrong_kind", type=ACTION_TYPES[quote.type], kind=action.kind, other=kinds[0])
    if len(kinds) == 2:
        raise refusal("kind_needed", type=ACTION_TYPES[quote.type])
    return kinds[0]


def _nothing_pays(state: State, side: int, quote: Quote, purse_: Purse) -> Refusal:
    tile = facts().investments[state.taken[side][-1]]
    kind = ACTION_TYPES[quote.type]
    if purse_.minor != NONE:
        return _cannot_remove(quote)
    if quote.type == tile.major:
        return refusal("major_over", type=kind)
    if quote.type == tile.minor:
        return refusal("minor_spent", type=kind)
    return refusal(
        "wrong_type",
        type=kind,
        tile=tile.id,
        major=ACTION_TYPES[tile.major],
        minor=ACTION_TYPES[tile.minor],
    )


def _cannot_remove(quote: Quote) -> Refusal:
    return refusal("minor_cannot_remove", space=facts().spaces[quote.space].id)


# spending ------------------------------------------------------------------------------------------


def points_of(state: State) -> ActionPoints:
    """The points of the round under way."""
    assert state.ap is not None, "no action round is under way"
    return state.ap


def pay(play: Play[State], side: int, quote: Quote, paid: Paid) -> None:
    """Take the points, the debt, the treaty points (5.3.2, 6.1, 9.1) and note the region (5.3.4)."""
    state, ap = play.state, points_of(play.state)
    event_window_closes(play, side)
    if paid.kind == "major":
        ap.major[quote.type] -= paid.points
        if MAJOR_BEGUN not in ap.modifiers:
            ap.modifiers.append(MAJOR_BEGUN)
    else:
        end_major(play, side)
        ap.minor = [0, 0, 0]
    ap.stage = SPENDING
    state.debt[side] += paid.debt
    state.treaty_points[side] -= paid.trp
    if quote.region != NONE:
        ap.regions_paid[quote.type] |= 1 << quote.region


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


def end_major(play: Play[State], side: int) -> None:
    """Another action begins: a Major Action that has begun is completed (5.3)."""
    ap = points_of(play.state)
    if MAJOR_BEGUN not in ap.modifiers:
        return
    lost = sum(ap.major)
    ap.major, ap.major_allowed = [0, 0, 0], 0
    ap.modifiers.remove(MAJOR_BEGUN)
    if lost:
        play.emit(ActionEnded(SIDES[side], "major", lost))

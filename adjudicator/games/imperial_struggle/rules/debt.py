"""Chapters 6 and 9, and the one VP track (3.10): debt, treaty points, victory points."""

from typing import Final

from adjudicator import Play

from ..components import SideEvent
from ..fact_types import BRITAIN, FRANCE, SIDES
from ..facts import FACTS
from ..state import State, available_debt, opponent, peace_turn
from .ministries.cards import is_up


class DebtChanged(SideEvent, frozen=True, tag="debt_changed", rule="6.2"):
    """Debt went up or down apart from a purchase (6.2, 6.3); ``why``: what caused it."""

    change: int
    why: str


class ForcedDebt(SideEvent, frozen=True, tag="forced_debt", rule="6.3", hits=("side",)):
    """A side was made to take debt (6.3b); ``over``: what did not fit, 1 VP each for the other side."""

    taken: int
    over: int
    why: str


class TreatyPointsChanged(SideEvent, frozen=True, tag="treaty_points_changed"):
    """A side gained or lost treaty points apart from a purchase (9.0)."""

    change: int
    why: str


class VictoryPoints(SideEvent, frozen=True, tag="victory_points", rule="3.10"):
    """A side scored; ``vp`` moves the one track up for France and down for Britain (3.10)."""

    vp: int
    why: str


WATT: Final = 19
"""Ministry that spares Britain the VP for debt above its limit."""


def lower_debt(play: Play[State], side: int, points: int, why: str) -> int:
    """Lower a debt by up to so many points, never below 0; how many it was (6.2)."""
    paid = min(points, play.state.debt[side])
    if paid:
        play.state.debt[side] -= paid
        play.emit(DebtChanged(SIDES[side], -paid, why))
    return paid


def force_debt(play: Play[State], side: int, points: int, why: str) -> None:
    """Make a side take debt; what does not fit below its limit gives the opponent 1 VP each (6.3b), but for M-19."""
    taken = min(points, available_debt(play.state, side))
    play.state.debt[side] += taken
    play.emit(ForcedDebt(SIDES[side], taken, points - taken, why))
    if points > taken and not (side == BRITAIN and is_up(play.state, WATT)):
        score(play, opponent(side), points - taken, why)


def score(play: Play[State], side: int, vp: int, why: str) -> None:
    """Move the VP marker and tell it (3.10)."""
    if vp:
        gain_vp(play.state, side, vp)
        play.emit(VictoryPoints(SIDES[side], vp, why))


def gain_vp(state: State, side: int, vp: int) -> None:
    """Rule 3.10: one track, up for France and down for Britain; it may be left at both ends (4.1.12)."""
    state.vp += vp if side == FRANCE else -vp


def gain_treaty_points(play: Play[State], side: int, points: int, why: str) -> None:
    """Add treaty points (9.0); what exceeds four is lost only in phase 10 (9.2)."""
    if points:
        play.state.treaty_points[side] += points
        play.emit(TreatyPointsChanged(SIDES[side], points, why))


def lose_treaty_points(play: Play[State], side: int, why: str) -> None:
    """Remove treaty points above four (4.1.10, 9.2)."""
    limit = FACTS.limits.treaty_points
    over = play.state.treaty_points[side] - limit
    if over > 0:
        play.state.treaty_points[side] = limit
        play.emit(TreatyPointsChanged(SIDES[side], -over, why))


def upgrade_is_treaty_point(state: State) -> bool:
    """Return whether an upgrade symbol gives a treaty point (5.3.3).

    A military one does on turn 6, unless the side passes (R-57).
    """
    return peace_turn(state) == 6 and state.ap is not None and state.ap.upgrade


def spendable_treaty_points(state: State, side: int) -> int:
    """Return treaty points that a purchase may use now (9.1, 5.3.3).

    The one of a turn 6 upgrade symbol is included.
    """
    return state.treaty_points[side] + upgrade_is_treaty_point(state)

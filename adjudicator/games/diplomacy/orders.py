"""The orders of the three phases, and the sheets that they are written on. A unit is named by its province."""

from __future__ import annotations

from adjudicator.kernel.actions import Action
from adjudicator.kernel.written_orders import Sheet

from .rules import resolution


class Hold(Action, frozen=True, tag="hold"):
    """The unit stays."""

    unit: str


class Move(Action, frozen=True, tag="move"):
    """The unit goes to a place; with `by_convoy` an army that could go by land goes over sea."""

    unit: str
    to: str
    by_convoy: bool = False


class Support(Action, frozen=True, tag="support"):
    """The unit supports another one: to hold, or, with `to`, to go there."""

    unit: str
    of: str
    to: str = ""


class Convoy(Action, frozen=True, tag="convoy"):
    """The fleet carries an army."""

    unit: str
    army: str
    to: str


class MovementOrders(Sheet, frozen=True, tag="movement_orders"):
    """What the units of a power do in spring or in autumn."""

    orders: tuple[Hold | Move | Support | Convoy, ...] = ()


class Retreat(Action, frozen=True, tag="retreat"):
    """The dislodged unit goes to a place."""

    unit: str
    to: str


class Disband(Action, frozen=True, tag="disband"):
    """The unit leaves the board: one that was dislodged, or one too many in winter."""

    unit: str


class RetreatOrders(Sheet, frozen=True, tag="retreat_orders"):
    """What the dislodged units of a power do."""

    orders: tuple[Retreat | Disband, ...] = ()


class Build(Action, frozen=True, tag="build"):
    """A new unit: its kind, and its place in an own centre."""

    kind: str
    place: str


class WinterOrders(Sheet, frozen=True, tag="winter_orders"):
    """What a power builds or disbands."""

    orders: tuple[Build | Disband, ...] = ()


Movement = Hold | Move | Support | Convoy


def as_resolved(order: Movement) -> resolution.Order:
    """Return an order as the resolver takes it, which has the unit as its key."""
    match order:
        case Move(to=to, by_convoy=by_convoy):
            return resolution.Move(to, by_convoy)
        case Support(of=of, to=to):
            return resolution.Support(of, to)
        case Convoy(army=army, to=to):
            return resolution.Convoy(army, to)
    return resolution.HOLD

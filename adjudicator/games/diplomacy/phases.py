"""The year: movement and retreats in spring and in autumn, then the centres are counted, and winter."""

from __future__ import annotations

from typing import cast

from adjudicator.kernel.play import Play
from adjudicator.kernel.steps import Asking, Frames, StepBook
from adjudicator.kernel.written_orders import Orders

from .events import Built, CentresCounted, Disbanded, Ordered, Retreated, YearBegan
from .orders import Build, Disband, Movement, MovementOrders, Retreat, RetreatOrders, WinterOrders, as_resolved
from .questions import MOVEMENT, RETREATS, WINTER
from .rules import adjustments, retreats
from .rules.geography import STANDARD
from .rules.resolution import HOLD, Resolved, Unit, resolve
from .state import AUTUMN, SPRING, Dislodged, State

STEPS = StepBook()
step = STEPS.step
MAJORITY = 18
"""The centres with which a power has won."""


@step("movement")
def new_year(play: Play[State]) -> Frames:
    """Begin a year."""
    play.state.year += 1
    play.emit(YearBegan(play.state.year))
    return [moving(SPRING), retreating(), moving(AUTUMN), retreating(), counting(), adjusting(), new_year()]


@step("movement")
def moving(play: Play[State], season: str) -> Asking:
    """All powers order their units, and all orders are carried out at once; who is not played holds."""
    state = play.state
    seats = tuple(seat for seat in play.seats if MOVEMENT.things(state, seat))
    sheets: dict[str, MovementOrders] = {}
    if seats:
        sheets = yield Orders(seats, MOVEMENT)
    state.season = season
    written = {order.unit: order for sheet in sheets.values() for order in sheet.orders}
    resolved = resolve(STANDARD, state.units, {at: as_resolved(order) for at, order in written.items()})
    for at, unit in state.units_of().items():
        play.emit(_told(at, unit, written.get(at), resolved))
    there = retreats.positions(STANDARD, state.units, resolved)
    state.dislodged = {
        at: Dislodged(unit, retreats.retreats(STANDARD, unit, resolved.dislodged[at], there, resolved.contested))
        for at, unit in state.units_of().items()
        if at in resolved.dislodged
    }
    state.units = there
    return None


def _told(at: str, unit: Unit, order: Movement | None, resolved: Resolved) -> Ordered:
    carried_out = HOLD if order is None else as_resolved(order)
    return Ordered(
        unit.power,
        unit.kind,
        unit.place,
        "hold" if order is None else order.op,
        resolved.outcomes[at],
        getattr(order, "of", getattr(order, "army", "")),
        getattr(carried_out, "to", ""),
        getattr(carried_out, "by_convoy", False),
        at in resolved.dislodged,
    )


@step("retreats")
def retreating(play: Play[State]) -> Asking:
    """Dislodged units go where it is open, all at once; those of nobody, or without a place, are disbanded."""
    state = play.state
    able = {each.unit.power for each in state.dislodged.values() if each.open}
    seats = tuple(seat for seat in play.seats if seat in able)
    aimed: dict[str, str] = {}
    if seats:
        sheets: dict[str, RetreatOrders] = yield Orders(seats, RETREATS)
        orders = [order for sheet in sheets.values() for order in sheet.orders]
        aimed = {order.unit: order.to for order in orders if isinstance(order, Retreat)}
    gone = retreats.carried_out(STANDARD, aimed)
    for at, dislodged in sorted(state.dislodged.items()):
        unit, to = dislodged.unit, gone.get(at, "")
        play.emit(Retreated(unit.power, unit.kind, unit.place, to, aimed.get(at, "")))
        if to:
            state.units[STANDARD.province[to]] = Unit(unit.power, unit.kind, to)
    state.dislodged = {}
    return None


@step("winter")
def counting(play: Play[State]) -> None:
    """Whoever stands in a centre after autumn has it; who has more than half of them has won."""
    state = play.state
    taken = {
        centre: state.units[centre].power
        for centre in STANDARD.centres
        if centre in state.units and state.owners.get(centre) != state.units[centre].power
    }
    owners = state.owners | taken
    state.owners = {centre: owners[centre] for centre in STANDARD.centres if centre in owners}
    play.emit(CentresCounted(dict(state.owners), taken))
    scores = {seat: list(state.owners.values()).count(seat) for seat in play.seats}
    winners = [seat for seat in play.seats if scores[seat] >= MAJORITY]
    if winners or not any(scores.values()):
        play.end(winners, "majority" if winners else "draw", scores)


@step("winter")
def adjusting(play: Play[State]) -> Asking:
    """Powers build and disband until they have a unit for each centre; nobody's powers only disband."""
    state = play.state
    asked = tuple(seat for seat in play.seats if _has_choice(state, seat))
    sheets: dict[str, WinterOrders] = {}
    if asked:
        sheets = yield Orders(asked, WINTER)
    for power in STANDARD.homes:
        sheet = sheets.get(power) or cast(WinterOrders, WINTER.finished(state, power, None))
        for order in sheet.orders:
            _adjust(play, power, order)
    return None


def _has_choice(state: State, seat: str) -> bool:
    difference = adjustments.difference(seat, state.units, state.owners)
    return difference != 0 and bool(WINTER.things(state, seat))


def _adjust(play: Play[State], power: str, order: Build | Disband) -> None:
    units = play.state.units
    if isinstance(order, Disband):
        gone = units.pop(order.unit)
        play.emit(Disbanded(power, gone.kind, gone.place))
    else:
        units[STANDARD.province[order.place]] = Unit(power, order.kind, order.place)
        play.emit(Built(power, order.kind, order.place))

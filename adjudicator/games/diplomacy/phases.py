"""The year: movement and retreats in spring and in autumn, then the centres are counted, and winter."""

from __future__ import annotations

from typing import cast

from adjudicator.kernel.play import Play
from adjudicator.kernel.steps import Asking, Frames
from adjudicator.kernel.written_orders import Orders

from .events import Built, CentresCounted, CentresTaken, Disbanded, MustRetreat, Ordered, Retreated, SeasonBegan
from .facts import AUTUMN, POWER, SPRING
from .questions import (
    MOVEMENT,
    RETREATS,
    WINTER,
    Build,
    Disband,
    Movement,
    MovementOrders,
    Retreat,
    RetreatOrders,
    Waive,
    WinterOrders,
    as_resolved,
)
from .rules import adjustments, retreats
from .rules.book import STEPS
from .rules.geography import STANDARD
from .rules.resolution import HOLD, Resolved, Unit, resolve
from .state import Dislodged, State

step = STEPS.step
MAJORITY = 18
"""The centres with which a power has won."""


@step("3")
def new_year(play: Play[State]) -> Frames:
    """Begin a year."""
    play.state.year += 1
    return [moving(SPRING), retreating(), moving(AUTUMN), retreating(), counting(), adjusting(), new_year()]


@step("3")
def moving(play: Play[State], season: str) -> Asking:
    """All powers order their units, and all orders are carried out at once; who is not played holds."""
    state = play.state
    seats = tuple(seat for seat in play.seats if MOVEMENT.things(state, seat))
    sheets: dict[str, MovementOrders] = {}
    if seats:
        sheets = yield Orders(seats, MOVEMENT)
    state.season = season
    state.moved += 1
    play.emit(SeasonBegan(state.year, season))
    written = {order.unit: order for sheet in sheets.values() for order in sheet.orders}
    orders = {at: as_resolved(order) for at, order in written.items()}
    resolved = resolve(STANDARD, state.units, orders, all_hold=state.rules.paradox == "all_hold")
    for power in POWER.ids:
        for at in state.units_of(power):
            play.emit(_told(state, at, written.get(at), resolved))
    there = retreats.positions(STANDARD, state.units, resolved)
    state.dislodged = {
        at: Dislodged(unit, retreats.retreats(STANDARD, unit, resolved.dislodged[at], there, resolved.contested))
        for at, unit in state.units_of().items()
        if at in resolved.dislodged
    }
    state.units = there
    for dislodged in state.dislodged.values():
        unit, shown = dislodged.unit, dislodged.open if state.rules.show_retreats else ()
        play.emit(MustRetreat(unit.power, unit.kind, unit.place, shown))
    return None


def _told(state: State, at: str, order: Movement | None, resolved: Resolved) -> Ordered:
    unit, carried_out = state.units[at], HOLD if order is None else as_resolved(order)
    of = getattr(order, "of", getattr(order, "army", ""))
    return Ordered(
        unit.power,
        unit.kind,
        unit.place,
        "hold" if order is None else order.op,
        resolved.outcomes[at],
        of,
        getattr(carried_out, "to", ""),
        getattr(carried_out, "by_convoy", False),
        at in resolved.dislodged,
        state.units[of].kind if of else "",
    )


@step("4")
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


@step("5")
def counting(play: Play[State]) -> None:
    """Whoever stands in a centre after autumn has it; who has more than half of them has won."""
    state = play.state
    taken: dict[tuple[str, str], list[str]] = {}
    for centre in STANDARD.centres:
        before, now = state.owners.get(centre, ""), state.units[centre].power if centre in state.units else ""
        if now and now != before:
            taken.setdefault((now, before), []).append(centre)
            state.owners[centre] = now
    state.owners = {centre: state.owners[centre] for centre in STANDARD.centres if centre in state.owners}
    for power, loser in sorted(taken, key=lambda pair: (POWER.index[pair[0]], pair[1])):
        play.emit(CentresTaken(power, tuple(taken[power, loser]), loser))
    counts = {power: len(state.centres_of(power)) for power in POWER.ids}
    state.counts = [*state.counts, counts]
    play.emit(CentresCounted(state.year, counts))
    scores = {seat: counts[seat] for seat in play.seats}
    winners = [seat for seat in play.seats if scores[seat] >= MAJORITY]
    if winners:
        play.end(winners, "majority", scores)
    elif state.year >= state.rules.last_year or not any(scores.values()):
        play.end([seat for seat in play.seats if scores[seat]], "draw", scores)


@step("5")
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
            if not isinstance(order, Waive):
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

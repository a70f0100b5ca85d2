"""What the powers are asked: orders of movement, retreats, and what they build or disband in winter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from adjudicator.kernel.actions import Action
from adjudicator.kernel.codes import Code
from adjudicator.kernel.written_orders import NotReady, OrderAnswers, Ready, Sheet

from .orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Movement,
    MovementOrders,
    Retreat,
    RetreatOrders,
    Support,
    WinterOrders,
    as_resolved,
)
from .rules import adjustments
from .rules.geography import ARMY, FLEET, STANDARD
from .rules.resolution import Resolution
from .state import State

not_your_unit = Code(unit=str)
"""The power has no unit there that it could order now."""
cannot_do = Code(op=str, unit=str)
"""The map, or where units stand, does not allow the order."""
too_many = Code(given=int, allowed=int)
"""More is built or disbanded than the centres allow."""


class MovementAnswers(OrderAnswers[State]):
    """Each unit holds, moves, supports or carries; whatever its unit could do alone is legal, fitting or not."""

    kind, rule, sheet = "movement", "movement", MovementOrders
    actions = (Hold, Move, Support, Convoy, MovementOrders, Ready, NotReady)

    def things(self, state: State, seat: str) -> Sequence[str]:
        return [*state.units_of(seat)]

    def thing_of(self, order: Movement) -> str:  # type: ignore[override]
        return order.unit

    def unordered(self, state: State, seat: str, thing: str) -> Action:
        return Hold(thing)

    def options(self, state: State, seat: str) -> Iterator[Action]:
        possible = Resolution(STANDARD, state.units, {}).is_possible
        for at in self.things(state, seat):
            unit = state.units[at]
            yield Hold(at)
            for order in self._candidates(state, at):
                if possible(unit, as_resolved(order)):
                    yield order

    def _candidates(self, state: State, at: str) -> Iterator[Movement]:
        unit, shores = state.units[at], [place for place in STANDARD.provinces if STANDARD.is_coastal(place)]
        reach = STANDARD.reach(unit.kind, unit.place)
        yield from (Move(at, place.id) for place in STANDARD.places if place.id in reach)
        if unit.kind == ARMY and STANDARD.is_coastal(at):
            yield from (Move(at, place, by_convoy=True) for place in shores)
        near = STANDARD.near(unit.kind, unit.place)
        for other in state.units_of():
            if other in near:
                yield Support(at, other)
            yield from (Support(at, other, to) for to in STANDARD.provinces if to in near)
        if unit.kind == FLEET and STANDARD.is_water(at):
            armies = [other for other, each in state.units_of().items() if each.kind == ARMY]
            yield from (Convoy(at, army, to) for army in armies for to in shores)

    def check_order(self, state: State, seat: str, order: Action) -> None:
        assert isinstance(order, Movement)
        if order.unit not in self.things(state, seat):
            raise not_your_unit.of(self.rule, unit=order.unit)
        possible = Resolution(STANDARD, state.units, {}).is_possible
        if not possible(state.units[order.unit], as_resolved(order)):
            raise cannot_do.of(self.rule, tuple(self.nearest(state, seat, order)), op=order.op, unit=order.unit)

    def nearest(self, state: State, seat: str, action: Action) -> Iterator[Action]:
        """Yield up to three orders of the same unit and kind."""
        same = (each for each in self.options(state, seat) if type(each) is type(action))
        own = (each for each in same if getattr(each, "unit", "") == getattr(action, "unit", ""))
        yield from (each for _, each in zip(range(3), own, strict=False))


class RetreatAnswers(OrderAnswers[State]):
    """Each dislodged unit goes to a place that is open to it, or disbands."""

    kind, rule, sheet = "retreats", "retreats", RetreatOrders
    actions = (Retreat, Disband, RetreatOrders, Ready, NotReady)

    def things(self, state: State, seat: str) -> Sequence[str]:
        return [at for at in sorted(state.dislodged) if state.dislodged[at].unit.power == seat]

    def thing_of(self, order: Retreat | Disband) -> str:  # type: ignore[override]
        return order.unit

    def unordered(self, state: State, seat: str, thing: str) -> Action:
        return Disband(thing)

    def options(self, state: State, seat: str) -> Iterator[Action]:
        for at in self.things(state, seat):
            yield Disband(at)
            yield from (Retreat(at, to) for to in state.dislodged[at].open)


class WinterAnswers(OrderAnswers[State]):
    """A power with more centres than units may build, one with fewer must disband."""

    kind, rule, sheet = "winter", "winter", WinterOrders
    actions = (Build, Disband, WinterOrders, Ready, NotReady)

    def things(self, state: State, seat: str) -> Sequence[str]:
        if adjustments.difference(seat, state.units, state.owners) > 0:
            return adjustments.sites(STANDARD, seat, state.units, state.owners)
        return [*state.units_of(seat)]

    def thing_of(self, order: Build | Disband) -> str:  # type: ignore[override]
        return STANDARD.province[order.place] if isinstance(order, Build) else order.unit

    def options(self, state: State, seat: str) -> Iterable[Action]:
        things = self.things(state, seat)
        if adjustments.difference(seat, state.units, state.owners) < 0:
            return map(Disband, things)
        return (Build(kind, place) for site in things for kind, place in adjustments.builds(STANDARD, site))

    def check_sheet(self, state: State, seat: str, sheet: Sheet) -> None:
        allowed = abs(adjustments.difference(seat, state.units, state.owners))
        if len(sheet.orders) > allowed:
            raise too_many.of(self.rule, given=len(sheet.orders), allowed=allowed)

    def finished(self, state: State, seat: str, sheet: Sheet | None) -> Sheet:
        """Return what is built, or what is disbanded: as many as must be, the rest as civil disorder takes them."""
        sheet = sheet or WinterOrders()
        missing = -adjustments.difference(seat, state.units, state.owners) - len(sheet.orders)
        named = {self.thing_of(order) for order in sheet.orders}
        order = adjustments.civil_disorder(STANDARD, seat, state.units, len(state.units))
        further = [Disband(at) for at in order if at not in named][: max(missing, 0)]
        return replace(sheet, orders=(*sheet.orders, *further), ready=True)


MOVEMENT, RETREATS, WINTER = MovementAnswers(), RetreatAnswers(), WinterAnswers()

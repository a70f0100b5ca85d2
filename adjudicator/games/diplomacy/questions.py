"""What the powers are asked, and the orders they give: movement, retreats, what they build or disband in winter.

A unit is named by its province.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice

from msgspec.structs import astuple, replace

from adjudicator.kernel.actions import Action
from adjudicator.kernel.codes import Code
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.written_orders import NotReady, OrderAnswers, Ready, Sheet

from .facts import PLACE, PROVINCE, PlaceId, ProvinceId, UnitId
from .rules import adjustments, resolution
from .rules.geography import ARMY, FLEET, STANDARD
from .rules.resolution import Resolution, Unit
from .state import State


class Hold(Action, frozen=True, tag="hold"):
    """The unit stays."""

    unit: ProvinceId


class Move(Action, frozen=True, tag="move"):
    """The unit goes to a place; with `by_convoy` an army that could go by land goes over sea."""

    unit: ProvinceId
    to: PlaceId
    by_convoy: bool = False


class Support(Action, frozen=True, tag="support"):
    """The unit supports another one: to hold, or, with `to`, to go there."""

    unit: ProvinceId
    of: ProvinceId
    to: PlaceId = ""


class Convoy(Action, frozen=True, tag="convoy"):
    """The fleet carries an army."""

    unit: ProvinceId
    army: ProvinceId
    to: ProvinceId


class MovementOrders(Sheet, frozen=True, tag="movement_orders"):
    """What the units of a power do in spring or in autumn."""

    orders: tuple[Hold | Move | Support | Convoy, ...] = ()


class Retreat(Action, frozen=True, tag="retreat"):
    """The dislodged unit goes to a place."""

    unit: ProvinceId
    to: PlaceId


class Disband(Action, frozen=True, tag="disband"):
    """The unit leaves the board: one that was dislodged, or one too many in winter."""

    unit: ProvinceId


class RetreatOrders(Sheet, frozen=True, tag="retreat_orders"):
    """What the dislodged units of a power do."""

    orders: tuple[Retreat | Disband, ...] = ()


class Build(Action, frozen=True, tag="build"):
    """A new unit: its kind, and its place in an own centre."""

    kind: UnitId
    place: PlaceId


class Waive(Action, frozen=True, tag="waive"):
    """The power builds fewer units than it may."""


class WinterOrders(Sheet, frozen=True, tag="winter_orders"):
    """What a power builds or disbands."""

    orders: tuple[Build | Disband | Waive, ...] = ()


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


not_your_unit = Code("2.1", unit=PROVINCE)
"""The power has no unit there that it could order now."""
no_way = Code("3.1", unit=PROVINCE, to=PLACE)
"""The unit cannot go there: neither by itself nor, an army, with the fleets that are at sea."""
which_coast = Code("1.3", to=PROVINCE)
"""The fleet could go to several coasts of the province."""
nobody_there = Code("3.3", at=PROVINCE)
"""No unit, or no army, is there that could be supported or carried."""
cannot_reach = Code("3.3", unit=PROVINCE, to=PROVINCE)
"""A unit supports where it could go by itself."""
cannot_help = Code("3.3", of=PROVINCE, to=PLACE)
"""The unit that would be supported cannot go there."""
cannot_carry = Code("3.4", unit=PROVINCE, army=PROVINCE, to=PROVINCE)
"""No fleets at sea could carry the army there by way of this one."""
closed = Code("4.1", unit=PROVINCE, to=PLACE)
"""The dislodged unit may not retreat there."""
nothing_to_build = Code("5.2")
"""The power builds nothing now."""
no_site = Code("5.2", place=PLACE)
"""The power may not build there, or not this kind of unit."""
nothing_to_disband = Code("5.3")
"""The power disbands nothing now."""
too_many = Code("5.1", given=int, allowed=int)
"""More is built or disbanded than the centres allow."""
_NEAREST = 5


class MovementAnswers(OrderAnswers[State]):
    """Each unit holds, moves, supports or carries; whatever its unit could do alone is legal, fitting or not."""

    kind, rule, sheet = "movement", "3", MovementOrders
    actions = (Hold, Move, Support, Convoy, MovementOrders, Ready, NotReady)

    def things(self, state: State, seat: str) -> Sequence[str]:
        return [*state.units_of(seat)]

    def thing_of(self, order: Movement) -> str:  # type: ignore[override]
        return order.unit

    def unordered(self, state: State, seat: str, thing: str) -> Action:
        return Hold(thing)

    def options(self, state: State, seat: str) -> Sequence[Action]:
        return _listed(tuple(state.units_of().items()), seat)

    def check_order(self, state: State, seat: str, order: Action) -> None:
        assert isinstance(order, Movement)
        if order.unit not in self.things(state, seat):
            raise not_your_unit(unit=order.unit)
        if not Resolution(STANDARD, state.units, {}).is_possible(state.units[order.unit], as_resolved(order)):
            raise self._why(state, order, [*islice(self.nearest(state, seat, order), _NEAREST)])

    def _why(self, state: State, order: Movement, near: Sequence[Action]) -> Refusal:
        unit, units = state.units[order.unit], state.units
        match order:
            case Move(to=to):
                if [coast for coast in STANDARD.coasts.get(to, ()) if coast in STANDARD.reach(unit.kind, unit.place)]:
                    return which_coast(near, to=to)
                return no_way(near, unit=order.unit, to=to)
            case Support(of=of, to=to):
                aim = STANDARD.province[to or of]
                if of not in units:
                    return nobody_there(near, at=of)
                if of == order.unit or aim not in STANDARD.near(unit.kind, unit.place):
                    return cannot_reach(near, unit=order.unit, to=aim)
                return cannot_help(near, of=of, to=to)
            case Convoy(army=army, to=to):
                if army not in units or units[army].kind != ARMY:
                    return nobody_there(near, at=army)
                return cannot_carry(near, unit=order.unit, army=army, to=to)
        raise AssertionError(order)  # every unit can hold

    def nearest(self, state: State, seat: str, action: Action) -> Iterator[Action]:
        """Yield orders of the same unit and kind, those first that are about the same other unit or province."""
        assert isinstance(action, Movement)
        own = [each for each in self.options(state, seat) if type(each) is type(action) and _unit(each) == action.unit]
        yield from sorted(own, key=lambda each: -len(_named(each) & _named(action)))


@lru_cache(maxsize=64)
def _listed(there: tuple[tuple[str, Unit], ...], seat: str) -> tuple[Movement, ...]:
    """Return the orders that are legal for the units of a power, where these units stand: they hang on nothing else."""
    units = dict(there)
    sailing = _Sailing(units)
    return tuple(order for at, unit in there if unit.power == seat for order in _orders(at, units, sailing))


def _orders(at: str, units: Mapping[str, Unit], sailing: _Sailing) -> Iterator[Movement]:
    unit = units[at]
    reach, near = STANDARD.reach(unit.kind, unit.place), STANDARD.near(unit.kind, unit.place)
    yield Hold(at)
    yield from (Move(at, place.id) for place in STANDARD.places if place.id in reach)
    yield from (Move(at, shore, by_convoy=True) for shore in sailing.shores(at))
    for other, helped in units.items():
        if other != at:
            if other in near:
                yield Support(at, other)
            goes = STANDARD.near(helped.kind, helped.place).union(sailing.shores(other, without=at))
            both = (near & goes) - {at}
            yield from (Support(at, other, to) for to in STANDARD.provinces if to in both)
    if at in sailing.afloat:
        for army, carried in units.items():
            if carried.kind == ARMY:
                yield from (Convoy(at, army, shore) for shore in sailing.carried(army, at))


class _Sailing:
    """Where the fleets that are at sea could carry the armies of a position."""

    def __init__(self, units: Mapping[str, Unit]) -> None:
        self._units = units
        self.afloat = frozenset(at for at, unit in units.items() if unit.kind == FLEET and STANDARD.is_water(at))
        self._by_sea = {frozenset(waters): STANDARD.shores(waters) for waters in STANDARD.chains(self.afloat)}

    def shores(self, army: str, without: str = "") -> tuple[str, ...]:
        """Return the provinces to which an army could be carried; `without` a fleet, in the order of the map."""
        if self._units[army].kind != ARMY or not STANDARD.is_coastal(army):
            return ()
        if without in self.afloat:
            found = STANDARD.convoyed(army, self.afloat - {without})
        else:
            found = frozenset().union(*(shores for shores in self._by_sea.values() if army in shores)) - {army}
        return tuple(shore for shore in STANDARD.provinces if shore in found) if found else ()

    def carried(self, army: str, fleet: str) -> tuple[str, ...]:
        """Return the provinces to which the chain that a fleet is in could carry an army."""
        shores = next(shores for waters, shores in self._by_sea.items() if fleet in waters)
        return tuple(to for to in STANDARD.provinces if to in shores and to != army) if army in shores else ()


def _unit(order: Action) -> str:
    assert isinstance(order, Movement)
    return order.unit


def _named(order: Action) -> set[str]:
    return {STANDARD.province[each] for each in astuple(order) if each in STANDARD.province}


class RetreatAnswers(OrderAnswers[State]):
    """Each dislodged unit goes to a place that is open to it, or disbands."""

    kind, rule, sheet = "retreats", "4", RetreatOrders
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

    def check_order(self, state: State, seat: str, order: Action) -> None:
        assert isinstance(order, Retreat | Disband)
        if order.unit not in self.things(state, seat):
            raise not_your_unit(unit=order.unit)
        if isinstance(order, Retreat) and order.to not in state.dislodged[order.unit].open:
            near = [each for each in self.options(state, seat) if self.thing_of(each) == order.unit]  # type: ignore[arg-type]
            raise closed(near, unit=order.unit, to=order.to)


class WinterAnswers(OrderAnswers[State]):
    """A power with more centres than units may build, one with fewer must disband."""

    kind, rule, sheet = "winter", "5", WinterOrders
    actions = (Build, Disband, Waive, WinterOrders, Ready, NotReady)

    def things(self, state: State, seat: str) -> Sequence[str]:
        if adjustments.difference(seat, state.units, state.owners) > 0:
            anywhere = state.rules.build_anywhere
            return adjustments.sites(STANDARD, seat, state.units, state.owners, anywhere=anywhere)
        return [*state.units_of(seat)]

    def thing_of(self, order: Build | Disband | Waive) -> str:  # type: ignore[override]
        if isinstance(order, Waive):
            return ""
        return STANDARD.province[order.place] if isinstance(order, Build) else order.unit

    def options(self, state: State, seat: str) -> Iterable[Action]:
        things = self.things(state, seat)
        if adjustments.difference(seat, state.units, state.owners) < 0:
            return map(Disband, things)
        built = (Build(kind, place) for site in things for kind, place in adjustments.builds(STANDARD, site))
        return chain(built, [Waive()])

    def check_order(self, state: State, seat: str, order: Action) -> None:
        assert isinstance(order, Build | Disband | Waive)
        options, more = [*self.options(state, seat)], adjustments.difference(seat, state.units, state.owners)
        if order in options:
            return
        if isinstance(order, Disband):
            raise not_your_unit(unit=order.unit) if more < 0 else nothing_to_disband()
        if isinstance(order, Waive) or more <= 0:
            raise nothing_to_build()
        raise no_site(options[:_NEAREST], place=order.place)

    def check_sheet(self, state: State, seat: str, sheet: Sheet) -> None:
        allowed = abs(adjustments.difference(seat, state.units, state.owners))
        given = sum(not isinstance(order, Waive) for order in sheet.orders)
        if given > allowed:
            raise too_many.of(self.rule, given=given, allowed=allowed)

    def finished(self, state: State, seat: str, sheet: Sheet | None) -> Sheet:
        """Return what is built, or what is disbanded: as many as must be, the rest as civil disorder takes them."""
        sheet = sheet or WinterOrders()
        missing = -adjustments.difference(seat, state.units, state.owners) - len(sheet.orders)
        named = {self.thing_of(order) for order in sheet.orders}
        order = adjustments.civil_disorder(STANDARD, seat, state.units, len(state.units))
        further = [Disband(at) for at in order if at not in named][: max(missing, 0)]
        return replace(sheet, orders=(*sheet.orders, *further), ready=True)


MOVEMENT, RETREATS, WINTER = MovementAnswers(), RetreatAnswers(), WinterAnswers()

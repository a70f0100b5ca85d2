"""Operations on units and ships: they come where no battle starts, or are lost (R16.03)."""

from collections.abc import Iterator
from typing import Final

from adjudicator import Action, Asking, Frames, Play, Refusal, choice, derive
from adjudicator.components import Code, bits

from .. import effects as forms
from ..facts import AREA, NONE, PROVINCE, ProvinceId, SeatId, areas_with
from ..state import State
from .book import OfArea, OfSeat, SeatAndArea, step
from .operations import does
from .realms import helped, provinces
from .relations import hostile_area, realm_of
from .units import (
    GALLEYS,
    UNITS,
    CategoryId,
    ShipId,
    UnitId,
    active_port,
    berths,
    change_units,
    deployed,
    mercenaries_left,
    of,
)

CATEGORIES: Final[tuple[CategoryId, ...]] = ("regular", "mercenary", "allied")


class UnitChange(SeatAndArea, frozen=True):
    """A unit came or went in an area; `army` 0: it stands alone."""

    unit: UnitId
    category: CategoryId
    army: int


UnitGained = derive(UnitChange, "unit_gained", "A unit came to an area.", rule="R16.03")
UnitGone = derive(UnitChange, "unit_gone", "A unit was lost outside a battle.", rule="R16.03", hits=("seat",))


class ShipsGained(OfSeat, frozen=True, tag="ships_gained", rule="R16.03", touches=("port",)):
    """A ship came to a port."""

    port: ProvinceId
    kind: str


class FleetGrew(OfSeat, frozen=True, tag="fleet_grew", rule="R16.03"):
    """Ships joined the fleet."""

    kind: str
    n: int


class PutUnit(OfArea, frozen=True, tag="put_unit"):
    """Place a unit that was gained: in this army (1-3) in this area, or alone (0). R16.03."""

    army: int = 0


class PutShip(Action, frozen=True, tag="put_ship"):
    """Place a ship that was gained in this port. R16.03."""

    port: ProvinceId


class LoseIn(OfArea, frozen=True, tag="lose_in"):
    """Lose a unit of this kind in this area. R16.03."""

    unit: UnitId = "infantry"
    category: CategoryId = "regular"
    army: int = 0


not_there = Code("R16.03", area=AREA)
no_port_for_it = Code("R16.03", port=PROVINCE)
PUT: Final = choice("put_unit", "R16.03", PutUnit, otherwise=not_there)
PUT_SHIP: Final = choice("put_ship", "R16.03", PutShip, otherwise=no_port_for_it)
LOSE: Final = choice("lose_in", "R16.03", LoseIn, otherwise=not_there)


def places(state: State, seat: str, unit: str, category: str) -> Iterator[PutUnit]:
    """Yield where a unit may be placed: areas of the seat and its vassals without anything hostile.

    Only regular infantry stands alone; an army that is not deployed begins there.
    """
    realm, own = realm_of(seat), state.led[seat]
    areas = bits(areas_with(helped(state, realm)))
    for area in areas:
        if hostile_area(state, realm, area):
            continue
        if unit == "infantry" and category == "regular":
            yield PutUnit(AREA.ids[area])
        fresh = next((n for n, army in enumerate(own.armies, 1) if army.area == NONE), 0)
        for n, army in enumerate(own.armies, 1):
            if army.area == area or n == fresh:
                yield PutUnit(AREA.ids[area], n)


@step("R16.03")
def unit_put(play: Play[State], seat: SeatId, unit: UnitId, category: CategoryId, n: int) -> Asking:
    """Place a unit where no battle starts; without such a place it is not gained."""
    own = play.state.led[seat]
    offers = list(places(play.state, seat, unit, category))
    none_left = {"regular": not own.available, "mercenary": not mercenaries_left(play.state)}.get(category, False)
    if not n or not offers or none_left:
        return None
    answer = yield PUT(seat, offers, unit=unit, category=category, n=n)
    area = AREA.index[answer.area]
    if category == "regular":
        own.available -= 1
    change_units(play.state, seat, area, answer.army, category, unit, 1)
    play.emit(UnitGained(seat, answer.area, unit, category, answer.army))
    return [unit_put(seat, unit, category, n - 1)]


@step("R16.03")
def ship_put(play: Play[State], seat: SeatId, kind: ShipId, n: int) -> Asking:
    """Place ships in a port or in the fleet.

    A light ship comes to a port with room for it. Heavy ships and galleys come to the fleet, where it is or at a port
    of its own, as many as have room there. Without such a place they are not gained.
    """
    state, own = play.state, play.state.led[seat]
    if not n:
        return None
    if kind == "light" or not own.fleet.all:
        ports = [bit for bit in bits(provinces(state, realm_of(seat))) if _lie_in(state, seat, bit, kind)]
        if not ports:
            return None
        answer = yield PUT_SHIP(seat, [PutShip(PROVINCE.ids[port]) for port in ports], kind=kind, n=n)
        if kind == "light":
            own.ships.moor(answer.port)
            play.emit(ShipsGained(seat, answer.port, kind))
            return [ship_put(seat, kind, n - 1)]
        own.fleet.port = PROVINCE.index[answer.port]
    if own.fleet.zone == NONE:
        n = min(n, _lie_in(state, seat, own.fleet.port, kind))
    elif kind == "galley" and not GALLEYS >> own.fleet.zone & 1:
        n = 0
    if not n:
        return None
    if kind == "heavy":
        own.fleet.heavy += n
    else:
        own.fleet.galleys += n
    play.emit(FleetGrew(seat, kind, n))
    return None


def _lie_in(state: State, seat: str, port: int, kind: ShipId) -> int:
    """Return how many ships of a kind that a seat gains can lie in a province.

    Galleys only where galleys sail (R9.28).
    """
    faced = PROVINCE.things[port].port
    open_ = active_port(state, port) and (faced & GALLEYS if kind == "galley" else faced)
    return max(0, berths(state, seat, port, fleet=kind != "light")) if open_ else 0


too_few_units = Code("R16.02", cost=int, has=int)


def _few_units(state: State, seat: str, op: forms.Counted) -> Refusal | None:
    has = deployed(state, seat)
    return too_few_units(cost=op.n, has=has) if has < op.n else None


does(forms.GainUnits)(lambda play, seat, op: [unit_put(seat, op.kind, "regular", op.n)])
does(forms.GainMercenaries)(lambda play, seat, op: [unit_put(seat, "infantry", "mercenary", op.n)])
does(forms.GainShips)(lambda play, seat, op: [ship_put(seat, op.kind, op.n)])
does(forms.LoseUnits, _few_units)(lambda play, seat, op: lose_units(seat, op.n))


def lose_units(seat: str, n: int, *, regular: bool = False, for_good: bool = False) -> Frames:
    """Return the frames in which a seat loses land units of its choice.

    Regular ones are exhausted (R9.45), or gone if `for_good` (R3.50).
    """
    return [unit_lost_there(seat, n, regular, for_good)] if n else []


@step("R9.45")
def unit_lost_there(play: Play[State], seat: SeatId, n: int, regular: bool = False, for_good: bool = False) -> Asking:
    """Remove a unit of the seat's choice, only a regular one with `regular`."""
    own = play.state.led[seat]
    offers = [LoseIn(AREA.ids[area]) for area in AREA.indexes if own.alone[area]]
    for number, army in enumerate(own.armies, 1):
        for category in CATEGORIES[:1] if regular else CATEGORIES:
            held = of(army, category)
            offers += [LoseIn(AREA.ids[army.area], unit, category, number) for unit in UNITS if getattr(held, unit)]
    if not n or not offers:
        return None
    answer = yield LOSE(seat, offers, n=n)
    area = AREA.index[answer.area]
    change_units(play.state, seat, area, answer.army, answer.category, answer.unit, -1)
    if answer.category == "regular" and not for_good:
        own.exhausted += 1
    play.emit(UnitGone(seat, answer.area, answer.unit, answer.category, answer.army))
    return [unit_lost_there(seat, n - 1, regular, for_good)]

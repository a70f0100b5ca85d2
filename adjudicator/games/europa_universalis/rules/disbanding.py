"""Disbanding units and recalling ships before upkeep (R3.41)."""

from collections.abc import Iterator
from typing import Final, Literal

from adjudicator import Action, Play, Refusal
from adjudicator.components import Code, bits, mask_of, union

from ..facts import AREA, NONE, PORTS_OF, PROVINCE, ZONE, AreaId, ProvinceId, ZoneId
from ..state import State, Units
from .book import OfSeat
from .relations import hostile_zones, realm_of
from .sailing import passed, take_light
from .units import UNITS, berths, disband_empty, friendly_port, sail_fleet

UnitId = Literal["infantry", "cavalry", "artillery", "light", "heavy", "damaged", "galleys"]
SHIPS: Final[tuple[UnitId, ...]] = ("light", "heavy", "damaged", "galleys")
DISTANT: Final = mask_of(each.index for each in ZONE if each.distant)
"""The zones at which a movement ends (R9.25)."""


class Disbanded(OfSeat, frozen=True, tag="disbanded", rule="R3.41"):
    """A unit was disbanded."""

    unit: UnitId
    area: AreaId | None = None
    zone: ZoneId | None = None


class Recalled(OfSeat, frozen=True, tag="recalled", rule="R3.41"):
    """Ships have returned to a port; `galleys` were disbanded on the way (R9.28)."""

    zone: ZoneId
    port: ProvinceId
    fleet: bool = False
    galleys: int = 0


class Disband(Action, frozen=True, tag="disband"):
    """Disband a unit. R3.41.

    The unit is in an army (1-3), a regular infantry alone in an area, or a ship at sea, in the fleet or not.
    """

    unit: UnitId
    army: int = 0
    area: AreaId | None = None
    zone: ZoneId | None = None
    mercenary: bool = False
    fleet: bool = False


class Recall(Action, frozen=True, tag="recall"):
    """Recall a light ship, or the fleet, to a friendly port within two zones. R3.41."""

    zone: ZoneId
    port: ProvinceId
    fleet: bool = False


no_such_unit = Code("R3.41", unit=str)
no_ship_there = Code("R3.41", zone=ZONE)
not_friendly = Code("R3.41", port=PROVINCE)
out_of_range = Code("R3.41", port=PROVINCE)
port_full = Code("R9.30", port=PROVINCE)


def ships_at_sea(state: State, seat: str) -> int:
    """Return the number of ships that cost upkeep."""
    own = state.led[seat]
    return sum(own.ships.light) + sum(own.ships.protecting) + (own.fleet.all if own.fleet.zone != NONE else 0)


def _held(state: State, seat: str) -> Iterator[tuple[Disband, int]]:
    """Yield what could be disbanded, with the number of each."""
    own = state.led[seat]
    for number, army in enumerate(own.armies):
        for unit in UNITS:
            yield Disband(unit, army=number + 1), getattr(army.regular, unit)
            yield Disband(unit, army=number + 1, mercenary=True), getattr(army.mercenary, unit)
    for area, n in enumerate(own.alone):
        yield Disband("infantry", area=AREA.ids[area]), n
    for zone, id in enumerate(ZONE.ids):
        yield Disband("light", zone=id), own.ships.at(zone)
    if own.fleet.zone != NONE:
        for kind in SHIPS:
            yield Disband(kind, zone=ZONE.ids[own.fleet.zone], fleet=True), getattr(own.fleet, kind)


def disbandings(state: State, seat: str) -> Iterator[Disband]:
    """Return what may be disbanded."""
    return (each for each, n in _held(state, seat) if n)


def recalls(state: State, seat: str) -> Iterator[Recall]:
    """Yield the places where ships might return."""
    own = state.led[seat]
    from_zones = [(zone, False) for zone in ZONE.indexes if own.ships.at(zone)]
    if own.fleet.zone != NONE:
        from_zones.append((own.fleet.zone, True))
    shut = hostile_zones(state, realm_of(seat)) if from_zones else 0
    for zone, fleet in from_zones:
        for port in bits(_ports_near(zone, shut)):
            action = Recall(ZONE.ids[zone], PROVINCE.ids[port], fleet)
            if recall_refused(state, seat, action) is None:
                yield action


def _ports_near(zone: int, shut: int) -> int:
    """Return the ports within range: a ship moves two spaces, the last one into the port (R9.25)."""
    return union(PORTS_OF, 1 << zone | ZONE.things[zone].adjacent & ~shut & ~DISTANT)


def recall_refused(state: State, seat: str, action: Recall) -> Refusal | None:
    """Return why ships cannot return to a port."""
    own, zone, port = state.led[seat], ZONE.number(action.zone), PROVINCE.number(action.port)
    n = own.fleet.all if action.fleet else own.ships.at(zone)
    if not n or (action.fleet and own.fleet.zone != zone):
        return no_ship_there(zone=action.zone)
    if not friendly_port(state, seat, port):
        return not_friendly(port=action.port)
    if not _ports_near(zone, hostile_zones(state, realm_of(seat))) >> port & 1:
        return out_of_range(port=action.port)
    room = berths(state, seat, port, fleet=action.fleet)
    return port_full(port=action.port) if room < (n if action.fleet else 1) else None


def cut(play: Play[State], seat: str, action: Action) -> None:
    """Disband a unit, which makes regular ones available again, or let ships return."""
    if isinstance(action, Recall):
        _recall(play, seat, action)
    else:
        assert isinstance(action, Disband)
        _disband(play, seat, action)


def _recall(play: Play[State], seat: str, action: Recall) -> None:
    own, zone, port = play.state.led[seat], ZONE.index[action.zone], PROVINCE.index[action.port]
    galleys = 0
    if action.fleet:
        over = passed(play.state, seat, NONE, port)
        galleys = sail_fleet(play.state, seat, NONE, port, passed=over)
    else:
        take_light(play.state, seat, zone)
        own.ships.moor(action.port)
    play.emit(Recalled(seat, action.zone, action.port, action.fleet, galleys))


def _disband(play: Play[State], seat: str, action: Disband) -> None:
    own = play.state.led[seat]
    area, zone = action.area, action.zone
    if action.army:
        army = own.armies[action.army - 1]
        units: Units = army.mercenary if action.mercenary else army.regular
        setattr(units, action.unit, getattr(units, action.unit) - 1)
        own.available += not action.mercenary
        area = AREA.ids[army.area]
    elif area is not None:
        own.alone[AREA.index[area]] -= 1
        own.available += 1
    elif action.fleet:
        setattr(own.fleet, action.unit, getattr(own.fleet, action.unit) - 1)
    else:
        assert zone is not None
        take_light(play.state, seat, ZONE.index[zone])
    disband_empty(play.state, seat)
    play.emit(Disbanded(seat, action.unit, area, zone))

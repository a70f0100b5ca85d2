"""The light ship that may sail for trade, and the ship that it displaces (R12.01)."""

from collections.abc import Iterator

from adjudicator import Action, Event, Play, Refusal
from adjudicator.components import Code

from ..facts import PROVINCE, ZONE, ProvinceId, SeatId, ZoneId
from ..state import State
from .relations import hostile_zone, realm_of
from .sailing import may_enter, reach, take_light
from .units import free_slots, note_voyage


class TradeShip(Event, frozen=True, tag="trade_ship", rule="R12.01", by="seat", touches=("zone",)):
    """A light ship has sailed for trade; `displaced`: whose ship it pushed out of a slot."""

    seat: SeatId
    zone: ZoneId
    protecting: bool
    displaced: SeatId | None = None


class SailToTrade(Action, frozen=True, tag="sail_to_trade"):
    """Move a light ship, from a zone or a port; `protect`: into a slot, displacing a ship of a seat if all are taken.
    R12.01.
    """

    zone: ZoneId
    start: ZoneId | None = None
    port: ProvinceId | None = None
    protect: bool = True
    displace: SeatId | None = None


no_trade_ship = Code("R12.01")
ship_too_far = Code("R12.01", zone=ZONE)
hostile_sea = Code("R12.01", zone=ZONE)
slots_free = Code("R12.01", zone=ZONE, free=int)
nobody_to_displace = Code("R12.01", zone=ZONE)


def voyages(state: State, seat: str) -> Iterator[SailToTrade]:
    """Where light ships of a seat could sail for trade."""
    ships = state.led[seat].ships
    zones = [each for each in ZONE.indexes if ships.light[each] or ships.protecting[each]]
    ports = [each for each in PROVINCE.indexes if ships.docked[each]]
    if not zones and not ports:
        return
    for zone, id in enumerate(ZONE.ids):
        if hostile_zone(state, realm_of(seat), zone) or not may_enter(state, seat, zone):
            continue
        near, near_ports = reach(state, seat, zone)
        starts = [(ZONE.ids[each], None) for each in zones if near >> each & 1]
        starts += [(None, PROVINCE.ids[each]) for each in ports if near_ports >> each & 1]  # type: ignore[misc]
        if not starts:
            continue
        displaced: list[str | None] = [None]
        if not free_slots(state, zone):
            displaced = [each for each in state.order if each != seat and state.led[each].ships.protecting[zone]]
        for start, port in starts:
            yield from (SailToTrade(id, start, port, displace=each) for each in displaced)
            yield SailToTrade(id, start, port, protect=False)


def sail_refused(state: State, seat: str, action: SailToTrade) -> Refusal | None:
    """Why a light ship cannot sail there."""
    ships, zone = state.led[seat].ships, ZONE.number(action.zone)
    near, near_ports = reach(state, seat, zone)
    if (action.start is None) == (action.port is None):
        return no_trade_ship()
    if action.start is not None:
        start = ZONE.number(action.start)
        there, in_range = ships.light[start] + ships.protecting[start], near >> start & 1
    else:
        port = PROVINCE.number(action.port or "")
        there, in_range = ships.docked[port], near_ports >> port & 1
    if not there:
        return no_trade_ship()
    if not in_range or not may_enter(state, seat, zone):
        return ship_too_far(zone=action.zone)
    if hostile_zone(state, realm_of(seat), zone):
        return hostile_sea(zone=action.zone)
    free = free_slots(state, zone) if action.protect else 0
    if action.displace is not None:
        if not action.protect or free:
            return slots_free(zone=action.zone, free=free)
        there = action.displace in state.led and state.led[action.displace].ships.protecting[zone]
        return None if there and action.displace != seat else nobody_to_displace(zone=action.zone)
    return nobody_to_displace(zone=action.zone) if action.protect and not free else None


def sail(play: Play[State], seat: str, action: SailToTrade) -> None:
    """The ship is there; one that it displaces protects trade no more."""
    state, zone = play.state, ZONE.index[action.zone]
    ships = state.led[seat].ships
    if action.start is not None:
        take_light(state, seat, ZONE.index[action.start])
    else:
        ships.docked[PROVINCE.index[action.port or ""]] -= 1
    if action.displace is not None:
        other = state.led[action.displace].ships
        other.protecting[zone] -= 1
        other.light[zone] += 1
    (ships.protecting if action.protect else ships.light)[zone] += 1
    note_voyage(state, seat, zone)
    play.emit(TradeShip(seat, action.zone, action.protect, action.displace))

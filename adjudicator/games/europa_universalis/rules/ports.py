"""Ships that must leave ports, and ships that are repaired in them (R9.30, R9.62)."""

from typing import Final

from adjudicator import Action, Asking, Play, choice
from adjudicator.components import bits

from ..facts import NONE, PROVINCE, ZONE, ProvinceId, ZoneId
from ..state import State
from .battles import battle_at
from .book import OfSeat, step
from .relations import hostile_zone, realm_of
from .sailing import Sailed
from .units import friendly_port, note_voyage, sail_fleet


class LeavePort(Action, frozen=True, tag="leave_port"):
    """To which zone ships leave a port. R9.30, R9.62."""

    zone: ZoneId


class ShipsDisbanded(OfSeat, frozen=True, tag="ships_disbanded", rule="R9.30", touches=("port",)):
    """Ships that could not leave a port are gone."""

    port: ProvinceId
    ships: int


PORT_LEFT: Final = choice("port_left", "R9.30", LeavePort, interrupts=True, about={"port": ProvinceId})


def _strangers(state: State) -> tuple[str, int] | None:
    """Return a seat with ships in a port that is not friendly to it, and the port, or None."""
    for seat in state.order:
        own = state.led[seat]
        ports = {own.fleet.port, *(PROVINCE.index[id] for id, n in own.ships.docked.items() if n)} - {NONE}
        for port in sorted(ports):
            if not friendly_port(state, seat, port):
                return seat, port
    return None


@step("R9.30")
def harbours(play: Play[State], besieged: bool = False) -> Asking:
    """Ask where ships go that must leave a port that is not friendly any more.

    From besieged ports they may also leave into hostile zones, and fight.
    """
    found = _strangers(play.state)
    if found is None:
        return None
    seat, port = found
    realm = realm_of(seat)
    zones = [bit for bit in bits(PROVINCE.things[port].port) if besieged or not hostile_zone(play.state, realm, bit)]
    if not zones:
        own = play.state.led[seat]
        gone = own.ships.docked.pop(PROVINCE.ids[port], 0) + (own.fleet.all if own.fleet.port == port else 0)
        if own.fleet.port == port:
            own.fleet.port = NONE
            own.fleet.light = own.fleet.heavy = own.fleet.damaged = own.fleet.galleys = 0
        play.emit(ShipsDisbanded(seat, PROVINCE.ids[port], gone))
        return [harbours(besieged)]
    zones.sort(key=lambda each: hostile_zone(play.state, realm, each))
    answer = yield PORT_LEFT(seat, [LeavePort(ZONE.ids[each]) for each in zones], port=PROVINCE.ids[port])
    state, own, zone = play.state, play.state.led[seat], ZONE.index[answer.zone]
    note_voyage(state, seat, zone)
    n, galleys = own.ships.docked.pop(PROVINCE.ids[port], 0), 0
    own.ships.light[zone] += n
    if own.fleet.port == port:
        n += own.fleet.all
        galleys = sail_fleet(state, seat, zone)
    play.emit(Sailed(seat, n, answer.zone, None, galleys))
    return [harbours(besieged), battle_at(state.turn.active or seat, None, answer.zone)]


def repair(state: State) -> None:
    """Repair damaged heavy ships in friendly ports (R9.30).

    This happens at the end of a turn or round.
    """
    for led in state.led.values():
        led.fleet.repair()

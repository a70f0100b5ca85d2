"""Ships that sail: naval activation, fleets on the way, ports, pirates (R9.25, R9.28, R9.30, R9.51)."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from adjudicator import Action, Frames, Play, Refusal
from adjudicator.components import Code, bits, mask_of, union

from ..content import Content
from ..facts import (
    COASTS_OF,
    NODE,
    NONE,
    PORTS_OF,
    PROVINCE,
    SEAS_BESIDE,
    ZONE,
    NodeId,
    ProvinceId,
    SeatId,
    ZoneId,
    areas_with,
)
from ..state import Battle, Fleet, Side, State
from .battles import battle_at, begin, opposed
from .book import STEPS, OfSeat, step
from .purse import PaidDeed
from .realms import helped
from .relations import hostile_zone, hostile_zones, realm_of, ships, zones_with_ships
from .units import berths, free_slots, friendly_port, note_voyage, sail_fleet


class Sailed(OfSeat, frozen=True, tag="sailed", rule="R9.25", touches=("zone", "port")):
    """Ships of a seat came to a zone, or into a port; `galleys` were disbanded on the way."""

    ships: int
    zone: ZoneId | None = None
    port: ProvinceId | None = None
    galleys: int = 0


one_destination = Code("R9.25")
no_ships = Code("R9.25")
ships_not_there = Code("R9.25", n=int)
too_far = Code("R9.25", place=str)
port_not_friendly = Code("R9.30", port=PROVINCE)
no_room_in_port = Code("R9.30", port=PROVINCE, room=int)
must_explore = Code("R9.31", zone=ZONE)
no_slot_left = Code("R9.20", zone=ZONE, free=int)
no_pirates = Code("R9.51", node=NODE)


DISTANT_ZONES = mask_of(each.index for each in ZONE if each.distant)


def _open(state: State, seat: str, zones: int = ZONE.mask) -> int:
    """Return which of some zones ships of a seat may pass: neither hostile nor distant ones (R9.25)."""
    return zones & ~DISTANT_ZONES & ~hostile_zones(state, realm_of(seat))


def reach(state: State, seat: str, zone: int = NONE, port: int = NONE, *, open_: int | None = None) -> tuple[int, int]:
    """Return the zones and the ports from which ships of a seat get there in two spaces (R9.25).

    `open_`: the zones that they may pass, if that is known.
    """
    if zone != NONE:
        near = ZONE.things[zone].adjacent
        over = _open(state, seat, near) if open_ is None else near & open_
        return (near | union(SEAS_BESIDE, over)) & ~(1 << zone), union(PORTS_OF, 1 << zone | over)
    facing = PROVINCE.things[port].port
    over = _open(state, seat, facing) if open_ is None else facing & open_
    return facing | union(SEAS_BESIDE, over), union(PORTS_OF, over) & ~(1 << port)


def may_enter(state: State, seat: str, zone: int) -> bool:
    """Return whether ships of a seat may enter a zone.

    A distant zone needs a claim, town or vassal of the seat next to it (R9.31).
    """
    if not ZONE.things[zone].distant:
        return True
    return bool(COASTS_OF[zone] & (state.led[seat].claims | areas_with(helped(state, realm_of(seat)))))


def pirates_beside(state: State, zone: str, node: str) -> bool:
    """Return whether there are pirates in a node next to a zone (R9.51)."""
    number = NODE.number(node)
    return bool(state.trade.pirates[number] and NODE.things[number].zones >> ZONE.number(zone) & 1)


class Sail(PaidDeed, frozen=True, tag="sail"):
    """Ships sail to one zone or port: light ships from zones and from ports, and the fleet. R9.25, R9.28, R9.51.

    `board`: light ships that join the fleet where it is; `stay`: those of it that stay there; `leave`: those that leave
    it at the end; `gather`: those that join it there, or form it; `protect`: those that then take slots; `hunt`: the
    pirates of a node that are attacked, perhaps by ships that are there already.
    """

    zone: ZoneId | None = None
    port: ProvinceId | None = None
    light: tuple[ZoneId, ...] = ()
    docked: tuple[ProvinceId, ...] = ()
    fleet: bool = False
    board: int = 0
    leave: int = 0
    gather: int = 0
    protect: int = 0
    hunt: NodeId | None = None
    stay: int = 0

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        """Yield every single ship, the fleet, and all that can come, to every zone and port."""
        own = state.led[seat]
        places = [(zone.index, NONE) for zone in ZONE] + [(NONE, port.index) for port in PROVINCE if port.port]
        if not (own.fleet.all or any(own.ships.light) or any(own.ships.protecting) or own.ships.docked):
            return
        open_, sailed, moored = _open(state, seat), zones_with_ships(state, seat), PROVINCE.mask_of(own.ships.docked)
        pirates = [node.id for node in NODE if state.trade.pirates[node.index]]
        for zone, port in places:
            to = partial(cls, ZONE.ids[zone]) if zone != NONE else partial(cls, None, PROVINCE.ids[port])
            zones, ports = reach(state, seat, zone, port, open_=open_)
            light = [id for id in ZONE.ids_of(zones & sailed) for _ in range(own.ships.at(ZONE.index[id]))]
            docked = [PROVINCE.ids[bit] for bit in bits(ports & moored) for _ in range(own.ships.in_port(bit))]
            fleet = bool(own.fleet.all) and _fleet_among(own.fleet, zones, ports)
            yield from (to(light=(each,)) for each in dict.fromkeys(light))
            yield from (to(docked=(each,)) for each in dict.fromkeys(docked))
            if fleet:
                yield to(fleet=True)
            if len(light) + len(docked) + fleet > 1:
                yield to(light=tuple(light), docked=tuple(docked), fleet=fleet)
            for node in pirates if zone != NONE else ():
                if pirates_beside(state, ZONE.ids[zone], node):
                    if light:
                        yield to(light=tuple(light), hunt=node)
                    if sailed >> zone & 1:
                        yield to(hunt=node)

    def _moving(self, state: State, seat: str) -> int:
        fleet = state.led[seat].fleet.all + self.board - self.stay if self.fleet else 0
        return len(self.light) + len(self.docked) + fleet

    def _lone(self, state: State, seat: str) -> int:
        """Return the number of light ships outside the fleet at the destination when all have arrived."""
        own = state.led[seat].ships
        came = len(self.light) + len(self.docked) + self.leave
        if self.zone is not None:
            return came + own.at(ZONE.number(self.zone))
        return came + own.in_port(PROVINCE.number(self.port or ""))

    def free_refused(self, state: State, seat: str, content: Content) -> Refusal | None:
        own = state.led[seat]
        if (self.zone is None) == (self.port is None):
            return one_destination()
        zone, port = ZONE.index_or_none(self.zone), PROVINCE.index_or_none(self.port)
        if min(self.board, self.stay, self.leave, self.gather, self.protect) < 0:
            return no_ships()
        if self.gather and (not (self.fleet or not own.fleet.all) or self._lone(state, seat) < self.gather):
            return ships_not_there(n=self.gather)
        if not self._moving(state, seat) and not (self.hunt is not None and zone != NONE and ships(state, seat, zone)):
            return no_ships()
        zones, ports = reach(state, seat, zone, port)
        if refusal := self._fleet_refused(state, seat, zones, ports):
            return refusal
        for each, n in Counter(self.light).items():
            start = ZONE.number(each)
            if not zones >> start & 1:
                return too_far(place=each)
            boarding = self.board if self.fleet and own.fleet.zone == start else 0
            if own.ships.at(start) < n + boarding:
                return ships_not_there(n=n)
        for each, n in Counter(self.docked).items():
            start = PROVINCE.number(each)
            if not ports >> start & 1:
                return too_far(place=each)
            if own.ships.in_port(start) < n + (self.board if self.fleet and own.fleet.port == start else 0):
                return ships_not_there(n=n)
        if zone != NONE:
            return self._zone_refused(state, seat, zone)
        return self._port_refused(state, seat, port)

    def _fleet_refused(self, state: State, seat: str, zones: int, ports: int) -> Refusal | None:
        fleet, most = state.led[seat].fleet, max(self.board, self.stay, self.leave)
        if not self.fleet:
            return ships_not_there(n=most) if most else None
        if not fleet.all:
            return no_ships()
        if not _fleet_among(fleet, zones, ports):
            return too_far(place="fleet")
        return crew_refused(state, seat, self.board, self.stay, self.leave, self.docked)

    def _zone_refused(self, state: State, seat: str, zone: int) -> Refusal | None:
        if not may_enter(state, seat, zone):
            return must_explore(zone=ZONE.ids[zone])
        hostile = hostile_zone(state, realm_of(seat), zone)
        light = min(len(self.light) + len(self.docked) + self.leave, self._lone(state, seat) - self.gather)
        if self.protect > min(free_slots(state, zone), light) or (self.protect and hostile):
            return no_slot_left(zone=ZONE.ids[zone], free=0 if hostile else free_slots(state, zone))
        if self.hunt is not None and not pirates_beside(state, ZONE.ids[zone], self.hunt):
            return no_pirates(node=self.hunt)
        return None

    def _port_refused(self, state: State, seat: str, port: int) -> Refusal | None:
        if not friendly_port(state, seat, port):
            return port_not_friendly(port=PROVINCE.ids[port])
        lone = self._lone(state, seat) - self.gather
        room = berths(state, seat, port, fleet=(self.fleet or self.gather > 0) and not lone)
        if self._moving(state, seat) > room or self.hunt or self.protect:
            return no_room_in_port(port=PROVINCE.ids[port], room=room)
        return None

    def voyage(self, play: Play[State], seat: str) -> None:
        """Move the ships to where they sail (R9.25); galleys move only through seas where they can sail (R9.28)."""
        state, own, n = play.state, play.state.led[seat], self._moving(play.state, seat)
        fleet, came, galleys = own.fleet, len(self.light) + len(self.docked) + self.leave, 0
        if self.zone is not None and n:
            note_voyage(state, seat, ZONE.index[self.zone])
        for each in self.light:
            take_light(state, seat, ZONE.index[each])
        for each in self.docked:
            own.ships.moor(each, -1)
        if self.fleet:
            regroup(state, seat, self.board, self.stay)
            fleet.light -= self.leave
            to = (ZONE.index_or_none(self.zone), PROVINCE.index_or_none(self.port))
            galleys = sail_fleet(state, seat, *to, passed=passed(state, seat, *to))
        if self.zone is not None:
            own.ships.light[ZONE.index[self.zone]] += came - self.protect
            own.ships.protecting[ZONE.index[self.zone]] += self.protect
        else:
            assert self.port is not None
            own.ships.moor(self.port, came)
        self._gathered(state, seat)
        if n:
            play.emit(Sailed(seat, n, self.zone, self.port, galleys))

    def _gathered(self, state: State, seat: str) -> None:
        """Let light ships join the fleet, which may begin there (R9.28)."""
        own = state.led[seat]
        if self.gather and self.zone is not None:
            take_light(state, seat, ZONE.index[self.zone], self.gather)
            own.fleet.zone = ZONE.index[self.zone]
        elif self.gather:
            own.ships.moor(self.port or "", -self.gather)
            own.fleet.port = PROVINCE.number(self.port or "")
        own.fleet.light += self.gather

    def freely_done(self, play: Play[State], seat: str) -> Frames:
        """Sail, then fight or hunt pirates, then let land units cross (R9.29)."""
        self.voyage(play, seat)
        if self.zone is None:
            return []
        frames = [ferry(seat, self.zone)]
        if opposed(play.state, seat, zone=ZONE.index[self.zone]) is not None:
            frames.insert(0, battle_at(seat, None, self.zone))
        if self.hunt is not None:
            frames.insert(-1, hunted(seat, self.zone, self.hunt))
        return frames


def passed(state: State, seat: str, zone: int, port: int) -> int:
    """Return the zones by any one of which the fleet comes to a zone or a port, or all if it passes none (R9.28)."""
    fleet = state.led[seat].fleet
    beside = PROVINCE.things[port].port if zone == NONE else ZONE.things[zone].adjacent
    if fleet.zone == NONE:
        start = PROVINCE.things[fleet.port].port
        straight = zone != NONE and start >> zone & 1
    else:
        start = ZONE.things[fleet.zone].adjacent
        straight = beside >> fleet.zone & 1
    return ZONE.mask if straight else _open(state, seat, start & beside)


def _fleet_among(fleet: Fleet, zones: int, ports: int) -> bool:
    return bool(zones >> fleet.zone & 1 if fleet.zone != NONE else fleet.port != NONE and ports >> fleet.port & 1)


def crew_refused(
    state: State, seat: str, board: int, stay: int, leave: int, docked: tuple[ProvinceId, ...]
) -> Refusal | None:
    """Return why light ships cannot change places, or None (R9.28).

    They join the fleet, stay behind or leave it at the end. A port must have room for those that stay.
    """
    fleet, own = state.led[seat].fleet, state.led[seat].ships
    there = own.in_port(fleet.port) if fleet.port != NONE else own.at(fleet.zone)
    if there < board or (board and stay) or stay > fleet.light or stay == fleet.all:
        return ships_not_there(n=max(board, stay))
    if leave > fleet.light + board - stay:
        return ships_not_there(n=leave)
    if fleet.port == NONE or not stay:
        return None
    room = berths(state, seat, fleet.port, fleet=False) + fleet.all + docked.count(PROVINCE.ids[fleet.port])
    return no_room_in_port(port=PROVINCE.ids[fleet.port], room=room) if stay > room else None


def regroup(state: State, seat: str, board: int, stay: int) -> None:
    """Let light ships join the fleet where it is, or leave it there (R9.28)."""
    own, fleet = state.led[seat].ships, state.led[seat].fleet
    if fleet.port != NONE:
        own.moor(PROVINCE.ids[fleet.port], stay - board)
    else:
        take_light(state, seat, fleet.zone, board)
        own.light[fleet.zone] += stay
    fleet.light += board - stay


def take_light(state: State, seat: str, zone: int, n: int = 1) -> None:
    """Remove light ships from a zone, those not protecting trade first."""
    own = state.led[seat].ships
    free = min(n, own.light[zone])
    own.light[zone] -= free
    own.protecting[zone] -= n - free


@STEPS.announce
def ferry(seat: SeatId, zone: ZoneId) -> None:
    """Let an army or a unit cross a bridge of ships."""


@step("R9.51")
def hunted(play: Play[State], seat: SeatId, zone: ZoneId, node: NodeId) -> Frames:
    """Attack the pirates of a node with the ships of one zone; the pirates fight like rebels."""
    state, number = play.state, NODE.index[node]
    if not ships(state, seat, ZONE.index[zone]) or not state.trade.pirates[number]:
        return []
    pirates = Side(rebels=state.trade.pirates[number])
    return begin(play, Battle(Side([seat]), pirates, zone=ZONE.index[zone], node=number))

"""Ships: naval activation, ports, pirates, ships that must leave a port (R9.25, R9.28, R9.30, R9.51, R9.62)."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from adjudicator import Action, Frames, Play, Refusal
from adjudicator.components import Code
from adjudicator.components.bits import bits, mask_of, union

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
    index_or_none,
)
from ..state import Battle, Fleet, Side, State
from .battles import battle_at, begin, opposed
from .book import STEPS, OfSeat, TurnDeed, step
from .purse import lacks, pay
from .realms import helped
from .relations import hostile_zone, realm_of, ships
from .units import berths, free_slots, friendly_ports, note_voyage


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
hostile_there = Code("R9.25", zone=ZONE)


def reach(state: State, seat: str, zone: int = NONE, port: int = NONE) -> tuple[int, int]:
    """From which zones and which ports ships of a seat get there in two spaces (R9.25)."""
    realm = realm_of(seat)

    def open_(each: int) -> bool:
        return not ZONE.things[each].distant and not hostile_zone(state, realm, each)

    if zone != NONE:
        near = ZONE.things[zone].adjacent
        over = mask_of(filter(open_, bits(near)))
        return (near | union(SEAS_BESIDE, over)) & ~(1 << zone), union(PORTS_OF, 1 << zone | over)
    facing = PROVINCE.things[port].port
    over = mask_of(filter(open_, bits(facing)))
    return facing | union(SEAS_BESIDE, over), union(PORTS_OF, over) & ~(1 << port)


def may_enter(state: State, seat: str, zone: int) -> bool:
    """A distant zone needs an own claim, town or vassal next to it (R9.31)."""
    if not ZONE.things[zone].distant:
        return True
    return bool(COASTS_OF[zone] & (state.led[seat].claims | areas_with(helped(state, realm_of(seat)))))


class Sail(TurnDeed, frozen=True, tag="sail"):
    """Ships sail to one zone or port: light ships from zones and from ports, the fleet. `board`: light ships that join
    the fleet where it is, `leave`: those that leave it at the end; `protect`: those that take slots then; `hunt`: the
    pirates of a node are attacked. R9.25.
    """

    zone: ZoneId | None = None
    port: ProvinceId | None = None
    light: tuple[ZoneId, ...] = ()
    docked: tuple[ProvinceId, ...] = ()
    fleet: bool = False
    board: int = 0
    leave: int = 0
    protect: int = 0
    hunt: NodeId | None = None

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        """Every single ship, the fleet, and all that can come, to every zone and port."""
        own = state.led[seat]
        places = [(zone.index, NONE) for zone in ZONE] + [(NONE, port.index) for port in PROVINCE if port.port]
        if not (own.fleet.all or any(own.ships.light) or any(own.ships.protecting) or any(own.ships.docked)):
            return
        for zone, port in places:
            to = partial(cls, ZONE.ids[zone]) if zone != NONE else partial(cls, None, PROVINCE.ids[port])
            zones, ports = reach(state, seat, zone, port)
            light = [id for id in ZONE.ids_of(zones) for _ in range(_light(state, seat, ZONE.index[id]))]
            docked = [PROVINCE.ids[each] for each in bits(ports) for _ in range(own.ships.docked[each])]
            fleet = bool(own.fleet.all) and _fleet_among(own.fleet, zones, ports)
            yield from (to(light=(each,)) for each in dict.fromkeys(light))
            yield from (to(docked=(each,)) for each in dict.fromkeys(docked))
            if fleet:
                yield to(fleet=True)
            if len(light) + len(docked) + fleet > 1:
                yield to(light=tuple(light), docked=tuple(docked), fleet=fleet)
            for node in NODE:
                if zone != NONE and state.trade.pirates[node.index] and node.zones >> zone & 1 and light:
                    yield to(light=tuple(light), hunt=node.id)

    def refused(self, state: State, seat: str, content: Content) -> Refusal | None:
        return sail_refused(state, seat, self)

    def done(self, play: Play[State], seat: str) -> Frames:
        pay(play, seat, mil=1)
        return after_voyage(play, seat, self)


def _moving(state: State, seat: str, action: Sail) -> int:
    fleet = state.led[seat].fleet.all if action.fleet else 0
    return len(action.light) + len(action.docked) + action.board + fleet


def _fleet_among(fleet: Fleet, zones: int, ports: int) -> bool:
    return bool(zones >> fleet.zone & 1 if fleet.zone != NONE else fleet.port != NONE and ports >> fleet.port & 1)


def sail_refused(state: State, seat: str, action: Sail, *, cost: int = 1) -> Refusal | None:
    """What is against a voyage."""
    own = state.led[seat]
    if (action.zone is None) == (action.port is None):
        return one_destination()
    zone, port = index_or_none(ZONE, action.zone), index_or_none(PROVINCE, action.port)
    if min(action.board, action.leave, action.protect) < 0 or (action.board and not action.fleet):
        return ships_not_there(n=action.board)
    if not _moving(state, seat, action):
        return no_ships()
    zones, ports = reach(state, seat, zone, port)
    if refusal := _fleet_refused(state, seat, action, zones, ports):
        return refusal
    for each, n in Counter(action.light).items():
        start = ZONE.number(each)
        if not zones >> start & 1:
            return too_far(place=each)
        boarding = action.board if action.fleet and own.fleet.zone == start else 0
        if own.ships.light[start] + own.ships.protecting[start] < n + boarding:
            return ships_not_there(n=n)
    for each, n in Counter(action.docked).items():
        start = PROVINCE.number(each)
        if not ports >> start & 1:
            return too_far(place=each)
        if own.ships.docked[start] < n + (action.board if action.fleet and own.fleet.port == start else 0):
            return ships_not_there(n=n)
    refusal = _zone_refused(state, seat, action, zone) if zone != NONE else _port_refused(state, seat, action, port)
    return refusal or lacks(state, seat, mil=cost)


def _fleet_refused(state: State, seat: str, action: Sail, zones: int, ports: int) -> Refusal | None:
    fleet, own = state.led[seat].fleet, state.led[seat].ships
    if not action.fleet:
        return ships_not_there(n=action.leave) if action.leave else None
    if not fleet.all:
        return no_ships()
    if not _fleet_among(fleet, zones, ports):
        return too_far(place="fleet")
    there = own.docked[fleet.port] if fleet.port != NONE else own.light[fleet.zone] + own.protecting[fleet.zone]
    if there < action.board or action.leave > fleet.light + action.board:
        return ships_not_there(n=max(action.board, action.leave))
    return None


def _zone_refused(state: State, seat: str, action: Sail, zone: int) -> Refusal | None:
    if not may_enter(state, seat, zone):
        return must_explore(zone=ZONE.ids[zone])
    hostile = hostile_zone(state, realm_of(seat), zone)
    light = len(action.light) + len(action.docked) + action.leave
    if action.protect > min(free_slots(state, zone), light) or (action.protect and hostile):
        return no_slot_left(zone=ZONE.ids[zone], free=0 if hostile else free_slots(state, zone))
    if action.hunt is not None:
        node = NODE.number(action.hunt)
        if not state.trade.pirates[node] or not NODE.things[node].zones >> zone & 1:
            return no_pirates(node=action.hunt)
    return None


def _port_refused(state: State, seat: str, action: Sail, port: int) -> Refusal | None:
    zones = bits(PROVINCE.things[port].port)
    if not any(port in friendly_ports(state, seat, zone) for zone in zones):
        return port_not_friendly(port=PROVINCE.ids[port])
    room, n = berths(state, seat, port, fleet=action.fleet), _moving(state, seat, action)
    only_fleet = action.fleet and not action.light and not action.docked and not action.leave
    if n > (room if only_fleet else berths(state, seat, port, fleet=False)) or action.hunt or action.protect:
        return no_room_in_port(port=PROVINCE.ids[port], room=room)
    return None


def _light(state: State, seat: str, zone: int) -> int:
    return state.led[seat].ships.light[zone] + state.led[seat].ships.protecting[zone]


def take_light(state: State, seat: str, zone: int, n: int = 1) -> None:
    """Light ships leave a zone; those that do not protect trade first."""
    own = state.led[seat].ships
    free = min(n, own.light[zone])
    own.light[zone] -= free
    own.protecting[zone] -= n - free


def voyage(play: Play[State], seat: str, action: Sail) -> None:
    """The ships come to where they sail (R9.25); galleys only where they sail at all (R9.28)."""
    state, own, n = play.state, play.state.led[seat], _moving(play.state, seat, action)
    fleet, came, galleys = own.fleet, len(action.light) + len(action.docked) + action.leave, 0
    if action.zone is not None:
        note_voyage(state, seat, ZONE.index[action.zone])
    for each in action.light:
        take_light(state, seat, ZONE.index[each])
    for each in action.docked:
        own.ships.docked[PROVINCE.index[each]] -= 1
    if action.fleet:
        if fleet.port != NONE:
            own.ships.docked[fleet.port] -= action.board
        else:
            take_light(state, seat, fleet.zone, action.board)
        fleet.light += action.board - action.leave
        fleet.zone, fleet.port = index_or_none(ZONE, action.zone), index_or_none(PROVINCE, action.port)
        if action.zone is not None and not ZONE.thing(action.zone).galleys:
            galleys, fleet.galleys = fleet.galleys, 0
        if not fleet.all:
            fleet.zone = fleet.port = NONE
    if action.zone is not None:
        own.ships.light[ZONE.index[action.zone]] += came - action.protect
        own.ships.protecting[ZONE.index[action.zone]] += action.protect
    else:
        assert action.port is not None
        own.ships.docked[PROVINCE.index[action.port]] += came
    play.emit(Sailed(seat, n, action.zone, action.port, galleys))


@STEPS.announce
def ferry(seat: SeatId, zone: ZoneId) -> None:
    """An army or a unit may cross a bridge of ships."""


def after_voyage(play: Play[State], seat: str, action: Sail) -> Frames:
    """Ships sail; a battle follows, or pirates are hunted; then land units may cross (R9.29)."""
    voyage(play, seat, action)
    if action.zone is None:
        return []
    frames = [ferry(seat, action.zone)]
    if opposed(play.state, seat, zone=ZONE.index[action.zone]) is not None:
        frames.insert(0, battle_at(seat, None, action.zone))
    if action.hunt is not None:
        frames.insert(-1, hunted(seat, action.zone, action.hunt))
    return frames


@step("R9.51")
def hunted(play: Play[State], seat: SeatId, zone: ZoneId, node: NodeId) -> Frames:
    """The pirates of a node are attacked by the ships of one zone; they fight like rebels."""
    state, number = play.state, NODE.index[node]
    if not ships(state, seat, ZONE.index[zone]) or not state.trade.pirates[number]:
        return []
    pirates = Side(rebels=state.trade.pirates[number])
    return begin(play, Battle(Side([seat]), pirates, zone=ZONE.index[zone], node=number))


# leaving ports -------------------------------------------------------------------------------------------------------


class Undock(TurnDeed, frozen=True, tag="undock"):
    """Ships leave ports for zones next to them, one zone for each light ship; and the fleet. R9.25."""

    docked: tuple[ProvinceId, ...] = ()
    zones: tuple[ZoneId, ...] = ()
    fleet: ZoneId | None = None

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        own = state.led[seat]
        for port in PROVINCE:
            zones = ZONE.ids_of(port.port)
            if own.ships.docked[port.index]:
                yield from (cls((port.id,), (zone,)) for zone in zones)
            if own.fleet.port == port.index:
                yield from (cls(fleet=zone) for zone in zones)

    def refused(self, state: State, seat: str, content: Content) -> Refusal | None:
        return undock_refused(state, seat, self)

    def done(self, play: Play[State], seat: str) -> Frames:
        pay(play, seat, mil=1)
        return undock(play, seat, self)


def undock_refused(state: State, seat: str, action: Undock, *, cost: int = 1) -> Refusal | None:
    """What is against leaving ports."""
    own, realm = state.led[seat], realm_of(seat)
    if len(action.docked) != len(action.zones) or not (action.docked or action.fleet):
        return no_ships()
    pairs = [(PROVINCE.number(port), ZONE.number(zone)) for port, zone in zip(action.docked, action.zones, strict=True)]
    if action.fleet is not None:
        if own.fleet.port == NONE:
            return no_ships()
        pairs.append((own.fleet.port, ZONE.number(action.fleet)))
    for port, zone in pairs:
        if not PROVINCE.things[port].port >> zone & 1:
            return too_far(place=PROVINCE.ids[port])
        if hostile_zone(state, realm, zone):
            return hostile_there(zone=ZONE.ids[zone])
        if not may_enter(state, seat, zone):
            return must_explore(zone=ZONE.ids[zone])
    for each, n in Counter(action.docked).items():
        if own.ships.docked[PROVINCE.number(each)] < n:
            return ships_not_there(n=n)
    return lacks(state, seat, mil=cost)


def undock(play: Play[State], seat: str, action: Undock) -> Frames:
    """Ships leave their ports."""
    own = play.state.led[seat]
    for port, zone in zip(action.docked, action.zones, strict=True):
        note_voyage(play.state, seat, ZONE.index[zone])
        own.ships.docked[PROVINCE.index[port]] -= 1
        own.ships.light[ZONE.index[zone]] += 1
        play.emit(Sailed(seat, 1, zone))
    if action.fleet is not None:
        note_voyage(play.state, seat, ZONE.index[action.fleet])
        own.fleet.port, own.fleet.zone = NONE, ZONE.index[action.fleet]
        play.emit(Sailed(seat, own.fleet.all, action.fleet))
    return []

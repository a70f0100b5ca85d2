"""Ships that leave ports for the zones next to them, perhaps to hunt pirates (R9.25, R9.28, R9.51)."""

from collections.abc import Iterator
from typing import Final

from adjudicator import Action, Frames, Play, Refusal
from adjudicator.components import Code

from ..content import Content
from ..facts import NODE, NONE, PROVINCE, ZONE, NodeId, ProvinceId, ZoneId
from ..state import State
from .purse import PaidDeed
from .relations import hostile_zone, realm_of, ships
from .sailing import (
    Sail,
    Sailed,
    crew_refused,
    hunted,
    may_enter,
    must_explore,
    no_pirates,
    no_ships,
    no_slot_left,
    pirates_beside,
    regroup,
    ships_not_there,
    take_light,
    too_far,
)
from .units import free_slots, note_voyage, sail_fleet

hostile_there = Code("R9.25", zone=ZONE)


class Undock(PaidDeed, frozen=True, tag="undock"):
    """Ships leave ports for zones next to them, one zone for each light ship; so does the fleet. R9.25, R9.28, R9.51.

    `protect`: zones in which one of these light ships each takes a slot. `board`, `stay`, `leave`, `gather`: light
    ships that join the fleet in its port, stay there without it, leave it in its zone, join it there. `hunt`: ships
    then attack the pirates of a node; these are the ships in one zone next to it to which some have come, the zone with
    the most.
    """

    docked: tuple[ProvinceId, ...] = ()
    zones: tuple[ZoneId, ...] = ()
    fleet: ZoneId | None = None
    protect: tuple[ZoneId, ...] = ()
    board: int = 0
    stay: int = 0
    leave: int = 0
    gather: int = 0
    hunt: NodeId | None = None

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        own = state.led[seat]
        for port in PROVINCE:
            if not own.ships.in_port(port.index) and own.fleet.port != port.index:
                continue
            zones = ZONE.ids_of(port.port)
            hunts = [(zone, node.id) for zone in zones for node in NODE if pirates_beside(state, zone, node.id)]
            if own.ships.in_port(port.index):
                yield from (cls((port.id,), (zone,)) for zone in zones)
                yield from (cls((port.id,), (zone,), protect=(zone,)) for zone in zones)
                yield from (cls((port.id,), (zone,), hunt=node) for zone, node in hunts)
            if own.fleet.port == port.index:
                yield from (cls(fleet=zone) for zone in zones)
                yield from (cls(fleet=zone, hunt=node) for zone, node in hunts)

    def free_refused(self, state: State, seat: str, content: Content) -> Refusal | None:
        own, realm = state.led[seat], realm_of(seat)
        if len(self.docked) != len(self.zones) or not (self.docked or self.fleet):
            return no_ships()
        pairs = [(PROVINCE.number(port), ZONE.number(zone)) for port, zone in zip(self.docked, self.zones, strict=True)]
        if self.fleet is not None:
            if own.fleet.port == NONE:
                return no_ships()
            pairs.append((own.fleet.port, ZONE.number(self.fleet)))
        for port, zone in pairs:
            if not PROVINCE.things[port].port >> zone & 1:
                return too_far(place=PROVINCE.ids[port])
            if hostile_zone(state, realm, zone):
                return hostile_there(zone=ZONE.ids[zone])
            if not may_enter(state, seat, zone):
                return must_explore(zone=ZONE.ids[zone])
        if refusal := self._fleet_refused(state, seat):
            return refusal
        for each in dict.fromkeys(self.docked):
            n = self.docked.count(each)
            more = self.stay - self.board if own.fleet.port == PROVINCE.number(each) else 0
            if own.ships.docked.get(each, 0) + more < n:
                return ships_not_there(n=n)
        for each in dict.fromkeys(self.protect):
            free = free_slots(state, ZONE.number(each))
            if self.protect.count(each) > min(free, self._coming(each)):
                return no_slot_left(zone=each, free=free)
        if self.hunt is not None and not self._hunting_from(state):
            return no_pirates(node=self.hunt)
        return None

    def _hunting_from(self, state: State) -> list[ZoneId]:
        """Return the zones next to the hunted pirates to which ships come (R9.51)."""
        came = self.zones if self.fleet is None else (*self.zones, self.fleet)
        return [each for each in came if self.hunt is not None and pirates_beside(state, each, self.hunt)]

    def _coming(self, zone: str) -> int:
        """Return the number of light ships that come to a zone outside the fleet."""
        return self.zones.count(zone) + (self.leave if zone == self.fleet else 0)

    def _fleet_refused(self, state: State, seat: str) -> Refusal | None:
        counts = (self.board, self.stay, self.leave, self.gather)
        if min(counts) < 0:
            return no_ships()
        if self.fleet is None:
            return ships_not_there(n=max(counts)) if any(counts) else None
        lone = state.led[seat].ships.at(ZONE.number(self.fleet)) + self._coming(self.fleet)
        if self.gather > lone - self.protect.count(self.fleet):
            return ships_not_there(n=self.gather)
        return crew_refused(state, seat, self.board, self.stay, self.leave, self.docked)

    def freely_done(self, play: Play[State], seat: str) -> Frames:
        state, own = play.state, play.state.led[seat]
        if self.fleet is not None:
            regroup(state, seat, self.board, self.stay)
        for port, zone in zip(self.docked, self.zones, strict=True):
            note_voyage(state, seat, ZONE.index[zone])
            own.ships.moor(port, -1)
            own.ships.light[ZONE.index[zone]] += 1
            play.emit(Sailed(seat, 1, zone))
        if self.fleet is not None:
            to, n = ZONE.index[self.fleet], own.fleet.all
            note_voyage(state, seat, to)
            own.fleet.light -= self.leave
            own.ships.light[to] += self.leave
            play.emit(Sailed(seat, n, self.fleet, None, sail_fleet(state, seat, to)))
        for number in map(ZONE.number, self.protect):
            own.ships.light[number] -= 1
            own.ships.protecting[number] += 1
        if self.fleet is not None and self.gather:
            take_light(state, seat, ZONE.index[self.fleet], self.gather)
            own.fleet.zone = ZONE.index[self.fleet]
            own.fleet.light += self.gather
        if self.hunt is None:
            return []
        hunters = max(self._hunting_from(state), key=lambda each: ships(state, seat, ZONE.index[each]))
        return [hunted(seat, hunters, self.hunt)]


VOYAGES: Final = (Sail, Undock)

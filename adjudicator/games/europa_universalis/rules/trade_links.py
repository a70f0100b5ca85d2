"""Find the trade nodes that a seat reaches, its power there, and the row in which it is paid (R12.02-R12.05, R12.07).

Also the light ship that may sail for trade, and the ship that it displaces (R12.01).
"""

from collections.abc import Iterator
from typing import Final

from adjudicator import Action, Play, Refusal
from adjudicator.components import Code, bits, mask_of

from ..content import Market
from ..facts import LAND_OF, NODE, NONE, PROVINCE, SEAS_OF, ZONE, ProvinceId, SeatId, ZoneId
from ..state import State
from .book import OfSeat
from .realms import chain, next_to_chain, provinces, vassals
from .relations import capital_area, hostile_zone, influenced, is_led, is_vassal, realm_of
from .sailing import may_enter, reach, take_light
from .units import free_slots, note_voyage

ROWS: Final = (1, 3, 6)
"""The trade power from which on a row is reached, from the lowest (R12.04)."""


def linked(state: State, seat: str) -> tuple[int, int]:
    """Return the areas and zones of the chain from the capital area (R12.02).

    They have towns, vassals, influence or light ships; tokens on occupied provinces count.
    """
    own, realm = state.led[seat], realm_of(seat)
    side = 1 << realm | vassals(state, realm)
    placed = ((n, who) for holders in (state.owner, state.occupier) for n, who in enumerate(holders) if who != NONE)
    held = mask_of({PROVINCE.things[n].area for n, who in placed if side >> who & 1})
    held |= influenced(state, seat)
    ships = mask_of(zone for zone in ZONE.indexes if own.ships.at(zone))
    if own.fleet.zone != NONE and own.fleet.light:
        ships |= 1 << own.fleet.zone
    return chain(1 << capital_area(state, realm), 0, held, ships)


def reaches(state: State, seat: str, node: int) -> bool:
    """Return whether the chain of a seat ends at a node.

    It ends in a zone of a maritime node, or in or next to the area of an inland one.
    """
    areas, zones = linked(state, seat)
    thing = NODE.things[node]
    if thing.area == NONE:
        return bool(zones & thing.zones)
    near, _ = next_to_chain(areas, zones)
    return bool((areas | near) >> thing.area & 1)


def leads_through(state: State, seat: str, node: int, zone: int) -> bool:
    """Return whether some chain from the capital area to a node leads through a zone (R12.01).

    No other place of the chain may cut the zone off from both of them.
    """
    areas, zones = linked(state, seat)
    home, thing = 1 << capital_area(state, realm_of(seat)), NODE.things[node]
    ends = (0, thing.zones) if thing.area == NONE else (LAND_OF[thing.area] | 1 << thing.area, SEAS_OF[thing.area])

    def joined(area: int, sea: int) -> bool:
        near, by = chain(0, 1 << zone, areas & ~area, zones & ~sea)
        return bool(near & (ends[0] | home) or by & ends[1])

    others = zones & ~(1 << zone)
    cuts = [*((1 << bit, 0) for bit in bits(areas)), *((0, 1 << bit) for bit in bits(others))]
    return bool(zones >> zone & 1) and all(joined(*cut) for cut in cuts)


def trade_power(state: State, seat: str, node: int, key: dict[str, int]) -> int:
    """Return the trade power of a seat in a node (R12.03).

    It counts a merchant, owned key provinces, and ships that protect trade next to a maritime node.
    """
    own, held = state.led[seat], provinces(state, realm_of(seat))
    keys = sum(n for id, n in key.items() if held >> PROVINCE.index[id] & 1)
    ships = sum(own.ships.protecting[zone] for zone in bits(NODE.things[node].zones))
    return (node in own.merchants) + keys + ships


def meets_requirement(state: State, seat: str, market: Market) -> bool:
    """Return whether a seat may be paid in a node (R12.07).

    Either some token must be on a key province, which may be that of an occupier, or the seat must own a key province.
    """
    keys = [PROVINCE.index[id] for id in market.key]
    if market.requires == "own":
        return any(provinces(state, realm_of(seat)) >> each & 1 for each in keys)
    if market.requires == "token":
        holders = [holder[each] for each in keys for holder in (state.owner, state.occupier)]
        towns = any(each != NONE and (is_led(state, each) or is_vassal(state, each)) for each in holders)
        return towns or any(state.dnpr[each] != NONE for each in keys)
    return True


def traders(state: State, market: Market, node: int, without: str = "") -> dict[str, int]:
    """Return who is paid in a node, with their power: a merchant there and a link (R12.03)."""
    return {
        seat: trade_power(state, seat, node, market.key)
        for seat in state.order
        if seat != without
        and node in state.led[seat].merchants
        and meets_requirement(state, seat, market)
        and reaches(state, seat, node)
    }


def rows(ranked: list[tuple[str, int]], pirates: int) -> dict[str, int | None]:
    """Return the row of each seat, from the lowest, or None (R12.04, R12.05).

    There is one seat in a row; a seat that is pushed below the last row gets none.
    """
    found: dict[str, int | None] = {}
    free = len(ROWS)
    for seat, power in ranked:
        row = min(sum(power >= each for each in ROWS) - 1 - pirates, free - 1)
        found[seat] = row if row >= 0 else None
        free = max(row, 0)
    return found


class TradeShip(OfSeat, frozen=True, tag="trade_ship", rule="R12.01", touches=("zone",), hits=("displaced",)):
    """A light ship has sailed for trade; `displaced`: whose ship it pushed out of a slot."""

    zone: ZoneId
    protecting: bool
    displaced: SeatId | None = None


class SailToTrade(Action, frozen=True, tag="sail_to_trade"):
    """Move a light ship from a zone or a port. R12.01.

    `protect`: into a slot, displacing a ship of a seat if all slots are taken.
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
    """Yield where light ships of a seat could sail for trade."""
    ships = state.led[seat].ships
    zones = [index for index in ZONE.indexes if ships.at(index)]
    ports = [index for index in PROVINCE.indexes if ships.in_port(index)]
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
    """Return why a light ship cannot sail there."""
    ships, zone = state.led[seat].ships, ZONE.number(action.zone)
    near, near_ports = reach(state, seat, zone)
    if (action.start is None) == (action.port is None):
        return no_trade_ship()
    if action.start is not None:
        start = ZONE.number(action.start)
        there, in_range = ships.at(start), near >> start & 1
    else:
        port = PROVINCE.number(action.port or "")
        there, in_range = ships.in_port(port), near_ports >> port & 1
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
    """Move the ship there; a ship that it displaces no longer protects trade."""
    state, zone = play.state, ZONE.index[action.zone]
    ships = state.led[seat].ships
    note_voyage(state, seat, zone)
    if action.start is not None:
        take_light(state, seat, ZONE.index[action.start])
    else:
        ships.moor(action.port or "", -1)
    if action.displace is not None:
        other = state.led[action.displace].ships
        other.protecting[zone] -= 1
        other.light[zone] += 1
    (ships.protecting if action.protect else ships.light)[zone] += 1
    play.emit(TradeShip(seat, action.zone, action.protect, action.displace))

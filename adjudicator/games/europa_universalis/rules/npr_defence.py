"""Defend the areas and zones of realms that nobody plays (R13.10): their capacity is their force, once a turn."""

from collections.abc import Iterable

from adjudicator.components import bits, mask_of

from ..facts import AREA, NONE, PORTS_OF, PROVINCE, PROVINCES_OF, SEAT, ZONE, areas_with
from ..state import State
from .realms import helped, military_capacity, worth
from .relations import capital_area, enemies, held_by, nprs, realm_of, ships, side_of, units_in
from .units import active_port


def foe(state: State, seat: str, realm: int) -> bool:
    """Return whether a seat and a realm are hostile to each other (R1.05)."""
    return bool(enemies(state, realm_of(seat)) >> realm & 1)


def was_foe(state: State, seat: str, realm: int) -> bool:
    """Return whether they were before this turn (R9.03)."""
    own = realm_of(seat)
    before = state.war[own] & ~state.turn.fresh[SEAT.index[seat]]
    return any(side_of(state, bit) >> realm & 1 for bit in bits(before))


def _forces(state: State, seat: str, place: int, *, sea: bool) -> int:
    return (ships if sea else units_in)(state, seat, place)


def came(state: State, seat: str, *, sea: bool) -> int:
    """Return areas, or zones, that a seat entered only in this turn (R9.03)."""
    turn = state.turn
    driven = (turn.driven_zones if sea else turn.driven)[SEAT.index[seat]]
    return driven | (turn.entered_zones if sea else turn.entered) if seat == turn.active else driven


def disturbed(state: State, realm: int, place: int, *, sea: bool) -> bool:
    """Return whether units hostile to a realm stood there before this turn: then it does not defend (R9.03)."""
    there = (seat for seat in state.order if not came(state, seat, sea=sea) >> place & 1)
    return any(_forces(state, seat, place, sea=sea) and was_foe(state, seat, realm) for seat in there)


def _hostile(state: State, realm: int) -> tuple[int, int]:
    """Return areas and zones with forces hostile to a realm that nobody plays.

    The areas have units, the zones have ships.
    """
    foes = [seat for seat in state.order if foe(state, seat, realm)]
    areas = mask_of(area for area in AREA.indexes if any(units_in(state, seat, area) for seat in foes))
    return areas, mask_of(zone for zone in ZONE.indexes if any(ships(state, seat, zone) for seat in foes))


def serving(state: State, realm: int, area: int, used: int) -> int:
    """Return the provinces that send units into an area (R9.10)."""
    hostile, zones = _hostile(state, realm)
    return military_capacity(state, realm, area, hostile=hostile, hostile_zones=zones, used=used)


def sailing(state: State, realm: int, zone: int, used: int) -> int:
    """Return the ports that send ships into a zone (R9.11)."""
    ports = PORTS_OF[zone] & helped(state, realm) & ~used
    return mask_of(bit for bit in bits(ports) if active_port(state, bit))


def _weight(state: State, province: int) -> int:
    area = PROVINCE.things[province].area
    return 2 if AREA.things[area].distant and not state.plague >> area & 1 else 1


def units_of(state: State, realm: int, places: int) -> int:
    """Return the number of units that these provinces send (R13.10).

    Distant ones send twice as many, and a +1 token adds one; an active ally sends half of the total.
    """
    found = sum(worth(state, bit) * _weight(state, bit) for bit in bits(places))
    found += (places & state.plus_manpower).bit_count()
    return -(-found // 2) if state.active >> realm & 1 else found


def ships_of(state: State, ports: int) -> int:
    """Return the number of ships that these ports send; an active ally sends all of them, too."""
    return sum(PROVINCE.things[bit].ports * _weight(state, bit) for bit in bits(ports))


def defends(state: State, realm: int, place: int, *, sea: bool) -> bool:
    """Return whether a realm that nobody plays sends units to an area of its own, or ships to a zone (R13.10).

    There must be hostile forces.
    """
    if not helped(state, realm) & (PORTS_OF if sea else PROVINCES_OF)[place] or disturbed(state, realm, place, sea=sea):
        return False
    return any(_forces(state, seat, place, sea=sea) and foe(state, seat, realm) for seat in state.order)


def _order(state: State, realm: int, first: int, places: Iterable[int], *, sea: bool) -> list[int]:
    """Return in which order it serves its battles: the capital, the largest force, the first battle (R13.10)."""
    home = capital_area(state, realm)
    near = AREA.things[home].zones

    def key(place: int) -> tuple[bool, int, bool]:
        forces = (_forces(state, seat, place, sea=sea) for seat in state.order if foe(state, seat, realm))
        return not (near >> place & 1 if sea else place == home), -sum(forces), place != first

    return sorted(places, key=key)


def allotted(state: State, realm: int, place: int, pending: int, *, sea: bool) -> int:
    """Return the provinces, or at sea the ports, that serve a realm in the battle fought first of those pending.

    Provinces that serve in a battle to which the realm gives priority do not serve in this one.
    """
    used, sent = (state.turn.sailed, sailing) if sea else (state.turn.served, serving)
    there = (bit for bit in bits(pending | 1 << place) if defends(state, realm, bit, sea=sea))
    for each in _order(state, realm, place, there, sea=sea):
        serve = sent(state, realm, each, used)
        if each == place:
            return serve
        used |= serve
    return 0


def stands_firm(state: State, realm: int, area: int, zone: int) -> bool:
    """Return whether it does not retreat: from its capital area, last area, a zone next to its capital area (R9.48)."""
    home = capital_area(state, realm)
    if zone != NONE:
        return bool(AREA.things[home].zones >> zone & 1)
    return area == home or not areas_with(held_by(state, realm)) & ~(1 << area)


def defenders(state: State, area: int = NONE, zone: int = NONE) -> list[int]:
    """Return the realms that nobody plays which would fight there now, in the order of their ids."""
    place, sea = (area, False) if zone == NONE else (zone, True)
    return [npr for npr in nprs(state) if defends(state, npr, place, sea=sea)]

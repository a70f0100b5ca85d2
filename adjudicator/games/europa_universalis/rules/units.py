"""Land units and ships of a seat: how many of what stand where, how one is lost (S12, R9.20, R9.30, R9.45)."""

from typing import Final, Literal

from adjudicator.components import mask_of

from ..facts import AREA, NONE, PORTS_OF, PROVINCE, SEAT, ZONE
from ..state import Army, Led, State, Units
from .relations import friends, held_among, is_led, realm_of, ships, top

UnitId = Literal["infantry", "cavalry", "artillery"]
CategoryId = Literal["mercenary", "regular", "allied"]
ShipId = Literal["light", "heavy", "galley"]
UNITS: Final[tuple[UnitId, ...]] = ("infantry", "cavalry", "artillery")
CATEGORIES: Final[tuple[CategoryId, ...]] = ("mercenary", "regular", "allied")
MERCENARIES: Final = 20
"""The mercenaries that there are; none are taken from elsewhere (R1.08)."""
BLACK_UNITS: Final = 25
"""The black units that there are, for rebels, allied and imperial units (R1.08)."""
GALLEYS: Final = mask_of(zone.index for zone in ZONE if zone.galleys)
"""Where galleys sail (R9.28)."""
ALONE: Final = 0
"""The number of no army: regular infantry that stands alone."""


def add(units: Units, unit: UnitId, n: int) -> None:
    """Add units of a type, or remove them if `n` is negative."""
    now = getattr(units, unit) + n
    assert now >= 0, f"no {unit} left"
    setattr(units, unit, now)


def of(army: Army, category: CategoryId) -> Units:
    """Return the units of a category in an army."""
    return {"regular": army.regular, "mercenary": army.mercenary, "allied": army.allied}[category]


def armies_in(state: State, seat: str, area: int) -> list[int]:
    """Return the numbers of the armies of a seat in an area, from 1."""
    return [number for number, army in enumerate(state.led[seat].armies, 1) if army.area == area]


def mercenaries_left(state: State) -> int:
    """Return how many mercenaries nobody has hired."""
    return MERCENARIES - sum(army.mercenary.all for led in state.led.values() for army in led.armies)


def bound_units(state: State) -> int:
    """Return how many black units are allied or imperial ones, which are not taken away for others (R1.08)."""
    allied = sum(led.allied + sum(army.allied.all for army in led.armies) for led in state.led.values())
    fighting = sum(side.imperial for battle in state.battles for side in (battle.attackers, battle.defenders))
    return allied + state.empire.manpower + fighting


def black_units_left(state: State) -> int:
    """Return how many black units can be allied or imperial ones yet: rebels give way to them (R1.08)."""
    return max(0, BLACK_UNITS - bound_units(state))


def outgunned(army: Army) -> bool:
    """Return whether an army has more artillery than cavalry (R9.20)."""
    guns = army.regular.artillery + army.mercenary.artillery
    return guns > army.regular.cavalry + army.mercenary.cavalry + army.allied.cavalry


def strength(state: State, seat: str, area: int) -> Units:
    """Return all units of a seat in an area by type."""
    own = state.led[seat]
    found = Units(own.alone[area])
    for number in armies_in(state, seat, area):
        for category in CATEGORIES:
            for unit in UNITS:
                add(found, unit, getattr(of(own.armies[number - 1], category), unit))
    return found


def deployed(state: State, seat: str) -> int:
    """Return all land units of a seat on the board (R1.06)."""
    own = state.led[seat]
    return sum(own.alone) + sum(army.all for army in own.armies if army.area != NONE)


def disband_empty(state: State, seat: str) -> None:
    """Remove armies and the fleet without units from the board (R9.20).

    Their leaders stay with them (R5.02).
    """
    own = state.led[seat]
    for army in own.armies:
        if not army.all:
            army.area = NONE
    if not own.fleet.all:
        own.fleet.zone = own.fleet.port = NONE


def leave_armies(own: Led, category: CategoryId) -> int:
    """Remove all units of a category from the armies, and armies that have no others from the board.

    Returns how many there were.
    """
    n = sum(of(army, category).all for army in own.armies)
    for army in own.armies:
        setattr(army, category, Units())
        if not army.all:
            army.area = NONE
    return n


def change_units(  # noqa: PLR0913 - whose units, where, of which kind, how many
    state: State, seat: str, area: int, army: int, category: CategoryId, unit: UnitId, n: int
) -> None:
    """Add units to an army in an area, or remove them if `n` is negative.

    Without an army, they are regular infantry that stands alone.
    """
    own = state.led[seat]
    if army == ALONE:
        own.alone[area] += n
    else:
        own.armies[army - 1].area = area
        add(of(own.armies[army - 1], category), unit, n)
    disband_empty(state, seat)


def lose_unit(state: State, seat: str, area: int, category: CategoryId, unit: UnitId, army: int) -> None:
    """Remove one unit: a regular one is exhausted, others go to the supply (R9.45)."""
    change_units(state, seat, area, army, category, unit, -1)
    state.led[seat].exhausted += category == "regular"


def move(state: State, seat: str, army: int, start: int, to: int) -> None:
    """Move an army, or one unit that stands alone, to another area; the first to enter is noted (R9.03)."""
    own = state.led[seat]
    note_entry(state, seat, to)
    if army == ALONE:
        own.alone[start] -= 1
        own.alone[to] += 1
    else:
        own.armies[army - 1].area = to


def note_entry(state: State, seat: str, area: int) -> None:
    """Note that units of the active seat enter an area where it had none (R9.03)."""
    if seat == state.turn.active and not strength(state, seat, area).all:
        state.turn.entered |= 1 << area


def note_voyage(state: State, seat: str, zone: int) -> None:
    """Note that ships enter a zone where their seat had none (R9.03)."""
    if ships(state, seat, zone):
        return
    if seat == state.turn.active:
        state.turn.entered_zones |= 1 << zone
    else:
        state.turn.driven_zones[SEAT.index[seat]] |= 1 << zone


def note_flight(state: State, seat: str, area: int) -> None:
    """Note that defenders retreat to an area where their seat had no units (R9.03)."""
    if not strength(state, seat, area).all:
        state.turn.driven[SEAT.index[seat]] |= 1 << area


def sail_fleet(state: State, seat: str, zone: int, port: int = NONE, *, passed: int = ZONE.mask) -> int:
    """Move the fleet to a zone or a port, and return how many galleys are gone (R9.28).

    On the way it passes one of the zones `passed`; its galleys go only where galleys can sail.
    """
    fleet, galleys = state.led[seat].fleet, 0
    fleet.zone, fleet.port = zone, port
    if not (passed & GALLEYS and (zone == NONE or GALLEYS >> zone & 1)):
        galleys, fleet.galleys = fleet.galleys, 0
    disband_empty(state, seat)
    return galleys


def all_ships(state: State, seat: str) -> int:
    """Return all ships of a seat on the board, of at most 15."""
    own = state.led[seat]
    return own.fleet.all + sum(own.ships.light) + sum(own.ships.protecting) + sum(own.ships.docked.values())


def free_slots(state: State, zone: int) -> int:
    """Return the number of slots of a zone in which no ship protects trade (R9.20)."""
    return ZONE.things[zone].slots - sum(each.ships.protecting[zone] for each in state.led.values())


def active_port(state: State, port: int) -> bool:
    """Return whether a port is active (R1.09).

    A distant port is inactive until a token of a dynamic realm, a town (also an occupier's), or a vassal is there.
    """
    if not AREA.things[PROVINCE.things[port].area].distant or state.dnpr[port] != NONE:
        return True
    return any(each != NONE and is_led(state, top(state, each)) for each in (state.owner[port], state.occupier[port]))


def friendly_port(state: State, seat: str, port: int) -> bool:
    """Return whether a friend controls a port, and it is active (R9.30)."""
    return active_port(state, port) and bool(held_among(state, friends(state, realm_of(seat)), 1 << port))


def friendly_ports(state: State, seat: str, zone: int) -> list[int]:
    """Return the ports facing a zone that a friend controls (R9.30)."""
    found = held_among(state, friends(state, realm_of(seat)), PORTS_OF[zone])
    return [each for each in found if active_port(state, each)]


def large_port(state: State, port: int) -> bool:
    """Return whether a port counts as two: that of a large province, or where a large town was built (R1.01, R9.30)."""
    return PROVINCE.things[port].large_port or bool(PROVINCE.things[port].port and state.grown >> port & 1)


def berths(state: State, seat: str, port: int, *, fleet: bool) -> int:
    """Return how many more ships a port takes, whoever has some: two, a large one four, six of one `fleet` (R9.30)."""
    large, own = large_port(state, port), state.led[seat].fleet
    used = sum(led.ships.in_port(port) + (led.fleet.all if led.fleet.port == port else 0) for led in state.led.values())
    only = fleet and used == (own.all if own.port == port else 0)
    return (2 if not large else 6 if only else 4) - used

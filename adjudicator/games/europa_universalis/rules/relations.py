"""Tell who belongs to whom and fights whom: control, adjacency, friendly, neutral and hostile (R1, R11, S18, S19)."""

from adjudicator.components import bits, mask_of, union
from adjudicator.kernel.standing import once

from ..facts import (
    AREA,
    FACED_BY,
    FAITH,
    LAND_OF,
    NONE,
    PROVINCE,
    PROVINCES_OF,
    REALM,
    RELIGION,
    SEAT,
    areas_beside,
    areas_with,
    ports_beside,
)
from ..state import State
from .realms import capital, controlled, lawful, owned, provinces, vassals

CATHOLIC, COUNTER_REFORMED = RELIGION.index["catholic"], RELIGION.index["counter_reformed"]
BY_ALPHABET = sorted(REALM.indexes, key=REALM.ids.__getitem__)
DISTANT = mask_of(area.index for area in AREA if area.distant)
PAPAL_STATES = REALM.index["papal_states"]
FAITHLESS = tuple(each for each in RELIGION.indexes if RELIGION.ids[each] not in FAITH.index)


def realm_of(seat: str) -> int:
    """Return the realm that a seat leads."""
    return REALM.index[seat]


def is_led(state: State, realm: int) -> bool:
    """Return whether a player leads the realm."""
    return REALM.ids[realm] in state.led


def led_realms(state: State) -> int:
    """Return the realms that players lead, as a mask."""
    return mask_of(REALM.index[seat] for seat in state.led)


def is_vassal(state: State, realm: int) -> bool:
    """Return whether the realm is a vassal, even of a realm whose land is all occupied (R10.01).

    A realm whose overlord has nothing left is independent (R13.01).
    """
    over = state.overlord[realm]
    return over != NONE and (over in owned(state) or is_led(state, over))


def top(state: State, realm: int) -> int:
    """Return whom a war on the realm is made on: its overlord, if it is a vassal (R11.90)."""
    return state.overlord[realm] if is_vassal(state, realm) else realm


def is_dynamic(state: State, realm: int) -> bool:
    """Return whether a realm is dynamic: its tokens are on the board, from the start or by an event (R13.02)."""
    return realm in state.dnpr


def is_npr(state: State, realm: int) -> bool:
    """Return whether it is there, and neither led by a player nor a vassal (R13.01)."""
    return realm in owned(state) and not is_led(state, realm) and not is_vassal(state, realm)


def is_forsaken(state: State, realm: int) -> bool:
    """Return whether its player has left: nobody becomes its ally or its overlord (R13.30)."""
    return bool(state.forsaken >> realm & 1)


def stays_independent(state: State, realm: int) -> bool:
    """Return whether nobody makes a realm a vassal.

    The papal states, an emperor, one whose player has left (R11.80).
    """
    return REALM.things[realm].never_vassal or realm == state.empire.emperor or is_forsaken(state, realm)


def began(state: State) -> int:
    """Return how many players the game began with; those who have left count for its events (R13.30)."""
    return len(state.order) + state.forsaken.bit_count()


@once
def nprs(state: State) -> tuple[int, ...]:
    """Return the realms that nobody plays, except vassals, by the alphabet of their ids."""
    return tuple(each for each in BY_ALPHABET if is_npr(state, each))


def controller(state: State, province: int) -> int:
    """Return who controls a province: its lawful owner or its occupier; NONE: rebels, or nobody (R1.04)."""
    if state.rebel_towns >> province & 1:
        return NONE
    return state.occupier[province] if state.occupier[province] != NONE else state.owner[province]


def held_among(state: State, realms: int, places: int) -> list[int]:
    """Return those of some provinces that these realms control."""
    return [bit for bit in bits(places) if controller(state, bit) != NONE and realms >> controller(state, bit) & 1]


def held_by(state: State, realm: int) -> int:
    """Return the provinces that a realm and its vassals control, as a mask."""
    found = controlled(state, realm)
    for vassal in bits(vassals(state, realm)):
        found |= controlled(state, vassal)
    return found


@once
def ally_of(state: State, realm: int) -> str | None:
    """Return the seat that has an alliance with a realm that nobody plays, or None (S18)."""
    return next((seat for seat in state.order if state.allied[seat] >> realm & 1), None)


def at_war(state: State, one: int, other: int) -> bool:
    """Return whether two realms fight each other."""
    return bool(state.war[one] >> other & 1)


def part(masks: list[int], one: int, other: int) -> None:
    """Remove the tokens of war, or of truce, that two realms have on each other."""
    masks[one] &= ~(1 << other)
    masks[other] &= ~(1 << one)


def leave_all(masks: list[int], realm: int) -> None:
    """Remove everybody's tokens of war, or of truce, with a realm."""
    for other in REALM.indexes:
        part(masks, realm, other)


def make_war(state: State, one: int, other: int) -> None:
    """Put two realms at war with each other (R9.02)."""
    for here, there in ((one, other), (other, one)):
        state.war[here] |= 1 << there
        if is_led(state, here):
            state.turn.fresh[SEAT.index[REALM.ids[here]]] |= 1 << there


def at_peace(state: State, realm: int) -> bool:
    """Return whether a realm fights nobody."""
    return not state.war[realm]


@once
def side_of(state: State, realm: int) -> int:
    """Return a realm with its vassals and its active allies (R1.05, R11.70).

    They act for the realm, and its enemies fight them.
    """
    return _with_allies(state, realm, state.active)


def _with_allies(state: State, realm: int, among: int) -> int:
    found = 1 << realm | vassals(state, realm)
    if is_led(state, realm):
        for ally in bits(state.allied[REALM.ids[realm]] & among):
            found |= 1 << ally | vassals(state, ally)
    return found


@once
def friends(state: State, realm: int) -> int:
    """Return whose provinces are friendly to a realm: its own, those of its vassals and of its allies (R1.05)."""
    return _with_allies(state, realm, REALM.mask)


@once
def enemies(state: State, realm: int) -> int:
    """Return the realms at war with a realm, with their vassals and active allies (R1.05)."""
    found = 0
    for bit in bits(state.war[realm]):
        found |= side_of(state, bit)
    return found & ~friends(state, realm)


def units_in(state: State, seat: str, area: int) -> int:
    """Return the number of land units of a seat in an area."""
    own = state.led[seat]
    return own.alone[area] + sum(army.all for army in own.armies if army.area == area)


def ships(state: State, seat: str, zone: int) -> int:
    """Return the number of ships of a seat in a zone."""
    own = state.led[seat]
    return own.ships.light[zone] + own.ships.protecting[zone] + (own.fleet.all if own.fleet.zone == zone else 0)


def zones_with_ships(state: State, seat: str) -> int:
    """Return the zones with ships of a seat, as a mask."""
    own = state.led[seat]
    alone = zip(own.ships.light, own.ships.protecting, strict=True)
    found = mask_of(zone for zone, lying in enumerate(alone) if any(lying))
    return found | 1 << own.fleet.zone if own.fleet.zone != NONE and own.fleet.all else found


def hostile_units(state: State, realm: int, area: int) -> bool:
    """Return whether rebels or units of an enemy stand in an area."""
    if state.rebels[area]:
        return True
    return any(state.war[realm] >> realm_of(seat) & 1 and units_in(state, seat, area) for seat in state.led)


def hostile_area(state: State, realm: int, area: int) -> bool:
    """Return whether any hostile unit or province is there (R1.05)."""
    if hostile_units(state, realm, area):
        return True
    places = PROVINCES_OF[area]
    return bool(state.rebel_towns & places or held_among(state, enemies(state, realm), places))


def friendly_area(state: State, realm: int, area: int) -> bool:
    """Return whether a friend controls a province there and nothing hostile is in it (R1.05)."""
    some = held_among(state, friends(state, realm), PROVINCES_OF[area])
    return bool(some) and not hostile_area(state, realm, area)


@once
def hostile_areas(state: State, realm: int) -> int:
    """Return all areas with hostile units, as a mask: their provinces serve only at home (R9.10)."""
    return mask_of(area for area in AREA.indexes if hostile_units(state, realm, area))


def hostile_zone(state: State, realm: int, zone: int) -> bool:
    """Return whether a zone is hostile to a realm (R1.05)."""
    return bool(hostile_zones(state, realm) >> zone & 1)


@once
def hostile_zones(state: State, realm: int) -> int:
    """Return all zones that are hostile to a realm, as a mask (R1.05).

    They hold hostile ships, or face hostile ports of realms that nobody plays and hold no ship of a realm at war with
    them.
    """
    if at_peace(state, realm):
        return 0
    found, sailed = 0, {seat: zones_with_ships(state, seat) for seat in state.led}
    for seat, zones in sailed.items():
        found |= zones if state.war[realm] >> realm_of(seat) & 1 else 0
    for foe in bits(enemies(state, realm)):
        facing = 0 if is_led(state, top(state, foe)) else union(FACED_BY, controlled(state, foe))
        for seat, zones in sailed.items() if facing else ():
            facing &= ~(zones if enemies(state, realm_of(seat)) >> foe & 1 else 0)
        found |= facing
    return found


@once
def beside(state: State, realm: int) -> int:
    """Return the areas that a realm is adjacent to: those of its provinces, those on their borders, and by sea (R1.02).

    By sea its own ports reach the areas of the ports that face one of their zones.
    """
    return areas_beside(provinces(state, realm))


@once
def provinces_beside(state: State, realm: int) -> int:
    """Return the provinces that a realm is adjacent to: by land whole areas, by sea ports alone (R1.02)."""
    own = provinces(state, realm)
    areas = areas_with(own)
    return union(PROVINCES_OF, areas | union(LAND_OF, areas)) | ports_beside(own)


def neighbours(state: State, one: int, other: int) -> bool:
    """Return whether two realms are adjacent: one has provinces that the other is adjacent to (R1.02)."""
    return bool(provinces_beside(state, one) & lawful(state, 1 << other))


@once
def areas_of(state: State, realm: int) -> int:
    """Return the areas with provinces that lawfully belong to a realm."""
    return areas_with(lawful(state, 1 << realm))


@once
def capital_area(state: State, realm: int) -> int:
    """Return the area of a realm's capital."""
    return PROVINCE.things[capital(state, realm)].area


def claimed(state: State, seat: str) -> int:
    """Return the areas on which a seat has a claim; a core token counts as one, too (R7.30)."""
    return state.led[seat].claims | state.led[seat].cores


def influence_in(state: State, seat: str, area: int) -> int:
    """Return the influence of a seat in an area (R11.02).

    It counts cubes, imperial cubes of the emperor, and a marriage there; on distant continents colonists (R11.03).
    """
    own, wed = state.led[seat], wedded_areas(state, seat) >> area & 1
    cubes = own.colonists if AREA.things[area].distant else own.influence[area]
    return cubes + imperial_in(state, seat, area) + wed


def imperial_in(state: State, seat: str, area: int) -> int:
    """Return the imperial influence in an area, or 0 if the seat is not the emperor (R18.05)."""
    return state.empire.imperial[area] if state.empire.emperor == realm_of(seat) else 0


def influenced(state: State, seat: str) -> int:
    """Return the areas of the main map with influence of a seat (R11.02).

    It counts cubes, imperial cubes of the emperor, and marriages.
    """
    found = mask_of(area for area, n in enumerate(state.led[seat].influence) if n)
    if state.empire.emperor == realm_of(seat):
        found |= mask_of(area for area, n in enumerate(state.empire.imperial) if n)
    return (found | wedded_areas(state, seat)) & ~DISTANT


@once
def wedded_areas(state: State, seat: str) -> int:
    """Return the areas in which a marriage of a seat counts as influence (R11.02).

    This is the area of the capital, or all areas with a house rule.
    """
    everywhere, found = state.rules.marriage_influence == "every_area", 0
    for bit in bits(state.married[seat]):
        found |= areas_of(state, bit) if everywhere else 1 << capital_area(state, bit)
    return found


def influence_on(state: State, seat: str, realm: int) -> int:
    """Return the influence of a seat in all areas of a realm (R11.10)."""
    if REALM.things[realm].distant:
        return state.led[seat].colonists + bool(state.married[seat] >> realm & 1)
    return sum(influence_in(state, seat, area) for area in bits(areas_of(state, realm)))


def peaceful(state: State, realm: int) -> bool:
    """Return whether a realm is in no war, nor an active ally in one (R11.70)."""
    return not state.war[realm] and not state.active >> realm & 1


def state_religion(state: State, realm: int) -> int:
    """Return the religion of a realm: that of its player, else that of the area of its capital (R15.01)."""
    led = state.led.get(REALM.ids[realm])
    return faith_at_home(state, realm) if led is None else led.religion


@once
def faith_at_home(state: State, realm: int) -> int:
    """Return the religion of the area of a realm's capital, or that of its flag if the area has none (R15.01).

    The Papal States stay catholic, whatever their area becomes (R1.10).
    """
    if realm == PAPAL_STATES:
        return REALM.things[realm].religion
    there = state.religion[capital_area(state, realm)]
    return REALM.things[realm].religion if there in FAITHLESS else there


def counts_as(religion: int) -> int:
    """Return a religion, with counter-reformed counted as catholic (R15.01)."""
    return CATHOLIC if religion == COUNTER_REFORMED else religion


def of_faith(state: State, religion: int) -> int:
    """Return the areas of a religion, as a mask (R15.01).

    Counter-reformed areas are among the catholic ones; distant areas have no religion.
    """
    near = (area for area in AREA.indexes if not AREA.things[area].distant)
    return mask_of(area for area in near if counts_as(state.religion[area]) == religion)

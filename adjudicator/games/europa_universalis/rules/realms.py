"""Work out what follows from the map and its owners: control, income, military and naval capacity (R1, R7.1, R9.1)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from adjudicator.components import bits, mask_of, union
from adjudicator.kernel.standing import once

from ..facts import AREA, COASTS_OF, FACED_BY, LAND_OF, NONE, PROVINCE, PROVINCES_OF, REALM, SEAS_BESIDE, SEAS_OF
from ..state import State

SMALL_TOWNS: Final = 40
LARGE_TOWNS: Final = 8
VASSAL_TOKENS: Final = 19


@once
def provinces(state: State, realm: int) -> int:
    """Return the provinces of a realm: lawful ones that nobody occupies (R1.03)."""
    return owned(state).get(realm, 0) & ~occupied(state) & ~state.rebel_towns


@once
def controlled(state: State, realm: int) -> int:
    """Return the provinces that a realm controls (R1.04).

    These are lawful ones that nobody occupies, and those that the realm occupies.
    """
    taken = _held(tuple(state.occupier)).get(realm, 0) if occupied(state) else 0
    return provinces(state, realm) | taken & ~state.rebel_towns


@once
def occupied(state: State) -> int:
    """Return the provinces that realms occupy."""
    if state.occupier.count(NONE) == len(state.occupier):
        return 0
    return PROVINCE.mask & ~_held(tuple(state.occupier)).get(NONE, 0)


@once
def vassals(state: State, realm: int) -> int:
    """Return the vassals of a realm (R11.90)."""
    return _held(tuple(state.overlord)).get(realm, 0) if realm in state.overlord else 0


@once
def lawful(state: State, realms: int) -> int:
    """Return the provinces that lawfully belong to realms."""
    held = owned(state)
    return sum(held.get(bit, 0) for bit in bits(realms))


@once
def owned(state: State) -> Mapping[int, int]:
    """Return the lawful provinces of each realm that has some, as masks; NONE has those that nobody owns."""
    return _held(tuple(state.owner))


@lru_cache(maxsize=256)
def _held(holders: tuple[int, ...]) -> Mapping[int, int]:
    """Return what each of these holders holds, as masks.

    The result is cached, since the map changes rarely and is read all the time.
    """
    found: dict[int, int] = {}
    for number, holder in enumerate(holders):
        found[holder] = found.get(holder, 0) | 1 << number
    return found


@once
def of_vassals(state: State, realm: int) -> int:
    """Return the provinces of the vassals of a realm."""
    return mask_of(bit for vassal in bits(vassals(state, realm)) for bit in bits(provinces(state, vassal)))


@once
def helped(state: State, realm: int) -> int:
    """Return the provinces of a realm and of its vassals."""
    return provinces(state, realm) | of_vassals(state, realm)


def worth(state: State, province: int) -> int:
    """Return the tax value of a province (R1.01).

    It is 1 for a small one, and 2 for a large one or where a large town was built.
    """
    return PROVINCE.things[province].tax + (state.grown >> province & 1)


def tax(state: State, places: int) -> int:
    """Return the tax value of provinces (R1.01)."""
    return _tax(places, state.grown)


@lru_cache(maxsize=1024)
def _tax(places: int, grown: int) -> int:
    return sum(PROVINCE.things[bit].tax for bit in bits(places)) + (places & grown).bit_count()


def value(state: State, places: int) -> int:
    """Return the tax value of provinces where a +1 manpower token counts as one (R13.10).

    It is used in a peace, for what an ally gives, and for subjugation.
    """
    return tax(state, places) + (places & state.plus_manpower).bit_count()


@once
def capital(state: State, realm: int) -> int:
    """Return the capital of a realm (R13.01).

    This is where the map has it, or where its token lies if it is dynamic (R16.03). While that belongs to another
    realm, it is the first of its provinces by the alphabet, large ones before small ones.
    """
    natural = REALM.things[realm].capital if state.capitals[realm] == NONE else state.capitals[realm]
    if state.owner[natural] == realm or realm not in state.owner:
        return natural
    return min(bits(lawful(state, 1 << realm)), key=lambda each: (-worth(state, each), PROVINCE.ids[each]))


@once
def base_tax_income(state: State, realm: int) -> int:
    """Return the income from the towns of a realm (R3.42)."""
    return tax(state, provinces(state, realm))


def ports_facing(area: int) -> int:
    """Return the zones that ports of an area face."""
    return union(FACED_BY, PROVINCES_OF[area])


def chain(areas: int, zones: int, held: int, sailed: int) -> tuple[int, int]:
    """Return the areas and zones connected with these through areas that are `held` and zones that are `sailed`."""
    before = (0, 0)
    while (areas, zones) != before:
        before = areas, zones
        near_areas, near_zones = next_to_chain(areas, zones)
        areas, zones = areas | near_areas & held, zones | near_zones & sailed
    return areas, zones


def next_to_chain(areas: int, zones: int) -> tuple[int, int]:
    """Return the areas and zones next to areas by land and to zones."""
    return union(LAND_OF, areas) | union(COASTS_OF, zones), union(SEAS_OF, areas) | union(SEAS_BESIDE, zones)


def military_capacity(
    state: State, realm: int, area: int, *, hostile: int = 0, hostile_zones: int = 0, used: int = 0
) -> int:
    """Return the provinces that serve a realm in an area (R9.10).

    They are its own and its vassals', in the area, next to it by land, or facing a zone that ports of it face.
    `hostile`: areas with hostile units, whose provinces serve only there; a hostile zone connects nothing; `used`:
    provinces that have served in this turn.
    """
    open_sea = ports_facing(area) & ~hostile_zones
    found = 0
    for bit in bits(helped(state, realm) & ~used):
        province = PROVINCE.things[bit]
        near = AREA.things[area].land >> province.area & 1 or province.port & open_sea
        if province.area == area or (near and not hostile >> province.area & 1):
            found |= 1 << bit
    return found


@once
def in_empire(state: State, realm: int) -> bool:
    """Return whether a realm is in the Holy Roman Empire (R18.10): its capital lies inside, its area has not left."""
    home = PROVINCE.things[capital(state, realm)]
    return home.hre and not state.empire.left >> home.area & 1


def empire_land(state: State) -> int:
    """Return the provinces of the Holy Roman Empire: those inside its border whose area has not left (R18.10)."""
    return mask_of(each.index for each in PROVINCE if each.hre and not state.empire.left >> each.area & 1)


def elector_areas(state: State) -> int:
    """Return the elector areas (R18.11).

    These are marked areas with the capital of a member that belongs to a realm from there.
    """
    found = 0
    for realm in REALM:
        area, owner = PROVINCE.things[realm.capital].area, state.owner[realm.capital]
        here = owner != NONE and PROVINCE.things[capital(state, owner)].area == area
        if here and AREA.things[area].elector and in_empire(state, realm.index):
            found |= 1 << area
    return found


def authority_cap(state: State) -> int:
    """Return the highest authority: one more than the number of elector areas (R18.01)."""
    return min(6, 1 + elector_areas(state).bit_count())


def towns_of(state: State, realm: int) -> tuple[int, int]:
    """Return the number of small and of large towns of a realm (R7.11).

    If no large town is left, two small ones are placed on a province.
    """
    return _towns_on(state, provinces(state, realm))


def _towns_on(state: State, places: int) -> tuple[int, int]:
    held = [worth(state, bit) for bit in bits(places)]
    large = min(LARGE_TOWNS, held.count(2))
    return held.count(1) + 2 * (held.count(2) - large), large


def all_placed(state: State, realm: int) -> bool:
    """Return whether all towns and vassal tokens of a realm are on the board (R3.54, R7.11).

    Those that others have covered and towns on what it occupies count, too. Vassal tokens replace small towns that have
    run out.
    """
    small, large = towns_placed(state, realm)
    return small >= SMALL_TOWNS and large == LARGE_TOWNS and tokens_left(state, realm) <= 0


def towns_placed(state: State, realm: int) -> tuple[int, int]:
    """Return the number of small and of large towns of a realm on the board (R7.11).

    Those that others cover and those on what it occupies count, too.
    """
    return _towns_on(state, lawful(state, 1 << realm) | controlled(state, realm))


def vassal_tokens(state: State, realm: int) -> int:
    """Return the vassal tokens of a realm that nothing covers: one on a small province, two on a large one."""
    return tax(state, of_vassals(state, realm))


def tokens_left(state: State, realm: int) -> int:
    """Return the number of vassal tokens that a realm has left.

    Those that others have covered are on the board, too, and so are those in the place of small towns that have run out
    (R7.11). None are taken from elsewhere (R1.08).
    """
    small, _ = towns_placed(state, realm)
    return VASSAL_TOKENS - tax(state, lawful(state, vassals(state, realm))) - max(0, small - SMALL_TOWNS)


def vassal_income(state: State, realm: int) -> int:
    """Return the income from the vassal tokens of a realm: half a ducat each, rounded up (R7.10)."""
    return -(-vassal_tokens(state, realm) // 2)


def tax_income(state: State, realm: int) -> int:
    """Return the income from the towns and the vassals of a realm (R3.42)."""
    return base_tax_income(state, realm) + vassal_income(state, realm)


def manpower(state: State, realm: int) -> int:
    """Return the manpower of a realm (R7.10).

    It is half of each track, that of small towns rounded up, plus the emperor's authority and what ideas and events
    gave.
    """
    small, large = towns_of(state, realm)
    up = state.rules.small_towns_manpower == "up"
    by_income = state.rules.vassal_manpower == "half_of_income"
    of_vassals = -(-(vassal_income(state, realm) if by_income else vassal_tokens(state, realm)) // 2)
    extra = state.empire.authority if realm == state.empire.emperor else 0
    led = state.led.get(REALM.ids[realm])
    bonus = 0 if led is None else led.bonus_manpower
    return min(20, (small + up) // 2 + large + of_vassals + extra + bonus)

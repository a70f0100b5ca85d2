"""Define the parts of a peace: who takes part, who has won, what is returned, how a war ends (R10.01-10.05, R10.08)."""

from itertools import product
from typing import Literal

from adjudicator import Event, Play
from adjudicator.components import bits, mask_of

from ..facts import AREA, NONE, PROVINCE, REALM, ProvinceId, RealmId, areas_with
from ..state import State
from .alliances import begin_truce, end, lawful_tax, lose_units
from .book import SeatAndRealm
from .curia import settle
from .empire import change_authority, land_changed
from .marriages import divorce_others
from .purse import Reason, gain_prestige
from .realms import in_empire, lawful, vassals
from .relations import is_led, is_npr, leave_all, part, realm_of, side_of, units_in
from .sieges import relieve

Victory = Literal["none", "partial", "total"]
TermId = Literal["white", "keep", "humiliation", "vassalization", "conversion", "succession", "annexation"]


class PeaceMade(SeatAndRealm, frozen=True, tag="peace_made", rule="R10.06"):
    """A war is over by a term; `victor`: who has won it, if anybody has."""

    term: TermId
    victor: RealmId | None = None


class ProvincesReturned(Event, frozen=True, tag="provinces_returned", rule="R10.06", touches=("provinces",)):
    """Occupied provinces are their lawful owners' again."""

    provinces: tuple[ProvinceId, ...]


class ProvincesCeded(Event, frozen=True, tag="provinces_ceded", rule="R10.06", touches=("provinces",)):
    """Provinces have a new lawful owner."""

    provinces: tuple[ProvinceId, ...]
    realm: RealmId


def wards(state: State, enemy: int) -> int:
    """Return the members of the empire for which its emperor makes peace with an enemy (R18.20).

    Nobody plays these members.
    """
    empire = state.empire
    if not empire.defending or not state.war[empire.emperor] >> enemy & 1:
        return 0
    return mask_of(bit for bit in bits(state.war[enemy]) if is_npr(state, bit) and in_empire(state, bit))


def bloc(state: State, realm: int, enemy: int) -> int:
    """Return for whom a realm makes peace with an enemy: itself, vassals, active allies, as emperor the subjects."""
    found = side_of(state, realm)
    if realm == state.empire.emperor and is_led(state, realm):
        for bit in bits(wards(state, enemy)):
            found |= side_of(state, bit)
    return found


def patron(state: State, realm: int) -> int:
    """Return whose active ally a realm is that nobody plays; NONE if nobody's (R11.70)."""
    seats = (each for each in state.order if (state.allied[each] & state.active) >> realm & 1)
    return NONE if is_led(state, realm) else next(map(realm_of, seats), NONE)


def followers(state: State, realm: int) -> list[int]:
    """Return the active allies of a realm, for which it makes peace (R10.04)."""
    allies = state.allied[REALM.ids[realm]] & state.active if is_led(state, realm) else 0
    return [bit for bit in bits(allies) if not is_led(state, bit)]


def taken(state: State, by: int, of: int) -> int:
    """Return the lawful provinces of a side (a mask of realms) that a realm occupies."""
    return mask_of(bit for bit in bits(lawful(state, of)) if state.occupier[bit] == by)


def with_vassals(state: State, realm: int) -> int:
    """Return a realm and its vassals, which are part of it in a peace (R10.01)."""
    return 1 << realm | vassals(state, realm)


def white_already(state: State, one: int, other: int) -> bool:
    """Return whether neither side of a war occupies anything of the other (R10.02)."""
    return not (taken(state, one, bloc(state, other, one)) or taken(state, other, bloc(state, one, other)))


def units_of(state: State, realm: int) -> list[int]:
    """Return the number of deployed land units of a realm by area; one that nobody plays has none."""
    seat = REALM.ids[realm]
    return [units_in(state, seat, area) for area in AREA.indexes] if seat in state.led else []


def land_units(state: State, realm: int, against: int) -> int:
    """Return the number of deployed land units of a realm.

    Those on distant continents where the other realm has no town do not count.
    """
    towns = {PROVINCE.things[bit].area for bit in bits(lawful(state, 1 << against))}
    regions = {AREA.things[area].region for area in towns if AREA.things[area].distant}

    def counts(area: int) -> bool:
        found = AREA.things[area]
        return not found.distant or found.region in regions

    return sum(n for area, n in enumerate(units_of(state, realm)) if n and counts(area))


def victory(state: State, seat: str, foe: int) -> Victory:
    """Return how far a seat has won a war (R10.02).

    For a total victory, the enemy must have lost all land and have no unit left anywhere. Only for a partial victory
    can distant units be ignored.
    """
    own = realm_of(seat)
    land = lawful(state, with_vassals(state, foe))
    if land and taken(state, own, with_vassals(state, foe)) == land and not any(units_of(state, foe)):
        return "total"
    mine, theirs = land_units(state, own, foe), land_units(state, foe, own)
    if is_led(state, foe):
        return "partial" if mine and mine >= 2 * theirs else "none"
    whose = own if state.rules.rebels_in == "own_areas" else foe
    areas = {PROVINCE.things[bit].area for bit in bits(lawful(state, with_vassals(state, whose)))}
    return "partial" if mine > sum(state.rebels[area] for area in areas) else "none"


def transfer(play: Play[State], places: int, realm: int) -> None:
    """Make provinces lawfully belong to a realm, and occupied by nobody.

    A large town that was built there belonged to the former owner and is removed; the unrest of an occupier's town
    stays (R9.61).
    """
    state = play.state
    changed = [bit for bit in bits(places) if state.owner[bit] != realm]
    before = {state.owner[each] for each in changed}
    state.covered &= ~places
    if is_led(state, realm):
        state.plus_manpower &= ~places
    for each in changed:
        state.grown &= ~(1 << each)
    for bit in bits(places):
        state.owner[bit], state.occupier[bit] = realm, NONE
    for each in before - {NONE}:
        if each not in state.owner and not is_led(state, each):
            vanish(state, each)
    if places:
        state.empire.released &= ~areas_with(mask_of(changed))
        land_changed(play)


def vanish(state: State, realm: int) -> None:
    """Remove the tokens of a realm without provinces; its vassals are free for good (R13.01)."""
    for tokens in (state.allied, state.married, state.disputed, state.cb):
        for seat in state.order:
            tokens[seat] &= ~(1 << realm)
    for both in (state.war, state.truce):
        leave_all(both, realm)
    state.active &= ~(1 << realm)
    state.overlord[realm] = NONE
    set_free(state, mask_of(each for each, over in enumerate(state.overlord) if over == realm))


def give_back(play: Play[State], provinces: int) -> None:
    """Return occupied provinces to their lawful owners (R10.06).

    The curia follows Roma (R19.02).
    """
    for bit in bits(provinces):
        relieve(play.state, bit)
    if provinces:
        play.emit(ProvincesReturned(PROVINCE.ids_of(provinces)))
        settle(play)


def cede(play: Play[State], provinces: int, realm: int) -> None:
    """Transfer provinces lawfully to a realm."""
    if provinces:
        play.emit(ProvincesCeded(PROVINCE.ids_of(provinces), REALM.ids[realm]))
        transfer(play, provinces, realm)


def over(play: Play[State], seat: str, foe: int, term: TermId, victor: int = NONE, *, ceded: int = 0) -> None:
    """End a war.

    A truce begins with the enemy and with those for whom it makes peace by tokens of their own (R10.08). There is no
    truce with active allies, whose war ends with that of their patron (R10.04). A win is counted; for the emperor it
    also raises authority, unless the emperor `ceded` land of the empire (R18.03).
    """
    state, own, empire = play.state, realm_of(seat), play.state.empire
    ended = [foe, *bits(wards(state, own) if foe == empire.emperor else 0)]
    mine = [own, *bits(wards(state, foe) if own == empire.emperor else 0)]
    for one in mine:
        for other in ended:
            if state.war[one] >> other & 1:
                begin_truce(play, one, other)
    for one, other in product((own, *followers(state, own)), (foe, *followers(state, foe))):
        part(state.war, one, other)
    play.emit(PeaceMade(seat, REALM.ids[foe], term, REALM.id_or_none(victor)))
    if victor == NONE:
        return
    if is_led(state, victor):
        state.led[REALM.ids[victor]].won += 1
    if empire.emperor in (own, foe) and empire.aggressors >> (foe if own == empire.emperor else own) & 1:
        change_authority(play, -1 if victor != empire.emperor else int(not ceded))


def ally_beaten(play: Play[State], realm: int) -> None:
    """Make a separate peace with an active ally: its patron loses its units and the alliance (R10.04)."""
    state = play.state
    for patron in state.order:
        if state.allied[patron] >> realm & 1 and state.active >> realm & 1 and not is_led(state, realm):
            lose_units(play, patron, -(-lawful_tax(state, realm) // 2))
            state.active &= ~(1 << realm)
            end(play, patron, realm)


def set_free(state: State, realms: int) -> None:
    """Free realms from their overlord (R13.01)."""
    for bit in bits(realms):
        state.overlord[bit] = NONE


def subdue(play: Play[State], seat: str, realm: int, provinces: int) -> None:
    """Make a realm a vassal with these provinces; alliances and marriages of others with it end (R10.06, R11.80)."""
    state = play.state
    for each in state.order:
        end(play, each, realm, subdued=True)
    divorce_others(play, realm, seat)
    state.overlord[realm] = realm_of(seat)
    for both in (state.war, state.truce):
        leave_all(both, realm)
    state.cb = {each: tokens & ~(1 << realm) for each, tokens in state.cb.items()}
    state.plus_manpower &= ~lawful(state, 1 << realm)
    for province in bits(provinces):
        relieve(state, province)
    state.empire.released &= ~areas_with(lawful(state, 1 << realm))
    land_changed(play)


def pays_prestige(play: Play[State], winner: int, loser: int, why: Reason, n: int, lost: int) -> None:
    """Give prestige to the winner and take it from the loser, from those that players lead."""
    for realm, change in ((winner, n), (loser, -lost)):
        if is_led(play.state, realm):
            gain_prestige(play, REALM.ids[realm], change, why)

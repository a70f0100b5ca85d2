"""Rebels: what they besiege and free, where they go, how they fight (R3.32, R14.20-R14.50).

Also how unrest is suppressed, and invasions of realms that nobody plays, whose units become rebels (R3.31, R13.20).
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from adjudicator import Action, Asking, Asks, Event, Frames, Play, Refusal, choice, derive
from adjudicator.components import Code, bits, union

from ..content import Content
from ..facts import (
    AREA,
    FACED_BY,
    LAND_OF,
    NONE,
    PROVINCE,
    PROVINCES_OF,
    REALM,
    AreaId,
    ProvinceId,
    RealmId,
    SeatId,
    areas_beside,
    areas_with,
)
from ..state import Battle, Side, State
from . import relations
from .battles import begin
from .book import Fee, OfProvince, OfRealm, OfSeat, SeatAndProvince, TurnDeed, step
from .claims import open_continent, place_cb
from .curia import settle
from .npr_defence import foe
from .ports import harbours
from .purse import lacks, pay
from .realms import capital, lawful, occupied, ports_facing, tax, worth
from .settlement import give_back, transfer
from .sieges import relieve

AttackTown = derive(OfProvince, "attack_town", "Which province rebels besiege. R14.20.")
NewRealm = derive(OfRealm, "new_realm", "To which dynamic realm a free territory goes. R14.30.")


class Suppressed(OfSeat, frozen=True, tag="suppressed", rule="R14.40", touches=("provinces",)):
    """Unrest was suppressed."""

    provinces: tuple[ProvinceId, ...]


RebelTown = derive(SeatAndProvince, "rebel_town", "Rebels hold a province of a seat.", rule="R14.20", hits=("seat",))


class Liberated(SeatAndProvince, frozen=True, tag="liberated", rule="R14.30", hits=("seat",)):
    """Rebels freed a province that a seat held; `realm`: whose it is now."""

    realm: RealmId


class RebelsMoved(Event, frozen=True, tag="rebels_moved", rule="R3.32", touches=("start", "area")):
    """Rebels went to another area; or (`area` none) they are gone."""

    start: AreaId
    n: int
    area: AreaId | None = None


nothing_to_suppress = Code("R14.40", province=PROVINCE)
no_province_named = Code("R14.40")
enemies_there = Code("R14.40", area=AREA)
occupied_there = Code("R14.40", province=PROVINCE)

REBEL_SIEGE: Final = choice("rebel_siege", "R14.20", AttackTown, about={"area": AreaId})
LIBERATION: Final = choice("liberation", "R14.30", NewRealm, about={"province": ProvinceId})


def holder(state: State, province: int) -> str | None:
    """Return the seat whose town or vassal is on a province, or None under a rebel town (R14.01)."""
    realm = relations.controller(state, province)
    found = REALM.ids[relations.top(state, realm)] if realm != NONE else ""
    return found if found in state.led else None


def restless(state: State, seat: str, area: int) -> list[int]:
    """Return the provinces of an area with unrest of a seat, by the alphabet.

    Those that the seat occupies are included.
    """
    found = (bit for bit in bits(PROVINCES_OF[area] & state.unrest) if holder(state, bit) == seat)
    return sorted(found, key=PROVINCE.id_of)


def cores(state: State, province: int) -> int:
    """Return whose core a province is, as a mask (R7.30): as printed, but for dynamic realms and core tokens."""
    thing = PROVINCE.things[province]
    for seat, led in state.led.items():
        if led.cores >> thing.area & 1:
            return 1 << REALM.index[seat]
    if state.dnpr[province] != NONE:
        return 1 << state.dnpr[province]
    return thing.core | (1 << thing.owner if thing.owner != NONE else 0)


# suppressing ---------------------------------------------------------------------------------------------------------


class Suppress(TurnDeed, frozen=True, tag="suppress"):
    """Suppress unrest in own provinces and those of vassals, 1 mil each. R14.40."""

    provinces: tuple[ProvinceId, ...]

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        """Yield each province alone, and the sets that can be paid where they are few."""
        places = [PROVINCE.ids[each] for area in AREA.indexes for each in restless(state, seat, area)]
        for n in range(1, min(len(places), state.led[seat].power[2], 2) + 1):
            yield from map(cls, combinations(places, n))
        if 2 < len(places) <= state.led[seat].power[2]:
            yield cls(tuple(places))

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return {"mil": len(self.provinces)}

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        realm = relations.realm_of(seat)
        if not self.provinces:
            return no_province_named()
        for each in map(PROVINCE.number, self.provinces):
            owner, area = state.owner[each], PROVINCE.things[each].area
            if state.occupier[each] != NONE or state.rebel_towns >> each & 1:
                return occupied_there(province=each)
            own = owner != NONE and relations.top(state, owner) == realm
            if not own or not state.unrest >> each & 1 or self.provinces.count(PROVINCE.ids[each]) > 1:
                return nothing_to_suppress(province=each)
            if relations.hostile_units(state, realm, area):
                return enemies_there(area=area)
        return lacks(state, seat, **self.fee(state, seat, content))

    def apply(self, play: Play[State], seat: str) -> Frames:
        pay(play, seat, **self.fee(play.state, seat, play.content))
        play.state.unrest &= ~PROVINCE.mask_of(self.provinces)
        play.emit(Suppressed(seat, self.provinces))
        return []


# towns of rebels, liberation -----------------------------------------------------------------------------------------


def seize(play: Play[State], seat: str, province: int) -> Frames:
    """Let rebels take a province (R14.11, R14.20).

    A core of its owner gets a rebel town; any other province becomes free.
    """
    state, owner = play.state, play.state.owner[province]
    core = cores(state, province)
    at_home = owner == relations.realm_of(seat) and core >> owner & 1
    if state.occupier[province] == NONE and (at_home or _vassal_stays(state, seat, province)):
        state.rebel_towns |= 1 << province
        state.unrest &= ~(1 << province)
        play.emit(RebelTown(seat, PROVINCE.ids[province]))
        return [harbours(besieged=True)]
    return liberate(play, seat, province)


def _vassal_stays(state: State, seat: str, province: int) -> bool:
    """Return whether a vassal stays when it loses a province.

    A vassal is a single realm in this state: it goes free only with its capital or its last province.
    """
    owner = state.owner[province]
    if owner == relations.realm_of(seat) or cores(state, province) & ~(1 << owner):
        return False
    return capital(state, owner) != province and state.owner.count(owner) > 1


def liberate(play: Play[State], seat: str, province: int, *, by_rebels: bool = True, lord: int | None = None) -> Frames:
    """Free a province, and return the frames that follow (R14.30).

    It goes to its lawful owner, to the realm that has a core there, or, for a territory, to a dynamic realm. Only a
    seat that loses it to rebels has a cause for war. `lord`: the realm that loses it, if not the seat's.
    """
    state, owner = play.state, play.state.owner[province]
    lord = relations.realm_of(seat) if lord is None else lord
    if state.occupier[province] != NONE:
        relieve(state, province)
        settle(play)
        play.emit(Liberated(seat, PROVINCE.ids[province], REALM.ids[owner]))
        return [harbours(besieged=True)]
    core = cores(state, province) & ~(1 << lord)
    if core:
        realm = bits(core)[0] if not core >> owner & 1 else owner
        joins(play, seat, province, realm, by_rebels=by_rebels, lord=lord)
        return [harbours(besieged=True)]
    return [territory_free(seat, PROVINCE.ids[province], by_rebels, REALM.ids[lord])]


@step("R14.30")
def territory_free(
    play: Play[State], seat: SeatId, province: ProvinceId, by_rebels: bool = True, lord: RealmId | None = None
) -> Asks:
    """Ask the active player, or else the first one, to which dynamic realm a territory goes.

    It goes to one with tokens on the board; if there is none, to any that has tokens. `lord`: the realm that loses it,
    if not the seat's.
    """
    state, colours = play.state, play.content.colours
    dynamic = [colour for colour in colours if relations.is_dynamic(state, colour)] or [*colours]
    if not dynamic:
        return
    offers = [NewRealm(REALM.ids[each]) for each in dynamic]
    answer = yield LIBERATION(state.turn.active or state.first, offers, province=province)
    number = PROVINCE.index[province]
    play.state.dnpr[number] = REALM.index[answer.realm]
    open_continent(play, PROVINCE.things[number].area)
    realm, loser = REALM.index[answer.realm], REALM.index[lord or seat]
    joins(play, seat, number, realm, by_rebels=by_rebels, lord=loser)


def joins(play: Play[State], seat: str, province: int, realm: int, *, by_rebels: bool, lord: int) -> None:
    """Give a province to a realm.

    A seat that lost it to rebels gets a token of casus belli against the realm, and a truce with it ends. If the realm
    is a vassal that goes free, its other tokens leave, too, with their unrest (R14.01); and from rebels it gets what
    enemies of its overlord occupy, for their war is not its own.
    """
    state, own = play.state, relations.realm_of(seat)
    left = 1 << province
    if state.overlord[realm] == lord:
        state.overlord[realm] = NONE
        left |= lawful(state, 1 << realm)
        give_back(play, left & occupied(state) if by_rebels else 0)
    state.covered &= ~left
    state.unrest &= ~left | occupied(state) & ~(1 << province)
    state.rebel_towns &= ~left
    if by_rebels and realm != own:
        place_cb(play, seat, realm)
        relations.part(state.truce, own, realm)
    play.emit(Liberated(seat, PROVINCE.ids[province], REALM.ids[realm]))
    transfer(play, 1 << province, realm)


# rebels on the move --------------------------------------------------------------------------------------------------


@step("R3.32")
def rebels_act(play: Play[State]) -> Frames:
    """Return the steps of rebels that besiege or move, largest groups first."""
    state = play.state
    areas = sorted((index for index in AREA.indexes if state.rebels[index]), key=AREA.id_of)
    return [rebels_in(AREA.ids[area]) for area in sorted(areas, key=lambda each: -state.rebels[each])]


def unrest_in(state: State, area: int) -> list[int]:
    """Return the provinces with unrest of any seat in an area, by the alphabet."""
    return sorted((each for seat in state.order for each in restless(state, seat, area)), key=PROVINCE.id_of)


@step("R3.32")
def rebels_in(play: Play[State], area: AreaId) -> Frames:
    """Move rebels: where there is unrest they besiege; elsewhere all but one go where there is, or one is gone."""
    state, number = play.state, AREA.index[area]
    n = state.rebels[number]
    if not n:
        return []
    if unrest_in(state, number):
        return [rebels_besiege(area, n)]
    reach = [bit for bit in bits(AREA.things[number].land) if unrest_in(state, bit)]
    reach = [each for each in reach if sum(relations.units_in(state, seat, each) for seat in state.led) <= n - 1]
    if not reach:
        state.rebels[number] -= 1
        play.emit(RebelsMoved(area, 1))
        return []
    to = min(reach, key=lambda each: (-len(unrest_in(state, each)), -_towns(state, each), AREA.ids[each]))
    if n > 1:
        state.rebels[number] -= n - 1
        state.rebels[to] += n - 1
        play.emit(RebelsMoved(area, n - 1, AREA.ids[to]))
    return [rebels_fight(AREA.ids[to])] if n > 1 else []


def _towns(state: State, area: int) -> int:
    """Return how many provinces of an area have a town of a player."""
    found = (relations.controller(state, bit) for bit in bits(PROVINCES_OF[area]))
    return sum(each != NONE and relations.is_led(state, each) for each in found)


@step("R14.20")
def rebels_besiege(play: Play[State], area: AreaId, n: int) -> Asking:
    """Besiege provinces of an area with rebels of strength 1 each.

    Large provinces come first, then the order is alphabetical. Of several players, the poorest there chooses.
    """
    state, number = play.state, AREA.index[area]
    places = [each for each in unrest_in(state, number) if worth(state, each) <= n]
    if not places:
        return None
    largest = max(worth(state, place) for place in places)
    places = [place for place in places if worth(state, place) == largest]
    players = {holder(state, each) for each in unrest_in(state, number)}
    poorest = _poorest(state, number, players)
    if len(players) == 1 or poorest is None:
        places, poorest = places[:1], poorest or state.first
    answer = yield REBEL_SIEGE(poorest, [AttackTown(PROVINCE.ids[place]) for place in places], area=area)
    each = PROVINCE.index[answer.province]
    owner = holder(play.state, each)
    assert owner is not None
    return [*seize(play, owner, each), rebels_besiege(area, n - worth(state, each))]


def _poorest(state: State, area: int, players: set[str | None]) -> str | None:
    """Return which of the players has the lowest tax income of an area; nobody if two have it."""
    taxes: dict[str, int] = {}
    for bit in bits(PROVINCES_OF[area]):
        seat = holder(state, bit)
        if seat is not None and seat in players:
            taxes[seat] = taxes.get(seat, 0) + worth(state, bit)
    least = [seat for seat, n in taxes.items() if n == min(taxes.values())]
    return least[0] if len(least) == 1 else None


@step("R14.50")
def rebels_fight(play: Play[State], area: AreaId, realms: int = 0, units: int = 0) -> Frames:
    """Let rebels attack all units of players in an area (R13.20).

    They never attack other rebels. `units`: the number of invaders of a realm, if they attack instead.
    """
    state, number = play.state, AREA.index[area]
    here = [seat for seat in state.order if relations.units_in(state, seat, number)]
    if not here:
        state.rebels[number] += units
        return []
    rebels = 0 if units else state.rebels[number]
    if not rebels + units:
        return []
    return begin(play, Battle(Side([], realms, units, rebels), Side(here), number))


class Invaded(Event, frozen=True, tag="invaded", rule="R13.20", touches=("area",)):
    """A realm that nobody plays invaded an area: its units, and where unrest came."""

    realm: RealmId
    area: AreaId
    units: int
    unrest: tuple[ProvinceId, ...] = ()


@step("R3.31")
def invasions(play: Play[State], last: str = "") -> Frames:
    """Return the invasion of the next realm at war with players (R3.31).

    Realms come in alphabetical order after `last`. There are none without this advanced rule.
    """
    state = play.state
    for each in () if state.rules.without("invasions") else relations.nprs(state):
        if REALM.ids[each] > last and targets(state, each):
            return [invasion(REALM.ids[each]), invasions(REALM.ids[each])]
    return []


def _enemies(state: State, realm: int) -> list[str]:
    return [seat for seat in state.order if relations.at_war(state, realm, relations.realm_of(seat))]


def targets(state: State, realm: int) -> list[int]:
    """Return the areas that a realm may invade now (R13.20)."""
    held, foes = relations.held_by(state, realm), _enemies(state, realm)
    home = areas_with(held)
    if state.active >> realm & 1 or not foes or not held:
        return []
    if any(
        relations.units_in(state, seat, area) and foe(state, seat, realm) for seat in state.order for area in bits(home)
    ):
        return []
    return [area for area in bits(areas_beside(held)) if _eligible(state, area, held, foes)]


def _eligible(state: State, area: int, held: int, foes: list[str]) -> bool:
    home = areas_with(held)
    if not any(holder(state, bit) in foes for bit in bits(PROVINCES_OF[area])):
        return False
    if any(relations.units_in(state, seat, area) for seat in state.order if seat not in foes):
        return False
    if home >> area & 1 or AREA.things[area].land & home:
        return True
    shared = union(FACED_BY, held) & ports_facing(area)
    return any(not any(relations.ships(state, seat, zone) for seat in foes) for zone in bits(shared))


@step("R13.20")
def invasion(play: Play[State], realm: RealmId) -> Frames:
    """Let a realm invade: unrest on two provinces of its enemies, half of its tax as units, and a battle.

    Units that are left become rebels.
    """
    state, number = play.state, REALM.index[realm]
    possible = targets(state, number)
    if not possible:
        return []
    area = _chosen(play, number, possible)
    foes = _enemies(state, number)
    places = sorted(PROVINCE.ids[bit] for bit in bits(PROVINCES_OF[area]) if holder(state, bit) in foes)
    restless = [place for place in places if not state.unrest >> PROVINCE.index[place] & 1][:2]
    state.unrest |= PROVINCE.mask_of(restless)
    units = -(-tax(state, relations.held_by(state, number)) // 2)
    play.emit(Invaded(realm, AREA.ids[area], units, tuple(restless)))
    return [rebels_fight(AREA.ids[area], 1 << number, units)]


def _chosen(play: Play[State], realm: int, possible: list[int]) -> int:
    """Choose its capital area, else that with most of its cores, a neighbour by land, any: drawn among equals."""
    state = play.state
    home = relations.capital_area(state, realm)
    if home in possible:
        return home
    own = {area: sum(cores(state, bit) >> realm & 1 for bit in bits(PROVINCES_OF[area])) for area in possible}
    most = [area for area in possible if own[area] == max(own.values())]
    land = union(LAND_OF, areas_with(relations.held_by(state, realm)))
    best = [area for area in most if land >> area & 1] or most
    if len(best) == 1:
        return best[0]
    return AREA.index[play.pick("invasion", "area", sorted(AREA.ids[each] for each in best), realm=REALM.ids[realm])]

"""Invasions of realms that nobody plays (R3.31, R13.20)."""

from adjudicator import Event, Frames, Play
from adjudicator.components.bits import bits

from ..facts import AREA, NEXT_TO, PROVINCE, PROVINCES_OF, REALM, AreaId, ProvinceId, RealmId, areas_with
from ..state import State
from .book import step
from .npr_defence import foe
from .realms import ports_facing, tax
from .rebels import cores, holder, rebels_fight
from .relations import at_war, capital_area, held_by, nprs, realm_of, units_in
from .units import ships


class Invaded(Event, frozen=True, tag="invaded", rule="R13.20", touches=("area",)):
    """A realm that nobody plays invaded an area: its units, and where unrest came."""

    realm: RealmId
    area: AreaId
    units: int
    unrest: tuple[ProvinceId, ...] = ()


@step("R3.31")
def invasions(play: Play[State]) -> Frames:
    """Realms at war with players invade, by the alphabet; not in the basic game."""
    if play.state.rules.basic_game:
        return []
    return [invasion(REALM.ids[each]) for each in nprs(play.state)]


def _enemies(state: State, realm: int) -> list[str]:
    return [seat for seat in state.order if at_war(state, realm, realm_of(seat))]


def targets(state: State, realm: int) -> list[int]:
    """The areas that a realm may invade now (R13.20)."""
    held, foes = held_by(state, realm), _enemies(state, realm)
    home = areas_with(held)
    if state.active >> realm & 1 or not foes or not held:
        return []
    if any(units_in(state, seat, area) and foe(state, seat, realm) for seat in state.order for area in bits(home)):
        return []
    near = home
    for area in bits(home):
        near |= NEXT_TO[area]
    return [area for area in bits(near) if _eligible(state, realm, area, home, foes)]


def _eligible(state: State, realm: int, area: int, home: int, foes: list[str]) -> bool:
    if not any(holder(state, each) in foes for each in bits(PROVINCES_OF[area])):
        return False
    if any(units_in(state, seat, area) for seat in state.order if seat not in foes):
        return False
    if home >> area & 1 or AREA.things[area].land & home:
        return True
    shared = 0
    for each in bits(home):
        shared |= ports_facing(each) & ports_facing(area)
    return any(not any(ships(state, seat, zone) for seat in foes) for zone in bits(shared))


@step("R13.20")
def invasion(play: Play[State], realm: RealmId) -> Frames:
    """One realm invades: unrest on two provinces of its enemies, half of its tax as units, and a battle; what is left
    of them are rebels.
    """
    state, number = play.state, REALM.index[realm]
    possible = targets(state, number)
    if not possible:
        return []
    area = _chosen(play, number, possible)
    foes = _enemies(state, number)
    places = sorted(PROVINCE.ids[each] for each in bits(PROVINCES_OF[area]) if holder(state, each) in foes)
    restless = [each for each in places if not state.unrest >> PROVINCE.index[each] & 1][:2]
    state.unrest |= PROVINCE.mask_of(restless)
    units = -(-tax(state, held_by(state, number)) // 2)
    play.emit(Invaded(realm, AREA.ids[area], units, tuple(restless)))
    return [rebels_fight(AREA.ids[area], 1 << number, units)]


def _chosen(play: Play[State], realm: int, possible: list[int]) -> int:
    """Its capital area, else that with most of its cores, else a neighbour by land, else any: drawn among equals."""
    state = play.state
    home = capital_area(state, realm)
    if home in possible:
        return home
    own = {area: sum(cores(state, each) >> realm & 1 for each in bits(PROVINCES_OF[area])) for area in possible}
    most = [area for area in possible if own[area] == max(own.values())]
    land = 0
    for each in bits(held_by(state, realm)):
        land |= AREA.things[PROVINCE.things[each].area].land
    best = [area for area in most if land >> area & 1] or most
    if len(best) == 1:
        return best[0]
    return AREA.index[play.pick("invasion", "area", sorted(AREA.ids[each] for each in best), realm=REALM.ids[realm])]

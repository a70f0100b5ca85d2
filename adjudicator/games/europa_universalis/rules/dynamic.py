"""Dynamic realms: their tokens, and how they grow (R13.02, R16.11)."""

from collections.abc import Iterator
from typing import Final

from adjudicator import Asking, Asks, Event, Frames, Play, Question
from adjudicator.components import bits, mask_of, union

from ..content import Content
from ..facts import AREA, LAND_OF, NONE, PROVINCE, REALM, ZONE, ProvinceId, RealmId, SeatId, areas_with
from ..state import State
from .book import step
from .calls import PlaceCasusBelli
from .claims import open_continent, place_cb
from .operations import REALM_FOR, Forgo, WithRealm, a_province
from .realms import base_tax_income, capital, provinces
from .relations import ally_of, is_dynamic, is_led, is_npr, provinces_beside, top
from .settlement import transfer
from .unrest import change_unrest


class Grown(Event, frozen=True, tag="dynamic_grown", rule="R16.11", touches=("province",)):
    """A dynamic realm has taken a province; `under`: its token lies under that of a player."""

    realm: RealmId
    province: ProvinceId
    under: bool = False


CB: Final = Question(
    "dynamic_cb", "R16.11", PlaceCasusBelli, Forgo, default=PlaceCasusBelli(), about={"realm": RealmId}, interrupts=True
)


def dynamic(state: State, colour: str, content: Content) -> list[int]:
    """Return the dynamic realms of a colour that have tokens on the board."""
    return [each for each in content.colours if content.colours[each] == colour and is_dynamic(state, each)]


def player_core(state: State, province: int) -> bool:
    """Return whether a province is a core of a realm that a player leads (R7.30)."""
    thing = PROVINCE.things[province]
    natural = thing.core | (1 << thing.owner if thing.owner != NONE else 0)
    if state.dnpr[province] == NONE and any(is_led(state, bit) for bit in bits(natural)):
        return True
    return any(led.cores >> thing.area & 1 for led in state.led.values())


def appear(play: Play[State], realm: int, places: list[int]) -> None:
    """Place tokens of a dynamic realm under those of players, the first one for its capital (R16.03).

    It never gets a core of a player.
    """
    state = play.state
    if places and not player_core(state, places[0]):
        state.capitals[realm] = places[0] if places[0] != REALM.things[realm].capital else NONE
    if state.overlord[realm] != NONE and not is_led(state, top(state, realm)):
        state.overlord[realm] = NONE
    for place in places:
        if not player_core(state, place):
            take(play, realm, place)


def take(play: Play[State], realm: int, province: int) -> None:
    """Let a dynamic realm take a province (R16.11).

    If a player has the province, the token comes underneath, and unrest is placed.
    """
    state, owner = play.state, play.state.owner[province]
    state.dnpr[province] = realm
    under = owner != NONE and is_led(state, top(state, owner))
    play.emit(Grown(REALM.ids[realm], PROVINCE.ids[province], under))
    if not under:
        transfer(play, 1 << province, realm)
    area = PROVINCE.things[province].area
    if AREA.things[area].distant:
        open_continent(play, area)
    if under and owner != realm:
        change_unrest(play, 1 << province, placed=True)


def eligible(state: State, realm: int) -> Iterator[int]:
    """Yield the provinces next to a dynamic realm that it may take (R16.11)."""
    ally = ally_of(state, realm)
    for bit in bits(provinces_beside(state, realm)):
        owner = state.owner[bit]
        if owner in (realm, NONE) or state.dnpr[bit] == realm or player_core(state, bit):
            continue
        covered = state.occupier[bit] != NONE or state.rebel_towns >> bit & 1
        last = capital(state, owner) == bit and provinces(state, owner).bit_count() > 1
        friend = ally is not None and REALM.ids[top(state, owner)] == ally
        if not covered and not last and not friend:
            yield bit


def overseas(state: State, realm: int) -> Iterator[int]:
    """Yield vacant territories for a realm with an ocean port (R16.11).

    There are none before age II.
    """
    oceans = mask_of(zone.index for zone in ZONE if not zone.galleys and not zone.distant)
    if state.age >= 2 and any(PROVINCE.things[bit].port & oceans for bit in bits(provinces(state, realm))):
        free = (area for area in AREA if area.distant and area.number)
        yield from (bit for area in free for bit in bits(area.provinces) if state.owner[bit] == NONE)


def expansion(state: State, seat: str, colour: str, content: Content) -> Frames:
    """Return the frames of the symbol: one realm of the colour takes a province, no active ally and no vassal.

    Without a seat, realm and province are found by rule.
    """
    free = [each for each in dynamic(state, colour, content) if is_npr(state, each)]
    realms = [REALM.ids[realm] for realm in free if not state.active >> realm & 1]
    if not realms:
        return []
    return [expanding(seat, realms) if seat else expanded(realms)]


@step("R16.11")
def expanding(play: Play[State], seat: SeatId, realms: list[RealmId]) -> Asking:
    """Ask the active seat which realm grows, where several can."""
    able = [realm for realm in realms if takeable(play.state, REALM.index[realm])]
    if len(able) > 1:
        answer = yield REALM_FOR(seat, map(WithRealm, able), what="dynamic_realm")
        able = [answer.realm]
    return [taking(seat, realm) for realm in able]


@step("R16.11")
def taking(play: Play[State], seat: SeatId, realm: RealmId) -> Asking:
    """Ask the active seat which province a realm takes."""
    number = REALM.index[realm]
    return _taken(play, number, (yield from a_province(seat, takeable(play.state, number), "dynamic")))


def takeable(state: State, realm: int) -> list[int]:
    """Return the provinces that a dynamic realm may take."""
    return [*eligible(state, realm), *overseas(state, realm)]


@step("R16.11")
def expanded(play: Play[State], realms: list[RealmId]) -> Frames | None:
    """Take a province for one realm, by rule.

    A province in an area of the realm comes first, then one in an area next to these by land; then that of the poorest
    realm, then the first in the alphabet.
    """
    state = play.state

    def rank(taken: tuple[int, int]) -> tuple[int, int, str]:
        realm, province = taken
        own, area = areas_with(provinces(state, realm)), PROVINCE.things[province].area
        near = 0 if own >> area & 1 else 1 if union(LAND_OF, own) >> area & 1 else 2
        return near, base_tax_income(state, state.owner[province]), PROVINCE.ids[province]

    found = [(realm, bit) for realm in map(REALM.number, realms) for bit in eligible(state, realm)]
    found = [(realm, bit) for realm, bit in found if is_npr(state, state.owner[bit])]
    return _taken(play, *min(found, key=rank)) if found else None


def _taken(play: Play[State], realm: int, province: int) -> Frames | None:
    owner = play.state.owner[province]
    patron = None if owner == NONE or not is_npr(play.state, owner) else ally_of(play.state, owner)
    take(play, realm, province)
    return [cause(patron, REALM.ids[realm])] if patron else None


@step("R16.11")
def cause(play: Play[State], seat: SeatId, realm: RealmId) -> Asks:
    """Let the ally of a realm that lost a province place a token of casus belli."""
    answer = yield CB(seat, [PlaceCasusBelli(), Forgo()], realm=realm)
    if isinstance(answer, PlaceCasusBelli):
        place_cb(play, seat, REALM.index[realm])

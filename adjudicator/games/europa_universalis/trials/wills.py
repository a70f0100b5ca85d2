"""Players with a will, who come where chance does not: to conquests, colonies, vassals, riches, reforms.

A will tells how dear an action is to its player: the dearest is done; what is worth nothing is left to whims.
"""

from typing import Final

from adjudicator import Action
from adjudicator.components import bits, mask_of, union

from ..content import default
from ..effects import Permit
from ..facts import AREA, COASTS_OF, LAND_OF, NONE, PROVINCES_OF, REALM, ZONE
from ..rules.access import GoTo
from ..rules.administration import ChangeReligion, ConvertArea, IncreaseStability
from ..rules.alliances import ForgeAlliance
from ..rules.cards import PlayCard
from ..rules.characters import AppointAdvisor, AppointGeneral, AppointRuler, LeadArmy
from ..rules.claims import FabricateClaims, claim_against
from ..rules.declaration import DeclareWar
from ..rules.empire import RaiseAuthority
from ..rules.events import TakeEvent
from ..rules.exploration import Colonize, Discover, Explore, RollAgain
from ..rules.goals import CompleteMission, Research
from ..rules.influence import AddInfluence, PlaceInfluence
from ..rules.marriages import Wed
from ..rules.movement import Halt, March
from ..rules.peace import Enforce
from ..rules.players import AcceptDeal, Deal
from ..rules.purse import MIL
from ..rules.realms import base_tax_income
from ..rules.recruiting import Build, Raise, Recruit
from ..rules.relations import (
    areas_of,
    beside,
    capital_area,
    hostile_units,
    is_led,
    is_npr,
    realm_of,
    ships,
    state_religion,
    zones_with_ships,
)
from ..rules.sailing import Sail
from ..rules.sieges import Besiege, besiegeable
from ..rules.subjugation import Annex, Subjugate
from ..rules.trade import Trade, TradeIn
from ..state import State

QUEST: Final = {
    id
    for id, face in default().ideas.items()
    if any(isinstance(each, Permit) and each.what == "explore_with_ships" for each in face.bonus)
}
"""The ideas with which ships explore."""
DISTANT_SEAS: Final = mask_of(zone.index for zone in ZONE if zone.distant)
OVERSEAS: Final = mask_of(area.index for area in AREA if area.distant)
"""Seas and areas of distant continents."""
TERMS: Final = {"annexation": 9.0, "vassalization": 8.0, "succession": 8.0, "conversion": 9.5, "humiliation": 7.0}
ENOUGH: Final = 6
"""Units with which a war begins."""
FEW_SHIPS: Final = 8
"""Light ships up to which more are built."""


def _troops(state: State, seat: str) -> int:
    own = state.led[seat]
    return own.regular + sum(army.mercenary.all for army in own.armies)


def _prey(state: State, seat: str, realm: int) -> float:
    """Return how dear a war on a realm is: it must be small enough for an army that stands next to it."""
    own, needed = state.led[seat], base_tax_income(state, realm)
    areas = areas_of(state, realm)
    fronts = areas | union(LAND_OF, areas)
    ready = any(army.area != NONE and fronts >> army.area & 1 and army.all >= needed + 1 for army in own.armies)
    if not ready or own.power[MIL] < needed + 2 or is_led(state, realm):
        return 0
    foreign = state_religion(state, realm) != own.religion
    return 5 - needed / 9 + foreign + 3 * bool(claim_against(state, seat, realm))


def _owners(state: State, area: int) -> set[int]:
    return {state.owner[bit] for bit in bits(PROVINCES_OF[area])}


def _to_the_front(state: State, seat: str, area: int) -> float:
    """Return how dear a step of an army is: into areas to besiege, or towards them."""
    if besiegeable(state, seat, area) and not hostile_units(state, realm_of(seat), area):
        return 6
    return 5 if any(besiegeable(state, seat, bit) for bit in bits(AREA.things[area].land)) else 0


def conqueror(state: State, seat: str, action: Action) -> float:
    """Wage wars on small neighbours, one after the other, until they are part of the realm."""
    at_war, own = bool(state.war[realm_of(seat)]), state.led[seat]
    match action:
        case Enforce(term=term):
            return TERMS.get(term, 0)
        case Besiege(provinces=places):
            return 8 + len(places)
        case GoTo(area=area):
            return _to_the_front(state, seat, AREA.index[area])
        case Halt():
            return 5.5
        case March(area=area, army=army) if at_war and army:
            return 0 if besiegeable(state, seat, AREA.index[area]) else 3 + own.armies[army - 1].all / 20
        case DeclareWar(realms=(realm,)) if not at_war:
            return _prey(state, seat, REALM.index[realm])
        case Raise(area=area, army=army, unit="infantry", category="regular"):
            near = beside(state, realm_of(seat)) & LAND_OF[AREA.index[area]]
            return 6 + (army == 1) + near.bit_count() / 9
        case Raise() | Build():
            return 0
        case Recruit() if _troops(state, seat) < 2 * ENOUGH and min(own.ducats / 2, own.available) > 2:
            return 2 if at_war else 4.5
        case FabricateClaims(areas=(area,)) if own.claims.bit_count() < 2:
            return 3 if any(is_npr(state, owner) for owner in _owners(state, AREA.index[area])) else 0
        case AppointGeneral() | LeadArmy(army=1):
            return 2
        case _:
            return _sound(state, seat, action)


def colonist(state: State, seat: str, action: Action) -> float:
    """Sail to distant coasts and settle there, on ways of own ships from the capital."""
    own = state.led[seat]
    match action:
        case Colonize(colonists=n):
            return 9 + n / 10
        case Discover():
            return 9
        case RollAgain():
            return 6
        case Research(idea=idea) if idea in QUEST:
            return 8
        case Explore(zone=zone) if (own.claims & OVERSEAS).bit_count() < 2:
            return 7 if zone is not None else 6 if _beside_distant(state, seat) else 0
        case Sail(zone=str(zone), light=light, docked=docked, fleet=False) if len(light) + len(docked) == 1:
            spare = all(own.ships.at(ZONE.index[each]) > 1 for each in light)
            return 5 if spare and _leads_on(state, seat, ZONE.index[zone]) else 0
        case Build(ship="light", zone=str(zone), fleet=False):
            return 6 if _leads_on(state, seat, ZONE.index[zone]) else 3
        case Recruit() if own.ducats > ENOUGH and sum(own.ships.light) < FEW_SHIPS:
            return 4
        case Raise():
            return 0
        case _:
            return _sound(state, seat, action)


def _beside_distant(state: State, seat: str) -> bool:
    near = beside(state, realm_of(seat))
    for zone in ZONE.indexes:
        near |= COASTS_OF[zone] if ships(state, seat, zone) else 0
    return any(AREA.things[area].distant for area in bits(near))


def _leads_on(state: State, seat: str, zone: int) -> bool:
    """Return whether a ship in a zone makes the way from the capital's coast to distant seas longer."""
    home, near = AREA.things[capital_area(state, realm_of(seat))].zones, ZONE.things[zone].adjacent
    joined = home >> zone & 1 or near & zones_with_ships(state, seat)
    return bool(joined and DISTANT_SEAS & (near | 1 << zone)) and not ships(state, seat, zone)


def diplomat(state: State, seat: str, action: Action) -> float:
    """Win allies with influence and marriages, and make vassals of them that become part of the realm."""
    match action:
        case Annex() | Subjugate():
            return 9
        case PlayCard(card=card):
            title = default().titles.get(default().cards.get(card, ""))
            return 8 if title is not None and title.rules else 1
        case ForgeAlliance(realm=realm):
            return 7 - base_tax_income(state, REALM.index[realm]) / 4
        case PlaceInfluence(area=area) | AddInfluence(area=area):
            partners = state.allied[seat] | state.married[seat]
            courted = any(areas_of(state, bit) >> AREA.index[area] & 1 for bit in bits(partners))
            return 5 if courted else 2
        case Wed() | AcceptDeal():
            return 6
        case Deal(marriage=True, alliance=False, give=0):
            return 4
        case FabricateClaims(areas=(_,)):
            return 1
        case _:
            return _sound(state, seat, action)


def merchant(state: State, seat: str, action: Action) -> float:
    """Trade in each turn, with ships that protect it, and keep peace."""
    match action:
        case TradeIn():
            return 9
        case Trade():
            return 8
        case Build(ship="light", protect=True):
            return 7
        case Sail(zone=zone, protect=protect) if zone is not None and protect:
            return 5
        case Recruit() if sum(state.led[seat].ships.protecting) < FEW_SHIPS:
            return 4
        case Raise():
            return 0
        case _:
            return _sound(state, seat, action)


def reformer(state: State, seat: str, action: Action) -> float:
    """Take new faiths and ideas, convert areas, and keep the realm calm."""
    match action:
        case ChangeReligion() if state.led[seat].stability > 0:
            return 7
        case ConvertArea():
            return 8
        case RaiseAuthority():
            return 6
        case Research():
            return 5
        case _:
            return _sound(state, seat, action)


def _sound(state: State, seat: str, action: Action) -> float:
    """Return what everybody with a will thinks of an action."""
    match action:
        case CompleteMission():
            return 10
        case IncreaseStability() if state.led[seat].stability < 2:
            return 3
        case AppointRuler() if state.led[seat].ruler == NONE:
            return 9
        case AppointAdvisor() if state.led[seat].ducats > ENOUGH:
            return 6
        case TakeEvent():
            return 1
        case _:
            return 0


WILLS: Final = (conqueror, colonist, diplomat, merchant, reformer)

"""Players with a will, who come where chance does not: to conquests, colonies, vassals, riches, reforms.

A will tells how dear an action is to its player: the dearest is done; what is worth nothing is left to whims.
"""

from typing import Any, Final

from msgspec import to_builtins

from adjudicator import Action
from adjudicator.components import bits, mask_of, union
from adjudicator.kernel.standing import once

from ..content import default
from ..effects import Permit
from ..facts import AREA, COASTS_OF, LAND_OF, NONE, PROVINCE, PROVINCES_OF, REALM, REGION, ZONE
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
from ..rules.units import free_slots
from ..slots import MILESTONE, MISSION
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


def _prey(state: State, seat: str, realm: int, led: bool = False) -> float:
    """Return how dear a war on a realm is: it must be small enough for an army that stands next to it.

    One that a player leads is no prey, unless `led` says so: then some of its towns will do.
    """
    own, needed = state.led[seat], base_tax_income(state, realm)
    areas = areas_of(state, realm)
    fronts = areas | union(LAND_OF, areas)
    ready = any(army.area != NONE and fronts >> army.area & 1 and army.all >= needed + 1 for army in own.armies)
    if is_led(state, realm):
        strong = _troops(state, seat) > _troops(state, REALM.ids[realm])
        return 3 if led and strong and own.power[MIL] >= ENOUGH else 0
    if not ready or own.power[MIL] < needed + 2:
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
        case Research():
            return 2.5
        case TakeEvent():
            return 1
        case _:
            return 0


@once
def _front(state: State, seat: str) -> int:
    """Return the areas with provinces to besiege in which nobody bars the way."""
    own = realm_of(seat)
    return mask_of(a for a in AREA.indexes if besiegeable(state, seat, a) and not hostile_units(state, own, a))


def _post(state: State, seat: str, area: int) -> float:
    """Return how dear it is that an army stands in an area: one to besiege, or beside one."""
    front = _front(state, seat)
    return 6 if front >> area & 1 else 5.8 if AREA.things[area].land & front else 0


def _leaves(state: State, seat: str, army: int) -> float:
    """Return how dear a march of an army is: only from where it has nothing to besiege, and not without an aim."""
    own, area = state.led[seat].armies[army - 1], state.led[seat].armies[army - 1].area
    if area == NONE or _front(state, seat) >> area & 1:
        return 0
    aims = any(_post(state, seat, near) > _post(state, seat, area) for near in bits(LAND_OF[area]))
    return 8 + own.all / 20 if aims else 0


def _campaign(state: State, seat: str, action: Action) -> float:
    """Return how dear an action is to a conqueror who lets no war end with nothing taken, and goes round mountains."""
    own = state.led[seat]
    match action:
        case Besiege(provinces=places):
            return 9 + len(places)
        case GoTo(area=area):
            return _post(state, seat, AREA.index[area])
        case Halt():
            posts = (_post(state, seat, army.area) for army in own.armies if army.area != NONE)
            return 5.9 if any(posts) else 5.5
        case March(army=army) if army and state.war[realm_of(seat)]:
            return _leaves(state, seat, army)
        case _:
            return conqueror(state, seat, action)


@once
def _unmet(state: State, seat: str) -> tuple[dict[str, Any], ...]:
    """Return what the missions of a hand and the open milestones still ask of a seat, as plain values."""
    content, own = default(), state.led[seat]
    goals: list[Any] = [content.missions.get(MISSION.ids[each]) for each in own.missions]
    reached = state.goals.reached
    goals += [
        content.milestones.get(MILESTONE.ids[bit]) for bit in bits(state.goals.milestones) if seat not in reached[bit]
    ]
    needs = (need for goal in goals if goal is not None for need in goal.needs)
    return tuple(to_builtins(need) for need in needs if not need.holds(state, seat))


def _land(need: dict[str, Any]) -> int:
    """Return the provinces of which a condition asks some, or 0."""
    match need:
        case {"is": "owns", "provinces": ids}:
            return PROVINCE.mask_of(ids)
        case {"is": "owns_in" | "owns_all", "area": id}:
            return PROVINCES_OF[AREA.index[id]]
        case {"is": "controls_in", "region": id}:
            return mask_of(each.index for each in PROVINCE if AREA.things[each.area].region == REGION.index[id])
        case {"is": "controls_capital", "realm": id}:
            return 1 << REALM.thing(id).capital
        case _:
            return 0


def _towards(state: State, seat: str, action: Action, need: dict[str, Any]) -> float:
    """Return how dear an action is for one condition that does not hold yet."""
    if land := _land(need):
        owners = {state.owner[bit] for bit in bits(land)}
        match action:
            case DeclareWar(realms=(id,)) if not owners & {REALM.index[id]}:
                return 0
            case DeclareWar(realms=(id,)) if not state.war[realm_of(seat)]:
                prey = _prey(state, seat, REALM.index[id], led=True)
                return prey + 2 if prey > 0 else 0
            case Enforce(term="annexation" | "keep"):
                return 12
            case Subjugate(realm=id) | ForgeAlliance(realm=id) | Wed(realm=id) if REALM.index[id] in owners:
                return 9
            case _:
                return _campaign(state, seat, action)
    match need, action:
        case {"is": "related", "realm": id}, (ForgeAlliance(realm=other) | Wed(realm=other) | Subjugate(realm=other)):
            return 9 if other == id else 0
        case {"is": "related", "realm": id}, (PlaceInfluence(area=area) | AddInfluence(area=area)):
            return 6 if areas_of(state, REALM.index[id]) >> AREA.index[area] & 1 else 0
        case {"is": "protects", "zone": id}, (
            Build(ship="light", protect=True, zone=zone) | Sail(protect=True, zone=zone)
        ):
            return 8 if zone == id else 0
        case {"is": "protects", "zone": id}, Recruit() if not state.war[realm_of(seat)]:
            return 4 if free_slots(state, ZONE.index[id]) and state.led[seat].ducats > ENOUGH else 0
        case {"is": "authority"}, RaiseAuthority():
            return 8
        case {"is": "stable"}, IncreaseStability():
            return 8
        case {"is": "faith"}, ChangeReligion():
            return 7
        case {"is": "marriages" | "ties" | "related" | "calm_vassals"}, _:
            return diplomat(state, seat, action)
        case {"is": "traded"}, _:
            return merchant(state, seat, action)
        case {"is": "distant_towns"}, _:
            return colonist(state, seat, action)
        case {"is": "wars_won" | "grown" | "at_war"}, _:
            return _campaign(state, seat, action)
        case {"is": "at_peace"}, (Enforce() | Besiege()):
            return _campaign(state, seat, action)
        case _:
            return 0


def seeker(state: State, seat: str, action: Action) -> float:
    """Do what the own missions and the open milestones still ask for."""
    if isinstance(action, Research):
        return 1.5  # no goal asks for ideas
    wishes = (_towards(state, seat, action, need) for need in _unmet(state, seat))
    return max(wishes, default=0) or _sound(state, seat, action)


WILLS: Final = (conqueror, colonist, diplomat, merchant, reformer, seeker)

"""Whether a realm that a player leads is so as a card asks (:mod:`..conditions`; R16.02, R17.01, R17.02)."""

from adjudicator.components import mask_of

from .. import conditions
from ..facts import AREA, NONE, PROVINCE, PROVINCES_OF, REALM, REGION, RELIGION, ZONE
from ..state import State
from .realms import base_tax_income, helped, of_vassals, provinces, vassals
from .relations import at_peace, controlled, realm_of


def meets(state: State, seat: str, needs: conditions.Conditions) -> bool:
    """Whether all of it holds of the realm of a seat."""
    return all(_holds(state, seat, each) for each in needs)


def owns_all(state: State, realm: int, area: int) -> bool:
    """Whether a realm owns every province of an area."""
    return not PROVINCES_OF[area] & ~provinces(state, realm)


def _holds(state: State, seat: str, need: conditions.Condition) -> bool:
    own, realm = state.led[seat], realm_of(seat)
    match need:
        case conditions.Owns(each):
            return not mask_of(map(PROVINCE.number, each)) & ~provinces(state, realm)
        case conditions.OwnsIn(area, n, over):
            whose = helped(state, realm) if over else provinces(state, realm)
            return (whose & PROVINCES_OF[AREA.index[area]]).bit_count() >= n
        case conditions.OwnsAll(area):
            return owns_all(state, realm, AREA.index[area])
        case conditions.ControlsIn(region, n):
            areas = [each.index for each in AREA if each.region == REGION.index[region]]
            there = mask_of(each.index for each in PROVINCE if each.area in areas)
            return (controlled(state, realm) & there).bit_count() >= n
        case conditions.ControlsNothing(areas):
            return not any(controlled(state, realm) & PROVINCES_OF[AREA.index[area]] for area in areas)
        case conditions.ControlsCapital(whose):
            return bool(controlled(state, realm) >> REALM.thing(whose).capital & 1)
        case conditions.Related(whose, by):
            other = REALM.index[whose]
            masks = {"alliance": state.allied[seat], "marriage": state.married[seat], "vassal": vassals(state, realm)}
            return any(masks[each] >> other & 1 for each in by)
        case conditions.Ties(n):
            return state.allied[seat].bit_count() + state.married[seat].bit_count() >= n
        case conditions.Marriages(n):
            return state.married[seat].bit_count() >= n
        case conditions.CalmVassals():
            places = of_vassals(state, realm)
            return bool(places) and not places & state.unrest
        case conditions.AtWar():
            return not at_peace(state, realm)
        case conditions.AtPeace():
            return at_peace(state, realm)
        case conditions.Round(n):
            return state.round >= n
        case conditions.Age(n):
            return state.age >= n
        case conditions.Protects(zone, n):
            return own.ships.protecting[ZONE.index[zone]] >= n
        case conditions.AtSea():
            fleet = own.fleet.zone != NONE and own.fleet.all > 0
            return fleet or any(own.ships.light) or any(own.ships.protecting)
        case conditions.NoArmy():
            return not any(army.all for army in own.armies)
        case conditions.DistantTowns(n):
            far = mask_of(each.index for each in PROVINCE if AREA.things[each.area].distant)
            return (provinces(state, realm) & far).bit_count() >= n
        case conditions.Authority(n):
            return state.empire.emperor == realm and state.empire.authority >= n
        case conditions.Faith(religions):
            return RELIGION.ids[own.religion] in religions
        case conditions.Stable(n):
            return own.stability >= n
        case conditions.Grown(n):
            return base_tax_income(state, realm) - own.base >= n
        case conditions.WarsWon(n):
            return own.won >= n
        case conditions.Traded(n):
            return own.status.trade_income >= n

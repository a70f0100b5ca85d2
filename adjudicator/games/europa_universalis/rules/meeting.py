"""Whether a realm that a player leads is so as a card asks (:mod:`..conditions`; R16.02, R17.01, R17.02)."""

from adjudicator.components.bits import mask_of

from ..conditions import (
    Age,
    AtPeace,
    AtSea,
    AtWar,
    Authority,
    CalmVassals,
    Condition,
    Conditions,
    ControlsCapital,
    ControlsIn,
    ControlsNothing,
    DistantTowns,
    Faith,
    Grown,
    Marriages,
    NoArmy,
    Owns,
    OwnsAll,
    OwnsIn,
    Protects,
    Related,
    Round,
    Stable,
    Ties,
    Traded,
    WarsWon,
)
from ..facts import AREA, NONE, PROVINCE, PROVINCES_OF, REALM, REGION, RELIGION, ZONE
from ..state import State
from .realms import base_tax_income, helped, of_vassals, provinces, vassals
from .relations import at_peace, controlled, realm_of


def meets(state: State, seat: str, needs: Conditions) -> bool:
    """Whether all of it holds of the realm of a seat."""
    return all(_holds(state, seat, each) for each in needs)


def marriages(state: State, seat: str) -> int:
    """How many marriages a seat has."""
    return state.married[seat].bit_count()


def owns_all(state: State, realm: int, area: int) -> bool:
    """Whether a realm owns every province of an area."""
    return not PROVINCES_OF[area] & ~provinces(state, realm)


def at_sea(state: State, seat: str) -> bool:
    """Whether a seat has a ship in a sea zone."""
    own = state.led[seat]
    return any(own.ships.light) or any(own.ships.protecting) or (own.fleet.zone != NONE and own.fleet.all > 0)


def _holds(state: State, seat: str, need: Condition) -> bool:
    own, realm = state.led[seat], realm_of(seat)
    match need:
        case Owns(each):
            return not mask_of(map(PROVINCE.number, each)) & ~provinces(state, realm)
        case OwnsIn(area, n, over):
            whose = helped(state, realm) if over else provinces(state, realm)
            return (whose & PROVINCES_OF[AREA.index[area]]).bit_count() >= n
        case OwnsAll(area):
            return owns_all(state, realm, AREA.index[area])
        case ControlsIn(region, n):
            areas = [each.index for each in AREA if each.region == REGION.index[region]]
            there = mask_of(each.index for each in PROVINCE if each.area in areas)
            return (controlled(state, realm) & there).bit_count() >= n
        case ControlsNothing(areas):
            return not any(controlled(state, realm) & PROVINCES_OF[AREA.index[area]] for area in areas)
        case ControlsCapital(whose):
            return bool(controlled(state, realm) >> REALM.thing(whose).capital & 1)
        case Related(whose, by):
            other = REALM.index[whose]
            masks = {"alliance": state.allied[seat], "marriage": state.married[seat], "vassal": vassals(state, realm)}
            return any(masks[each] >> other & 1 for each in by)
        case Ties(n):
            return state.allied[seat].bit_count() + marriages(state, seat) >= n
        case Marriages(n):
            return marriages(state, seat) >= n
        case CalmVassals():
            places = of_vassals(state, realm)
            return bool(places) and not places & state.unrest
        case AtWar():
            return not at_peace(state, realm)
        case AtPeace():
            return at_peace(state, realm)
        case Round(n):
            return state.round >= n
        case Age(n):
            return state.age >= n
        case Protects(zone, n):
            return own.ships.protecting[ZONE.index[zone]] >= n
        case AtSea():
            return at_sea(state, seat)
        case NoArmy():
            return not any(army.all for army in own.armies)
        case DistantTowns(n):
            far = mask_of(each.index for each in PROVINCE if AREA.things[each.area].distant)
            return (provinces(state, realm) & far).bit_count() >= n
        case Authority(n):
            return state.empire.emperor == realm and state.empire.authority >= n
        case Faith(religions):
            return RELIGION.ids[own.religion] in religions
        case Stable(n):
            return own.stability >= n
        case Grown(n):
            return base_tax_income(state, realm) - own.base >= n
        case WarsWon(n):
            return own.won >= n
        case Traded(n):
            return own.status.trade_income >= n

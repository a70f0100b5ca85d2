"""Whether a realm that a player leads is so as a card asks (:mod:`..conditions`; R16.02, R17.01, R17.02)."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

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
            return not _mask(each) & ~provinces(state, realm)
        case conditions.OwnsIn(area, n, over):
            whose = helped(state, realm) if over else provinces(state, realm)
            return (whose & PROVINCES_OF[AREA.index[area]]).bit_count() >= n
        case conditions.OwnsAll(area):
            return owns_all(state, realm, AREA.index[area])
        case conditions.ControlsIn(region, n):
            return (controlled(state, realm) & _IN_REGION[REGION.index[region]]).bit_count() >= n
        case conditions.ControlsNothing(areas):
            return not any(controlled(state, realm) & PROVINCES_OF[AREA.index[area]] for area in areas)
        case conditions.ControlsCapital(whose):
            return bool(controlled(state, realm) >> REALM.thing(whose).capital & 1)
        case conditions.Related(whose, by):
            other = REALM.index[whose]
            masks = {"alliance": state.allied[seat], "marriage": state.married[seat], "vassal": vassals(state, realm)}
            return any(masks[each] >> other & 1 for each in by)
        case conditions.CalmVassals():
            places = of_vassals(state, realm)
            return bool(places) and not places & state.unrest
        case conditions.AtWar():
            return not at_peace(state, realm)
        case conditions.AtPeace():
            return at_peace(state, realm)
        case conditions.Protects(zone, n):
            return own.ships.protecting[ZONE.index[zone]] >= n
        case conditions.AtSea():
            fleet = own.fleet.zone != NONE and own.fleet.all > 0
            return fleet or any(own.ships.light) or any(own.ships.protecting)
        case conditions.NoArmy():
            return not any(army.all for army in own.armies)
        case conditions.Authority(n):
            return state.empire.emperor == realm and state.empire.authority >= n
        case conditions.Faith(religions):
            return RELIGION.ids[own.religion] in religions
        case conditions.Least(n) | conditions.OneAtLeast(n):
            return _COUNTS[type(need)](state, seat) >= n
    raise TypeError(f"no such condition: {need}")


@lru_cache(maxsize=1024)
def _mask(places: tuple[str, ...]) -> int:
    """Provinces by their ids."""
    return mask_of(map(PROVINCE.number, places))


_IN_REGION: Final = tuple(
    mask_of(each.index for each in PROVINCE if AREA.things[each.area].region == region) for region in REGION.indexes
)
"""By region its provinces."""
_FAR: Final = mask_of(each.index for each in PROVINCE if AREA.things[each.area].distant)


def _distant_towns(state: State, seat: str) -> int:
    return (provinces(state, realm_of(seat)) & _FAR).bit_count()


_COUNTS: Final[dict[type, Callable[[State, str], int]]] = {
    conditions.Ties: lambda state, seat: state.allied[seat].bit_count() + state.married[seat].bit_count(),
    conditions.Marriages: lambda state, seat: state.married[seat].bit_count(),
    conditions.Round: lambda state, seat: state.round,
    conditions.Age: lambda state, seat: state.age,
    conditions.DistantTowns: _distant_towns,
    conditions.Stable: lambda state, seat: state.led[seat].stability,
    conditions.Grown: lambda state, seat: base_tax_income(state, realm_of(seat)) - state.led[seat].base,
    conditions.WarsWon: lambda state, seat: state.led[seat].won,
    conditions.Traded: lambda state, seat: state.led[seat].status.trade_income,
}
"""Of what a realm has to have so much."""

"""Conditions that a card may set for a realm that a player leads (R16.02, R17.01, R17.02).

Each has its tag `is` (docs/reference/pack_format.md).
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Final, Literal

from adjudicator.components import mask_of
from adjudicator.kernel.shapes import Need, Needs

from ..facts import AREA, NONE, PROVINCE, PROVINCES_OF, REALM, REGION, RELIGION, ZONE, AreaId, RealmId, ZoneId
from ..state import State
from . import realms
from .realms import controlled
from .relations import realm_of

Provinces = Annotated[tuple[str, ...], PROVINCE]
Areas = Annotated[tuple[str, ...], AREA]
Religions = Annotated[tuple[str, ...], RELIGION]
Relations = tuple[Literal["alliance", "marriage", "vassal"], ...]
need: Final = Needs()


@lru_cache(maxsize=1024)
def _mask(places: tuple[str, ...]) -> int:
    """Return the mask of provinces, given their ids."""
    return mask_of(map(PROVINCE.number, places))


_IN_REGION: Final = tuple(
    mask_of(each.index for each in PROVINCE if AREA.things[each.area].region == region) for region in REGION.indexes
)
"""By region its provinces."""
_FAR: Final = mask_of(each.index for each in PROVINCE if AREA.things[each.area].distant)


def owns_whole(state: State, realm: int, area: int) -> bool:
    """Return whether a realm owns every province of an area."""
    return not PROVINCES_OF[area] & ~realms.provinces(state, realm)


@need
def owns(state: State, seat: str, provinces: Provinces) -> bool:
    """Check whether the realm owns all of these provinces."""
    return not _mask(provinces) & ~realms.provinces(state, realm_of(seat))


@need
def owns_in(state: State, seat: str, area: AreaId, n: int = 1, vassals: bool = False) -> bool:
    """Check whether the realm owns at least `n` provinces of an area; `vassals` counts those of its vassals too."""
    held = (realms.helped if vassals else realms.provinces)(state, realm_of(seat))
    return (held & PROVINCES_OF[AREA.index[area]]).bit_count() >= n


@need
def owns_all(state: State, seat: str, area: AreaId) -> bool:
    """Check whether the realm owns every province of an area."""
    return owns_whole(state, realm_of(seat), AREA.index[area])


@need
def controls_in(state: State, seat: str, region: Annotated[str, REGION], n: int = 1) -> bool:
    """Check whether the realm controls at least `n` provinces of a region."""
    return (controlled(state, realm_of(seat)) & _IN_REGION[REGION.index[region]]).bit_count() >= n


@need
def controls_nothing(state: State, seat: str, areas: Areas) -> bool:
    """Check whether the realm controls no province of these areas."""
    return not any(controlled(state, realm_of(seat)) & PROVINCES_OF[AREA.index[area]] for area in areas)


@need
def controls_capital(state: State, seat: str, realm: RealmId) -> bool:
    """Check whether the realm controls the capital of `realm`."""
    return bool(controlled(state, realm_of(seat)) >> REALM.thing(realm).capital & 1)


@need
def related(state: State, seat: str, realm: RealmId, by: Relations) -> bool:
    """Check whether the realm has one of these relations with `realm`."""
    vassals = realms.vassals(state, realm_of(seat))
    masks = {"alliance": state.allied[seat], "marriage": state.married[seat], "vassal": vassals}
    return any(masks[each] >> REALM.index[realm] & 1 for each in by)


@need
def calm_vassals(state: State, seat: str) -> bool:
    """Check whether the realm has vassals, and no unrest on them."""
    places = realms.of_vassals(state, realm_of(seat))
    return bool(places) and not places & state.unrest


@need
def at_war(state: State, seat: str) -> bool:
    """Check whether the realm is at war."""
    return bool(state.war[realm_of(seat)])


@need
def at_peace(state: State, seat: str) -> bool:
    """Check whether the realm is not at war."""
    return not state.war[realm_of(seat)]


@need
def protects(state: State, seat: str, zone: ZoneId, n: int = 1) -> bool:
    """Check whether at least `n` ships of the realm protect trade in a sea zone."""
    return state.led[seat].ships.protecting[ZONE.index[zone]] >= n


@need
def at_sea(state: State, seat: str) -> bool:
    """Check whether the realm has a ship in a sea zone."""
    own = state.led[seat]
    return (own.fleet.zone != NONE and own.fleet.all > 0) or any(own.ships.light) or any(own.ships.protecting)


@need
def no_army(state: State, seat: str) -> bool:
    """Check whether none of its armies is deployed."""
    return not any(army.all for army in state.led[seat].armies)


@need
def authority(state: State, seat: str, n: int = 0) -> bool:
    """Check whether the realm is emperor with an authority of at least `n`."""
    return state.empire.emperor == realm_of(seat) and state.empire.authority >= n


@need
def faith(state: State, seat: str, religions: Religions) -> bool:
    """Check whether its state religion is one of these."""
    return RELIGION.ids[state.led[seat].religion] in religions


def _grown(state: State, seat: str) -> int:
    return realms.base_tax_income(state, realm_of(seat)) - state.led[seat].base


def _ties(state: State, seat: str) -> int:
    return state.allied[seat].bit_count() + state.married[seat].bit_count()


def _distant_towns(state: State, seat: str) -> int:
    return (realms.provinces(state, realm_of(seat)) & _FAR).bit_count()


need.figure("ties", "It has that many alliances and marriages together.", _ties)
need.figure("round", "It is that round of the age, or a later one.", lambda state, seat: state.round)
need.figure("age", "It is that age, or a later one.", lambda state, seat: state.age)
need.figure("grown", "Its base tax income has grown by that much since the set-up.", _grown)
need.figure("wars_won", "It has won that many wars.", lambda state, seat: state.led[seat].won)
need.figure(
    "traded",
    "It has got that many ducats from trade in this round.",
    lambda state, seat: state.led[seat].status.trade_income,
)
need.figure("marriages", "It has that many marriages.", lambda state, seat: state.married[seat].bit_count(), 1)
need.figure("distant_towns", "It has that many towns on distant continents.", _distant_towns, 1)
need.figure("stable", "Its stability is that high.", lambda state, seat: state.led[seat].stability, 1)
if TYPE_CHECKING:
    Condition = Need
else:
    Condition = need.any
Conditions = tuple[Condition, ...]
"""All of them have to hold."""


def meets(state: State, seat: str, needs: Conditions) -> bool:
    """Return whether all of it holds of the realm of a seat."""
    return all(each.holds(state, seat) for each in needs)

"""Operations on areas and provinces: unrest, rebels, plague, claims, cores, religion, influence (R16.03)."""

from collections.abc import Callable

from adjudicator import Asking, Event, Frames, Play, derive
from adjudicator.components import bits, mask_of, union

from .. import effects as forms
from ..facts import AREA, NONE, PROVINCE, PROVINCES_OF, REALM, RELIGION, AreaId, SeatId, areas_with
from ..state import State
from .book import SeatAndArea, SeatAndProvince, step
from .claims import change_claims
from .dynamic import appear
from .empire import release
from .influence import cubes_in, influence_comes, influence_leaves
from .meeting import owns_whole
from .operations import AREA_FOR, InArea, a_province, a_realm, an_area, does, one_or_none
from .realms import LARGE_TOWNS, of_vassals, provinces, towns_placed, worth
from .rebels import cores
from .relations import beside, led_realms, realm_of, top
from .religion import convert, dissents
from .settlement import transfer
from .unrest import RebelsRose, own_towns, rebellions, spread, towns, unruly

EVERYWHERE = mask_of(area.index for area in AREA if not area.distant)


class PlagueCame(Event, frozen=True, tag="plague_came", rule="R3.42", touches=("area",)):
    """There is plague in an area."""

    area: AreaId


TownPlaced = derive(
    SeatAndProvince, "town_placed", "A province has a town of a seat that a card gave it.", rule="R16.03"
)
TownGrown = derive(SeatAndProvince, "town_grown", "A small town has become a large one.", rule="R16.03")
CorePlaced = derive(SeatAndArea, "core_placed", "An area has a core token of a realm.", rule="R7.30")


def _where(state: State, seat: str, where: forms.Where) -> int:
    """Return the areas that satisfy a condition for a seat."""
    realm = realm_of(seat)
    own = areas_with(provinces(state, realm))
    if where == "with_town":
        return areas_with(mask_of(bit for led in bits(led_realms(state)) for bit in bits(provinces(state, led))))
    if where == "of_vassals":
        return areas_with(of_vassals(state, realm))
    wanted: dict[forms.Where, Callable[[int], bool]] = {
        "fully_owned": lambda area: owns_whole(state, realm, area),
        "with_unrest": lambda area: bool(PROVINCES_OF[area] & unruly(state, seat)),
        "other_faith": lambda area: dissents(state, seat, area),
    }
    if where in wanted:
        return mask_of(area for area in bits(own) if wanted[where](area))
    return own if where == "own" else beside(state, realm) if where == "beside_realm" else EVERYWHERE


def areas_for(state: State, seat: str, areas: tuple[str, ...], where: forms.Where) -> int:
    """Return the areas that an operation means: those named that also satisfy its condition, if it has both."""
    found = _where(state, seat, where)
    return found & AREA.mask_of(areas) if areas and where else AREA.mask_of(areas) if areas else found


def _opponents(state: State, seat: str) -> list[str]:
    return [each for each in state.order if each != seat]


@does(forms.AddUnrest)
def unrest_moved(play: Play[State], seat: str, op: forms.Hostile) -> Frames:
    """Place unrest on towns and vassals of the seat, which it chooses, or remove it (R14.01).

    Unrest may also come to one town of an opponent.
    """
    state, comes = play.state, isinstance(op, forms.AddUnrest)
    whose = _opponents(state, seat) if isinstance(op, forms.AddUnrest) and op.opponent else [seat]
    there = union(PROVINCES_OF, areas_for(state, seat, op.areas, op.where) if op.areas or op.where else AREA.mask)
    return spread(seat, op.n, mask_of(p for each in whose for p in bits(towns(state, each))) & there, placed=comes)


does(forms.RemoveUnrest)(unrest_moved)


@does(forms.InfluencePlacement)
def influence_placed(play: Play[State], seat: str, op: forms.Placing) -> Frames:
    """Let a seat place cubes in areas (R11.02, R16.03).

    The areas have a province of a realm that nobody plays, or of a vassal.
    """
    return [influence_comes(seat, areas_for(play.state, seat, op.areas, op.where), op.n)]


@does(forms.RemoveInfluence)
def influence_removed(play: Play[State], seat: str, op: forms.Hostile) -> Frames:
    """Let a seat remove own cubes from areas, or those of an opponent.

    The seat chooses the opponent with each area.
    """
    areas = areas_for(play.state, seat, op.areas, op.where)
    return [influence_sabotaged(seat, op.n, areas)] if op.opponent else [influence_leaves(seat, areas, op.n)]


@step("R8.05")
def influence_sabotaged(play: Play[State], seat: SeatId, n: int, areas: int) -> Asking:
    """Choose in which of these areas an opponent loses a cube, and then who of them."""
    state, rivals = play.state, _opponents(play.state, seat)
    open_ = [area for area in bits(areas) if any(cubes_in(state, each, area) for each in rivals)]
    if not open_ or not n:
        return None
    area = yield from an_area(seat, open_, "sabotage", n)
    return [cube_sabotaged(seat, area), influence_sabotaged(seat, n - 1, areas)]


@step("R8.05")
def cube_sabotaged(play: Play[State], seat: SeatId, area: int) -> Asking:
    """Choose whose cube leaves an area; who has most there is offered first."""
    state = play.state
    there = [each for each in _opponents(state, seat) if cubes_in(state, each, area)]
    there.sort(key=lambda each: -cubes_in(state, each, area))
    realm = yield from a_realm(seat, map(realm_of, there), "sabotaged")
    return [influence_leaves(REALM.ids[realm], 1 << area, 1)]


@does(forms.PlaceRebels)
def rebels_placed(play: Play[State], seat: str, op: forms.Hostile) -> Frames:
    """Let a seat place rebels, or place them on opponents' unrest (R8.05)."""
    state = play.state
    areas = areas_for(state, seat, op.areas, op.where)
    if op.opponent:
        areas &= areas_with(mask_of(p for each in _opponents(state, seat) for p in bits(unruly(state, each))))
    return [in_areas(seat, "rebels", areas, op.n, may=False)]


@does(forms.AddPlague)
def plague_added(play: Play[State], seat: str, op: forms.Placing) -> Frames:
    """Let a seat place plague in areas of its choice."""
    areas = areas_for(play.state, seat, op.areas, op.where) & ~play.state.plague
    return [in_areas(seat, "plague", areas, op.n, may=False)]


@does(forms.PlaceClaim)
def claim_placed(play: Play[State], seat: str, op: forms.Placing) -> Frames:
    """Let a seat place claims, one in each area (R16.03).

    There are none on areas that the realm owns whole.
    """
    state = play.state
    areas = areas_for(state, seat, op.areas, op.where) & ~state.led[seat].claims
    areas = mask_of(area for area in bits(areas) if not owns_whole(state, realm_of(seat), area))
    if op.areas and len(op.areas) == op.n:
        change_claims(play, seat, areas, placed=True)
        return []
    return [in_areas(seat, "claim", areas, op.n, may=True)]


@does(forms.PlaceCore)
def core_placed(play: Play[State], seat: str, op: forms.Placing) -> Frames:
    """Let a seat place cores in areas that its realm owns whole (R7.30).

    Areas that are its cores already are left out.
    """
    state, realm = play.state, realm_of(seat)
    areas = areas_for(state, seat, op.areas, op.where or "fully_owned")
    return [in_areas(seat, "core", mask_of(a for a in bits(areas) if may_be_core(state, realm, a)), op.n, may=True)]


def may_be_core(state: State, realm: int, area: int) -> bool:
    """Return whether a core token can be placed: all provinces are owned, and not all cores already (R7.30)."""
    has = state.led[REALM.ids[realm]].cores >> area & 1
    already = all(cores(state, bit) >> realm & 1 for bit in bits(PROVINCES_OF[area]))
    return owns_whole(state, realm, area) and not has and not already


@does(forms.AreaConversion)
def area_converted(play: Play[State], seat: str, op: forms.AreaConversion) -> Frames:
    """Give areas with provinces of the seat the state religion (R15.01)."""
    state = play.state
    areas = areas_for(state, seat, op.areas, op.where or "own")
    areas = mask_of(area for area in bits(areas) if dissents(state, seat, area))
    return [in_areas(seat, "conversion" if op.unrest else "religion", areas, op.n, may=True)]


@does(forms.PlaceFaith)
def faith_placed(play: Play[State], seat: str, op: forms.PlaceFaith) -> Frames:
    """Let a seat place tokens of a religion on areas of another one, whoever owns them (R15.01, R16.03)."""
    state, faith = play.state, RELIGION.index[op.religion]
    areas = areas_for(state, seat, op.areas, op.where) & EVERYWHERE
    return [in_areas(seat, op.religion, mask_of(a for a in bits(areas) if state.religion[a] != faith), op.n, may=False)]


@does(forms.LeaveEmpire)
def empire_left(play: Play[State], seat: str, op: forms.LeaveEmpire) -> None:
    """Take areas out of the empire (R18.26)."""
    release(play, AREA.mask_of(op.areas))


@step("R16.03")
def in_areas(play: Play[State], seat: SeatId, what: str, areas: int, n: int, may: bool) -> Asking:
    """Ask for areas to put tokens in, one token in each."""
    if not areas or not n:
        return None
    answer = yield from one_or_none(AREA_FOR, seat, map(InArea, AREA.ids_of(areas)), may=may, what=what, n=n)
    if answer is None:
        return None
    area = AREA.index[answer.area]
    follows = _come(play, seat, what, area)
    again = areas if what == "rebels" else areas & ~(1 << area)
    return [*follows, in_areas(seat, what, again, n - 1, may)]


def _come(play: Play[State], seat: str, what: str, area: int) -> Frames:
    state = play.state
    match what:
        case "rebels":
            rebels_come(play, area, 1)
            return [rebellions()]
        case "plague":
            state.plague |= 1 << area
            play.emit(PlagueCame(AREA.ids[area]))
        case "claim":
            change_claims(play, seat, 1 << area, placed=True)
        case "core":
            make_core(play, seat, area)
        case _ if what in RELIGION.index:
            convert(play, area, RELIGION.index[what])
        case _:
            convert(play, area, state.led[seat].religion)
            if what == "conversion":
                return spread(seat, 1, own_towns(state, seat) & PROVINCES_OF[area], placed=True)
    return []


def rebels_come(play: Play[State], area: int, n: int) -> None:
    """Place rebels in an area."""
    play.state.rebels[area] += n
    play.emit(RebelsRose(AREA.ids[area], n))


def make_core(play: Play[State], seat: str, area: int) -> None:
    """Place a core token, which counts as a claim (R7.30).

    Other core tokens and those of dynamic realms in the area are removed.
    """
    state = play.state
    for other in state.led.values():
        other.cores &= ~(1 << area)
    for bit in bits(PROVINCES_OF[area]):
        state.dnpr[bit] = NONE
    state.capitals = [
        NONE if capital != NONE and PROVINCES_OF[area] >> capital & 1 else capital for capital in state.capitals
    ]
    state.led[seat].cores |= 1 << area
    play.emit(CorePlaced(seat, AREA.ids[area]))


@does(forms.PlaceTown)
def town_placed(play: Play[State], seat: str, op: forms.PlaceTown) -> None:
    """Place a town, unless another player owns, has vassalized or occupies the province (R16.03)."""
    state, province, realm = play.state, PROVINCE.index[op.province], realm_of(seat)
    owner, by = state.owner[province], state.occupier[province]
    others = led_realms(state) & ~(1 << realm)
    if owner == realm or (owner >= 0 and others >> top(state, owner) & 1) or (by >= 0 and others >> by & 1):
        return
    play.emit(TownPlaced(seat, op.province))
    transfer(play, 1 << province, realm)


@step("R16.03")
def growing(play: Play[State], seat: SeatId, n: int) -> Asking:
    """Turn a small town of the seat into a large one while there are any (R7.11)."""
    state, realm = play.state, realm_of(seat)
    small = [bit for bit in bits(provinces(state, realm)) if worth(state, bit) == 1]
    if not n or not small or towns_placed(state, realm)[1] == LARGE_TOWNS:
        return None
    province = yield from a_province(seat, small, "town", n)
    play.state.grown |= 1 << province
    play.emit(TownGrown(seat, PROVINCE.ids[province]))
    return [growing(seat, n - 1)]


does(forms.DevelopTown)(lambda play, seat, op: [growing(seat, op.n)])


@does(forms.PlaceDynamic)
def dynamic_placed(play: Play[State], seat: str, op: forms.PlaceDynamic) -> None:
    """Make a dynamic realm appear on provinces, its capital first (R13.02, R16.03).

    It never appears on cores of players.
    """
    appear(play, REALM.index[op.realm], [PROVINCE.index[province] for province in op.provinces])

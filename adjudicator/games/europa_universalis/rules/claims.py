"""Claims: fabricated by a covert action, and given back (R11.20)."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from adjudicator import Action, Event, Frames, Play, Refusal
from adjudicator.components import Code
from adjudicator.components.bits import bits, mask_of

from ..content import Content
from ..facts import AREA, NONE, PROVINCE, PROVINCES_OF, AreaId, SeatId, areas_with
from ..slots import STRUGGLE
from ..state import State
from .book import step
from .continents import open_continent
from .deeds import Deed
from .purse import lacks, pay
from .realms import provinces
from .relations import beside, is_led, peaceful, realm_of

COST: Final = 2


class ClaimsChanged(Event, frozen=True, tag="claims_changed", rule="R11.20", by="seat", touches=("areas",)):
    """A seat has claims on these areas now, or has them no more."""

    seat: SeatId
    areas: tuple[AreaId, ...]
    placed: bool


claims_at_war = Code("R11.20")
no_areas = Code("R11.20")
claimed_already = Code("R11.20", area=AREA)
all_is_own = Code("R11.20", area=AREA)
not_beside = Code("R11.20", area=AREA)
no_claim_there = Code("R5.06", area=AREA)


def change_claims(play: Play[State], seat: str, areas: int, *, placed: bool) -> None:
    """Claims are placed on areas, or leave them; only what changes is told."""
    own = play.state.led[seat]
    areas &= ~own.claims if placed else own.claims
    if areas:
        own.claims ^= areas
        play.emit(ClaimsChanged(seat, AREA.ids_of(areas), placed))
    for area in bits(areas if placed else 0):
        if AREA.things[area].distant:
            open_continent(play, area)


def battlegrounds(state: State, content: Content) -> int:
    """The areas of the active and of the upcoming power struggle (R17.03)."""
    found = 0
    for each in (state.goals.struggle, state.goals.upcoming):
        if each != NONE:
            found |= AREA.mask_of(content.struggles[STRUGGLE.ids[each]].areas)
    return found


def claim_cost(state: State, areas: int, content: Content) -> int:
    """Two dip power for a claim, one in a battleground (R11.20)."""
    return COST * areas.bit_count() - (areas & battlegrounds(state, content)).bit_count()


class FabricateClaims(Action, frozen=True, tag="fabricate_claims"):
    """Place claims on areas next to the realm: covert. R11.20."""

    areas: tuple[AreaId, ...]


class ReturnClaim(Action, frozen=True, tag="return_claim"):
    """Cut ties: take a claim back. R5.06."""

    area: AreaId


def refused_claim(state: State, seat: str, area: int) -> Refusal | None:
    """What is against a claim on an area (R11.20); on a distant one it has to be adjacent by land and inhabited."""
    realm, id = realm_of(seat), AREA.ids[area]
    if state.led[seat].claims >> area & 1:
        return claimed_already(area=id)
    owners = {state.owner[each] for each in bits(PROVINCES_OF[area])}
    if owners == {realm}:
        return all_is_own(area=id)
    near = beside(state, realm) >> area & 1
    if AREA.things[area].distant:
        own = areas_with(provinces(state, realm))
        near = bool(own & (AREA.things[area].land | 1 << area)) and owners != {NONE}
    return None if near else not_beside(area=id)


def _candidates(state: State, seat: str, content: Content) -> Iterator[Action]:
    """One or two areas at a time; three and more may be named, too."""
    open_ = [area for area in AREA.indexes if refused_claim(state, seat, area) is None]
    for n in (1, 2):
        yield from (FabricateClaims(tuple(AREA.ids[each] for each in some)) for some in combinations(open_, n))


def _refused(state: State, seat: str, action: FabricateClaims, content: Content) -> Refusal | None:
    if not peaceful(state, realm_of(seat)):
        return claims_at_war()
    areas = [AREA.number(each) for each in action.areas]
    if not areas or len(set(areas)) < len(areas):
        return no_areas()
    found = (refused_claim(state, seat, area) for area in areas)
    return next((each for each in found if each), None) or lacks(
        state, seat, dip=claim_cost(state, mask_of(areas), content)
    )


def _done(play: Play[State], seat: str, action: FabricateClaims) -> Frames:
    areas = AREA.mask_of(action.areas)
    pay(play, seat, dip=claim_cost(play.state, areas, play.content))
    return [claims_placed(seat, areas)]


@step("R11.20")
def claims_placed(play: Play[State], seat: SeatId, areas: int) -> None:
    """The claims are there, if nobody has countered them."""
    change_claims(play, seat, areas, placed=True)


def claim_against(state: State, seat: str, realm: int) -> int:
    """The claimed areas in which a realm or its vassals own provinces (R9.04)."""
    found = 0
    for each in PROVINCE:
        owner = state.owner[each.index]
        if owner != NONE and (owner == realm or (state.overlord[owner] == realm and not is_led(state, owner))):
            found |= 1 << each.area
    return found & state.led[seat].claims


DEEDS: Final = (
    Deed(FabricateClaims, _candidates, _refused, _done, covert=True),
    Deed(
        ReturnClaim,
        lambda state, seat, content: map(ReturnClaim, AREA.ids_of(state.led[seat].claims)),
        lambda state, seat, action, content: (
            None if state.led[seat].claims >> AREA.number(action.area) & 1 else no_claim_there(area=action.area)
        ),
        lambda play, seat, action: change_claims(play, seat, 1 << AREA.index[action.area], placed=False) or [],  # type: ignore[func-returns-value]
        takes="minor",
    ),
)

"""The card subjugate: allies become vassals, vassals part of the realm (R11.80, R11.90)."""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from typing import Final

from adjudicator import Action, Asking, Asks, Frames, Play, Question, Refusal, derive, word
from adjudicator.components import Code, bits

from ..content import Content
from ..facts import AREA, NONE, REALM, RealmId, SeatId
from ..state import State
from .alliances import form, room_for_ally
from .book import OfArea, OfRealm, SeatAndRealm, step
from .claims import change_claims
from .influence import influence_leaves, wed_in
from .marriages import divorce
from .realms import base_tax_income, lawful, provinces, tax, tokens_left, value, vassals
from .relations import areas_of, influence_in, is_npr, is_vassal, realm_of, stays_independent
from .settlement import cede, set_free, subdue

TWICE: Final = 2


class Subjugated(SeatAndRealm, frozen=True, tag="subjugated", rule="R11.80"):
    """A realm became a vassal; or, `annexed`, part of its overlord's realm."""

    annexed: bool = False


class Subjugate(OfRealm, frozen=True, tag="subjugate"):
    """Make an ally a vassal; `with_vassals`: those of its vassals that come along. R11.80."""

    with_vassals: tuple[RealmId, ...] = ()


Annex = derive(OfRealm, "annex", "Make an own vassal, or an ally with a tax of one, part of the realm. R11.80.")
no_vassal_tokens = Code("R1.08", realm=REALM, left=int)
not_subject = Code("R11.80", realm=REALM)
never_subject = Code("R11.80", realm=REALM)
realm_too_large = Code("R11.80", realm=REALM, has=int, needs=int)
influence_too_small = Code("R11.80", realm=REALM, has=int, needs=int)
marriage_needed = Code("R11.80", realm=REALM)
no_vassal_of = Code("R11.80", realm=REALM)
no_area_of_freed = Code("R11.80", area=AREA)
no_room_for_ally = Code("R11.80")
too_large_to_annex = Code("R11.80", realm=REALM)


def own_tax(state: State, realm: int) -> int:
    """Return the tax of a target; each +1 manpower token counts as one (R11.80)."""
    return value(state, provinces(state, realm))


def rivals(state: State, seat: str, realm: int) -> int:
    """Return the influence of opponents in the areas of a target."""
    others = (each for each in state.order if each != seat)
    return sum(influence_in(state, each, area) for each in others for area in bits(areas_of(state, realm)))


def own_cubes(state: State, seat: str, realm: int) -> int:
    """Return the influence that can be spent on a target (R11.02, R11.80).

    It counts the seat's cubes but no imperial ones; a marriage saves one.
    """
    wed = wed_in(state, seat, areas_of(state, realm))
    return sum(state.led[seat].influence[area] for area in bits(areas_of(state, realm))) + wed


def price(state: State, seat: str, realm: int) -> int:
    """Return the influence that must be spent: the tax of the target plus the influence of opponents there."""
    return own_tax(state, realm) + rivals(state, seat, realm)


def refused_subject(state: State, seat: str, realm: int) -> Refusal | None:
    """Return why a seat may not subject an ally or a vassal, or None if it may (R11.80).

    A marriage can lower the income that is needed, but never raises it.
    """
    own = realm_of(seat)
    mine = is_vassal(state, realm) and state.overlord[realm] == own
    if not mine and not (is_npr(state, realm) and state.allied[seat] >> realm & 1):
        return not_subject(realm=realm)
    if REALM.things[realm].distant or stays_independent(state, realm):
        return never_subject(realm=realm)
    wed = state.married[seat] >> realm & 1
    if not wed and vassals(state, realm):
        return marriage_needed(realm=realm)
    income = base_tax_income(state, own)
    needs = TWICE * own_tax(state, realm)
    if wed:
        needs = min(needs, price(state, seat, realm) + 1)
    if income < needs:
        return realm_too_large(realm=realm, has=income, needs=needs)
    has, cost = own_cubes(state, seat, realm), price(state, seat, realm)
    return influence_too_small(realm=realm, has=has, needs=cost) if has < cost else None


def refused(state: State, seat: str, action: OfRealm) -> Refusal | None:
    """Return why an aim of the card is illegal, or None if it is legal."""
    realm = REALM.number(action.realm)
    if refusal := refused_subject(state, seat, realm):
        return refusal
    if isinstance(action, Annex):
        small = own_tax(state, realm) == 1 and not vassals(state, realm)
        return None if is_vassal(state, realm) or small else too_large_to_annex(realm=action.realm)
    if is_vassal(state, realm):
        return not_subject(realm=action.realm)
    assert isinstance(action, Subjugate)
    left = tokens_left(state, realm_of(seat))
    if tax(state, lawful(state, 1 << realm | REALM.mask_of(action.with_vassals))) > left:
        return no_vassal_tokens(realm=realm, left=left)
    for id in action.with_vassals:
        each = REALM.number(id)
        if not vassals(state, realm) >> each & 1:
            return no_vassal_of(realm=id)
        if refusal := _dear_together(state, seat, realm, each, action.with_vassals):
            return refusal
    return None


def _dear_together(state: State, seat: str, realm: int, vassal: int, along: Iterable[str]) -> Refusal | None:
    """Return why a vassal cannot come along with an ally and others of its vassals, or None.

    No cube pays for two of them where they share areas.
    """
    dues = {realm: price(state, seat, realm)} | {each: own_tax(state, each) for each in map(REALM.number, along)}
    others = [due for due in dues if due != vassal]
    for some in chain.from_iterable(combinations(others, n) for n in range(len(others) + 1)):
        paid = (vassal, *some)
        areas = {area for each in paid for area in bits(areas_of(state, each))}
        has = sum(state.led[seat].influence[area] for area in areas)
        has += sum(wed_in(state, seat, areas_of(state, each)) for each in paid)
        needs = sum(dues[each] for each in paid)
        if has < needs:
            return influence_too_small(realm=REALM.ids[vassal], has=has, needs=needs)
    return None


def aims(state: State, seat: str, content: Content) -> Iterator[Action]:
    """Yield what the card can do, with none of the vassals of an ally, or with all that can come."""
    for realm in bits(state.allied[seat] | vassals(state, realm_of(seat))):
        id = REALM.ids[realm]
        some = REALM.ids_of(vassals(state, realm))
        coming = tuple(each for each in some if refused(state, seat, Subjugate(id, (each,))) is None)
        found: list[OfRealm] = [Annex(id), Subjugate(id), *([Subjugate(id, coming)] if coming else [])]
        yield from (each for each in found if refused(state, seat, each) is None)


SUBJECT: Final = Question("subjugate", "R11.80", Subjugate, Annex)


@step("R11.80")
def subjugate(play: Play[State], seat: SeatId) -> Asking:
    """Ask which realm the card subjugate is for, and whether it is annexed."""
    state = play.state
    offers = list(aims(state, seat, play.content))
    answer = yield SUBJECT(seat, offers, lambda action: refused(state, seat, action))
    realm = REALM.index[answer.realm]
    frames = [*_spent(state, seat, realm, price(state, seat, realm))]
    if isinstance(answer, Annex):
        return [*frames, annexed(seat, answer.realm)]
    for id in answer.with_vassals:
        frames += _spent(state, seat, REALM.index[id], own_tax(state, REALM.index[id]))
    return [*frames, subjected(seat, answer.realm, list(answer.with_vassals))]


def _spent(state: State, seat: str, realm: int, n: int) -> Frames:
    wed = wed_in(state, seat, areas_of(state, realm))
    return [influence_leaves(seat, areas_of(state, realm), n - wed, imperial=False)] if n > wed else []


@step("R11.80")
def subjected(play: Play[State], seat: SeatId, realm: RealmId, along: list[RealmId]) -> Frames:
    """Make the ally a vassal.

    Its vassals come along or are free, with an alliance or a claim for the seat.
    """
    state, target = play.state, REALM.index[realm]
    freed = vassals(state, target) & ~REALM.mask_of(along)
    set_free(state, freed)
    for id in (realm, *along):
        subdue(play, seat, REALM.index[id], 0)
        play.emit(Subjugated(seat, id))
    return [freed_vassal(seat, REALM.ids[bit]) for bit in bits(freed)]


@step("R11.80")
def annexed(play: Play[State], seat: SeatId, realm: RealmId) -> None:
    """Make a vassal, or a small ally, part of the realm.

    What enemies occupy stays occupied until a siege or a peace.
    """
    state, target = play.state, REALM.index[realm]
    land = lawful(state, 1 << target)
    held, covered = {bit: state.occupier[bit] for bit in bits(land)}, state.covered & land
    play.emit(Subjugated(seat, realm, annexed=True))
    subdue(play, seat, target, 0)
    if state.married[seat] >> target & 1:
        divorce(play, seat, target)
    cede(play, land, realm_of(seat))
    for each, by in held.items():
        state.occupier[each] = by
    state.covered |= covered
    state.overlord[target] = NONE


ClaimFreed = derive(OfArea, "claim_freed", "Place a claim on one of its areas. R11.80.")
AllyFreed = word("ally_freed", "Form an alliance with a vassal that went free. R11.80.")
LeaveFreed = word("leave_freed", "Neither. R11.80.")
AGAINST: Final[dict[type[Action], Code]] = {
    AllyFreed: no_room_for_ally,
    ClaimFreed: no_area_of_freed,
    LeaveFreed: no_room_for_ally,
}
OF: Final = {"realm": RealmId}
FREED: Final = Question(
    "freed_vassal", "R11.80", *AGAINST, default=LeaveFreed(), otherwise=AGAINST, alone="silence", about=OF
)


@step("R11.80")
def freed_vassal(play: Play[State], seat: SeatId, realm: RealmId) -> Asks:
    """Let the seat form an alliance with a vassal that went free, or place a claim on one of its areas."""
    state, target = play.state, REALM.index[realm]
    room = room_for_ally(state, seat, play.content) and is_npr(state, target)
    claims = areas_of(state, target) & ~state.led[seat].claims
    offers = [*([AllyFreed()] if room else []), *map(ClaimFreed, AREA.ids_of(claims)), LeaveFreed()]
    answer = yield FREED(seat, offers, realm=realm)
    if isinstance(answer, AllyFreed):
        form(play, seat, target)
    elif isinstance(answer, ClaimFreed):
        change_claims(play, seat, 1 << AREA.index[answer.area], placed=True)

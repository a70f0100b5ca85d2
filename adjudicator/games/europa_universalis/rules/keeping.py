"""The term of the present state: who occupies a province keeps it; the victor may exchange, sell and free (R10.06)."""

from typing import Final

from adjudicator import Action, Frames, Play, Refusal
from adjudicator.components import Code
from adjudicator.components.bits import bits, mask_of
from adjudicator.kernel.steps import Frame

from ..facts import NONE, PROVINCE, REALM, ProvinceId, RealmId
from ..state import State
from .purse import gain_ducats, gain_prestige
from .realms import base_tax_income, tax
from .rebels import cores, liberate
from .relations import is_led, realm_of
from .settlement import bloc, cede, give_back, lawful, over, taken, with_vassals
from .terms import alliance_of_peace, claims_for_calm, claims_on_lost

RANSOM: Final = 10
PRICE: Final = 3
MOST_INCOMES: Final = 2
"""A loser pays at most so many times its tax income."""


class KeepState(Action, frozen=True, tag="keep_state"):
    """Everybody keeps what he occupies, capitals aside; the victor sells, frees and exchanges. R10.06."""

    realm: RealmId
    sold: tuple[ProvinceId, ...] = ()
    freed: tuple[ProvinceId, ...] = ()
    given: tuple[ProvinceId, ...] = ()
    got: tuple[ProvinceId, ...] = ()


not_occupied_by = Code("R10.06", province=PROVINCE)
named_twice = Code("R10.06", province=PROVINCE)
is_a_core = Code("R10.06", province=PROVINCE)
of_active_ally = Code("R10.06", province=PROVINCE)
uneven_exchange = Code("R10.06", given=int, got=int)


def capitals(state: State, places: int) -> int:
    """The capitals among provinces: of the realms whose provinces they lawfully are."""
    return mask_of(each for each in bits(places) if REALM.things[state.owner[each]].capital == each)


def refused_keep(state: State, seat: str, action: KeepState) -> Refusal | None:
    """What is against keeping, selling, freeing and exchanging these provinces."""
    own, foe = realm_of(seat), REALM.number(action.realm)
    mine, theirs = taken(state, own, bloc(state, foe, own)), taken(state, foe, bloc(state, own, foe))
    used = [*action.sold, *action.freed, *action.given, *action.got]
    for id in used:
        if used.count(id) > 1:
            return named_twice(province=id)
    for ids, held in ((used[: -len(action.got) or None], mine), (list(action.got), theirs)):
        for id in ids:
            if not (held & ~capitals(state, held)) >> PROVINCE.number(id) & 1:
                return not_occupied_by(province=id)
    for id in action.freed:
        number = PROVINCE.index[id]
        if not lawful(state, with_vassals(state, foe)) >> number & 1:
            return of_active_ally(province=id)
        if cores(state, number) >> state.owner[number] & 1:
            return is_a_core(province=id)
    given, got = (tax(PROVINCE.mask_of(ids)) for ids in (action.given, action.got))
    return uneven_exchange(given=given, got=got) if given != got else None


def kept(play: Play[State], seat: str, action: KeepState, *, victor: bool = True) -> Frames:
    """The war ends with the present state."""
    state, own, foe = play.state, realm_of(seat), REALM.index[action.realm]
    mine, theirs = taken(state, own, bloc(state, foe, own)), taken(state, foe, bloc(state, own, foe))
    homes = capitals(state, mine), capitals(state, theirs)
    sold, freed, given, got = (PROVINCE.mask_of(ids) for ids in (action.sold, action.freed, action.given, action.got))
    give_back(play, homes[0] | homes[1] | sold | given | got)
    for payer, taker, places, more in ((foe, own, homes[0], PRICE * tax(sold)), (own, foe, homes[1], 0)):
        cap = MOST_INCOMES * base_tax_income(state, payer)
        _pay(play, payer, taker, min(cap, RANSOM * places.bit_count() + more))
    gained, lost = mine & ~(homes[0] | sold | freed | given), theirs & ~(homes[1] | got)
    lost_by_loser, frames = _areas(gained | freed), [*_freed(play, seat, foe, freed, prizes=victor)]
    cede(play, gained, own)
    cede(play, lost, foe)
    ceded = lost if own == state.empire.emperor else gained
    over(play, seat, foe, "keep", own if victor else NONE, ceded=ceded)
    for realm, won, gone in ((own, gained, _areas(lost)), (foe, lost, lost_by_loser)):
        if is_led(state, realm):
            frames += [claims_for_calm(REALM.ids[realm], _areas(won)), claims_on_lost(REALM.ids[realm], gone)]
    return frames


def _areas(places: int) -> int:
    return mask_of(PROVINCE.things[each].area for each in bits(places))


def _pay(play: Play[State], payer: int, taker: int, n: int) -> None:
    """Ducats go from one to the other; a realm that nobody plays has them."""
    paid = n
    if is_led(play.state, payer):
        paid -= gain_ducats(play, REALM.ids[payer], -n)
    if is_led(play.state, taker):
        gain_ducats(play, REALM.ids[taker], paid)


def _freed(play: Play[State], seat: str, foe: int, places: int, *, prizes: bool) -> list[Frame]:
    """Provinces are liberated: prestige for their tax, an alliance with one of the realms and influence there."""
    state, realms = play.state, 0
    frames: list[Frame] = []
    loser = REALM.ids[foe] if is_led(state, foe) else seat
    give_back(play, places)
    for each in bits(places):
        realms |= cores(state, each) & ~(1 << foe)
        frames += liberate(play, loser, each)
    if places and prizes:
        gain_prestige(play, seat, tax(places))
        frames.append(alliance_of_peace(seat, realms, 2))
    return frames

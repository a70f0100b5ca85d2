"""The term of the present state: who occupies keeps; the victor may return, free and exchange (R10.06)."""

from typing import Final

from adjudicator import Action, Frames, Play, Refusal
from adjudicator.components import Code
from adjudicator.components.bits import bits, mask_of
from adjudicator.kernel.steps import Frame

from ..facts import NONE, PROVINCE, REALM, ProvinceId, RealmId, areas_with
from ..state import State
from .purse import gain_ducats, gain_prestige
from .realms import base_tax_income, capital, lawful, tax
from .rebels import cores, liberate
from .relations import is_led, realm_of
from .settlement import bloc, cede, give_back, over, taken, with_vassals
from .terms import alliance_of_peace, claims_for_calm, claims_on_lost

RANSOM: Final = 10
PRICE: Final = 3
MOST_INCOMES: Final = 2
"""A loser pays at most so many times its tax income."""


class KeepState(Action, frozen=True, tag="keep_state"):
    """Everybody keeps what he occupies, capitals aside; the victor returns provinces for ducats, frees, and
    exchanges those of both sides. R10.06.
    """

    realm: RealmId
    returned: tuple[ProvinceId, ...] = ()
    freed: tuple[ProvinceId, ...] = ()
    exchanged: tuple[ProvinceId, ...] = ()


not_occupied_by = Code("R10.06", province=PROVINCE)
named_twice = Code("R10.06", province=PROVINCE)
is_a_core = Code("R10.06", province=PROVINCE)
of_active_ally = Code("R10.06", province=PROVINCE)
uneven_exchange = Code("R10.06", given=int, got=int)


def capitals(state: State, places: int) -> int:
    """The capitals among provinces: of the realms whose provinces they lawfully are."""
    return mask_of(each for each in bits(places) if capital(state, state.owner[each]) == each)


def _held(state: State, one: int, other: int) -> tuple[int, int]:
    """What each of two enemies occupies of the other's side."""
    return taken(state, one, bloc(state, other, one)), taken(state, other, bloc(state, one, other))


def refused_keep(state: State, seat: str, action: KeepState, *, both: bool = False) -> Refusal | None:
    """What is against returning, freeing and exchanging these provinces: those of `both` in a peace that was agreed."""
    own, foe = realm_of(seat), REALM.number(action.realm)
    mine, theirs = _held(state, own, foe)
    used = [*action.returned, *action.freed, *action.exchanged]
    for number, id in enumerate(used):
        if used.count(id) > 1:
            return named_twice(province=id)
        open_ = mine | theirs if both or number >= len(used) - len(action.exchanged) else mine
        if not (open_ & ~capitals(state, open_)) >> PROVINCE.number(id) & 1:
            return not_occupied_by(province=id)
    for id in action.freed:
        each = PROVINCE.index[id]
        if not lawful(state, with_vassals(state, foe if mine >> each & 1 else own)) >> each & 1:
            return of_active_ally(province=id)
        if cores(state, each) >> state.owner[each] & 1:
            return is_a_core(province=id)
    swapped = PROVINCE.mask_of(action.exchanged)
    given, got = tax(state, swapped & mine), tax(state, swapped & theirs)
    return uneven_exchange(given=given, got=got) if given != got else None


def kept(play: Play[State], seat: str, action: KeepState, *, victor: int | None, prizes: bool = True) -> Frames:
    """The war ends with the present state, for both sides alike; `prizes` for what a victor frees."""
    state, own, foe = play.state, realm_of(seat), REALM.index[action.realm]
    held = _held(state, own, foe)
    home, back = capitals(state, held[0] | held[1]), PROVINCE.mask_of(action.returned)
    freed, swapped = PROVINCE.mask_of(action.freed), PROVINCE.mask_of(action.exchanged)
    give_back(play, home | back | swapped)
    frames, ceded = list[Frame](), 0
    for taker, payer, places in ((own, foe, held[0]), (foe, own, held[1])):
        cap = MOST_INCOMES * base_tax_income(state, payer)
        _pay(play, payer, taker, min(cap, RANSOM * (home & places).bit_count() + PRICE * tax(state, back & places)))
        frames += _freed(play, seat, payer, freed & places, prizes=prizes)
    for taker, payer, places in ((own, foe, held[0]), (foe, own, held[1])):
        gained = places & ~(home | back | swapped | freed)
        cede(play, gained, taker)
        ceded |= 0 if taker == state.empire.emperor else gained
        for realm, ask, areas in ((taker, claims_for_calm, gained), (payer, claims_on_lost, gained | freed & places)):
            frames += [ask(REALM.ids[realm], areas_with(areas))] if is_led(state, realm) else []
    over(play, seat, foe, "keep", NONE if victor is None else victor, ceded=ceded)
    return frames


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
        frames += liberate(play, loser, each, by_rebels=False)
    if places and prizes:
        gain_prestige(play, seat, tax(state, places))
        frames.append(alliance_of_peace(seat, realms, 2))
    return frames

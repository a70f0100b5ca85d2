"""The present state, and peace negotiated by players (R10.06).

In the present state each occupier keeps what it holds, and the victor may return, free and exchange provinces. A
negotiated peace is one bundle of a term, diplomacy, and ties that are cut.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

from msgspec import field

from adjudicator import Agree, Asking, Frames, Play, Refusal, ValidatedAnswers, derive
from adjudicator.components import Code, bits, mask_of
from adjudicator.kernel.steps import Frame

from ..content import Content
from ..facts import AREA, NONE, PROVINCE, REALM, AreaId, ProvinceId, RealmId, SeatId, areas_with
from ..state import State
from .alliances import cut, no_such_ally
from .book import OfRealm, SeatAndOther, step
from .claims import change_claims
from .influence import change
from .players import Deal, agreed, refused_deal
from .purse import LOAN, MOST_LOANS, charge, gain_ducats, gain_prestige, lacks
from .realms import capital, empire_land, lawful, occupied, tax_income, value, vassals
from .rebels import cores, liberate
from .relations import is_led, is_vassal, led_realms, realm_of
from .settlement import TermId, ally_beaten, bloc, cede, give_back, over, taken, with_vassals
from .terms import alliance_of_peace, carried_out, claims_for_calm, claims_on_lost, refused_demand

RANSOM: Final = 10
PRICE: Final = 3
MOST_INCOMES: Final = 2
"""A realm pays at most so many times its tax income."""


class KeepState(OfRealm, frozen=True, tag="keep_state"):
    """Each realm keeps what it occupies, except capitals. R10.06.

    The victor returns provinces for ducats, frees provinces, and exchanges those of both sides.
    """

    returned: tuple[ProvinceId, ...] = ()
    freed: tuple[ProvinceId, ...] = ()
    exchanged: tuple[ProvinceId, ...] = ()


not_occupied_by = Code("R10.06", province=PROVINCE)
named_twice = Code("R10.06", province=PROVINCE)
is_a_core = Code("R10.06", province=PROVINCE)
of_active_ally = Code("R10.06", province=PROVINCE)
half_a_vassal = Code("R10.06", province=PROVINCE, realm=REALM)
uneven_exchange = Code("R10.06", given=int, got=int)


def capitals(state: State, places: int) -> int:
    """Return the capitals among provinces, those of their lawful owners; a vassal has none in a peace."""
    heads = (bit for bit in bits(places) if not is_vassal(state, state.owner[bit]))
    return mask_of(head for head in heads if capital(state, state.owner[head]) == head)


def _held(state: State, one: int, other: int) -> tuple[int, int]:
    """Return what each of two enemies occupies of the other's side."""
    return taken(state, one, bloc(state, other, one)), taken(state, other, bloc(state, one, other))


def refused_keep(state: State, seat: str, action: KeepState, *, both: bool = False) -> Refusal | None:
    """Return why these provinces may not be returned, freed or exchanged, or None if they may.

    `both`: provinces of both sides, in a peace that was agreed.
    """
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
        loser = foe if mine >> each & 1 else own
        if not lawful(state, with_vassals(state, loser)) >> each & 1:
            return of_active_ally(province=id)
        if cores(state, each) >> loser & 1:
            return is_a_core(province=id)
        if _half_freed(state, each, action.freed):
            return half_a_vassal(province=id, realm=state.owner[each])
    swapped = PROVINCE.mask_of(action.exchanged)
    given, got = value(state, swapped & mine), value(state, swapped & theirs)
    return uneven_exchange(given=given, got=got) if given != got else None


def _half_freed(state: State, province: int, freed: tuple[ProvinceId, ...]) -> bool:
    """Return whether a core of a vassal would go free without its capital: no realm is half a vassal (R14.30)."""
    owner = state.owner[province]
    if not is_vassal(state, owner) or not cores(state, province) >> owner & 1:
        return False
    return PROVINCE.ids[capital(state, owner)] not in freed


def kept(
    play: Play[State],
    seat: str,
    action: KeepState,
    *,
    victor: int | None,
    prizes: bool = True,
    ransom: int | None = None,
) -> Frames:
    """End a war with the present state, for both sides alike; `prizes` are for what a victor frees.

    `ransom`: what was agreed for all provinces that one side returns; None for the price of an enforced peace.
    """
    state, own, foe = play.state, realm_of(seat), REALM.index[action.realm]
    held = _held(state, own, foe)
    ally_beaten(play, foe)
    home, back = capitals(state, held[0] | held[1]), PROVINCE.mask_of(action.returned)
    freed, swapped = PROVINCE.mask_of(action.freed), PROVINCE.mask_of(action.exchanged)
    give_back(play, home | back | swapped)
    subjects = vassals(state, own) | vassals(state, foe)
    before = {each: lawful(state, with_vassals(state, each)) for each in (own, foe)}
    frames, ceded, empire = list[Frame](), 0, empire_land(state)
    for taker, payer, places in ((own, foe, held[0]), (foe, own, held[1])):
        frames += _ransom(play, payer, taker, home & places, back & places if ransom is None else 0)
        frames += _pay(play, payer, taker, ransom) if ransom and back & places else []
        frames += _freed(play, seat, payer, freed & places, prizes=prizes)
    for taker, payer, places in ((own, foe, held[0]), (foe, own, held[1])):
        gained = places & ~(home | back | swapped | freed)
        cede(play, gained, taker)
        ceded |= 0 if taker == state.empire.emperor else gained & empire
        lost = (gained | freed & places) & before[payer]
        for realm, ask, areas in ((taker, claims_for_calm, gained), (payer, claims_on_lost, lost)):
            frames += [ask(REALM.ids[realm], areas_with(areas))] if is_led(state, realm) else []
    _vassals_freed(play, subjects)
    over(play, seat, foe, "keep", NONE if victor is None else victor, ceded=ceded)
    return frames


def _ransom(play: Play[State], loser: int, taker: int, home: int, back: int) -> Frames:
    """Make a loser, and each realm for which it makes peace, pay for its capital and provinces that go back.

    Each pays at most twice its tax income.
    """
    state, frames = play.state, list[Frame]()
    for bit in bits(bloc(state, loser, taker)):
        if not is_vassal(state, bit):
            own = lawful(state, with_vassals(state, bit))
            price = RANSOM * (home & own).bit_count() + PRICE * value(state, back & own)
            frames += _pay(play, bit, taker, min(price, MOST_INCOMES * tax_income(state, bit)))
    return frames


def _pay(play: Play[State], payer: int, taker: int, n: int) -> Frames:
    """Move ducats from one realm to the other, and return the frames of a bankruptcy.

    The payment is mandatory, with loans if needed (R7.20); a seat that goes bankrupt gives what it has. A realm that
    nobody plays always has the ducats.
    """
    paid, frames = n, list[Frame]()
    if is_led(play.state, payer):
        own = play.state.led[REALM.ids[payer]]
        paid = min(n, own.ducats + LOAN * max(0, MOST_LOANS - own.interest))
        frames += charge(play, REALM.ids[payer], n)
    if is_led(play.state, taker):
        gain_ducats(play, REALM.ids[taker], paid)
    return frames


def _freed(play: Play[State], seat: str, foe: int, places: int, *, prizes: bool) -> list[Frame]:
    """Liberate provinces, and return the frames that follow.

    The seat gains prestige for their tax, and may gain an alliance with one of the realms that nobody plays and
    influence there.
    """
    state, realms = play.state, 0
    frames: list[Frame] = []
    loser = REALM.ids[foe] if is_led(state, foe) else seat
    give_back(play, places)
    for bit in bits(places):
        realms |= cores(state, bit) & ~(1 << foe)
        frames += liberate(play, loser, bit, by_rebels=False, lord=foe)
    if places and prizes:
        gain_prestige(play, seat, value(state, places), "freed")
        frames.append(alliance_of_peace(seat, realms & ~led_realms(state), 2))
    return frames


def _vassals_freed(play: Play[State], subjects: int) -> None:
    """Return occupied provinces of vassals that went free to them: the war of their overlord is not theirs."""
    state = play.state
    free = mask_of(bit for bit in bits(subjects) if state.overlord[bit] == NONE)
    give_back(play, lawful(state, free) & occupied(state))


NEGOTIABLE: Final[tuple[TermId, ...]] = ("white", "keep", "humiliation", "conversion", "succession")


class Treaty(Deal, frozen=True, tag="treaty", kw_only=True):
    """A negotiated peace between `by` and the `other`: a term, whose victor is one of them or nobody. R10.06.

    With the present state, provinces are `returned` for ducats, `freed` and `exchanged`. `ransom`: how many ducats are
    agreed for all that one side returns, else it is the price of an enforced peace. In addition, `by` may deal with the
    other player, end alliances (`cut`), and take back the influence and claims that it has in areas that it must
    `leave`.
    """

    by: SeatId = field(name="proposer")
    term: TermId
    victor: SeatId | None = None
    returned: tuple[ProvinceId, ...] = ()
    freed: tuple[ProvinceId, ...] = ()
    exchanged: tuple[ProvinceId, ...] = ()
    ransom: int | None = None
    cut: tuple[RealmId, ...] = ()
    leave: tuple[AreaId, ...] = ()

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        """Refuse a peace in a turn: it is made in phase 3."""
        return not_of_this_war(realm=self.other)

    @property
    def kept(self) -> KeepState:
        return KeepState(self.other, self.returned, self.freed, self.exchanged)

    @property
    def deals(self) -> bool:
        """Whether it is diplomacy between the players, too."""
        return bool(self.alliance or self.marriage or self.give or self.bought or self.sold)


PeaceRefused = derive(
    SeatAndOther,
    "peace_refused",
    "Two players sought a peace and agreed on none.",
    rule="R10.05",
)


PeaceSigned = derive(
    SeatAndOther,
    "peace_signed",
    "Two players have agreed on a peace: it was negotiated, and nobody enforced it.",
    rule="R10.06",
)


not_of_this_war = Code("R10.06", realm=REALM)
not_negotiable = Code("R10.06", term=str)
needs_present_state = Code("R10.06", term=str)
needs_victor = Code("R10.06", term=str)
ransom_for_nothing = Code("R10.06")
ransom_negative = Code("R10.06", ransom=int)
nothing_to_leave = Code("R10.06", area=AREA)


def refused_treaty(
    state: State, seats: tuple[str, str], action: Treaty, content: Content, *, surrendered: bool = False
) -> Refusal | None:
    """Return why a bundle between the two players of a war is illegal, or None.

    The second player may have surrendered to the first.
    """
    by, other = action.by, action.other
    strangers = [each for each in (by, other, action.victor) if each not in (*seats, None)]
    if strangers or by == other:
        return not_of_this_war(realm=strangers[0] if strangers else other)
    if action.term not in NEGOTIABLE:
        return not_negotiable(term=action.term)
    return (
        _term_refused(state, action, surrendered=surrendered and action.victor == seats[0])
        or (refused_deal(state, by, action, content, peace=True) if action.deals else None)
        or _ties_refused(state, action)
    )


def _term_refused(state: State, action: Treaty, *, surrendered: bool) -> Refusal | None:
    if action.term == "keep":
        return refused_keep(state, action.by, action.kept, both=True) or _ransom_refused(state, action)
    if action.kept != KeepState(action.other) or action.ransom is not None:
        return needs_present_state(term=action.term)
    if action.victor is None:
        return None if action.term == "white" else needs_victor(term=action.term)
    loser = action.other if action.victor == action.by else action.by
    return refused_demand(state, realm_of(action.victor), realm_of(loser), action.term, surrendered=surrendered)


def _ransom_refused(state: State, action: Treaty) -> Refusal | None:
    """Return why the players cannot agree on this price: it is for what one of them returns, who gets it back pays."""
    if action.ransom is None:
        return None
    mine, theirs = _held(state, realm_of(action.by), realm_of(action.other))
    back = PROVINCE.mask_of(action.returned)
    if bool(back & mine) == bool(back & theirs):
        return ransom_for_nothing()
    payer = action.other if back & mine else action.by
    return ransom_negative(ransom=action.ransom) if action.ransom < 0 else lacks(state, payer, ducats=action.ransom)


def _ties_refused(state: State, action: Treaty) -> Refusal | None:
    for id in action.cut:
        if not state.allied[action.by] >> REALM.number(id) & 1 or action.cut.count(id) > 1:
            return no_such_ally(realm=id)
    own = state.led[action.by]
    for id in action.leave:
        area = AREA.number(id)
        if not (own.influence[area] or own.claims >> area & 1):
            return nothing_to_leave(area=id)
    return None


class TreatyAnswers(ValidatedAnswers[State]):
    """The bundle that two players sign; another one is a counter-offer (R10.06). The second may have surrendered."""

    kind, rule = "treaty", "R10.06"
    actions = (Treaty,)

    def __init__(self, seats: tuple[str, str], content: Content, *, surrendered: bool = False) -> None:
        self.seats, self.content, self.surrendered = seats, content, surrendered

    def candidates(self, state: State, seat: str) -> Iterator[Treaty]:
        """Yield each term alone; a white peace, or the present state, with something besides."""
        one, two = self.seats
        for term in NEGOTIABLE:
            yield from (Treaty(two, by=one, term=term, victor=victor) for victor in (None, one, two))
        for by, other in (self.seats, self.seats[::-1]):
            more: Iterator[dict[str, Any]] = chain(
                ({"give": give} for give in (5, 10)),
                [{"alliance": True}, {"marriage": True}, {"alliance": True, "marriage": True, "give": 5}],
                ({"cut": (id,)} for id in REALM.ids_of(state.allied[by])),
                ({"leave": (AREA.ids[area],)} for area in bits(state.led[by].claims)),
            )
            for each in more:
                yield from (Treaty(other, by=by, term=term, **each) for term in ("white", "keep"))

    def illegality(self, state: State, seat: str, action: Treaty) -> Refusal | None:  # type: ignore[override]
        return refused_treaty(state, self.seats, action, self.content, surrendered=self.surrendered)

    def context(self, state: State, seat: str) -> dict[str, str]:
        return {"by": self.seats[0], "other": self.seats[1]}


@step("R10.06")
def negotiation(play: Play[State], seat: SeatId, other: SeatId, surrendered: bool = False) -> Asking:
    """Let a seat propose a peace to another, which may have surrendered to it.

    Either may make a counter-proposal, until both sign or one ends the negotiation.
    """
    answers = TreatyAnswers((seat, other), play.content, surrendered=surrendered)
    treaty: Treaty | None = yield Agree((seat, other), answers, proposer=seat)
    if treaty is None:
        play.emit(PeaceRefused(seat, other))
        return None
    return _signed(play, treaty)


def _signed(play: Play[State], treaty: Treaty) -> Frames:
    """Return the steps of a treaty: diplomacy first, then peace, then ties.

    Diplomacy comes first, while what was agreed is still there.
    """
    by, other, term = treaty.by, treaty.other, treaty.term
    play.emit(PeaceSigned(by, other))
    frames = [*agreed(play, by, treaty)] if treaty.deals else []
    if term == "keep":
        victor = None if treaty.victor is None else realm_of(treaty.victor)
        frames += kept(play, by, treaty.kept, victor=victor, prizes=False, ransom=treaty.ransom)
    else:
        winner, loser = (other, by) if treaty.victor == other else (by, other)
        frames += carried_out(play, winner, realm_of(loser), term, victor=treaty.victor is not None)
    for id in treaty.cut:
        frames += cut(play, by, REALM.index[id])
    for area in map(AREA.number, treaty.leave):
        change(play, by, area, -play.state.led[by].influence[area])
    change_claims(play, by, AREA.mask_of(treaty.leave), placed=False)
    return frames

"""Diplomacy between players: one bundle of alliance, marriage, money or provinces, which the other accepts (R4.02)."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from msgspec import convert, json
from msgspec.structs import replace

from adjudicator import Asking, Frames, Play, Question, Refusal, derive, word
from adjudicator.components import Code, bits, mask_of, union

from ..content import Content
from ..facts import NONE, PROVINCE, PROVINCES_OF, SEAT, ProvinceId, SeatId
from ..state import State
from .alliances import form, most_alliances
from .book import Fee, OfSeat, SeatAndOther, TurnDeed, step
from .decks import draw, take
from .marriages import marry, refused_marriage
from .operations import NOTHING, one_or_none
from .purse import PowerId, gain_prestige, lacks, pay
from .realms import lawful, tax
from .rebels import cores
from .relations import claimed, peaceful, realm_of
from .settlement import cede

LOAD: Final = 10
"""Ducats that a dip power moves."""
PRICE: Final = (3, 15)
BONDS: Final = ((True, False), (False, True), (True, True), (False, False))
"""Whether a bundle has an alliance, and a marriage, in the order in which they are offered."""


class Dealt(OfSeat, frozen=True, tag="dealt_with", rule="R4.02"):
    """Two players have dealt with each other: ducats went to the first, or from it if negative."""

    other: SeatId
    alliance: bool = False
    marriage: bool = False
    ducats: int = 0
    bought: tuple[ProvinceId, ...] = ()
    sold: tuple[ProvinceId, ...] = ()


DealRefused = derive(SeatAndOther, "deal_refused", "A player has refused to deal.", rule="R4.02")


class Deal(TurnDeed, frozen=True, tag="deal"):
    """Propose diplomacy to a player. R4.02.

    The bundle may hold an alliance, a marriage (both players draw a `card` of a deck), ducats to `give`, or to get if
    negative, and provinces of the other player to be `bought`, or provinces of the seat to be `sold`, for a `price`.
    """

    other: SeatId
    alliance: bool = False
    marriage: bool = False
    card: PowerId = "dip"
    give: int = 0
    bought: tuple[ProvinceId, ...] = ()
    sold: tuple[ProvinceId, ...] = ()
    price: int = 0

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return {"dip": cost(self)}

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> "Iterator[Deal]":
        """Yield simple bundles, treaties without money first; others may be entered by name."""
        others = [each for each in state.order if each != seat]
        for give, bonds, other in product((0, LOAD, -LOAD), BONDS, others):
            treaty = cls(other, *bonds)
            if treaty == cls(other) or treaty.illegality(state, seat, content) is None:
                yield replace(treaty, give=give)
        for other in others:
            yield from (cls(other, bought=(id,), price=PRICE[0]) for id in _for_sale(state, seat, other))
            yield from (cls(other, sold=(id,), price=PRICE[0]) for id in _for_sale(state, other, seat))

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        return refused_deal(state, seat, self, content)

    def apply(self, play: Play[State], seat: str) -> Frames:
        return [deal(seat, json.decode(json.encode(self)))]

    def agreed(self, seat: str) -> Dealt:
        """Return the event of the deal once the other player has accepted it from this seat."""
        moved = self.give + (self.price if self.bought else -self.price)
        return Dealt(seat, self.other, self.alliance, self.marriage, -moved, self.bought, self.sold)


AcceptDeal = word("accept_deal", "Accept. R4.02.")
RefuseDeal = word("refuse_deal", "Refuse. R4.02.")
no_player = Code("R4.02", seat=SEAT)
empty_deal = Code("R4.02")
money_and_provinces = Code("R4.02")
only_money_at_war = Code("R4.02")
allied_with = Code("R4.02", seat=SEAT)
alliances_full = Code("R4.02", seat=SEAT, most=int)
not_his_province = Code("R4.02", province=PROVINCE, seat=SEAT)
occupied_province = Code("R4.02", province=PROVINCE)
buyer_needs_claim = Code("R4.02", province=PROVINCE, seat=SEAT)
refused_this_turn = Code("R4.02", seat=SEAT)
price_out_of_bounds = Code("R4.02", price=int, least=int, most=int)


ALLIANCES: Final = tuple(Deal(each, alliance=True) for each in SEAT.ids)
"""An alliance with each seat, and nothing else beside it."""


def cost(action: Deal) -> int:
    """Return the dip power that the active player pays (R4.02).

    It is one for an alliance, one for a marriage, and one for each ten ducats.
    """
    return action.alliance + action.marriage + -(-abs(action.give) // LOAD)


def refused_deal(state: State, seat: str, action: Deal, content: Content, *, peace: bool = False) -> Refusal | None:
    """Return why a bundle is illegal for either player, or None; cards are drawn after it (R4.02).

    A `peace` that comes with it lifts what war forbids (R10.06).
    """
    other = action.other
    if other == seat or other not in state.led:
        return no_player(seat=other)
    if other in state.turn.declined:
        return refused_this_turn(seat=other)
    sale = bool(action.bought or action.sold)
    if not (action.alliance or action.marriage or action.give or sale):
        return empty_deal()
    if sale and action.give:
        return money_and_provinces()
    if action.price and not sale:
        return price_out_of_bounds(price=action.price, least=0, most=0)
    at_war = not peace and not (peaceful(state, realm_of(seat)) and peaceful(state, realm_of(other)))
    if at_war and (action.alliance or action.marriage or sale):
        return only_money_at_war()
    giver = seat if action.give > 0 else other
    found = lacks(state, seat, dip=cost(action)) or lacks(state, giver, ducats=abs(action.give))
    if action.alliance:
        found = found or _alliance_refused(state, seat, other, content)
    if action.marriage:
        found = found or refused_marriage(state, seat, realm_of(other), content)
        found = found or refused_marriage(state, other, realm_of(seat), content)
    return found or (_sale_refused(state, seat, action) if sale else None)


def _alliance_refused(state: State, seat: str, other: str, content: Content) -> Refusal | None:
    if state.allied[seat] >> realm_of(other) & 1:
        return allied_with(seat=other)
    for each in (seat, other):
        most = most_alliances(state, each, content)
        if state.allied[each].bit_count() >= most:
            return alliances_full(seat=each, most=most)
    return None


def _sale_refused(state: State, seat: str, action: Deal) -> Refusal | None:
    other, n = action.other, len(action.bought) + len(action.sold)
    for ids, owner, buyer in ((action.bought, other, seat), (action.sold, seat, other)):
        for id in ids:
            number = PROVINCE.number(id)
            if state.owner[number] != realm_of(owner) or ids.count(id) > 1:
                return not_his_province(province=id, seat=owner)
            if state.occupier[number] != NONE or state.rebel_towns >> number & 1:
                return occupied_province(province=id)
            if not claimed(state, buyer) >> PROVINCE.things[number].area & 1:
                return buyer_needs_claim(province=id, seat=buyer)
    least, most = (each * n for each in PRICE)
    if action.bought and action.sold:
        return money_and_provinces()
    if not least <= action.price <= most:
        return price_out_of_bounds(price=action.price, least=least, most=most)
    buyer = seat if action.bought else other
    return lacks(state, seat, adm=1) or lacks(state, other, adm=1) or lacks(state, buyer, ducats=action.price)


def _for_sale(state: State, buyer: str, seller: str) -> tuple[str, ...]:
    return PROVINCE.ids_of(lawful(state, 1 << realm_of(seller)) & union(PROVINCES_OF, claimed(state, buyer)))


DEAL: Final = Question(
    "deal", "R4.02", AcceptDeal, RefuseDeal, default=RefuseDeal(), about={"by": SeatId}, interrupts=True
)
TREATY: Final = Question("diplomacy", "R4.02", Deal, default=NOTHING)


@step("R4.02")
def treaty(play: Play[State], seat: SeatId) -> Asking:
    """Offer the diplomacy with a player that a card gives."""
    state, content = play.state, play.content

    offers = Deal.candidates(state, seat, content)
    answer = yield from one_or_none(TREATY, seat, offers, lambda action: action.illegality(state, seat, content))
    return None if answer is None else answer.apply(play, seat)


@step("R4.02")
def deal(play: Play[State], seat: SeatId, bundle: dict[str, Any]) -> Asking:
    """Ask the other player to accept the bundle as it is or refuse it; then the turn still has its action."""
    offer, other = convert(bundle, Deal), bundle["other"]
    about = {name: value for name, value in bundle.items() if name not in ("op", "other")}
    answer = yield DEAL(other, [AcceptDeal(), RefuseDeal()], by=seat, **about)
    if isinstance(answer, RefuseDeal):
        play.emit(DealRefused(other, seat))
        play.state.turn.declined = sorted([*play.state.turn.declined, other], key=SEAT.number)
        play.state.turn.acted = False
        return None
    return agreed(play, seat, offer)


def offered(other: str, context: Mapping[str, Any]) -> Deal:
    """Return the bundle that another seat is asked about in this context."""
    return convert({"other": other, **{name: value for name, value in context.items() if name != "by"}}, Deal)


def agreed(play: Play[State], seat: str, offer: Deal) -> Frames:
    """Carry out what two players have agreed on; the active one pays for it."""
    state, other = play.state, offer.other
    pay(play, seat, dip=cost(offer))
    told = offer.agreed(seat)
    state.led[seat].ducats += told.ducats
    state.led[other].ducats -= told.ducats
    play.emit(told)
    if offer.alliance:
        form(play, seat, realm_of(other))
    for ids, seller, buyer in ((offer.bought, other, seat), (offer.sold, seat, other)):
        if ids:
            pay(play, seat, adm=1)
            pay(play, other, adm=1)
            places = PROVINCE.mask_of(ids)
            core = mask_of(bit for bit in bits(places) if cores(state, bit) >> realm_of(seller) & 1)
            gain_prestige(play, seller, -2 * tax(state, core), "core_sold")
            cede(play, places, realm_of(buyer))
    if offer.marriage:
        marry(play, seat, realm_of(other))
        for each in (seat, other):
            take(state, each, draw(play, each, (offer.card,)))
    return []

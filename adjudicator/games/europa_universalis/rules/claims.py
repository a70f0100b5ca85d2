"""Claims: fabricated by a covert action, and returned (R11.20).

Also on whom war may be declared, and with what cause (R9.01, R9.04, R9.05).
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import combinations
from operator import or_
from typing import Final, Literal, Self

from adjudicator import Action, Event, Frames, Play, Refusal, derive
from adjudicator.components import Code, bits, mask_of

from ..content import Content
from ..facts import AREA, NONE, PROVINCES_OF, REALM, REGION, AreaId, SeatId, areas_with
from ..slots import STRUGGLE, TRADE
from ..state import State
from . import relations
from .book import Fee, OfArea, OfSeat, SeatAndRealm, TurnDeed, step
from .marriages import CHRISTIAN, MUSLIM
from .purse import lacks, pay
from .realms import empire_land, helped, in_empire, provinces

COST: Final = 2


CONTINENTS: Final = {"america": 1}
"""The numbers of continents on trade cards, by region."""


class TradeOpened(Event, frozen=True, tag="trade_opened", rule="R12.20"):
    """The trade cards of a continent were shuffled into the deck."""

    region: str
    cards: int


class ClaimsChanged(OfSeat, frozen=True, tag="claims_changed", rule="R11.20", touches=("areas",)):
    """A seat has claims on these areas now, or has them no more."""

    areas: tuple[AreaId, ...]
    placed: bool


CasusBelliPlaced = derive(SeatAndRealm, "casus_belli_placed", "A token of casus belli lies on a realm.", rule="R9.04")
claims_at_war = Code("R11.20")
no_areas = Code("R11.20")
claimed_already = Code("R11.20", area=AREA)
all_is_own = Code("R11.20", area=AREA)
not_beside = Code("R11.20", area=AREA)
no_claim_there = Code("R5.06", area=AREA)


def open_continent(play: Play[State], area: int) -> None:
    """Bring the trade cards of a continent into play with the first claim there, or token of a dynamic realm."""
    state, region = play.state, REGION.ids[AREA.things[area].region]
    number = CONTINENTS.get(region)
    new = [bit for bit in bits(state.trade.unused) if number in play.content.trades[TRADE.ids[bit]].continents]
    if new:
        state.trade.unused &= ~mask_of(new)
        state.trade.draw = sorted([*state.trade.draw, *state.trade.discards, *new])
        state.trade.discards = []
        play.emit(TradeOpened(region, len(new)))


def change_claims(play: Play[State], seat: str, areas: int, *, placed: bool) -> None:
    """Place claims on areas, or remove them; report only what changes."""
    own = play.state.led[seat]
    areas &= ~own.claims if placed else own.claims
    if areas:
        own.claims ^= areas
        play.emit(ClaimsChanged(seat, AREA.ids_of(areas), placed))
    for area in bits(areas if placed else 0):
        if AREA.things[area].distant:
            open_continent(play, area)


def battlegrounds(state: State, content: Content) -> int:
    """Return the areas of the active and the upcoming power struggle, where claims cost less (R11.20)."""
    both = (state.goals.struggle, state.goals.upcoming)
    return mask_of(
        AREA.index[area] for one in both if one != NONE for area in content.struggles[STRUGGLE.ids[one]].areas
    )


def claim_cost(state: State, areas: int, content: Content) -> int:
    """Return two dip power for a claim, one in a battleground (R11.20)."""
    return COST * areas.bit_count() - (areas & battlegrounds(state, content)).bit_count()


def refused_claim(state: State, seat: str, area: int) -> Refusal | None:
    """Return why a seat may not claim an area, or None if it may (R11.20).

    A distant area must be inhabited and adjacent by land to the seat's provinces, or contain one of them.
    """
    realm = relations.realm_of(seat)
    if relations.claimed(state, seat) >> area & 1:
        return claimed_already(area=area)
    owners = {state.owner[bit] for bit in bits(PROVINCES_OF[area])}
    if owners == {realm}:
        return all_is_own(area=area)
    near = relations.beside(state, realm) >> area & 1
    if AREA.things[area].distant:
        own = areas_with(provinces(state, realm))
        near = bool(own & (AREA.things[area].land | 1 << area)) and owners != {NONE}
    return None if near else not_beside(area=area)


class FabricateClaims(TurnDeed, frozen=True, tag="fabricate_claims"):
    """Place claims on areas next to the realm: covert. R11.20."""

    areas: tuple[AreaId, ...]

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Self]:
        """Yield claims on one or two areas at a time; three and more may be named, too."""
        near = relations.beside(state, relations.realm_of(seat))
        open_ = [AREA.ids[area] for area in bits(near) if refused_claim(state, seat, area) is None]
        return (cls(some) for n in (1, 2) for some in combinations(open_, n))

    @classmethod
    def legal(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        """Yield the legal claims: of areas that may be claimed only the price is left to judge."""
        if not relations.peaceful(state, relations.realm_of(seat)) or lacks(state, seat, dip=1):
            return iter(())
        return (
            candidate
            for candidate in cls.candidates(state, seat, content)
            if lacks(state, seat, **candidate.fee(state, seat, content)) is None
        )

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return {"dip": claim_cost(state, AREA.mask_of(self.areas), content)}

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        if not relations.peaceful(state, relations.realm_of(seat)):
            return claims_at_war()
        areas = [AREA.number(each) for each in self.areas]
        if not areas or len(set(areas)) < len(areas):
            return no_areas()
        found = (refused_claim(state, seat, area) for area in areas)
        return next((each for each in found if each), None) or lacks(state, seat, **self.fee(state, seat, content))

    def apply(self, play: Play[State], seat: str) -> Frames:
        areas = AREA.mask_of(self.areas)
        pay(play, seat, **self.fee(play.state, seat, play.content))
        return [claims_placed(seat, areas)]


@step("R11.20")
def claims_placed(play: Play[State], seat: SeatId, areas: int) -> None:
    """Place the claims, if nobody has countered them."""
    change_claims(play, seat, areas, placed=True)


def claim_against(state: State, seat: str, realm: int) -> int:
    """Return the claimed areas in which a realm or its vassals own provinces that nobody occupies (R9.04, R1.03)."""
    claimed = relations.claimed(state, seat)
    return areas_with(helped(state, realm)) & claimed if claimed else 0


class ReturnClaim(TurnDeed, OfArea, frozen=True, tag="return_claim"):
    """Cut ties: take a claim back. R5.06."""

    takes = "minor"

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterable[Action]:
        return map(cls, AREA.ids_of(state.led[seat].claims))

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        return None if state.led[seat].claims >> AREA.number(self.area) & 1 else no_claim_there(area=self.area)

    def apply(self, play: Play[State], seat: str) -> Frames:
        change_claims(play, seat, 1 << AREA.index[self.area], placed=False)
        return []


Cause = Literal["claim", "token", "disputed", "excommunication", "holy_war", "crusade", "liberation"]

not_a_target = Code("R9.01", realm=REALM)
a_vassal = Code("R11.90", realm=REALM, overlord=REALM)
at_war_already = Code("R9.01", realm=REALM)
is_an_ally = Code("R9.01", realm=REALM)
in_truce = Code("R9.01", realm=REALM)
has_passed = Code("R9.01", realm=REALM)
ally_of_protected = Code("R9.01", realm=REALM, ally=REALM)
emperor_protected = Code("R9.01", realm=REALM, emperor=REALM)
undiscovered = Code("R9.01", realm=REALM)
nobody_declares = Code("R9.01")


def passed(state: State, realm: int) -> bool:
    """Return whether a player's realm has passed in this round (R3.23)."""
    led = state.led.get(REALM.ids[realm])
    return led is not None and led.status.passed > 0


def barred(state: State, seat: str, realm: int) -> Refusal | None:
    """Return why a seat cannot declare war on a realm (R9.01); a disputed marriage of it there opens a way (R9.05)."""
    own = relations.realm_of(seat)
    if realm == own or realm not in state.owner:
        return not_a_target(realm=realm)
    if relations.is_vassal(state, realm):
        return a_vassal(realm=realm, overlord=REALM.ids[state.overlord[realm]])
    if relations.enemies(state, own) >> realm & 1:
        return at_war_already(realm=realm)
    heir = state.disputed[seat] >> realm & 1
    if state.allied[seat] >> realm & 1 and not heir:
        return is_an_ally(realm=realm)
    if state.led[seat].ruler == NONE and not heir:
        return nobody_declares()
    if state.truce[own] >> realm & 1:
        return in_truce(realm=realm)
    if passed(state, realm):
        return has_passed(realm=realm)
    ally = None if relations.is_led(state, realm) else relations.ally_of(state, realm)
    if ally is not None and ally != seat and _shielded(state, own, relations.realm_of(ally)):
        return ally_of_protected(realm=realm, ally=ally)
    emperor = state.empire.emperor
    if emperor not in (NONE, own, realm) and in_empire(state, realm) and not relations.at_war(state, emperor, realm):
        friend = state.allied[seat] >> emperor & 1
        if friend or _shielded(state, own, emperor):
            return emperor_protected(realm=realm, emperor=REALM.ids[emperor])
    if not REALM.things[realm].distant:
        return None
    known = (relations.claimed(state, seat) | relations.areas_of(state, own)) & relations.areas_of(state, realm)
    return None if known else undiscovered(realm=realm)


def _shielded(state: State, own: int, other: int) -> bool:
    return bool(state.truce[own] >> other & 1) or passed(state, other)


def place_cb(play: Play[State], seat: str, realm: int) -> None:
    """Place a token of casus belli; on the overlord of a vassal, on whom a war would be made (R9.04, R11.90).

    Nobody places one on themselves. A truce stays, where the rule of the token does not end it (R14.30).
    """
    target = relations.top(play.state, realm)
    if target != relations.realm_of(seat):
        play.state.cb[seat] |= 1 << target
        play.emit(CasusBelliPlaced(seat, REALM.ids[target]))


def causes(state: State, content: Content, seat: str, realm: int) -> tuple[Cause, ...]:
    """Return the causes that a seat has for a war on a realm (R9.04)."""
    return tuple(causes_of(state, content, seat, realm))


def causes_of(state: State, content: Content, seat: str, realm: int) -> Iterator[Cause]:
    """Yield the causes that a seat has for a war on a realm (R9.04).

    Calls to arms and events are causes by themselves.
    """
    own, led = relations.realm_of(seat), state.led[seat]
    mine = relations.counts_as(led.religion)
    if claim_against(state, seat, realm):
        yield "claim"
    if state.cb[seat] >> realm & 1:
        yield "token"
    disputed = reduce(or_, state.disputed.values())
    if disputed >> realm & 1 or (relations.is_led(state, realm) and disputed & state.war[realm]):
        yield "disputed"
    if mine == relations.CATHOLIC and state.curia.excommunicated == realm:
        yield "excommunication"
    if content.permits(led.ideas, "holy_war") and relations.neighbours(state, own, realm):
        theirs = relations.counts_as(relations.state_religion(state, realm))
        if mine != theirs and not (CHRISTIAN >> mine & 1 and CHRISTIAN >> theirs & 1):
            yield "holy_war"
    if mine == relations.CATHOLIC and crusaded(state, realm):
        yield "crusade"
    if own == state.empire.emperor and unlawful(state, realm):
        yield "liberation"


def crusaded(state: State, realm: int) -> bool:
    """Return whether a muslim realm owns provinces where a crusade goes (R19.10)."""
    aim = state.curia.crusade
    if aim == NONE or relations.state_religion(state, realm) != MUSLIM:
        return False
    return bool(provinces(state, realm) & PROVINCES_OF[aim])


def unlawful(state: State, realm: int) -> bool:
    """Return whether an outside realm controls or has vassals in land of the empire (R18.10)."""
    if in_empire(state, realm) or realm == state.empire.emperor:
        return False
    held = helped(state, realm)
    return any(held >> bit & 1 or relations.controller(state, bit) == realm for bit in bits(empire_land(state)))

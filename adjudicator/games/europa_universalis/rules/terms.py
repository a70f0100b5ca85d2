"""Terms of peace: when each may be enforced, what it does (R10.06, R10.07); the present state: :mod:`.keeping`."""

from typing import Final

from adjudicator import Asking, Frames, Play, Question, Refusal, choice, derive, word
from adjudicator.components import Code, bits, mask_of, union

from ..facts import AREA, NONE, PROVINCES_OF, REALM, RealmId, SeatId, areas_with
from ..slots import CARD, of_card
from ..state import State
from . import curia, settlement
from .alliances import begin_truce, end, form, room_for_ally
from .book import OfArea, OfCard, OfRealm, SeatAndArea, SeatAndRealm, step
from .characters import enthrone
from .claims import change_claims
from .empire import change_authority, dissolve, empire_adopts
from .influence import influence_comes, influence_leaves
from .marriages import divorce, settle
from .purse import gain_prestige
from .realms import capital, in_empire, lawful, occupied, tax, tax_income, tokens_left
from .relations import (
    areas_of,
    capital_area,
    counts_as,
    held_by,
    is_led,
    is_npr,
    leave_all,
    realm_of,
    state_religion,
    stays_independent,
)
from .religion import give_faith
from .unrest import spread

HUMILIATION: Final = 10
CONVERTED: Final = (3, 5)
"""Prestige that a forced conversion brings, and costs."""
FOR_MARRIAGE: Final = 3
FOR_SUCCESSION: Final = 5
PATRON: Final = 2
CALMED: Final = 2
"""How many unrest leave an area for a claim."""

not_won = Code("R10.07", realm=REALM)
not_wholly_won = Code("R10.07", realm=REALM)
not_for_players = Code("R10.07", realm=REALM)
only_for_players = Code("R10.07", realm=REALM)
capital_not_held = Code("R10.07", realm=REALM)
second_area_not_held = Code("R10.07", realm=REALM)
capital_area_not_held = Code("R10.07", realm=REALM)
same_faith = Code("R10.07", realm=REALM)
not_disputed = Code("R10.07", realm=REALM)
never_a_vassal = Code("R11.80", realm=REALM)
too_few_vassal_tokens = Code("R1.08", realm=REALM, left=int)
FaithForced = derive(
    SeatAndRealm,
    "faith_forced",
    "A realm and the area of its capital have taken the religion of the victor.",
    rule="R10.06",
)
UnrestCalmed = derive(SeatAndArea, "unrest_calmed", "A claim was given up, and unrest with it.", rule="R10.06")


def refused_term(
    state: State, seat: str, foe: int, term: settlement.TermId, won: settlement.Victory, *, surrendered: bool = False
) -> Refusal | None:
    """Return why a term cannot be enforced on an enemy (R10.07)."""
    own, npr = realm_of(seat), not is_led(state, foe)
    if term == "white":
        return None if npr or won == "total" else not_wholly_won(realm=foe)
    if won == "none":
        return not_won(realm=foe)
    if term == "keep":
        return None
    if term in ("vassalization", "conversion") and not npr and fulfilled(state, own, foe, term):
        return None
    if term in ("vassalization", "annexation") and not npr:
        return not_for_players(realm=foe)
    if term == "annexation":
        return None if won == "total" else not_wholly_won(realm=foe)
    if term == "humiliation" and npr:
        return only_for_players(realm=foe)
    return refused_demand(state, own, foe, term, surrendered=surrendered)


def refused_demand(
    state: State, own: int, foe: int, term: settlement.TermId, *, surrendered: bool = False
) -> Refusal | None:
    """Return what else a term demands and the victor lacks, enforced or negotiated, or None (R10.06)."""
    held = state.occupier[capital(state, foe)] == own
    if term == "conversion":
        if PROVINCES_OF[capital_area(state, foe)] & ~held_by(state, own):
            return capital_area_not_held(realm=foe)
        mine = state_religion(state, own)
        return same_faith(realm=foe) if counts_as(mine) == counts_as(state_religion(state, foe)) else None
    needs = ("vassalization", "succession") if surrendered else ("humiliation", "vassalization", "succession")
    if term in needs and not held:
        return capital_not_held(realm=foe)
    if term == "vassalization":
        if stays_independent(state, foe):
            return never_a_vassal(realm=foe)
        all_ = settlement.with_vassals(state, foe)
        others = lawful(state, all_) & ~PROVINCES_OF[capital_area(state, foe)]
        if others and not others & settlement.taken(state, own, all_):
            return second_area_not_held(realm=foe)
        too_many = tax(state, _held_back(state, own, foe)) > tokens_left(state, own)
        return too_few_vassal_tokens(realm=foe, left=tokens_left(state, own)) if too_many else None
    if term == "succession" and not any(state.disputed[seat] >> foe & 1 for seat in state.order):
        return not_disputed(realm=foe)
    return None


def fulfilled(state: State, own: int, foe: int, term: settlement.TermId) -> list[int]:
    """Return the enemy and its active allies for which the victor fulfils what a term demands (R10.04).

    For the others it is a white peace that costs nothing.
    """
    among = (foe, *settlement.followers(state, foe))
    open_ = [each for each in among if refused_demand(state, own, each, term) is None]
    return [each for each in open_ if term != "vassalization" or is_npr(state, each)]


def _held_back(state: State, own: int, foe: int) -> int:
    """Return the lawful provinces of an enemy and of its vassals that nobody but the victor occupies."""
    land = lawful(state, settlement.with_vassals(state, foe))
    return mask_of(bit for bit in bits(land) if state.occupier[bit] in (NONE, own))


def carried_out(play: Play[State], seat: str, foe: int, term: settlement.TermId, *, victor: bool = True) -> Frames:
    """Carry out a term other than the present state for its victor, and return what remains to be asked."""
    state, own = play.state, realm_of(seat)
    mine, theirs = (
        settlement.taken(state, own, settlement.bloc(state, foe, own)),
        settlement.taken(state, foe, settlement.bloc(state, own, foe)),
    )
    alone = foe if state.active >> foe & 1 else NONE
    if alone != NONE:
        mine = settlement.taken(state, own, settlement.with_vassals(state, foe))
    returned = tax(state, mine & lawful(state, settlement.with_vassals(state, foe)))
    if term in ("vassalization", "annexation"):
        losers = [foe] if term == "annexation" else fulfilled(state, own, foe, term)
        all_ = mask_of(some for loser in losers for some in bits(settlement.with_vassals(state, loser)))
        settlement.give_back(play, theirs | mine & ~lawful(state, all_))
        ends = _vassalized if term == "vassalization" else _annexed
        asking = [frame for loser in losers for frame in ends(play, seat, loser)]
        settlement.over(play, seat, foe, term, own)
        return asking
    converted = fulfilled(state, own, foe, term) if term == "conversion" else []
    settlement.give_back(play, mine | theirs)
    if alone != NONE:
        settlement.ally_beaten(play, foe)
    frames: Frames = []
    if term == "white":
        settlement.pays_prestige(play, own, foe, "white", -1, 1)
    elif term == "humiliation":
        moved = min(HUMILIATION, 2 * returned)
        settlement.pays_prestige(play, own, foe, "humiliation", moved, moved)
    elif term == "conversion":
        frames = [frame for each in converted for frame in _converted(play, seat, each)]
    elif term == "succession":
        frames = _succeeded(play, seat, foe)
    settlement.over(play, seat, foe, term, own if victor else NONE)
    return frames


def _vassalized(play: Play[State], seat: str, foe: int) -> Frames:
    state, own = play.state, realm_of(seat)
    settlement.ally_beaten(play, foe)
    all_ = settlement.with_vassals(state, foe)
    held, mine, areas = settlement.taken(state, own, all_), _held_back(state, own, foe), areas_with(lawful(state, all_))
    for bit in bits(all_):
        settlement.subdue(play, seat, bit, mine & held & lawful(state, 1 << bit))
    state.unrest |= mine & ~union(PROVINCES_OF, areas_with(held))
    return [influence_comes(seat, areas, 2), claims_for_calm(seat, areas)]


def _annexed(play: Play[State], seat: str, foe: int) -> Frames:
    state, own = play.state, realm_of(seat)
    patron = next((each for each in state.order if (state.active & state.allied[each]) >> foe & 1), None)
    if patron is not None:
        gain_prestige(play, patron, -PATRON, "annexation")
    settlement.ally_beaten(play, foe)
    for each in state.order:
        end(play, each, foe)
        if state.married[each] >> foe & 1:
            divorce(play, each, foe)
    emperor, land = state.empire.emperor, lawful(state, settlement.with_vassals(state, foe))
    same = counts_as(state_religion(state, foe)) == counts_as(state.led[seat].religion)
    if own == emperor and in_empire(state, foe) and same:
        change_authority(play, -1)
    settlement.cede(play, land, own)
    if foe == emperor:
        dissolve(play)
    leave_all(state.war, foe)
    return [claims_for_calm(seat, areas_with(land))]


def _converted(play: Play[State], seat: str, foe: int) -> Frames:
    state = play.state
    area = capital_area(state, foe)
    faith = state.led[seat].religion
    give_faith(state, area, faith)
    if is_led(state, foe):
        state.led[REALM.ids[foe]].religion = faith
        empire_adopts(play, REALM.ids[foe])
    play.emit(FaithForced(seat, REALM.ids[foe]))
    curia.settle(play)
    settlement.pays_prestige(play, realm_of(seat), foe, "conversion", *CONVERTED)
    frames = [influence_comes(seat, 1 << area, 2)]
    return [*frames, influence_leaves(REALM.ids[foe], AREA.mask, 4)] if is_led(state, foe) else frames


def _succeeded(play: Play[State], seat: str, foe: int) -> Frames:
    state, own = play.state, realm_of(seat)
    if not is_led(state, foe):
        _other_wars_end(play, own, foe)
    for each in state.order:
        if each in (seat, REALM.ids[foe]):
            continue
        end(play, each, foe)
        if state.married[each] >> foe & 1:
            divorce(play, each, foe)
            gain_prestige(play, seat, FOR_MARRIAGE, "succession")
            gain_prestige(play, each, -FOR_MARRIAGE, "succession")
    if state.disputed[seat] >> foe & 1:
        settle(play, seat, foe)
        gain_prestige(play, seat, min(FOR_SUCCESSION, tax_income(state, foe)), "succession")
    if is_led(state, foe):
        return [new_ruler(seat, REALM.ids[foe]), alliance_of_peace(seat, 1 << foe)]
    return [influence_comes(seat, 1 << capital_area(state, foe), 4), alliance_of_peace(seat, 1 << foe)]


def _other_wars_end(play: Play[State], own: int, foe: int) -> None:
    """End the other wars of a realm that nobody plays with a white peace.

    All who occupy its provinces return them.
    """
    state = play.state
    all_ = settlement.with_vassals(state, foe)
    theirs = mask_of(bit for bit in bits(occupied(state)) if all_ >> state.occupier[bit] & 1)
    settlement.give_back(play, lawful(state, all_) & occupied(state) | theirs)
    for other in bits(state.war[foe] & ~(1 << own)):
        if is_led(state, other):
            settlement.pays_prestige(play, other, foe, "white", -1, 1)
            settlement.over(play, REALM.ids[other], foe, "white")
        else:
            begin_truce(play, other, foe)


SpendClaim = derive(OfArea, "spend_claim", "Give up a claim on an area that was gained; two unrest leave it. R10.06.")
PlaceClaim = derive(OfArea, "place_claim", "Place a claim on an area where a province was lost. R10.06.")
TakeAlliance = derive(OfRealm, "take_alliance", "Form an alliance with the realm. R10.06.")
Enthrone = derive(OfCard, "enthrone", "A leader of the discards becomes the ruler of the loser. R10.06.")
KeepClaims = word("keep_claims", "Give up no claim. R10.06.")
PlaceNoClaim = word("place_no_claim", "Place none. R10.06.")
NoAlliance = word("no_alliance", "Form none. R10.06.")
LeaveRuler = word("leave_ruler", "The ruler stays. R10.06.")
CALM: Final = Question("claims_for_calm", "R10.06", SpendClaim, KeepClaims, default=KeepClaims(), alone="silence")
LOST: Final = choice("claims_on_lost", "R10.06", PlaceClaim, PlaceNoClaim)
ALLY: Final = Question("peace_alliance", "R10.06", TakeAlliance, NoAlliance, default=NoAlliance(), alone="silence")
RULER: Final = Question(
    "peace_ruler", "R10.06", Enthrone, LeaveRuler, default=LeaveRuler(), alone="silence", about={"realm": RealmId}
)


@step("R10.06")
def claims_for_calm(play: Play[State], seat: SeatId, areas: int) -> Asking:
    """Offer to give up claims on areas with new provinces.

    Each claim removes two unrest there, of the seat's choice.
    """
    state, own = play.state, realm_of(seat)
    mine = lawful(state, settlement.with_vassals(state, own))
    there = [area for area in bits(areas & state.led[seat].claims) if PROVINCES_OF[area] & state.unrest & mine]
    answer = yield CALM(seat, [*(SpendClaim(AREA.ids[area]) for area in there), KeepClaims()])
    if isinstance(answer, KeepClaims):
        return None
    area = AREA.index[answer.area]
    change_claims(play, seat, 1 << area, placed=False)
    play.emit(UnrestCalmed(seat, answer.area))
    return [*spread(seat, CALMED, PROVINCES_OF[area] & state.unrest & mine, placed=False), claims_for_calm(seat, areas)]


@step("R10.06")
def claims_on_lost(play: Play[State], seat: SeatId, areas: int) -> Asking:
    """Let a seat that has lost provinces place claims there."""
    there = areas & ~play.state.led[seat].claims
    answer = yield LOST(seat, [*map(PlaceClaim, AREA.ids_of(there)), PlaceNoClaim()])
    if isinstance(answer, PlaceNoClaim):
        return None
    change_claims(play, seat, AREA.mask_of((answer.area,)), placed=True)
    return [claims_on_lost(seat, there)]


@step("R10.06")
def alliance_of_peace(play: Play[State], seat: SeatId, realms: int, influence: int = 0) -> Asking:
    """Let the victor form an alliance with one of these realms.

    A realm of a player must have room for one. `influence`: the cubes that come to a realm that was liberated.
    """
    state = play.state

    def willing(realm: int) -> bool:
        id = REALM.ids[realm]
        return room_for_ally(state, id, play.content) if is_led(state, realm) else is_npr(state, realm)

    found = filter(willing, bits(realms & ~state.allied[seat] & ~state.forsaken))
    offers = [TakeAlliance(REALM.ids[each]) for each in found] if room_for_ally(state, seat, play.content) else []
    answer = yield ALLY(seat, [*offers, NoAlliance()])
    if isinstance(answer, NoAlliance):
        return None
    realm = REALM.index[answer.realm]
    form(play, seat, realm)
    return [influence_comes(seat, areas_of(state, realm), influence)] if influence else None


@step("R10.06")
def new_ruler(play: Play[State], seat: SeatId, loser: SeatId) -> Asking:
    """Let the victor replace the ruler of a player by a leader from the discards."""
    state = play.state
    discards = [CARD.ids[card] for deck in state.decks for card in deck.discards]
    leaders = [Enthrone(id) for id in discards if play.content.characters[id].kind == "leader"]
    answer = yield RULER(seat, [*leaders, LeaveRuler()], realm=loser)
    if isinstance(answer, LeaveRuler):
        return None
    card = CARD.index[answer.card]
    state.decks[CARD.things[card].deck].discards.remove(card)
    return enthrone(play, loser, of_card(card))

"""Alliances: how they are formed and end, and what active allies give (R11.10, R11.60, R11.70)."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final

from adjudicator import Action, Asking, Event, Frames, Play, Refusal, choice, derive
from adjudicator.components import Code, bits, mask_of

from ..content import Content
from ..facts import AREA, REALM, RealmId, SeatId
from ..state import State, Units
from . import relations
from .book import Fee, OfArea, OfRealm, OfSeat, SeatAndRealm, TurnDeed, step
from .influence import MOST, change, cubes_in, influence_comes, lose_influence, remove, remove_all, total
from .purse import gain_stability, lacks, pay
from .realms import base_tax_income, lawful, value, vassals
from .units import black_units_left, disband_empty

ALLIANCES: Final = 3
MOST_UNITS: Final = 5
"""Units that an active ally gives at most (R11.30)."""


Allied = derive(SeatAndRealm, "allied", "An alliance was formed.", rule="R11.10")
AllianceEnded = derive(SeatAndRealm, "alliance_ended", "An alliance ended.", rule="R11.60", hits=("seat", "realm"))


class AllyActive(SeatAndRealm, frozen=True, tag="ally_active", rule="R11.30"):
    """An ally takes part in the wars of a seat, and gives units."""

    units: int


class AllyLeft(OfSeat, frozen=True, tag="ally_left", rule="R11.50", hits=("seat",)):
    """Allied units of a seat were returned."""

    units: int


class BetweenRealms(Event, frozen=True, touches=("one", "other")):
    """An event between two realms."""

    one: RealmId
    other: RealmId


WarBegan = derive(BetweenRealms, "war_began", "Two realms are at war.", rule="R9.02")
TruceBegan = derive(BetweenRealms, "truce_began", "Two realms keep a truce until the next round.", rule="R10.08")


not_an_npr = Code("R11.10", realm=REALM)
forsaken_realm = Code("R13.30", realm=REALM)
not_at_peace = Code("R11.10", realm=REALM)
allied_already = Code("R11.10", realm=REALM)
too_little_influence = Code("R11.10", realm=REALM, has=int, needs=int)
too_many_alliances = Code("R11.10", most=int)
no_claim_on = Code("R11.10", realm=REALM)

no_such_ally = Code("R11.60", realm=REALM)


def begin_war(play: Play[State], one: int, other: int) -> None:
    """Put two realms at war that are not yet; a truce between them ends."""
    state = play.state
    if state.war[one] >> other & 1:
        return
    relations.make_war(state, one, other)
    relations.part(state.truce, one, other)
    play.emit(WarBegan(REALM.ids[one], REALM.ids[other]))


def begin_truce(play: Play[State], one: int, other: int) -> None:
    """Put two realms under a truce; their war is over (R10.08)."""
    state = play.state
    relations.part(state.war, one, other)
    for each, enemy in ((one, other), (other, one)):
        state.truce[each] |= 1 << enemy
    play.emit(TruceBegan(REALM.ids[one], REALM.ids[other]))


def form(play: Play[State], seat: str, realm: int) -> None:
    """Place an alliance token; a seat that had one on a realm that nobody plays loses it (R11.10)."""
    state = play.state
    former = None if relations.is_led(state, realm) else relations.ally_of(state, realm)
    if former is not None and former != seat:
        end(play, former, realm)
    state.allied[seat] |= 1 << realm
    if relations.is_led(state, realm):
        state.allied[REALM.ids[realm]] |= 1 << relations.realm_of(seat)
    play.emit(Allied(seat, REALM.ids[realm]))


def end(play: Play[State], seat: str, realm: int, *, subdued: bool = False) -> None:
    """End an alliance.

    An active ally takes its units back and goes on fighting as an enemy of its own, unless it is `subdued` and is no
    longer at war (R11.50, R11.60).
    """
    state = play.state
    if not state.allied[seat] >> realm & 1:
        return
    active = state.active >> realm & 1
    state.allied[seat] &= ~(1 << realm)
    state.active &= ~(1 << realm)
    if relations.is_led(state, realm):
        state.allied[REALM.ids[realm]] &= ~(1 << relations.realm_of(seat))
    play.emit(AllianceEnded(seat, REALM.ids[realm]))
    if active:
        lose_units(play, seat, -(-lawful_tax(state, realm) // 2))
        for enemy in bits(state.war[relations.realm_of(seat)]) if not subdued else ():
            if relations.is_led(state, enemy):
                begin_war(play, enemy, realm)


def lawful_tax(state: State, realm: int) -> int:
    """Return the tax value of what lawfully belongs to a realm: what it had before a war (R11.50)."""
    return value(state, lawful(state, 1 << realm))


def support(state: State, realm: int) -> int:
    """Return how many units an ally gives.

    Half the tax value of its and its vassals' provinces, at most five (R11.30).
    """
    given = lawful_tax(state, realm) + sum(lawful_tax(state, bit) for bit in bits(vassals(state, realm)))
    return min(MOST_UNITS, -(-given // 2))


def given_by(state: State, realm: int) -> int:
    """Return how many units an ally gives: no more than black ones are free (R1.08, R11.30)."""
    return min(support(state, realm), black_units_left(state))


def activate(play: Play[State], seat: str, realm: int) -> None:
    """Make an ally take part in the wars of the seat and give it units (R11.30, R11.70)."""
    units = given_by(play.state, realm)
    play.state.active |= 1 << realm
    play.state.led[seat].allied += units
    play.emit(AllyActive(seat, REALM.ids[realm], units))


def lose_units(play: Play[State], seat: str, n: int) -> None:
    """Remove allied units of a seat.

    Available units leave first, then those in armies: infantry, cavalry, artillery.
    """
    own, left = play.state.led[seat], n
    taken = min(left, own.allied)
    own.allied -= taken
    left -= taken
    for army in own.armies:
        for kind in ("infantry", "cavalry", "artillery"):
            taken = min(left, getattr(army.allied, kind))
            setattr(army.allied, kind, getattr(army.allied, kind) - taken)
            left -= taken
    disband_empty(play.state, seat)
    if n > left:
        play.emit(AllyLeft(seat, n - left))


def dismiss(play: Play[State], seat: str) -> None:
    """Make active allies passive at peace, and remove allied units (R10.09)."""
    own = play.state.led[seat]
    play.state.active &= ~play.state.allied[seat]
    n = own.allied + sum(army.allied.all for army in own.armies)
    own.allied = 0
    for army in own.armies:
        army.allied = Units()
    if n:
        play.emit(AllyLeft(seat, n))


def most_alliances(state: State, seat: str, content: Content) -> int:
    """Return how many alliances the seat may have: three, with the idea cabinet four (R11.10)."""
    return ALLIANCES + content.more(state.led[seat].ideas, "alliances")


def room_for_ally(state: State, seat: str, content: Content) -> bool:
    """Return whether the seat has a token for a further alliance: none is taken from elsewhere (R1.08)."""
    return state.allied[seat].bit_count() < most_alliances(state, seat, content)


def forge_cost(state: State, realm: int) -> int:
    """Return half the tax of the realm, at most three dip power (R11.10)."""
    return min(3, -(-base_tax_income(state, realm) // 2))


def influence_needed(state: State, realm: int) -> int:
    """Return the influence that an alliance with a realm needs (R11.10).

    It is two at least, and more than the seat has that is its ally.
    """
    ally = relations.ally_of(state, realm)
    return 2 if ally is None else max(2, 1 + relations.influence_on(state, ally, realm))


def refused_partner(state: State, seat: str, realm: int, content: Content) -> Refusal | None:
    """Return what forbids an alliance with a realm that nobody plays, apart from influence, or None (R11.10)."""
    if not relations.is_npr(state, realm):
        return not_an_npr(realm=realm)
    if relations.is_forsaken(state, realm):
        return forsaken_realm(realm=realm)
    if state.allied[seat] >> realm & 1:
        return allied_already(realm=realm)
    for each in (relations.realm_of(seat), realm):
        if not relations.peaceful(state, each):
            return not_at_peace(realm=each)
    most = most_alliances(state, seat, content)
    return too_many_alliances(most=most) if state.allied[seat].bit_count() >= most else None


class ForgeAlliance(TurnDeed, OfRealm, frozen=True, tag="forge_alliance"):
    """Form an alliance with a realm that nobody plays. R11.10."""

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        """Yield the realms in which the seat can have influence."""
        near = relations.influenced(state, seat) | relations.DISTANT
        there = (npr for npr in relations.nprs(state) if relations.areas_of(state, npr) & near)
        return (cls(REALM.ids[realm]) for realm in there)

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return {"dip": forge_cost(state, REALM.number(self.realm))}

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        realm = REALM.number(self.realm)
        if refusal := refused_partner(state, seat, realm, content):
            return refusal
        if REALM.things[realm].distant and not state.led[seat].claims & relations.areas_of(state, realm):
            return no_claim_on(realm=realm)
        has, needs = relations.influence_on(state, seat, realm), influence_needed(state, realm)
        if has < needs:
            return too_little_influence(realm=realm, has=has, needs=needs)
        return lacks(state, seat, **self.fee(state, seat, content))

    def apply(self, play: Play[State], seat: str) -> Frames:
        state, realm = play.state, REALM.index[self.realm]
        pay(play, seat, **self.fee(play.state, seat, play.content))
        form(play, seat, realm)
        area = relations.capital_area(state, realm)
        if total(state, area) < MOST and not AREA.things[area].distant:
            change(play, seat, area, 1)
        return []


DISPLACED: Final = 2
"""Cubes of others that new alliance replaces at most."""


class Court(OfRealm, frozen=True, tag="court"):
    """New alliance: replace two cubes of another seat in areas of a realm by those of the player. R11.10, R8.05.

    With `besides`, replace one cube of `rival` and one of that seat.
    """

    rival: SeatId
    besides: SeatId | None = None


def courted(state: State, seat: str, content: Content) -> Iterator[Court]:
    """Yield the realms and rivals that the card new alliance can aim at, even if it does not bring the alliance.

    Any two cubes can be replaced, and fewer only if there are no more.
    """
    for realm in relations.nprs(state):
        areas, id = relations.areas_of(state, realm), REALM.ids[realm]
        others = (each for each in state.order if each != seat)
        held = {each: sum(cubes_in(state, each, area) for area in bits(areas)) for each in others}
        rivals = [each for each, n in held.items() if n]
        yield from (Court(id, rival) for rival in rivals if held[rival] >= DISPLACED or len(rivals) == 1)
        yield from (Court(id, *pair) for pair in combinations(rivals, 2))


Replace = derive(OfArea, "replace_influence", "Replace a cube of the rival in this area. R11.10.")
nothing_to_replace = Code("R11.10", area=AREA)
REPLACE: Final = choice("replace_influence", "R11.10", Replace, otherwise=nothing_to_replace)


@step("R11.10")
def new_alliance(
    play: Play[State],
    seat: SeatId,
    realm: RealmId,
    rival: SeatId,
    n: int = DISPLACED,
    besides: SeatId | None = None,
) -> Asking:
    """Replace two cubes of a rival, or one of it and one of `besides`.

    If there are fewer, the seat's cubes are still placed. Then the seat has the alliance if both are at peace and it
    has the most influence there.
    """
    state, target = play.state, REALM.index[realm]
    areas = relations.areas_of(state, target)
    held = [area for area in bits(areas) if cubes_in(state, rival, area)] if n else []
    if not held:
        room = mask_of(area for area in bits(areas) if total(state, area) < MOST) if n else 0
        return [*([influence_comes(seat, room, n)] if room else []), alliance_won(seat, realm)]
    answer = yield REPLACE(seat, [Replace(AREA.ids[area]) for area in held], realm=realm, rival=rival)
    area = AREA.index[answer.area]
    remove(play, rival, area, 1)
    change(play, seat, area, 1)
    return [new_alliance(seat, realm, besides or rival, n - 1)]


@step("R11.10")
def alliance_won(play: Play[State], seat: SeatId, realm: RealmId) -> None:
    """Form the alliance of the card new alliance, if nothing forbids it."""
    state, target = play.state, REALM.index[realm]
    rest = (relations.influence_on(state, each, target) for each in state.order if each != seat)
    most = relations.influence_on(state, seat, target) > max(rest, default=0)
    if most and refused_partner(state, seat, target, play.content) is None:
        form(play, seat, target)


LOST: Final = 5


class EndAlliance(TurnDeed, OfRealm, frozen=True, tag="end_alliance"):
    """Cut ties: end an alliance. R11.60."""

    takes = "minor"

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterable[Action]:
        return map(cls, REALM.ids_of(state.allied[seat]))

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        return None if state.allied[seat] >> REALM.number(self.realm) & 1 else no_such_ally(realm=self.realm)

    def apply(self, play: Play[State], seat: str) -> Frames:
        return cut(play, seat, REALM.index[self.realm])


def cut(play: Play[State], seat: str, realm: int) -> Frames:
    """End an alliance by cutting ties (R11.60).

    The seat loses influence; it gets a truce with an ally at peace, and otherwise loses stability.
    """
    state, areas = play.state, relations.areas_of(play.state, realm)
    if relations.peaceful(state, realm):
        end(play, seat, realm)
        begin_truce(play, relations.realm_of(seat), realm)
        return lose_influence(state, seat, areas, LOST)
    frames = gain_stability(play, seat, -2)
    end(play, seat, realm)
    remove_all(play, seat, areas)
    return frames

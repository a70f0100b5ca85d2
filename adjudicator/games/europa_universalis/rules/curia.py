"""The papal curia: cardinals, its controller, papal actions (R19)."""

from collections.abc import Iterable, Iterator
from typing import Final

from adjudicator import Action, Event, Frames, Play, Refusal, derive
from adjudicator.components import Code, bits
from adjudicator.kernel.standing import once

from ..content import Content
from ..facts import AREA, NONE, PROVINCE, PROVINCES_OF, REALM, RealmId, SeatId
from ..state import State
from . import relations
from .book import STEPS, Fee, OfArea, OfRealm, SeatAndArea, SeatAndRealm, TurnDeed, step
from .claims import barred
from .influence import influence_leaves
from .marriages import MUSLIM
from .purse import gain_prestige, lacks, pay
from .realms import occupied
from .units import CategoryId, UnitId

ROMA = PROVINCE.index["roma"]
COST: Final = 2
CROWDED: Final = 2
"""Provinces of muslim realms that make an area the aim of a crusade (R19.10)."""
CRUSADERS: Final = 2
"""Mercenaries for the seat that declares war with its crusade."""
EXCOMMUNICATED: Final = 4
"""Influence that an excommunicated player removes from catholic areas."""


class CardinalsChanged(Event, frozen=True, tag="cardinals_changed", rule="R19.01"):
    """The cardinals from left to right."""

    cardinals: tuple[SeatId, ...]


Excommunicated = derive(SeatAndRealm, "excommunicated", "A realm was excommunicated.", rule="R19.10", hits=("seat",))
CrusadeCalled = derive(SeatAndArea, "crusade_called", "A crusade goes to an area.", rule="R19.10")
not_papal_controller = Code("R19.10")
papal_action_used = Code("R19.10")
too_late_an_age = Code("R19.10", age=int)
not_catholic = Code("R19.10", realm=REALM)
no_crusade_there = Code("R19.10", area=AREA)
not_crusaded = Code("R19.10", realm=REALM)


def catholics(state: State) -> list[str]:
    """Return the players whose religion is catholic, in turn order (R19.01)."""
    return [seat for seat in state.order if is_catholic(state, seat)]


def is_catholic(state: State, seat: str) -> bool:
    """Return whether the religion of a player is catholic (R19.01)."""
    return relations.counts_as(state.led[seat].religion) == relations.CATHOLIC


def holds_roma(state: State, seat: str) -> bool:
    """Return whether a seat controls the province Roma (R19.02)."""
    return relations.controller(state, ROMA) == relations.realm_of(seat)


@once
def roma(state: State) -> str | None:
    """Return whose the roma cardinal is: a catholic player's who controls Roma, else of an ally of the papal states."""
    holder = relations.controller(state, ROMA)
    held = next((seat for seat in state.order if relations.realm_of(seat) == holder), None)
    ally = relations.ally_of(state, relations.PAPAL_STATES) if held is None else held
    return ally if ally is not None and is_catholic(state, ally) else None


def cardinals_of(state: State, seat: str) -> int:
    """Return how many cardinals a seat has, that of roma among them."""
    return state.curia.cardinals.count(seat) + (roma(state) == seat)


def papal_controller(state: State) -> str | None:
    """Return who has most cardinals; of several the one whose cardinal is leftmost (R19.03)."""
    seats = [each for each in (roma(state), *state.curia.cardinals) if each is not None]
    return max(dict.fromkeys(seats), key=lambda seat: cardinals_of(state, seat), default=None)


def uncontested(state: State) -> bool:
    """Return whether the controller has at least two cardinals and more than anybody else (R19.03)."""
    found = sorted((cardinals_of(state, seat) for seat in state.order), reverse=True)
    return found[0] >= 2 and found[0] > found[1]


def gain_cardinal(play: Play[State], seat: str) -> None:
    """Give a seat a cardinal.

    It enters from the left; the last one may fall out (R19.01). The player who controls Roma gains none (R19.02).
    """
    if seat in catholics(play.state) and not holds_roma(play.state, seat):
        _now(play, [seat, *play.state.curia.cardinals])


def lose_cardinal(play: Play[State], seat: str) -> None:
    """Remove the rightmost cardinal of a seat; that of Roma never leaves."""
    found = play.state.curia.cardinals
    if seat in found:
        take_cardinal(play, len(found) - 1 - found[::-1].index(seat))


def take_cardinal(play: Play[State], place: int) -> None:
    """Remove the cardinal in a place, counted from 0 at the left."""
    found = play.state.curia.cardinals
    _now(play, found[:place] + found[place + 1 :])


def settle(play: Play[State]) -> None:
    """Remove cardinals of players who may have none (R19.01, R19.02).

    These are players who are not catholic any more, or who control Roma.
    """
    _now(play, lawful(play.state))


def lawful(state: State) -> list[str]:
    """Return the cardinals that may stay: those of catholic players who do not control Roma (R19.01, R19.02)."""
    among = [seat for seat in catholics(state) if not holds_roma(state, seat)]
    return [seat for seat in state.curia.cardinals if seat in among][: len(catholics(state)) + 1]


@step("R19.02")
def cardinals_settled(play: Play[State]) -> None:
    """Settle the cardinals after a siege, which may change who controls Roma."""
    settle(play)


def _now(play: Play[State], cardinals: list[str]) -> None:
    slots = len(catholics(play.state)) + 1
    now = cardinals[:slots]
    if now != play.state.curia.cardinals:
        play.state.curia.cardinals = now
        play.emit(CardinalsChanged(tuple(now)))


@STEPS.announce
def war_declared(seat: SeatId, targets: int, event: bool = False) -> None: ...


@STEPS.announce
def unit_put(seat: SeatId, unit: UnitId, category: CategoryId, n: int) -> None: ...


def _refused(state: State, seat: str) -> Refusal | None:
    if state.age > 2:
        return too_late_an_age(age=state.age)
    if papal_controller(state) != seat:
        return not_papal_controller()
    if state.curia.used:
        return papal_action_used()
    return lacks(state, seat, dip=COST)


class Excommunicate(TurnDeed, OfRealm, frozen=True, tag="excommunicate"):
    """Excommunicate a catholic realm. R19.10."""

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterable[Action]:
        return map(cls, REALM.ids) if _refused(state, seat) is None else ()

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return {"dip": COST}

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        realm = REALM.number(self.realm)
        faith = relations.counts_as(relations.state_religion(state, realm))
        if (
            faith != relations.CATHOLIC
            or realm == relations.realm_of(seat)
            or realm not in state.owner
            or relations.is_vassal(state, realm)
        ):
            return not_catholic(realm=realm)
        return _refused(state, seat)

    def apply(self, play: Play[State], seat: str) -> Frames:
        state, realm = play.state, REALM.index[self.realm]
        pay(play, seat, **self.fee(play.state, seat, play.content))
        state.curia.used, state.curia.excommunicated = True, realm
        play.emit(Excommunicated(seat, self.realm))
        if not relations.is_led(state, realm):
            return []
        gain_prestige(play, self.realm, -1, "excommunication")
        lose_cardinal(play, self.realm)
        return [influence_leaves(self.realm, relations.of_faith(state, relations.CATHOLIC), EXCOMMUNICATED)]


def muslims_in(state: State, area: int) -> list[int]:
    """Return the muslim realms that own provinces in an area, once for each province.

    Nobody owns an occupied province (R1.03).
    """
    owners = (state.owner[bit] for bit in bits(PROVINCES_OF[area] & ~occupied(state) & ~state.rebel_towns))
    return [owner for owner in owners if owner != NONE and relations.state_religion(state, owner) == MUSLIM]


class CallCrusade(TurnDeed, OfArea, frozen=True, tag="call_crusade"):
    """Call a crusade, and perhaps declare war on muslim realms there at once. R19.10."""

    war: tuple[RealmId, ...] = ()

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        for area in AREA.indexes if _refused(state, seat) is None else ():
            there = dict.fromkeys(muslims_in(state, area))
            yield from (cls(AREA.ids[area], war) for war in ((), *((REALM.ids[each],) for each in there)))

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return {"dip": COST}

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        there = muslims_in(state, AREA.number(self.area))
        if len(there) < CROWDED:
            return no_crusade_there(area=self.area)
        for realm in map(REALM.number, self.war):
            if realm not in there:
                return not_crusaded(realm=realm)
            if refusal := barred(state, seat, realm):
                return refusal
        return _refused(state, seat)

    def apply(self, play: Play[State], seat: str) -> Frames:
        state = play.state
        pay(play, seat, **self.fee(play.state, seat, play.content))
        state.curia.used, state.curia.crusade = True, AREA.index[self.area]
        play.emit(CrusadeCalled(seat, self.area))
        if not self.war:
            return []
        gain_prestige(play, seat, 1, "crusade_called")
        return [unit_put(seat, "infantry", "mercenary", CRUSADERS), war_declared(seat, REALM.mask_of(self.war))]


@step("R3.46")
def curia_scored(play: Play[State]) -> None:
    """Score the curia and the crusade, and remove tokens (R19.11).

    An uncontested papal controller gains prestige.
    """
    state, curia = play.state, play.state.curia
    ruling = papal_controller(state)
    if ruling is not None and uncontested(state):
        gain_prestige(play, ruling, min(3, len(catholics(state)) - 1), "curia")
    if curia.crusade != NONE:
        won = not muslims_in(state, curia.crusade)
        for seat in curia.committed:
            gain_prestige(play, seat, 2 if won and relations.units_in(state, seat, curia.crusade) else -2, "crusade")
        if not curia.committed and ruling is not None:
            gain_prestige(play, ruling, -2, "crusade")
    curia.crusade, curia.excommunicated, curia.used, curia.committed = NONE, NONE, False, []

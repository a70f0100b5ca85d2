"""Phase 5: manpower, merchants, colonists, the board, the limit of the hand (R3.50-R3.52)."""

from typing import Final

from adjudicator import Asking, Event, Frames, Play, Together
from adjudicator.components.bits import bits

from ..facts import AREA, NONE, REALM, RealmId, SeatId
from ..slots import CARD
from ..state import State, Status, Units
from .acting import first_player
from .book import step
from .decks import discard_from_hand
from .drawing import LimitAnswers
from .empire import defence_ends, emperor_of_nobody, empire_religion, imperial_influence
from .operations_units import lose_units
from .purse import clockwise, replenish
from .realms import base_tax_income, manpower
from .relations import realm_of

HAND: Final = 5
MOST_COLONISTS: Final = 4
OUTGROWN: Final = 10
"""The tax income from which on a DNPR has no ally (R3.51)."""


class ManpowerSet(Event, frozen=True, tag="manpower_set", rule="R3.50", by="seat"):
    """The manpower of a realm follows its towns: `n` more units, fewer if negative."""

    seat: SeatId
    total: int
    n: int


class ColonistsCame(Event, frozen=True, tag="colonists_came", rule="R3.50", by="seat"):
    """Colonists for colonial claims."""

    seat: SeatId
    n: int


class Outgrown(Event, frozen=True, tag="outgrown", rule="R3.51", by="seat"):
    """A realm of dynamic tokens has grown, and needs no ally."""

    seat: SeatId
    realm: RealmId


class FirstPlayer(Event, frozen=True, tag="first_player", rule="R3.25", by="seat"):
    """Who is first in the next round."""

    seat: SeatId


@step("R3.50", "cleanup")
def cleanup_phase(play: Play[State]) -> Frames:
    """Everybody's own things, the board, the hands."""
    state = play.state
    state.phase = 5
    leaving = [frame for seat in clockwise(state, state.first) for frame in refresh(play, seat)]
    clear(play)
    return [*leaving, imperial_influence(), defence_ends(), emperor_of_nobody(), empire_religion(), hand_limit()]


def refresh(play: Play[State], seat: str) -> Frames:
    """Allied units go home, manpower is set, a part of the exhausted recovers, heavy ships in port are repaired,
    merchants stand up, colonists come (R3.50).
    """
    own = play.state.led[seat]
    for army in own.armies:
        own.allied += army.allied.all
        army.allied = Units()
        if not army.all:
            army.area = NONE
    leaving = set_manpower(play, seat)
    replenish(play, seat, min(6, max(3, -(-own.exhausted // 2))))
    if own.fleet.port != NONE:
        own.fleet.heavy, own.fleet.damaged = own.fleet.heavy + own.fleet.damaged, 0
    own.standing = [True] * len(own.merchants)
    came = min(MOST_COLONISTS, len(colonial_claims(play.state, seat)))
    if came:
        own.colonists += came
        play.emit(ColonistsCame(seat, came))
    return leaving


def deployed(state: State, seat: str) -> int:
    """The regular units of a seat on the board (R1.06)."""
    own = state.led[seat]
    return sum(own.alone) + sum(army.regular.all for army in own.armies)


def set_manpower(play: Play[State], seat: str) -> Frames:
    """Available, exhausted and deployed units together are the total. What is too many leaves exhausted manpower first,
    then available, then the board, where the seat chooses.
    """
    state = play.state
    own = state.led[seat]
    total = manpower(state, realm_of(seat))
    change = total - own.available - own.exhausted - deployed(state, seat)
    if not change:
        return []
    play.emit(ManpowerSet(seat, total, change))
    own.available += max(0, change)
    surplus = max(0, -change)
    for pool in ("exhausted", "available"):
        gone = min(surplus, getattr(own, pool))
        setattr(own, pool, getattr(own, pool) - gone)
        surplus -= gone
    return lose_units(seat, surplus, regular=True, for_good=True)


def colonial_claims(state: State, seat: str) -> list[int]:
    """Its claims on vacant territories (R4.03)."""
    return [
        area
        for area in bits(state.led[seat].claims)
        if AREA.things[area].number and all(state.owner[each] == NONE for each in bits(AREA.things[area].provinces))
    ]


def clear(play: Play[State]) -> None:
    """Alliances with grown DNPRs, plague, the crusade, the first player, what everybody has done in
    this round (R3.51).
    """
    state = play.state
    for realm in REALM:
        if realm.dynamic and base_tax_income(state, realm.index) >= OUTGROWN:
            for seat in state.order:
                if state.allied[seat] >> realm.index & 1:
                    state.allied[seat] &= ~(1 << realm.index)
                    state.active &= ~(1 << realm.index)
                    play.emit(Outgrown(seat, realm.id))
    state.plague = 0
    state.curia.committed = []
    state.events.gone += [each.event for each in state.events.shown]
    state.events.shown, state.events.down = [], 0
    first = first_player(state)
    if first != state.first:
        state.first = first
        play.emit(FirstPlayer(first))
    for own in state.led.values():
        own.status = Status()


@step("R3.52", "cleanup")
def hand_limit(play: Play[State]) -> Asking:
    """Everybody discards down to five cards."""
    state = play.state
    over = tuple(seat for seat in clockwise(state, state.first) if len(state.led[seat].hand) > HAND)
    if not over:
        return None
    answers = yield Together(over, LimitAnswers(HAND))
    for seat in over:
        discard_from_hand(play, seat, [CARD.index[each] for each in answers[seat].cards])
    return None

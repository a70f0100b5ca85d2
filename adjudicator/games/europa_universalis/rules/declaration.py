"""Declaring war: the action and its steps (R9.01-9.06), and the end of tokens and truces (R3.30)."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from adjudicator import Action, Event, Frames, Play, Refusal
from adjudicator.components import Code
from adjudicator.components.bits import bits

from ..content import Content
from ..facts import NONE, REALM, SEAT, RealmId, SeatId
from ..state import State
from .alliances import begin_war, end
from .book import step
from .calls import calls_to_arms, place_cb
from .casus_belli import barred, causes
from .deeds import Deed
from .empire import change_authority, emperor_seat, empire_areas
from .influence import lose_influence, remove_all
from .purse import MIL, gain_power, gain_prestige, gain_stability, lacks, pay
from .realms import in_empire
from .relations import areas_of, at_war, is_led, realm_of
from .war_actions import after_declaration

NO_CAUSE: Final = 2
"""Stability lost for each target without a cause (R9.02)."""
FOR_MARRIAGE: Final = 1
EMPERORS_LOSS: Final = 3
"""Influence that the emperor removes for attacking a member without a cause (R18.25)."""


class WarDeclared(Event, frozen=True, tag="war_declared", rule="R9.02", by="seat", touches=("realms",)):
    """A seat has declared war; on those of `uncaused` without a cause."""

    seat: SeatId
    realms: tuple[RealmId, ...]
    uncaused: tuple[RealmId, ...] = ()


class CasusBelliUnused(Event, frozen=True, tag="casus_belli_unused", rule="R3.30", by="seat"):
    """A token of casus belli was not used."""

    seat: SeatId
    realm: RealmId


class DeclareWar(Action, frozen=True, tag="declare_war"):
    """Declare war on realms. R9.01."""

    realms: tuple[RealmId, ...]


no_targets = Code("R9.01")


def targets_refused(state: State, seat: str, ids: tuple[str, ...]) -> Refusal | None:
    """What is against a declaration of war on these realms (R9.01)."""
    realms = [REALM.number(each) for each in ids]
    if not realms or len(set(realms)) < len(realms):
        return no_targets()
    return next((found for each in realms if (found := barred(state, seat, each))), None)


def _candidates(state: State, seat: str, content: Content) -> Iterator[Action]:
    """One realm, or two; more may be named."""
    there = sorted(set(state.owner) - {NONE})
    open_ = [REALM.ids[each] for each in there if barred(state, seat, each) is None]
    yield from (DeclareWar((each,)) for each in open_)
    caused = [each for each in open_ if causes(state, content, seat, REALM.index[each])]
    yield from map(DeclareWar, combinations(caused, 2))


def _refused(state: State, seat: str, action: DeclareWar, content: Content) -> Refusal | None:
    return targets_refused(state, seat, action.realms) or lacks(state, seat, mil=1)


def _done(play: Play[State], seat: str, action: DeclareWar) -> Frames:
    pay(play, seat, mil=1)
    return declare(play, seat, REALM.mask_of(action.realms))


def declare(play: Play[State], seat: str, targets: int, *, event: bool = False) -> Frames:
    """War is declared; what remains of its steps (R9.02). One by an event needs no cause (R9.06)."""
    state, own = play.state, realm_of(seat)
    by = {each: causes(state, play.content, seat, each) for each in bits(targets)}
    bare = [each for each, found in by.items() if not found and not event]
    wed = [each for each, found in by.items() if state.married[seat] >> each & 1 and "disputed" not in found]
    lost = NO_CAUSE * len(bare) + (0 if event else FOR_MARRIAGE * len(wed))
    frames = _empire_resents(play, seat, [each for each in bare if in_empire(state, each)])
    play.emit(WarDeclared(seat, REALM.ids_of(targets), tuple(REALM.ids[each] for each in bare)))
    for each, found in by.items():
        if state.allied[seat] >> each & 1:
            end(play, seat, each)
        begin_war(play, own, each)
        if "crusade" in found and seat not in state.curia.committed:
            state.curia.committed = sorted([*state.curia.committed, seat], key=SEAT.number)
    if lost:
        gain_stability(play, seat, -lost)
    return [*frames, calls_to_arms(seat, targets, True, True)]


def _empire_resents(play: Play[State], seat: str, members: list[int]) -> Frames:
    """A war without a cause inside the empire: the emperor loses authority, a subject gives him a cause (R18.25)."""
    state, own = play.state, realm_of(seat)
    if not members:
        return []
    if own == state.empire.emperor:
        change_authority(play, -len(members))
        return lose_influence(state, seat, empire_areas(state), EMPERORS_LOSS * len(members))
    emperor = emperor_seat(state)
    if in_empire(state, own) and emperor is not None and realm_of(emperor) not in members:
        place_cb(play, emperor, own)
    return []


@step("R9.02")
def war_declared(play: Play[State], seat: SeatId, targets: int, event: bool = False) -> Frames:
    """War is declared for nothing: by a crusade, or by an event."""
    play.state.turn.war_of_event = event
    return declare(play, seat, targets, event=event)


@step("R9.02")
def war_begins(play: Play[State], seat: SeatId, targets: int, aggressors: int) -> Frames:
    """The players attacked gain mil power, the aggressor loses his influence with the targets; then battles."""
    for each in bits(targets):
        if is_led(play.state, each):
            gain_power(play, REALM.ids[each], MIL, 1)
        remove_all(play, seat, areas_of(play.state, each))
    return [after_declaration(seat)]


@step("R3.30")
def causes_end(play: Play[State]) -> None:
    """Tokens of casus belli and truces end; an unused token costs two prestige."""
    state = play.state
    for seat in state.order:
        for realm in bits(state.cb[seat]):
            if not at_war(state, realm_of(seat), realm):
                gain_prestige(play, seat, -2)
                play.emit(CasusBelliUnused(seat, REALM.ids[realm]))
        state.cb[seat] = 0
    state.truce[:] = [0] * len(state.truce)


DEEDS: Final = (Deed(DeclareWar, _candidates, _refused, _done),)

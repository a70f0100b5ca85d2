"""Declaring war: the action and its steps (R9.01-9.06), and the end of tokens and truces (R3.30).

Also the actions of war that a declaration without battles, cards and events give (R9.02, R16.03).
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import chain, combinations
from typing import Any, Final, Literal

from adjudicator import Action, Asking, Asks, Frames, Play, Question, Refusal, word
from adjudicator.components import Code, bits
from adjudicator.kernel.standing import StandingStill

from ..content import Content
from ..facts import NONE, REALM, SEAT, RealmId, SeatId
from ..state import State
from .alliances import begin_war, end
from .battles import battles_of_war, due
from .book import Fee, OfSeat, TurnDeed, step
from .calls import calls_to_arms, emperor_called
from .claims import barred, causes, causes_of, passed, place_cb
from .empire import change_authority, emperor_seat, empire_areas, note_aggressors
from .exploration import Colonize, Explore
from .influence import lose_influence, remove_all
from .movement import SPACES, March, absent, marching
from .operations import NOTHING, Forgo, one_or_none
from .purse import MIL, PaidDeed, gain_power, gain_prestige, gain_stability, lacks, pay
from .realms import in_empire
from .recruiting import Recruit
from .relations import areas_of, at_war, enemies, is_led, is_npr, realm_of
from .sieges import Besiege
from .undocking import VOYAGES
from .units import outgunned

Gift = Literal["colonize", "explore", "move_army", "land_activation", "naval_activation", "siege", "recruit", "war"]


not_given = Code("R9.02")
too_much_artillery = Code("R9.20", army=int)

FIGHTING: Final = (March, *VOYAGES, Recruit, Besiege)
KINDS: Final[dict[Gift, tuple[type[TurnDeed], ...]]] = {
    "colonize": (Colonize,),
    "explore": (Explore,),
    "move_army": (March,),
    "land_activation": (March, Besiege),
    "naval_activation": VOYAGES,
    "siege": (Besiege,),
    "recruit": (Recruit,),
    "war": FIGHTING,
}
DEEDS: Final = (*FIGHTING, Explore, Colonize)
GIVEN: Final = Question("given_action", "R9.02", *DEEDS, default=NOTHING, about={"what": str})


@step("R9.02")
def after_declaration(play: Play[State], seat: SeatId) -> Frames:
    """Return the frames of the battles of the war, naval ones first.

    If there are no battles, the seat gets a free activation or recruiting, unless an event has brought the war (R9.06).
    """
    turn = play.state.turn
    by_event, turn.war_of_event = turn.war_of_event, False
    if any(due(play.state, seat)):
        return [battles_of_war(seat)]
    return [] if by_event else [given(seat, "war")]


def _refused(  # noqa: PLR0913 - what is given, and with what
    state: State, seat: str, what: Gift, action: TurnDeed, content: Content, strength_: int, light: bool
) -> Refusal | None:
    """Return why an action that costs no power of its own is illegal, or None if it is legal."""
    if not isinstance(action, KINDS[what]):
        return not_given()
    if isinstance(action, March):
        army = state.led[seat].armies[action.army - 1] if 1 <= action.army <= 3 else None
        if none := absent(state, seat, action.army, action.area):
            return none
        return too_much_artillery(army=action.army) if light and army is not None and outgunned(army) else None
    if isinstance(action, Besiege):
        return action.illegality(state, seat, content, bonus=strength_, free=1)
    return (action.free_refused if isinstance(action, PaidDeed) else action.illegality)(state, seat, content)


@step("R9.02")
def given(  # noqa: PLR0913 - what is given, and with what
    play: Play[State],
    seat: SeatId,
    what: Gift,
    n: int = 1,
    spaces: int = SPACES,
    strength: int = 0,
    no_mountains: bool = False,
    light: bool = False,
) -> Asking:
    """Let a seat do `n` actions of a kind without paying power.

    `spaces` and `no_mountains`: of a march; `light`: for an army with no more artillery than cavalry; `strength`: added
    in a siege.
    """
    state, content = play.state, play.content

    def why(action: Any) -> Refusal | None:
        return _refused(state, seat, what, action, content, strength, light)

    with StandingStill(state):
        sieges = Besiege.candidates(state, seat, content, bonus=strength)
        all_ = (sieges if kind is Besiege else kind.candidates(state, seat, content) for kind in KINDS[what])
        offers = [each for each in chain.from_iterable(all_) if why(each) is None]
    if not offers:
        return None
    answer = yield from one_or_none(GIVEN, seat, offers, why, what=what)
    if answer is None:
        return None
    rest = [given(seat, what, n - 1, spaces, strength, no_mountains, light)] if n > 1 else []
    return [*_done(play, seat, answer, spaces, no_mountains), *rest]


def _done(play: Play[State], seat: str, action: TurnDeed, spaces: int, no_mountains: bool) -> Frames:
    if isinstance(action, March):
        return [marching(seat, action.army, action.area, spaces, no_mountains)]
    if isinstance(action, Besiege):
        return action.apply(play, seat, free=1)
    return (action.freely_done if isinstance(action, PaidDeed) else action.apply)(play, seat)


NO_CAUSE: Final = 2
"""Stability lost for each target without a cause (R9.02)."""
FOR_MARRIAGE: Final = 1
EMPERORS_LOSS: Final = 3
"""Influence that the emperor removes for attacking a member without a cause (R18.25)."""


class WarDeclared(OfSeat, frozen=True, tag="war_declared", rule="R9.02", touches=("realms",), hits=("realms",)):
    """A seat has declared war; on those of `uncaused` without a cause."""

    realms: tuple[RealmId, ...]
    uncaused: tuple[RealmId, ...] = ()


class CasusBelliUnused(OfSeat, frozen=True, tag="casus_belli_unused", rule="R3.30"):
    """A token of casus belli was not used."""

    realm: RealmId


no_targets = Code("R9.01")


def targets_refused(state: State, seat: str, ids: tuple[str, ...]) -> Refusal | None:
    """Return why war may not be declared on these realms, or None if it may (R9.01)."""
    realms = [REALM.number(each) for each in ids]
    if not realms or len(set(realms)) < len(realms):
        return no_targets()
    return next((found for realm in realms if (found := barred(state, seat, realm))), None)


class DeclareWar(TurnDeed, frozen=True, tag="declare_war"):
    """Declare war on realms. R9.01."""

    realms: tuple[RealmId, ...]

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        """Yield legal declarations on one realm, or two; more may be named."""
        if lacks(state, seat, mil=1):
            return
        there = sorted(set(state.owner) - {NONE})
        open_ = [REALM.ids[each] for each in there if barred(state, seat, each) is None]
        yield from (cls((each,)) for each in open_)
        caused = [each for each in open_ if any(causes_of(state, content, seat, REALM.index[each]))]
        yield from map(cls, combinations(caused, 2))

    @classmethod
    def legal(cls, state: State, seat: str, asked: Content) -> Iterator[Action]:
        return cls.candidates(state, seat, asked)

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return {"mil": 1}

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        return targets_refused(state, seat, self.realms) or lacks(state, seat, **self.fee(state, seat, content))

    def apply(self, play: Play[State], seat: str) -> Frames:
        pay(play, seat, **self.fee(play.state, seat, play.content))
        return declare(play, seat, REALM.mask_of(self.realms))


def stability_lost(state: State, seat: str, by: Mapping[int, Collection[str]]) -> int:
    """Return how much stability a declaration of war on these realms, each with its causes, costs (R9.02)."""
    wed = [each for each, found in by.items() if state.married[seat] >> each & 1 and "disputed" not in found]
    return NO_CAUSE * sum(not found for found in by.values()) + FOR_MARRIAGE * len(wed)


def declare(play: Play[State], seat: str, targets: int, *, event: bool = False, crusade: bool = False) -> Frames:
    """Declare war, and return the remaining steps (R9.02).

    A declaration by an event needs no cause (R9.06). A seat that declares war when it calls a crusade is committed to
    the crusade (R19.10).
    """
    state, own = play.state, realm_of(seat)
    by = {bit: causes(state, play.content, seat, bit) for bit in bits(targets)}
    bare = [each for each, found in by.items() if not found and not event]
    lost = 0 if event else stability_lost(state, seat, by)
    frames = [*_empire_resents(play, seat, [each for each in bare if in_empire(state, each)])]
    play.emit(WarDeclared(seat, REALM.ids_of(targets), tuple(REALM.ids[each] for each in bare)))
    for each in by:
        end(play, seat, each)
        begin_war(play, own, each)
    holy = [found for found in by.values() if "crusade" in found and not event]
    if crusade or ("crusade",) in holy:
        commit(state, seat)
    elif holy:
        frames.append(commitment(seat))
    frames += gain_stability(play, seat, -lost)
    return [*frames, calls_to_arms(seat, targets, True, True)]


def commit(state: State, seat: str) -> None:
    """Commit a seat to the crusade (R9.04)."""
    if seat not in state.curia.committed:
        state.curia.committed = sorted([*state.curia.committed, seat], key=SEAT.number)


Commit = word("commit", "Use the crusade as a cause of war, and be committed to it. R9.04.")
COMMITMENT: Final = Question("commitment", "R9.04", Commit, Forgo, default=NOTHING)


@step("R9.04")
def commitment(play: Play[State], seat: SeatId) -> Asks:
    """Let a seat that has other causes for its war leave the crusade aside."""
    if seat not in play.state.curia.committed and (yield from one_or_none(COMMITMENT, seat, [Commit()])) is not None:
        commit(play.state, seat)


def _empire_resents(play: Play[State], seat: str, members: list[int]) -> Frames:
    """Apply the penalty of a war without a cause inside the empire (R18.25).

    An emperor loses authority and influence; a subject gives the emperor a cause.
    """
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
    """Declare war at no cost: by an event, or by calling a crusade."""
    play.state.turn.war_of_event = event
    return declare(play, seat, targets, event=event, crusade=not event)


def _npr_barred(state: State, realm: int, target: int) -> bool:
    """Return whether an event lets a realm that nobody plays declare no war on a player's (R9.06, R9.01).

    Only a player's realm is attacked: nobody would end another war.
    """
    if not is_npr(state, realm) or state.active >> realm & 1 or not is_led(state, target):
        return True
    seat, emperor = REALM.ids[target], state.empire.emperor
    protected = emperor not in (NONE, realm, target) and in_empire(state, target) and not at_war(state, emperor, target)
    shielded = [target, *([emperor] if protected else [])]
    return (
        bool(state.allied[seat] >> realm & 1)
        or bool(enemies(state, realm) >> target & 1)
        or any(state.truce[realm] >> each & 1 or passed(state, each) for each in shielded)
        or (protected and is_led(state, emperor) and bool(state.allied[REALM.ids[emperor]] >> realm & 1))
    )


def npr_declares(play: Play[State], realm: int, target: int) -> Frames:
    """Let a realm that nobody plays declare war on a player's by an event, steps 3 to 7 (R9.06)."""
    state = play.state
    if _npr_barred(state, realm, target):
        return []
    begin_war(play, realm, target)
    seat, id, mask = REALM.ids[target], REALM.ids[realm], 1 << realm
    outside = not in_empire(state, realm) and realm != state.empire.emperor
    called = [emperor_called(seat, mask)] if outside and in_empire(state, target) else []
    return [*called, calls_to_arms(seat, mask, False, True), npr_war_begins(id, seat)]


@step("R9.06")
def npr_war_begins(play: Play[State], realm: RealmId, seat: SeatId) -> Frames:
    """Give the attacked player mil power; then come the battles of the war."""
    note_aggressors(play.state, 1 << REALM.index[realm])
    gain_power(play, seat, MIL, 1)
    active = play.state.turn.active or seat
    return [battles_of_war(active)] if any(due(play.state, active)) else []


@step("R9.02")
def war_begins(play: Play[State], seat: SeatId, targets: int, aggressors: int) -> Frames:
    """Begin a war: attacked players gain mil power, the aggressor loses its influence with the targets.

    Then come the battles.
    """
    note_aggressors(play.state, aggressors)
    for bit in bits(targets):
        if is_led(play.state, bit):
            gain_power(play, REALM.ids[bit], MIL, 1)
        remove_all(play, seat, areas_of(play.state, bit))
    return [after_declaration(seat)]


@step("R3.30")
def causes_end(play: Play[State]) -> None:
    """End tokens of casus belli and truces.

    An unused casus belli costs two prestige.
    """
    state = play.state
    for seat in state.order:
        for realm in bits(state.cb[seat]):
            if not (at_war(state, realm_of(seat), realm) or enemies(state, realm_of(seat)) >> realm & 1):
                gain_prestige(play, seat, -2, "cause_unused")
                play.emit(CasusBelliUnused(seat, REALM.ids[realm]))
        state.cb[seat] = 0
    state.truce[:] = [0] * len(state.truce)

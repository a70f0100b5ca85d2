"""Calls to arms: who is called when a war begins, and what follows from the answer (R11.30-11.50, R9.02)."""

from typing import Any, Final

from adjudicator import Action, Asking, Asks, Frames, Play, Question, Refusal, derive, word
from adjudicator.components import Code, bits
from adjudicator.kernel.steps import Frame

from ..facts import REALM, RealmId, SeatId
from ..state import State
from .alliances import activate, begin_truce, begin_war, end
from .book import STEPS, OfRealm, OfSeat, step
from .claims import barred, passed, place_cb
from .empire import change_authority, defends, emperor_seat, may_defend
from .influence import influence_leaves, lose_influence, wed_in
from .purse import MIL, gain_colonists, gain_power, gain_prestige
from .realms import in_empire
from .relations import ally_of, areas_of, at_war, influence_on, is_led, is_npr, neighbours, peaceful, realm_of
from .relations import enemies as foes

OFFENSIVE, DEFENSIVE = 2, 1
"""Influence that a call to an ally costs which nobody plays (R11.30)."""
REFUSAL_PRESTIGE: Final = 2
REFUSAL_INFLUENCE: Final = 5


class CallAnswered(OfSeat, frozen=True, tag="call_answered", rule="R11.40", touches=("caller",)):
    """A seat has accepted or refused a call to arms."""

    caller: RealmId
    accepted: bool


CallAlly = derive(OfRealm, "call_ally", "Call an ally to arms. R11.30.")


class AcceptCall(Action, frozen=True, tag="accept_call"):
    """Join the war of the caller; `active`: a caller that nobody plays becomes an active ally. R11.40."""

    active: bool = False


NoCall = word("no_call", "Call nobody else. R11.30.")
RefuseCall = word("refuse_call", "Refuse the call: the alliance ends. R11.50.")
PlaceCasusBelli = word("place_casus_belli", "Place a token of casus belli. R11.50, R13.01.")
KeepTruce = word("keep_truce", "Place none: a truce is kept. R11.50.")
not_callable = Code("R11.30", realm=REALM)
ally_fights = Code("R11.30", realm=REALM)
ally_far_away = Code("R11.30", realm=REALM)
too_little_for_call = Code("R11.30", realm=REALM, has=int, needs=int)

ABOUT: Final = {"enemies": tuple[RealmId, ...]}
CALLS: Final = Question("calls_to_arms", "R11.30", CallAlly, NoCall, default=NoCall(), alone="silence", about=ABOUT)
DEFENSIVE_CALLS: Final = CALLS.interrupting("defensive_calls")
FROM: Final = {"caller": RealmId, **ABOUT}
OFFENCE: Final = Question(
    "offensive_call", "R11.40", AcceptCall, RefuseCall, default=RefuseCall(), about=FROM, interrupts=True
)
DEFENCE: Final = Question(
    "defensive_call", "R11.40", AcceptCall, RefuseCall, default=AcceptCall(), about=FROM, interrupts=True
)
OF_REALM: Final = {"realm": RealmId}
GRUDGE: Final = Question(
    "refused_ally", "R11.50", PlaceCasusBelli, KeepTruce, default=PlaceCasusBelli(), about=OF_REALM, interrupts=True
)


@STEPS.announce
def war_begins(seat: SeatId, targets: int, aggressors: int) -> None: ...


def refused_call(state: State, seat: str, realm: int, enemies: int, offensive: bool) -> Refusal | None:
    """Return why a seat may not call an ally, or None if it may (R11.30)."""
    own, id = realm_of(seat), REALM.ids[realm]
    if not state.allied[seat] >> realm & 1 or enemies >> realm & 1:
        return not_callable(realm=id)
    if is_led(state, realm):
        both = offensive and state.allied[id] & enemies
        return not_callable(realm=id) if both or not enemies & ~state.war[realm] else None
    if not peaceful(state, realm):
        return ally_fights(realm=id)
    if not any(neighbours(state, other, realm) for other in (own, *bits(enemies))):
        return ally_far_away(realm=id)
    has, needs = influence_on(state, seat, realm), OFFENSIVE if offensive else DEFENSIVE
    return None if has >= needs else too_little_for_call(realm=id, has=has, needs=needs)


@step("R11.30")
def calls_to_arms(  # noqa: PLR0913 - what has become of the calls so far
    play: Play[State], seat: SeatId, enemies: int, offensive: bool, players: bool, joined: int = 0, called: int = 0
) -> Asking:
    """Let a seat call allies, one after the other, to the war that it declares or to its defence.

    `players`: players' realms may be called, too; `joined`: those that have joined an offensive.
    """
    state = play.state

    def why(action: Any) -> Refusal | None:
        realm = REALM.number(action.realm)
        if called >> realm & 1 or (is_led(state, realm) and not players):
            return not_callable(realm=action.realm)
        return refused_call(state, seat, realm, enemies, offensive)

    ask = CALLS if offensive else DEFENSIVE_CALLS
    offers = [*map(CallAlly, REALM.ids_of(state.allied[seat] & ~called)), NoCall()]
    answer = yield ask(seat, offers, why, enemies=list(REALM.ids_of(enemies)))
    if isinstance(answer, NoCall):
        return defences(state, seat, enemies, 1 << realm_of(seat) | joined) if offensive else None
    realm = REALM.index[answer.realm]
    if is_led(state, realm):
        return [call_received(answer.realm, seat, enemies, offensive, players, joined, called | 1 << realm)]
    activate(play, seat, realm)
    if any(neighbours(state, enemy, realm) for enemy in bits(enemies)):
        gain_power(play, seat, MIL, 1)
    cost = OFFENSIVE if offensive else DEFENSIVE
    areas = areas_of(state, realm)
    paid: Frames = []
    if REALM.things[realm].distant:
        gain_colonists(play, seat, wed_in(state, seat, areas) - cost)
    else:
        paid = lose_influence(state, seat, areas, cost)
    return [*paid, calls_to_arms(seat, enemies, offensive, players, joined, called | 1 << realm)]


@step("R11.40")
def call_received(  # noqa: PLR0913 - the calls go on behind it
    play: Play[State],
    seat: SeatId,
    caller: SeatId,
    enemies: int,
    offensive: bool,
    players: bool,
    joined: int,
    called: int,
) -> Asking:
    """Let a player answer the call of a player.

    The player must refuse an offensive call that the rules bar (R11.40).
    """
    state = play.state
    new = enemies & ~foes(state, realm_of(seat))
    must = offensive and any(barred(state, seat, bit) for bit in bits(new))
    answer: Action = RefuseCall()
    if not must:
        ask = OFFENCE if offensive else DEFENCE
        answer = yield ask(seat, [AcceptCall(), RefuseCall()], caller=caller, enemies=list(REALM.ids_of(enemies)))
    play.emit(CallAnswered(seat, caller, isinstance(answer, AcceptCall)))
    if isinstance(answer, AcceptCall):
        joins(play, seat, enemies)
        rest = calls_to_arms(caller, enemies, offensive, players, joined | 1 << realm_of(seat), called)
        return [rest]
    rest = calls_to_arms(caller, enemies, offensive, players, joined, called)
    return [*refuses(play, seat, realm_of(caller), defensive=not offensive), rest]


def joins(play: Play[State], seat: str, enemies: int) -> None:
    """Put a seat at war with these realms; its alliances with players among them end (R11.40)."""
    own = realm_of(seat)
    for bit in bits(enemies):
        end(play, seat, bit)
        begin_war(play, own, bit)


def refuses(play: Play[State], seat: str, caller: int, *, defensive: bool) -> Frames:
    """Refuse a call: the alliance ends, and a seat that refuses to defend pays for it (R11.50).

    It does not pay if it has passed or is already at war.
    """
    state, own = play.state, realm_of(seat)
    excused = passed(state, own) or bool(state.war[own])
    end(play, seat, caller)
    if not defensive or excused:
        begin_truce(play, own, caller)
        return []
    gain_prestige(play, seat, -REFUSAL_PRESTIGE, "call_refused")
    lost: Frames = [influence_leaves(seat, areas_of(state, caller), REFUSAL_INFLUENCE)]
    if not is_led(state, caller):
        begin_truce(play, own, caller)
        return lost
    return [*lost, refused_ally(REALM.ids[caller], seat)]


@step("R11.50")
def refused_ally(play: Play[State], seat: SeatId, other: SeatId) -> Asks:
    """Let the seat that was refused place a token of casus belli; else a truce is kept."""
    answer = yield GRUDGE(seat, [PlaceCasusBelli(), KeepTruce()], realm=other)
    if isinstance(answer, PlaceCasusBelli):
        place_cb(play, seat, realm_of(other))
    else:
        begin_truce(play, realm_of(seat), realm_of(other))


def defences(state: State, seat: str, targets: int, aggressors: int) -> Frames:
    """Return the frames of the calls to defence, in their order, and of what follows them (R9.02)."""
    aggressor, found = realm_of(seat), list[Frame]()
    by_id = sorted(bits(targets), key=REALM.id_of)
    outside = not in_empire(state, aggressor) and aggressor != state.empire.emperor
    if outside:
        found += [emperor_called(REALM.ids[each], aggressors) for each in by_id if in_empire(state, each)]
    found += [ally_called(REALM.ids[each], aggressors) for each in by_id if is_npr(state, each)]
    led = [REALM.ids[each] for each in by_id if is_led(state, each)]
    found += [calls_to_arms(each, aggressors, False, True) for each in led]
    return [*found, war_begins(seat, targets, aggressors)]


@step("R18.20")
def emperor_called(play: Play[State], realm: RealmId, aggressors: int) -> Asking:
    """Let the emperor answer the call of an imperial subject that is attacked from outside.

    Refusing costs authority. An emperor who is attacked may defend the emperor's own realm in the same way.
    """
    state, target = play.state, REALM.index[realm]
    emperor = emperor_seat(state)
    if emperor is None or not may_defend(state, target, aggressors):
        return None
    ask, own = DEFENCE, realm_of(emperor)
    enemies = list(REALM.ids_of(aggressors))
    answer = yield ask(emperor, [AcceptCall(), RefuseCall()], caller=realm, enemies=enemies)
    if own != target:
        play.emit(CallAnswered(emperor, realm, isinstance(answer, AcceptCall)))
    if isinstance(answer, RefuseCall):
        if own != target:
            change_authority(play, -1)
        return None
    return _accepted(play, emperor, target, aggressors, [*defends(play, aggressors)], new=own != target)


@step("R11.40")
def ally_called(play: Play[State], realm: RealmId, aggressors: int) -> Asking:
    """Let a realm that nobody plays call its ally when it is attacked.

    The ally may make it an active ally.
    """
    state, target = play.state, REALM.index[realm]
    ally = ally_of(state, target)
    if ally is None or aggressors >> realm_of(ally) & 1:
        return None
    offers: list[Action] = [AcceptCall(), RefuseCall()]
    if not state.active >> target & 1:
        offers.insert(1, AcceptCall(active=True))
    answer = yield DEFENCE(ally, offers, caller=realm, enemies=list(REALM.ids_of(aggressors)))
    play.emit(CallAnswered(ally, realm, isinstance(answer, AcceptCall)))
    if isinstance(answer, RefuseCall):
        return refuses(play, ally, target, defensive=True)
    frames = _accepted(play, ally, target, aggressors, [], new=True)
    if answer.active:
        activate(play, ally, target)
    return frames


def _accepted(play: Play[State], seat: str, caller: int, aggressors: int, frames: Frames, *, new: bool) -> Frames:
    """Make a seat defend a realm.

    For a realm that nobody plays, the seat gains mil power for a war that is new to it (R9.02), and may call others
    that nobody plays (R11.31).
    """
    own = realm_of(seat)
    active = realm_of(play.state.turn.active or seat)
    declarers = [active] if aggressors >> active & 1 else bits(aggressors)
    fresh = not any(at_war(play.state, own, declarer) for declarer in declarers)
    if new and fresh and not is_led(play.state, caller):
        gain_power(play, seat, MIL, 1)
    joins(play, seat, aggressors)
    return (
        [*frames, calls_to_arms(seat, aggressors, False, False)] if new and not is_led(play.state, caller) else frames
    )

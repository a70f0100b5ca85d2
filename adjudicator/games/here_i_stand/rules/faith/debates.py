"""Debates (18.5): two debaters, two rounds at most, spaces that turn, debaters who are burnt or disgraced."""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from adjudicator import Action, Asking, Frames, Play, Question, Refusal, ValidatedAnswers, word
from adjudicator.components import Code

from ...facts import CARD, DEBATER, ENGLAND, PAPACY, PROTESTANT, ZONE, DebaterId, PowerId, ZoneId
from ...state import Debate, State
from .. import hands
from ..book import PowerEvent, asking, step
from ..spending import CpDeed
from .attempts import commit, present, turning, uncommitted
from .scripture import SCRIPTURE
from .sources import Side

HERE_I_STAND: Final = CARD.number("here_i_stand")
CONFESSION, MORE, WARTBURG = (CARD.number(each) for each in ("augsburg_confession", "thomas_more", "the_wartburg"))
ATTACK: Final = 3
"""The dice of the attacker besides the debater's value."""
DEFENSE: Final = {True: 1, False: 2}
"""The dice of the defender besides the value, for a committed debater and for another."""

no_debates_there = Code("18.5", zone=ZONE)
nobody_to_send = Code("18.5")
nobody_to_meet = Code("18.5", zone=ZONE)
no_debates_now = Code("18.5")


class DebateCalled(PowerEvent, frozen=True, tag="debate_called", rule="18.5"):
    """A debate was called in a zone."""

    zone: ZoneId


class DebatersMet(PowerEvent, frozen=True, tag="debaters_met", rule="18.5"):
    """The debaters of a round were drawn: of whoever called the debate, and of the other side."""

    attacker: DebaterId
    defender: DebaterId
    round: int


class DebateRolled(PowerEvent, frozen=True, tag="debate_rolled", rule="18.5"):
    """A round of a debate was rolled."""

    attacker: DebaterId
    defender: DebaterId
    attack: tuple[int, ...]
    defense: tuple[int, ...]


class DebateWon(PowerEvent, frozen=True, tag="debate_won", rule="18.5"):
    """A side won a debate by so many hits."""

    by: int


class Burnt(PowerEvent, frozen=True, tag="burnt", rule="18.5", hits=("power",)):
    """A debater was burnt or disgraced, for victory points of the other side."""

    debater: DebaterId
    vp: int


class ResultCancelled(PowerEvent, frozen=True, tag="result_cancelled", rule="18.5"):
    """Campeggio was rolled for after a loss, and the result was cancelled or not."""

    die: int
    cancelled: bool


class CallDebate(CpDeed, frozen=True, tag="call_debate"):
    """Call a debate in a zone, against committed debaters or against others. 18.5."""

    zone: ZoneId
    committed: bool = False

    row: ClassVar[str] = "debate"

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        if seat in (PAPACY, PROTESTANT):
            yield from (cls(zone, pool) for zone in SCRIPTURE for pool in (False, True))

    def against(self, state: State, seat: str) -> Refusal | None:
        return refused(state, seat, self.zone)

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        return debate(play, seat, self.zone, committed=self.committed)


def refused(state: State, power: str, zone: str) -> Refusal | None:
    """Return why a power cannot call a debate in a zone, or None (18.5)."""
    if zone not in SCRIPTURE or (zone == "english" and state.this_turn >> MORE & 1):
        return no_debates_there(zone=zone)
    if power == PROTESTANT and state.this_turn >> WARTBURG & 1:
        return no_debates_now()
    side: Side = "papacy" if power == PAPACY else "protestant"
    if not uncommitted(state, side, zone):
        return nobody_to_send()
    if not present(state, "protestant", zone) or not present(state, "papacy"):
        return nobody_to_meet(zone=zone)
    return None


def debate(  # noqa: PLR0913 - each says one thing about the debate
    play: Play[State],
    power: str,
    zone: str,
    *,
    committed: bool = False,
    extra: int = 0,
    own: str = "",
    barred: str = "",
) -> Frames:
    """Begin a debate (18.5): `extra` dice; `own`: the debater who is sent, `barred`: the one who may not take part."""
    play.state.debate = Debate(power, zone, committed, extra, own, barred)
    play.emit(DebateCalled(power, zone))
    return [debate_round(1)]


def _other(side: Side) -> Side:
    return "protestant" if side == "papacy" else "papacy"


def side_of(power: str) -> Side:
    """Return the side of a power that debates: England's debates are those of the Protestants."""
    return "papacy" if power == PAPACY else "protestant"


def _pool(state: State, now: Debate, side: Side, *, committed: bool) -> list[str]:
    """Return the debaters of a side among whom one is drawn; of another pool if one is empty."""
    free = [each for each in uncommitted(state, side, now.zone) if each != now.barred]
    bound = [each for each in present(state, side, now.zone) if each not in free and each != now.barred]
    return (bound or free) if committed else (free or bound)


@step("18.5")
def debate_round(play: Play[State], number: int) -> Frames:
    """Draw the debaters of a round (18.5)."""
    state = play.state
    now = state.debate
    assert now is not None
    attacking = side_of(now.power)
    drawn = {}
    for side in (attacking, _other(attacking)):
        if side == attacking and number == 1 and now.own:
            drawn[side] = now.own
            continue
        pool = _pool(state, now, side, committed=side != attacking and number == 1 and now.committed)
        if not pool:
            state.debate = None
            return []
        drawn[side] = play.pick("debater", "debater", pool, side=side)
    now.attacker, now.defender, now.round = drawn[attacking], drawn[_other(attacking)], number
    now.attacker_free = now.attacker in uncommitted(state, attacking)
    now.defender_free = now.defender in uncommitted(state, _other(attacking))
    play.emit(DebatersMet(now.power, now.attacker, now.defender, number))
    return [inserting(), luther_stands(), debating()]


class Insert(Action, frozen=True, tag="insert_debater"):
    """Put Bullinger in the place of the Protestant debater of a second round. 18.5."""

    debater: DebaterId


KeepDebater = word("keep_debater", "Leave the debater who was drawn. 18.5.")
INSERT: Final = Question("insert", "18.5", Insert, default=KeepDebater(), interrupts=True)


@step("18.5")
def inserting(play: Play[State]) -> Asking:
    """Ask the Protestants in a second round whether Bullinger takes part (18.5)."""
    state = play.state
    now = state.debate
    assert now is not None
    able = [each for each in uncommitted(state, "protestant") if DEBATER.thing(each).bonus.kind == "insert"]
    if now.round == 1 or not able or able[0] in (now.attacker, now.defender):
        return []
    answer = yield INSERT.in_turn_of(state.impulse.power)(PROTESTANT, [Insert(able[0]), KeepDebater()])
    if isinstance(answer, Insert):
        _replace(play, answer.debater)
    return []


def _replace(play: Play[State], debater: str) -> None:
    """Put a debater in the place of the Protestant one."""
    now, free = play.state.debate, debater in uncommitted(play.state, "protestant")
    assert now is not None
    if side_of(now.power) == "protestant":
        now.attacker, now.attacker_free = debater, free
    else:
        now.defender, now.defender_free = debater, free


StandHere = word("stand_here", "Let Luther take the place of the debater, with Here I Stand. 18.5.")
StandBack = word("stand_back", "Leave Luther out of it. 18.5.")
STAND: Final = Question("here_i_stand", "18.5", StandHere, default=StandBack(), interrupts=True)


@step("18.5")
def luther_stands(play: Play[State]) -> Asking:
    """Ask the Protestants in a debate of the German zone whether Luther takes part, while Here I Stand is unplayed.

    Luther may be committed, excommunicated or barred, but not dead (18.5).
    """
    state = play.state
    now = state.debate
    assert now is not None
    luther = "luther" not in DEBATER.ids_of(state.burnt) and state.powers[PROTESTANT].ruler == "luther"
    able = now.zone == "german" and luther and state.hands[PROTESTANT].home >> HERE_I_STAND & 1
    if not able or state.this_turn >> WARTBURG & 1 or "luther" in (now.attacker, now.defender):
        return []
    answer = yield STAND.in_turn_of(state.impulse.power)(PROTESTANT, [StandHere(), StandBack()])
    if isinstance(answer, StandHere):
        replaced = now.attacker if side_of(now.power) == "protestant" else now.defender
        hands.spent(play.state, PROTESTANT, HERE_I_STAND)
        if replaced in uncommitted(play.state, "protestant"):
            commit(play, replaced)
        _replace(play, "luther")
        hands.draw(play, PROTESTANT, 1)
    return []


def attack_dice(state: State, now: Debate) -> int:
    """Return the dice of whoever called the debate (18.5)."""
    known, papal = DEBATER.thing(now.attacker), now.power == PAPACY
    value = known.value
    if papal and now.zone == "english" and state.powers[ENGLAND].ruler == "mary_i":
        value *= 2
    found = value + ATTACK + now.extra
    if papal and state.this_turn >> CONFESSION & 1:
        found -= 1
    if known.bonus.kind == "debate_die" and now.attacker_free and known.bonus.zone in ("", now.zone):
        found += 1
    return max(1, found)


def defense_dice(now: Debate) -> int:
    """Return the dice of the other side (18.5)."""
    return DEBATER.thing(now.defender).value + DEFENSE[not now.defender_free]


@step("18.5")
def debating(play: Play[State]) -> Frames:
    """Roll a round: the difference of the hits decides, a tie leads to a second round (18.5)."""
    state = play.state
    now = state.debate
    assert now is not None
    attack = play.roll("debate", attack_dice(state, now), 6, side="attack")
    defense = play.roll("debate", defense_dice(now), 6, side="defense")
    play.emit(DebateRolled(now.power, now.attacker, now.defender, tuple(attack), tuple(defense)))
    for each in (now.attacker, now.defender):
        if not state.committed >> DEBATER.index[each] & 1:
            commit(play, each)
    difference = sum(die >= 5 for die in attack) - sum(die >= 5 for die in defense)
    if not difference:
        if now.round == 1:
            return [debate_round(2)]
        state.debate = None
        return []
    winner, loser = (now.attacker, now.defender) if difference > 0 else (now.defender, now.attacker)
    loser_free = now.defender_free if difference > 0 else now.attacker_free
    if DEBATER.thing(loser).bonus.kind == "campeggio" and loser_free:
        (die,) = play.roll("campeggio", 1, 6)
        cancelled = die >= 5
        play.emit(ResultCancelled(PAPACY, die, cancelled))
        if cancelled:
            state.debate = None
            return []
    return _won(play, winner, loser, abs(difference))


def _won(play: Play[State], winner: str, loser: str, by: int) -> Frames:
    """Give the winner of a debate spaces, and perhaps the debater of the loser."""
    state = play.state
    now = state.debate
    assert now is not None
    side, value = DEBATER.thing(winner).side, DEBATER.thing(loser).value
    power = PAPACY if side == "papacy" else PROTESTANT
    play.emit(DebateWon(power, by))
    flips = by
    for each, free in ((now.attacker, now.attacker_free), (now.defender, now.defender_free)):
        if DEBATER.thing(each).bonus.kind == "extra_flip" and free:
            flips += 1
    if by > value:
        burn(play, loser, value)
    zone, state.debate = now.zone, None
    return [turning(power, flips, zone)]


def burn(play: Play[State], debater: str, vp: int) -> None:
    """Take a debater out of the match, with the reformer of the same name; the other side scores (18.5)."""
    side = DEBATER.thing(debater).side
    power = PROTESTANT if side == "papacy" else PAPACY
    play.state.burnt_vp = {**play.state.burnt_vp, power: play.state.burnt_vp.get(power, 0) + vp}
    take_away(play, debater)
    play.emit(Burnt(power, debater, vp))


def take_away(play: Play[State], debater: str) -> None:
    """Take a debater, and the reformer of the same name, out of the match."""
    state = play.state
    state.burnt |= 1 << DEBATER.index[debater]
    state.debaters &= ~(1 << DEBATER.index[debater])
    state.reformers = {name: at for name, at in state.reformers.items() if name != debater}


NoDebate = word("no_debate", "Call no debate. 18.5.")


class FreeDebateAnswers(ValidatedAnswers[State]):
    """A debate that an event allows, for nothing, in one of some zones (18.5)."""

    kind, rule, interrupts = "free_debate", "18.5", True
    actions = (CallDebate, NoDebate)
    zones: tuple[str, ...]

    def __init__(self, zones: tuple[str, ...]) -> None:
        self.zones = zones

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield from (CallDebate(zone, pool) for zone in self.zones for pool in (False, True))
        yield NoDebate()

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if not isinstance(action, CallDebate):
            return None
        return refused(state, seat, action.zone) if action.zone in self.zones else no_debates_there(zone=action.zone)

    def default(self, state: State, seat: str) -> Action:
        return NoDebate()


@step("18.5")
def free_debate(play: Play[State], power: PowerId, zones: list[ZoneId], extra: int = 0, english: int = 0) -> Asking:
    """Let a power call a debate for nothing; `english`: dice in the English zone instead of `extra`."""
    able = tuple(each for each in zones if refused(play.state, power, each) is None)
    if not able:
        return []
    answer = yield asking(play, power, FreeDebateAnswers(able))
    if not isinstance(answer, CallDebate):
        return []
    dice = english if english and answer.zone == "english" else extra
    return debate(play, power, answer.zone, committed=answer.committed, extra=dice)

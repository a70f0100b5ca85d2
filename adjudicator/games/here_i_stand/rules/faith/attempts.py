"""Reformation and counter-reformation attempts (18.3, 18.4)."""

from collections.abc import Iterator
from itertools import product
from typing import Any, Final, NamedTuple

from msgspec import Struct, to_builtins

from adjudicator import Action, Asking, Play, Refusal, ValidatedAnswers, word
from adjudicator.components import Code
from adjudicator.components.bits import bits, mask_of
from adjudicator.kernel.standing import once

from ...facts import (
    BESIDE,
    CARD,
    DEBATER,
    ENGLAND,
    HOME_OF,
    LOCATION,
    OWNER,
    PAPACY,
    PROTESTANT,
    SPACE,
    ZONE_OF,
    DebaterId,
    PowerId,
    SpaceId,
)
from ...state import State
from .. import table, unrest
from ..book import PowerEvent, asking, step
from . import sources
from .conversion import convert
from .sources import Side

ENGLISH_HELPERS: Final = ("cranmer", "latimer", "wishart", "knox")
"""The debaters whose bonus England may use (18.5)."""
PRESS, CONFESSION = CARD.number("printing_press"), CARD.number("augsburg_confession")
AUTOMATIC: Final = 6

no_target = Code("18.3", space=SPACE)
tried_already = Code("18.3", space=SPACE)
not_uncommitted = Code("18.5", debater=DEBATER)
no_such_bonus = Code("18.5", debater=DEBATER)
bonus_used = Code("18.5")


class Attempted(PowerEvent, frozen=True, tag="attempted", rule="18.3", touches=("space",)):
    """An attempt was rolled: the dice of both sides, with what is added to the attacker's, and whether it succeeded."""

    space: SpaceId
    dice: tuple[int, ...]
    against: tuple[int, ...]
    modifier: int
    success: bool
    debater: DebaterId | None = None


class Committed(PowerEvent, frozen=True, tag="committed", rule="18.5"):
    """A debater was committed."""

    debater: DebaterId


@once
def uncommitted(state: State, side: Side, zone: str = "") -> list[str]:
    """Return the debaters of a side who are in the match and not committed; of the Protestants perhaps in a zone."""
    free = state.debaters & ~state.committed & ~state.banned & ~state.burnt
    return [
        each
        for each in DEBATER.ids_of(free)
        if DEBATER.thing(each).side == side and (not zone or side == "papacy" or DEBATER.thing(each).zone == zone)
    ]


def present(state: State, side: Side, zone: str = "") -> list[str]:
    """Return all debaters of a side who are in the match, of the Protestants perhaps in a zone."""
    there = state.debaters & ~state.banned & ~state.burnt
    return [
        each
        for each in DEBATER.ids_of(there)
        if DEBATER.thing(each).side == side and (not zone or side == "papacy" or DEBATER.thing(each).zone == zone)
    ]


def tried(state: State, side: Side) -> int:
    """Return the spaces that a side has tried in this impulse, as a mask: each is tried once (18.3, 18.4)."""
    return state.impulse.tried.get(side, 0)


def commit(play: Play[State], debater: str) -> None:
    """Commit a debater (18.5)."""
    play.state.committed |= 1 << DEBATER.index[debater]
    side = DEBATER.thing(debater).side
    play.emit(Committed(side, debater))


def uses_bonus(state: State, power: str, debater: str) -> Refusal | None:
    """Return why a power cannot use the bonus of a debater now, or None: one in an impulse, uncommitted ones only."""
    known = DEBATER.thing(debater)
    side: Side = "papacy" if power == PAPACY else "protestant"
    if debater not in uncommitted(state, side) or (power == ENGLAND and debater not in ENGLISH_HELPERS):
        return not_uncommitted(debater=debater)
    if power not in (PAPACY, PROTESTANT, ENGLAND) or known.side != side:
        return no_such_bonus(debater=debater)
    return bonus_used() if state.impulse.bonus >> OWNER.index[power] & 1 else None


def take_bonus(play: Play[State], power: str, debater: str) -> None:
    """Commit a debater for the bonus; a power uses one in an impulse."""
    play.state.impulse.bonus |= 1 << OWNER.index[power]
    commit(play, debater)


def within_two(at: str, center: str) -> bool:
    """Return whether a space is at most two steps from another."""
    start = 1 << LOCATION.index[center]
    ring = start | BESIDE[LOCATION.index[center]]
    for n in bits(ring):
        ring |= BESIDE[n]
    return bool(ring >> LOCATION.index[at] & 1)


def bonus_dice(state: State, debater: str, at: str) -> int:
    """Return the dice that the bonus of a debater adds to an attempt at a space; 0: it does not reach there."""
    bonus = DEBATER.thing(debater).bonus
    if bonus.kind not in ("attempt_die", "counter_die"):
        return 0
    if bonus.near and not within_two(at, bonus.near):
        return 0
    if bonus.leader:
        found = state.leaders.get(bonus.leader)
        if found is None or found.at not in SPACE or not within_two(at, found.at):
            return 0
    if bonus.homes and not table.has(ZONE_OF["english"] & _homes(bonus.homes), at):
        return 0
    if bonus.electorate and SPACE.thing(at).kind != "electorate":
        return 0
    return bonus.dice


def _homes(owners: tuple[str, ...]) -> int:
    """Return the home spaces of some owners, as a mask."""
    return mask_of(n for each in owners for n in bits(HOME_OF[each]))


class Aim(Struct, frozen=True, omit_defaults=True):
    """What holds for all attempts of an action; see `attempting`."""

    zone: str
    extra: int = 0
    modifier: int = 0
    helper: str = ""


class Try(Action, frozen=True, tag="try"):
    """Try to turn a space, perhaps with the bonus of a debater. 18.3, 18.4."""

    space: SpaceId
    debater: DebaterId | None = None


NoMoreTries = word("no_more_tries", "Make no more attempts. 18.3.")


class TryAnswers(ValidatedAnswers[State]):
    """The space of an attempt. `left`: how many are left; `zone`: the target zone; `only`: attempts go nowhere else."""

    kind, rule, interrupts = "attempt", "18.3", True
    actions = (Try, NoMoreTries)

    def __init__(self, side: Side, left: int, aim: Aim, only: bool) -> None:
        self.side, self.left, self.aim, self.only = side, left, aim, only
        self.zone, self.helper = aim.zone, aim.helper

    def open(self, state: State) -> int:
        """Return the spaces that may be tried now."""
        found = sources.targets(state, self.side) & ~tried(state, self.side)
        return found & _allowed(self.zone) if self.only else found

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        open = self.open(state)
        home = open & _allowed(self.zone)
        for n in (*bits(home), *bits(open & ~home)):
            at = LOCATION.ids[n]
            yield Try(at)
            if not self.helper:
                yield from (Try(at, each) for each in uncommitted(state, self.side) if bonus_dice(state, each, at))
        yield NoMoreTries()

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if not isinstance(action, Try):
            return None
        at = action.space
        if not table.has(self.open(state), at):
            return tried_already(space=at) if table.has(tried(state, self.side), at) else no_target(space=at)
        if action.debater is None:
            return None
        if self.helper or not bonus_dice(state, action.debater, at):
            return no_such_bonus(debater=action.debater)
        return uses_bonus(state, seat, action.debater)

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"left": self.left, **to_builtins(self.aim)}

    def default(self, state: State, seat: str) -> Action:
        return NoMoreTries()


def _allowed(zone: str) -> int:
    """Return the spaces of a target zone; "england": home spaces of England."""
    return HOME_OF[ENGLAND] if zone == ENGLAND else sources.zone_mask(zone)


@step("18.3")
def attempting(  # noqa: PLR0913 - each says one thing about the attempts of an action
    play: Play[State],
    power: PowerId,
    left: int,
    zone: str,
    extra: int = 0,
    modifier: int = 0,
    helper: str = "",
    only: bool = False,
) -> Asking:
    """Ask for one attempt after the other, and roll each (18.3).

    `power` makes reformation attempts, the Papacy counter-reformation attempts. `extra`: dice, `modifier`: added to
    them in the target zone; `helper`: the debater whose bonus counts in all attempts of the action.
    """
    side: Side = "papacy" if power == PAPACY else "protestant"
    answers = TryAnswers(side, left, Aim(zone, extra, modifier, helper), only)
    if left < 1 or not answers.open(play.state):
        return []
    answer = yield asking(play, power, answers)
    if not isinstance(answer, Try):
        return []
    if answer.debater is not None:
        take_bonus(play, power, answer.debater)
        helper = answer.debater
    done = play.state.impulse.tried
    play.state.impulse.tried = {**done, side: done.get(side, 0) | table.bit(answer.space)}
    _roll(play, power, answer.space, Aim(zone, extra, modifier, helper))
    return [attempting(power, left - 1, zone, extra, modifier, helper, only)]


class Terms(NamedTuple):
    """The terms of an attempt: the dice of both sides, what is added to the highest one, and whether a tie wins.

    Where a tie wins, a six wins at once.
    """

    dice: int
    against: int
    added: int
    wins_ties: bool

    def succeeds(self, highest: int, against: int) -> bool:
        """Return whether an attempt with this highest die succeeds against another one."""
        highest += self.added
        return highest > against or (self.wins_ties and (highest == against or highest >= AUTOMATIC))

    @property
    def chance(self) -> float:
        """The probability that the attempt succeeds."""
        ways = product(range(1, 7), repeat=2)
        won = (
            highs_of(self.dice, high) * highs_of(self.against, low) for high, low in ways if self.succeeds(high, low)
        )
        return sum(won) / pow(6.0, self.dice + self.against)


def highs_of(dice: int, highest: int) -> int:
    """Return in how many ways the highest of so many dice shows a face."""
    return int(highest**dice - (highest - 1) ** dice)


def terms_of(state: State, side: Side, at: str, aim: Aim) -> Terms:
    """Return the terms of an attempt at a space (18.3, 18.4)."""
    other: Side = "protestant" if side == "papacy" else "papacy"
    in_zone = table.has(_allowed(aim.zone), at)
    added = aim.modifier if in_zone else 0
    number = sources.dice(state, side, at) + aim.extra
    if aim.helper:
        number += bonus_dice(state, aim.helper, at)
    if side == "protestant":
        number += state.this_turn >> PRESS & 1
    else:
        added -= state.this_turn >> CONFESSION & 1
    wins_ties = in_zone and (side == "protestant" or sources.strict_pope(state))
    return Terms(number, sources.dice(state, other, at), added, wins_ties)


def _roll(play: Play[State], power: str, at: str, aim: Aim) -> None:
    """Roll an attempt, and turn the space if it succeeds (18.3, 18.4)."""
    state = play.state
    side: Side = "papacy" if power == PAPACY else "protestant"
    terms = terms_of(state, side, at, aim)
    dice = play.roll("attempt", terms.dice, 6, space=at)
    at_once = terms.wins_ties and max(dice) + terms.added >= AUTOMATIC
    against = [] if at_once else play.roll("resistance", terms.against, 6, space=at)
    success = terms.succeeds(max(dice), max(against, default=0))
    play.emit(Attempted(power, at, tuple(dice), tuple(against), terms.added, success, aim.helper or None))
    if success:
        convert(play, at, "protestant" if side == "protestant" else "catholic")
    elif aim.helper == "carlstadt" and table.has(_allowed(aim.zone), at) and not table.has(state.unrest, at):
        unrest.place(play, (at,))


class Turn(Action, frozen=True, tag="turn_space"):
    """Turn a space to your religion, as a debate has won it. 18.5."""

    space: SpaceId


class TurnAnswers(ValidatedAnswers[State]):
    """The space that the winner turns without an attempt: first of a zone, then anywhere (18.5)."""

    kind, rule, interrupts = "turn_space", "18.5", True
    actions = (Turn,)

    def __init__(self, side: Side, left: int, zone: str, only: bool) -> None:
        self.side, self.left, self.zone, self.only = side, left, zone, only

    def open(self, state: State) -> int:
        """Return the spaces that may be turned now."""
        found = sources.targets(state, self.side)
        if self.only and self.side == "protestant":
            found &= _beside(state.protestant)
        elif self.only:
            found &= _beside(sources.catholic(state))
        home = found & _allowed(self.zone)
        return home if home or self.only else found

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        return map(Turn, LOCATION.ids_of(self.open(state)))

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, Turn)
        return None if table.has(self.open(state), action.space) else no_target(space=action.space)

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"left": self.left, "zone": self.zone}

    def default(self, state: State, seat: str) -> Action | None:
        return next(iter(self.candidates(state, seat)), None)


def _beside(mask: int) -> int:
    """Return the spaces next to those of a mask."""
    found = 0
    for n in bits(mask):
        found |= BESIDE[n]
    return found


@step("18.5")
def turning(play: Play[State], power: PowerId, left: int, zone: str, only: bool = False) -> Asking:
    """Let the winner of a debate turn spaces one after the other; `only`: in the zone, beside its own religion."""
    side: Side = "papacy" if power == PAPACY else "protestant"
    answers = TurnAnswers(side, left, zone, only)
    if left < 1 or not answers.open(play.state):
        return []
    answer = yield asking(play, power, answers, automatic=True)
    convert(play, answer.space, "protestant" if side == "protestant" else "catholic")
    return [turning(power, left - 1, zone, only)]

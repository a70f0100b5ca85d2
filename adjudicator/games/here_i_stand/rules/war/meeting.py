"""What others do when a formation comes: intercept (13.2), avoid battle (13.3), go into the fortification (13.4)."""

from collections.abc import Iterator
from typing import Annotated, Any

from adjudicator import Action, Asking, Choose, Frames, Play, Question, Refusal, word
from adjudicator.components import Code
from adjudicator.components.bits import bits

from ...facts import ELECTORATE, LEADER, LINKS, LOCATION, OTTOMAN, POWER, SPACE, PowerId, SpaceId
from ...state import FACE, OfArmy, State, Troops
from .. import table
from ..book import Choices, PowerEvent, step
from . import battle, entering, formations, sides, sieges
from .formations import UNLED

NEEDED = 9
"""What two dice must make for an interception or to avoid battle (13.2, 13.3)."""


class InterceptionRolled(PowerEvent, frozen=True, tag="interception_rolled", rule="13.2", touches=("origin", "to")):
    """A power tried to intercept; `total`: with all modifiers."""

    origin: SpaceId
    to: SpaceId
    faces: Annotated[tuple[int, ...], FACE]
    total: int
    success: bool
    units: int
    leaders: Annotated[tuple[str, ...], LEADER] = ()


class AvoidanceRolled(PowerEvent, frozen=True, tag="avoidance_rolled", rule="13.3", touches=("space", "to")):
    """A power tried to avoid battle; without dice where units that lost a battle before go away."""

    space: SpaceId
    to: SpaceId
    faces: Annotated[tuple[int, ...], FACE]
    total: int
    success: bool
    units: int
    leaders: Annotated[tuple[str, ...], LEADER] = ()


cannot_intercept = Code("13.2", space=SPACE)
tried_already = Code("13.2", space=SPACE)
no_refuge = Code("13.3", space=SPACE)
too_many_units = Code("13.2", units=int, most=int)


def modifier(state: State, power: str, troops: Troops, leaders: tuple[str, ...], against: list[Any]) -> int:
    """Return what is added to the dice: the best leader, and cavalry of the Ottoman (13.2, 13.3)."""
    cavalry = bool(troops.cavalry) if power == OTTOMAN else -any(each.cavalry for each in against)
    return table.best_battle(leaders) + int(cavalry)


# ---- interception


def rested(state: State, power: str, at: str) -> list[Any]:
    """Return the units of a power in a space that have not tried to intercept in this impulse."""
    return formations.less(formations.army(state, power, at), state.impulse.tired.get(at, []))


def origins(state: State, power: str, mover: str, to: str) -> list[str]:
    """Return from where a power might intercept a formation that enters a space (13.2)."""
    beside = [LOCATION.ids[each] for each in bits(LINKS[LOCATION.index[to]])]
    near = [at for at in beside if table.land_of(state, power, at, inside=False)]
    if not near or not may_intercept_into(state, power, mover, to):
        return []
    tried = state.battle.tried if state.battle is not None else 0
    return [at for at in near if not table.has(tried, at) and rested(state, power, at)]


def may_intercept_into(state: State, power: str, mover: str, to: str) -> bool:
    """Return whether a power may intercept a formation into a space (13.2)."""
    besieged = table.besieged(state, to)
    if table.fortified(state, to) and table.friendly(state, mover, to) and not besieged:
        return False
    here = [each for each in table.forces(state, to) if table.land(each)]
    if any(each.inside or not table.allied(state, power, each.owner) for each in here):
        return False
    owner = table.controller(state, to)
    known = owner in entering.NEUTRAL or table.allied(state, power, owner) or table.at_war(state, power, owner)
    return bool(owner) and known and (state.league or not table.has(ELECTORATE.mask, to))


class Intercept(Action, OfArmy, frozen=True, tag="intercept"):
    """Try to intercept with a formation from this space; `everybody`: with all that may try it. 13.2."""

    origin: SpaceId


NoInterception = word("no_interception", "Do not intercept. 13.2.")


class InterceptAnswers(Choices):
    """The interceptions that a power may try (13.2). `to`: where the formation of the active power goes."""

    kind, rule, interrupts = "intercept", "13.2", True
    actions = (Intercept, NoInterception)
    silent = NoInterception

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield NoInterception()
        now = sides.battle_of(state)
        for at in origins(state, seat, now.power, now.at):
            available = formations.troops(seat, rested(state, seat, at))
            for troops, led in formations.forms(available, tuple(formations.able(state, seat, at))):
                yield Intercept(at, **troops.named(), leaders=led)

    def against(self, state: State, seat: str, action: Any) -> Refusal | None:
        now = sides.battle_of(state)
        if table.has(now.tried, action.origin):
            return tried_already(space=action.origin)
        if action.origin not in origins(state, seat, now.power, now.at):
            return cannot_intercept(space=action.origin)
        free = formations.troops(seat, rested(state, seat, action.origin))
        action = formations.in_full(action, free, formations.able(state, seat, action.origin))
        weary = [each for each in action.leaders if each not in formations.able(state, seat, action.origin)]
        if weary:
            return formations.leader_not_there(leader=weary[0])
        if (bad := formations.group_refused(state, seat, action.origin, action, free)) is not None:
            return bad
        most = formations.limit(action.leaders)
        return too_many_units(units=action.troops.total, most=most) if action.troops.total > most else None

    def context(self, state: State, seat: str) -> dict[str, Any]:
        now = sides.battle_of(state)
        return {"origin": now.origin, "to": now.at, "units": formations.size(now.units)}


@step("13.2")
def intercepting(play: Play[State], power: PowerId) -> Asking:
    """Ask a power whether it intercepts, once for each space; after a success only that power may go on (13.2)."""
    state, now = play.state, sides.battle_of(play.state)
    if (now.met and not now.met >> POWER.ids.index(power) & 1) or not origins(state, power, now.power, now.at):
        return []
    answer = yield Choose(power, InterceptAnswers())
    if not isinstance(answer, Intercept):
        return []
    state, now = play.state, sides.battle_of(play.state)
    rest = rested(state, power, answer.origin)
    answer = formations.in_full(answer, formations.troops(power, rest), formations.able(state, power, answer.origin))
    units = formations.parted(power, rest, answer.troops)
    now.tried |= table.bit(answer.origin)
    formations.tire(state, answer.origin, units)
    formations.bind(state, answer.leaders)
    faces = play.roll("interception", 2, 6, power=power)
    total = sum(faces) + modifier(state, power, answer.troops, answer.leaders, now.units)
    success = total >= NEEDED
    play.emit(
        InterceptionRolled(
            power, answer.origin, now.at, tuple(faces), total, success, answer.troops.total, answer.leaders
        )
    )
    if success:
        now.met |= 1 << POWER.ids.index(power)
        formations.shift(state, answer.origin, now.at, units)
        for each in answer.leaders:
            sieges.move_leader(state, each, now.at)
        sieges.catch(play, power, now.at)
    frames = [sieges.siege_checked(answer.origin)] if success else []
    return [*frames, intercepting(power)]


# ---- those who stand there


@step("13.3")
def standing(play: Play[State]) -> Frames:
    """Let those who stand in the space avoid battle or go inside, unless there was an interception; then fight."""
    state, now = play.state, sides.battle_of(play.state)
    if not now.units or not sides.hostile(state, now.power, now.at, inside=False):
        return []
    frames: list[Any] = []
    if not now.met:
        _inactive(play)
        frames = [avoiding(each) for each in sides.powers(state, "defense")]
    return [*frames, withdrawing(), battle.field_battle()]


def _inactive(play: Play[State]) -> None:
    """Put inactive minors and independents inside that have no more than four land units (22.1)."""
    state, now = play.state, sides.battle_of(play.state)
    if not table.fortified(state, now.at):
        return
    for each in sides.hostile(state, now.power, now.at, inside=False):
        if not table.major_of(state, each.owner) and table.land(each) <= UNLED:
            _go_inside(play, each.owner)


def _go_inside(play: Play[State], owner: str) -> None:
    state, at = play.state, sides.battle_of(play.state).at
    count = 0
    for each in list(table.forces(state, at)):
        if each.owner == owner and not each.inside:
            counts = table.counts(each)
            count += table.land(each)
            minus = {kind: -number for kind, number in counts.items()}
            table.add(state, at, owner, minus, lent_to=each.lent_to)
            table.add(state, at, owner, counts, inside=True, lent_to=each.lent_to)
    play.emit(sieges.WentInside(owner, at, count))


class AvoidBattle(Action, OfArmy, frozen=True, tag="avoid_battle"):
    """Try to avoid battle with these units, to a space beside; `everybody`: with all that stand there. 13.3."""

    to: SpaceId


StandFast = word("stand_fast", "Do not avoid battle. 13.3.")


class AvoidAnswers(Choices):
    """The ways to avoid battle (13.3)."""

    kind, rule, interrupts = "avoid_battle", "13.3", True
    actions = (AvoidBattle, StandFast)
    silent = StandFast

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield StandFast()
        now = sides.battle_of(state)
        there = formations.troops(seat, formations.army(state, seat, now.at))
        leaders = tuple(formations.captains(state, seat, now.at))
        for to in entering.refuges(state, seat, now.at, but=now.origin):
            yield AvoidBattle(to, **there.named(), leaders=leaders)
            if there.total > UNLED:
                yield AvoidBattle(to, **formations.cut(there, there.total - UNLED).named(), leaders=leaders)
            if there.total > 1:
                yield AvoidBattle(to, **formations.cut(there, there.total // 2).named(), leaders=leaders)

    def against(self, state: State, seat: str, action: Any) -> Refusal | None:
        now = sides.battle_of(state)
        if action.to not in entering.refuges(state, seat, now.at, but=now.origin):
            return no_refuge(space=action.to)
        there = formations.troops(seat, formations.army(state, seat, now.at))
        action = formations.in_full(action, there, formations.captains(state, seat, now.at))
        return formations.group_refused(state, seat, now.at, action, there, led_only=True)

    def context(self, state: State, seat: str) -> dict[str, Any]:
        now = sides.battle_of(state)
        return {"origin": now.origin, "to": now.at, "units": formations.size(now.units)}


@step("13.3")
def avoiding(play: Play[State], power: PowerId) -> Asking:
    """Ask a power whether any of its units in the space avoid battle (13.3)."""
    state, now = play.state, sides.battle_of(play.state)
    army = formations.army(state, power, now.at)
    if not army or not entering.refuges(state, power, now.at, but=now.origin):
        return []
    answer = yield Choose(power, AvoidAnswers())
    if not isinstance(answer, AvoidBattle):
        return []
    state, now = play.state, sides.battle_of(play.state)
    captains = formations.captains(state, power, now.at)
    answer = formations.in_full(answer, formations.troops(power, army), captains)
    units = formations.parted(power, army, answer.troops)
    beaten = formations.common(units, state.impulse.stuck.get(now.at, []))
    faces, total, success = [], 0, 0 < answer.troops.total == formations.size(beaten)
    if not success:
        faces = play.roll("avoid_battle", 2, 6, power=power)
        total = sum(faces) + modifier(state, power, answer.troops, answer.leaders, now.units)
        success = total >= NEEDED
    play.emit(
        AvoidanceRolled(power, now.at, answer.to, tuple(faces), total, success, answer.troops.total, answer.leaders)
    )
    if success:
        formations.shift(state, now.at, answer.to, units)
        for each in answer.leaders:
            sieges.move_leader(state, each, answer.to)
        sieges.catch(play, power, answer.to)
    return []


Withdraw = word("withdraw", "Go into the fortification. 13.4.")
Fight = word("fight", "Stay outside and fight. 13.4.")
WITHDRAW = Question("withdraw", "13.4", Withdraw, Fight, default=Fight(), about={"space": SpaceId}, interrupts=True)


def can_withdraw(state: State) -> bool:
    """Return whether those who defend may go into the fortification (13.4)."""
    now = sides.battle_of(state)
    outside = sides.hostile(state, now.power, now.at, inside=False)
    if now.met or not outside or not table.fortified(state, now.at) or table.besieged(state, now.at):
        return False
    owner = table.controller(state, now.at)
    return all(table.allied(state, owner, each.owner) for each in outside) and sum(map(table.land, outside)) <= UNLED


@step("13.4")
def withdrawing(play: Play[State]) -> Asking:
    """Ask who controls the space whether those outside, four at most, go inside, all together (13.4)."""
    state, now = play.state, sides.battle_of(play.state)
    power = table.major_of(state, table.controller(state, now.at))
    if not can_withdraw(state) or not power:
        return []
    answer = yield WITHDRAW(power, [Withdraw(), Fight()], space=now.at)
    if isinstance(answer, Withdraw):
        state, now = play.state, sides.battle_of(play.state)
        for owner in dict.fromkeys(each.owner for each in sides.hostile(state, now.power, now.at, inside=False)):
            _go_inside(play, owner)
        for leader in table.leaders_at(state, now.at):
            led = table.leader_power(state, leader)
            if led and not table.allied(state, now.power, led):
                state.leaders[leader].inside = True
    return []

"""Land movement (13.1): march with a formation, and what happens when it arrives."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from adjudicator import Action, Asking, Choose, Frames, Play, Refusal, RuleAction, RuleActionAnswers
from adjudicator.components import Code
from adjudicator.components.bits import bits
from adjudicator.kernel.rule_actions import RuleAction as AnyDeed

from ...facts import BESIDE, COSTS, LEADER, LINKS, LOCATION, POWER, PROTESTANT, SPACE, PowerId, SpaceId
from ...state import Battle, Force, OfArmy, State, Troops
from .. import announcing, table
from ..book import AtSpace, PowerEvent, step
from ..spending import CpDeed, too_few_cp
from . import entering, formations, meeting, sides, sieges


class Marched(PowerEvent, frozen=True, tag="marched", rule="13.1", touches=("origin", "to")):
    """A formation set out; `allied`: units of minor allies."""

    origin: SpaceId
    to: SpaceId
    regulars: int = 0
    mercenaries: int = 0
    cavalry: int = 0
    allied: int = 0
    leaders: Annotated[tuple[str, ...], LEADER] = ()


class WentBack(PowerEvent, frozen=True, tag="went_back", rule="13.4", touches=("space", "to")):
    """A formation that did not outnumber those inside went back."""

    space: SpaceId
    to: SpaceId


nobody_goes = Code("13.1")
not_beside = Code("13.1", origin=LOCATION, to=LOCATION)
too_many_units = Code("13.1", units=int, most=int)
not_there = Code("13.1", space=LOCATION)
may_not_move = Code("13.1", space=LOCATION)
leader_not_there = Code("13.1", leader=LEADER)
gouty_leader = Code("6", leader=LEADER)


class March(CpDeed, OfArmy, frozen=True, tag="march"):
    """March with a formation from a space to one beside it. 13.1.

    `allied`: regulars of minor allies; `everybody`: with all that may go, instead of numbers.
    """

    origin: SpaceId
    to: SpaceId

    row: ClassVar[str] = "move"

    def price(self, state: State, seat: str) -> int:
        return price(seat, self.origin, self.to)

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        if seat == PROTESTANT and not state.league:
            return
        for at in places(state, seat):
            yield from _marches(cls, state, seat, at, *_able(state, seat, at))

    @classmethod
    def legal(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return (each for each in cls.candidates(state, seat, asked))

    def against(self, state: State, seat: str) -> Refusal | None:
        all_ = formations.in_full(self, *_able(state, seat, self.origin))
        return march_refused(state, seat, self.origin, self.to, all_.troops, all_.leaders)

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        all_ = formations.in_full(self, *_able(play.state, seat, self.origin))
        units = formations.parted(seat, formations.movable(play.state, seat, self.origin), all_.troops)
        play.emit(Marched(seat, self.origin, self.to, **all_.troops.named(), leaders=all_.leaders))
        return setting_out(play.state, seat, self.origin, self.to, units, all_.leaders)


def _able(state: State, power: str, at: str) -> tuple[Troops, tuple[str, ...]]:
    """Return the units and leaders of a power that may leave a space."""
    leaders = tuple(formations.able(state, power, at))
    return formations.troops(power, formations.movable(state, power, at)), leaders


def price(power: str, origin: str, to: str) -> int:
    """Return the command points of one step of a march: more over a pass, none where there is no way (13.1)."""
    if not BESIDE[LOCATION.index[origin]] >> LOCATION.index[to] & 1:
        return 0
    linked = LINKS[LOCATION.index[origin]] >> LOCATION.index[to] & 1
    return COSTS["move" if linked else "cross_pass"][power]


def places(state: State, power: str) -> list[str]:
    """Return the spaces where a power has land units or army leaders, in the order of the map."""
    found = {
        at
        for at, here in table.placed(state)
        if any(table.land(each) and table.major_of(state, each.owner) == power for each in here)
    }
    found |= {
        each.at
        for leader, each in table.leaders_of(state)
        if each.at and not LEADER.thing(leader).naval and table.leader_power(state, leader) == power
    }
    return sorted((at for at in found if at in SPACE), key=LOCATION.index.__getitem__)


def _marches(
    cls: type[March], state: State, seat: str, at: str, troops: Troops, leaders: tuple[str, ...]
) -> Iterator[Action]:
    """Yield the sensible marches from one space."""
    found = list(formations.forms(troops, leaders))
    for each in bits(BESIDE[LOCATION.index[at]]):
        to = LOCATION.ids[each]
        if price(seat, at, to) > state.impulse.cp:
            continue
        if troops.total and entering.entry_refused(state, seat, to) is None:
            for units, led in found:
                yield cls(at, to, **units.named(), leaders=led)
        if leaders and entering.entry_refused(state, seat, to, led_only=True) is None:
            yield cls(at, to, leaders=leaders)


def march_refused(
    state: State, power: str, origin: str, to: str, troops: Troops, leaders: tuple[str, ...]
) -> Refusal | None:
    """Return why a formation may not march, or None (13.1)."""
    if power == PROTESTANT and not state.league:
        return entering.before_league()
    if not BESIDE[LOCATION.index[origin]] >> LOCATION.index[to] & 1:
        return not_beside(origin=origin, to=to)
    if not troops.total and not leaders:
        return nobody_goes()
    if (bad := formation_refused(state, power, origin, troops, leaders)) is not None:
        return bad
    return entering.entry_refused(state, power, to, led_only=not troops.total)


def formation_refused(state: State, power: str, at: str, troops: Troops, leaders: tuple[str, ...]) -> Refusal | None:
    """Return why these units and leaders are no formation that may leave a space (13.1)."""
    there = formations.captains(state, power, at)
    for each in leaders:
        if each not in there or leaders.count(each) > 1:
            return leader_not_there(leader=each)
        if formations.gouty(state, each):
            return gouty_leader(leader=each)
        if each not in formations.able(state, power, at):
            return may_not_move(space=at)
    if not troops.within(formations.troops(power, formations.army(state, power, at))):
        return not_there(space=at)
    if not troops.within(formations.troops(power, formations.movable(state, power, at))):
        return may_not_move(space=at)
    most = formations.limit(leaders)
    return too_many_units(units=troops.total, most=most) if troops.total > most else None


def setting_out(state: State, power: str, origin: str, to: str, units: list[Force], leaders: tuple[str, ...]) -> Frames:
    """Return the frames of a march that is announced and paid (13.1)."""
    state.battle = Battle("march", power, to, origin, units, LEADER.mask_of(leaders))
    return [
        announcing.announced(power, price(power, origin, to), list(leaders)),
        *(meeting.intercepting(each) for each in interceptors(state, power, to) if units),
        placed(),
        meeting.standing(),
        settled(),
        announcing.action_over(),
    ]


def interceptors(state: State, power: str, to: str) -> list[str]:
    """Return the powers that might intercept a formation, in the order of impulses (13.2)."""
    return [
        each
        for each in POWER.ids
        if each != power and table.at_war(state, each, power) and meeting.origins(state, each, power, to)
    ]


@step("13.1")
def placed(play: Play[State]) -> Frames:
    """Put a formation into the space that it enters; sieges that it leaves may end, lone leaders are captured."""
    state, now = play.state, sides.battle_of(play.state)
    pool = formations.movable(state, now.power, now.origin)
    now.units = formations.common(now.units, pool)
    now.kind = "field"
    if not now.units and table.enemy_land(state, now.power, now.at):
        return []
    formations.shift(state, now.origin, now.at, now.units, carry=False)
    for each in formations.names(now.leaders):
        sieges.move_leader(state, each, now.at)
    moved = state.impulse.moved
    gone = {**moved, now.origin: formations.less(moved.get(now.origin, []), now.units)}
    state.impulse.moved = {**gone, now.at: formations.joined(gone.get(now.at, []), now.units)}
    if now.units:
        sieges.catch(play, now.power, now.at)
    siege = state.sieges.get(now.at)
    if siege is not None and table.major_of(state, siege.by) == now.power:
        joined = state.impulse.joined
        state.impulse.joined = {**joined, now.at: joined.get(now.at, 0) + formations.size(now.units)}
    return [sieges.siege_checked(now.origin)]


# ---- what follows the arrival and a battle


@step("13.4")
def settled(play: Play[State]) -> Frames:
    """Let a formation that holds the field besiege a fortified space, end a siege, or break off (13.4, 14, 15.1)."""
    state = play.state
    if state.battle is None:
        return []
    now, at, power = state.battle, state.battle.at, state.battle.power
    if not now.units:
        if at not in state.sieges:
            sieges.open_gates(state, at)
        return []
    if at in state.sieges:
        relieved = not table.allied(state, state.sieges[at].by, power)
        if relieved and not sides.hostile(state, power, at, inside=False):
            sieges.lift(play, at)
        theirs = table.major_of(state, state.sieges[at].by) != power if at in state.sieges and not relieved else False
        few = table.land_of(state, power, at, inside=False) <= sieges.within(state, at)
        return [breaking_off(power)] if theirs and few else []
    if not table.fortified(state, at) or table.friendly(state, power, at):
        sieges.open_gates(state, at)
        return []
    if sides.hostile(state, power, at, inside=False):
        return []
    mine = table.land_where(state, at, lambda owner: table.allied(state, power, owner))
    if mine > formations.size(sides.hostile(state, power, at)):
        sieges.besiege(play, at, power)
        return []
    return [breaking_off(power)]


no_way_back = Code("13.4", space=SPACE)


class PressOn(AtSpace, RuleAction[State], frozen=True, tag="press_on"):
    """Pay to march on to another space, past those inside. 13.4."""

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        at = sides.battle_of(state).at
        return (cls(LOCATION.ids[each]) for each in bits(BESIDE[LOCATION.index[at]]))

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        now = sides.battle_of(state)
        if not BESIDE[LOCATION.index[now.at]] >> LOCATION.index[self.space] & 1:
            return not_beside(origin=now.at, to=self.space)
        if state.impulse.weather:
            return may_not_move(space=now.at)
        free = formations.common(now.units, formations.movable(state, seat, now.at))
        if formations.size(free) < formations.size(now.units):
            return may_not_move(space=now.at)
        if (cp := price(seat, now.at, self.space)) > state.impulse.cp:
            return too_few_cp(cp=cp, left=state.impulse.cp)
        return entering.entry_refused(state, seat, self.space)

    def apply(self, play: Play[State], seat: str) -> Frames:
        state, now = play.state, sides.battle_of(play.state)
        state.impulse.cp -= price(seat, now.at, self.space)
        _leave_be(state, now.at)
        leaders = tuple(each for each in formations.names(now.leaders) if state.leaders[each].at == now.at)
        play.emit(Marched(seat, now.at, self.space, **formations.troops(seat, now.units).named(), leaders=leaders))
        return setting_out(state, seat, now.at, self.space, now.units, leaders)


class GoBack(RuleAction[State], frozen=True, tag="go_back"):
    """Go back to where the formation came from. 13.4."""

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        now = sides.battle_of(state)
        if not now.origin:
            return no_way_back(space=now.at)
        return None if entering.refuge(state, seat, now.origin) else no_way_back(space=now.origin)

    def apply(self, play: Play[State], seat: str) -> Frames:
        state, now = play.state, sides.battle_of(play.state)
        _leave_be(state, now.at)
        formations.shift(state, now.at, now.origin, now.units)
        for each in formations.names(now.leaders):
            if state.leaders[each].at == now.at:
                sieges.move_leader(state, each, now.origin)
        play.emit(WentBack(seat, now.at, now.origin))
        now.units = []
        return []


def _leave_be(state: State, at: str) -> None:
    """Let those inside out again, unless others besiege them."""
    if at not in state.sieges:
        sieges.open_gates(state, at)


class BreakOffAnswers(RuleActionAnswers[State]):
    """March on or go back, as those inside are too many to besiege (13.4)."""

    kind, rule = "break_off", "13.4"
    actions: ClassVar[tuple[type[AnyDeed[Any]], ...]] = (GoBack, PressOn)

    def default(self, state: State, seat: str) -> Action | None:
        return next(iter(self.options(state, seat)))


@step("13.4")
def breaking_off(play: Play[State], power: PowerId) -> Asking:
    """Ask a formation that cannot besiege whether it marches on or goes back; without a way it is eliminated."""
    state, now = play.state, sides.battle_of(play.state)
    answers = BreakOffAnswers()
    if next(iter(answers.options(state, power)), None) is None:
        sieges.destroy(play, power, now.at, sieges.captor(state, now.at), list(now.units))
        _leave_be(state, now.at)
        now.units = []
        return []
    answer = yield Choose(power, answers, silent=state.impulse.cp == 0)
    frames: Frames = answer.apply(play, power)
    return frames

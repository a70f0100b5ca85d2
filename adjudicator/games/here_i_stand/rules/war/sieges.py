"""Sieges (15.1): how they begin, who is inside, when they are broken, and where besiegers go then."""

from collections.abc import Callable
from typing import Annotated

from adjudicator import Asking, Event, Frames, Play, choice

from ...facts import LEADER, POWER, OwnerId, PowerId, SpaceId
from ...state import Force, LeaderState, Siege, State
from .. import displacing, table
from ..book import AtSpace, PowerEvent, step
from ..faith import conversion
from . import entering, formations


class SiegeBegan(PowerEvent, frozen=True, tag="siege_began", rule="15.1", touches=("space",), hits=("defender",)):
    """A power besieges a space; `defender`: who controls it."""

    space: SpaceId
    defender: OwnerId = ""


class SiegeBroken(PowerEvent, frozen=True, tag="siege_broken", rule="15.1", touches=("space",)):
    """A siege of a power was broken or given up."""

    space: SpaceId


class WentInside(Event, frozen=True, tag="went_inside", rule="13.4", touches=("space",)):
    """Units went into the fortification of a space that its owner controls."""

    owner: OwnerId
    space: SpaceId
    units: int


class Retreated(PowerEvent, frozen=True, tag="retreated", rule="14", touches=("space", "to"), hits=("power",)):
    """Units and leaders of a power retreated."""

    space: SpaceId
    to: SpaceId
    units: int
    leaders: Annotated[tuple[str, ...], LEADER] = ()


class Destroyed(PowerEvent, frozen=True, tag="destroyed", rule="14", touches=("space",), hits=("owner",)):
    """Units of an owner that had nowhere to go were eliminated; `power` is who drove them there."""

    space: SpaceId
    owner: OwnerId
    units: int


class LeaderCaptured(PowerEvent, frozen=True, tag="leader_captured", rule="14", touches=("space",)):
    """A power captured a leader."""

    leader: Annotated[str, LEADER]
    space: SpaceId


class RetreatTo(AtSpace, frozen=True, tag="retreat_to"):
    """Retreat to this space. 14."""


RETREAT = choice("retreat", "14", RetreatTo, interrupts=True)


# ---- inside and outside


def outside(state: State, at: str) -> int:
    """Return how many land units besiege a space."""
    by = state.sieges[at].by
    here = (each for each in table.forces(state, at) if not each.inside and table.allied(state, by, each.owner))
    return sum(map(table.land, here))


def within(state: State, at: str) -> int:
    """Return how many land units are in the fortification of a space."""
    return sum(table.land(each) for each in table.forces(state, at) if each.inside)


def enclose(state: State, at: str, power: str) -> None:
    """Put everybody in a space inside its fortification who is not on the side of a power."""
    _set_inside(state, at, lambda owner: not table.allied(state, power, owner))


def open_gates(state: State, at: str) -> None:
    """Let everybody out who is inside the fortification of a space."""
    _set_inside(state, at, lambda owner: False)


def _set_inside(state: State, at: str, inside: Callable[[str], bool]) -> None:
    old = table.forces(state, at)
    state.forces = {place: each for place, each in state.forces.items() if place != at}
    for each in old:
        whose = each.lent_to or each.owner
        table.add(state, at, each.owner, table.counts(each), inside=inside(whose), lent_to=each.lent_to)
    for leader in table.leaders_at(state, at):
        found = state.leaders[leader]
        found.inside = inside(table.leader_power(state, leader) or LEADER.thing(leader).power)


def besiege(play: Play[State], at: str, power: str) -> None:
    """Begin a siege; the units that do so may not move any more in this impulse (13.1, 15.1)."""
    state = play.state
    enclose(state, at, power)
    state.sieges = {**state.sieges, at: Siege(power)}
    formations.stick(state, at, formations.movable(state, power, at))
    formations.bind(state, formations.captains(state, power, at))
    play.emit(SiegeBegan(power, at, table.controller(state, at)))


def end(state: State, at: str) -> None:
    """End a siege, if there is one: those inside come out."""
    if at in state.sieges:
        state.sieges = {place: each for place, each in state.sieges.items() if place != at}
        open_gates(state, at)


def lift(play: Play[State], at: str) -> None:
    """End a siege, and tell it; regulars of an electorate may have waited for that (21.6)."""
    by = play.state.sieges[at].by
    end(play.state, at)
    if by in POWER:
        play.emit(SiegeBroken(by, at))
    conversion.rise(play, at)


@step("15.1")
def siege_checked(play: Play[State], at: SpaceId) -> Frames:
    """Break a siege whose besiegers no longer outnumber the besieged; they retreat (15.1)."""
    state = play.state
    if at not in state.sieges or outside(state, at) > within(state, at):
        return []
    by = state.sieges[at].by
    besiegers = [each for each in POWER.ids if table.allied(state, by, each) and _present(state, each, at)]
    lift(play, at)
    for power in besiegers:
        if not formations.army(state, power, at) and not table.friendly(state, power, at):
            for leader in formations.captains(state, power, at):
                displacing.displace_leader(play, leader)
    return [retreating(each, at, "", captor(state, at)) for each in besiegers if formations.army(state, each, at)]


def captor(state: State, at: str) -> str:
    """Return the power that captures leaders of besiegers: the one that controls the space; "" for none."""
    return table.major_of(state, table.controller(state, at))


def _present(state: State, power: str, at: str) -> bool:
    return bool(formations.army(state, power, at) or formations.captains(state, power, at))


@step("15.1")
def sieges_checked(play: Play[State]) -> Frames:
    """Look at every siege, after units were removed by a card."""
    return [siege_checked(at) for at in sorted(play.state.sieges)]


# ---- retreats


@step("14")
def retreating(play: Play[State], power: PowerId, at: SpaceId, but: str, captor: str = "") -> Asking:
    """Let a power choose where all its units outside a fortification retreat to (14).

    `but`: where they may not go. Without a refuge they are eliminated, and the `captor` has their leaders.
    """
    state = play.state
    if not _present(state, power, at):
        return []
    where = entering.refuges(state, power, at, but=but)
    if where:
        answer = yield RETREAT.in_turn_of(state.impulse.power)(power, map(RetreatTo, where))
        army, leaders = formations.army(play.state, power, at), formations.captains(play.state, power, at)
        retreat(play, power, at, answer.space, army, leaders)
    else:
        destroy(play, power, at, captor)
    return []


def retreat(play: Play[State], power: str, at: str, to: str, units: list[Force], leaders: list[str]) -> None:
    """Move units and leaders of a power that retreat."""
    state = play.state
    formations.shift(state, at, to, units)
    for leader in leaders:
        move_leader(state, leader, to)
    if units:
        catch(play, power, to)
    play.emit(Retreated(power, at, to, formations.size(units), tuple(leaders)))


def move_leader(state: State, leader: str, to: str, *, inside: bool = False) -> None:
    """Put a leader into another space."""
    table.put_leader(state, leader, LeaderState(to, inside=inside, lent_to=state.leaders[leader].lent_to))


def destroy(play: Play[State], power: str, at: str, captor: str, units: list[Force] | None = None) -> None:
    """Eliminate units of a power, by default all outside a fortification; their leaders are captured (14)."""
    state = play.state
    dead = formations.army(state, power, at) if units is None else units
    formations.kill(state, at, dead)
    for each in dead:
        play.emit(Destroyed(captor or power, at, each.owner, table.land(each)))
    for leader in formations.captains(state, power, at):
        capture(play, captor, leader)


def catch(play: Play[State], power: str, at: str) -> None:
    """Capture enemy leaders without land units in an unfortified space that units of a power have entered (13.1)."""
    state = play.state
    for leader in [] if table.fortified(state, at) else table.leaders_at(state, at, naval=False):
        led = table.leader_power(state, leader)
        alone = not table.land_where(state, at, lambda owner, led=led: table.allied(state, led, owner))  # type: ignore[misc]
        if led and table.at_war(state, power, led) and alone:
            capture(play, power, leader)


def capture(play: Play[State], captor: str, leader: str) -> None:
    """Let a power capture a leader; where no power is there to do so, they are displaced (14)."""
    state = play.state
    at = state.leaders[leader].at
    if captor not in POWER:
        displacing.displace_leader(play, leader)
        return
    table.put_leader(state, leader, LeaderState(captor=captor, lent_to=state.leaders[leader].lent_to))
    play.emit(LeaderCaptured(captor, leader, at))

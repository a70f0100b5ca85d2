"""Minor powers (22): what makes them active, and inactive again."""

from typing import Final

from adjudicator import Asking, Frames, Play, Question, word
from adjudicator.components.bits import bits

from ..facts import HOME_OF, LOCATION, POWER, SEA, TABLES, MinorId, OwnerId, PowerId
from ..state import State
from . import displacing, table
from .book import PowerEvent, step
from .naval import fights, fleets
from .war import sieges


class Activated(PowerEvent, frozen=True, tag="activated", rule="22.2"):
    """A minor power became the ally of a power."""

    minor: MinorId


class Deactivated(PowerEvent, frozen=True, tag="deactivated", rule="22.4", hits=("power",)):
    """A minor power left its ally and is inactive."""

    minor: MinorId


class WarBegan(PowerEvent, frozen=True, tag="war_began", rule="9.6", hits=("enemy",)):
    """A power is at war with another power or a minor power."""

    enemy: OwnerId


JoinWar = word("join_war", "Go to war with the power that a minor power joined. 22.2.")
StayOut = word("stay_out", "Stay at peace; your units leave the spaces of the minor power. 22.2.")
JOIN: Final = Question(
    "activation_war", "22.2", JoinWar, default=StayOut(), about={"minor": MinorId, "power": PowerId}, interrupts=True
)


def activate(play: Play[State], minor: str, power: str) -> Frames:
    """Make a minor power the ally of a power (22.2); its enemies may declare war, or leave its spaces."""
    state = play.state
    at_war = [each for each in POWER.ids if table.at_war(state, each, minor)]
    for each in at_war:
        table.set_war(state, each, minor, on=False)
    foes = [each for each in at_war if each != power]
    join(play, minor, power)
    play.emit(Activated(power, minor))
    return [facing_ally(each, minor, power) for each in foes]


def join(play: Play[State], minor: str, power: str) -> None:
    """Give a minor power, and the spaces that it controls, to a power (22.2)."""
    state = play.state
    state.minors = {**state.minors, minor: power}
    for at in LOCATION.ids_of(table.controlled(state, minor)):
        table.set_controller(play.state, at, power)


@step("22.2")
def facing_ally(play: Play[State], foe: PowerId, minor: MinorId, power: PowerId) -> Asking:
    """Ask an enemy of a minor power whether to be at war with its new ally."""
    state = play.state
    if table.at_war(state, foe, power):
        return []
    barred = table.allied(state, foe, power)
    offers = [StayOut()] if barred else [JoinWar(), StayOut()]
    answer = yield JOIN.in_turn_of(state.impulse.power)(foe, offers, minor=minor, power=power)
    if isinstance(answer, JoinWar):
        return begin_war(play, foe, power)
    return leave(play.state, foe, minor)


def begin_war(play: Play[State], power: str, enemy: str) -> Frames:
    """Put two at war; in the action phase their ships at sea fight at once where they meet (9.6).

    Whose impulse it is attacks, or else who declared the war.
    """
    state = play.state
    table.set_war(state, power, enemy)
    play.emit(WarBegan(power, enemy))
    one, other = (enemy, power) if state.impulse.power == enemy else (power, enemy)
    both = [at for at, _ in table.placed(state) if at in SEA and fleets.fleet(state, one, at)]
    meet = [at for at in both if state.acting and fleets.fleet(state, other, at)]
    return [fights.sea_battle(one, other, at, True) for at in meet]


def leave(state: State, power: str, minor: str, *, shared: bool = False) -> Frames:
    """Return the frames that displace a power from the home spaces of a minor power, or from those that it `shared`.

    What the power has conquered before is its own.
    """
    own = table.controlled(state, power)
    places = LOCATION.ids_of(HOME_OF[minor] & ~own)
    if shared:
        places = tuple(at for at in LOCATION.ids_of(HOME_OF[minor]) if _shared(state, at, power, minor))
    return [
        frame
        for at in places
        for frame in displacing.displaced(state, at, lambda owner: table.major_of(state, owner) == power)
    ]


def _shared(state: State, at: str, power: str, minor: str) -> bool:
    """Return whether a power shares a space with a minor power or its ally."""
    owners = [table.major_of(state, each.owner) for each in table.forces(state, at)]
    return power in owners and state.minors.get(minor) in owners


def deactivate(play: Play[State], minor: str) -> Frames:
    """Make a minor power inactive: its spaces are its own again, foreign units leave, its units go home (22.4)."""
    state = play.state
    ally = state.minors.get(minor, "")
    state.minors = {each: power for each, power in state.minors.items() if each != minor}
    play.emit(Deactivated(ally, minor))
    frames: list[Frames] = []
    for n in bits(HOME_OF[minor]):
        at = LOCATION.ids[n]
        if table.controller(state, at) in (ally, minor):
            table.set_controller(play.state, at, minor)
            sieges.end(state, at)
            frames.append(displacing.displaced(state, at, lambda owner: owner != minor))
    away = [at for at in LOCATION.ids if not (table.has(HOME_OF[minor], at) and table.controller(state, at) == minor)]
    frames += [displacing.displaced(state, at, lambda owner: owner == minor) for at in away]
    return [each for some in frames for each in some]


def may_activate(state: State, power: str, minor: str) -> bool:
    """Return whether a power may have an inactive minor power as its ally (22)."""
    return minor not in state.minors and power in TABLES.minor_allies[minor]

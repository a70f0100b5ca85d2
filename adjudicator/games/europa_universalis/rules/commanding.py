"""Leaders that are appointed when a battle begins (R9.41), and wounds (R9.46)."""

from collections.abc import Iterator
from typing import Any, Final

from adjudicator import Action, Asking, Event, Frames, Play, Question, Refusal
from adjudicator.components import Code

from ..content import Content
from ..facts import NONE, PROVINCES_OF
from ..slots import CHARACTER, CharacterId
from ..state import State
from . import appointments
from .appointments import AppointAdmiral, AppointGeneral, LeadArmy, MoveGeneral
from .battles import SideId, other, side, the_battle
from .book import step
from .characters import ail
from .deeds import Deed
from .realms import provinces
from .relations import realm_of
from .units import armies_in


class KeepCommand(Action, frozen=True, tag="keep_command"):
    """Appoint nobody for this battle. R9.41."""


class Wounded(Event, frozen=True, tag="wounded", rule="R9.46"):
    """A leader was wounded in a battle."""

    side: str
    character: CharacterId


not_in_this_battle = Code("R9.41")

APPOINTED: Final[dict[type[Action], Deed]] = {each.action: each for each in appointments.DEEDS}
GENERALS: Final = (AppointGeneral, MoveGeneral, LeadArmy)
COMMAND: Final = Question(
    "command", "R9.41", *GENERALS, AppointAdmiral, KeepCommand, default=KeepCommand(), interrupts=True
)


def _here(state: State, seat: str, action: Any) -> bool:
    """Whether an appointment gives the battle a leader."""
    battle, own = the_battle(state), state.led[seat]
    if battle.area == NONE:
        return isinstance(action, AppointAdmiral) and own.fleet.zone == battle.zone
    if not isinstance(action, GENERALS):
        return False
    return (action.to if isinstance(action, MoveGeneral) else action.army) in armies_in(state, seat, battle.area)


def may_appoint(state: State, which: SideId, seat: str) -> bool:
    """The attacker may; a defender on land, in an area of his realm (R9.41)."""
    battle = the_battle(state)
    if battle.area == NONE:
        return which == "attackers" and state.led[seat].fleet.zone == battle.zone
    if not armies_in(state, seat, battle.area):
        return False
    return which == "attackers" or bool(provinces(state, realm_of(seat)) & PROVINCES_OF[battle.area])


@step("R9.41")
def appointing(play: Play[State], which: SideId) -> Asking:
    """The main player of a side may appoint a leader, move a general, or let the ruler lead; once."""
    state, content = play.state, play.content
    seats = side(state, which).seats
    if not seats or not may_appoint(state, which, seats[0]):
        return None
    seat, own = seats[0], state.led[seats[0]]
    if not (own.hand or own.ruler != NONE or any(army.general != NONE for army in own.armies)):
        return None

    def why(action: Action) -> Refusal | None:
        if isinstance(action, KeepCommand):
            return None
        if not _here(state, seat, action):
            return not_in_this_battle()
        return APPOINTED[type(action)].refused(state, seat, action, content)

    answer = yield COMMAND(seat, [KeepCommand(), *_offers(state, seat, content, why)], why)
    return None if isinstance(answer, KeepCommand) else APPOINTED[type(answer)].done(play, seat, answer)


def _offers(state: State, seat: str, content: Content, why: Any) -> Iterator[Action]:
    for kind in (*GENERALS, AppointAdmiral):
        yield from (each for each in APPOINTED[kind].candidates(state, seat, content) if why(each) is None)


@step("R9.46")
def wounds(play: Play[State]) -> Frames:
    """Each pair of outlined faces makes the enemy's leader ill, if that enemy lost a unit; the second time he dies."""
    state, frames = play.state, list[Frames]()
    sides: tuple[SideId, SideId] = ("attackers", "defenders")
    for which in sides:
        enemy = side(state, other(which))
        for _ in range(side(state, which).outlined // 2):
            if enemy.leader == NONE or not enemy.lost or not enemy.seats:
                continue
            leader, ill = enemy.leader, state.ill >> enemy.leader & 1
            play.emit(Wounded(other(which), CHARACTER.ids[leader]))
            frames.append(ail(play, enemy.seats[0], leader))
            enemy.leader = NONE if ill else leader
    return [each for some in frames for each in some]

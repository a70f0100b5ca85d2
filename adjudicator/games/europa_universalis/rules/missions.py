"""Missions: completed at any time but in phase 1 (R17.01)."""

from collections.abc import Iterator
from typing import Final

from adjudicator import Action, Event, Frames, Play, Refusal
from adjudicator.components import Code

from ..content import Content
from ..facts import SeatId
from ..slots import MISSION, MissionId
from ..state import State
from .deeds import Deed
from .meeting import meets
from .operations import card
from .purse import gain_prestige


class MissionCompleted(Event, frozen=True, tag="mission_completed", rule="R17.01", by="seat"):
    """A seat has completed a mission."""

    seat: SeatId
    mission: MissionId
    prestige: int


class CompleteMission(Action, frozen=True, tag="complete_mission"):
    """Complete a mission of the hand: what it asks holds now. R17.01."""

    mission: MissionId


not_held = Code("R17.01", mission=MISSION)
not_met = Code("R17.01", mission=MISSION)
needs_another = Code("R17.01", mission=MISSION)


def unlocked(state: State, seat: str, mission: int, content: Content) -> bool:
    """Whether one of the missions that have to come before was completed (R17.01)."""
    after = content.missions[MISSION.ids[mission]].after
    return not after or bool(state.led[seat].completed & MISSION.mask_of(after))


def met(state: State, seat: str, content: Content) -> Iterator[str]:
    """The missions of the hand that could be completed now; the last scoring counts them, too (R3.55)."""
    for mission in state.led[seat].missions:
        id = MISSION.ids[mission]
        if unlocked(state, seat, mission, content) and meets(state, seat, content.missions[id].needs):
            yield id


def _candidates(state: State, seat: str, content: Content) -> Iterator[Action]:
    return (CompleteMission(MISSION.ids[each]) for each in state.led[seat].missions)


def _refused(state: State, seat: str, action: Action, content: Content) -> Refusal | None:
    assert isinstance(action, CompleteMission)
    mission, id = MISSION.number(action.mission), action.mission
    if mission not in state.led[seat].missions:
        return not_held(mission=id)
    if not unlocked(state, seat, mission, content):
        return needs_another(mission=id)
    return None if meets(state, seat, content.missions[id].needs) else not_met(mission=id)


def _done(play: Play[State], seat: str, action: Action) -> Frames:
    assert isinstance(action, CompleteMission)
    own, mission = play.state.led[seat], MISSION.index[action.mission]
    face = play.content.missions[action.mission]
    own.missions.remove(mission)
    own.mission_deck &= ~(1 << mission)
    own.completed |= 1 << mission
    play.emit(MissionCompleted(seat, action.mission, face.prestige))
    gain_prestige(play, seat, face.prestige)
    return card(play.content, seat, f"missions.{action.mission}")


DEEDS: Final = (Deed(CompleteMission, _candidates, _refused, _done, takes="minor"),)

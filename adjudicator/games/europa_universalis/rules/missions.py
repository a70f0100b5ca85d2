"""Missions: completed at any time but in phase 1 (R17.01)."""

from collections.abc import Iterator
from typing import Final

from adjudicator import Action, Event, Frames, Play, Refusal
from adjudicator.components import Code

from ..content import Content
from ..facts import SeatId
from ..slots import MISSION, MissionId
from ..state import State
from .deeds import TurnDeed, deeds_of
from .meeting import meets
from .operations import card
from .purse import gain_prestige


class MissionCompleted(Event, frozen=True, tag="mission_completed", rule="R17.01", by="seat"):
    """A seat has completed a mission."""

    seat: SeatId
    mission: MissionId
    prestige: int


not_held = Code("R17.01", mission=MISSION)
mission_not_met = Code("R17.01", mission=MISSION)
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


class CompleteMission(TurnDeed, frozen=True, tag="complete_mission"):
    """Complete a mission of the hand: what it asks holds now. R17.01."""

    mission: MissionId
    takes = "minor"

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Content) -> Iterator[Action]:
        return (cls(MISSION.ids[each]) for each in state.led[seat].missions)

    def refused(self, state: State, seat: str, asked: Content) -> Refusal | None:
        mission = MISSION.number(self.mission)
        if mission not in state.led[seat].missions:
            return not_held(mission=mission)
        if not unlocked(state, seat, mission, asked):
            return needs_another(mission=mission)
        return None if meets(state, seat, asked.missions[self.mission].needs) else mission_not_met(mission=mission)

    def done(self, play: Play[State], seat: str) -> Frames:
        own, mission = play.state.led[seat], MISSION.index[self.mission]
        face = play.content.missions[self.mission]
        own.missions.remove(mission)
        own.mission_deck &= ~(1 << mission)
        own.completed |= 1 << mission
        play.emit(MissionCompleted(seat, self.mission, face.prestige))
        gain_prestige(play, seat, face.prestige)
        return card(play.content, seat, f"missions.{self.mission}")


DEEDS: Final = deeds_of(CompleteMission)

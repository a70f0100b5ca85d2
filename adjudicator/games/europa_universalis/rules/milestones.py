"""Milestones: prestige for the first three who reach one, a reward for everyone (R17.02)."""

from typing import Final

from adjudicator import Event, Frames, Play
from adjudicator.components.bits import bits

from ..effects import ReplaceMilestones
from ..facts import SeatId
from ..slots import MILESTONE, MilestoneId
from ..state import State
from .book import step
from .meeting import meets
from .operations import card, does
from .purse import clockwise, gain_prestige

PLACES: Final = 3


class MilestoneReached(Event, frozen=True, tag="milestone_reached", rule="R17.02", by="seat"):
    """A seat has reached a milestone, as which of all."""

    seat: SeatId
    milestone: MilestoneId
    place: int
    prestige: int


class MilestonesShown(Event, frozen=True, tag="milestones_shown", rule="R17.02"):
    """Which milestones lie open now."""

    milestones: tuple[MilestoneId, ...]


@step("R17.02")
def milestones_checked(play: Play[State], seat: SeatId) -> Frames:
    """Whoever meets a milestone now has it, from the seat on: the active one in phase 2, else the first player."""
    state, frames = play.state, list[Frames]()
    for each in clockwise(state, seat):
        for milestone in bits(state.goals.milestones):
            reached = state.goals.reached[milestone]
            face = play.content.milestones[MILESTONE.ids[milestone]]
            if each not in reached and meets(state, each, face.needs):
                prestige = face.prestige[len(reached)] if len(reached) < PLACES else 0
                reached.append(each)
                play.emit(MilestoneReached(each, MILESTONE.ids[milestone], len(reached), prestige))
                gain_prestige(play, each, prestige)
                frames.append(card(play.content, each, f"milestones.{MILESTONE.ids[milestone]}", "reward"))
    return [frame for each in frames for frame in each]


def _drawn(play: Play[State], deck: str) -> list[int]:
    """One milestone of a deck, none if it is empty."""
    goals = play.state.goals
    there = [each for each in goals.milestone_draw if MILESTONE.things[each].deck == deck]
    if not there:
        return []
    found = MILESTONE.index[play.pick("milestone", "milestone", [MILESTONE.ids[each] for each in there])]
    goals.milestone_draw.remove(found)
    return [found]


@does(ReplaceMilestones)
def milestones_replaced(play: Play[State], seat: str, op: ReplaceMilestones) -> None:
    """Every milestone that another of its deck can replace is replaced by one of the age (R17.02)."""
    goals = play.state.goals
    before = goals.milestones
    for milestone in bits(before):
        new = _drawn(play, MILESTONE.things[milestone].deck)
        if new:
            goals.milestones = goals.milestones & ~(1 << milestone) | 1 << new[0]
    if goals.milestones != before:
        play.emit(MilestonesShown(MILESTONE.ids_of(goals.milestones)))

"""The set-up of the table and the round with its five phases (R2.01, R3.01)."""

from adjudicator import Event, Frames, Play
from adjudicator.components.bits import mask_of

from ..facts import POWER
from ..slots import IDEA, STRUGGLE
from ..state import State
from .acting import action_phase
from .ages import Displayed, after_round, deal_events, deal_idea, deal_milestones, ideas_of, towns_occupied
from .book import step
from .cleanup import cleanup_phase
from .declaration import causes_end
from .drawing import draw_phase, first_draw
from .invasions import invasions
from .marriages import disputes_settled, realms_without_rulers
from .milestones import milestones_checked
from .peace import peace_resolution
from .rebel_dice import rebel_dice
from .rebels import rebels_act
from .religion import dissent
from .struggles import struggle_drawn
from .unrest import unrest_of_war
from .upkeep import income_phase

DRAWN_IDEAS = 2
"""Ideas of each type on display besides the basic one."""


class RoundBegan(Event, frozen=True, tag="round_began", rule="R3.01"):
    """A round of an age."""

    age: int
    round: int


@step("R2.01")
def set_up(play: Play[State]) -> Frames:
    """The deck of events, milestones, ideas and the first power struggle are laid out; the first round begins with a
    draw of its own.
    """
    state, content = play.state, play.content
    play.line("set_up")
    deal_events(play, state.age)
    milestones = deal_milestones(play, state.age)
    goals = state.goals
    goals.ideas = mask_of(IDEA.number(id) for id, each in content.ideas.items() if each.basic)
    goals.idea_draw = ideas_of(content, state.age)
    for power in POWER.indexes:
        for _ in range(DRAWN_IDEAS):
            deal_idea(play, power)
    goals.struggle_draw = sorted(map(STRUGGLE.number, content.struggles))
    play.emit(Displayed(tuple(IDEA.ids_of(goals.ideas)), tuple(milestones)))
    play.emit(RoundBegan(state.age, state.round))
    return [struggle_drawn(), first_draw(), *phases()]


def phases() -> Frames:
    """What follows the draw in every round."""
    return [action_phase(), peace_phase(), income_phase(), cleanup_phase(), after_round(), a_round()]


@step("R3.30", "peace")
def peace_phase(play: Play[State]) -> Frames:
    """Phase 3: tokens and truces end, invasions, rebels, peace, prestige, realms without rulers, unrest, rebel dice."""
    play.state.phase = 3
    return [
        causes_end(),
        invasions(),
        rebels_act(),
        peace_resolution(),
        disputes_settled(),
        towns_occupied(),
        realms_without_rulers(),
        dissent(),
        unrest_of_war(),
        rebel_dice(),
        milestones_checked(play.state.first),
    ]


@step("R3.01")
def a_round(play: Play[State]) -> Frames:
    """The five phases, one after the other."""
    play.emit(RoundBegan(play.state.age, play.state.round))
    return [draw_phase(), *phases()]

"""The phases of a turn (7)."""

from adjudicator import Frames, Play

from .. import facts
from ..state import State
from . import dealing, impulses, spring, victory, winter
from .book import step
from .diplomacy import announcements, declarations, peace
from .faith import openings
from .new_world import riches, voyages


def phases(state: State) -> Frames:
    """Return the phases of a turn in their order (7)."""
    first = state.turn == 1
    return [
        dealing.turn_begins(),
        *([openings.theses()] if first else []),
        riches.riches(),
        dealing.card_draw(),
        *segments(state),
        *([openings.diet_of_worms()] if first else []),
        spring.spring_deployment(),
        impulses.action_phase(),
        winter.winter(),
        voyages.new_world(),
        victory.victory_determination(),
        next_turn(),
    ]


@step("7")
def turn(play: Play[State]) -> Frames:
    """Play a turn."""
    return phases(play.state)


def segments(state: State) -> Frames:
    """Return the segments of the diplomacy phase: negotiations alone in turn 1, no suing for peace in the last (9)."""
    sues = [] if state.turn == facts.TURNS else [peace.peace_segment()]
    later = [] if state.turn == 1 else [*sues, peace.ransoms(), declarations.war_segment()]
    return [announcements.negotiation(), *later]


@step("7")
def next_turn(play: Play[State]) -> Frames:
    """Move the marker of the turn track."""
    play.state.turn += 1
    return [turn()]

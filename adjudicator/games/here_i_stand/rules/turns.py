"""The phases of a turn (7)."""

from adjudicator import Frames, Play

from .. import facts
from ..state import State
from . import dealing, impulses, spring, victory, winter
from .book import step
from .diplomacy import announcements, declarations, peace
from .faith import openings
from .new_world import riches, voyages


@step("7")
def turn(play: Play[State]) -> Frames:
    """Play the phases of a turn in their order (7)."""
    first = play.state.turn == 1
    return [
        dealing.turn_begins(),
        *([openings.theses()] if first else []),
        riches.riches(),
        dealing.card_draw(),
        announcements.negotiation(),
        *([openings.diet_of_worms()] if first else _segments(play.state)),
        spring.spring_deployment(),
        impulses.action_phase(),
        winter.winter(),
        voyages.new_world(),
        victory.victory_determination(),
        next_turn(),
    ]


def _segments(state: State) -> Frames:
    """Return the segments of the diplomacy phase after the negotiations; in the last turn nobody sues for peace (9)."""
    sues = [] if state.turn == facts.TURNS else [peace.peace_segment()]
    return [*sues, peace.ransoms(), declarations.war_segment()]


@step("7")
def next_turn(play: Play[State]) -> Frames:
    """Move the marker of the turn track."""
    play.state.turn += 1
    return [turn()]

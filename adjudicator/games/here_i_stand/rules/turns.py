"""The phases of a turn (7)."""

from adjudicator import Frames, Play

from ..state import State
from . import dealing, impulses, victory
from .book import step
from .diplomacy import announcements, declarations
from .new_world import riches, voyages


@step("7")
def turn(play: Play[State]) -> Frames:
    """Play the phases of a turn in their order (7)."""
    return [
        dealing.turn_begins(),
        riches.riches(),
        dealing.card_draw(),
        announcements.negotiation(),
        *([] if play.state.turn == 1 else [declarations.war_segment()]),
        impulses.action_phase(),
        voyages.new_world(),
        victory.victory_determination(),
        next_turn(),
    ]


@step("7")
def next_turn(play: Play[State]) -> Frames:
    """Move the marker of the turn track."""
    play.state.turn += 1
    return [turn()]

"""What a seat cannot know, dealt anew: the test of every view (3.4, 3.5, 3.7)."""

from random import Random

from .fact_types import SIDES
from .forms import FORM
from .state import State


def disguised(state: State, side: int, rng: Random) -> State:
    """A copy that differs from the position only in what a side cannot know.

    That is the opponent's hand and the Event pile, his face-down ministries, and which of his War tiles lie
    where. Everything else is seen by the side or follows from what it sees.
    """
    twin = FORM.other(state, SIDES[side], rng)
    for held in twin.ministries:
        held.sort(key=lambda each: each.card)
    return twin

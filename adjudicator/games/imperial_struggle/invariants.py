"""Check what is true of every position, whether play has reached it or a document brings it.

Where pieces lie, how many there are and which spaces markers may lie on follows from the fields (:mod:`.forms`);
:mod:`.checks_pieces` and :mod:`.checks_moment` have what the rules say besides. Run after every action in random play,
so it counts with masks and sums and names things only when they are wrong.
"""

from collections.abc import Iterator

from adjudicator.kernel.errors import Problem

from . import checks_moment, checks_pieces
from .forms import FORM
from .state import State

CHECKS = (*checks_moment.CHECKS, *checks_pieces.CHECKS)


def problems(state: State) -> Iterator[Problem]:
    """Yield what is wrong, with path and rule."""
    yield from FORM.problems(state)
    for check in CHECKS:
        yield from check(state)


def violations(state: State) -> list[str]:
    """Return what is wrong with a position, in words; empty for every position that play can reach."""
    return [str(problem) for problem in problems(state)]

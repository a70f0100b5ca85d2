"""Pieces, spaces and points, counted from nothing by other means than the game, in whole games of six."""

from collections import Counter

import pytest

from adjudicator.games.here_i_stand.facts import SPACE
from adjudicator.games.here_i_stand.state import State
from adjudicator.kernel.simulate import begin_random
from tests.games.here_i_stand import audit


@pytest.mark.slow
@pytest.mark.parametrize(
    "first", [*range(4), *(pytest.param(n, marks=pytest.mark.long) for n in range(100, 2100, 100))]
)
def test_every_count_agrees_and_every_change_is_told(first: int) -> None:
    """Half of the games begin from crowded positions; the rest run from the set-up to the end."""
    told = Counter[str]()
    for number in range(first, first + (1 if first < 100 else 100)):
        audit.play(f"audit/{number}", dense=number % 2 == 1, seen=told)
    assert told


def test_the_audit_finds_what_is_lost_doubled_and_beyond_the_counters() -> None:
    """A card fewer, a space with two controllers and an army beyond the counters are found; points go with a key."""
    state: State = begin_random("here-i-stand", "audit").state
    assert not audit.problems(state)
    keys = audit.points(state)["ottoman"]
    state.deck = state.deck[1:]
    state.control = [state.control[0] & ~SPACE.mask_of(("istanbul",)), *state.control[1:]]
    assert audit.points(state)["ottoman"] == keys - 2
    state.control = [mask | state.control[1] for mask in state.control]
    state.forces["paris"][0].regulars = 40
    found = " ".join(audit.problems(state))
    assert "cards" in found
    assert "is controlled by" in found
    assert "france has" in found

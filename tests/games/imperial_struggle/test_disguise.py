"""What a seat cannot know does not change what it is shown (3.4, 3.5, 3.7)."""

from collections import Counter
from random import Random

import pytest

from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.state import State
from adjudicator.kernel.simulate import begin_random, random_action


@pytest.mark.slow
@pytest.mark.parametrize("matches", [2, pytest.param(5, marks=pytest.mark.long)])
@pytest.mark.parametrize("side", [0, 1])
def test_a_disguised_position_is_legal_and_looks_the_same_to_the_seat(side: int, matches: int) -> None:
    changed = Counter[str]()
    for number in range(matches):
        match, rng = begin_random("imperial-struggle", f"disguise/{number}"), Random(number)
        while match.result is None:
            twin = GAME.resample_hidden(match.state, GAME.seats[side], rng)
            assert GAME.invariants(twin) == []
            assert GAME.observed_by(twin, GAME.seats[side]) == GAME.observed_by(match.state, GAME.seats[side])
            changed.update(differences(twin, match.state, 1 - side))
            assert not differences(twin, match.state, side)
            random_action(match, rng)
    assert set(changed) == {"hand", "ministries", "basic", "basic pool", "bonus", "bonus pool", "drawn", "out of game"}


def differences(one: State, two: State, side: int) -> list[str]:
    """Which of the hidden things of a side differ."""
    pairs = {
        "hand": (one.hands[side], two.hands[side]),
        "ministries": (one.ministries[side], two.ministries[side]),
        "basic": ([t.basic[side] for t in one.theatres], [t.basic[side] for t in two.theatres]),
        "bonus": ([t.bonus[side] for t in one.theatres], [t.bonus[side] for t in two.theatres]),
        "basic pool": (one.pool_basic[side], two.pool_basic[side]),
        "bonus pool": (one.pool_bonus[side], two.pool_bonus[side]),
        "drawn": (one.drawn[side], two.drawn[side]),
        "out of game": (one.basic_out[side], two.basic_out[side]),
    }
    return [name for name, (mine, other) in pairs.items() if mine != other]


def test_the_seat_itself_and_the_other_one_see_different_things() -> None:
    state = begin_random("imperial-struggle", "views").state
    france, britain = (GAME.observed_by(state, seat) for seat in GAME.seats)
    assert france != britain


def test_piles_without_an_order_are_kept_sorted() -> None:
    state = begin_random("imperial-struggle", "sorted").state
    state.stack.reverse()
    state.pool_bonus[1].reverse()
    assert GAME.invariants(state) == ["investments.stack: is not sorted", "war.pool.britain.bonus: is not sorted"]

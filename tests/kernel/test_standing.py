"""What is worked out once of a state that stands still."""

from dataclasses import dataclass

from adjudicator.kernel.standing import StandingStill, once


@dataclass
class State:
    towns: int


counted: list[tuple[State, int]] = []


@once
def income(state: State, each: int) -> int:
    counted.append((state, each))
    return state.towns * each


def test_a_state_is_asked_once_while_it_stands_still() -> None:
    counted.clear()
    state = State(3)
    with StandingStill(state):
        assert [income(state, 2), income(state, 2), income(state, 5)] == [6, 6, 15]
    assert counted == [(state, 2), (state, 5)]


def test_a_state_that_may_move_is_asked_each_time() -> None:
    state = State(3)
    with StandingStill(state):
        assert income(state, 2) == 6
    state.towns = 4
    assert income(state, 2) == 8
    with StandingStill(state):
        assert income(state, 2) == 8


def test_what_is_found_of_one_state_is_not_told_of_another() -> None:
    state, twin = State(3), State(3)
    with StandingStill(state):
        assert income(state, 2) == 6
        twin.towns = 4
        assert income(twin, 2) == 8
        with StandingStill(twin):
            assert income(twin, 2) == 8
            assert income(state, 2) == 6


def test_within_its_own_time_nothing_is_forgotten() -> None:
    counted.clear()
    state = State(3)
    with StandingStill(state):
        income(state, 2)
        with StandingStill(state):
            income(state, 2)
        income(state, 2)
    assert counted == [(state, 2)]

"""What is worked out once of a state that stands still."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from sealed_bids.game import Bid, SealedBids
from sealed_bids.game import State as Bids

from adjudicator import Action, Match, new_match
from adjudicator.kernel.decisions import Answers, Choose
from adjudicator.kernel.running import only_answer
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


looked: list[int] = []


@once
def in_play(state: Bids) -> int:
    """How many cards lie in hands."""
    looked.append(len(state.pile))
    return sum(map(len, state.hands.values()))


class Counting(SealedBids):
    """A game in which what is seen and what may follow an answer both hang on one figure."""

    def visible_state(self, state: Bids) -> Any:
        seen = super().visible_state(state)
        return lambda seats: (in_play(state), in_play(state), seen(seats))[2]

    def ahead(self, state: Bids, seat: str) -> Sequence[Action]:
        return [Bid(1)] if in_play(state) == in_play(state) else []


def test_every_question_to_a_match_works_things_out_once_and_all_within_still_together() -> None:
    begun = new_match("sealed-bids", seed=b"still")
    match = Match(Counting(), begun.header, begun.position, begun.chance)
    looked.clear()
    match.view("red"), match.upcoming_actions("red")
    assert len(looked) == 2, "each question once"
    with match.still:
        match.view("red"), match.view("blue"), match.upcoming_actions("red")
    assert len(looked) == 3, "all of them once"
    for seat in ("red", "blue"):
        match.apply(seat, match.options(seat)[0])
    with match.still:
        match.view("red"), match.upcoming_actions("red")
        assert in_play(match.state) == 8, "nothing of the position before is left"
    assert len(looked) == 4


class Taken(Answers[State]):
    """Answers of which each looks at the same figure."""

    kind = "taken"

    def options(self, state: State, seat: str) -> Iterator[Action]:
        return (Bid(each) for each in (1, 2, 3) if income(state, 1) > each)


def test_whether_there_is_more_than_one_answer_is_one_time() -> None:
    counted.clear()
    assert only_answer(Choose("red", Taken(), automatic=True), State(2)) == Bid(1)
    assert counted == [(State(2), 1)], "what the answers hang on is worked out once"
    assert only_answer(Choose("red", Taken(), automatic=True), State(3)) is None


def test_who_is_waited_for_is_told_without_what_the_question_is_about(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match("sealed-bids", seed=b"still")
    match.apply("red", match.options("red")[0])
    numbers = tuple(each.number for each in match.decisions())
    waiting = tuple(seat for each in match.decisions() for seat in each.waiting)
    monkeypatch.setattr(Answers, "context", lambda *_: pytest.fail("nobody asked what it is about"))
    assert (match.numbers, match.pending_seats) == (numbers, waiting) == (numbers, ("blue",))

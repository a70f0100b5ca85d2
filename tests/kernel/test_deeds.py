"""Deeds: actions that say themselves what they may be, why not, and what they do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from adjudicator import (
    Action,
    Asking,
    Chance,
    Choose,
    Frames,
    Game,
    Match,
    Play,
    Refusal,
    RuleAction,
    RuleActionAnswers,
    StepBook,
)
from adjudicator.components import Code, Kind
from adjudicator.components.state_schema import StateSchema
from adjudicator.kernel.position import Header, Position
from adjudicator.kernel.steps import stored_frames

SEAT, TOWN = Kind("seat", ("red", "blue")), Kind("town", ("lyon", "metz", "nice"))
STEPS = StepBook()


class State(msgspec.Struct, array_like=True):
    at: str = "lyon"
    toll: int = 0


closed = Code("2", town=TOWN)
stays_at_start = Code("3")


class Go(RuleAction[State], frozen=True, tag="go"):
    """Go to another town. Rule 2."""

    to: str

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return map(cls, TOWN.ids)

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        return closed(town=TOWN.number(self.to)) if self.to in (state.at, asked.shut) else None

    def apply(self, play: Play[State], seat: str) -> Frames:
        play.state.at = self.to
        return [paying(seat)]


class Stay(RuleAction[State], frozen=True, tag="stay"):
    """Stay. Rule 3."""

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        return stays_at_start() if state.at == "lyon" else None


class GoAnswers(RuleActionAnswers[State]):
    kind, rule, actions = "go", "2", (Go, Stay)

    def __init__(self, shut: str) -> None:
        self.shut = shut


@STEPS.step("2")
def going(play: Play[State], seat: str, shut: str) -> Asking:
    answer = yield Choose(seat, GoAnswers(shut))
    return [*answer.apply(play, seat), going(seat, "")]


@STEPS.step("2.1")
def paying(play: Play[State], seat: str) -> None:
    play.state.toll += 1


class Going(Game[State]):
    id, seats, form, steps = "going", SEAT.ids, StateSchema(State, seats=SEAT), STEPS


def match() -> Match:
    header = Header("going", "1", "", SEAT.ids, {}, "")
    position: Position[State, Any] = Position(0, 0, 0, stored_frames([going("red", "metz")]), State(), [])
    return Match.begin(Going(), header, position, Chance(b"deeds"))


def test_the_options_are_the_candidates_of_each_deed_that_it_has_nothing_against() -> None:
    asked = match()
    assert asked.options("red") == [Go("nice")]
    asked.apply("red", Go("nice"))
    assert asked.options("red") == [Go("lyon"), Go("metz"), Stay()]


def test_a_deed_judges_by_what_it_was_asked_with_and_a_code_takes_the_index_of_a_thing() -> None:
    with pytest.raises(Refusal) as refusal:
        match().apply("red", Go("metz"))
    assert (refusal.value.code, refusal.value.facts) == ("closed", {"town": "metz"})
    with pytest.raises(Refusal, match="stays_at_start"):
        match().apply("red", Stay())


def test_what_a_deed_does_is_followed_by_its_frames_and_nothing_follows_one_that_only_ends() -> None:
    asked = match()
    asked.apply("red", Go("nice"))
    assert (asked.position.state.at, asked.position.state.toll) == ("nice", 1)
    asked.apply("red", Stay())
    assert (asked.position.state.at, asked.position.state.toll) == ("nice", 1)

"""Chains side by side that everybody sees: what one takes may leave another with nothing to ask about."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator import Action, Asking, Chance, Event, Frames, Game, Match, Play, Question, StepBook, parallel
from adjudicator.components import Kind
from adjudicator.components.state_schema import StateSchema
from adjudicator.kernel.checkpoints import codec_of
from adjudicator.kernel.position import Header, Position
from adjudicator.kernel.steps import stored_frames

SEAT = Kind("seat", ("red", "blue", "green"))
STEPS = StepBook()


class State(msgspec.Struct, array_like=True):
    pile: int
    has: dict[str, int] = {}
    tired: list[str] = []


class Take(Action, frozen=True, tag="take"):
    n: int


class Rest(Action, frozen=True, tag="rest"):
    pass


class NothingLeft(Event, frozen=True, tag="nothing_left", rule="2", by="seat"):
    seat: str


TAKE = Question("take", "2", Take, default="first")
REST = Question("rest", "3", Rest, default="first")


@STEPS.step("2")
def taking(play: Play[State], seat: str, returned: int = 0) -> Asking:
    """A seat takes some of the pile. Who finds nothing is told so, and gives back what it had."""
    state = play.state
    if not state.pile:
        play.emit(NothingLeft(seat))
        play.roll("luck", 1, 6, seat=seat)
        state.pile += returned
        return [resting(seat)]
    answer = yield TAKE(seat, [Take(n + 1) for n in range(state.pile)])
    state.pile -= answer.n
    state.has[seat] = answer.n
    return None


@STEPS.step("3")
def resting(play: Play[State], seat: str) -> Asking:
    yield REST(seat, [Rest()])
    play.state.tired.append(seat)
    return None


@STEPS.step("4")
def ending(play: Play[State]) -> None:
    play.end(tuple(play.state.has), "all_done")


class Taking(Game[State]):
    id, version, seats, steps = "taking", "1", SEAT.ids, STEPS
    titles = {"en": "Taking"}
    form = StateSchema(State, seats=SEAT)

    def start(self, seats: Any, options: Any, content: Any) -> tuple[State, Frames]:
        return State(0), []


def match(pile: int, chains: dict[str, Frames]) -> Match:
    frames = stored_frames([parallel(chains, open=True), ending()])
    position: Position[State, Any] = Position(0, 0, 0, frames, State(pile), [])
    return Match.begin(Taking(), Header("taking", "1", "", SEAT.ids, {}), position, Chance(b"taking"))


def kinds(played: Match) -> dict[str, str]:
    return {each.seats[0]: each.kind for each in played.decisions()}


def test_a_chain_with_nothing_left_goes_on_by_itself_when_another_takes_the_last() -> None:
    played = match(3, {"red": [taking("red")], "blue": [taking("blue"), resting("blue")]})
    number = played.number("blue")
    told = [each.public for each in played.apply("red", Take(3))]
    assert told == [NothingLeft("blue")]
    assert kinds(played) == {"blue": "rest"}
    assert played.number("blue") > number
    for left in (1, 0):
        played.apply("blue", Rest())
        assert len(played.decisions()) == left
    assert played.state.tired == ["blue", "blue"]
    assert played.result is not None


def test_all_chains_may_end_with_what_one_takes() -> None:
    chains = {seat: [taking(seat)] for seat in SEAT.ids}
    played = match(2, chains)
    played.apply("green", Take(2))
    assert kinds(played) == {"red": "rest", "blue": "rest"}


def test_a_chain_that_goes_on_may_leave_something_for_the_next_one() -> None:
    """They go on in the order of the chains, and each is asked anew after one of them has gone on."""
    played = match(2, {"red": [taking("red", 1)], "blue": [taking("blue")], "green": [taking("green")]})
    told = [each.public for each in played.apply("green", Take(2))]
    assert told == [NothingLeft("red")]
    assert kinds(played) == {"red": "rest", "blue": "take"}
    assert played.options("blue") == [Take(1)]


def test_a_chain_whose_question_another_takes_away_while_they_start_is_not_asked_it() -> None:
    played = match(0, {"red": [taking("red", 1)], "blue": [taking("blue")], "green": []})
    assert kinds(played) == {"red": "rest", "blue": "take"}
    played.apply("red", Rest())
    played.apply("blue", Take(1))
    assert played.state.has == {"blue": 1}


def test_what_goes_on_by_itself_is_the_same_when_it_is_resumed_and_its_draws_are_its_own() -> None:
    """The draw of a chain that goes on hangs on the entry that made it do so."""
    played = match(2, {"red": [taking("red")], "blue": [taking("blue")]})
    played.apply("red", Take(2))
    (entry,) = played.log
    assert [(draw.name, draw.keys) for draw in entry.chance] == [("luck", {"seat": "blue"})]
    position = codec_of(played.game).decode(played.checkpoint())
    again = Match(played.game, played.header, position, played.chance.copy())
    assert again.decisions() == played.decisions()
    for each in (played, again):
        each.apply("blue", Rest())
        assert each.result is not None
    assert again.checkpoint() == played.checkpoint()

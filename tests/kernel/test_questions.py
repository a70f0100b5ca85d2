"""Questions that are declared in a line, asked by the steps of a game of one coin."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adjudicator import FIRST, Action, Asking, Chance, Frames, Game, Match, Play, Question, Refusal, StepBook, choice
from adjudicator.components import Code, Kind
from adjudicator.components.state_schema import StateSchema
from adjudicator.kernel.chapters import questions
from adjudicator.kernel.position import Header, Position
from adjudicator.kernel.replay import replay_events
from adjudicator.kernel.steps import stored_frames

SEAT, TOWN = Kind("seat", ("red", "blue")), Kind("town", ("lyon", "metz"))
STEPS = StepBook()


class State(msgspec.Struct, array_like=True):
    towns: list[str]
    went: list[str] = []


class Go(Action, frozen=True, tag="go"):
    to: str


class Stay(Action, frozen=True, tag="stay"):
    pass


no_way = Code("2", to=TOWN, by=str)
closed = Code("3", to=TOWN)
GO = Question("go", "2", Go, Stay, otherwise=no_way, default=Stay(), about={"by": str})
GO_IN_SILENCE = choice("go_alone", "2", Go, otherwise=no_way)
GO_LOGGED = Question("go_logged", "2", Go, otherwise={Go: no_way}, default=FIRST, alone="logged")
GO_PLAINLY = Question("go_plainly", "2", Go, default=FIRST)
GO_NOW = GO.interrupting("go_now", "2.1")
GO_IF = Question("go_if", "3", Go, Stay, default=Stay())


@STEPS.step("2")
def going(play: Play[State], kind: str) -> Asking:
    asked = {each.answers.kind: each for each in (GO, GO_IN_SILENCE, GO_LOGGED, GO_PLAINLY, GO_NOW)}[kind]
    more = [Stay()] if Stay in asked.answers.actions else []
    answer = yield asked("red", [*map(Go, play.state.towns), *more], by="red")
    play.state.went.append(getattr(answer, "to", ""))


@STEPS.step("3")
def going_if(play: Play[State]) -> Asking:
    def why(action: Go) -> Refusal | None:
        """Of staying, the default, nobody asks."""
        return closed(to=action.to) if action.to not in play.state.towns else None

    answer = yield GO_IF("red", [*map(Go, TOWN.ids), Stay()], why)
    play.state.went.append(getattr(answer, "to", ""))


class Going(Game[State]):
    id, version, seats, steps = "going", "1", SEAT.ids, STEPS
    titles = {"en": "Going"}
    form = StateSchema(State, seats=SEAT)

    def start(self, seats: Any, options: Any, content: Any) -> tuple[State, Frames]:
        return State([]), []


def match(*towns: str, frames: Frames) -> Match:
    position: Position[State, Any] = Position(0, 0, 0, stored_frames(frames), State([*towns]), [])
    return Match.begin(Going(), Header("going", "1", "", SEAT.ids, {}), position, Chance(b"going"))


def refused(played: Match, action: Action) -> Refusal:
    with pytest.raises(Refusal) as caught:
        played.apply("red", action)
    return caught.value


def test_a_question_has_its_kind_its_rule_its_context_and_its_default() -> None:
    played = match("lyon", frames=[going("go")])
    asked = played.decisions()[0]
    assert (asked.kind, asked.rule, asked.context, asked.seats) == ("go", "2", {"by": "red"}, ("red",))
    assert played.options("red") == [Go("lyon"), Stay()]
    assert played.default("red") == Stay()


def test_what_is_not_offered_is_refused_with_facts_of_both() -> None:
    why = refused(match("lyon", frames=[going("go")]), Go("metz"))
    assert (why.code, why.rule, why.facts) == ("no_way", "2", {"to": "metz", "by": "red"})
    assert why.nearest == (Go("lyon"),)


def test_a_question_without_a_code_says_that_it_is_not_offered() -> None:
    why = refused(match("lyon", frames=[going("go_plainly")]), Go("metz"))
    assert (why.code, why.rule, why.facts, why.nearest) == ("not_an_option", "2", {"op": "go"}, (Go("lyon"),))


def test_where_nothing_like_it_is_offered_what_is_offered_is_near() -> None:
    assert refused(match(frames=[going("go")]), Go("metz")).nearest == (Stay(),)


def test_a_function_may_say_what_is_against_an_action() -> None:
    played = match("metz", frames=[going_if()])
    assert played.options("red") == [Go("metz"), Stay()]
    assert refused(played, Go("lyon")).code == "closed"
    played.apply("red", Go("metz"))
    assert played.state.went == ["metz"]


def test_a_single_answer_is_given_in_silence_and_no_number_is_used() -> None:
    played = match("lyon", frames=[going("go_alone"), going("go")])
    assert played.state.went == ["lyon"]
    assert played.log == []
    assert played.decisions()[0].number == 1


def test_a_single_answer_is_given_and_logged() -> None:
    played = match("lyon", frames=[going("go_logged"), going("go")])
    assert played.state.went == ["lyon"]
    assert [(entry.by, entry.action, entry.how) for entry in played.log] == [("red", Go("lyon"), "only")]
    assert played.decisions()[0].number == 2


def test_where_there_is_a_choice_it_is_asked() -> None:
    for kind in ("go_alone", "go_logged"):
        played = match("lyon", "metz", frames=[going(kind)])
        assert played.decisions()[0].kind == kind
        assert played.default("red") == Go("lyon")


def test_the_same_question_may_interrupt_somebody_elses_turn() -> None:
    played = match("lyon", frames=[going("go_now")])
    asked = played.decisions()[0]
    assert (asked.kind, asked.rule, asked.interrupts) == ("go_now", "2.1", True)
    assert refused(played, Go("metz")).code == "no_way"


def test_a_game_knows_the_questions_that_its_modules_declare() -> None:
    import sys

    module = sys.modules[__name__]
    assert [each.kind for each in questions(module)] == ["go", "go_alone", "go_logged", "go_plainly", "go_now", "go_if"]
    assert [each.kind for each in questions(module) if each.interrupts] == ["go_now"]


def test_a_question_is_not_asked_without_what_it_is_about() -> None:
    with pytest.raises(TypeError, match="go: asked without by"):
        GO("red", [Stay()])


@STEPS.step("2.2")
def fighting(play: Play[State], turn: str, asked: str) -> Asking:
    """Both sides of a battle are asked the same; only the other one's answer comes in somebody else's turn."""
    answer = yield GO_NOW.in_turn_of(turn)(asked, [Go("lyon"), Stay()], by=turn)
    play.state.went.append(getattr(answer, "to", ""))


@pytest.mark.parametrize(("asked", "interrupts"), [("red", False), ("blue", True)])
def test_whether_a_question_interrupts_may_hang_on_who_is_asked(asked: str, interrupts: bool) -> None:
    played = match("lyon", frames=[fighting("red", asked)])
    (open_now,) = played.decisions()
    assert (open_now.kind, open_now.seats, open_now.interrupts) == ("go_now", (asked,), interrupts)
    played.held = frozenset({"go_now"})
    assert played.decisions()[0].held is interrupts, "answers in one's own turn are never held back"


def test_a_question_that_never_interrupts_has_no_turn_of_somebody() -> None:
    with pytest.raises(TypeError, match="go never interrupts"):
        GO.in_turn_of("red")


@pytest.mark.parametrize("begun", ["asked", "logged"])
def test_a_log_in_which_somebody_gave_the_single_answer_leads_where_it_led(
    begun: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules that give it by themselves now play the same: its seat is asked again, where the log has its answer."""
    monkeypatch.setattr(GO_LOGGED, "alone", begun)
    frames = [going("go"), going("go_logged"), going("go_logged"), going("go")]
    played, start = (match("lyon", frames=frames) for _ in range(2))
    while decisions := played.decisions():
        played.apply("red", played.options(decisions[0].seats[0])[0])
    assert [entry.how for entry in played.log] == (["", "", "", ""] if begun == "asked" else ["", "only", "only", ""])
    monkeypatch.setattr(GO_LOGGED, "alone", "logged")
    seen = [start.position.n for _ in replay_events(start, played.log)]
    assert seen == ([1, 2, 3, 4] if begun == "asked" else [3, 4])
    assert (start.checkpoint(), start.log) == (played.checkpoint(), played.log)
    assert start.given == (), "play goes on by the rules as they are"
    later = match("lyon", frames=[going("go"), going("go_logged")])
    later.apply("red", Stay())
    assert [entry.how for entry in later.log] == ["", "only"]

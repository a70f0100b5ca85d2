"""Measure six answers, each in a chain of its own or all to one question: `python benchmarks/side_by_side.py`.

A round is six server steps: stored bytes → match → the answer → stored bytes, and what the seat may know with what it
may do, encoded.
"""

from collections.abc import Mapping, Sequence
from importlib.metadata import EntryPoint
from typing import Annotated, Any

import msgspec
from timing import Sheet, best_of

from adjudicator import (
    Action,
    Answers,
    Asking,
    Choose,
    Frames,
    Game,
    Match,
    Play,
    StepBook,
    Together,
    new_match,
    parallel,
)
from adjudicator.components import Kind
from adjudicator.components.piece_fields import By, Count, Hidden
from adjudicator.components.state_schema import StateSchema
from adjudicator.kernel import registry

ENCODER = msgspec.json.Encoder()
SEAT = Kind("seat", ("first", "second", "third", "fourth", "fifth", "sixth"))
STEPS = StepBook()
step = STEPS.step
Seat = Annotated[str, SEAT]


class State(msgspec.Struct, array_like=True):
    marks: Annotated[dict[str, int], By(SEAT, Count()), Hidden.FROM_OTHERS]


class Mark(Action, frozen=True, tag="mark"):
    points: int


class MarkAnswers(Answers[State]):
    kind, rule, actions, secret = "mark", "1", (Mark,), True

    def options(self, state: State, seat: str) -> list[Action]:
        return [Mark(1), Mark(2), Mark(3)]


@step("1")
def chains(play: Play[State]) -> Frames:
    return [parallel({seat: [mark(seat)] for seat in play.seats}), chains()]


@step("1")
def mark(play: Play[State], seat: Seat) -> Asking:
    answer: Mark = yield Choose(seat, MarkAnswers())
    play.state.marks[seat] += answer.points
    return None


@step("1")
def together(play: Play[State]) -> Asking:
    answers: Mapping[str, Mark] = yield Together(play.seats, MarkAnswers())
    for seat, answer in answers.items():
        play.state.marks[seat] += answer.points
    return [together()]


class Marks(Game[State]):
    version, seats, steps, form, actions = "1", SEAT.ids, STEPS, StateSchema(State, seats=SEAT), (Mark,)

    def __init__(self, name: str, first: Any) -> None:
        self.id = name
        self._first = first
        super().__init__()

    def start(self, seats: Sequence[str], options: Mapping[str, Any], content: Any) -> tuple[State, Frames]:
        return State(dict.fromkeys(seats, 0)), [self._first()]


CHAINS, TOGETHER = Marks("bench-chains", chains), Marks("bench-together", together)


def a_round(start: Match) -> None:
    """Let everybody answer once, each in a server step."""
    header, stored, sealed = start.header, start.checkpoint(), dict(start.sealed)
    for seat in header.seats:
        match = Match.resume(header, stored, seed=b"bench", sealed=sealed)
        match.apply(seat, Mark(2))
        stored, sealed = match.checkpoint(), dict(match.sealed)
        ENCODER.encode(match.view((seat,)))
        ENCODER.encode(match.options(seat))


def main() -> None:
    installed = registry._installed()  # a game that is in no package
    for name, value in {"bench-chains": "CHAINS", "bench-together": "TOGETHER"}.items():
        installed[name] = EntryPoint(name, f"{__name__}:{value}", registry.GROUP)
    chained, at_once = (new_match(name, seed=b"bench") for name in ("bench-chains", "bench-together"))
    sheet = Sheet("Six seats that answer")
    one = best_of(lambda: a_round(at_once), 9, 50)
    sheet.seconds("six answers to one secret question", one)
    many = best_of(lambda: a_round(chained), 9, 50)
    sheet.seconds("six answers, each in a chain of its own", many)
    sheet.factor("the chains, in rounds of the one question", many / one, 2.0)
    sheet.close()


if __name__ == "__main__":
    main()

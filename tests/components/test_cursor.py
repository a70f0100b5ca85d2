"""The cursor in documents: steps and what they are called with, in names."""

from __future__ import annotations

from typing import Annotated, Any

import jsonschema
import pytest

from adjudicator import Frames, Play, StepBook
from adjudicator.components.kinds import Kind
from adjudicator.components.state_schema import StateSchema
from adjudicator.kernel.beginning import new_match
from adjudicator.kernel.errors import DocumentError
from adjudicator.kernel.registry import game_named
from tests.components.test_holds import State

SEAT = Kind("seat", ("red", "blue"))
TOWN = Kind("town", ("lyon", "paris"))
STEPS = StepBook()


@STEPS.step("1")
def turn(play: Play[Any], seat: Annotated[str, SEAT], through: list[Annotated[int, TOWN]], left: int = 2) -> None:
    """An example; documents never run it."""


@STEPS.step("1")
def journey(play: Play[Any], by: tuple[Annotated[str, TOWN], ...]) -> None:
    """An example with several towns."""


@STEPS.step("2")
def end_of_round(play: Play[Any]) -> Frames | None:
    return None


CURSOR = StateSchema(State, seats=SEAT).cursor(STEPS)
FRAMES = [turn("red", [1, 0]), turn("blue", [], 1), end_of_round()]
WRITTEN = [
    {"step": "turn", "seat": "red", "through": ["paris", "lyon"], "left": 2},
    {"step": "turn", "seat": "blue", "through": [], "left": 1},
    {"step": "end_of_round"},
]


def test_steps_are_written_with_their_arguments_by_name() -> None:
    assert CURSOR.write(FRAMES) == WRITTEN
    jsonschema.validate(WRITTEN, CURSOR.schema())
    assert CURSOR.read(WRITTEN, "cursor") == [["turn", "red", [1, 0], 2], ["turn", "blue", [], 1], ["end_of_round"]]


@pytest.mark.parametrize("towns", [(), ("paris", "lyon")])
def test_several_things_are_read_as_calls_hold_them(towns: tuple[str, ...]) -> None:
    frames = [journey(towns)]
    assert CURSOR.read(CURSOR.write(frames), "cursor") == frames
    assert CURSOR.write(CURSOR.read(CURSOR.write(frames), "cursor")) == [{"step": "journey", "by": list(towns)}]


def test_everything_that_is_wrong_is_told_with_its_path() -> None:
    wrong = [{"step": "turm"}, 7, {"step": "turn", "seat": "green", "through": ["rome"], "right": 1}]
    with pytest.raises(DocumentError) as caught:
        CURSOR.read(wrong, "cursor")
    assert [problem.path for problem in caught.value.problems] == [
        "cursor.0", "cursor.1", "cursor.2.right", "cursor.2.seat", "cursor.2.through.rome",
    ]  # fmt: skip
    assert "'turm' is no step; there are: turn, journey, end_of_round" in str(caught.value)
    with pytest.raises(DocumentError, match="the next one first"):
        CURSOR.read({"step": "turn"}, "cursor")
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate([{"step": "turn", "seat": "green", "through": []}], CURSOR.schema())


@pytest.mark.parametrize("game", ["salt-roads", "crossroads", "sealed-bids"])
def test_a_position_tells_what_is_still_to_be_done_the_next_step_first(game: str) -> None:
    match = new_match(game, options={}, seats=list(game_named(game).seats), seed=bytes(32))
    document = match.document()
    assert document["cursor"][0]["step"] in {"turn", "bidding"}
    named = [value for called in document["cursor"] for key, value in called.items() if key != "acts"]  # a figure
    assert all(isinstance(value, str) for value in named)
    jsonschema.validate(document, game_named(game).document_schema())
    first = document["cursor"][0] | {"seat": "nobody"}
    with pytest.raises(DocumentError, match=r"cursor\.0\.seat"):
        game_named(game).load(document | {"cursor": [first]})

"""A step that is called makes a frame; what is wrong with the call is an error of types, not of the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mypy import api

from adjudicator import Frames, Play, StepBook


def test_frame_is_the_name_and_plain_arguments() -> None:
    book = StepBook()

    @book.step("1")
    def turn(play: Play[Any], seat: str, given: list[Any], number: int = 1) -> Frames:
        return []

    assert turn("red", [("a", (1, 2))]) == ["turn", "red", [["a", [1, 2]]]]
    assert turn("red", given=[], number=3) == ["turn", "red", [], 3]


def test_step_that_is_announced_must_come_with_its_arguments() -> None:
    book = StepBook()

    @book.announce
    def turn(seat: str) -> None:
        """A turn."""

    with pytest.raises(ValueError, match="announced with other arguments"):

        @book.step("1")
        def turn(play: Play[Any], number: int) -> Frames:
            return []


def test_announced_step_makes_the_same_frame() -> None:
    book = StepBook()

    @book.announce
    def later(seat: str) -> None:
        """A turn that is defined elsewhere."""

    announced, step = later, _registered(book)
    assert announced("red") == step("red") == ["later", "red"]


def _registered(book: StepBook) -> Any:
    @book.step("1")
    def later(play: Play[Any], seat: str) -> None:
        return None

    return later


WRONG = """
from typing import Any
from adjudicator import Frames, Play, StepBook

book = StepBook()

@book.step("1")
def turn(play: Play[Any], seat: str, number: int) -> Frames:
    return [turn(seat, number + 1)]  # right

turn("red")
turn("red", "1")
turn("red", 1, 2)
frames: Frames = [["turn", "red", 1]]

@book.step("2")
def counted(play: Play[Any]) -> int:
    return 1
"""


def test_wrong_argument_of_a_step_is_a_type_error(tmp_path: Path) -> None:
    module = tmp_path / "wrong.py"
    module.write_text(WRONG)
    told, problems, _ = api.run(["--strict", str(module)])
    assert not problems
    lines = [int(line.split(":")[1]) for line in told.splitlines() if ": error: " in line]
    assert sorted(set(lines)) == [11, 12, 13, 14, 16]

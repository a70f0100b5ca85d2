"""A call of a step keeps every argument that was given, by place or by name."""

from __future__ import annotations

from typing import Any

from adjudicator import Play, StepBook

STEPS = StepBook()


@STEPS.step("1")
def voyage(play: Play[Any], start: str, by: str = "sea", to: str = "", days: int = 1) -> None:
    """Nothing happens."""


def test_what_stands_behind_an_argument_left_out_is_kept() -> None:
    assert voyage("lisboa", to="goa") == ["voyage", "lisboa", "sea", "goa"]
    assert voyage("lisboa", days=9) == ["voyage", "lisboa", "sea", "", 9]


def test_arguments_without_a_name_and_those_left_out_at_the_end_stay_as_they_are() -> None:
    assert voyage("lisboa") == ["voyage", "lisboa"]
    assert voyage(start="lisboa", by="land") == ["voyage", "lisboa", "land"]

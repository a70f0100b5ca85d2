"""Reading takes time in proportion to size: some of the shapes of `python -m tests.fuzz --time`, in every stage."""

from __future__ import annotations

from random import Random

import pytest

from tests.fuzz.growth import Slow, compared, faults
from tests.fuzz.shapes import Shape, all_shapes, expressions
from tests.fuzz.stages import Stage, stages

SHAPES = 1
FOUND = (
    Shape(" ", "<", "!"),
    Shape("=?a?q?ﷺ"),
    Shape("a \n"),
    Shape("<s>a</s>b"),
    Shape("press to a:\n"),
    Shape("("),
    Shape("a"),
)
"""What was found once."""


@pytest.mark.parametrize("found", [FOUND[:1], pytest.param(FOUND[1:], marks=pytest.mark.long)], ids=["some", "others"])
def test_twice_the_text_takes_at_most_two_and_a_half_times_as_long(found: tuple[Shape, ...]) -> None:
    shapes = all_shapes(1, 100)
    assert len(expressions()) > 100
    Random(2).shuffle(shapes)
    assert list(faults(stages(), (*found, *shapes[:SHAPES]), 60)) == []


def test_quadratic_time_is_found() -> None:
    stage = Stage("quadratic", str.encode, 20_000, lambda raw: [raw.count(b"a") for _ in range(len(raw) // 4)])
    assert isinstance(compared(stage, Shape("ab")), Slow)


@pytest.mark.parametrize("shape", [Shape("ab", "<", ">"), Shape("abc")])
def test_a_shape_has_the_size_that_is_asked_for(shape: Shape) -> None:
    assert abs(len(shape.grown(1000)) - 1000) < 3

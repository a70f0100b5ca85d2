"""What an order leaves open is asked by what the answers to it differ in."""

from __future__ import annotations

import pytest

from adjudicator.reports.wording.problems import left_open


@pytest.mark.parametrize(
    ("lines", "order", "choices"),
    [
        (("deploy from Navy Box to Biscay", "deploy from Cuba Passage to Biscay"), "deploy from … to Biscay",
         ["Navy Box", "Cuba Passage"]),
        (("эскадру из Поля Флота в Хугли", "эскадру из Залива Мэн в Хугли"), "эскадру из … в Хугли",
         ["Поля Флота", "Залива Мэн"]),
        (("flag Savoy", "flag Sweden", "flag New Spain"), "flag …", ["Savoy", "Sweden", "New Spain"]),
        (("flag Spain (Prestige 2)", "flag Spain (Prestige 3)"), "flag Spain …", ["(Prestige 2)", "(Prestige 3)"]),
    ],
)  # fmt: skip
def test_what_answers_differ_in_is_asked(lines: tuple[str, ...], order: str, choices: list[str]) -> None:
    assert left_open(lines) == (order, choices)


@pytest.mark.parametrize("lines", [(), ("flag Savoy",), ("flag Savoy", "build fort"), ("draw", "draw event")])
def test_answers_that_have_nothing_in_common_or_no_difference_are_only_named(lines: tuple[str, ...]) -> None:
    assert left_open(lines) is None

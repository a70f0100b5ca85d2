"""Whole rounds that are offered as examples: different in kind, dearest first, each worth what stands behind it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.reports.model import Examples

MOMENTS = range(0, 40, 4)


def offered(office: Any, skip: int) -> Examples | None:
    match, told = office.moment("take_investment", skip)
    seat = match.decisions()[0].waiting[0]
    question = office.mail(match, seat, told, "en").questions[0]
    found: Examples | None = question.examples
    return found


@pytest.fixture
def shown(office: Any) -> list[Examples]:
    found = [each for skip in MOMENTS if (each := offered(office, skip)) is not None]
    assert len(found) > len(MOMENTS) // 2
    return found


def test_they_are_different_in_kind_and_the_dearest_stands_first(shown: list[Examples]) -> None:
    for each in shown:
        kinds = [(line.line.split()[0], line.words) for line in each.lines]
        assert len(kinds) == len(set(kinds)), kinds
        assert len({words for _, words in kinds}) == len(kinds) or len(kinds) == 2, kinds
        worth = [int(line.figure.replace("−", "-")) for line in each.lines]
        assert worth == sorted(worth, reverse=True)
    assert any(len(each.lines) > 2 for each in shown)

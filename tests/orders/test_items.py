"""Lists in one line: their marks are neither codes nor orders."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.orders.sets import run_orders


@pytest.mark.parametrize(
    "line",
    [
        "a) flag Savoy; b) flag Sardinia; c) end",
        "a) flag Savoy b) flag Sardinia c) end",
        "(a) flag Savoy (b) flag Sardinia (c) end",
        "а) флаг на Савойю, б) флаг на Сардинию, в) конец",
        "1) flag Savoy 2) flag Sardinia 3) end",
        "(1) flag Savoy (2) flag Sardinia (3) end",
        "1. flag Savoy 2. flag Sardinia 3. end",
        "flag Savoy, b) flag Sardinia, c) end",
    ],
)
def test_the_items_of_a_list_are_orders_and_their_marks_are_none(table: Any, line: str) -> None:
    outcome = run_orders(table.to_rounds().desk(), [line])
    assert [row.said for row in outcome.rows] == ["flag Savoy", "flag Sardinia", "end"]
    assert [action.op for action in outcome.actions] == ["flag", "flag", "end"]


@pytest.mark.parametrize(
    "line", ["either a) flag Savoy or b) flag Sardinia", "a) flag Savoy b) flag Sardinia?", "a) Savoy или b) Sardinia"]
)
def test_of_a_choice_nothing_is_done(table: Any, line: str) -> None:
    outcome = run_orders(table.to_rounds().desk(), [line])
    assert not outcome.actions
    assert not outcome.yes

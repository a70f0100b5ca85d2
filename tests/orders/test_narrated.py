"""What somebody tells of what was done, is his, or would have been, orders nothing."""

from typing import Any

import pytest

from adjudicator.components.russian import narrates
from adjudicator.orders.sets import carry_out


@pytest.mark.parametrize("word", ["копали", "положила", "ставит", "строят", "построен", "отдал", "снял"])
def test_a_russian_verb_that_tells_is_no_order(word: str) -> None:
    assert narrates(word)


@pytest.mark.parametrize(
    "word", ["копаю", "положите", "ставим", "строим", "построить", "отдам", "сними", "флаги", "ло"]
)
def test_one_that_orders_or_promises_is(word: str) -> None:
    assert not narrates(word)


@pytest.mark.parametrize(
    "line",
    [
        "они копали",
        "положил в Савойю",
        "кладет в Савойю",
        "взял Савойю",
        "I would have put a flag in Savoy",
        "we have a flag in Savoy",
        "I had a flag in Savoy",
    ],
)
def test_what_is_told_is_not_done(table: Any, line: str) -> None:
    outcome = carry_out(table.to_rounds().desk(), [line])
    assert outcome.actions == ()


@pytest.mark.parametrize(("line", "done"), [("копаю", "dig"), ("копай", "dig"), ("I'll have a flag in Savoy", "flag")])
def test_what_is_ordered_is_done(table: Any, line: str, done: str) -> None:
    outcome = carry_out(table.to_rounds().desk(), [line])
    assert [action.op for action in outcome.actions] == [done]

"""What is meant by what is left, or by where it stands in the list: proposed, and never done before a `yes`."""

from typing import Any

import pytest

from adjudicator.orders.sets import Outcome, carry_out


def offered(outcome: Outcome) -> list[str]:
    return [row.said for row in outcome.yes]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("all but Marlow", "pilots Halley, Walpole"),
        ("everyone except Halley, please", "pilots Walpole, Marlow"),
        ("всех, кроме Марло", "pilots Halley, Walpole"),
        ("the first and the third", "pilots Halley, Marlow"),
        ("второго и третьего", "pilots Walpole, Marlow"),
        ("numbers 2 and 3", "pilots Walpole, Marlow"),
        ("номера 1 и 2, пожалуйста", "pilots Halley, Walpole"),
    ],
)
def test_what_is_left_and_what_stands_at_a_place_is_proposed(table: Any, line: str, meant: str) -> None:
    outcome = carry_out(table.desk("blue"), [line])
    assert outcome.actions == ()
    assert offered(outcome) == [meant]


@pytest.mark.parametrize(
    "line",
    [
        "all",
        "all but Halley and Marlow",
        "all but Nelson",
        "all but Marlow if he is ill",
        "the first and the fourth",
        "numbers 3 and 4",
        "the first and the first",
        "the first pilot was my uncle",
        "all but Marlow?",
    ],
)
def test_a_set_that_cannot_be_or_that_says_more_is_not_proposed(table: Any, line: str) -> None:
    outcome = carry_out(table.desk("blue"), [line])
    assert (outcome.actions, outcome.yes) == ((), ())


def test_of_many_kinds_of_answers_none_is_meant_by_what_is_left(table: Any) -> None:
    outcome = carry_out(table.to_rounds().desk(), ["all but Savoy"])
    assert (outcome.actions, outcome.yes) == ((), ())

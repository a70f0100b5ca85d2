"""`rules N` by mail: the game's few sentences in the language of the seat, and whether it is asked by that rule."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def campaign(house: Any) -> int:
    created: int = house.create("imperial-struggle", {"france": "en", "britain": "ru"}, seed=b"rules")
    return created


def test_each_seat_reads_the_rule_in_its_language(house: Any, campaign: int, said: Any) -> None:
    assert "5.4.2 Economic cost" in said(house.write("france", "rules 5.4.2")[0])
    assert "5.4.2 Экономическая стоимость" in said(house.write("britain", "правила 5.4.2")[0])


def test_the_answer_says_that_one_is_asked_by_this_rule(house: Any, campaign: int, said: Any) -> None:
    assert "You are asked by this rule now" in said(house.write("france", "rules 4.1.7")[0])
    assert "You are asked by this rule now" not in said(house.write("france", "rules 7.1")[0])

"""The receipt for a round on a phone: each order by its own words, what is left, what changed as a picture."""

from __future__ import annotations

import re
from email.message import EmailMessage
from typing import Any

import msgspec
import pytest

from adjudicator.kernel.registry import game_named
from adjudicator.reports import budget
from tests.service.conftest import text_of
from tests.service.mails_of_positions import FOLDER
from tests.service.test_mails_of_a_campaign import heights, page_of

pytestmark = pytest.mark.store("sqlite")
ROUND = "Д4Э2", "E14 E13 K54"
"""A tile, and three orders with it."""


@pytest.fixture
def table(house: Any) -> Any:
    """A campaign in which France takes its first tile, both players read Russian."""
    document = msgspec.json.decode((FOLDER / "first_tile.json").read_bytes())
    seats = dict.fromkeys(game_named("imperial-struggle").seats, "ru")
    house.create("imperial-struggle", seats, document=document, seed=b"house")
    return house


def receipt(table: Any, *lines: str) -> EmailMessage:
    answers: list[EmailMessage] = table.write("france", *lines)
    return next(each for each in answers if each["Auto-Submitted"] == "auto-replied")


@pytest.mark.parametrize("end", ["", " конец"])
def test_a_round_of_three_orders_keeps_its_picture(table: Any, browser: Any, end: str) -> None:
    table.write("france", ROUND[0])
    mail = receipt(table, ROUND[1] + end)
    assert "cid:crop" in page_of(mail)
    (high,) = heights([mail], browser)
    assert high <= budget.ANSWER.high


def test_each_order_of_a_line_stands_by_its_own_words(table: Any) -> None:
    mail = receipt(table, " ".join(ROUND))
    assert re.findall(r"<code[^>]*>([^<]*)</code>", page_of(mail)) == ["Д4Э2", "E13", "E14", "K54"]
    assert " ".join(ROUND) not in text_of(mail)
    assert len(re.findall(r"^ +1  ", text_of(mail), re.MULTILINE)) == 1  # the number of the line, once


def test_the_receipt_of_an_open_round_says_what_is_left(table: Any) -> None:
    for line, left in (
        (ROUND[0], "Основное действие: осталось 4 дипломатических очка."),
        ("E14", "Основное действие: осталось 2 дипломатических очка."),
        ("E13 K54", "Очков не осталось."),
    ):
        assert left in " ".join(text_of(receipt(table, line)).split())


def test_a_tile_that_is_taken_is_answered_with_those_that_are_there(table: Any) -> None:
    text = " ".join(text_of(receipt(table, "Э2Д2 E14 конец")).split())
    assert "тайла «Э2Д2» больше нет; есть: Э4В2, Э3В2, Д4Э2, Д3Э2, Д3В2, В4Э2, В3Э2, В2Э2, В2Д2" in text


def test_what_a_question_names_may_be_checked_by_its_short_name(table: Any) -> None:
    assert "«проверь H11»" in text_of(receipt(table, "что будет, если H11?"))

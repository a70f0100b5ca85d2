"""The receipt for a round on a phone: each order by its own words, what is left, what changed as a picture."""

from __future__ import annotations

import re
from email.message import EmailMessage
from html import unescape
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from adjudicator.kernel.events import Event
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.simulate import begin_dense
from adjudicator.pictures.board import Between
from adjudicator.reports.layout import budget
from adjudicator.service.play.offers import phrasebook
from tests.long_cases import alternate_variants
from tests.service.conftest import text_of
from tests.service.mails_of_positions import FOLDER
from tests.service.test_mails_of_a_campaign import heights, page_of

pytestmark = pytest.mark.store("sqlite")
ROUND = "Д4Э2", "E14 E13 K54"
"""A tile, and three orders with it."""


@pytest.fixture
def table(installation: Any) -> Any:
    """A campaign in which France takes its first tile, both players read Russian."""
    document = msgspec.json.decode((FOLDER / "first_tile.json").read_bytes())
    seats = dict.fromkeys(game_named("imperial-struggle").seats, "ru")
    installation.create("imperial-struggle", seats, document=document, seed=b"house")
    return installation


def receipt(table: Any, *lines: str) -> EmailMessage:
    answers: list[EmailMessage] = table.write("france", *lines)
    return next(answer for answer in answers if answer["Auto-Submitted"] == "auto-replied")


@pytest.mark.parametrize("end", ["", " конец"])
def test_a_round_of_three_orders_keeps_its_picture(table: Any, browser: Any, end: str) -> None:
    table.write("france", ROUND[0])
    mail = receipt(table, ROUND[1] + end)
    assert "cid:crop" in page_of(mail)
    (high,) = heights([mail], browser)
    assert high <= (budget.ANSWER if end else budget.ROUND).high


def test_an_open_round_can_be_had_back_with_a_tap(table: Any) -> None:
    """The link stands where nobody else was asked meanwhile, and does what it says."""
    before = table.table(1).match.hash
    assert "вернуть ход" in page_of(receipt(table, ROUND[0]))
    receipt(table, "вернуть")
    assert table.table(1).match.hash == before
    assert "вернуть ход" not in page_of(receipt(table, *ROUND, "конец"))


class Five(NamedTuple):
    """Five orders of a seat that change the board, the order before them, and where that is given."""

    document: dict[str, Any]
    first: tuple[str, str]
    seat: str
    lines: list[str]


def five(game: str, code: str, number: int) -> Five:
    """Found in a match that is played at random."""
    match, rng, book = begin_dense(game, f"five {number}"), Random(number), phrasebook(game)
    document, first = match.document(), ("", "")
    for _ in range(40):
        (seat, *_others) = match.decisions()[0].waiting
        tried, lines, events = match.copy(), list[str](), list[Event]()
        while len(lines) < 5 and not tried.result and seat in tried.decisions()[0].waiting:
            action = tried.sample(seat, rng)
            lines.append(book.say(action, code))
            events += [event for told in tried.apply(seat, action) if (event := told.visible_to((seat,))) is not None]
        between = Between(match.view((seat,)), tried.view((seat,)), tuple(events))
        if len(lines) == 5 and first[0] and match.game.part("board").crops(between, code, most=1):
            return Five(document, first, seat, lines)
        action = match.sample(seat, rng)
        document, first = match.document(), (seat, book.say(action, code))
        match.apply(seat, action)
    raise LookupError(f"nobody gives five orders in a row in {game} {number}")


@pytest.mark.parametrize(
    ("found_in", "code"),
    alternate_variants((("imperial-struggle", 4), ("pax-renaissance", 2), ("europa-universalis", 2)), ("en", "ru")),
)
def test_five_orders_in_long_words_stand_with_a_picture_and_what_is_left(
    installation: Any, browser: Any, found_in: tuple[str, int], code: str
) -> None:
    """Each with what came of it, what is left or who is waited for, and what changed on the board."""
    game, number = found_in
    found = five(game, code, number)
    seats = game_named(game).seats_of(found.document)
    installation.create_plainly(game, dict.fromkeys(seats, code), document=found.document, seed=b"house")
    installation.write(*found.first, *([{"en": "more", "ru": "ещё"}[code]] if game == "europa-universalis" else []))
    mail = next(
        each for each in installation.write(found.seat, *found.lines) if each["Auto-Submitted"] == "auto-replied"
    )
    page = page_of(mail)
    orders = [unescape(each) for each in re.findall(r"<code[^>]*>([^<]*)</code>", page)]
    assert orders[:5] == found.lines
    assert page.count("✓") == len(orders), "an end of the turn that nobody wrote stands behind them"
    assert "cid:crop" in page
    (high,) = heights([mail], browser)
    assert high <= budget.ROUND.high


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

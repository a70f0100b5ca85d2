"""A mistake in a line is explained by what is asked where the lines before it have led, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.conftest import words_of

pytestmark = pytest.mark.store("sqlite")

SEATS = {"bakers": "en", "brewers": "ru", "drapers": "en"}


@pytest.fixture
def campaign(installation: Any) -> int:
    """Each keeps a contract, and then borrows."""
    made: int = installation.create("guild-fair", SEATS, options={"visitors": False})
    return made


def keeping(installation: Any, campaign: int, seat: str) -> str:
    match = installation.table(campaign).match
    said: str = match.game.part("phrases").say(match.options(seat)[0], SEATS[seat])
    return said


def reading_in(mail: Any) -> str:
    """What the answer says of the lines, without the question below."""
    told = words_of(mail)
    return told[: told.index(" HOW MANY COINS" if " HOW MANY COINS" in told else " СКОЛЬКО МОНЕТ")]


@pytest.mark.parametrize(
    ("seat", "line", "near"),
    [
        ("bakers", "borow 9", ("borrow",)),
        ("bakers", "borrow a horse", ("borrow 0", "borrow 1", "borrow 2")),
        ("brewers", "заннять 9", ("занять",)),
        ("brewers", "занять лошадь", ("занять 0", "занять 1", "занять 2")),
    ],
)
def test_a_line_is_explained_where_the_line_before_it_has_led(
    installation: Any, campaign: int, seat: str, line: str, near: tuple[str, ...]
) -> None:
    keep = keeping(installation, campaign, seat)
    (answer,) = installation.write(seat, keep, line)
    told = reading_in(answer)
    assert told.count(line) == 1, "what is wrong is said once"
    behind = told.partition(line)[2]
    assert all(each in behind for each in near), behind
    assert keep.split()[0] not in behind, "the question that the first line has answered is not proposed again"


def test_near_orders_at_any_time_are_named(installation: Any, campaign: int) -> None:
    (answer,) = installation.write(
        "brewers", keeping(installation, campaign, "brewers"), "занять 0", "отдать мнету пекарям"
    )
    assert "дать монету" in words_of(answer).split("Возможно, вы имели в виду:")[1][:60]


def test_one_answer_is_not_proposed_for_two_lines(installation: Any, campaign: int) -> None:
    """Of `keep wel` the one answer is named; `borow 1` is behind it, and not another try at the same."""
    (answer,) = installation.write("drapers", "keep nothing", "borow 9")
    told = words_of(answer)
    assert told.count("Did you mean:") == 1

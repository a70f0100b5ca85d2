"""A mail that says what an order is about and what is done, and nothing else of the game, may be met with a `yes`."""

from __future__ import annotations

from functools import cache

import pytest

from tests.orders.positions import Position


@cache
def position(name: str, language: str) -> Position:
    return Position(name, language)


@pytest.mark.parametrize(
    ("name", "language", "line", "said"),
    [
        ("india", "en", "Calicut is where my flag goes", ["flag Calicut, major"]),
        (
            "squadrons",
            "ru",
            "Конфликт в Долине Гудзона убираем, на Сантьяго – флаг. Раунд закончен.",
            [
                "убрать конфликт с Долины Гудзона, основным действием",
                "флаг на Сантьяго, дополнительным действием",
                "конец",
            ],
        ),
        ("america", "ru", "Гавана нужна мне, флаг туда", ["флаг на Гавану, основным действием"]),
        ("second_turn", "en", "d4e2 sweden end", ["take Diplomatic 4 and Economic 2", "flag Sweden, major", "end"]),
        ("realm_start", "en", "Let's earn some money, my action will be trading.", ["trade"]),
    ],
)  # fmt: skip
def test_what_a_mail_bears_out_is_offered(name: str, language: str, line: str, said: list[str]) -> None:
    outcome = position(name, language).read(line)
    assert not outcome.actions
    assert [row.said for row in outcome.yes] == said


@pytest.mark.parametrize(
    ("name", "language", "line"),
    [
        ("india", "en", "Calicut is where his flag goes"),
        ("india", "en", "Calicut is not where my flag goes"),
        ("india", "en", "Calicut is where you put your flag"),
        ("india", "en", "Calicut would look better with my flag"),
        ("india", "en", "Is Calicut where my flag goes?"),
        ("india", "en", "Calicut is where my fort goes"),  # something else of the game
        ("india", "en", "Calicut and Atlantis are where my 2 flags go"),
        ("india", "en", "Calicut is so lovely"),  # nothing is to be done
        ("purchases", "en", "the French flag on Algonquin, strike that"),
        ("america", "ru", "Гавана нужна мне, флаг туда не ставлю"),
        ("realm_start", "en", "the dog ate my map"),
        ("realm_start", "en", "my cubes go among the Swiss, no war"),
    ],
)
def test_what_says_less_or_something_else_is_not(name: str, language: str, line: str) -> None:
    outcome = position(name, language).read(line)
    assert not outcome.actions
    assert not outcome.yes

"""The short rulebook: how it is asked."""

from __future__ import annotations

import pytest

from adjudicator.games.europa_universalis.rulebook import RULEBOOK
from adjudicator.language import language


@pytest.mark.parametrize(
    ("typed", "number"), [("r3.22", "R3.22"), ("3.22", "R3.22"), ("Р3.22", "R3.22"), ("18", "R18")]
)
def test_a_number_needs_no_letter(typed: str, number: str) -> None:
    assert RULEBOOK.number(typed) == number


@pytest.mark.parametrize("typed", ["phase 3", "age 4", "pass", "3.29", ""])
def test_words_are_no_numbers(typed: str) -> None:
    assert RULEBOOK.number(typed) == ""


@pytest.mark.parametrize(("asked", "nearest"), [("R3.29", "R3"), ("R25", "R"), ("9.70", "R9")])
def test_a_number_that_does_not_exist_leads_to_the_nearest(asked: str, nearest: str) -> None:
    told = RULEBOOK.tell(asked, language("en"))
    assert asked in told[0]
    assert told[1].startswith(f"{nearest} ")


@pytest.mark.parametrize(
    ("english", "russian", "number"),
    [
        ("bankruptcy", "банкротство", "R7.20"),
        ("unrest", "беспорядки", "R14.01"),
        ("white peace", "белый мир", "R10.06"),
        ("active ally", "активный союзник", "R11.70"),
        ("merchants", "торговцы", "R12.01"),
        ("electors", "выборщики", "R18.30"),
        ("pass", "пас", "R3.22"),
    ],
)
def test_words_lead_to_what_they_are(english: str, russian: str, number: str) -> None:
    for code, words in (("en", english), ("ru", russian)):
        told = RULEBOOK.about(words, language(code))
        assert told[0].startswith(f"{number} {RULEBOOK.title(number, code)}."), words

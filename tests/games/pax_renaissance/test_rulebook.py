"""The short rulebook: how it is asked, by the numbers of the book and by its words."""

from __future__ import annotations

import pytest

from adjudicator.games.pax_renaissance.words import RULEBOOK
from adjudicator.language import language


@pytest.mark.parametrize(
    ("typed", "number"),
    [("e2.2b", "E2.2b"), ("Е1а", "E1a"), ("к3б", "K3b"), ("Л4", "L4"), ("ia", "Ia"), ("§ 56", "§56"), ("56", "§56")],
)
def test_a_number_may_be_typed_as_the_russian_book_prints_it(typed: str, number: str) -> None:
    assert RULEBOOK.number(typed) == number


def test_a_section_names_those_below_it() -> None:
    told = RULEBOOK.tell("E2.1", language("en"))
    assert told[0].startswith("E2.1 The one-shot happens. ")
    assert told[-1] == "More in: E2.1a With a battle; E2.1b Without a battle."
    assert RULEBOOK.below("I") == ("Ia", "I1", "I2")
    assert RULEBOOK.tell("D1", language("ru"))[-1].startswith("Подробнее: D1.1 Приобретение карты; ")


@pytest.mark.parametrize(("asked", "nearest"), [("E1g", "E1"), ("E2.9", "E2"), ("M3", "L"), ("Z", "L"), ("G7", "G")])
def test_a_number_that_does_not_exist_leads_to_the_nearest(asked: str, nearest: str) -> None:
    told = RULEBOOK.tell(asked, language("ru"))
    assert asked in told[0]
    assert told[1].startswith(f"{nearest} ")


@pytest.mark.parametrize(
    ("english", "russian", "number"),
    [
        ("regime change", "смена режима", "§56"),
        ("concessions", "концессии", "§24"),
        ("old maid", "старую деву", "I2"),
        ("golden liberty", "золотая свобода", "F6d"),
        ("bloody rule", "кровавое правило", "K1c"),
        ("bankruptcy", "банкротство", "G6"),
        ("usury", "ростовщичество", "E1e"),
        ("comet", "комета", "L1"),
        ("vassals", "вассалы", "§3"),
        ("siege", "осада", "F8"),
    ],
)
def test_words_lead_to_what_they_are(english: str, russian: str, number: str) -> None:
    for code, words in (("en", english), ("ru", russian)):
        told = RULEBOOK.about(words, language(code))
        assert told[0].startswith(f"{number} {RULEBOOK.title(number, code)}."), words

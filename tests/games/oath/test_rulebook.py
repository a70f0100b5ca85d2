"""The short rulebook: every numbered section of the Law in both languages, found by number and by word."""

from __future__ import annotations

import re

import pytest

from adjudicator.games.oath.facts import DATA
from adjudicator.language import CODES, language
from adjudicator.reports.wording.rulebook import Rulebook

BOOK = Rulebook(DATA / "rulebook")
NUMBER = re.compile(r"\b\d+(?:\.\d+)+\b")
COUNTS = """
1:23 2:11 3:4 4:3 5:6 6:8 7:6 8:8 9:6 10:28
2.1:7 2.2:3 2.4:3 2.5:3 2.6:3 2.7:2 2.8:5 3.3:1 3.4:4 4.1:4 4.1.1:3 4.3:5
5.1:4 5.1.4:4 5.2:2 5.3:2 5.4:4 5.5:8 5.5.7:3 5.6:2 6.6:3 7.1:4 7.2:2 7.3:4 7.4:3 7.5:4 7.6:5 8.3:5 8.6:3 8.7:2
"""
"""How many sections stand right below one, as in the Law; of the glossary its entries."""


def test_every_numbered_section_of_the_law_is_there() -> None:
    counts = (each.split(":") for each in COUNTS.split())
    below = {f"{above}.{n}" for above, count in counts for n in range(1, int(count) + 1)}
    assert {*BOOK.rules("en")} == below | {f"{chapter}.0" for chapter in range(1, 11)}


@pytest.mark.parametrize("code", CODES)
def test_each_says_something_and_points_to_the_same_rules(code: str) -> None:
    assert list(BOOK.rules(code)) == list(BOOK.rules("en"))
    for number, rule in BOOK.rules(code).items():
        assert rule.title, number
        assert 20 < len(rule.text) < 600, number
        assert rule.text.endswith("."), number
        told = {*NUMBER.findall(rule.text)}
        assert told <= {*BOOK.rules("en")}, number
        assert told == {*NUMBER.findall(BOOK.rules("en")[number].text)}, number


def test_terms_point_to_rules_and_stand_once() -> None:
    terms = [said for term in BOOK.terms for said in (*term.en, *term.ru)]
    assert len(terms) == len(set(terms))
    assert {number for term in BOOK.terms for number in term.rules} <= {*BOOK.rules("en")}


@pytest.mark.parametrize(
    ("english", "russian", "number"),
    [
        ("oathkeeper", "верного обету", "2.11"),
        ("successor", "преемник", "3.3.1"),
        ("banish", "депортация", "5.5.7.3"),
        ("binding exchange", "договор", "7.6.3"),
        ("locked", "скованная карта", "7.2.2"),
        ("discard", "сброс", "10.26"),
        ("reliquary", "реликварий", "2.3"),
        ("long war", "затяжная война", "3.4"),
    ],
)
def test_words_lead_to_what_they_are(english: str, russian: str, number: str) -> None:
    for code, words in (("en", english), ("ru", russian)):
        told = BOOK.about(words, language(code))
        assert told[0].startswith(f"{number} {BOOK.title(number, code)}."), words

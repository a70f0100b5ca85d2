"""The short rulebook: every numbered section has its few sentences in both languages."""

import re

import pytest

from adjudicator.games.imperial_struggle.fact_files import DATA
from adjudicator.games.imperial_struggle.names import names
from adjudicator.games.imperial_struggle.rulebook import RULEBOOK, rules
from adjudicator.language import language

from .test_coverage_table import SECTIONS

CODES = ("en", "ru")


@pytest.mark.parametrize("code", CODES)
def test_every_section_has_a_title_and_a_text(code: str) -> None:
    assert list(rules(code)) == SECTIONS
    for number, rule in rules(code).items():
        assert rule.title, number
        assert 20 < len(rule.text) < 600, number
        assert re.search(r"[.?]$", rule.text), number


def test_the_languages_name_the_same_figures() -> None:
    for number, english in rules("en").items():
        figures = [sorted(set(re.findall(r"\d+(?:\.\d+)+", rule.text))) for rule in (english, rules("ru")[number])]
        if "–" not in rules("ru")[number].text:
            assert figures[0] == figures[1], number


def test_rules_that_a_text_points_to_exist() -> None:
    for code in CODES:
        for number, rule in rules(code).items():
            for other in re.findall(r"\b\d+(?:\.\d+)+", rule.text):
                assert other in rules(code), f"{code} {number}: {other}"


def test_a_section_names_those_below_it() -> None:
    told = RULEBOOK.tell("7.2.1", language("en"))
    assert told[0].startswith("7.2.1 Conquest points. ")
    assert told[-1] == "More in: 7.2.1.1 Fort, market, naval space; 7.2.1.2 Territory."
    assert "7.6" in RULEBOOK.tell("7.0", language("ru"))[-1]


@pytest.mark.parametrize(("asked", "nearest"), [("5.4.9", "5.4"), ("5.9", "5.0"), ("99", "12.0"), ("3.11.2", "3.0")])
def test_a_number_that_does_not_exist_leads_to_the_nearest(asked: str, nearest: str) -> None:
    told = RULEBOOK.tell(asked, language("ru"))
    assert asked in told[0]
    assert told[1].startswith(f"{nearest} ")


def test_a_chapter_may_be_asked_for_without_its_zero() -> None:
    assert RULEBOOK.tell("6", language("en"))[0].startswith("6.0 Debt.")


def test_a_language_without_texts_gets_the_english_ones() -> None:
    assert rules("xx")["6.0"].title == "Debt"


def test_cards_in_the_texts_have_their_names() -> None:
    for code in CODES:
        assert names(code).name("ministries", "jacobite_uprisings") in rules(code)["7.3"].text


def test_texts_are_no_rules_and_leave_the_content_of_running_games_alone() -> None:
    assert not [path for path in DATA.glob("*.yaml") if "rule" in path.name]

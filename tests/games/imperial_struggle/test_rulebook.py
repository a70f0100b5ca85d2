"""The short rulebook: every numbered section has its few sentences in both languages."""

import re

import pytest

from adjudicator.games.imperial_struggle.fact_types import ADVANTAGE, DATA, MINISTRY, SPACE
from adjudicator.games.imperial_struggle.names import names
from adjudicator.games.imperial_struggle.rulebook import RULEBOOK
from adjudicator.language import language

CODES = ("en", "ru")
SECTIONS = re.findall(
    r"[\d.]+",
    """
1.0 2.0 2.1 2.3 2.4 2.5 3.0 3.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.5 3.2.6 3.2.7 3.2.8 3.3 3.4 3.4.1 3.4.2 3.4.3 3.4.4 3.4.5
3.5 3.5.1 3.5.2 3.5.3 3.5.4 3.6 3.7 3.8 3.8.1 3.8.2 3.9 3.10 4.0 4.1 4.1.1 4.1.2 4.1.3 4.1.4 4.1.5 4.1.6 4.1.7 4.1.8
4.1.9 4.1.10 4.1.11 4.1.12 4.1.13 4.1.14 5.0 5.1 5.2 5.3 5.3.1 5.3.2 5.3.3 5.3.4 5.4 5.4.1 5.4.2 5.5 5.5.1 5.5.2 5.5.3
5.6 5.6.1 5.6.2 5.6.3 5.6.4 5.6.5 5.6.6 6.0 6.1 6.2 6.3 6.4 7.0 7.1 7.1.1 7.1.2 7.1.3 7.1.4 7.2 7.2.1 7.2.1.1 7.2.1.2
7.2.2 7.3 7.4 7.5 7.6 8.0 8.1 8.2 9.0 9.1 9.2 10.0 11.0 12.0 12.1 12.2 12.3
""",
)


def test_every_section_of_the_rulebook_has_its_few_sentences() -> None:
    assert list(RULEBOOK.rules("en")) == SECTIONS


def test_a_section_names_those_below_it() -> None:
    told = RULEBOOK.tell("7.2.1", language("en"))
    assert told[0].startswith("7.2.1 Conquest points. ")
    assert told[-1] == "More in: 7.2.1.1 Fort, market, naval space; 7.2.1.2 Territory."
    assert "7.6" in RULEBOOK.tell("7.0", language("ru"))[-1]


@pytest.mark.parametrize("code", CODES)
def test_8_2_tells_what_each_advantage_needs_and_does(code: str) -> None:
    told, named = RULEBOOK.tell("8.2", language(code))[1:], names(code)
    assert len(told) == len(ADVANTAGE.things) == 22
    for line, tile in zip(told, ADVANTAGE.things, strict=True):
        assert line.startswith(f"{named.name(ADVANTAGE, tile.id)} (")
        assert all(named.name(SPACE, space) in line for space in SPACE.ids_of(tile.spaces))
        assert not re.search(r"%|_|\bNone\b|: *\.?$|  ", line)


def test_what_advantages_do_is_told_with_their_figures_8_2() -> None:
    told = "\n".join(RULEBOOK.tell("8.2", language("en")))
    for line in (
        "Baltic Trade (Denmark-Norway, Prussia (Alliance)): debt -2.",
        "Central Europe Conflict (German States (Alliance 3), Bavaria): 1 conflict marker: alliance (Europe).",
        "Sardinia): remove an opposing flag: Austria, Spain (1 diplomatic point).",
        "Naval Bastion (Gibraltar): an opposing squadron goes to its navy box for 1 military point.",
        "Slaving Contracts (Asiento): a new squadron for 2 military points.",
        "Letters of Marque (Privateers): 1 conflict marker, not protected: market (Caribbean).",
        "Rum (Puerto Rico): remove an opposing flag from a market in the Caribbean, 1 cheaper.",
    ):
        assert line in told


@pytest.mark.parametrize(("asked", "nearest"), [("5.4.9", "5.4"), ("5.9", "5.0"), ("99", "12.0"), ("3.11.2", "3.0")])
def test_a_number_that_does_not_exist_leads_to_the_nearest(asked: str, nearest: str) -> None:
    told = RULEBOOK.tell(asked, language("ru"))
    assert asked in told[0]
    assert told[1].startswith(f"{nearest} ")


def test_a_chapter_may_be_asked_for_without_its_zero() -> None:
    assert RULEBOOK.tell("6", language("en"))[0].startswith("6.0 Debt.")


def test_a_language_without_texts_gets_the_english_ones() -> None:
    assert RULEBOOK.rules("xx")["6.0"].title == "Debt"


def test_cards_in_the_texts_have_their_names() -> None:
    for code in CODES:
        assert names(code).name(MINISTRY, "jacobite_uprisings") in RULEBOOK.rules(code)["7.3"].text


def test_texts_are_no_rules_and_leave_the_content_of_running_games_alone() -> None:
    assert not [path for path in DATA.glob("*.yaml") if "rule" in path.name]


@pytest.mark.parametrize(
    ("english", "russian", "number"),
    [
        ("prestige", "престиж", "3.2.1"),
        ("alliances", "альянсы", "3.2.1"),
        ("squadrons", "эскадры", "3.6"),
        ("building a squadron", "построить эскадру", "5.6.5"),
        ("fort", "форты", "3.2.5"),
        ("conflict markers", "маркеры конфликта", "3.8"),
        ("debt", "долга", "6.0"),
        ("debt limit", "предел долга", "6.3"),
        ("treaty points", "очков договора", "9.0"),
        ("advantages", "преимущества", "8.0"),
        ("demand", "спрос", "4.1.4"),
        ("award", "награды", "3.9"),
        ("initiative", "инициатива", "4.1.8"),
        ("final scoring", "финальный подсчёт", "11.0"),
        ("military upgrade", "улучшение армии", "5.3.3"),
        ("spoils", "трофеи", "7.2"),
        ("spanish empire", "испанская империя", "12.1"),
        ("huguenots", "гугеноты", ""),
    ],
)
def test_words_lead_to_what_they_are(english: str, russian: str, number: str) -> None:
    for code, words in zip(CODES, (english, russian), strict=True):
        told = RULEBOOK.about(words, language(code))
        if number:
            assert told[0].startswith(f"{number} {RULEBOOK.title(number, code)}."), words
        else:
            assert len(told) == 1, told

"""`rules N` by mail: the game's few sentences in the language of the seat, and whether it is asked by that rule."""

from __future__ import annotations

from typing import Any

import pytest

from tests.long_cases import alternate_variants

pytestmark = pytest.mark.store("sqlite")


@pytest.fixture
def campaign(installation: Any) -> int:
    created: int = installation.create("imperial-struggle", {"france": "en", "britain": "ru"}, seed=b"rules")
    return created


def test_each_seat_reads_the_rule_in_its_language(installation: Any, campaign: int, said: Any) -> None:
    assert "5.4.2 Economic cost" in said(installation.write("france", "rules 5.4.2")[0])
    assert "5.4.2 Экономическая стоимость" in said(installation.write("britain", "правила 5.4.2")[0])
    assert "5.4.2 Economic cost" in said(installation.write("france", "rules § 5.4.2.")[0])
    assert "7.0 Wars" in said(installation.write("france", "rules 7")[0])


def test_the_answer_says_that_one_is_asked_by_this_rule(installation: Any, campaign: int, said: Any) -> None:
    assert "You are asked by this rule now" in said(installation.write("france", "rules 4.1.7")[0])
    assert "You are asked by this rule now" in said(installation.write("france", "rules 4")[0])
    assert "You are asked by this rule now" not in said(installation.write("france", "rules 7.1")[0])


def test_rules_are_found_by_words_in_both_languages(installation: Any, campaign: int, said: Any) -> None:
    assert "5.6.3 Building a fort" in said(installation.write("france", "rules building fort")[0])
    assert "5.6.3" in said(installation.write("britain", "правила fort")[0])
    assert "No rule has" in said(installation.write("france", "rules xyzzy")[0])


@pytest.mark.parametrize(
    ("seat", "word", "told"), [("france", "rules", "“rules 4.1"), ("britain", "правила", "«правила 4.1")]
)
def test_the_word_alone_tells_what_it_can_do(
    installation: Any, campaign: int, said: Any, seat: str, word: str, told: str
) -> None:
    text = said(installation.write(seat, word)[0])
    assert told in text
    assert "4.1.7" in text
    assert not any(word in text for word in ("not understood", "не понято"))


@pytest.mark.parametrize(
    ("line", "behind"),
    alternate_variants(
        ["show me the board", "board Europe", "покажи доску"], ["", "Sent from my iPhone", "С уважением,\nАнна"]
    ),
)
def test_the_board_is_shown_to_whoever_asks_for_it(
    installation: Any, campaign: int, said: Any, line: str, behind: str
) -> None:
    text = said(installation.write("france", line, "", *behind.split("\n"))[0])
    assert ("THE BOARD Europe. France: " if "Europe" in line else "THE POSITION") in text
    assert "not understood" not in text


@pytest.mark.parametrize("line", ["I will be away from 24 to 26 November", "меня не будет с 24 по 26 ноября"])
def test_an_absence_is_understood_as_a_sentence(installation: Any, campaign: int, said: Any, line: str) -> None:
    text = said(installation.write("france", line, "", "Regards,", "Anna")[0])
    assert "Your time stands still" in text
    assert "not understood" not in text


def test_the_one_opponent_is_offered_for_an_unknown_name(installation: Any, campaign: int, said: Any) -> None:
    text = said(installation.write("france", "press to Zorro: shall we make peace?")[0])
    assert "Did you mean Britain?" in text
    assert "shall we make peace?" in text


def test_a_book_that_counts_by_letters_is_asked_by_them_on_either_keyboard(installation: Any, said: Any) -> None:
    installation.create("pax-renaissance", {"fugger": "en", "medici": "ru"}, seed=b"letters")
    for line, told in (
        ("rules e2.2b", "E2.2b Rooks and knights"),
        ("rules §56", "§56 Regime change"),
        ("rules L", "L End and victory"),
        ("rules old maid", "I2 The old maid"),
    ):
        assert told in said(installation.write("fugger", line)[0]), line
    for line, told in (
        ("правила Е1а", "E1a Размер руки"),
        ("правила К3", "K3 Отступничество"),
        ("правила крепостной", "§28"),
    ):
        assert told in said(installation.write("medici", line)[0]), line
    assert "You are asked by this rule now" in said(installation.write("fugger", "rules D1")[0])
    assert "You are asked by this rule now" not in said(installation.write("fugger", "rules D2")[0])

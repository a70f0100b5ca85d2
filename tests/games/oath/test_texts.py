"""The texts of cards, sites and the rest: complete in both languages, plain, with what the facts say in front."""

from __future__ import annotations

import re
from typing import Any

import pytest

from adjudicator.components import Kind
from adjudicator.games.oath import facts
from adjudicator.games.oath.names import names
from adjudicator.games.oath.texts import KINDS, PRINTED, card_face, effect, printed, texts
from adjudicator.language import language

EACH = [(kind, id) for kind in KINDS.values() for id in kind.ids]


@pytest.mark.parametrize("code", names.languages)
def test_each_thing_has_a_text_and_no_text_is_of_nothing(code: str) -> None:
    for name, kind in KINDS.items():
        assert list(getattr(texts(code), name)) == list(kind.ids)


@pytest.mark.parametrize("code", names.languages)
def test_a_text_is_a_few_whole_sentences_without_blanks(code: str) -> None:
    for kind, id in EACH:
        text = effect(kind, id, code)
        assert 10 < len(text) < 480, id
        assert text[0].isupper(), id
        assert text.endswith("."), id
        assert not re.search(r"[%{}<>*_]|\.\.|  | \.|TODO|xxx", text), id
        assert bool(re.search("[а-яё]", text)) is (code == "ru"), id
        assert not re.search(r"\b(he|his|him|she|her)\b", text, re.IGNORECASE), id


@pytest.mark.parametrize("code", names.languages)
def test_a_text_has_the_numbers_of_the_other_language(code: str) -> None:
    for kind, id in EACH:
        assert sorted(re.findall(r"\d+", effect(kind, id, code))) == sorted(
            re.findall(r"\d+", effect(kind, id, "en"))
        ), id


@pytest.mark.parametrize(
    ("kind", "id", "code", "begins"),
    [
        (facts.CARD, "keep", "en", "Order; only at a site; locked; battle plan (defender). If"),
        (facts.CARD, "alchemist", "ru", "магия; действие; стоимость: 1 тайна, сжечь 1 тайну. Получите"),
        (facts.RELIC, "grand_scepter", "en", "relic; defense dice: 5; action. Look"),
        (facts.RUIN, "ancient_forge", "en", "action; price: 2 favor, 2 secrets. Turn"),
        (facts.SITE, "mine", "ru", "вместимость: 1; вначале здесь: 1 реликвия, 3 поддержки; стоимость реликвии: 3"),
        (facts.SPACE, "brutal", "en", "When the Chancellor attacks"),
    ],
)
def test_what_is_printed_stands_before_the_text(kind: Kind[Any], id: str, code: str, begins: str) -> None:
    assert printed(kind, id, code).startswith(begins)


def test_of_an_edifice_the_side_that_lies_up_is_told() -> None:
    index = facts.CARD.number("great_spire")
    assert card_face(index, False, "en") == printed(facts.CARD, "great_spire", "en")
    assert card_face(index, True, "en") == printed(facts.RUIN, "great_spire", "en")
    assert card_face(facts.CARD.number("keep"), True, "en") == printed(facts.CARD, "keep", "en")


def test_a_report_is_told_by_the_name_of_the_kind() -> None:
    class Speaks:
        language = language("ru")

    assert PRINTED["site"]("river", None, "", Speaks()).startswith("вместимость: 2. ")

"""The texts of one-shots, operations and abilities: complete in both languages, and told with the card."""

from __future__ import annotations

import re

import pytest

from adjudicator.games.pax_renaissance.facts import ABILITY, ITEM, ONE_SHOT, OPERATION
from adjudicator.games.pax_renaissance.names import names
from adjudicator.games.pax_renaissance.texts import texts
from adjudicator.games.pax_renaissance.words.book import speech
from adjudicator.games.pax_renaissance.words.cards import explained
from adjudicator.language import language

KINDS = {"one_shot": ONE_SHOT, "operation": OPERATION, "ability": ABILITY}


@pytest.mark.parametrize("code", names.languages)
@pytest.mark.parametrize("kind", KINDS)
def test_each_has_a_text_in_each_language_and_nothing_else_has(kind: str, code: str) -> None:
    found = getattr(texts(code), kind)
    assert list(found) == list(KINDS[kind].ids)
    for text in found.values():
        assert bool(re.search("[а-яё]", text)) is (code == "ru"), text
        assert not text.endswith(".")


@pytest.mark.parametrize("kind", KINDS)
def test_the_languages_name_the_same_numbers_and_rules(kind: str) -> None:
    english, russian = (getattr(texts(code), kind) for code in ("en", "ru"))
    for id in KINDS[kind].ids:
        rules = [re.findall(r"\(([A-K]\d?)\)", text) for text in (english[id], russian[id])]
        assert rules[0] == rules[1], id


def test_a_card_is_told_with_what_it_can_do() -> None:
    told = explained(ITEM.index["duchy_of_ferrara"], speech(language("en")))
    assert "Condottiere: Venice has room for two pieces" in told
    assert "Conspiracy: the agents, pirates on the borders" in told
    assert "Siege: kills a rook, a knight or a pirate (F8)" in told

"""Names below an order, or joined in it, that takes several things: it is one order about all of them."""

from __future__ import annotations

import pytest

from adjudicator.orders.text import words
from tests.orders.positions import Position

BOTH = {
    "en": {"fabricate", "claims", "on", "portugal", "aragon"},
    "ru": {"создать", "претензии", "на", "португалию", "арагон"},
}


@pytest.mark.parametrize(
    ("language", "mail"),
    [
        ("ru", "создать претензии на Арагон\nПортугалию"),
        ("ru", "создать претензии на:\n1. Арагон\n2. Португалию"),
        ("ru", "Претензии фабрикуем на:\n1. Арагон\n2. Португалию"),
        ("ru", "Претензии фабрикуем на Арагон\nи Португалию"),
        ("ru", "Претензии фабрикуем на Арагон и Португалию"),
        ("en", "fabricate claims on Aragon\nPortugal"),
        ("en", "fabricate claims:\n- Aragon\n- Portugal"),
    ],
)
def test_a_list_is_one_order_and_nothing_of_it_waits(language: str, mail: str) -> None:
    outcome = Position("realm_turn", language).read(*mail.split("\n"))
    said = [{word.folded for word in words(row.said)} for row in outcome.rows if row.status == "done"]
    assert said == [BOTH[language]]
    assert not outcome.waiting


def test_what_is_no_list_waits_as_it_stands() -> None:
    mail = "создать претензии на Арагон", "создать претензии на Португалию"
    outcome = Position("realm_turn", "ru").read(*mail)
    assert [row.status for row in outcome.rows] == ["done", "waiting"]


def test_a_name_that_the_order_above_cannot_take_is_asked_about() -> None:
    outcome = Position("realm_turn", "ru").read("создать претензии на Арагон", "Англию")
    assert [row.said for row in outcome.rows if row.status == "done"] == ["создать претензии на Арагон"]
    assert [row.problem.why for row in outcome.refused if row.problem is not None] == ["unknown_verb"]

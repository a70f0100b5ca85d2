"""What somebody tells of others is no order; what his own seat does, and what an order is given with, is one."""

from __future__ import annotations

import pytest

from tests.orders.positions import Position


@pytest.mark.parametrize(
    ("name", "language", "line"),
    [
        ("realm_peace", "en", "France surrenders"),
        ("realm_peace", "en", "the French surrender to us"),
        ("realm_peace", "ru", "французы сдаются"),
        ("realm_war", "en", "Genoa attacks Florence"),
        ("realm_war", "en", "the Genoese attack"),
        ("realm_war", "en", "Brrr. The English attack!"),
        ("realm_war", "en", "Genoa and Milan declare war on Florence"),
        ("realm_start", "ru", "бургундцы объявляют войну англичанам"),
        ("bank_campaign", "en", "the Turks attack the Greeks"),
        ("bank_campaign", "ru", "турки нападают на греков"),
    ],
)
def test_what_others_do_is_no_order(name: str, language: str, line: str) -> None:
    outcome = Position(name, language).read(line)
    assert not outcome.actions
    assert not outcome.yes


@pytest.mark.parametrize(
    ("name", "line", "done"),
    [
        ("realm_war", "Venice attacks Genoa", "declare war on Genoa"),
        ("realm_war", "the Genoese: declare war", "declare war on Genoa"),
        (
            "realm_start",
            "propose to Castile an alliance, Castile gives us 10 ducats",
            "propose to Castile alliance ducats -10",
        ),
    ],
)
def test_what_ones_own_seat_does_is(name: str, line: str, done: str) -> None:
    at = Position(name, "en")
    assert [at.book.say(action, "en") for action in at.read(line).actions] == [done]

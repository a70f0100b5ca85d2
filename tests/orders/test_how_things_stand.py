"""How things stand, or where something is, is no order, though one would name the same."""

from __future__ import annotations

import pytest

from tests.orders.positions import Position


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("realm_start", "we have an alliance with Castile"),
        ("realm_start", "our alliance with Castile still holds"),
        ("realm_start", "there is a war with England"),
        ("realm_start", "our war with England goes on"),
        ("realm_start", "Hello. We are at war with England, alas."),
        ("realm_start", "у нас союз с Кастилией"),
        ("realm_start", "у нас уже война с Англией"),
        ("realm_start", "идёт война с Англией"),
        ("realm_start", "наша война с Англией продолжается"),
        ("realm_start", "мы воюем с Англией"),
        ("realm_peace", "France surrender"),
        ("realm_war", "Genoa declare war"),
        ("bank_start", "East"),
        ("bank_start", "восток"),
    ],
)
def test_what_is_so_is_no_order(name: str, line: str) -> None:
    outcome = Position.for_line(name, line).read(line)
    assert not outcome.actions
    assert not outcome.yes


@pytest.mark.parametrize(
    ("name", "line", "done"),
    [
        ("realm_start", "war with England", "declare war on England"),
        ("realm_start", "I have decided to declare war on England", "declare war on England"),
        ("realm_start", "война с Англией", "объявить войну Англии"),
        ("realm_peace", "France: surrender", "surrender to France"),
    ],
)
def test_what_shall_be_so_is(name: str, line: str, done: str) -> None:
    at = Position.for_line(name, line)
    assert [at.book.say(action, at.language) for action in at.read(line).actions] == [done]

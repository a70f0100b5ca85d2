"""Peoples, persons and places by their other names: what they do in saved positions, and what is asked."""

from __future__ import annotations

import pytest

from tests.orders.positions import Position

WITH = "with Hungary's square"


@pytest.mark.parametrize(
    ("name", "line", "done"),
    [
        ("bank_campaign", "attack the Turks", f"campaign against Ottoman Empire {WITH}"),
        ("bank_campaign", "бью греков", f"campaign against Byzantium {WITH}"),
        ("bank_campaign", "march on the Mamluk sultan", f"campaign against Mamluks {WITH}"),
        ("bank_campaign", "storm Istanbul 1", "siege Constantinople 1 with Janissaries"),
        ("bank_campaign", "осаждаю Царьград 2", "siege Constantinople 2 with Janissaries"),
        ("bank_vote", "осаждаю Феодосию", "siege Caffa with Black Sheep Tribe"),
        ("bank_turn", "buy the Queen of Cyprus", "buy Carlotta Lusignan of Cyprus"),
        ("bank_turn", "сливаю янычар", "sell Janissaries"),
        ("bank_turn", "put Hermeticism into my tableau", "play Hermeticism"),
        ("bank_border", "агента на венгерскую границу", "agent on HRE–Hungary"),
        ("bank_mercy", "show mercy", "spare"),
    ],
)
def test_the_words_of_players_are_the_order_that_they_mean_or_are_asked(name: str, line: str, done: str) -> None:
    assert Position.for_line(name, line).meant(line) in ([done], [])


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("bank_campaign", "march on the Sultan"),
        ("bank_campaign", "поход на султана"),
        ("bank_campaign", "не бью греков"),
        ("bank_turn", "запускаю восток"),
        ("bank_mercy", "show no mercy"),
    ],
)
def test_what_may_mean_two_things_or_is_denied_is_asked(name: str, line: str) -> None:
    assert not Position.for_line(name, line).meant(line)

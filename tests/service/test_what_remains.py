"""Before a `yes` one reads what each line costs and what remains behind the whole list."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.conftest import at_the_tiles, words_of

pytestmark = pytest.mark.store("sqlite")


def test_a_yes_is_offered_with_prices_and_what_remains(installation: Any) -> None:
    at_the_tiles(installation, "en")
    told = words_of(installation.write("britain", "take E4D2 and put a flag onto Caymann Passage")[0])
    assert "2. K42 - flag Cayman Passage, major - Cayman Passage: British flag (2 economic points)" in told
    assert (
        "After that – points left: 2 economic points (major action) and 2 diplomatic points (minor action); "
        "debt: 0 of 6; scored now: level → Britain +1." in told
    )
    told = words_of(installation.write("britain", "could you take M3D2 and buy the war tile?")[0])
    assert "(2 military points)" in told, "what is drawn nobody knows, what it costs everybody"
    assert "After line 1 – points left: 3 military points (major action) and 2 diplomatic" in told


def test_prices_and_what_remains_in_russian(installation: Any) -> None:
    at_the_tiles(installation, "ru")
    told = words_of(installation.write("britain", "можно взять Э4Д2 и поставить флаг на Кайманы?")[0])
    assert "британский флаг (2 экономических очка)" in told
    assert (
        "После этого — останется: 2 экономических очка (основное действие) и 2 дипломатических очка "
        "(дополнительное действие); долг: 0 из 6; если считать сейчас: поровну → Британия +1." in told
    )


@pytest.mark.parametrize(
    ("language", "mail", "remains"),
    [
        (
            "en",
            "set up a post and travel to Vilage",
            "After that – coins: 3 → 1.",
        ),
        ("ru", "открыть лавку и ехать в Слео", "После этого — монеты: 3 → 1."),
    ],
)
def test_another_game_names_what_its_seats_spend(installation: Any, language: str, mail: str, remains: str) -> None:
    installation.create("salt-roads", {"amber": language, "sapphire": "ru", "onyx": "ru"})
    told = words_of(installation.write("amber", mail)[0])
    assert remains in told

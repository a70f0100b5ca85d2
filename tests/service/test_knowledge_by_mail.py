"""What one seat was shown stays in its reports, and its standing orders may hang on it; nobody else hears of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.conftest import words_of

SEATS = ("north", "east", "south")
TOWNS = {
    "en": {"harbour": "Harbour", "mill": "Mill", "abbey": "Abbey", "forge": "Forge", "market": "Market"},
    "ru": {"harbour": "Гавань", "mill": "Мельница", "abbey": "Аббатство", "forge": "Кузница", "market": "Рынок"},
}
WORDS = {
    "en": ("spy on east", "Treasures that you know", "standing toll: toll if treasure of East is at {}", "details"),
    "ru": (
        "шпион восток",
        "Известные вам клады",
        "постоянно пошлина: пошлина если клад Восток в городе {}",
        "подробно",
    ),
}


@pytest.mark.parametrize("true", [True, False])
def test_what_was_shown_is_in_reports_and_conditions(installation: Any, code: str, *, true: bool) -> None:
    campaign = installation.create("crossroads", dict.fromkeys(SEATS, code))
    spy, heading, standing, details = WORDS[code]
    riders = installation.table(campaign).match.state.riders
    treasure, towns = riders["east"].treasure, TOWNS[code]
    installation.write("north", spy)
    (told,) = installation.write("north", details)
    east, south = ("East", "South") if code == "en" else ("Восток", "Юг")
    assert f"{east} {towns[treasure]}" in words_of(told).partition(heading)[2]
    (other,) = installation.write("south", details)
    assert words_of(other).partition(heading)[2].split()[:2] == [south, towns[riders["south"].treasure]]
    assert f"{east} {towns[treasure]}" not in words_of(other)
    named = treasure if true else next(town for town in towns if town != treasure)
    installation.write("north", standing.format(towns[named]))
    installation.write("east", "2a")
    assert ("north" in installation.table(campaign).match.pending_seats) is not true, (
        "the rider's toll hangs on what they were shown"
    )


def test_backs_are_told_to_everybody_and_faces_to_nobody(installation: Any, code: str) -> None:
    campaign = installation.create("sealed-bids", {"red": code, "blue": code})
    (told,) = installation.write("red", "details" if code == "en" else "подробно")
    hand = installation.table(campaign).match.state.hands["blue"]
    low = sum(card <= 6 for card in hand)
    words = ("low", "high") if code == "en" else ("малых", "больших")
    backs = ", ".join(f"{word} {n}" for word, n in zip(words, (low, 5 - low), strict=True) if n)
    assert backs in words_of(told)
    assert ", ".join(map(str, hand)) not in words_of(told)

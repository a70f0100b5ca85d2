"""What orders may depend on: said and read in both languages, measured in what a seat knows."""

import pytest

from adjudicator.games.europa_universalis.depending import CONDITIONS
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.kernel.beginning import set_up
from adjudicator.orders.vocabulary.conditions import all_hold

MATCH = set_up(GAME, seats=GAME.seatings(3)[0], seed=b"conditions")


@pytest.mark.parametrize(
    ("text", "language", "holds"),
    [
        ("Paris is mine and ducats at least 10", "en", True),
        ("Paris belongs to England", "en", False),
        ("Лондон не моя и стабильность не меньше 0", "ru", True),
        ("I am at war with England", "en", False),
        ("Шотландия мой союзник", "ru", True),
        ("England is allied with Portugal", "en", True),
        ("Administrative power equals 3", "en", True),
        ("дукатов у Англии меньше 3", "ru", False),
        ("влияние в Бургундии больше 4", "ru", False),
        ("my units in Seine at least 1", "en", True),
        ("раунд = 1", "ru", True),
        ("Castile has not passed", "en", True),
        ("I have the idea Tolerance", "en", False),
    ],
)
def test_a_condition_holds_or_does_not(text: str, language: str, holds: bool) -> None:
    found = CONDITIONS.parse(text, language)
    assert all_hold(found, MATCH.view("france"), "france") is holds
    for other in ("en", "ru"):
        assert CONDITIONS.parse(CONDITIONS.say(found, other), other) == found

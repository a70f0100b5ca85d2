"""What orders may depend on: said and read in both languages, measured in what a bank knows."""

import pytest

from adjudicator.games.pax_renaissance.conditions import CONDITIONS
from adjudicator.orders.vocabulary.conditions import all_hold
from tests.games.pax_renaissance.table import border, hand, lay, rule, table

MATCH = table(
    rule("fugger", "france", republic=True),
    rule("medici", "hungary"),
    lay("fugger", "luther"),
    hand("fugger", "the_kremlin"),
    border(england_france="fugger_pawn"),
)


@pytest.mark.parametrize(
    ("text", "language", "holds"),
    [
        ("France is mine and florins at least 10", "en", True),
        ("Hungary is held by Medici", "en", True),
        ("Англия на престоле", "ru", True),
        ("Франция республика", "ru", True),
        ("Hungary is a republic", "en", False),
        ("Papal States is a Catholic theocracy", "en", True),
        ("на границе Англия–Франция моя концессия и концессий не меньше 2", "ru", True),
        ("The Kremlin is in my hand and hand equals 1", "en", True),
        ("Luther в моей игровой зоне", "ru", True),
        ("prestige Reformist of Medici is more than 0", "en", False),
        ("Священная победа открыта", "ru", False),
        ("Catholic is supreme", "en", False),
        ("сейчас ход Фуггера", "ru", True),
        ("у меня флоринов меньше 3", "ru", False),
    ],
)
def test_a_condition_holds_or_does_not(text: str, language: str, holds: bool) -> None:
    found = CONDITIONS.parse(text, language)
    assert all_hold(found, MATCH.view("fugger"), "fugger") is holds
    for other in ("en", "ru"):
        assert CONDITIONS.parse(CONDITIONS.say(found, other), other) == found

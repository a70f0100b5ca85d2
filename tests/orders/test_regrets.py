"""Wishes to have something back order nothing and propose nothing; a greeting is no code."""

import pytest

from adjudicator.language import CODES
from benchmarks.order_reading.sheets import scenes
from tests.long_cases import alternate_variants
from tests.orders.positions import Position

WISHES = (
    "I want to withdraw my answer",
    "Please withdraw my answer",
    "I'd like to withdraw my orders",
    "Could I withdraw my answer?",
    "Please cancel my last order, I was too quick",
    "forget my last mail please",
    "please undo my last move",
    'Anna would like to recall the message, "Re: your turn".',
    "Отзовите, пожалуйста, мой ответ",
    "Забудьте, пожалуйста, моё последнее письмо",
    "Я хотел бы отозвать свой ответ",
    "Пожалуйста, отмените мой последний приказ",
    "Пользователь Анна хотел бы отозвать сообщение «Ваш ход».",
)
HELLOS = ("Hi", "Hello", "HI", "Good evening", "Hi there", "Привет", "Добрый день", "Хай", "Здравствуйте")
SIGNS = ("", ",", "!", ".", "...", ":", ";", " -", " —", " :-)", "!!!", ")")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "language"), alternate_variants(sorted(scenes()), CODES), ids=str)
def test_a_wish_is_known_in_every_game_and_does_nothing(name: str, language: str) -> None:
    position = Position(name, language)
    for wish in WISHES:
        outcome = position.read(wish)
        assert [row.problem and row.problem.why for row in outcome.rows] == ["regret"], wish
        assert (outcome.actions, outcome.yes, outcome.draft) == ((), (), ()), wish


@pytest.mark.slow
@pytest.mark.parametrize(("name", "language"), alternate_variants(sorted(scenes()), CODES), ids=str)
def test_a_greeting_above_orders_is_no_code_whatever_signs_it_has(name: str, language: str) -> None:
    position = Position(name, language)
    order = position.book.say(position.options[0], language)
    alone = position.read(order)
    for hello in HELLOS:
        for sign in SIGNS:
            outcome = position.read(f"{hello}{sign}", order)
            assert (outcome.rows[0].status, outcome.actions) == ("ignored", alone.actions), hello + sign

"""A wish to have something back gets the one line that does it now, or the reason why nothing can."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.service.play.offers import phrasebook

pytestmark = pytest.mark.store("sqlite")

WISHES = {
    "en": (
        "please undo my last move",
        "oops, scratch that",
        "I changed my mind",
        "Hi! Could you take back my order?",
        "Please withdraw my answer",
        "forget my last mail please",
        'Anna would like to recall the message, "Re: your turn".',
    ),
    "ru": (
        "отмените, пожалуйста, мой последний ход",
        "верни как было",
        "я передумал",
        "Упс, это была ошибка",
        "Отзовите, пожалуйста, мой ответ",
        "Забудьте, пожалуйста, моё последнее письмо",
        "Пользователь Анна хотел бы отозвать сообщение «Ваш ход».",
    ),
}
POLITE = {
    "en": ("please {}", "{}, please. Thanks!", "Hi, please {}"),
    "ru": ("пожалуйста, {}", "{}, пожалуйста. Спасибо!", "Привет, {}, пожалуйста"),
}
LINE = {"en": "send this one line: {}", "ru": "пришлите одну строку: {}"}
WITHDRAW = {"en": "withdraw", "ru": "отозвать"}
TAKEBACK = {"en": "takeback", "ru": "вернуть"}
NOBODY_ASKED = {"en": "so nobody is asked", "ru": "никого не спросят"}
ALL_ASKED = {"en": "all have to agree", "ru": "согласиться должны все"}
HEADING = {"en": "Taking back", "ru": "Возврат хода"}
PURCHASES = json.loads(Path("benchmarks/order_reading/positions/purchases.json").read_text())
NOTHING = {"en": "You have no orders on file", "ru": "На столе нет ваших"}
ON_FILE = {"en": "Your answer on file is:", "ru": "Ваш ответ лежит у нас:"}


@pytest.fixture
def campaign(installation: Any, code: str) -> int:
    """Imperial Struggle, where both choose their ministries in secret."""
    made: int = installation.create("imperial-struggle", {"france": code, "britain": code})
    return made


def say(installation: Any, campaign: int, seat: str, place: int = 0) -> str:
    return phrasebook("imperial-struggle").say(installation.table(campaign).match.options(seat)[place], "en")


def wishes(installation: Any, seat: str, code: str, said: Any) -> list[str]:
    """What the seat is told for each wish."""
    told = []
    for wish in WISHES[code]:
        installation.clock.forward(minutes=20)
        told.append(said(installation.write(seat, wish)[-1]))
    return told


def test_over_a_secret_it_says_what_is_on_file_and_the_line(
    installation: Any, campaign: int, said: Any, code: str
) -> None:
    installation.write("france", say(installation, campaign, "france"))
    before = installation.table(campaign).match.sealed["france"]
    for told in wishes(installation, "france", code, said):
        assert LINE[code].format(WITHDRAW[code]) in told, told
        assert ON_FILE[code] in told
    assert installation.table(campaign).match.sealed["france"] == before
    installation.write("france", WITHDRAW[code])
    assert "france" not in installation.table(campaign).match.sealed


@pytest.mark.parametrize("wish", ["I changed my mind: {}", "Передумал, лучше {}", "oops, scratch that\n{}"])
def test_changed_my_mind_with_another_answer_replaces_it(installation: Any, campaign: int, wish: str) -> None:
    installation.write("france", say(installation, campaign, "france"))
    other = phrasebook("imperial-struggle").say(installation.table(campaign).match.options("france")[3], "en")
    installation.write("france", wish.format(other))
    assert (
        installation.table(campaign).match.sealed["france"] == installation.table(campaign).match.options("france")[3]
    )


def test_of_what_is_carried_out_the_right_word_is_told(installation: Any, campaign: int, said: Any, code: str) -> None:
    for told in wishes(installation, "france", code, said)[:1]:
        assert "takeback:" not in told
        assert LINE[code].format(TAKEBACK[code]) not in told, "nothing has been ordered"
    for seat in ("france", "britain"):
        installation.write(seat, say(installation, campaign, seat))
    while installation.table(campaign).match.decisions()[0].kind != "take_investment":
        seat = installation.table(campaign).match.decisions()[0].waiting[0]
        installation.write(seat, say(installation, campaign, seat, -1))
    installation.write("britain", say(installation, campaign, "britain"))
    before = installation.table(campaign).head
    for told in wishes(installation, "britain", code, said):
        assert LINE[code].format(TAKEBACK[code]) in told, told
        assert NOBODY_ASKED[code] in told
    installation.write("france", "status")
    for told in wishes(installation, "britain", code, said):
        assert LINE[code].format(TAKEBACK[code]) in told, told
        assert ALL_ASKED[code] in told
    assert installation.table(campaign).head == before, "a wish does nothing by itself"


def test_a_command_with_polite_words_around_it_is_the_command(installation: Any, campaign: int, code: str) -> None:
    for way in POLITE[code]:
        installation.write("france", say(installation, campaign, "france"))
        assert "france" in installation.table(campaign).match.sealed
        installation.clock.forward(minutes=20)
        installation.write("france", way.format(WITHDRAW[code]))
        assert "france" not in installation.table(campaign).match.sealed, way


def test_who_is_not_asked_is_told_the_line_too(installation: Any, campaign: int, said: Any, code: str) -> None:
    for seat in ("france", "britain"):
        installation.write(seat, say(installation, campaign, seat))
    while len(installation.table(campaign).match.asked_seats) > 1:
        seat = installation.table(campaign).match.asked_seats[0]
        installation.write(seat, say(installation, campaign, seat))
    (asked,) = installation.table(campaign).match.asked_seats
    other = "britain" if asked == "france" else "france"
    installation.write(asked, say(installation, campaign, asked, -1))
    for seat in (asked, other):
        before = installation.table(campaign).head
        for told in wishes(installation, seat, code, said):
            assert HEADING[code].casefold() in told.casefold(), told
        assert installation.table(campaign).head == before


@pytest.mark.parametrize("hello", ["Hi,", "Hi -", "Добрый день —", "Привет :)", "Hello:"])
def test_a_greeting_blocks_no_order(installation: Any, hello: str) -> None:
    made = installation.create_plainly("imperial-struggle", {"france": "en", "britain": "ru"}, document=PURCHASES)
    installation.write("france", hello, "E42 end")
    assert installation.table(made).match.asked_seats == ("britain",)

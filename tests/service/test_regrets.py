"""A wish to have something back gets the one line that does it now, or the reason why nothing can."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.service.play.offers import phrasebook

pytestmark = pytest.mark.store("sqlite")

WISHES = {
    "en": ("please undo my last move", "oops, scratch that", "I changed my mind", "Hi! Could you take back my order?"),
    "ru": ("отмените, пожалуйста, мой последний ход", "верни как было", "я передумал", "Упс, это была ошибка"),
}
LINE = {"en": "send this one line: {}", "ru": "пришлите одну строку: {}"}
WITHDRAW = {"en": "withdraw", "ru": "отозвать"}
TAKEBACK = {"en": "takeback", "ru": "вернуть"}
NOBODY_ASKED = {"en": "so nobody is asked", "ru": "никого не спросят"}
ALL_ASKED = {"en": "all have to agree", "ru": "согласиться должны все"}
NOTHING = {"en": "You have no orders on file", "ru": "На столе нет ваших"}
ON_FILE = {"en": "Your answer on file is:", "ru": "Ваш ответ лежит у нас:"}


@pytest.fixture
def campaign(house: Any, code: str) -> int:
    """Imperial Struggle, where both choose their ministries in secret."""
    made: int = house.create("imperial-struggle", {"france": code, "britain": code})
    return made


def say(house: Any, campaign: int, seat: str, place: int = 0) -> str:
    return phrasebook("imperial-struggle").say(house.table(campaign).match.options(seat)[place], "en")


def wishes(house: Any, seat: str, code: str, said: Any) -> list[str]:
    """What the seat is told for each wish."""
    told = []
    for wish in WISHES[code]:
        house.clock.forward(minutes=20)
        told.append(said(house.write(seat, wish)[-1]))
    return told


def test_over_a_secret_it_says_what_is_on_file_and_the_line(house: Any, campaign: int, said: Any, code: str) -> None:
    house.write("france", say(house, campaign, "france"))
    before = house.table(campaign).match.sealed["france"]
    for told in wishes(house, "france", code, said):
        assert LINE[code].format(WITHDRAW[code]) in told, told
        assert ON_FILE[code] in told
    assert house.table(campaign).match.sealed["france"] == before
    house.write("france", WITHDRAW[code])
    assert "france" not in house.table(campaign).match.sealed


@pytest.mark.parametrize("wish", ["I changed my mind: {}", "Передумал, лучше {}", "oops, scratch that\n{}"])
def test_changed_my_mind_with_another_answer_replaces_it(house: Any, campaign: int, wish: str) -> None:
    house.write("france", say(house, campaign, "france"))
    other = phrasebook("imperial-struggle").say(house.table(campaign).match.options("france")[3], "en")
    house.write("france", wish.format(other))
    assert house.table(campaign).match.sealed["france"] == house.table(campaign).match.options("france")[3]


def test_of_what_is_carried_out_the_right_word_is_told(house: Any, campaign: int, said: Any, code: str) -> None:
    for told in wishes(house, "france", code, said)[:1]:
        assert "takeback:" not in told
        assert LINE[code].format(TAKEBACK[code]) not in told, "nothing has been ordered"
    for seat in ("france", "britain"):
        house.write(seat, say(house, campaign, seat))
    while house.table(campaign).match.decisions()[0].kind != "take_investment":
        seat = house.table(campaign).match.decisions()[0].waiting[0]
        house.write(seat, say(house, campaign, seat, -1))
    house.write("britain", say(house, campaign, "britain"))
    before = house.table(campaign).head
    for told in wishes(house, "britain", code, said):
        assert LINE[code].format(TAKEBACK[code]) in told, told
        assert NOBODY_ASKED[code] in told
    house.write("france", "status")
    for told in wishes(house, "britain", code, said):
        assert LINE[code].format(TAKEBACK[code]) in told, told
        assert ALL_ASKED[code] in told
    assert house.table(campaign).head == before, "a wish does nothing by itself"

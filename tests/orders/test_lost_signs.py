"""Names with signs that a mail program could not write: they are asked back with what is near, and never misread."""

from __future__ import annotations

import pytest

from adjudicator import Action
from adjudicator.orders import Name, NameBook, Phrasebook, Unreadable, name, phrase
from adjudicator.orders.text import tokenize
from adjudicator.orders.text.common import asks


class Ride(Action, frozen=True, tag="ride"):
    town: str


BOOK = Phrasebook(
    NameBook([
        Name("town", "lodz", "en", "Łódź"), Name("town", "lodz", "ru", "Лодзь"),
        Name("town", "sao", "en", "São Tomé"), Name("town", "sao", "ru", "Сан-Томе"),
        Name("town", "orsk", "en", "Ørsk"), Name("town", "orsk", "ru", "Озёрск"),
        Name("town", "tom", "en", "Tomar"), Name("town", "tom", "ru", "Томар"),
    ]),
    [phrase(Ride, name("town", "town"), en="ride to | ride", ru="скакать в | скакать")],
)  # fmt: skip


@pytest.mark.parametrize("line", ["ride Lodz", "ride to ŁÓDŹ", "ride ło\u0301dz\u0301", "скакать в лодзь"])
def test_the_same_letters_without_their_marks_are_the_name(line: str) -> None:
    assert BOOK.parse(line, "en") == Ride("lodz")


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("ride ?ód?i", ()),
        ("ride L?dz", ("Łódź",)),
        ("ride ?ódź", ("Łódź",)),
        ("ride \ufffd\ufffdd\ufffd", ("Łódź",)),
        ("ride S?o Tom", ("São Tomé",)),
        ("ride ??rsk", ("Ørsk",)),
        ("скакать в Оз?рск", ("Ørsk",)),
        ("ride S\ufffdo Tom\ufffd", ("São Tomé",)),
    ],
)
def test_lost_letters_are_asked_back_with_the_names_that_fit(line: str, near: tuple[str, ...]) -> None:
    with pytest.raises(Unreadable) as unread:
        BOOK.parse(line, "en")
    assert unread.value.problem.why == "unknown_word"
    assert set(near) <= set(unread.value.problem.nearest)


def test_a_sign_for_times_that_a_mail_program_could_not_write_asks_nothing() -> None:
    assert not asks("взять 2 ? соли, 3 ? воды")
    assert not asks("тут же нанять картой Ландскнехты в 4 ? Антверпене")
    assert asks("do they come home in 4 ? Then I wait")
    assert [word.folded for word in tokenize("взять 3 ? соли, воды")] == ["взять", "3", "соли", "воды"]
    for question in (
        "may I take 3 ?",
        "do I have 3 ? Then ride to Tomar",
        "take 3 ? then salt",
        "взять 3 ? потом соль",
        "3 ? 4",
        "могу ли я взять 3?",
    ):
        assert asks(question), question


def test_an_arrow_that_a_mail_program_could_not_write_asks_nothing() -> None:
    assert not asks("Париж A72 ? Сен-Кантен A75: 6 регулярных, Франциск I")
    assert not asks("London A46 ? North Sea M13: all ships")
    for question in ("may I go to Paris A72 ? Or to Rouen A73", "Paris A72 ? Why, Rouen A73: no"):
        assert asks(question), question


def test_a_question_mark_behind_a_word_is_none_of_its_letters() -> None:
    assert [word.folded for word in tokenize("ride Tomar? (why?) 1a?")] == ["ride", "tomar", "why", "1a"]
    assert BOOK.parse("ride Tomar?", "en") == Ride("tom")

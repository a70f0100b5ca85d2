"""Codes: a number and a letter stand for an operation and its target, in either alphabet."""

from typing import Any

import msgspec
import pytest

from adjudicator.kernel.actions import Action, Decline
from adjudicator.orders import Name, NameBook, Phrasebook, name, phrase
from adjudicator.orders.codes import Offer, Option, Typed, code_like, label, make_offer, reading_of


def offer(language: str, *codes: str) -> Offer:
    return Offer(17, language, tuple(Option(code, "{}") for code in codes))


def found(language: str, typed: str, *codes: str) -> list[str]:
    return [option.code for option in offer(language, *codes).find(typed)]


@pytest.mark.parametrize(
    ("word", "typed"),
    [
        ("17b", Typed(17, "b")),
        ("41я", Typed(41, "я")),
        ("12s1", Typed(12, "s1")),
        ("s1", Typed(None, "s1")),
        ("b", Typed(None, "b")),
        ("savoy", None),
        ("17", None),
        ("+d2", None),
        ("1st2nd", None),
    ],
)
def test_word_that_may_be_a_code(word: str, typed: Typed | None) -> None:
    assert code_like(word) == typed


@pytest.mark.parametrize(
    ("language", "typed", "codes", "meant"),
    [
        ("en", "b", "abc", ["b"]),
        ("en", "б", "abc", ["b"]),  # by sound
        ("en", "в", "abc", ["b"]),  # by look
        ("en", "с", "abc", ["c"]),  # by look
        ("en", "с", "ams", ["s"]),  # by sound, for no c is offered
        ("en", "с", "acs", ["c", "s"]),  # both are offered: asked back
        ("en", "в", "bv", ["b", "v"]),
        ("en", "я", "abc", []),
        ("en", "d", "abc", []),
        ("ru", "а", "абвгд", ["а"]),
        ("ru", "a", "абвгд", ["а"]),
        ("ru", "b", "абгд", ["б"]),
        ("ru", "b", "абвгд", ["б", "в"]),
        ("ru", "d", "абвгд", ["д"]),
        ("ru", "c", "абс", ["с"]),
    ],
)
def test_letter_of_the_other_alphabet_is_taken_by_look_or_sound_and_never_guessed(
    language: str, typed: str, codes: str, meant: list[str]
) -> None:
    assert found(language, typed, *codes) == meant


def test_group_letters_of_both_languages_mean_the_same(table: Any) -> None:
    russian = table.to_rounds().offer("red", 41, "ru")
    assert [option.code for option in russian.options] == ["ф1", "ф2", "ф3", "ф4", "а", "б", "в", "г", "я"]
    assert [option.code for option in russian.find("f2")] == ["ф2"]
    assert [option.code for option in russian.find("z")] == ["я"]


def test_same_question_gets_the_same_codes_and_can_be_stored(table: Any) -> None:
    table.to_rounds()
    first = table.offer("red", 12)
    assert first == table.offer("red", 12)
    assert msgspec.json.decode(msgspec.json.encode(first), type=Offer) == first


def test_code_leaves_the_payment_open(table: Any) -> None:
    book = table.desk().book
    table.to_rounds()
    table.match.state.points = 1  # the options carry one point of debt now
    options = table.match.options("red")
    made = make_offer(book, 12, "en", options)
    assert options[0].debt == 1
    assert made.options[0].intent == '{"op":"flag","space":"savoy"}'
    assert label(made.options[0], book, "ru") == "флаг Савойя"


def test_each_value_of_a_list_has_its_code(table: Any) -> None:
    desk = table.desk()
    made = desk.offers.open[0]
    assert [(option.code, label(option, desk.book, "en")) for option in made.options] == [
        ("a", "Halley"),
        ("b", "Walpole"),
        ("c", "Marlow"),
    ]
    assert reading_of(made.options[1], desk.book).fields == {"pilots": ("walpole",)}


class Ride(Action, frozen=True, tag="ride"):
    to: str


def test_many_answers_go_on_with_two_letters_and_none_looks_like_a_digit() -> None:
    towns = [f"town {number}" for number in range(60)]
    book = Phrasebook(
        NameBook([Name("town", town, "en", town) for town in towns]),
        [phrase(Ride, name("to", "town"), en="ride"), phrase(Decline, en="no")],
    )
    codes = [option.code for option in make_offer(book, 1, "en", [Ride(town) for town in towns]).options]
    assert len(set(codes)) == 60
    assert codes[:3] + codes[22:25] == ["a", "b", "c", "z", "aa", "ab"]
    assert not set("".join(codes)) & set("ilo")

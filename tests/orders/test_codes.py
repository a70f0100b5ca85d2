"""Codes: a number and a letter stand for an operation and its target, in either alphabet."""

from random import Random
from typing import Any

import msgspec
import pytest

from adjudicator.kernel.actions import Action, Decline
from adjudicator.orders import Name, NameBook, Phrasebook, name, phrase
from adjudicator.orders.options.codes import CodedOption, Offer, Typed, code_like, label, make_offer, reading_of
from adjudicator.orders.options.lexicon import Lexicon
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.sets import run_orders
from tests.carried import desk_at
from tests.orders.positions import Position


def offer(language: str, *codes: str) -> Offer:
    return Offer(17, language, tuple(CodedOption(code, "{}") for code in codes))


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
    assert codes[:3] + codes[22:25] == ["a", "b", "c", "z", "bb", "bd"]
    assert not set("".join(codes)) & set("ilo")


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", {"no", "ok", "go", "to", "me", "ps", "pm"}), ("ru", {"да", "ок", "не", "ну", "на", "вс", "чт", "пс"})],
)
def test_of_many_codes_none_is_a_word(language: str, words: set[str]) -> None:
    """`да` where nothing waits for it answers nothing."""
    towns = [f"town {number}" for number in range(900)]
    book = Phrasebook(
        NameBook([Name("town", town, "en", town) for town in towns]),
        [phrase(Ride, name("to", "town"), en="ride"), phrase(Decline, en="no")],
    )
    offer = make_offer(book, 1, language, [Ride(town) for town in towns])
    codes = [option.code for option in offer.options]
    assert len(set(codes)) == len(towns)
    assert [each for each in words if offer.find(each)] == []
    assert all(code_like(code) is not None for code in codes)


def test_new_answers_get_codes_behind_those_that_were_given(table: Any) -> None:
    """Of groups and of plain letters; what is not possible any more keeps its code, unshown, and gets it back."""
    table.to_rounds()
    book, options = table.desk().book, table.match.options("red")
    flags = [option for option in options if option.op == "flag"]
    others = [option for option in options if option.op != "flag"]
    first = make_offer(book, 12, "en", [*flags[1:], *others[1:]])
    assert make_offer(book, 12, "en", [*flags[1:], *others[1:]], first) == first
    more = make_offer(book, 12, "en", [*flags[:2], *others], first)
    assert more.options[: len(first.options)] == first.options
    assert [(option.code, label(option, book, "en")) for option in more.options[len(first.options) :]] == [
        (f"f{len(flags)}", "flag Savoy"),
        (next(letter for letter in "abcdeg" if letter not in {each.code for each in first.options}), "dig"),
    ]
    assert [label(option, book, "en") for option in more.options if option.code in more.gone] == [
        "flag Bavaria",
        "flag Halifax",
    ]
    assert set(more.shown) == {option for option in more.options if option.code not in more.gone}
    back = make_offer(book, 12, "en", options, more)
    assert (back.options, back.gone) == (more.options, ())


def test_codes_are_never_given_twice_however_often_answers_come_and_go() -> None:
    towns = [f"town {number}" for number in range(40)]
    names = NameBook([Name("town", town, "en", town) for town in towns])
    book = Phrasebook(names, [phrase(Ride, name("to", "town"), en="ride"), phrase(Decline, en="no")])
    rng, given, meant = Random(5), None, dict[str, str]()
    for _ in range(60):
        actions = [Ride(town) for town in rng.sample(towns, 12)]
        given = make_offer(book, 1, "en", actions, given)
        assert sorted(option.intent for option in given.shown) == sorted(
            msgspec.json.encode(action, order="deterministic").decode() for action in actions
        )
        for option in given.options:
            assert meant.setdefault(option.code, option.intent) == option.intent


@pytest.mark.parametrize(("name", "language"), [("purchases", "en"), ("realm_war", "ru"), ("bank_operations", "en")])
def test_of_who_answers_with_a_code_no_word_is_compared_with_those_of_the_answers(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which takes as long as all else that is done with such a mail, and most mails are such."""

    def compared(lexicon: Lexicon, word: str) -> None:
        raise AssertionError(f"{word} is looked up")

    monkeypatch.setattr(Lexicon, "matches", compared)
    position = Position(name, language)
    offered = make_offer(position.book, 7, language, position.options)
    code = next(option.code for option in offered.options if not option.part)
    desk = desk_at(position.match, position.seat, language, position.book, Offers((offered,)))
    assert run_orders(desk, [f"7{code}"]).actions

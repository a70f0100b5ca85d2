"""Codes mean what their writer saw, or nothing: a letter that would have to be guessed makes a question."""

from typing import Any

import pytest

from adjudicator.kernel.registry import game_named, playable_games
from adjudicator.orders.options.drafts import KeptLine
from adjudicator.orders.sets import MailOutcome, run_orders
from adjudicator.orders.strict.confusables import ambiguous_words, like_digits
from adjudicator.orders.text import tokenize


def asked(outcome: MailOutcome) -> tuple[str, ...]:
    """What is asked back, and that nothing else came of it."""
    assert outcome.actions == ()
    assert [row.status for row in outcome.rows] == ["refused"]
    problem = outcome.rows[0].problem
    assert problem is not None
    assert problem.why == "guessed"
    return problem.codes


@pytest.mark.parametrize(
    "typed",
    [
        "10f\u0301" + "1",
        "10ḟ1",
        "10f̧1",
        "１０ｆ１",
        "10ｆ1",
        "10𝐟𝟏",
        "10ƒ1",
        "10f①",
        "⑩f1",
        "١٠f1",
        "10'f1",
        "10f1\u20dd",
        "10ſ1",
    ],
)
def test_an_accent_or_another_shape_of_a_letter_in_a_code_is_never_folded_away(table: Any, typed: str) -> None:
    outcome = run_orders(table.to_rounds().desk(), [typed])
    assert outcome.actions == ()
    assert [row.status for row in outcome.rows] == ["refused"]


@pytest.mark.parametrize("typed", ["10f\u0301" + "1", "10ḟ1", "１０ｆ１", "10𝐟𝟏", "10f①", "10f1\u20dd"])
def test_what_it_may_mean_is_asked_and_yes_does_it(table: Any, typed: str) -> None:
    desk = table.to_rounds().desk()
    first = run_orders(desk, [typed])
    assert asked(first) == ("10f1",)
    assert first.rows[0].problem.nearest == ("flag Savoy",)
    again = run_orders(desk, ["yes"], draft=first.draft)
    assert [row.said for row in again.rows] == ["flag Savoy"]


@pytest.mark.parametrize(
    ("typed", "code"),
    [("l0f1", "10f1"), ("1Оf1", "10f1"), ("1of1", "10f1"), ("10fl", "10f1"), ("10fІ", "10f1"), ("fЗ", "10f3")],
)
def test_letters_for_digits_are_asked_back(table: Any, typed: str, code: str) -> None:
    assert asked(run_orders(table.to_rounds().desk(), [typed])) == (code,)


def test_signs_that_nobody_sees_are_no_doubt(table: Any) -> None:
    outcome = run_orders(table.to_rounds().desk(), ["\u200e10\u200bf1\u200d \U0001f44d", "👍 10\u00adf2"])
    assert [row.said for row in outcome.rows] == ["flag Savoy", "flag Sardinia"]


@pytest.mark.parametrize("typed", ["10F1", "f1", "10 f1", "№10f1", "“10f1”", "10f1 +d1", "10f1.", "10f1…"])
def test_case_and_signs_around_a_code_are_no_doubt(table: Any, typed: str) -> None:
    assert [row.status for row in run_orders(table.to_rounds().desk(), [typed]).rows] == ["done"]


def test_a_letter_by_its_sound_is_asked_and_one_by_its_look_is_not(table: Any) -> None:
    desk = table.desk()  # 10a Halley, 10b Walpole, 10c Marlow
    assert run_orders(desk, ["10а 10в"]).rows[0].said == "pilots Halley, Walpole"
    by_sound = run_orders(desk, ["10a 10б"])
    problem = by_sound.rows[-1].problem
    assert by_sound.actions == ()
    assert problem is not None
    assert (problem.why, problem.codes, problem.nearest) == ("guessed", ("10b",), ("Walpole",))


def test_two_possible_readings_are_both_shown(table: Any) -> None:
    outcome = run_orders(table.to_rounds().desk(), ["10fІ"], doubts={"10fІ": ("10f3", "10f2", "10f9")})
    assert asked(outcome) == ("10f1", "10f3", "10f2") or asked(outcome) == ("10f3", "10f2")


def test_letters_of_doubtful_bytes_are_asked_with_every_reading(table: Any) -> None:
    desk = table.to_rounds().desk(language="ru")
    sure = run_orders(desk, ["10ф1"])
    assert [row.status for row in sure.rows] == ["done"]
    assert asked(run_orders(desk, ["10ф1"], doubts={"10ф1": ("10Т1", "10л1")})) == ("10ф1",)
    assert asked(run_orders(desk, ["а"], doubts={"а": ("б", "Ю")})) == ("10а", "10б")


def test_names_of_doubtful_bytes_are_read(table: Any) -> None:
    outcome = run_orders(table.to_rounds().desk(language="ru"), ["флаг в Савойю"], doubts={"в": ("Б",)})
    assert [(row.status, row.said) for row in outcome.rows] == [("done", "флаг Савойя")]


def test_names_with_accents_are_read(table: Any) -> None:
    outcome = run_orders(table.to_rounds().desk(), ["flag Sávoy", "флаг саво\u0301йю"])
    assert outcome.rows[0].said == "flag Savoy"


def test_a_payment_in_doubt_is_asked(table: Any) -> None:
    assert asked(run_orders(table.to_rounds().desk(), ["10f1 +ḋ2"])) == ("10f1 +d2",)


def test_a_line_with_one_doubtful_code_is_asked_as_a_whole(table: Any) -> None:
    desk = table.to_rounds().desk()
    first = run_orders(desk, ["10f1 10f̧2 flag bavaria +d1", "end"])
    assert first.actions == ()
    assert first.rows[0].problem.codes == ("10f1 10f2 flag bavaria +d1",)
    again = run_orders(desk, ["yes"], draft=first.draft)
    assert [action.op for action in again.actions] == ["flag", "flag", "flag", "end"]


def test_a_doubt_outlives_the_mail(table: Any) -> None:
    desk = table.to_rounds().desk(language="ru")
    doubts = {"10ф1": ("10Т1",), "10ф2": ("10Т2",)}
    first = run_orders(desk, ["10ф1", "10ф2"], doubts=doubts)
    assert {row.problem.why for row in first.rows} == {"guessed"}
    second = run_orders(desk, ["флаг Бавария долг 9"], draft=first.draft)
    assert second.actions == ()
    assert second.rows[-1].problem.why == "guessed"


@pytest.mark.parametrize("typed", ["yés", "ｙｅｓ", "y̧es"])
def test_a_yes_in_doubt_confirms_nothing_and_loses_nothing(table: Any, typed: str) -> None:
    desk = table.to_rounds().desk()
    draft = (KeptLine("flag Savoy"), KeptLine("10f9", wrong=True, meant="10f2"))
    outcome = run_orders(desk, [typed], draft=draft)
    assert outcome.actions == ()
    assert outcome.draft == draft


def test_a_yes_of_doubtful_bytes_confirms_nothing(table: Any) -> None:
    desk = table.to_rounds().desk(language="ru")
    draft = (KeptLine("флаг Савойя"),)
    outcome = run_orders(desk, ["да"], draft=draft, doubts={"да": ("ДЮ",)})
    assert (outcome.actions, outcome.draft) == ((), draft)
    assert outcome.rows[0].problem.nearest == ("yes",)
    assert run_orders(desk, ["да"], draft=draft).actions


@pytest.mark.parametrize("game", [game.id for game in playable_games() if "names" in game.parts])
def test_no_letter_of_a_printed_name_is_in_doubt(game: str) -> None:
    """`Sitt-î Hatun of Dulkadir` can be copied out of a mail."""
    naming = game_named(game).part("names")
    for code in ("en", "ru"):
        for kind in naming.kinds:
            for thing in kind.ids:
                name = naming(code).name(kind, thing)
                assert ambiguous_words(name, tokenize(name)) == [], name


def test_a_single_letter_behind_a_hyphen_is_in_doubt() -> None:
    for line in ("option-á", "flag-é", "6-á"):
        assert ambiguous_words(line, tokenize(line)), line


def test_a_word_of_doubt_is_no_code_with_a_letter_for_a_digit() -> None:
    assert [word.others for word in like_digits(tokenize("lf"))] == [("1f",)]
    assert like_digits(tokenize("if")) == []

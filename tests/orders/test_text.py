"""Normalising: what autocorrect, phones and two alphabets do to a line."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.orders.text import normalize_word, order_part, tokenize


def folded(line: str) -> list[str]:
    return [word.folded for word in tokenize(line)]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Flag Savoy", ["flag", "savoy"]),
        ("flag\u00a0Savoy\u2009debt\u202f2", ["flag", "savoy", "debt", "2"]),
        ("«Дания–Норвегия»", ["дания", "норвегия"]),
        ("d’Estrées, d'Estrées", ["destrees", "destrees"]),
        ("Ve\u0301ndome", ["vendome"]),
        ("саво\u0301йя", ["савойя"]),
        ("орёл Йорк", ["орел", "йорк"]),
        ("fl\u00adag\u200b sa\u2060voy\ufeff", ["flag", "savoy"]),
        ("s2+d1 + t1 \uff0bd3", ["s2", "+d1", "+t1", "+d3"]),
        ("bid -3", ["bid", "-3"]),
        ("ireland_alliance", ["ireland", "alliance"]),
        ("German States/Saxony", ["german", "states", "saxony"]),
        ("№41б #12a", ["41б", "12a"]),
    ],
)
def test_line_becomes_plain_words(typed: str, meant: list[str]) -> None:
    assert folded(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("cавойя", "савойя"),  # Latin c
        ("Sаvoy", "savoy"),  # Cyrillic а
        ("флaг", "флаг"),  # Latin a
        ("МАPТ", "март"),  # Latin P among Cyrillic capitals
        ("йorkщ", "йorkщ"),  # letters of both that have no twin: left alone
        ("сор", "сор"),  # one alphabet only: nothing to fold
    ],
)
def test_word_of_two_alphabets_is_folded_into_one(typed: str, meant: str) -> None:
    assert normalize_word(typed) == meant


def test_word_keeps_what_was_typed_and_where_the_eye_sees_it() -> None:
    flag, savoy = tokenize("\u200bFlag «Cавойя»")
    assert (flag.typed, flag.column) == ("Flag", 1)
    assert (savoy.typed, savoy.column) == ("Cавойя", 7)


def test_comma_divides_names() -> None:
    assert [word.broken for word in tokenize("cards 3, 4; (5) six")] == [False, False, True, True, True]


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("1. flag Savoy", "flag Savoy"),
        ("- flag Savoy", "flag Savoy"),
        ("2) – 12a", "12a"),
        ("# for example: 12a s1", ""),
        ("12a s1  # the cheap one", "12a s1"),
        ("#12a s1", "#12a s1"),
        ("12a", "12a"),
        ("   ", ""),
    ],
)
def test_list_marks_and_comments_are_no_orders(line: str, order: str) -> None:
    assert order_part(line) == order


@settings(max_examples=500)
@given(st.text(max_size=60))
def test_every_text_is_taken_apart(line: str) -> None:
    for word in tokenize(line):
        assert word.folded
        assert word.typed
        assert word.folded == tokenize(word.folded)[0].folded
    order_part(line)

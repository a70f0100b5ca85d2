"""Answers below quoted rows of a question: they say the same alone, or are left as they are."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from adjudicator.mail.model import Quote
from adjudicator.orders.meaning.quoted_rows import QuotedRows
from adjudicator.orders.options.drafts import KeptLine
from adjudicator.orders.sets import run_orders
from tests.orders.conftest import Table

ROW = "    10f1 Savoy  10f2 Sardinia  10f3 Bavaria"
ONE = "    10f3 Bavaria 2"


def read(table: Table, line: str, *above: str, between: bool = True, draft: Sequence[KeptLine] = ()) -> str:
    rows = QuotedRows(table.desk().answers(), draft)
    return rows.read([line], [Quote(above, between)])[0]


@pytest.fixture
def table() -> Table:
    return Table().to_rounds()


@pytest.mark.parametrize(
    "line",
    ["yes", "Yes, please!", "this one", "ok this", "flag it", "I take this one", "да", "беру", "вот эту", "сюда"],
)
def test_a_word_of_agreement_takes_the_answer_above_it(table: Table, line: str) -> None:
    assert read(table, line, "  Place a flag:", ONE) == "10f3"


@pytest.mark.parametrize(
    "line",
    [
        "yes?",
        "not this one",
        "maybe this one",
        "thanks",
        "ok if you take the other one",
        "they say it is nice",
        "lay it",
        "2",
        "that is too dear",
        "нет",
        "это дорого",
        "эту потом",
        "это затем",
        "так себе",
    ],
)
def test_what_is_more_than_agreement_stays_as_it_is(table: Table, line: str) -> None:
    assert read(table, line, ONE) == line


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Sardinia", "10f2"),
        ("Savoy and Bavaria please", "10f1 10f3"),
        ("flag Bavaria", "10f3"),
        ("the first one", "10f1"),
        ("the last two", "10f2 10f3"),
        ("the first and the last", "10f1 10f3"),
        ("I'd like Savoy, and the last one", "10f1 10f3"),
        ("all of them", "10f1 10f2 10f3"),
        ("первую и последнюю", "10f1 10f3"),
        ("последние две", "10f2 10f3"),
        ("Савойю", "10f1"),
    ],
)
def test_a_row_of_several_is_named_by_words_and_places(table: Table, line: str, meant: str) -> None:
    assert read(table, line, ROW) == meant


@pytest.mark.parametrize(
    "line",
    [
        *("yes", "this one", "both", "Halifax", "Savoy or Bavaria", "not Savoy", "dig", "end"),
        *(
            "Savoy now, Bavaria then",
            "Savoy for you, Bavaria for me",
            "keep Savoy, flag Bavaria",
            "Савойю вам, Баварию мне",
        ),
    ],
)
def test_a_row_of_several_is_not_chosen_from_otherwise(table: Table, line: str) -> None:
    assert read(table, line, ROW) == line


def test_below_a_whole_question_agreement_means_no_row(table: Table) -> None:
    question = ("YOUR ROUND  #10", "  Place a flag:", "    10f1 Savoy", "    10f2 Sardinia")
    assert read(table, "yes", *question, between=False) == "yes"
    assert read(table, "yes", *question, between=True) == "10f2"
    assert read(table, "yes", *question, "", "Words that always work: help.", between=True) == "yes"


def test_a_yes_to_what_was_proposed_stays_a_yes(table: Table) -> None:
    draft = [KeptLine("flag Savoi", wrong=True, meant="flag Savoy"), KeptLine("dig")]
    assert read(table, "yes", "1. 10f1 - flag Savoy", draft=draft) == "yes"
    assert read(table, "yes", "    10f2 Sardinia", draft=draft) == "10f2"


def test_a_row_that_a_mail_program_broke_is_one(table: Table) -> None:
    assert read(table, "this one", "    10f3 Bavaria (where the", "    treasure may be.") == "10f3"


def test_an_answer_that_is_over_is_refused_and_not_read_otherwise(table: Table) -> None:
    assert read(table, "yes", "    9f3 Bavaria") == "9f3"
    outcome = run_orders(table.desk(), ["9f3"])
    assert outcome.refused
    assert not outcome.actions


def test_a_row_that_is_refused_is_left_out_beside_one_that_is_taken(table: Table) -> None:
    rows = QuotedRows(table.desk().answers())
    quotes = [Quote((ONE,), True), Quote(("    10f1 Savoy",), True)]
    assert rows.read(["yes", "not this one"], quotes) == ["10f3", ""]
    assert rows.read(["hmm", "not this one"], quotes) == ["hmm", "not this one"]


def test_a_line_above_all_quotes_is_read_as_ever(table: Table) -> None:
    assert QuotedRows(table.desk().answers()).read(["yes", "Savoy"], [None, None]) == ["yes", "Savoy"]


def test_what_cannot_be_counted_surely_is_not(table: Table) -> None:
    gone = "    10f1 Savoy  10f2 Sardinia  a third that is over"
    assert read(table, "the last one", gone) == "the last one"
    assert read(table, "Sardinia", gone) == "10f2"


@pytest.mark.parametrize("line", ["yes", "the last one", "the first", "all of them"])
def test_the_last_row_of_a_broken_list_is_not_taken_for_the_whole(table: Table, line: str) -> None:
    assert read(table, line, "  Place a flag:", "    10f1 Savoy  10f2 Sardinia", "    10f3 Bavaria") == line


def test_what_no_row_shows_is_read_with_its_heading_or_not_at_all(table: Table) -> None:
    assert read(table, "Halifax, sort of", "  Flag:", ROW) == "Flag Halifax, sort of"
    assert read(table, "Halifax and end", "  Flag:", ROW) == "Halifax and end"


def test_a_code_inside_a_name_begins_no_answer_in_a_row_of_columns(table: Table) -> None:
    row = "    10f1 Savoy 10f2, a fine place  10f3 Bavaria"
    assert read(table, "Savoy, the fine place", row) == "10f1"
    assert read(table, "Bavaria", row) == "10f3"

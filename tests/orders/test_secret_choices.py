"""Secret choices in a mail: on file until all are in, replaced, in parts."""

from typing import Any

from adjudicator import new_match
from adjudicator.orders.options.drafts import KeptLine
from adjudicator.orders.sets import run_orders
from tests.carried import desk_at


def texts(kept: tuple[KeptLine, ...]) -> list[str]:
    return [("! " if line.wrong else "") + line.text for line in kept]


# secret choices --------------------------------------------------------------------------------------


def test_secret_choice_by_codes_names_or_both(table: Any) -> None:
    desk = table.desk()
    for lines in (
        ["10a 10c"],
        ["a c"],
        ["10c a"],
        ["10a and Marlow"],
        ["halley, marlow"],
        ["10a", "10c"],
        ["pilots hal mar"],
    ):
        outcome = run_orders(desk, lines)
        assert [(row.status, row.said) for row in outcome.rows] == [("filed", "pilots Halley, Marlow")], lines


def test_one_of_two_is_kept_and_the_second_asked_for(table: Any) -> None:
    desk = table.desk()
    outcome = run_orders(desk, ["10a"])
    problem = outcome.rows[0].problem
    assert problem is not None
    assert (problem.why, problem.nearest, problem.codes) == ("more_needed", ("Walpole", "Marlow"), ("10b", "10c"))
    assert texts(outcome.draft) == ["10a"]
    for answer in (["10c"], ["10a 10c"], ["Marlow"]):
        assert [row.said for row in run_orders(desk, answer, draft=outcome.draft).rows] == ["pilots Halley, Marlow"]
    alone = run_orders(desk, ["10b 10c"], draft=outcome.draft)
    assert [row.said for row in alone.rows] == ["pilots Walpole, Marlow"]


def test_fort_named_where_a_pilot_is_asked(table: Any) -> None:
    desk = table.desk()
    outcome = run_orders(desk, ["10b and Halifax"])
    assert [row.status for row in outcome.rows] == ["ready", "refused"]
    problem = outcome.rows[1].problem
    assert problem is not None
    assert (problem.why, problem.nearest, problem.codes) == ("wrong_kind", ("Halley",), ("10a",))
    mended = run_orders(desk, ["10a"], draft=outcome.draft)
    assert [(row.status, row.said) for row in mended.rows] == [("filed", "pilots Halley, Walpole")]


def test_secret_choice_may_be_replaced_until_all_are_in(table: Any) -> None:
    table.apply("red", run_orders(table.desk(), ["10a 10b"]).actions)
    table.apply("red", run_orders(table.desk(), ["10b 10c"]).actions)
    assert table.match.sealed["red"].pilots == ("walpole", "marlow")


def test_waiting_lines_do_not_disturb_a_secret_choice(table: Any) -> None:
    waiting = (KeptLine("pilots walpole marlow", behind=99), KeptLine("flag savoy", behind=99))
    outcome = run_orders(table.desk(), ["10a 10b"], waiting=waiting)
    assert [row.said for row in outcome.rows if row.status == "filed"] == ["pilots Halley, Walpole"]
    assert len(outcome.actions) == 1
    assert texts(outcome.waiting) == ["pilots walpole marlow", "flag savoy"]


def test_secret_choice_of_the_last_seat_is_tried_without_opening_the_others(table: Any) -> None:
    table.apply("blue", run_orders(table.desk("blue"), ["10a 10b"]).actions)
    outcome = run_orders(table.desk(), ["10b 10c", "end"])
    assert [(row.status, row.told) for row in outcome.rows] == [("filed", ()), ("ignored", ())]
    table.apply("red", outcome.actions)
    assert table.match.decisions()[0].kind == "round"


def test_secret_question_answered_twice_in_one_mail_files_nothing(table: Any) -> None:
    outcome = run_orders(table.desk(), ["pilots halley walpole", "pilots halley marlow"])
    assert outcome.actions == ()
    assert [row.status for row in outcome.rows] == ["refused"]


def test_two_bids_in_one_mail_are_asked_back() -> None:
    match = new_match("sealed-bids", seed=b"two bids")
    first, second, *_ = match.options("red")
    book = match.game.part("phrases")
    lines = [book.say(first, "en"), book.say(second, "en")]
    outcome = run_orders(desk_at(match, "red", "en", book), lines)
    assert outcome.actions == ()
    assert [row.status for row in outcome.rows] == ["unjudged", "refused"]
    assert outcome.draft == (), "one word must not choose between them"
    assert outcome.rows[1].problem is not None
    assert outcome.rows[1].problem.why == "two_answers"
    assert outcome.rows[1].problem.nearest == tuple(lines)
    assert [row.status for row in run_orders(desk_at(match, "red", "en", book), lines[:1]).rows] == ["filed"]

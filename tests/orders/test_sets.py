"""Sets: a mail's lines are atomic up to the next stop."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.orders.execution.running import MOST_UNREAD
from adjudicator.orders.options.drafts import KeptLine
from adjudicator.orders.sets import MailOutcome, run_orders
from tests.carried import carried_out


def summary(outcome: MailOutcome) -> list[tuple[int, str, str]]:
    return [(row.line, row.status, row.said or row.text) for row in outcome.rows]


def texts(kept: tuple[KeptLine, ...]) -> list[str]:
    return [("! " if line.wrong else "") + line.text for line in kept]


def ops(outcome: MailOutcome) -> list[str]:
    return [action.op for action in outcome.actions]


# doing -----------------------------------------------------------------------------------------------


def test_codes_words_and_payment_in_one_mail(table: Any) -> None:
    outcome = table.to_rounds().carried(["1. 10f1", "# a comment", "f2+d1 flag bavaria debt 1", "", "end"])
    assert summary(outcome) == [
        (1, "done", "flag Savoy"),
        (3, "done", "flag Sardinia, debt 1"),
        (3, "done", "flag Bavaria, debt 1"),
        (5, "done", "end"),
    ]
    assert ops(outcome) == ["flag", "flag", "flag", "end"]


def test_match_is_not_touched_and_the_actions_fit_it(table: Any) -> None:
    desk = table.to_rounds().desk()
    before = table.match.checkpoint()
    outcome = carried_out(table.match, desk, ["flag savoy", "gamble", "flag sardinia"])
    assert table.match.checkpoint() == before
    table.apply("red", outcome.actions)
    assert table.match.state.flags == {"savoy": "red", "sardinia": "red"}


def test_code_is_paid_as_the_position_asks_when_its_turn_comes(table: Any) -> None:
    desk = table.to_rounds().desk()
    outcome = run_orders(desk, ["f1 f2 f3+d1"])
    assert [row.said for row in outcome.rows] == ["flag Savoy", "flag Sardinia", "flag Bavaria, debt 1"]


def test_credit_that_nobody_wrote_or_was_shown_is_asked_with_the_line_to_send(table: Any) -> None:
    desk = table.to_rounds().desk()
    outcome = run_orders(desk, ["f1 f2 f3", "end"])
    assert outcome.actions == ()
    (wrong,) = outcome.refused
    assert wrong.problem is not None
    assert (wrong.problem.why, wrong.problem.codes) == ("on_credit", ("10f3 +d1",))
    assert [row.said for row in outcome.yes] == ["flag Savoy", "flag Sardinia", "flag Bavaria, debt 1", "end"]
    again = run_orders(desk, ["yes"], draft=outcome.draft)
    assert [row.said for row in again.rows] == [row.said for row in outcome.yes]


def test_payment_in_words_behind_a_code(table: Any) -> None:
    outcome = table.to_rounds().carried(["10f1 with 2 debt"])
    assert [row.said for row in outcome.rows] == ["flag Savoy, debt 2"]


def test_russian_mail_with_russian_codes(table: Any) -> None:
    outcome = run_orders(table.to_rounds().desk(language="ru"), ["№10ф1 +д1, f2", "копать"])
    assert [(row.status, row.said) for row in outcome.rows] == [
        ("done", "флаг Савойя, долг 1"),
        ("done", "флаг Сардиния"),
        ("done", "копать"),
    ]


def test_what_stands_behind_the_end_is_ignored(table: Any) -> None:
    outcome = table.to_rounds().carried(["flag savoy", "end", "Best regards, flag Sardinia"])
    assert [row.status for row in outcome.rows] == ["done", "done", "ignored"]


def test_without_end_the_round_stays_open(table: Any) -> None:
    outcome = table.to_rounds().carried(["flag savoy"])
    table.apply("red", outcome.actions)
    assert table.match.decisions()[0].waiting == ("red",)


# stops -----------------------------------------------------------------------------------------------


def test_own_question_behind_a_draw_makes_the_rest_wait(table: Any) -> None:
    outcome = table.to_rounds().carried(["flag savoy", "dig", "flag sardinia", "end"])
    assert [row.status for row in outcome.rows] == ["done", "done", "waiting", "waiting"]
    assert outcome.rows[1].stop == "draw"
    assert ops(outcome) == ["flag", "dig"]
    table.apply("red", outcome.actions)
    answer = table.carried(["lay bavaria"], waiting=outcome.waiting)
    assert ops(answer) == ["lay", "flag", "end"]
    assert [(row.source, row.line) for row in answer.rows] == [("mail", 1), ("waiting", 0), ("waiting", 0)]
    assert answer.waiting == ()


def test_draw_that_asks_nothing_lets_the_rest_go_on(table: Any) -> None:
    outcome = table.to_rounds().carried(["gamble", "flag savoy", "end"])
    assert [row.status for row in outcome.rows] == ["done", "done", "done"]


def test_draw_is_not_undone_by_a_later_bad_line(table: Any) -> None:
    outcome = table.to_rounds().carried(["flag savoy", "gamble", "flag sardinia", "flag savoy", "end"])
    assert ops(outcome) == ["flag", "gamble"]
    assert [row.status for row in outcome.rows] == ["done", "done", "ready", "refused", "ready"]
    assert texts(outcome.draft) == ["flag sardinia", "! flag savoy", "end"]


def test_something_shown_to_the_seat_is_a_stop(table: Any) -> None:
    outcome = table.to_rounds().carried(["peek", "flag nowhere"])
    assert ops(outcome) == ["peek"]
    assert outcome.rows[0].stop == "draw"


def test_lines_wait_for_the_other_sides_answer_and_then_go_on(table: Any) -> None:
    outcome = table.to_rounds().carried(["ask", "flag savoy", "end"])
    assert [row.status for row in outcome.rows] == ["done", "waiting", "waiting"]
    table.apply("red", outcome.actions)
    still = table.carried([], waiting=outcome.waiting)
    assert (still.actions, still.waiting) == ((), outcome.waiting)
    table.apply("blue", run_orders(table.desk("blue"), ["disagree"]).actions)
    after = table.carried([], waiting=outcome.waiting)
    assert ops(after) == ["flag", "end"]


def test_waiting_line_that_fits_no_more_becomes_a_draft(table: Any) -> None:
    outcome = table.to_rounds().carried(["dig", "flag savoy", "end"])
    table.apply("red", outcome.actions)
    table.match.state.flags["savoy"] = "blue"
    answer = table.carried(["lay bavaria"], waiting=outcome.waiting)
    assert ops(answer) == ["lay"]
    assert texts(answer.draft) == ["! flag savoy", "end"]
    assert answer.waiting == ()


def test_unreadable_line_behind_a_stop_is_told_at_once_and_holds_the_end_back(table: Any) -> None:
    outcome = table.to_rounds().carried(["dig", "flag sabboy", "end"])
    assert [row.status for row in outcome.rows] == ["done", "refused", "waiting"]
    table.apply("red", outcome.actions)
    answer = table.carried(["lay bavaria"], waiting=outcome.waiting)
    assert ops(answer) == ["lay"]
    assert texts(answer.draft) == ["! flag sabboy", "end"]


def test_mistake_in_a_new_mail_leaves_the_waiting_lines_waiting(table: Any) -> None:
    outcome = table.to_rounds().carried(["dig", "end"])
    table.apply("red", outcome.actions)
    answer = table.carried(["lay zanzibar"], waiting=outcome.waiting)
    assert answer.actions == ()
    assert answer.waiting == outcome.waiting


def test_end_that_is_prefilled_again_is_not_done_twice(table: Any) -> None:
    outcome = table.to_rounds().carried(["dig", "end"])
    table.apply("red", outcome.actions)
    answer = table.carried(["lay bavaria", "end"], waiting=outcome.waiting)
    assert ops(answer) == ["lay", "end"]
    assert len(answer.rows) == 2


# mistakes and drafts ---------------------------------------------------------------------------------


def test_mistake_before_the_first_stop_leaves_everything_undone(table: Any) -> None:
    outcome = table.to_rounds().carried(["flag savoy", "flag sabboy", "dig", "end"])
    assert outcome.actions == ()
    assert [row.status for row in outcome.rows] == ["ready", "refused", "ready", "unjudged"]
    assert texts(outcome.draft) == ["flag savoy", "! flag sabboy", "dig", "end"]


def test_all_mistakes_of_a_mail_are_told_at_once(table: Any) -> None:
    lines = ["flag sabboy", "flag halifax debt 9", "flagg", "10q"]
    outcome = table.to_rounds().carried(lines)
    assert [(row.line, row.problem and row.problem.why) for row in outcome.refused] == [
        (1, "unknown_word"),
        (2, "rules"),
        (3, "unknown_verb"),
        (4, "unknown_code"),
    ]
    assert [row.certain for row in outcome.refused] == [True, False, True, True]


def test_player_sends_only_the_corrected_line(table: Any) -> None:
    desk = table.to_rounds().desk()
    draft = run_orders(desk, ["flag savoy", "flag sardnya", "end"]).draft
    outcome = run_orders(desk, ["flag sardinia"], draft=draft)
    assert [row.said for row in outcome.rows] == ["flag Savoy", "flag Sardinia", "end"]
    assert [row.line for row in outcome.rows] == [0, 1, 0]
    assert outcome.draft == ()


def test_prefilled_end_does_not_replace_a_draft(table: Any) -> None:
    desk = table.to_rounds().desk()
    draft = run_orders(desk, ["flag savoy", "flag sardnya", "end"]).draft
    outcome = run_orders(desk, ["flag sardinia", "end"], draft=draft)
    assert [row.said for row in outcome.rows] == ["flag Savoy", "flag Sardinia", "end"]


def test_mail_that_repeats_a_right_line_is_a_new_set(table: Any) -> None:
    desk = table.to_rounds().desk()
    draft = run_orders(desk, ["flag savoy", "flag sardnya", "gamble"]).draft
    outcome = run_orders(desk, ["Flag SAVOY", "end"], draft=draft)
    assert [row.said for row in outcome.rows] == ["flag Savoy", "end"]


@pytest.mark.parametrize("wrong", ["flag Zanzibar", "flag bavaria not savoy"])
def test_yes_does_nothing_where_words_of_an_order_have_found_no_place(table: Any, wrong: str) -> None:
    desk = table.to_rounds().desk()
    first = run_orders(desk, ["flag savoy", wrong, "end"])
    assert (first.actions, first.yes) == ((), ())
    again = run_orders(desk, ["yes"], draft=first.draft)
    assert [row.problem and row.problem.why for row in again.rows] == ["nothing_to_confirm"]
    assert again.draft == first.draft


@pytest.mark.parametrize("word", ["no", "No! forget it", "Нет, забудь", "never mind"])
def test_no_forgets_a_draft(table: Any, word: str) -> None:
    desk = table.to_rounds().desk()
    draft = run_orders(desk, ["flag savoy", "flag sardnya"]).draft
    outcome = run_orders(desk, [word], draft=draft)
    assert (outcome.forgotten, outcome.draft, outcome.actions) == (True, (), ())


def test_a_legal_line_takes_the_place_of_the_wrong_one_though_nothing_in_it_is_alike(table: Any) -> None:
    desk = table.to_rounds().desk()
    draft = run_orders(desk, ["flag savoy", "K99", "end"]).draft
    for lines in (["flag sardinia"], ["flag sardinia", "end"], ["Hi", "f2", "thanks"]):
        outcome = run_orders(desk, lines, draft=draft)
        assert [row.said for row in outcome.rows if row.said] == ["flag Savoy", "flag Sardinia", "end"]
        assert [(line.text, bool(line.by)) for line in outcome.dropped] == [("K99", True)]
        assert outcome.draft == ()


def test_of_several_wrong_lines_the_nearest_in_words_is_corrected(table: Any) -> None:
    desk = table.to_rounds().desk()
    draft = run_orders(desk, ["flag sardnya", "gamble", "flag bavarria debt 1", "end"]).draft
    outcome = run_orders(desk, ["flag bavaria debt 1"], draft=draft)
    assert texts(outcome.draft) == ["! flag sardnya", "gamble", "flag bavaria debt 1", "end"]
    outcome = run_orders(desk, ["flag bavaria debt 1", "flag sardinia"], draft=draft)
    assert ops(outcome)[:1] == ["flag"]
    assert [row.text for row in outcome.rows][:1] == ["flag sardinia"]


def test_a_line_that_does_not_fit_the_place_of_the_wrong_one_does_nothing(table: Any) -> None:
    desk = table.to_rounds().desk()
    draft = run_orders(desk, ["flag savoy debt 2", "flag Zanzibar", "end"]).draft
    outcome = run_orders(desk, ["flag sardinia debt 2"], draft=draft)
    assert (outcome.actions, texts(outcome.draft)) == ((), ["flag savoy debt 2", "! flag sardinia debt 2", "end"])
    assert [(line.text, line.by) for line in outcome.dropped] == [("flag Zanzibar", "flag sardinia debt 2")]


def test_a_wrong_line_is_left_out_by_saying_all_the_others_again(table: Any) -> None:
    desk = table.to_rounds().desk()
    draft = run_orders(desk, ["flag savoy", "K99", "end"]).draft
    outcome = run_orders(desk, ["f1", "end"], draft=draft)
    assert ([row.said for row in outcome.rows], outcome.draft) == (["flag Savoy", "end"], ())
    assert [line.text for line in outcome.dropped] == ["K99"]


def test_an_end_alone_loses_no_right_line(table: Any) -> None:
    desk = table.to_rounds().desk()
    draft = run_orders(desk, ["flag savoy", "K99", "end"]).draft
    for lines in (["end"], ["z"], ["check", "end"]):
        outcome = run_orders(desk, lines, draft=draft)
        assert (outcome.actions, [line.said for line in outcome.draft]) == ((), ["flag Savoy", "", "end"])
    draft = run_orders(desk, ["flag savoy", "edn"]).draft
    assert ops(run_orders(desk, ["end"], draft=draft)) == ["flag", "end"]


def test_what_answers_the_whole_question_and_fits_no_draft_is_a_new_set(table: Any) -> None:
    draft = table.carried(["10a", "10q"]).draft
    outcome = table.carried(["10b 10c"], draft=draft)
    assert [row.status for row in outcome.rows] == ["filed"]
    assert (outcome.draft, [line.text for line in outcome.dropped]) == ((), ["10a", "10q"])


def test_an_order_that_repeats_a_right_one_in_its_place_is_done_twice(table: Any) -> None:
    desk = table.to_rounds().desk()
    draft = run_orders(desk, ["flag savoy", "K99", "gamble"]).draft
    assert ops(table.carried(["gamble"], draft=draft)) == ["flag", "gamble", "gamble"]


def test_a_question_leaves_the_draft_as_it_is(table: Any) -> None:
    desk = table.to_rounds().desk()
    draft = run_orders(desk, ["flag savoy", "flag sardnya"]).draft
    outcome = run_orders(desk, ["what does f2 cost?"], draft=draft)
    assert outcome.draft == draft
    assert [row.source for row in outcome.rows] == ["mail"]


def test_start_over_forgets_the_draft(table: Any) -> None:
    desk = table.to_rounds().desk()
    draft = run_orders(desk, ["flag savoy", "flag sardnya"]).draft
    outcome = run_orders(desk, ["start over", "flag bavaria"], draft=draft)
    assert [row.said for row in outcome.rows] == ["flag Bavaria"]
    assert [line.text for line in outcome.dropped] == ["flag savoy", "flag sardnya"]
    assert run_orders(desk, ["заново"], draft=draft).draft == ()


def test_draft_survives_a_mail_without_orders(table: Any) -> None:
    desk = table.to_rounds().desk()
    draft = run_orders(desk, ["flag savoy", "flag sardnya"]).draft
    assert run_orders(desk, ["", "# nothing"], draft=draft).draft == draft


def test_draft_and_waiting_lines_can_be_stored(table: Any) -> None:
    desk = table.to_rounds().desk()
    draft = run_orders(desk, ["flag savoy", "flag sardnya"]).draft
    assert msgspec.json.decode(msgspec.json.encode(draft), type=tuple[KeptLine, ...]) == draft


def test_set_of_nothing_but_mistakes_leaves_no_draft(table: Any) -> None:
    assert table.to_rounds().carried(["Hello", "flag xyzzy", "gibberish"]).draft == ()


def test_refusal_tells_rule_facts_and_nearest_with_codes(table: Any) -> None:
    table.to_rounds().match.state.flags["savoy"] = "blue"
    problem = table.carried(["flag savoy"]).rows[0].problem
    assert problem is not None
    assert (problem.reason, problem.code, problem.rule) == ("illegal", "taken", "2.1")
    assert [(fact.name, fact.value) for fact in problem.facts] == [("space", "savoy")]
    assert problem.nearest == ("flag Sardinia", "flag Bavaria")
    assert problem.codes == ("10f1", "10f2")


def test_ambiguity_that_an_earlier_line_resolves_is_none(table: Any) -> None:
    desk = table.to_rounds().desk()
    outcome = run_orders(desk, ["flag sa", "end"])
    assert outcome.rows[0].problem is not None
    assert outcome.rows[0].problem.nearest == ("flag Savoy", "flag Sardinia")
    outcome = run_orders(desk, ["flag savoy", "flag sa"])
    assert [row.said for row in outcome.rows] == ["flag Savoy", "flag Sardinia"]


# questions -------------------------------------------------------------------------------------------


def test_stale_code_is_recognised_and_inert(table: Any) -> None:
    old = table.desk().offers.open
    outcome = run_orders(table.to_rounds().desk(closed=old), ["10a", "flag savoy"])
    assert outcome.actions == ()
    problem = outcome.rows[0].problem
    assert problem is not None
    assert (problem.why, problem.question) == ("stale", 10)


def test_number_that_never_was_a_question(table: Any) -> None:
    problem = table.to_rounds().carried(["99a"]).rows[0].problem
    assert problem is not None
    assert (problem.why, problem.codes[0]) == ("unknown_question", "10a")


def test_every_wrong_code_of_a_line_is_told_for_itself(table: Any) -> None:
    outcome = table.to_rounds().carried(["10f1 f9+d1 s1 10q"])
    assert [(row.text, row.status) for row in outcome.rows] == [
        ("10f1", "ready"),
        ("f9 +d1", "refused"),
        ("s1", "refused"),
        ("10q", "refused"),
    ]
    problem = outcome.rows[1].problem
    assert problem is not None
    assert (problem.why, problem.codes) == ("unknown_code", ("10f1", "10f2", "10f3", "10f4"))


@pytest.mark.parametrize("line", ["flag savoy", "end", "10z"])
def test_order_out_of_turn_is_refused_and_not_kept(table: Any, line: str) -> None:
    desk = table.to_rounds().desk()
    blue = msgspec.structs.replace(desk, seat="blue")
    outcome = run_orders(blue, [line])
    assert outcome.rows[0].problem is not None
    assert outcome.rows[0].problem.why == "no_question"
    assert (outcome.actions, outcome.draft, outcome.waiting) == ((), (), ())


def test_answer_to_another_question_is_refused_without_the_first_of_many_answers(table: Any) -> None:
    problem = table.to_rounds().carried(["agree"]).rows[0].problem
    assert problem is not None
    assert (problem.code, problem.nearest, problem.codes) == ("not_now", (), ())


# check -----------------------------------------------------------------------------------------------


def test_check_does_nothing(table: Any) -> None:
    desk = table.to_rounds().desk()
    outcome = run_orders(desk, ["check", "f1", "flag sardinia debt 1"])
    assert outcome.check
    assert (outcome.actions, outcome.draft, outcome.waiting) == ((), (), ())
    assert summary(outcome) == [(2, "legal", "flag Savoy"), (3, "legal", "flag Sardinia, debt 1")]


def test_check_stops_at_a_draw_and_tells_nothing_of_it(table: Any) -> None:
    outcome = table.to_rounds().carried(["проверка f1", "dig", "flag sardinia", "flagg"])
    assert [row.status for row in outcome.rows] == ["legal", "legal", "unjudged", "refused"]
    assert outcome.rows[1].told == ()


def test_check_tells_of_mistakes_and_keeps_the_draft(table: Any) -> None:
    desk = table.to_rounds().desk()
    draft = (KeptLine("flag savoy"), KeptLine("flag x", wrong=True))
    outcome = run_orders(desk, ["check flag sardinia debt 9"], draft=draft)
    assert outcome.rows == run_orders(desk, ["flag sardinia debt 9"], draft=draft).rows
    assert outcome.draft == draft


def test_check_is_the_same_whatever_is_hidden(table: Any) -> None:
    desk = table.to_rounds().desk()
    seen = []
    for treasure in ("savoy", "sardinia", "bavaria", "halifax"):
        table.match.state.treasure = treasure
        seen.append(
            run_orders(desk, ["check", *(f"flag {space} loudly" for space in ("savoy", "sardinia", "halifax"))])
        )
    assert all(outcome == seen[0] for outcome in seen)


def test_check_of_a_secret_choice_is_the_same_whether_the_others_are_in(table: Any) -> None:
    before = table.carried(["check", "10a 10b"])
    table.apply("blue", run_orders(table.desk("blue"), ["10a 10b"]).actions)
    assert table.carried(["check", "10a 10b"]) == before


# whatever is written ---------------------------------------------------------------------------------

WORDS = [
    *(
        "flag",
        "unflag",
        "savoy",
        "sardinia",
        "bavaria",
        "sa",
        "halifax",
        "halley",
        "loudly",
        "debt",
        "1",
        "2",
        "9",
        "+d1",
    ),
    *(
        "dig",
        "lay",
        "gamble",
        "ask",
        "peek",
        "end",
        "agree",
        "check",
        "yes",
        "start over",
        "then",
        ",",
        "and",
        "a",
        "b",
    ),
    *("10a", "10f1", "f2", "10z", "9a", "99b", "флаг", "савойю", "долг", "конец", "10ф2", "с", "#", "—", "?!", "flagg"),
]
known_lines = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
mails = st.lists(known_lines | st.text(max_size=30), max_size=5)


@pytest.mark.parametrize("examples", [40, pytest.param(300, marks=pytest.mark.long)])
def test_every_mail_has_an_outcome_that_fits_the_match(new_table: Any, examples: int) -> None:
    settings(max_examples=examples)(given(mails, mails, st.sampled_from(["en", "ru"]), st.booleans())(_fits))(new_table)


def _fits(new_table: Any, first: list[str], second: list[str], language: str, chosen: bool) -> None:
    table = new_table()
    if chosen:
        table.to_rounds()
    draft: tuple[KeptLine, ...] = ()
    waiting: tuple[KeptLine, ...] = ()
    for lines in (first, second):
        before = table.match.checkpoint()
        outcome = run_orders(table.desk(language=language), lines, draft=draft, waiting=waiting)
        assert table.match.checkpoint() == before
        done = [row.action for row in outcome.rows if row.status in ("done", "filed")]
        assert done == list(outcome.actions)
        wrong = [
            row.problem is not None and row.problem.why != "finished" for row in outcome.rows
        ]  # asks about the end
        mistake = next(
            (place for place, row in enumerate(outcome.rows) if row.status == "refused" and wrong[place]), None
        )
        if outcome.actions and mistake is not None and outcome.rows[mistake].source == "mail":
            assert any(row.stop for row in outcome.rows[:mistake])
        assert all(row.problem for row in outcome.rows if row.status == "refused")
        table.apply("red", outcome.actions)
        draft, waiting = outcome.draft, outcome.waiting


def test_endless_mail_is_cut_and_an_endless_line_refused(table: Any) -> None:
    desk = table.to_rounds().desk()
    outcome = run_orders(desk, ["word " * 5000, *["nonsense"] * 3000])
    assert len(outcome.rows) == 200
    assert outcome.rows[0].problem is not None
    assert outcome.rows[0].problem.why == "too_long"


def test_missing_argument_is_answered_with_legal_orders(table: Any) -> None:
    problem = table.to_rounds().carried(["flag"]).rows[0].problem
    assert problem is not None
    flags = ("flag Savoy", "flag Sardinia", "flag Bavaria", "flag Halifax")
    assert (problem.why, problem.nearest) == ("missing_argument", flags)
    assert problem.codes == ("10f1", "10f2", "10f3", "10f4")


# too much --------------------------------------------------------------------------------------------


def test_behind_many_mistakes_only_what_is_an_order_as_it_stands_is_read(table: Any) -> None:
    desk = table.to_rounds().desk()
    outcome = run_orders(desk, [*("flga savoi",) * MOST_UNREAD, "flga savoi", "flag savoy?", "f1"])
    assert [row.problem.why for row in outcome.rows[:MOST_UNREAD] if row.problem] == ["unknown_verb"] * MOST_UNREAD
    assert [row.problem and row.problem.why for row in outcome.rows[MOST_UNREAD:]] == [
        "too_many_wrong", "asked_order", None,
    ]  # fmt: skip
    assert outcome.actions == ()

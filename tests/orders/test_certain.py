"""A mail in sentences of which every word has found its place exactly is carried out; any other one is proposed."""

from typing import Any

import pytest

from adjudicator.orders.drafts import Kept
from adjudicator.orders.sets import Outcome, carry_out


def done(outcome: Outcome) -> list[str]:
    return [row.said for row in outcome.rows if row.status in ("done", "filed")]


@pytest.mark.parametrize(
    ("lines", "meant"),
    [
        (["my flag goes to Savoy and Bavaria"], ["flag Savoy", "flag Bavaria"]),
        (["Savoy and Bavaria get my flag, then end"], ["flag Savoy", "flag Bavaria", "end"]),
        (["Добрый вечер! Прошу поставить мой флаг в Савойе, спасибо"], ["flag Savoy"]),
        (["Мой флаг идёт в Савойю", "С уважением,", "Анна"], ["flag Savoy"]),
        (["my flag goes to Savoy", "and another flag to Bavaria"], []),
        (["my flag goes to Savoy, not to Bavaria"], ["flag Savoy"]),
        (["my flag goes to Savoy. No wait, to Bavaria"], ["flag Bavaria"]),
        (["flag Savoy and Sardinia. No wait, not Sardinia, Bavaria"], ["flag Savoy", "flag Bavaria"]),
        (["my flag goes to Savvoy and Bavaria"], ["flag Savoy", "flag Bavaria"]),
        (["Savoy gets flagged"], ["flag Savoy"]),
        (["флаг ставится на Савойю, эту землю давно пора взять"], ["flag Savoy"]),
        (["флаг ставится на Савойю, там красиво"], ["flag Savoy"]),
        (["flag Savoy, it is cheap, and flag Bavaria"], ["flag Savoy", "flag Bavaria"]),
    ],
)
def test_a_sentence_that_leaves_nothing_open_is_done(table: Any, lines: list[str], meant: list[str]) -> None:
    outcome = carry_out(table.to_rounds().desk(), lines)
    assert done(outcome) == meant
    assert bool(outcome.actions) == bool(meant)


def test_the_answer_says_by_which_words_of_which_line_each_was_ordered(table: Any) -> None:
    outcome = carry_out(table.to_rounds().desk(), ["Hello Anna!", "my flag goes to Savoy and Bavaria"])
    rows = [(row.line, row.text, row.status) for row in outcome.rows]
    assert rows == [(1, "Hello Anna!", "ignored"), (2, "flag goes to Savoy", "done"), (2, "Bavaria", "done")]


@pytest.mark.parametrize(
    "lines",
    [
        ["flag Savoy and Sardinia. No wait, Bavaria"],
        ["not only Savoy but Bavaria gets my flag"],
        ["my flag goes to Savoy, not now"],
        ["Savvoy"],
        ["flag Savoy, Louis told me"],
        ["They say: flag Savoy"],
        ["Louis wants this: flag Savoy"],
        ["Savoy was flagged"],
        ["флаг был поставлен на Савойю"],
        ["my flag goes to Savoy if Bavaria is taken"],
        ["do my flag goes to Savoy and Bavaria?"],
        ["may I please have my flag in Savoy?"],
        ["my flag went to Savoy and Bavaria"],
        ["my flag is in Savoy and Bavaria"],
        ["your flag goes to Savoy and Bavaria"],
        ["next turn my flag goes to Savoy and Bavaria"],
        ["my flag goes to Savoy and Bavaria. That's all"],
        ["my flag goes to Savoy and Bavaria. Kidding!"],
        ["my flag goes to Savoy and Bavaria next"],
        ['Louis wrote: "my flag goes to Savoy and Bavaria"'],
        ["мой флаг шёл в Савойю"],
        ["мой флаг идёт в Савойю потом"],
        ["мой флаг не идёт в Савойю"],
    ],
)
def test_what_leaves_anything_open_is_not_done(table: Any, lines: list[str]) -> None:
    assert carry_out(table.to_rounds().desk(), lines).actions == ()


def test_a_sentence_beside_a_draft_is_a_set_of_its_own(table: Any) -> None:
    desk = table.to_rounds().desk()
    outcome = carry_out(
        desk, ["my flag goes to Savoy"], draft=[Kept("flag Bavvaria", wrong=True, meant="flag Bavaria")]
    )
    assert done(outcome) == ["flag Savoy"]

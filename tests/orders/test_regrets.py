"""Wishes to have something back are known as such, in whatever words, and no order is taken for one."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.orders.regrets import behind_regret
from adjudicator.orders.sets import carry_out

WISHES = (
    "please undo my last move", "could you cancel my last order?", "oops, scratch that", "I changed my mind",
    "Sorry, wrong tile!", "That was a mistake, please revert", "Hi Anna, can I take back my last turn? Thanks!",
    "on second thoughts, take that back", "Ignore my previous mail please", "I'd like my last move back",
    "Whoops, I misclicked", "disregard my orders", "never mind the last order", "let me redo my turn, please",
    "could we go back to how it was before my last turn", "I didn't mean that", "forget my last message",
    "can you roll back what I did", "I want to retract my answer", "strike that",
    "Отмени, пожалуйста, мой последний приказ", "я передумал", "передумала!", "верни как было", "Упс, не тот ход",
    "Можно вернуть последний ход?", "Привет! Отмените, пожалуйста, последний ход. Спасибо", "это была ошибка",
    "я ошибся, верните ход назад", "забираю свой ход назад", "Извините, отзываю приказ", "не учитывайте моё письмо",
    "забудьте последний приказ", "хочу переиграть ход", "давай откатим это: откати ход", "ой, не туда",
    "случайно отправил",
    "игнорируйте прошлое письмо", "Верните всё как было, пожалуйста", "прошу аннулировать приказ",
)  # fmt: skip


@pytest.mark.parametrize("wish", WISHES)
def test_a_wish_to_have_something_back_is_known(wish: str) -> None:
    assert behind_regret(wish) == ""


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("I changed my mind: 17c", "17c"),
        ("Oops, wrong one. 17c please", "wrong one, 17c please"),
        ("Передумал, лучше 17в", "лучше 17в"),
        ("Scratch that. Flag Savoy", "Flag Savoy"),
        ("17c, no wait, 17d", None),
        ("flag savoy debt 2", None),
        ("withdraw squadron from Biscay", None),
        ("remove flag from Savoy", None),
        ("убери флаг с Савойи", None),
        ("The last card was drawn, you know?", None),
    ],
)
def test_orders_beside_it_are_found_and_none_is_taken_for_it(line: str, order: str | None) -> None:
    assert behind_regret(line) == order


@pytest.mark.parametrize("wish", ["please undo my last move", "я передумал"])
def test_a_wish_does_nothing_and_leaves_the_draft_as_it_is(table: Any, wish: str) -> None:
    desk = table.to_rounds().desk()
    draft = carry_out(desk, ["flag savoy", "flag sardinnia", "end"]).draft
    outcome = carry_out(desk, [wish], draft=draft)
    assert (outcome.actions, outcome.draft) == ((), draft)
    assert [row.problem and row.problem.why for row in outcome.rows] == ["regret"]


def test_an_order_beside_a_wish_waits_for_a_word(table: Any) -> None:
    desk = table.to_rounds().desk()
    outcome = carry_out(desk, ["scratch that", "flag savoy"])
    assert outcome.actions == ()
    assert [row.status for row in outcome.rows] == ["refused", "ready"]
    assert [row.said for row in carry_out(desk, ["yes"], draft=outcome.draft).rows] == ["flag Savoy"]

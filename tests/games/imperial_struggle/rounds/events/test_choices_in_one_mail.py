"""The choices of both parts of a card in one mail: a line does not say which part it is for."""

from typing import Any

from adjudicator.games.imperial_struggle.phrases import PHRASES
from adjudicator.orders.sets import run_orders
from tests.carried import desk_at

EVENT_TILE = "inv_e3_d2"
TAX_REFORM, BANK_OF_ENGLAND = 8, 8


def test_second_choice_is_read_where_the_first_one_led(table: Any) -> None:
    table.hand("britain", TAX_REFORM).cards("britain", BANK_OF_ENGLAND, up=True).play("britain", EVENT_TILE)
    lines = ["event Tax Reform with bonus", "for event Tax Reform", "for event Tax Reform: points 1"]
    outcome = run_orders(desk_at(table.match, "britain", "en", PHRASES), lines)
    assert [row.status for row in outcome.rows] == ["done", "done", "done"]
    assert [(action.part, action.points) for action in outcome.actions[1:]] == [("effect", 0), ("bonus", 1)]

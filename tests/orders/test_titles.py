"""What somebody is called beside a place."""

from __future__ import annotations

import pytest

from adjudicator.orders.titles import untitled
from tests.orders.positions import Position


@pytest.mark.parametrize(
    ("name", "line", "told"),
    [
        ("realm_war", "attack the Duke of Milan", "attack the Milan"),
        ("realm_war", "influence in the Burgundian lands", "influence in the Burgundian"),
        ("realm_war", "война миланскому герцогу", "война миланскому"),
        ("realm_war", "the king leads army 1", "the king leads army 1"),
        ("realm_war", "duke, Milan", "duke, Milan"),
        ("bank_market", "buy Duke of Milan", "buy Duke of Milan"),
        ("bank_border", "agent on the Hungarian border", "agent on the Hungarian"),
        ("bank_border", "агент на границе Франция–СРИ", "агент на границе Франция–СРИ"),
    ],
)
def test_a_title_beside_a_name_is_left_out_unless_it_is_of_the_name(name: str, line: str, told: str) -> None:
    assert untitled(line, Position(name, "en").book, "en") == told

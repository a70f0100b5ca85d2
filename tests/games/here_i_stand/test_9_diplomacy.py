"""The segments of the diplomacy phase (9)."""

import pytest

from adjudicator.games.here_i_stand.rules.turns import segments
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import state_of, table


@shows("9/1")
@pytest.mark.parametrize(
    ("turn", "order"),
    {
        2: ["negotiation", "peace_segment", "ransoms", "war_segment"],
        9: ["negotiation", "ransoms", "war_segment"],
    }.items(),
)
def test_the_segments_come_in_their_order_and_the_last_turn_has_no_peace(turn: int, order: list[str]) -> None:
    assert [each[0] for each in segments(table(state_of(turn=turn)).state)] == order


@shows("7/4")
def test_turn_1_has_negotiations_alone() -> None:
    assert [each[0] for each in segments(table(state_of(turn=1)).state)] == ["negotiation"]

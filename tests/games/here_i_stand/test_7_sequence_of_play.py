"""The phases of a turn (7)."""

from adjudicator.games.here_i_stand.rules.turns import phases
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import state_of, table


@shows("7/2", "8.1/1", "8.2/1")
def test_the_phases_come_in_their_order() -> None:
    later = [each[0] for each in phases(table(state_of(turn=2)).state)]
    assert later == [
        *("turn_begins", "riches", "card_draw", "negotiation", "peace_segment", "ransoms", "war_segment"),
        *("spring_deployment", "action_phase", "winter", "new_world", "victory_determination", "next_turn"),
    ]
    first = [each[0] for each in phases(table(state_of(turn=1)).state)]
    assert first[:5] == ["turn_begins", "theses", "riches", "card_draw", "negotiation"]
    assert first[5:7] == ["diet_of_worms", "spring_deployment"]

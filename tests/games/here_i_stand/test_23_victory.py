"""Victory (23): at once (23.1), points (23.2), at the end of a turn (23.3)."""

import pytest

from adjudicator import Match
from adjudicator.games.here_i_stand.facts import IMMUNE, POWER, SPACE
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.impulses import action_phase, impulse
from adjudicator.games.here_i_stand.rules.victory import leaders, victory_determination, winner_at_once
from adjudicator.games.here_i_stand.state import Score, State
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import HELD, controls, empty, protestant, state_of, table, unrest


@shows("23.1/1", "23.1/3")
def test_keys_win_at_once_unless_in_unrest_and_not_before_the_action_phase() -> None:
    keys = ("rome", "ravenna", "florence", "milan", "genoa", "venice", "naples")
    held = (HELD, empty("naples"), controls("papacy", *keys))
    assert winner_at_once(table(*held).state) == ("papacy", "military")
    assert winner_at_once(table(*held, unrest("milan")).state) is None
    match = table(*held, frames=[action_phase()])
    assert match.result is not None, "before the first impulse"


@shows("23.1/2")
def test_fifty_protestant_spaces_win_at_once_without_those_in_unrest() -> None:
    some = [each.id for each in SPACE if not IMMUNE >> each.index & 1][:50]
    assert winner_at_once(table(state_of(protestant=0), protestant(*some)).state) == ("protestant", "religious")
    assert winner_at_once(table(state_of(protestant=0), protestant(*some), unrest(some[0])).state) is None


START = {"ottoman": 8, "hapsburg": 9, "england": 9, "france": 12, "papacy": 19, "protestant": 0}


@shows("23.2/1")
@pytest.mark.parametrize(("power", "points"), START.items())
def test_the_points_at_the_start(power: str, points: int) -> None:
    assert rules.points(table().state, power) == points


def scored(turn: int, **points: int) -> Match:
    """A turn ends with so many bonus points more for some."""

    def more(state: State) -> None:
        for power in POWER.ids:
            now = rules.points(state, power)
            state.powers[power].bonus += points.get(power, 5) - now if points.get(power, 5) >= now else 0
            state.powers[power].phony += max(0, now - points.get(power, 5))

    return table(HELD, more, state_of(turn=turn), frames=[victory_determination(), impulse("hapsburg")])


OUTCOMES = [
    (1, {"france": 25, "england": 24}, ("france", "standard")),
    (2, {"france": 24, "england": 10}, None),
    (4, {"france": 20, "england": 15}, ("france", "domination")),
    (4, {"france": 20, "england": 16}, None),
    (3, {"france": 24, "england": 10}, None),
    (9, {"france": 20, "england": 19}, ("france", "time_limit")),
]


@shows("23.3/1")
@pytest.mark.parametrize(("turn", "points", "outcome"), OUTCOMES)
def test_victory_at_the_end_of_a_turn(turn: int, points: dict[str, int], outcome: tuple[str, str] | None) -> None:
    result = scored(turn, **points).result
    assert (result is not None) == (outcome is not None)
    if outcome:
        assert outcome[0] in str(result)
        assert outcome[1] in str(result)


@shows("23.3/2", "23.3/3")
def test_ties_go_to_whoever_had_more_points_in_earlier_turns() -> None:
    even = dict.fromkeys(POWER.ids, 10)
    record = [
        Score(even | {"england": 12}),
        Score(even | {"england": 11, "france": 11}),
        Score(even | {"england": 20, "france": 20}),
    ]
    assert leaders(table(state_of(record=record)).state) == ["england"]

"""The worked examples of the rulebook, each under the number of its section.

Owen plays Britain, Jane France. Where an example speaks of a position, the test lays exactly what it names.
"""

from collections.abc import Callable

import pytest

from adjudicator import Match, Refusal
from adjudicator.games.imperial_struggle.fact_types import BRITAIN, FRANCE, INVESTMENT, SPACE, TURN, WAR_TILE
from adjudicator.games.imperial_struggle.rules.action_round import action_round
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.games.imperial_struggle.state import State, full_advantages

At = Callable[..., Match]
OWEN, JANE = "britain", "france"


def bit(space: str) -> int:
    return 1 << SPACE.index[space]


def turn_one(tile: str, turn: str = "1") -> State:
    """The set-up, with one Investment tile to take and basic tiles in the theatres."""
    state = initial_state()
    state.turn = TURN.index[turn]
    state.available = [INVESTMENT.index[tile]]
    for theatre in state.theatres:
        theatre.basic = [WAR_TILE.index["basic_plus1"]] * 2
    for pool in state.pool_basic:
        del pool[3:7]
    return state


def flag(state: State, side: int, *spaces: str) -> None:
    """Replace whatever flags lie there."""
    for space in spaces:
        state.flags[1 - side] &= ~bit(space)
        state.flags[side] |= bit(space)
    state.advantages = [full_advantages(mask) for mask in state.flags[:2]]


def clear(state: State, *spaces: str) -> None:
    for space in spaces:
        for side in (FRANCE, BRITAIN):
            state.flags[side] &= ~bit(space)
    state.advantages = [full_advantages(mask) for mask in state.flags[:2]]


def begin(at: At, state: State, seat: str, tile: str) -> Match:
    """The round of a seat, which has just taken a tile."""
    match = at(state, [action_round(("france", "britain").index(seat), 1)])
    match.apply(seat, {"op": "take_investment", "tile": tile})
    return match


def points(match: Match) -> tuple[list[int], list[int]]:
    assert match.state.ap is not None
    return match.state.ap.major, match.state.ap.minor


def cumberland(state: State) -> State:
    """A French flag in Cumberland, supplied by a damaged fort, which protects nothing."""
    flag(state, FRANCE, "cumberland", "ohio_forks")
    state.damaged = bit("ohio_forks")
    return state


def test_sugar_at_antigua_and_furs_at_cumberland_5_4_2(at: At) -> None:
    state = cumberland(turn_one("inv_e3_d2"))
    state.conflicts = bit("cumberland")
    match = begin(at, state, OWEN, "inv_e3_d2")
    match.apply(OWEN, {"op": "shift_market", "space": "antigua", "result": "flag"})
    assert points(match)[0] == [1, 0, 0]
    match.apply(OWEN, {"op": "shift_market", "space": "cumberland", "result": "unflag", "debt": 1})
    assert match.state.debt == [0, 1]
    assert not match.state.flags[FRANCE] & bit("cumberland")
    assert match.state.flags[BRITAIN] & bit("antigua")
    assert not match.state.conflicts


def test_without_its_conflict_marker_cumberland_costs_three_5_4_2(at: At) -> None:
    match = begin(at, cumberland(turn_one("inv_e3_d2")), OWEN, "inv_e3_d2")
    match.apply(OWEN, {"op": "shift_market", "space": "antigua", "result": "flag"})
    with pytest.raises(Refusal) as refused:
        match.apply(OWEN, {"op": "shift_market", "space": "cumberland", "result": "unflag", "debt": 1})
    assert (refused.value.code, refused.value.facts["cost"]) == ("not_enough_points", 3)
    match.apply(OWEN, {"op": "shift_market", "space": "cumberland", "result": "unflag", "debt": 2})


def test_denmark_twice_and_sardinia_for_treaty_points_5_5_2_example_1(at: At) -> None:
    state = turn_one("inv_d4_e2")
    flag(state, BRITAIN, "denmark_norway")
    state.treaty_points = [2, 0]
    match = begin(at, state, JANE, "inv_d4_e2")
    match.apply(JANE, {"op": "shift_political", "space": "denmark_norway", "result": "unflag"})
    match.apply(JANE, {"op": "shift_political", "space": "denmark_norway", "result": "flag"})
    assert points(match)[0] == [0, 0, 0]
    match.apply(JANE, {"op": "shift_political", "space": "sardinia", "result": "flag", "trp": 2})
    assert match.state.flags[FRANCE] & bit("denmark_norway")
    assert match.state.flags[FRANCE] & bit("sardinia")
    assert match.state.treaty_points == [0, 0]


def test_owen_in_india_5_5_2_example_2(at: At) -> None:
    state = turn_one("inv_d3_e2", turn="3")
    state.hands[BRITAIN] = [24]
    flag(state, FRANCE, "vellore", "tiruchirappalli", "nizam", "vandavasi")
    flag(state, BRITAIN, "mysore")
    state.treaty_points = [0, 2]
    match = begin(at, state, OWEN, "inv_d3_e2")
    match.apply(OWEN, {"op": "play_event", "card": 24})
    assert points(match)[0] == [1, 3, 0]
    match.apply(OWEN, {"op": "shift_market", "space": "vellore", "result": "unflag", "kind": "major", "trp": 1})
    match.apply(OWEN, {"op": "use_advantage", "advantage": "power_struggle", "conflict": "tiruchirappalli"})
    with pytest.raises(Refusal) as again:
        match.apply(OWEN, {"op": "use_advantage", "advantage": "power_struggle", "conflict": "kanchipuram"})
    assert again.value.rule in ("8.1", "8.2")
    match.apply(OWEN, {"op": "shift_political", "space": "nizam", "result": "unflag"})
    match.apply(OWEN, {"op": "shift_political", "space": "nizam", "result": "flag", "trp": 1})
    assert points(match) == ([0, 0, 0], [2, 0, 0])
    match.apply(OWEN, {"op": "shift_market", "space": "tiruchirappalli", "result": "unflag", "kind": "minor"})
    state = match.state
    assert state.flags[BRITAIN] & bit("nizam")
    assert not (state.flags[FRANCE] | state.conflicts) & (bit("vellore") | bit("tiruchirappalli"))
    assert state.treaty_points == [0, 0]


def test_a_minor_action_cannot_unflag_without_the_conflict_marker_5_5_2_example_2(at: At) -> None:
    state = turn_one("inv_d3_e2")
    flag(state, FRANCE, "tiruchirappalli", "vandavasi")
    match = begin(at, state, OWEN, "inv_d3_e2")
    with pytest.raises(Refusal) as refused:
        match.apply(OWEN, {"op": "shift_market", "space": "tiruchirappalli", "result": "unflag", "debt": 1})
    assert (refused.value.code, refused.value.rule) == ("minor_cannot_remove", "5.3.2")


def test_jane_clears_india_and_sails_to_malabar_5_6_6_example_1(at: At) -> None:
    state = turn_one("inv_m3_d2")
    clear(state, "algonquin")
    flag(state, FRANCE, "malacca_route", "vandavasi")
    state.squadrons[FRANCE] = bit("hooghly_river")
    state.unbuilt[FRANCE] -= 1
    state.conflicts = bit("karaikal") | bit("malacca_route")
    match = begin(at, state, JANE, "inv_m3_d2")
    for space, left in (("karaikal", 2), ("malacca_route", 1)):
        match.apply(JANE, {"op": "remove_conflict", "space": space})
        assert points(match)[0] == [0, 0, left]
    match.apply(JANE, {"op": "deploy_squadron", "from": "navy_box", "to": "malabar_coast"})
    assert points(match)[0] == [0, 0, 0]
    match.apply(JANE, {"op": "shift_political", "space": "algonquin", "result": "flag"})
    state = match.state
    assert state.squadrons[FRANCE] == bit("hooghly_river") | bit("malabar_coast")
    assert state.navy_box[FRANCE] == 0
    assert state.flags[FRANCE] & bit("algonquin")
    assert state.debt == [0, 0]


def test_owen_prepares_for_central_europe_5_6_6_example_2(at: At) -> None:
    state = turn_one("inv_m2_e2")
    state.squadrons[FRANCE] = bit("biscay")
    state.navy_box = [0, 1]
    state.unbuilt = [7, 7]
    state.theatres[0].basic[BRITAIN] = WAR_TILE.index["basic_unflag"]
    script = [
        {"draw": "basic_tile", "side": "britain", "theater": 1, "tile": "basic_plus2"},
        {"draw": "bonus_tile", "side": "britain", "tile": "bonus_wss_br_savoy_defects"},
    ]
    match = at(state, [action_round(BRITAIN, 1)], chance=script, seed=None)
    match.apply(OWEN, {"op": "take_investment", "tile": "inv_m2_e2"})
    match.apply(OWEN, {"op": "military_upgrade", "theater": 1})
    match.apply(OWEN, {"op": "keep_basic_tile", "keep": "drawn", "other": "out_of_game"})
    match.apply(OWEN, {"op": "buy_bonus_war_tile"})
    match.apply(OWEN, {"op": "place_bonus_tile", "tile": "bonus_wss_br_savoy_defects", "theater": 1})
    assert points(match)[0] == [0, 0, 0]
    match.apply(OWEN, {"op": "deploy_squadron", "from": "navy_box", "to": "biscay", "debt": 3})
    state = match.state
    assert state.theatres[0].basic[BRITAIN] == WAR_TILE.index["basic_plus2"]
    assert state.theatres[0].bonus[BRITAIN] == [WAR_TILE.index["bonus_wss_br_savoy_defects"]]
    assert state.basic_out[BRITAIN] == [WAR_TILE.index["basic_unflag"]]
    assert state.debt == [0, 3]
    assert state.squadrons == [0, bit("biscay")]
    assert state.navy_box == [1, 0]


def test_rum_against_a_protected_market_with_a_conflict_marker_costs_one_8_2(at: At) -> None:
    state = turn_one("inv_e4_d2")
    flag(state, BRITAIN, "puerto_rico")
    flag(state, FRANCE, "martinique", "antigua")
    state.squadrons[FRANCE] = bit("antilles_channel")
    state.navy_box[FRANCE] -= 1
    state.conflicts = bit("antigua")
    match = begin(at, state, OWEN, "inv_e4_d2")
    match.apply(OWEN, {"op": "use_advantage", "advantage": "rum", "space": "antigua"})
    assert points(match)[0] == [3, 0, 0]
    assert not match.state.flags[FRANCE] & bit("antigua")


def test_four_military_points_buy_two_of_one_type_and_never_one_of_each_5_6_1(at: At) -> None:
    state = turn_one("inv_m4_e2", turn="6")
    state.theatres, state.next_war = [], -1
    match = begin(at, state, JANE, "inv_m4_e2")
    match.apply(JANE, {"op": "convert_military", "to": "diplomatic"})
    with pytest.raises(Refusal) as refused:
        match.apply(JANE, {"op": "convert_military", "to": "economic"})
    assert refused.value.rule == "5.6.1"
    match.apply(JANE, {"op": "convert_military", "to": "diplomatic"})
    assert points(match)[0] == [0, 2, 0]

"""The state holds one position exactly, is small, and its invariants notice what cannot be."""

from collections.abc import Callable

import msgspec
import pytest

from adjudicator.games.imperial_struggle.fact_types import ADVANTAGE, BRITAIN, FRANCE, SPACE, WAR_TILE
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.house_rules import HouseRules
from adjudicator.games.imperial_struggle.invariants import violations
from adjudicator.games.imperial_struggle.isolation import isolated_markets
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.games.imperial_struggle.state import (
    ActionPoints,
    HeldMinistry,
    RestrictedPoints,
    State,
    available_debt,
    bonus_tiles,
    copy,
    full_advantages,
    held,
    held_clear,
    playable,
)

encode, decode = msgspec.json.encode, msgspec.json.Decoder(State).decode


def crowded_state() -> State:
    """A position with about as much on the table as there can be."""
    state = initial_state()
    state.turn, state.phase, state.round = 5, "action", 4
    state.next_war, state.first_player = 2, FRANCE
    state.deck = sorted(range(12, 31))
    state.hands, state.discard, state.played = [[1, 2, 3], [4, 5, 6]], [7, 8, 9], [10, 11]
    state.flags[BRITAIN] = FACTS.available[1] & ~FACTS.naval & ~state.flags[FRANCE]
    state.squadrons = [SPACE.mask_of(["biscay", "gulf_of_maine"]), SPACE.mask_of(["balearic", "malabar_coast"])]
    state.navy_box, state.unbuilt = [2, 2], [4, 4]
    state.conflicts = FACTS.market
    state.conflicts_plus = SPACE.mask_of(["jamaica", "caicos"]) & FACTS.market
    state.damaged = FACTS.fort
    state.advantages = [full_advantages(state.flags[side]) for side in (FRANCE, BRITAIN)]
    state.isolated = isolated_markets(state)
    state.held_at_start = [held(state, side) for side in (FRANCE, BRITAIN)]
    state.ministries = [[HeldMinistry(11, revealed=True, exhausted=3)], [HeldMinistry(15), HeldMinistry(17)]]
    mix = list(FACTS.investment_set)
    state.available, state.taken = mix[:2], [mix[2:6], mix[6:9]]
    state.stack, state.used = mix[9:12], mix[12:]
    state.awards, state.awards_left, state.demand = [0, 1, 2, 3], [], [0, 3, 5]
    state.pool_bonus = [list(tiles) for tiles in FACTS.bonus_sets[2]]
    for side in (FRANCE, BRITAIN):
        for theatre in state.theatres:
            theatre.basic[side] = state.pool_basic[side].pop()
            theatre.bonus[side] = sorted([state.pool_bonus[side].pop(), state.pool_bonus[side].pop()])
    state.ap = ActionPoints(
        major=[0, 3, 0],
        minor=[0, 0, 2],
        major_allowed=2,
        restricted=[RestrictedPoints(1, 2, "europe_only", "26")],
        regions_paid=[3, 5],
        modifiers=["17", "m16"],
        deployed=SPACE.mask_of(["biscay"]),
    )
    return state


def test_the_set_up_violates_nothing() -> None:
    assert violations(initial_state()) == []
    assert violations(initial_state(HouseRules(spanish_empire_12_1=True))) == []


def test_the_set_up_has_33_flags_three_built_squadrons_and_two_advantages() -> None:
    state = initial_state()
    assert (state.flags[FRANCE].bit_count(), state.flags[BRITAIN].bit_count()) == (17, 16)
    assert (state.navy_box, state.unbuilt) == ([1, 2], [7, 6])
    assert state.advantages == [1 << ADVANTAGE.index["algonquin_raids"], 1 << ADVANTAGE.index["wheat"]]
    assert isolated_markets(state) == 0


def test_encoding_is_exact_and_the_same_for_equal_positions() -> None:
    for state in (initial_state(), crowded_state()):
        assert decode(encode(state)) == state
        assert encode(copy(state)) == encode(state)


def test_a_mask_of_all_112_spaces_survives() -> None:
    state = initial_state()
    state.isolated = (1 << 112) - 1
    assert decode(encode(state)).isolated == (1 << 112) - 1


def test_a_checkpoint_is_small() -> None:
    assert len(encode(initial_state())) < 1000
    assert len(encode(crowded_state())) < 1500


def test_a_copy_is_independent() -> None:
    state = crowded_state()
    twin = copy(state)
    twin.theatres[0].bonus[FRANCE].clear()
    twin.hands[BRITAIN].append(30)
    assert twin.ap is not None
    twin.ap.major[1] = 9
    assert state == crowded_state()


def test_something_else_is_no_state() -> None:
    with pytest.raises(msgspec.ValidationError):
        decode(b"[0]")


def test_a_conflict_marker_takes_a_space_from_counts_but_not_from_its_holder_3_8() -> None:
    state = initial_state()
    state.conflicts = SPACE.mask_of(["cataraqui"])
    assert held(state, FRANCE) & state.conflicts
    assert not held_clear(state, FRANCE) & state.conflicts


def test_available_debt_is_never_below_zero_6_4() -> None:
    state = initial_state()
    state.debt, state.debt_limit = [2, 7], [6, 6]
    assert [available_debt(state, side) for side in (FRANCE, BRITAIN)] == [4, 0]


def test_the_united_states_are_in_play_only_with_a_flag_of_theirs_10_0() -> None:
    state = initial_state()
    state.turn = 9
    assert not playable(state) & FACTS.usa_spaces
    state.flags[2] = SPACE.mask_of(["carolinas"])
    assert playable(state) & FACTS.usa_spaces == FACTS.usa_spaces


def test_atlantic_dominance_is_no_bonus_tile() -> None:
    state = crowded_state()
    assert bonus_tiles(state, FRANCE) == 8
    state.theatres[2].bonus[FRANCE].append(WAR_TILE.index["atlantic_dominance"])
    assert bonus_tiles(state, FRANCE) == 8


# ---- isolation (5.4.1)


def test_a_market_is_isolated_when_its_chain_to_an_anchor_is_cut_5_4_1() -> None:
    state = initial_state()
    state.flags[FRANCE] &= ~SPACE.mask_of(["quebec_and_montreal"])
    assert SPACE.ids_of(isolated_markets(state)) == ("cataraqui",)


def test_a_chain_goes_through_own_markets_but_not_through_a_conflict_marker_5_4_1() -> None:
    state = initial_state()
    state.flags[FRANCE] |= SPACE.mask_of(["niagara", "allegheny"])
    assert isolated_markets(state) == 0
    state.conflicts = SPACE.mask_of(["niagara"])
    assert SPACE.ids_of(isolated_markets(state)) == ("allegheny",)


def test_a_damaged_fort_still_prevents_isolation_5_4_1() -> None:
    state = initial_state()
    state.flags[FRANCE] |= SPACE.mask_of(["allegheny"])
    assert SPACE.ids_of(isolated_markets(state)) == ("allegheny",)
    state.flags[FRANCE] |= SPACE.mask_of(["ohio_forks"])
    state.damaged = SPACE.mask_of(["ohio_forks"])
    assert isolated_markets(state) == 0


def test_a_squadron_supplies_the_markets_around_it_5_4_1() -> None:
    state = initial_state()
    state.flags[FRANCE] |= SPACE.mask_of(["calicut", "antigua"])
    assert SPACE.ids_of(isolated_markets(state)) == ("calicut",)
    state.squadrons[FRANCE] = SPACE.mask_of(["malabar_coast"])
    assert isolated_markets(state) == 0


# ---- invariants


def lose_an_event(state: State) -> None:
    state.deck.pop()


def deal_an_event_twice(state: State) -> None:
    state.hands[FRANCE].append(state.deck[0])


def flag_a_naval_space(state: State) -> None:
    state.flags[FRANCE] |= SPACE.mask_of(["biscay"])


def flag_twice(state: State) -> None:
    state.flags[BRITAIN] |= SPACE.mask_of(["bavaria"])


def flag_a_later_space(state: State) -> None:
    state.flags[FRANCE] |= SPACE.mask_of(["sons_of_liberty"])


def build_a_ninth_squadron(state: State) -> None:
    state.navy_box[FRANCE] += 1


def meet_at_sea(state: State) -> None:
    state.squadrons = [SPACE.mask_of(["biscay"]), SPACE.mask_of(["biscay"])]
    state.navy_box = [0, 1]


def keep_a_lost_advantage(state: State) -> None:
    state.flags[FRANCE] &= ~SPACE.mask_of(["algonquin"])


def mark_a_fort_with_conflict(state: State) -> None:
    state.conflicts = SPACE.mask_of(["halifax"])


def borrow_too_much(state: State) -> None:
    state.debt[BRITAIN] = 7


def lose_a_basic_tile(state: State) -> None:
    state.pool_basic[FRANCE].pop()


def exchange_bonus_tiles(state: State) -> None:
    state.pool_bonus.reverse()


def duplicate_an_investment(state: State) -> None:
    state.available.append(state.stack[0])


def leave_a_pile_unsorted(state: State) -> None:
    state.pool_bonus[FRANCE].reverse()


def discard_all_basic_tiles(state: State) -> None:
    state.basic_out[FRANCE] = state.pool_basic[FRANCE][:13]
    del state.pool_basic[FRANCE][:13]


def seat_a_foreign_ministry(state: State) -> None:
    state.ministries[FRANCE] = [HeldMinistry(5)]


def play_a_fifth_round(state: State) -> None:
    state.phase, state.round = "action", 5


def spend_what_is_not_there(state: State) -> None:
    state.phase, state.round, state.ap = "action", 1, ActionPoints([0, -1, 0], [0, 0, 0])


BREAKS: list[Callable[[State], None]] = [
    lose_an_event,
    deal_an_event_twice,
    flag_a_naval_space,
    flag_twice,
    flag_a_later_space,
    build_a_ninth_squadron,
    meet_at_sea,
    keep_a_lost_advantage,
    mark_a_fort_with_conflict,
    borrow_too_much,
    lose_a_basic_tile,
    exchange_bonus_tiles,
    duplicate_an_investment,
    leave_a_pile_unsorted,
    discard_all_basic_tiles,
    seat_a_foreign_ministry,
    play_a_fifth_round,
    spend_what_is_not_there,
]


@pytest.mark.parametrize("damage", BREAKS)
def test_invariants_notice(damage: Callable[[State], None]) -> None:
    state = initial_state()
    damage(state)
    assert violations(state) != []


def test_a_crowded_position_violates_nothing() -> None:
    assert violations(crowded_state()) == []

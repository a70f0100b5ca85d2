"""Initiative, the order of rounds, treaty points, scoring, victory (4.1.8-4.1.13)."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from adjudicator import Action, Match, new_match
from adjudicator.components.bits import bits
from adjudicator.games.imperial_struggle.fact_types import AWARD, BRITAIN, COMMODITY, EUROPE, FRANCE, NONE, SPACE, TURN
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.house_rules import HouseRules
from adjudicator.games.imperial_struggle.rules.action_round import RoundStarted
from adjudicator.games.imperial_struggle.rules.deal import TurnBegan
from adjudicator.games.imperial_struggle.rules.debt import ForcedDebt, TreatyPointsChanged
from adjudicator.games.imperial_struggle.rules.scoring import (
    AwardScored,
    DemandScored,
    PrestigeScored,
    scoring,
    sweeper,
)
from adjudicator.games.imperial_struggle.rules.turn import (
    ChooseFirstPlayer,
    action_phase,
    initiative_phase,
    phases_after,
    reduce_treaty_points,
    victory_check,
)
from adjudicator.games.imperial_struggle.rules.war.resolution import WarBegan
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.games.imperial_struggle.state import HeldMinistry, State

SCORE = [scoring(), victory_check()]

At = Callable[..., Match]


def empty_map() -> State:
    """Turn 1 without flags: a tile of each kind but one (both above 1 VP need a lead of 2); furs, fish, tobacco."""
    state = initial_state()
    state.flags = [0, 0, 0, 0]
    state.awards = [AWARD.index[i] for i in ("award_3_margin_2", "award_2_margin_2", "award_1_trp", "award_0_trp")]
    state.demand = [COMMODITY.index[i] for i in ("furs", "fish", "tobacco")]
    return state


def first(mask: int, count: int) -> int:
    """The first spaces of a set."""
    return sum(1 << space for space in list(bits(mask))[:count])


def events(match: Match, kind: type) -> list[object]:
    return [told.public for told in match.opening if isinstance(told.public, kind)]


@pytest.mark.parametrize(
    ("turn", "vp", "before", "holder"),
    [
        ("1", 20, FRANCE, FRANCE),
        ("2", 14, BRITAIN, FRANCE),
        ("2", 16, FRANCE, BRITAIN),
        ("2", 15, BRITAIN, BRITAIN),
        ("6", 15, FRANCE, FRANCE),
    ],
)
def test_who_is_behind_holds_the_initiative_4_1_8(at: At, turn: str, vp: int, before: int, holder: int) -> None:
    state = initial_state()
    state.turn, state.vp, state.initiative = TURN.index[turn], vp, before
    match = at(state, [initiative_phase()])
    assert match.state.initiative == holder
    assert match.decisions()[0].seats == (("france", "britain")[holder],)


def test_the_holder_may_name_the_other_side_4_1_8() -> None:
    match = new_match("imperial-struggle", seed=b"a")
    match.apply("france", match.default("france"))
    match.apply("britain", match.default("britain"))
    match.apply("france", ChooseFirstPlayer("britain"))
    assert match.state.first_player == BRITAIN
    assert match.decisions()[0].seats == ("britain",)
    assert (match.state.phase, match.state.round) == ("action", 1)


@pytest.mark.parametrize("beginner", ["france", "britain"])
def test_four_action_rounds_each_in_turn_4_1_9(beginner: str) -> None:
    match = new_match("imperial-struggle", seed=b"a")
    match.apply("france", match.default("france"))
    match.apply("britain", match.default("britain"))
    rounds, taken = [], [0, 0]
    told = match.apply("france", ChooseFirstPlayer(beginner))
    while True:
        rounds += [(entry.public.side, entry.public.round) for entry in told if entry.public.__class__ is RoundStarted]
        if match.state.phase != "action":
            break
        (seat,) = match.decisions()[0].seats
        told = match.apply(seat, match.default(seat))
        taken = [len(tiles) for tiles in match.state.taken] if match.state.phase == "action" else taken
    assert [number for _, number in rounds] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert rounds[0][0] == beginner
    assert all(one[0] != other[0] for one, other in pairwise(rounds))
    assert sorted(taken) == [4, 4]


def test_treaty_points_above_four_are_lost_4_1_10(at: At) -> None:
    state = initial_state()
    state.treaty_points = [6, 4]
    match = at(state, [reduce_treaty_points()])
    assert match.state.treaty_points == [4, 4]
    assert events(match, TreatyPointsChanged) == [TreatyPointsChanged("france", -2, "reduce_treaty_points")]


@pytest.mark.parametrize(("points", "left"), [(3, 3), (4, 4), (5, 4)])
def test_four_treaty_points_are_kept_and_a_fifth_is_lost_4_1_10_9_2(at: At, points: int, left: int) -> None:
    state = initial_state()
    state.treaty_points = [0, points]
    assert at(state, [reduce_treaty_points()]).state.treaty_points == [0, left]


def test_treaty_points_are_cut_then_powers_then_scoring_4_1_10_to_4_1_12(at: At) -> None:
    """France wins two awards with a treaty point each, and tobacco with its debt: the points stay above four, and M-2
    finds no debt to lower.
    """
    state = empty_map()
    state.first_player, state.treaty_points = FRANCE, [7, 0]
    state.ministries[FRANCE] = [HeldMinistry(2, revealed=True)]
    state.flags[FRANCE] = first(FACTS.by_region[3] & FACTS.territory, 1) | first(
        FACTS.by_commodity[COMMODITY.index["tobacco"]], 1
    )
    match = at(state, phases_after(action_phase)[:-1])
    assert match.state.treaty_points == [6, 0]
    assert match.state.debt == [1, 0]


def test_an_award_needs_the_lead_that_is_printed_on_it_4_1_12(at: At) -> None:
    state = empty_map()
    europe = FACTS.by_region[EUROPE] & FACTS.available[0] & ~FACTS.naval & ~FACTS.prestige
    state.flags[BRITAIN] = first(europe, 1)
    narrow = at(state, [scoring()])
    assert narrow.state.vp == 15
    assert events(narrow, AwardScored)[0] == AwardScored("europe", "award_3_margin_2", 0, 1, 2)
    state.flags[BRITAIN] = first(europe, 2)
    wide = at(state, [scoring()])
    assert wide.state.vp == 12
    assert events(wide, AwardScored)[0] == AwardScored("europe", "award_3_margin_2", 0, 2, 2, "britain", 3)


def test_awards_give_treaty_points_and_a_tie_gives_nothing_4_1_12(at: At) -> None:
    state = empty_map()
    territories = [FACTS.by_region[region] & FACTS.territory for region in range(4)]
    state.flags[FRANCE] = first(territories[2], 1) | first(territories[3], 1)
    state.flags[BRITAIN] = first(territories[2] & ~state.flags[FRANCE], 1)
    match = at(state, [scoring()])
    assert match.state.treaty_points == [1, 0]
    assert match.state.vp == 15
    assert [award.winner for award in events(match, AwardScored)] == ["", "", "", "france"]


def test_squadrons_and_damaged_forts_count_for_awards_conflict_markers_block_4_1_12_3_8(at: At) -> None:
    state = empty_map()
    america = FACTS.by_region[1]
    state.squadrons[FRANCE] = first(america & FACTS.naval, 1)
    state.flags[FRANCE] = first(america & FACTS.fort, 1) | first(america & FACTS.political & FACTS.available[0], 1)
    state.damaged = america & FACTS.fort & state.flags[FRANCE]
    state.conflicts = america & FACTS.political & state.flags[FRANCE]
    (_, award, _, _) = events(at(state, [scoring()]), AwardScored)
    assert (award.france, award.britain, award.winner, award.vp) == (2, 0, "france", 2)


def test_more_prestige_spaces_are_worth_two_points_4_1_12(at: At) -> None:
    state = empty_map()
    prestige = FACTS.prestige & FACTS.political & FACTS.available[0]
    state.flags[FRANCE] = first(prestige, 1)
    match = at(state, [scoring()])
    assert match.state.vp == 17
    assert events(match, PrestigeScored) == [PrestigeScored(1, 0, "france", 2)]


@pytest.mark.parametrize(("blocks", "vp"), [(True, 15), (False, 17)])
def test_a_conflict_marker_blocks_prestige_unless_an_option_says_otherwise_r_03(at: At, blocks: bool, vp: int) -> None:
    state = empty_map()
    state.flags[FRANCE] = state.conflicts = first(FACTS.prestige & FACTS.political & FACTS.available[0], 1)
    state.options = HouseRules(conflict_blocks_prestige=blocks)
    assert at(state, [scoring()]).state.vp == vp


def test_usa_spaces_count_for_prestige_only_with_a_usa_flag_4_1_12(at: At) -> None:
    state = empty_map()
    state.turn = TURN.index["6"]
    state.flags[FRANCE] = FACTS.usa_spaces & FACTS.prestige
    assert events(at(state, [scoring()]), PrestigeScored)[0].france == 0
    state.flags[2] = 1 << SPACE.index["northern_colonies"]
    assert events(at(state, [scoring()]), PrestigeScored)[0].france == 2


def test_global_demand_is_scored_by_the_table_of_the_era_4_1_12(at: At) -> None:
    state = empty_map()
    furs, fish, tobacco = (FACTS.by_commodity[COMMODITY.index[i]] for i in ("furs", "fish", "tobacco"))
    state.flags[FRANCE], state.flags[BRITAIN] = first(furs, 2), first(furs & ~first(furs, 2), 1) | first(tobacco, 1)
    state.awards = [AWARD.index["award_3_margin_2"]] * 4
    match = at(state, [scoring()])
    assert events(match, DemandScored) == [
        DemandScored("furs", 2, 1, "france", 2, 0, 1),
        DemandScored("fish", 0, 0),
        DemandScored("tobacco", 0, 1, "britain", 3, 1, 0),
    ]
    assert fish & (state.flags[0] | state.flags[1]) == 0
    assert match.state.debt == [0, 1]
    assert match.state.treaty_points[FRANCE] == 1


@pytest.mark.parametrize(
    ("turn", "furs", "sugar"),
    [("2", (2, 0, 1), (2, 0, 0)), ("4", (2, 0, 1), (3, 0, 1)), ("6", (1, 0, 0), (3, 0, 0))],
)
def test_each_era_has_its_row_of_the_demand_table_4_1_12(
    at: At, turn: str, furs: tuple[int, int, int], sugar: tuple[int, int, int]
) -> None:
    state = empty_map()
    state.turn, state.demand = TURN.index[turn], [COMMODITY.index["furs"], COMMODITY.index["sugar"]]
    state.flags[FRANCE] = sum(first(FACTS.by_commodity[index], 1) for index in state.demand)
    assert events(at(state, [scoring()]), DemandScored) == [
        DemandScored("furs", 1, 0, "france", *furs),
        DemandScored("sugar", 1, 0, "france", *sugar),
    ]


def test_debt_that_demand_forces_above_the_limit_gives_the_other_side_a_point_6_3(at: At) -> None:
    state = empty_map()
    state.flags[BRITAIN] = first(FACTS.by_commodity[COMMODITY.index["tobacco"]], 1)
    state.debt, state.awards = [0, 6], [AWARD.index["award_3_margin_2"]] * 4
    match = at(state, [scoring()])
    assert match.state.debt == [0, 6]
    assert match.state.vp == 15 - 3 + 1
    assert events(match, ForcedDebt) == [ForcedDebt("britain", 0, 1, "tobacco")]


def test_spice_lowers_debt_but_not_below_zero_4_1_12(at: At) -> None:
    state = empty_map()
    state.demand = [COMMODITY.index["spice"]]
    state.flags[FRANCE] = first(FACTS.by_commodity[COMMODITY.index["spice"]], 1)
    for debt, left in ((3, 2), (0, 0)):
        state.debt = [debt, 0]
        assert at(state, [scoring()]).state.debt == [left, 0]
        state = empty_map()
        state.demand = [COMMODITY.index["spice"]]
        state.flags[FRANCE] = first(FACTS.by_commodity[COMMODITY.index["spice"]], 1)


def sweeping(side: int) -> State:
    """One side holds everything that awards and demand ask for, the other one leads in Prestige."""
    state = empty_map()
    state.flags[side] = (FACTS.market | FACTS.territory | FACTS.political & ~FACTS.prestige) & FACTS.available[0]
    state.flags[1 - side] = first(FACTS.prestige & FACTS.political & FACTS.available[0], 2)
    return state


@pytest.mark.parametrize(("side", "seat"), [(FRANCE, "france"), (BRITAIN, "britain")])
def test_all_awards_and_all_demand_win_at_once_without_prestige_r_20(at: At, side: int, seat: str) -> None:
    match = at(sweeping(side), SCORE)
    assert match.result.winners == (seat,)
    assert match.result.how == match.state.how == "auto_scoring_sweep"


def test_an_award_that_nobody_wins_breaks_the_sweep_2_5() -> None:
    state = sweeping(FRANCE)
    assert sweeper(state) == FRANCE
    state.conflicts = FACTS.by_commodity[COMMODITY.index["fish"]]
    assert sweeper(state) == NONE


def test_a_lead_too_small_for_its_award_breaks_the_sweep_2_5() -> None:
    state = sweeping(FRANCE)
    europe = FACTS.by_region[EUROPE]
    kept = SPACE.mask_of(["savoy", "gibraltar", "minorca"]) & ~state.flags[BRITAIN]
    state.flags[FRANCE] = state.flags[FRANCE] & ~europe | kept
    lead = (state.flags[FRANCE] & europe).bit_count() - (state.flags[BRITAIN] & europe).bit_count()
    assert (lead, sweeper(state)) == (1, NONE)
    state.awards[EUROPE] = AWARD.index["award_1"]
    assert sweeper(state) == FRANCE


@pytest.mark.parametrize(
    ("vp", "winners", "how"),
    [
        (0, ("britain",), "vp_0_or_less"),
        (-3, ("britain",), "vp_0_or_less"),
        (30, ("france",), "vp_30_or_more"),
        (34, ("france",), "vp_30_or_more"),
    ],
)
def test_the_victory_check_looks_at_the_ends_of_the_track_4_1_13(
    at: At, vp: int, winners: tuple[str, ...], how: str
) -> None:
    state = empty_map()
    state.vp = vp
    match = at(state, SCORE)
    assert (match.result.winners, match.result.how) == (winners, how)
    assert match.state.phase == "game_over"
    assert match.decisions() == []


@pytest.mark.parametrize("vp", [1, 15, 29])
def test_without_a_victory_the_next_turn_begins_4_1_13_4_0(at: At, vp: int) -> None:
    state = empty_map()
    state.vp = vp
    match = at(state, SCORE)
    assert match.result is None
    assert match.state.turn > TURN.index["1"]
    assert [told.public.war for told in match.opening if isinstance(told.public, WarBegan)] == ["wss"]


def test_six_peace_turns_and_four_wars_2_1_4_0() -> None:
    told, match = [], new_match("imperial-struggle", seed=b"whole")
    told += match.opening
    while match.result is None:
        decision = match.decisions()[0]
        told += match.close() if len(decision.waiting) > 1 else match.apply(decision.waiting[0], _quiet(match))
    begun = [one.public for one in told if isinstance(one.public, TurnBegan | WarBegan)]
    names = [one.turn if isinstance(one, TurnBegan) else one.war for one in begun]
    assert names == ["1", "wss", "2", "3", "was", "4", "7yw", "5", "awi", "6"]
    assert match.result.how.startswith("final")


def _quiet(match: Match) -> Action:
    """The default; the track is kept in its middle by a moderator, so that every turn is played."""
    match.state.vp = 15
    action = match.default(match.decisions()[0].waiting[0])
    assert action is not None
    return action

"""Advantage tiles (8.0-8.2)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from adjudicator.components.bits import bits
from adjudicator.games.imperial_struggle.fact_types import ADVANTAGE, BRITAIN, FRANCE, SIDES, SPACE
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.rules.action_round import EndRound, RoundStarted
from adjudicator.games.imperial_struggle.rules.advantages import UseAdvantage, activated, usable
from adjudicator.games.imperial_struggle.rules.control import AdvantageGained, AdvantageLost, take_control
from adjudicator.games.imperial_struggle.rules.investment import TakeInvestment
from adjudicator.games.imperial_struggle.rules.shifts import ShiftMarket, ShiftPolitical
from adjudicator.games.imperial_struggle.rules.squadrons import DeploySquadron
from adjudicator.kernel.simulate import begin_dense, random_action

if TYPE_CHECKING:
    from conftest import Table

E4, D4, M4 = "inv_e4_m2", "inv_d4_m2", "inv_m4_d2"


def hold(table: Table, side: str, *advantages: str) -> Table:
    """Give a side all spaces of some advantages."""
    for advantage in advantages:
        table.flag(side, *SPACE.ids_of(FACTS.advantage_spaces[ADVANTAGE.index[advantage]]))
    return table


def unflag(advantage: str, space: str, **payment: object) -> UseAdvantage:
    return UseAdvantage(advantage, space=space, **payment)  # type: ignore[arg-type]


# winning and losing (8.1) --------------------------------------------------------------------------


def test_a_tile_is_won_with_its_last_space_and_not_usable_this_round_8_1_8_2(table: Table) -> None:
    table.flag("france", "denmark_norway").play("france", D4)
    assert table.happened(ShiftPolitical("prussia_alliance", "flag")) == ["space_shifted", "advantage_gained"]
    assert table.refused(UseAdvantage("baltic_trade")).code == "advantage_new"


def test_it_is_usable_from_the_owners_next_round_8_0(table: Table) -> None:
    table.flag("france", "denmark_norway").play("france", D4).do(ShiftPolitical("prussia_alliance", "flag"))
    table.do(EndRound())
    state = table.match.state
    assert state.advantages_new
    table.begin("britain", D4, number=1)
    assert table.match.state.advantages_new  # not the owner's round
    table.begin("france", D4, number=2).do(TakeInvestment(D4), UseAdvantage("baltic_trade"))


@pytest.mark.parametrize("label", range(6))
def test_no_advantage_gained_in_a_round_is_usable_in_it_event_6_aside_8_2(label: int) -> None:
    match, rng = begin_dense("imperial-struggle", f"new advantages {label}"), Random(label)
    gained = 0
    told = match.opening
    for _ in range(400):
        for event in (each.public for each in told):
            if isinstance(event, RoundStarted):
                gained = 0
            elif isinstance(event, AdvantageGained):
                gained |= 1 << ADVANTAGE.index[event.advantage]
        if match.result is not None:
            break
        if match.state.phase == "action":
            for side in (0, 1):
                assert not usable(match.state, side) & gained & ~activated(match.state)
        told = random_action(match, rng)


@pytest.mark.parametrize("side", [FRANCE, BRITAIN])
@pytest.mark.parametrize("advantage", ADVANTAGE.index)
def test_an_advantage_taken_directly_from_the_other_side_is_new_8_2(table: Table, advantage: str, side: int) -> None:
    number = ADVANTAGE.index[advantage]
    hold(table, SIDES[1 - side], advantage).play(SIDES[side], D4)
    state, play = table.match.state, table.match._play
    for space in bits(FACTS.advantage_spaces[number]):
        take_control(play, side, space)
    changes = [type(each.public) for each in play.finish() if isinstance(each.public, AdvantageLost | AdvantageGained)]
    assert changes[:1] == [AdvantageLost]
    assert AdvantageGained in changes
    assert state.advantages[side] >> number & 1
    assert not usable(state, side) >> number & 1


def test_losing_one_space_gives_the_tile_back_8_1(table: Table) -> None:
    hold(table, "britain", "baltic_trade").play("france", D4)
    told = table.happened(ShiftPolitical("prussia_alliance", "unflag"))
    assert told == ["space_shifted", "advantage_lost"]
    bit = 1 << ADVANTAGE.index["baltic_trade"]
    assert not table.match.state.advantages[1] & bit


def test_an_exhausted_tile_stays_exhausted_when_it_changes_hands_8_1_r_64(table: Table) -> None:
    bit = 1 << ADVANTAGE.index["algonquin_raids"]
    table.state.advantages_exhausted = bit
    table.play("britain", D4).do(ShiftPolitical("algonquin", "unflag"), ShiftPolitical("algonquin", "flag"))
    assert table.match.state.advantages[1] & bit
    table.do(EndRound())
    table.begin("britain", D4, number=2).do(TakeInvestment(D4))
    assert table.refused(UseAdvantage("algonquin_raids", conflict="albany")).code == "advantage_exhausted"


# who may use what (8.2) ----------------------------------------------------------------------------


def test_a_tile_must_be_held_8_1(table: Table) -> None:
    table.play("france", D4)
    refusal = table.refused(UseAdvantage("central_europe_conflict", conflict="savoy"))
    assert (refusal.code, refusal.facts["missing"]) == ("advantage_not_held", ("german_states_alliance_3",))
    assert table.refused(UseAdvantage("monopoly")).code == "unknown_advantage"


def test_a_tile_is_used_once_a_turn_8_2(table: Table) -> None:
    table.play("france", D4).do(UseAdvantage("algonquin_raids", conflict="albany"))
    assert table.refused(UseAdvantage("algonquin_raids", conflict="oswego")).code == "advantage_exhausted"


def test_a_conflict_marker_on_a_space_of_it_blocks_it_8_1(table: Table) -> None:
    table.conflict("algonquin").play("france", D4)
    refusal = table.refused(UseAdvantage("algonquin_raids", conflict="albany"))
    assert (refusal.code, refusal.facts["conflicts"]) == ("advantage_conflict", ("algonquin",))
    assert table.match.state.advantages[0] >> ADVANTAGE.index["algonquin_raids"] & 1


def test_at_most_two_a_round_8_2(table: Table) -> None:
    hold(table, "france", "algonquin_raids", "power_struggle", "pirate_havens").play("france", D4)
    table.do(
        UseAdvantage("algonquin_raids", conflict="albany"),
        UseAdvantage("power_struggle", conflict="vellore"),
    )
    refusal = table.refused(UseAdvantage("pirate_havens", conflict="antigua"))
    assert (refusal.code, refusal.rule, refusal.facts["limit"]) == ("advantage_limit", "8.2", 2)
    assert not table.options("use_advantage")


def test_only_one_in_a_region_8_2(table: Table) -> None:
    hold(table, "france", "power_struggle", "separatist_wars").play("france", D4)
    table.do(UseAdvantage("power_struggle", conflict="vellore"))
    refusal = table.refused(UseAdvantage("separatist_wars", conflict="kurpa"))
    assert (refusal.code, refusal.facts["region"]) == ("advantage_region", "india")


def test_the_limits_count_anew_in_the_next_round_8_2(table: Table) -> None:
    hold(table, "france", "power_struggle", "separatist_wars").play("france", D4)
    table.do(UseAdvantage("power_struggle", conflict="vellore"), EndRound())
    table.begin("france", D4, number=2).do(TakeInvestment(D4), UseAdvantage("separatist_wars", conflict="kurpa"))


def test_not_before_the_tile_is_taken_r_22(table: Table) -> None:
    table.begin("france", D4)
    assert table.refused(UseAdvantage("algonquin_raids", conflict="albany")).code == "tile_first"
    assert not table.options("use_advantage")


def test_with_the_option_a_free_one_may_come_first_r_22(table: Table) -> None:
    table.rules(advantage_before_tile=True).begin("france", D4)
    assert UseAdvantage("algonquin_raids", conflict="albany") in table.options()
    table.do(UseAdvantage("algonquin_raids", conflict="albany"), TakeInvestment(D4))
    assert table.match.state.ap.stage == 1  # no Event any more


# what they do --------------------------------------------------------------------------------------

PLACES = {
    "central_europe_conflict": ("savoy", "austria_prestige_upper", "not_a_target"),
    "mediterranean_intrigue": ("sardinia", "bavaria", "not_a_target"),
    "algonquin_raids": ("albany", "georges_bank", "not_a_target"),
    "iroquois_raids": ("cataraqui", "massachusetts_bay", "not_a_target"),
    "patriot_agitation": ("iroquois", "antigua", "not_a_target"),
    "letters_of_marque": ("antigua", "albany", "not_a_target"),
    "pirate_havens": ("st_lucia", "martinique", "protected_target"),
    "power_struggle": ("vellore", "plassey", "not_a_target"),
    "raids_and_incursions": ("plassey", "maratha", "not_a_target"),
    "separatist_wars": ("kurpa", "kanchipuram", "not_a_target"),
}


@pytest.mark.parametrize("advantage", PLACES)
def test_ten_advantages_place_a_conflict_marker_8_2_3_8_1(table: Table, advantage: str) -> None:
    good, bad, code = PLACES[advantage]
    table.squadron("france", "antilles_channel")
    hold(table, "france", advantage).turn("5" if advantage == "patriot_agitation" else "1").play("france", D4)
    assert table.refused(UseAdvantage(advantage, conflict=bad)).code == code
    assert table.refused(UseAdvantage(advantage, conflict=good, debt=1)).code == "nothing_to_pay"
    assert table.happened(UseAdvantage(advantage, conflict=good)) == ["advantage_used", "conflict_placed"]
    assert table.match.state.conflicts == SPACE.mask_of([good])
    assert table.match.state.conflicts_plus == 0


def test_a_space_bears_one_conflict_marker_3_8(table: Table) -> None:
    table.conflict("albany").play("france", D4)
    refusal = table.refused(UseAdvantage("algonquin_raids", conflict="albany"))
    assert (refusal.code, refusal.rule) == ("conflict_there", "3.8")
    assert refusal.nearest[0].advantage == "algonquin_raids"


def test_own_and_empty_spaces_may_get_one_r_27(table: Table) -> None:
    table.play("france", D4)
    assert UseAdvantage("algonquin_raids", conflict="cataraqui") in table.options()
    assert UseAdvantage("algonquin_raids", conflict="albany") in table.options()


def test_spaces_of_a_later_era_get_none_r_27(table: Table) -> None:
    hold(table, "france", "central_europe_conflict").play("france", D4)
    assert table.refused(UseAdvantage("central_europe_conflict", conflict="prussia_empire_alliance"))
    assert "prussia_empire_alliance" not in {option.conflict for option in table.options("use_advantage")}


@pytest.mark.parametrize(("debt", "left"), [(5, 3), (1, 0), (0, 0)])
def test_baltic_trade_lowers_debt_by_two_8_2(table: Table, debt: int, left: int) -> None:
    hold(table, "france", "baltic_trade").money("france", debt=debt).play("france", D4).do(UseAdvantage("baltic_trade"))
    assert table.match.state.debt[0] == left


FIXED = {
    "german_diplomacy": ("russia", "sweden", "dutch_republic_prestige", "3"),
    "italy_influence": ("austria_alliance_2", "spain_prestige_3", "sweden", "1"),
    "silesia_negotiations": ("german_states_alliance_3", "prussia_prestige", "russia", "1"),
}


@pytest.mark.parametrize("advantage", FIXED)
def test_three_advantages_unflag_for_one_diplomatic_point_8_2(table: Table, advantage: str) -> None:
    good, empty, bad, turn = FIXED[advantage]
    hold(table, "france", advantage).flag("britain", good).flag("", empty).flag("britain", bad)
    table.turn(turn).play("france", D4)
    assert table.refused(unflag(advantage, bad)).code == "not_a_target"
    assert table.refused(unflag(advantage, empty)).code == "no_opposing_flag"
    assert table.cost(unflag(advantage, good)) == 1
    assert table.happened(unflag(advantage, good))[:2] == ["advantage_used", "space_shifted"]
    assert not table.match.state.flags[1] & SPACE.mask_of([good])
    assert table.match.state.ap.major == [0, 3, 0]


def test_a_minor_action_cannot_pay_for_removing_a_flag_5_3_2(table: Table) -> None:
    hold(table, "france", "italy_influence").play("france", M4)
    assert table.refused(unflag("italy_influence", "austria_alliance_2")).code == "minor_cannot_remove"


def test_under_a_conflict_marker_a_minor_action_can_5_3_2(table: Table) -> None:
    hold(table, "france", "italy_influence").conflict("austria_alliance_2").play("france", M4)
    table.do(unflag("italy_influence", "austria_alliance_2"))


def test_fur_trade_unflags_a_connected_market_for_one_8_2_5_4_1(table: Table) -> None:
    hold(table, "france", "fur_trade").flag("britain", "york_factory", "albany").play("france", E4)
    assert table.terms(unflag("fur_trade", "york_factory")) == [("base", "5.4.2", 2), ("fixed", "8.2", -1)]
    assert table.refused(unflag("fur_trade", "albany")).code == "not_connected"
    table.do(unflag("fur_trade", "york_factory"))


def test_a_fixed_price_is_raised_by_protection_and_region_r_23(table: Table) -> None:
    hold(table, "france", "fur_trade").flag("britain", "georges_bank").flag("france", "gulf_of_st_lawrence")
    table.squadron("britain", "gulf_of_maine").play("france", E4)
    assert table.cost(unflag("fur_trade", "georges_bank")) == 2
    table.do(ShiftMarket("caicos", "flag"))
    assert table.cost(unflag("fur_trade", "georges_bank")) == 3


def test_with_the_option_a_fixed_price_is_final_r_23(table: Table) -> None:
    hold(table, "france", "fur_trade").flag("britain", "georges_bank").flag("france", "gulf_of_st_lawrence")
    table.squadron("britain", "gulf_of_maine").rules(fixed_price_is_final=True).play("france", E4)
    table.do(ShiftMarket("caicos", "flag"))
    assert table.cost(unflag("fur_trade", "georges_bank")) == 1


def test_an_advantage_that_costs_points_counts_for_the_surcharge_r_59(table: Table) -> None:
    hold(table, "france", "italy_influence").play("france", D4).do(unflag("italy_influence", "austria_alliance_2"))
    assert table.cost(ShiftPolitical("maratha", "flag")) == 3


DISCOUNTS = {
    "wheat": ("gulf_of_st_lawrence", 2),
    "fruit": ("antigua", 1),
    "rum": ("antigua", 1),
    "silk": ("plassey", 2),
    "textiles": ("karaikal", 2),
}


@pytest.mark.parametrize("advantage", DISCOUNTS)
def test_five_advantages_make_unflagging_one_cheaper_8_2(table: Table, advantage: str) -> None:
    market, price = DISCOUNTS[advantage]
    hold(table, "britain", advantage).flag("france", market)
    table.squadron("britain", "hooghly_river").flag("britain", "vandavasi", "st_lucia", "barbados")
    table.squadron("britain", "gulf_of_maine").flag("britain", "georges_bank")
    table.play("britain", E4)
    assert ("advantage", "8.2", -1) in table.terms(unflag(advantage, market))
    assert table.cost(unflag(advantage, market)) == price
    assert table.cost(ShiftMarket(market, "unflag")) == price + 1
    assert table.refused(unflag(advantage, "savoy")).code == "not_a_target"
    told = table.do(unflag(advantage, market))
    assert told[1].public.advantage == advantage


def test_the_reduction_comes_before_the_increase_8_2(table: Table) -> None:
    """The note of 8.2: base 2 with a conflict marker is 1, Rum makes it 0, protection 1."""
    hold(table, "britain", "rum").flag("france", "antigua").squadron("france", "antilles_channel").conflict("antigua")
    table.play("britain", E4)
    assert [what for what, _, _ in table.terms(unflag("rum", "antigua"))] == [
        "base",
        "conflict",
        "advantage",
        "protected",
    ]
    assert table.cost(unflag("rum", "antigua")) == 1


def test_the_price_never_falls_below_one_5_4_2(table: Table) -> None:
    hold(table, "britain", "rum").flag("france", "antigua").conflict("antigua").play("britain", E4)
    assert table.terms(unflag("rum", "antigua"))[-1] == ("minimum", "5.4.2", 1)
    assert table.cost(unflag("rum", "antigua")) == 1


def test_naval_bastion_sends_a_squadron_home_for_one_point_r_24(table: Table) -> None:
    hold(table, "britain", "naval_bastion").squadron("france", "biscay").play("britain", M4)
    action = UseAdvantage("naval_bastion", squadron="biscay")
    assert table.refused(UseAdvantage("naval_bastion", squadron="balearic")).code == "no_opposing_squadron"
    assert table.happened(action) == ["advantage_used", "squadron_sent_home"]
    assert (table.match.state.squadrons[0], table.match.state.navy_box[0]) == (0, 2)
    assert table.match.state.ap.major == [0, 0, 3]


def test_naval_bastion_needs_a_major_action_r_24(table: Table) -> None:
    hold(table, "britain", "naval_bastion").squadron("france", "biscay").play("britain", D4)
    assert table.refused(UseAdvantage("naval_bastion", squadron="biscay")).code == "minor_cannot_remove"


def test_slaving_contracts_build_a_squadron_for_two_8_2(table: Table) -> None:
    hold(table, "france", "slaving_contracts").play("france", D4)
    assert table.happened(UseAdvantage("slaving_contracts")) == ["advantage_used", "squadron_built"]
    assert (table.match.state.navy_box[0], table.match.state.unbuilt[0]) == (2, 6)
    assert table.match.state.ap.minor == [0, 0, 0]


def test_slaving_contracts_need_an_unbuilt_squadron_3_6(table: Table) -> None:
    table.state.unbuilt[0], table.state.navy_box[0] = 0, 8
    hold(table, "france", "slaving_contracts").play("france", D4)
    assert table.refused(UseAdvantage("slaving_contracts")).code == "no_unbuilt_squadron"


def test_all_22_are_covered_here() -> None:
    tested = {*PLACES, *FIXED, *DISCOUNTS, "baltic_trade", "fur_trade", "naval_bastion", "slaving_contracts"}
    assert tested == set(ADVANTAGE.index)


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        (UseAdvantage("algonquin_raids"), "conflict"),
        (UseAdvantage("algonquin_raids", space="albany"), "conflict"),
        (UseAdvantage("baltic_trade", conflict="savoy"), ""),
    ],
)
def test_a_missing_or_wrong_target_is_named_8_2(table: Table, action: UseAdvantage, wanted: str) -> None:
    hold(table, "france", "baltic_trade").play("france", D4)
    refusal = table.refused(action)
    assert (refusal.code, refusal.facts["wanted"]) == ("advantage_argument", wanted)


def test_an_advantage_does_not_begin_the_major_action_5_3(table: Table) -> None:
    table.play("france", D4).do(UseAdvantage("algonquin_raids", conflict="albany"))
    table.do(DeploySquadron("navy_box", "biscay"), ShiftPolitical("savoy", "flag"))

"""The frame of a round: tile, pass, Major and Minor Action, debt, treaty points (5.0-5.3, 6, 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adjudicator.games.imperial_struggle.fact_types import INVESTMENT, SPACE
from adjudicator.games.imperial_struggle.phrases import PHRASES
from adjudicator.games.imperial_struggle.rules.action_round import EndRound, Pass
from adjudicator.games.imperial_struggle.rules.advantages import UseAdvantage
from adjudicator.games.imperial_struggle.rules.investment import TakeInvestment
from adjudicator.games.imperial_struggle.rules.military import BuyBonusWarTile, ConvertMilitary
from adjudicator.games.imperial_struggle.rules.payment import Paid
from adjudicator.games.imperial_struggle.rules.shifts import ShiftMarket, ShiftPolitical, SpaceShifted
from adjudicator.games.imperial_struggle.rules.squadrons import DeploySquadron
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.sets import run_orders
from tests.carried import desk_at

if TYPE_CHECKING:
    from conftest import Table


def flag(space: str, **payment: object) -> ShiftPolitical:
    return ShiftPolitical(space, "flag", **payment)  # type: ignore[arg-type]


def test_a_tile_must_be_taken_before_anything_else_5_1(table: Table) -> None:
    table.begin("france", "inv_d4_m2")
    assert table.decision == "take_investment"
    assert table.refused(Pass()).code == "not_now"
    table.do(TakeInvestment("inv_d4_m2"))
    assert table.match.state.available == []
    assert table.match.state.taken[0] == [INVESTMENT.index["inv_d4_m2"]]
    assert table.match.decisions()[0].context["major"] == {"diplomatic": 4}
    assert table.match.decisions()[0].context["minor"] == {"military": 2}


def test_a_tile_that_is_not_there_is_refused_with_the_most_alike_5_1(table: Table) -> None:
    table.begin("france", "inv_d4_m2", "inv_m2_e2", "inv_d3_e2")
    refusal = table.refused(TakeInvestment("inv_d4_e2"))
    assert (refusal.code, refusal.rule) == ("tile_not_available", "5.1")
    assert refusal.nearest[0] == TakeInvestment("inv_d4_m2")
    assert refusal.nearest[1] == TakeInvestment("inv_d3_e2")


def test_of_tiles_of_one_major_type_the_nearest_in_points_comes_first_5_1(table: Table) -> None:
    table.begin("france", "inv_m4_e2", "inv_d2_m2", "inv_d3_m2")
    nearest = table.refused(TakeInvestment("inv_d4_e2")).nearest
    assert nearest == (TakeInvestment("inv_d3_m2"), TakeInvestment("inv_d2_m2"), TakeInvestment("inv_m4_e2"))
    assert table.refused(TakeInvestment("inv_d9_e2")).code == "unknown_tile"


def test_passing_pays_up_to_two_debt_back_5_1_6_2(table: Table) -> None:
    table.money("france", debt=3).play("france", "inv_d4_m2")
    assert table.happened(Pass()) == ["debt_changed", "passed"]
    assert table.match.state.debt[0] == 1
    assert table.decision == ""


def test_passing_with_one_debt_pays_one_back_r_13(table: Table) -> None:
    table.money("france", debt=1).play("france", "inv_d4_m2").do(Pass())
    assert table.match.state.debt[0] == 0


def test_passing_is_too_late_once_the_tile_was_used_5_1(table: Table) -> None:
    table.play("france", "inv_d4_m2").do(flag("savoy"))
    assert table.refused(Pass()).code == "too_late_to_pass"
    assert Pass() not in table.options()


def test_an_advantage_closes_the_window_for_passing_and_events_5_1_r_22(table: Table) -> None:
    table.play("france", "inv_d3_m2").do(UseAdvantage("algonquin_raids", conflict="albany"))
    assert table.refused(Pass()).code == "too_late_to_pass"


def test_ending_the_round_loses_what_is_left_and_keeps_the_debt_5_0(table: Table) -> None:
    table.money("france", debt=2).play("france", "inv_d4_m2")
    ended = table.do(flag("savoy"), EndRound())[-1].public
    assert (ended.lost_major, ended.lost_minor) == (2, 2)
    assert table.match.state.debt[0] == 2
    assert table.match.state.ap is None


def test_the_round_ends_by_itself_when_nothing_can_be_bought_5_0(table: Table) -> None:
    table.bare().money("france", limit=0).turn("6").play("france", "inv_m4_d2")
    table.do(ConvertMilitary("diplomatic"))
    assert table.happened(flag("savoy", kind="minor")) == [
        "action_ended",
        "space_shifted",
        "round_ended",
    ]
    assert table.decision == ""
    assert table.match.log[-1].how == "only"


# which action pays ---------------------------------------------------------------------------------


def test_the_major_action_pays_for_several_purchases_5_3_2(table: Table) -> None:
    told = table.play("france", "inv_d4_m2").told(flag("savoy"))
    (savoy,) = (each for each in told if isinstance(each, SpaceShifted))
    assert savoy.paid == Paid("diplomatic", "major", cost=2, points=2), "no point had a condition, nothing else paid"
    table.do(flag("sardinia"))
    assert table.match.state.ap.major == [0, 0, 0]
    assert table.match.state.debt == [0, 0]
    assert table.refused(flag("denmark_norway")).code == "not_enough_points"


def test_the_minor_action_is_one_expenditure_5_3_2(table: Table) -> None:
    table.play("france", "inv_d4_m2").do(DeploySquadron("navy_box", "biscay"))
    refusal = table.refused(BuyBonusWarTile())
    assert (refusal.code, refusal.rule) == ("minor_spent", "5.3.2")


def test_unused_minor_points_are_lost_5_3_2(table: Table) -> None:
    table.play("france", "inv_d4_m2").do(DeploySquadron("navy_box", "biscay"))
    assert table.match.state.ap.minor == [0, 0, 0]


def test_a_minor_action_cannot_remove_a_flag_5_3_2(table: Table) -> None:
    table.play("france", "inv_m4_d2")
    refusal = table.refused(ShiftPolitical("austria_alliance_2", "unflag"))
    assert (refusal.code, refusal.rule, refusal.facts) == (
        "minor_cannot_remove",
        "5.3.2",
        {"space": "austria_alliance_2"},
    )
    assert not [option for option in table.options("shift_political") if option.result == "unflag"]


def test_a_minor_action_may_remove_a_flag_under_a_conflict_marker_5_3_2(table: Table) -> None:
    table.conflict("austria_alliance_2").play("france", "inv_m4_d2")
    assert table.happened(ShiftPolitical("austria_alliance_2", "unflag")) == ["space_shifted", "conflict_lifted"]
    assert table.match.state.conflicts == 0


def test_a_minor_action_cannot_displace_a_squadron_5_3_2(table: Table) -> None:
    table.squadron("britain", "biscay").money("france", limit=6).play("france", "inv_d4_m2")
    assert table.refused(DeploySquadron("navy_box", "biscay", debt=1)).code == "minor_cannot_remove"


def test_a_type_that_the_tile_does_not_have_is_refused_5_3_1(table: Table) -> None:
    table.play("france", "inv_m4_d2")
    refusal = table.refused(ShiftMarket("ile_aux_noix", "flag", debt=3))
    assert (refusal.code, refusal.rule) == ("wrong_type", "5.3.1")
    assert (refusal.facts["major"], refusal.facts["minor"]) == ("military", "diplomatic")


def test_the_wrong_kind_is_refused_5_3_2(table: Table) -> None:
    table.play("france", "inv_m4_d2")
    refusal = table.refused(flag("savoy", kind="major"))
    assert (refusal.code, refusal.facts["other"]) == ("wrong_kind", "minor")
    assert refusal.nearest[0] == flag("savoy", kind="minor")


def test_a_major_action_is_completed_before_the_next_action_begins_5_3(table: Table) -> None:
    table.play("france", "inv_d4_m2").do(flag("savoy"))
    assert table.match.decisions()[0].context["major_begun"]
    assert table.happened(BuyBonusWarTile())[0] == "action_ended"
    table.do(table.options()[0])
    refusal = table.refused(flag("sardinia"))
    assert (refusal.code, refusal.rule) == ("major_over", "5.3")


def test_the_minor_action_first_leaves_the_major_action_whole_5_3(table: Table) -> None:
    table.play("france", "inv_d4_m2").do(DeploySquadron("navy_box", "biscay"), flag("savoy"), flag("sardinia"))
    assert table.match.state.flags[0] & SPACE.mask_of(["savoy", "sardinia"]) == SPACE.mask_of(["savoy", "sardinia"])


# debt and treaty points ----------------------------------------------------------------------------


def test_debt_and_treaty_points_add_to_an_action_6_1_9_1(table: Table) -> None:
    table.money("france", debt=1, trp=2).play("france", "inv_d2_m2").do(flag("spain_prestige_3", debt=1))
    assert (table.match.state.debt[0], table.match.state.treaty_points[0]) == (2, 2)
    table.do(flag("savoy", trp=2))
    assert (table.match.state.debt[0], table.match.state.treaty_points[0]) == (2, 0)


def test_debt_may_raise_the_minor_action_above_two_r_60(table: Table) -> None:
    table.play("france", "inv_m4_d2").do(flag("spain_prestige_3", debt=1))
    assert table.match.state.debt[0] == 1
    assert table.refused(flag("savoy", debt=2)).code == "minor_spent"


def test_debt_alone_may_go_on_with_the_major_action_6_1(table: Table) -> None:
    table.play("france", "inv_d2_m2").do(flag("savoy"), flag("sardinia", debt=2))
    assert table.match.state.debt[0] == 2


def test_debt_stops_at_the_limit_6_3(table: Table) -> None:
    table.money("france", debt=5).play("france", "inv_d2_m2")
    refusal = table.refused(flag("savoy", debt=2))
    assert (refusal.code, refusal.rule) == ("debt_limit", "6.3")
    assert refusal.facts == {"debt": 2, "available_debt": 1, "debt_limit": 6}
    assert refusal.nearest[0] == flag("savoy", kind="major")


def test_too_little_names_what_is_missing_and_how_to_pay_5_3_2(table: Table) -> None:
    table.money("france", debt=5, trp=1).play("france", "inv_d2_m2").do(flag("savoy"))
    refusal = table.refused(flag("sardinia", debt=1))
    assert refusal.code == "not_enough_points"
    assert refusal.facts == {
        "cost": 2,
        "points": 0,
        "debt": 1,
        "trp": 0,
        "missing": 1,
        "available_debt": 1,
        "treaty_points": 1,
    }
    assert refusal.nearest[0] == flag("sardinia", kind="major", debt=1, trp=1)


def test_treaty_points_one_does_not_have_are_refused_9_1(table: Table) -> None:
    table.money("france", trp=1).play("france", "inv_d2_m2")
    assert table.refused(flag("savoy", trp=2)).code == "not_enough_treaty_points"


@pytest.mark.parametrize(("payment", "code"), [({"debt": 3}, "overpaid"), ({"debt": -1}, "negative_payment")])
def test_payments_that_make_no_sense_are_refused_6_1(table: Table, payment: dict[str, int], code: str) -> None:
    table.play("france", "inv_d4_m2")
    assert table.refused(flag("savoy", **payment)).code == code


def test_an_intent_that_needs_debt_is_offered_with_it_6_1(table: Table) -> None:
    table.money("france", debt=5, trp=1).play("france", "inv_d2_m2")
    assert flag("spain_prestige_3", kind="major", debt=1) in table.options()
    table.do(flag("savoy"))
    assert flag("sardinia", kind="major", debt=1, trp=1) in table.options()
    assert flag("spain_prestige_3", kind="major", debt=1, trp=1) not in table.options()


def test_complete_gives_the_payments_of_an_intent_6_1_9_1(table: Table) -> None:
    table.money("france", debt=4, trp=1).play("france", "inv_d2_m2")
    partial = {"op": "shift_political", "space": "savoy"}
    slot = table.match.complete("france", partial)
    assert (slot.name, slot.values, slot.default) == ("debt", (0, 1, 2), 0)
    slot = table.match.complete("france", {**partial, "debt": 1})
    assert (slot.name, slot.values) == ("trp", (0, 1))
    assert table.match.complete("france", {**partial, "debt": 1, "trp": 0}) == flag("savoy", kind="major", debt=1)
    slot = table.match.complete("france", {"op": "shift_political", "result": "unflag"})
    assert slot.name == "space"
    assert "austria_alliance_2" in slot.values


def test_the_other_side_has_nothing_to_say_5_0(table: Table) -> None:
    table.play("france", "inv_d3_m2")
    assert table.match.options("britain") == []
    table.seat = "britain"
    assert table.refused(EndRound()).code == "not_your_turn"


def test_written_treaty_points_pay_alone_whatever_the_list_would_take_6_1(table: Table) -> None:
    table.money("france", debt=0, trp=2).play("france", "inv_d2_m2").do(flag("savoy"))
    outcome = run_orders(desk_at(table.match, "france", "en", PHRASES, Offers()), ["flag Sardinia, major, treaty 2"])
    assert outcome.actions == (flag("sardinia", kind="major", trp=2),)

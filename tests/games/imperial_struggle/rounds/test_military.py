"""Military actions (5.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adjudicator.games.imperial_struggle.fact_types import SPACE, WAR_TILE
from adjudicator.games.imperial_struggle.rules.forts import BuildFort, RepairFort, SeizeFort
from adjudicator.games.imperial_struggle.rules.military import BuyBonusWarTile, ConvertMilitary, RemoveConflict
from adjudicator.games.imperial_struggle.rules.shifts import ShiftMarket, ShiftPolitical
from adjudicator.games.imperial_struggle.rules.squadrons import BuildSquadron, DeploySquadron
from adjudicator.games.imperial_struggle.rules.war_tiles import Move, PlaceBonusTile

if TYPE_CHECKING:
    from conftest import Table

M4, D4 = "inv_m4_d2", "inv_d4_m2"


def draw(side: str, *tiles: str) -> list[dict[str, str]]:
    return [{"draw": "bonus_tile", "side": side, "tile": tile} for tile in tiles]


# Bonus War tiles (5.6.1) ---------------------------------------------------------------------------

ROOKE, CHURCH, GALWAY = "bonus_wss_br_rooke", "bonus_wss_br_church", "bonus_wss_br_galway"


def test_a_bonus_tile_costs_two_and_is_laid_after_it_was_seen_5_6_1(table: Table) -> None:
    table.play("britain", M4, chance=draw("britain", ROOKE))
    told = table.do(BuyBonusWarTile())
    assert (told[0].public.tile, told[0].private["britain"].tile) == ("", ROOKE)
    assert table.decision == "place_bonus_tile"
    told = table.do(PlaceBonusTile(ROOKE, 3))
    assert (told[0].public.theater, told[0].public.tile) == (3, "")
    assert table.match.state.theatres[2].bonus[1] == [WAR_TILE.index[ROOKE]]
    assert table.match.state.drawn == [[], []]
    assert table.match.state.ap.major == [0, 0, 2]


def test_the_opponent_cannot_see_which_tile_waits_5_6_1(table: Table) -> None:
    table.play("britain", M4, chance=draw("britain", ROOKE)).do(BuyBonusWarTile())
    assert table.match.options("france") == []
    assert "tile" not in table.match.decisions()[0].context


def test_at_most_two_are_bought_in_a_round_5_6_1(table: Table) -> None:
    table.play("britain", M4, chance=draw("britain", ROOKE, CHURCH))
    table.do(BuyBonusWarTile(), PlaceBonusTile(ROOKE, 1), BuyBonusWarTile(), PlaceBonusTile(CHURCH, 2))
    refusal = table.refused(BuyBonusWarTile(debt=2))
    assert (refusal.code, refusal.rule, refusal.facts["limit"]) == ("bonus_tiles_bought", "5.6.1", 2)


def fill(table: Table, *theatres: int) -> None:
    """Two British tiles at each of these theatres."""
    pool = table.state.pool_bonus[1]
    keep = {WAR_TILE.index[name] for name in (ROOKE, CHURCH, GALWAY)}
    for theatre in theatres:
        for _ in range(2):
            tile = next(tile for tile in pool if tile not in keep)
            pool.remove(tile)
            table.state.theatres[theatre - 1].bonus[1].append(tile)


def test_two_tiles_fill_a_theatre_and_one_may_make_room_5_6_1(table: Table) -> None:
    fill(table, 1)
    lying = [WAR_TILE.ids[tile] for tile in table.state.theatres[0].bonus[1]]
    table.play("britain", M4, chance=draw("britain", ROOKE)).do(BuyBonusWarTile())
    refusal = table.refused(PlaceBonusTile(ROOKE, 1))
    assert (refusal.code, refusal.facts) == ("theater_full", {"theater": 1, "limit": 2})
    assert table.refused(PlaceBonusTile(ROOKE, 2, Move(lying[0], 3))).code == "no_need_to_move"
    assert table.refused(PlaceBonusTile(ROOKE, 1, Move(CHURCH, 2))).code == "tile_not_there"
    assert table.refused(PlaceBonusTile(ROOKE, 1, Move(lying[0], 1))).code == "no_room_to_move"
    assert table.refused(PlaceBonusTile(CHURCH, 2)).code == "not_that_tile"
    refusal = table.refused(PlaceBonusTile(ROOKE, 5))
    assert (refusal.code, refusal.rule) == ("no_such_theater", "7.6")
    told = table.do(PlaceBonusTile(ROOKE, 1, Move(lying[0], 4)))
    assert (told[0].public.moved_to, told[0].public.moved) == (4, "")
    state = table.match.state
    assert state.theatres[3].bonus[1] == [WAR_TILE.index[lying[0]]]
    assert len(state.theatres[0].bonus[1]) == 2


def test_no_more_are_bought_when_every_theatre_is_full_5_6_1(table: Table) -> None:
    fill(table, 1, 2, 3, 4)
    table.play("britain", M4)
    assert table.refused(BuyBonusWarTile()).code == "theaters_full"


def test_atlantic_dominance_is_no_bonus_tile_r_54(table: Table) -> None:
    table.state.theatres[0].bonus[1] = [WAR_TILE.index["atlantic_dominance"]]
    fill(table, 2, 3, 4)
    table.play("britain", M4, chance=draw("britain", ROOKE, CHURCH))
    table.do(BuyBonusWarTile(), PlaceBonusTile(ROOKE, 1), BuyBonusWarTile(), PlaceBonusTile(CHURCH, 1))
    assert len(table.match.state.theatres[0].bonus[1]) == 3


def test_there_is_no_next_war_on_turn_6_r_58(table: Table) -> None:
    table.turn("6").play("britain", M4)
    assert table.refused(BuyBonusWarTile()).code == "no_next_war"


def test_carried_over_tiles_are_laid_before_the_first_tile_of_turn_4_r_55(table: Table) -> None:
    carried = [WAR_TILE.index[name] for name in ("bonus_7yw_fr_montcalm", "bonus_7yw_fr_broglie")]
    table.turn("4").state.unassigned[0] = list(carried)
    table.begin("france", M4)
    assert table.decision == "place_bonus_tile"
    table.do(PlaceBonusTile("bonus_7yw_fr_montcalm", 1), PlaceBonusTile("bonus_7yw_fr_broglie", 1))
    assert table.decision == "take_investment"
    assert table.match.state.unassigned[0] == []


def test_any_tile_that_is_carried_over_may_be_laid_first_7_6(table: Table) -> None:
    first, second = ("bonus_7yw_fr_montcalm", "bonus_7yw_fr_broglie")
    table.turn("4").state.unassigned[0] = sorted(WAR_TILE.index[name] for name in (first, second))
    table.begin("france", M4)
    assert {each.tile for each in table.options("place_bonus_tile")} == {first, second}
    table.do(PlaceBonusTile(second, 1))
    assert {each.tile for each in table.options("place_bonus_tile")} == {first}
    table.do(PlaceBonusTile(first, 2))
    assert table.decision == "take_investment"


# turn 6 --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", ["1", "5"])
def test_military_points_become_others_on_turn_6_only_5_6_1(table: Table, turn: str) -> None:
    table.turn(turn).play("france", M4)
    assert table.refused(ConvertMilitary("economic")).code == "only_on_turn_6"


def test_two_military_points_give_one_of_a_major_action_5_6_1(table: Table) -> None:
    table.turn("6").conflict("austria_alliance_2").play("france", M4)
    table.do(ConvertMilitary("diplomatic"), ShiftPolitical("austria_alliance_2", "unflag", kind="major"))
    assert table.match.state.ap.major == [0, 0, 2]
    refusal = table.refused(ConvertMilitary("economic"))
    assert (refusal.code, refusal.facts["converted_to"]) == ("converted_other", "diplomatic")


def test_a_converted_point_may_be_added_to_with_debt_6_1(table: Table) -> None:
    table.turn("6").play("france", M4)
    table.do(ConvertMilitary("economic"), ConvertMilitary("economic"), ShiftMarket("ile_aux_noix", "flag", debt=1))
    assert table.match.state.debt[0] == 1


def test_both_kinds_can_pay_and_one_must_be_named_5_3_2(table: Table) -> None:
    table.turn("6").play("france", M4).do(ConvertMilitary("diplomatic"), ConvertMilitary("diplomatic"))
    assert table.refused(ShiftPolitical("savoy", "flag")).code == "kind_needed"
    assert ShiftPolitical("savoy", "flag", kind="minor") in table.options()
    slot = table.match.complete("france", {"op": "shift_political", "space": "savoy"})
    assert (slot.name, slot.values) == ("kind", ("major", "minor"))


# conflict markers (5.6.2) --------------------------------------------------------------------------


def test_removing_a_conflict_marker_costs_two_5_6_2(table: Table) -> None:
    table.conflict("savoy").play("france", M4)
    assert table.terms(RemoveConflict("savoy")) == [("base", "5.6.2", 2)]
    table.do(RemoveConflict("savoy"))
    assert table.match.state.conflicts == 0


@pytest.mark.parametrize("side", ["france", "britain"])
def test_it_costs_one_where_the_space_is_protected_for_its_owner_r_61(table: Table, side: str) -> None:
    table.flag(side, "vandavasi", "karaikal").conflict("karaikal").play("france", M4)
    assert table.cost(RemoveConflict("karaikal")) == 1


def test_a_damaged_fort_does_not_make_it_cheaper_3_2_8(table: Table) -> None:
    table.flag("france", "vandavasi").damage("vandavasi").conflict("karaikal").play("france", M4)
    assert table.cost(RemoveConflict("karaikal")) == 2


def test_a_plus_one_marker_costs_one_more_and_goes_with_it_3_8_1(table: Table) -> None:
    table.conflict_plus("savoy").play("france", M4)
    assert table.terms(RemoveConflict("savoy")) == [("base", "5.6.2", 2), ("plus_one", "3.8.1", 1)]
    table.do(RemoveConflict("savoy"))
    assert table.match.state.conflicts_plus == 0


def test_a_minor_action_removes_one_marker_5_3_2(table: Table) -> None:
    table.conflict("savoy").play("france", D4).do(RemoveConflict("savoy"))
    assert table.match.state.ap.minor == [0, 0, 0]


def test_where_no_marker_is_there_is_none_to_remove_5_6_2(table: Table) -> None:
    table.conflict("savoy", "iroquois").play("france", M4)
    refusal = table.refused(RemoveConflict("algonquin"))
    assert (refusal.code, refusal.nearest[0]) == ("no_conflict", RemoveConflict("iroquois", kind="major"))


# forts (5.6.3, 5.6.4) ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flag", "squadron", "fort"),
    [("acadia", "", "louisbourg"), ("", "gulf_of_maine", "halifax"), ("niagara", "", "ohio_forks")],
)
def test_a_fort_needs_a_connected_territory_naval_space_or_market_5_6_3(
    table: Table, flag: str, squadron: str, fort: str
) -> None:
    table.bare()
    if flag:
        table.flag("france", flag)
    else:
        table.squadron("france", squadron)
    table.play("france", M4)
    assert table.terms(BuildFort(fort)) == [("base", "5.6.3", 3)]
    table.do(BuildFort(fort))
    assert table.match.state.flags[0] >> SPACE.index[fort] & 1


def test_a_link_won_this_round_does_not_count_for_building_5_6_3(table: Table) -> None:
    table.bare().play("france", M4).do(DeploySquadron("navy_box", "gulf_of_maine"))
    refusal = table.refused(BuildFort("halifax"))
    assert (refusal.code, refusal.rule, refusal.facts["new"]) == ("no_fort_link", "5.6.3", ("gulf_of_maine",))


def test_a_fort_built_where_damage_was_left_is_whole_5_6_3(table: Table) -> None:
    """A USA award takes the flag and leaves the damage (7.3)."""
    table.bare().flag("france", "albany").damage("champlain_valley").money("france", limit=9).play("france", M4)
    table.do(BuildFort("champlain_valley"))
    assert table.match.state.damaged == 0


def test_a_fort_space_must_be_empty_5_6_3(table: Table) -> None:
    table.flag("britain", "louisbourg").flag("france", "vandavasi").play("france", M4)
    assert table.refused(BuildFort("louisbourg")).code == "not_empty"
    assert table.refused(BuildFort("vandavasi")).code == "already_yours"


def test_repairing_costs_one_less_5_6_4(table: Table) -> None:
    table.flag("france", "vandavasi").damage("vandavasi").play("france", M4)
    assert table.terms(RepairFort("vandavasi")) == [("base", "5.6.4", 4), ("repair", "5.6.4", -1)]
    table.do(RepairFort("vandavasi"))
    assert table.match.state.damaged == 0
    assert table.refused(RepairFort("vandavasi")).code == "not_damaged"
    assert table.refused(RepairFort("arcot")).code == "not_your_fort"


def test_seizing_costs_one_more_and_takes_the_fort_5_6_4(table: Table) -> None:
    table.flag("britain", "arcot").flag("france", "kurpa").damage("arcot").play("france", M4)
    assert table.terms(SeizeFort("arcot")) == [("base", "5.6.4", 2), ("seize", "5.6.4", 1)]
    assert table.happened(SeizeFort("arcot")) == ["fort_seized"]
    state, bit = table.match.state, SPACE.mask_of(["arcot"])
    assert (state.damaged, state.flags[0] & bit, state.flags[1] & bit) == (0, bit, 0)


def test_seizing_needs_a_major_action_r_09(table: Table) -> None:
    table.flag("britain", "arcot").flag("france", "kurpa").damage("arcot").play("france", D4)
    assert table.refused(SeizeFort("arcot", debt=1)).code == "minor_cannot_remove"


def test_seizing_needs_a_connected_squadron_or_market_now_r_62(table: Table) -> None:
    """Acadia is joined to Louisbourg, but a territory is not enough."""
    table.bare().flag("britain", "louisbourg").damage("louisbourg").flag("france", "acadia").play("france", M4)
    refusal = table.refused(SeizeFort("louisbourg"))
    assert (refusal.code, refusal.rule) == ("no_seize_link", "5.6.4")
    table.match.state.ap.major[2] = 6
    table.do(DeploySquadron("navy_box", "cabot_strait"), SeizeFort("louisbourg"))


def test_an_undamaged_fort_is_safe_in_peace_5_6_3(table: Table) -> None:
    table.flag("britain", "arcot").flag("france", "kurpa").play("france", M4)
    assert table.refused(SeizeFort("arcot")).code == "not_damaged"
    assert table.refused(SeizeFort("vandavasi")).code == "not_opposing_fort"


# squadrons (5.6.5, 5.6.6) --------------------------------------------------------------------------


def test_a_squadron_costs_four_and_goes_to_the_navy_box_5_6_5(table: Table) -> None:
    table.play("france", M4)
    assert table.terms(BuildSquadron()) == [("base", "5.6.5", 4)]
    table.do(BuildSquadron())
    assert (table.match.state.navy_box[0], table.match.state.unbuilt[0]) == (2, 6)


def test_a_side_has_eight_squadrons_3_6(table: Table) -> None:
    table.state.unbuilt[0], table.state.navy_box[0] = 0, 8
    table.play("france", M4)
    assert table.refused(BuildSquadron()).facts["squadrons"] == 8


def test_a_squadron_built_this_round_may_deploy_r_74(table: Table) -> None:
    table.state.navy_box[0], table.state.unbuilt[0] = 0, 8
    table.play("france", M4).do(BuildSquadron(), DeploySquadron("navy_box", "biscay", debt=1))
    assert table.match.state.squadrons[0] == SPACE.mask_of(["biscay"])


def test_deploying_to_an_empty_space_costs_one_5_6_6(table: Table) -> None:
    table.squadron("france", "biscay").play("france", M4)
    assert table.cost(DeploySquadron("navy_box", "balearic")) == table.cost(DeploySquadron("biscay", "balearic")) == 1


def test_displacing_costs_three_from_the_navy_box_and_two_from_the_map_5_6_6(table: Table) -> None:
    table.squadron("britain", "biscay").squadron("france", "balearic").play("france", M4)
    assert table.cost(DeploySquadron("navy_box", "biscay")) == 3
    assert table.cost(DeploySquadron("balearic", "biscay")) == 2
    told = table.do(DeploySquadron("balearic", "biscay"))
    assert told[0].public.displaced
    state = table.match.state
    assert (state.squadrons, state.navy_box) == ([SPACE.mask_of(["biscay"]), 0], [1, 3])


def test_each_squadron_is_deployed_once_a_round_5_6_6(table: Table) -> None:
    table.squadron("france", "balearic").play("france", M4).do(DeploySquadron("navy_box", "biscay"))
    refusal = table.refused(DeploySquadron("biscay", "malabar_coast"))
    assert (refusal.code, refusal.rule) == ("already_deployed", "5.6.6")
    assert table.refused(DeploySquadron("navy_box", "malabar_coast")).code == "navy_box_empty"
    table.do(DeploySquadron("balearic", "malabar_coast"))


def test_squadrons_go_to_naval_spaces_without_an_own_one_5_6_6(table: Table) -> None:
    table.squadron("france", "balearic").play("france", M4)
    assert table.refused(DeploySquadron("navy_box", "balearic")).code == "own_squadron_there"
    assert table.refused(DeploySquadron("navy_box", "savoy")).code == "wrong_space"
    refusal = table.refused(DeploySquadron("biscay", "malabar_coast"))
    assert (refusal.code, refusal.facts["spaces"]) == ("no_squadron_there", ("balearic",))
    assert table.refused(DeploySquadron("atlantis", "biscay")).code == "unknown_space"

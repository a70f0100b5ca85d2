"""Economic actions: connection, isolation, price (5.4, 5.3.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adjudicator.games.imperial_struggle.fact_types import SPACE
from adjudicator.games.imperial_struggle.rules.control import protected, supply
from adjudicator.games.imperial_struggle.rules.events.choosing import ChooseForEvent
from adjudicator.games.imperial_struggle.rules.events.playing import PlayEvent
from adjudicator.games.imperial_struggle.rules.military import RemoveConflict
from adjudicator.games.imperial_struggle.rules.shifts import ShiftMarket, ShiftPolitical
from adjudicator.games.imperial_struggle.rules.squadrons import DeploySquadron

if TYPE_CHECKING:
    from conftest import Table

E4 = "inv_e4_m2"


def flag(space: str, **payment: object) -> ShiftMarket:
    return ShiftMarket(space, "flag", **payment)  # type: ignore[arg-type]


def unflag(space: str, **payment: object) -> ShiftMarket:
    return ShiftMarket(space, "unflag", **payment)  # type: ignore[arg-type]


# connection (5.4.1) --------------------------------------------------------------------------------


@pytest.mark.parametrize("anchor", ["hudson_bay", "cabot_strait", "louisbourg"])
def test_a_market_may_be_shifted_next_to_a_territory_naval_space_or_fort_5_4_1(table: Table, anchor: str) -> None:
    table.bare()
    if anchor == "cabot_strait":
        table.squadron("france", anchor)
    else:
        table.flag("france", anchor)
    market = {"hudson_bay": "york_factory"}.get(anchor, "gulf_of_st_lawrence")
    table.play("france", E4).do(flag(market))
    assert table.match.state.flags[0] >> SPACE.index[market] & 1


def test_a_market_without_connection_is_refused_5_4_1(table: Table) -> None:
    table.play("france", E4)
    refusal = table.refused(flag("havana"))
    assert (refusal.code, refusal.rule) == ("not_connected", "5.4.1")
    assert refusal.facts["connects"] == ("puerto_principe", "gulf_of_cazones", "santiago")
    assert refusal.nearest[0].space in ("puerto_principe", "antigua", "caicos")  # the same region first


def test_an_own_market_connects_5_4_1(table: Table) -> None:
    table.play("france", E4)
    assert flag("niagara", kind="major") in table.options()  # next to Cataraqui


def test_a_market_taken_this_round_does_not_connect_5_4_1(table: Table) -> None:
    table.play("france", E4).do(flag("niagara"))
    refusal = table.refused(flag("allegheny"))
    assert (refusal.code, refusal.rule) == ("not_connected", "5.4.1")
    assert refusal.facts["new"] == ("niagara",)
    assert all(near.space != "allegheny" for near in refusal.nearest)


def test_a_market_with_a_conflict_marker_does_not_connect_3_8(table: Table) -> None:
    table.conflict("cataraqui").play("france", E4)
    refusal = table.refused(flag("niagara"))
    assert refusal.facts["conflicts"] == ("cataraqui",)


def test_removing_the_conflict_marker_this_round_connects_again_r_63(table: Table) -> None:
    table.conflict("cataraqui").play("france", E4).do(RemoveConflict("cataraqui"), flag("niagara"))
    assert table.match.state.flags[0] >> SPACE.index["niagara"] & 1


def test_an_isolated_market_does_not_connect_5_4_1(table: Table) -> None:
    table.flag("", "quebec_and_montreal").play("france", E4)
    refusal = table.refused(flag("niagara"))
    assert refusal.facts["isolated"] == ("cataraqui",)


def test_a_naval_space_taken_this_round_connects_at_once_5_4_1(table: Table) -> None:
    table.play("france", E4).do(DeploySquadron("navy_box", "malabar_coast"))
    table.do(flag("mangalore"))
    assert table.match.state.flags[0] >> SPACE.index["mangalore"] & 1


def test_a_market_taken_away_and_retaken_this_round_does_not_connect_r_63(table: Table) -> None:
    """The opponent's market becomes the own one by two shifts; it was not held when the round began."""
    table.flag("britain", "niagara").money("france", limit=9).play("france", E4)
    table.do(unflag("niagara"), flag("niagara"))
    assert table.refused(flag("allegheny", debt=2)).facts["new"] == ("niagara",)


def test_an_own_market_lost_and_flagged_again_this_round_does_not_connect_r_63(table: Table) -> None:
    """Event 3 takes the own flag from Puerto Principe: French when the round began, it has changed control since."""
    table.flag("france", "puerto_principe").flag("britain", "caicos").hand("france", 3).play("france", "inv_e3_d2")
    table.do(PlayEvent(3), ChooseForEvent(3, "effect", remove_enemy=("caicos",), remove_own=("puerto_principe",)))
    table.do(flag("puerto_principe"))
    assert table.refused(flag("havana", debt=2)).facts["new"] == ("puerto_principe",)


# isolation (5.4.1) ---------------------------------------------------------------------------------


def test_a_chain_broken_by_a_conflict_marker_isolates_what_lies_behind_5_4_1(table: Table) -> None:
    table.flag("britain", "albany", "oswego").conflict("hudson_valley", "cumberland").begin("france", E4)
    ids = SPACE.ids_of(table.match.state.isolated)
    assert ids == ("albany", "oswego")  # not Hudson Valley itself, which bears the marker


def test_a_damaged_fort_still_supplies_r_17(table: Table) -> None:
    table.bare().flag("france", "ohio_forks", "allegheny").damage("ohio_forks").begin("france", E4)
    assert table.match.state.isolated == 0


def test_isolation_is_worked_out_when_the_round_begins_5_4_1(table: Table) -> None:
    table.flag("britain", "albany").flag("france", "ile_aux_noix", "cumberland", "ohio_forks").money("france", limit=9)
    table.play("france", "inv_e4_d2").do(unflag("hudson_valley"))
    assert table.match.state.isolated == 0
    assert table.cost(unflag("albany")) == 3  # cut off in mid-round: not isolated before the next round


def test_an_isolated_market_costs_one_5_4_2(table: Table) -> None:
    table.flag("britain", "ile_aux_noix").play("france", E4)
    assert table.terms(unflag("ile_aux_noix")) == [("base", "5.4.2", 3), ("isolated", "5.4.2", -2)]


def test_an_empty_market_is_not_isolated_5_4_1(table: Table) -> None:
    table.flag("britain", "ile_aux_noix").play("france", E4).do(unflag("ile_aux_noix"))
    assert table.terms(flag("ile_aux_noix")) == [("base", "5.4.2", 3)]


# price (5.4.2) -------------------------------------------------------------------------------------


def test_a_conflict_marker_sets_the_price_to_one_and_leaves_5_4_2_3_8_2(table: Table) -> None:
    table.conflict("ile_aux_noix").play("france", E4)
    assert table.terms(flag("ile_aux_noix")) == [("base", "5.4.2", 3), ("conflict", "5.4.2", -2)]
    assert table.happened(flag("ile_aux_noix")) == ["space_shifted", "conflict_lifted"]


def test_protected_market_costs_one_more_5_4_2(table: Table) -> None:
    table.squadron("britain", "antilles_channel").play("france", E4)
    assert table.terms(unflag("st_lucia")) == [("base", "5.4.2", 2), ("protected", "5.4.2", 1)]


def test_set_to_one_first_then_protection_5_4_2(table: Table) -> None:
    table.squadron("britain", "antilles_channel").conflict("st_lucia").play("france", E4)
    assert table.cost(unflag("st_lucia")) == 2


def test_a_fort_protects_and_a_damaged_one_does_not_3_2_8(table: Table) -> None:
    table.flag("britain", "vandavasi")
    spaces = SPACE.index
    assert protected(table.state, 1) >> spaces["kanchipuram"] & 1
    table.damage("vandavasi")
    assert not protected(table.state, 1) >> spaces["kanchipuram"] & 1


def test_an_opposing_squadron_protects_only_its_own_side_3_2_8(table: Table) -> None:
    table.squadron("france", "antilles_channel").play("france", E4)
    assert table.cost(unflag("st_lucia")) == 2


def test_an_empty_market_is_never_protected_r_61(table: Table) -> None:
    table.squadron("britain", "antilles_channel").play("france", E4)
    assert table.cost(flag("antigua")) == 2


# regions (5.3.4) -----------------------------------------------------------------------------------


def test_each_further_region_costs_one_more_5_3_4(table: Table) -> None:
    table.money("france", limit=9).play("france", E4).do(flag("niagara"))
    assert table.terms(flag("antigua")) == [("base", "5.4.2", 2), ("region", "5.3.4", 1)]
    table.do(flag("antigua", debt=1))
    assert table.cost(flag("malacca_route")) == 4  # the third region costs one more, not two
    assert table.cost(flag("ile_aux_noix")) == 3  # back in the first region
    assert table.cost(flag("caicos")) == 2  # the second one is paid for


def test_the_surcharge_counts_economic_and_diplomatic_apart_5_3_4(table: Table) -> None:
    table.play("france", "inv_e4_d2").do(flag("niagara"))
    assert table.cost(ShiftPolitical("savoy", "flag")) == 2


def test_sub_regions_are_no_regions_5_3_4(table: Table) -> None:
    table.play("france", E4).do(flag("ile_aux_noix"))
    assert table.cost(flag("niagara")) == 2


def test_military_actions_pay_no_surcharge_5_3_4(table: Table) -> None:
    table.conflict("niagara", "antigua").play("france", "inv_m4_d2").do(RemoveConflict("niagara"))
    assert table.cost(RemoveConflict("antigua")) == 2


# refusals (3.2.8) ----------------------------------------------------------------------------------


def test_a_shift_places_or_removes_but_not_both_3_2_8(table: Table) -> None:
    table.play("france", E4)
    refusal = table.refused(flag("st_lucia"))
    assert (refusal.code, refusal.rule, refusal.facts["owner"]) == ("not_empty", "3.2.8", "britain")
    assert refusal.nearest[0] == unflag("st_lucia", kind="major")
    assert table.refused(unflag("antigua")).code == "no_flag"
    assert table.refused(unflag("martinique")).code == "own_flag"
    assert table.refused(flag("martinique")).code == "already_yours"


def test_only_markets_are_shifted_with_economic_points_5_4_1(table: Table) -> None:
    table.play("france", E4)
    refusal = table.refused(flag("savoy"))
    assert (refusal.code, refusal.facts["type"], refusal.facts["wanted"]) == ("wrong_space", "political", "market")
    assert table.refused(flag("atlantis")).code == "unknown_space"


def test_a_spanish_flag_counts_as_opposing_for_either_side_r_72(table: Table) -> None:
    table.flag("spain", "puerto_principe").play("france", E4).do(unflag("puerto_principe"))
    assert table.match.state.flags[3] == 0


def test_a_spanish_market_is_neither_isolated_nor_protected_r_72(table: Table) -> None:
    """Spain has no territory that could supply it, and a British squadron does not guard it."""
    table.flag("spain", "puerto_principe").squadron("britain", "gulf_of_cazones").play("france", E4)
    assert table.match.state.isolated == 0
    assert table.terms(unflag("puerto_principe")) == [("base", "5.4.2", 2)]


def test_supply_follows_conflict_and_isolation_5_4_1(table: Table) -> None:
    table.conflict("plassey").begin("france", E4)
    found = SPACE.ids_of(supply(table.match.state, 0))
    assert "plassey" not in found
    assert {"chandernagore", "cataraqui", "karaikal"} <= set(found)

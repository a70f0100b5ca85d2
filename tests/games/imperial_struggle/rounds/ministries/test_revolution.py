"""The Ministry cards of the Revolution Era in a round: M-19 to M-24 (3.5.2, 3.5.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adjudicator.games.imperial_struggle.fact_types import COMMODITY, SPACE
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.rules.advantages import UseAdvantage
from adjudicator.games.imperial_struggle.rules.debt import TreatyPointsChanged, force_debt
from adjudicator.games.imperial_struggle.rules.investment import TakeInvestment
from adjudicator.games.imperial_struggle.rules.ministries.cards import (
    HuguenotsRefreshed,
    JacobiteDefeat,
    MinistryPoints,
    MinistryRevealed,
)
from adjudicator.games.imperial_struggle.rules.ministries.use import RevealMinistry, UseMinistry
from adjudicator.games.imperial_struggle.rules.shifts import DrawEvent, ShiftMarket, ShiftPolitical, SpaceShifted

if TYPE_CHECKING:
    from conftest import Table

D4, D3, E4, E2, M4_D, M4_E = "inv_d4_m2", "inv_d3_m2", "inv_e4_m2", "inv_e2_m2", "inv_m4_d2", "inv_m4_e2"


def political(space: str, result: str = "flag", **payment: object) -> ShiftPolitical:
    return ShiftPolitical(space, result, **payment)  # type: ignore[arg-type]


# M-19 James Watt -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("up", "vp"), [(True, 15), (False, 17)])
def test_m19_face_up_spares_britain_the_points_for_debt_above_the_limit_6_3_b(table: Table, up: bool, vp: int) -> None:
    table.cards("britain", 19, up=up).money("britain", debt=6).play("france", D4)
    force_debt(table.match._play, 1, 2, "test")
    assert (table.debt("britain"), table.now.vp) == (6, vp)


def test_m19_does_not_spare_france(table: Table) -> None:
    table.cards("britain", 19, up=True).money("france", debt=6).play("france", D4)
    force_debt(table.match._play, 0, 2, "test")
    assert table.now.vp == 13


def test_m19_gives_a_treaty_point_when_france_exhausts_an_advantage_once_a_round(table: Table) -> None:
    table.cards("britain", 19, up=True).flag("france", "denmark_norway", "prussia_alliance").money("france", debt=2)
    table.play("france", D4)
    assert TreatyPointsChanged("britain", 1, "m19") in table.told(UseAdvantage("baltic_trade"))
    table.do(UseAdvantage("algonquin_raids", conflict="albany"))
    assert table.trp("britain") == 1


def test_m19_once_a_round_also_with_an_advantage_before_the_tile_r_22(table: Table) -> None:
    table.cards("britain", 19, up=True).flag("france", "denmark_norway", "prussia_alliance").money("france", debt=2)
    table.rules(advantage_before_tile=True).begin("france", D4).do(UseAdvantage("baltic_trade"), TakeInvestment(D4))
    table.do(UseAdvantage("algonquin_raids", conflict="albany"))
    assert table.trp("britain") == 1


def test_m19_face_down_and_own_advantages_give_nothing(table: Table) -> None:
    table.cards("britain", 19).play("france", D4).do(UseAdvantage("algonquin_raids", conflict="albany"))
    assert table.trp("britain") == 0
    table.__init__()  # type: ignore[misc]
    table.cards("britain", 19, up=True).flag("britain", "denmark_norway", "prussia_alliance").money("britain", debt=2)
    table.play("britain", D4).do(UseAdvantage("baltic_trade"))
    assert table.trp("britain") == 0


# M-20 Papacy-Hanover Negotiations ------------------------------------------------------------------


def test_m20_turned_up_removes_the_jacobites_r_51(table: Table) -> None:
    table.cards("france", 4, 25).cards("britain", 20).play("britain", D4)
    told = table.told(RevealMinistry("m20"))
    assert told == [MinistryRevealed("britain", "m20"), JacobiteDefeat(lay=True)]
    assert [held.card for held in table.now.ministries[0]] == [25]
    assert (table.now.removed_ministries, table.now.jacobite_defeat) == ([4], True)


def test_m20_used_removes_the_jacobites_too_r_51(table: Table) -> None:
    table.cards("britain", 20).play("britain", D4)
    told = table.told(UseMinistry("m20", 2))
    assert JacobiteDefeat() in told
    assert told[-1] == MinistryPoints("britain", "m20", "diplomatic", 2, rule="scotland_and_ireland")


def test_m20_gives_two_points_for_scotland_and_ireland(table: Table) -> None:
    table.flag("", "ireland_alliance").cards("britain", 20).play("britain", D4).do(UseMinistry("m20", 2))
    table.do(political("ireland_alliance", kind="major"))
    assert table.now.ap is not None
    assert (table.now.ap.major[1], table.now.ap.restricted) == (4, [])


def test_m20_points_go_nowhere_else(table: Table) -> None:
    table.cards("britain", 20).play("britain", D4).do(UseMinistry("m20", 2), political("savoy", kind="major"))
    assert table.now.ap is not None
    assert (table.now.ap.major[1], len(table.now.ap.restricted)) == (2, 1)


def test_m20_points_of_a_minor_action_remove_no_flag(table: Table) -> None:
    table.cards("britain", 20).play("britain", M4_D).do(UseMinistry("m20", 2))
    assert table.refused(political("ireland_alliance", "unflag")).code == "minor_cannot_remove"
    table.do(political("scotland_prestige", kind="minor"))
    assert table.now.flags[1] & SPACE.mask_of(["scotland_prestige"])


def test_m20_needs_a_diplomatic_action(table: Table) -> None:
    table.cards("britain", 20).play("britain", M4_E)
    assert table.refused(UseMinistry("m20", 2)).code == "ability_needs_action"
    assert table.refused(UseMinistry("m20", 1)).code == "ability_by_itself"


# M-21 Townshend Acts -------------------------------------------------------------------------------


def test_m21_lets_a_minor_action_unflag_markets_of_its_commodity_this_turn(table: Table) -> None:
    table.flag("france", "antigua").cards("britain", 21).begin("britain", M4_E)
    assert len(table.options("use_ministry")) == 6
    table.do(UseMinistry("m21", commodity="sugar"), TakeInvestment(M4_E))
    table.do(ShiftMarket("antigua", "unflag", kind="minor"))
    assert not table.now.flags[0] & SPACE.mask_of(["antigua"])


def test_m21_does_not_help_with_other_commodities(table: Table) -> None:
    table.flag("france", "antigua").cards("britain", 21).begin("britain", M4_E)
    table.do(UseMinistry("m21", commodity="furs"), TakeInvestment(M4_E))
    assert table.refused(ShiftMarket("antigua", "unflag")).code == "minor_cannot_remove"


def test_m21_names_any_of_six_commodities_or_only_those_in_demand_r_41(table: Table) -> None:
    table.cards("britain", 21).rules(townshend_scope="in_demand")
    table.now.demand = [0, 2]
    table.begin("britain", M4_E)
    known = tuple(COMMODITY.ids[index] for index in (0, 2))
    assert [offer.commodity for offer in table.options("use_ministry")] == list(known)
    refused = next(commodity.id for commodity in COMMODITY if commodity.id not in known)
    refusal = table.refused(UseMinistry("m21", commodity=refused))
    assert (refusal.code, refusal.facts["commodities"]) == ("unknown_commodity", known)


# M-22 Edmund Burke ---------------------------------------------------------------------------------


def burke(table: Table, *, up: bool = True) -> Table:
    return table.flag("britain", "ireland_alliance", "ireland_prestige").cards("britain", 22, up=up)


def test_m22_adds_to_a_major_diplomatic_action_that_stays_in_europe_r_46(table: Table) -> None:
    burke(table).money("britain", limit=0).play("britain", D4)
    for space in ("savoy", "sardinia"):
        table.do(political(space, kind="major"))
    assert political("scotland_alliance", kind="major") in table.options()
    told = table.told(political("scotland_alliance", kind="major"))
    assert (told[0].paid.cost, told[0].paid.points, told[0].paid.ministry) == (2, 0, 2)
    assert table.refused(political("spain_prestige_2")).code == "not_enough_points"


def test_m22_adds_one_point_for_one_space_of_ireland_r_46(table: Table) -> None:
    table.flag("", "ireland_alliance").flag("britain", "ireland_prestige").cards("britain", 22, up=True)
    table.money("britain", limit=0).play("britain", "inv_d2_m2")
    assert political("spain_prestige_3", kind="major") in table.options()
    table.do(political("spain_prestige_3", kind="major"))
    assert not table.options("shift_political")


def test_m22_used_binds_that_major_action_to_europe_r_46(table: Table) -> None:
    burke(table).play("britain", D3).do(political("savoy", kind="major"), political("sardinia", kind="major"))
    refusal = table.refused(political("algonquin", "unflag", debt=2))
    assert (refusal.code, refusal.facts["space"]) == ("europe_only", "algonquin")
    assert table.refused(DrawEvent(debt=3)).code == "europe_only"
    assert not [option for option in table.options("shift_political") if option.space == "mysore"]


def test_m22_gives_nothing_once_the_action_has_left_europe_r_46(table: Table) -> None:
    burke(table).money("britain", limit=0).play("britain", "inv_d4_e2")
    table.do(political("mysore", kind="major"))
    left = table.now.ap.major[1] if table.now.ap else 0
    assert all(table.cost(option) <= left for option in table.options("shift_political"))


def test_m22_does_not_touch_the_minor_action_r_46(table: Table) -> None:
    burke(table).money("britain", limit=0).play("britain", M4_D)
    assert table.refused(political("spain_prestige_3")).code == "not_enough_points"
    table.do(political("savoy", kind="minor"))
    assert table.now.ap is not None
    assert "m22" not in table.now.ap.modifiers


def test_m22_counts_ireland_as_it_stands_now_without_conflict_markers_r_46(table: Table) -> None:
    table.flag("", "ireland_alliance").cards("britain", 22, up=True).money("britain", limit=0).play("britain", D4)
    table.do(political("ireland_alliance", kind="major"), political("savoy", kind="major"))
    table.conflict("sardinia")
    assert political("sardinia", kind="major") in table.options()
    table.conflict("ireland_alliance")
    assert political("sardinia", kind="major") not in table.options()


def test_m22_is_turned_up_by_the_purchase_that_uses_it(table: Table) -> None:
    burke(table, up=False).money("britain", limit=0).play("britain", "inv_d2_m2").do(political("savoy", kind="major"))
    offer = political("sardinia", kind="major", reveal=("m22",))
    assert offer in table.options()
    assert MinistryRevealed("britain", "m22") in table.told(offer)


def test_m22_makes_america_cheaper(table: Table) -> None:
    table.cards("britain", 22, up=True).play("britain", D4)
    assert table.cost(political("sons_of_liberty")) == 2
    table.__init__()  # type: ignore[misc]
    table.flag("usa", "northern_colonies").cards("britain", 22, up=True).flag("france", "usa_prestige_3")
    table.play("britain", D4)
    assert table.cost(political("usa_prestige_3", "unflag")) == 2
    assert table.cost(political("usa_prestige_2")) == 1


# M-23 Turgot ---------------------------------------------------------------------------------------


def test_m23_adds_a_point_to_the_first_debt_of_the_round(table: Table) -> None:
    table.cards("france", 23, up=True).money("britain", debt=3).play("france", "inv_d2_m2")
    told = table.told(political("spain_prestige_3", kind="major", debt=1), political("savoy", kind="major", debt=1))
    paid = [event.paid for event in told if isinstance(event, SpaceShifted)]
    assert (paid[0].points, paid[0].debt, paid[0].ministry) == (1, 1, 1)
    assert (paid[1].points, paid[1].debt, paid[1].ministry) == (1, 1, 0)


def test_m23_leaves_a_point_that_is_not_needed_with_the_action(table: Table) -> None:
    table.conflict("savoy").cards("france", 23, up=True).money("britain", debt=3).play("france", "inv_d2_m2")
    table.do(political("savoy", kind="major", debt=1))
    assert table.now.ap is not None
    assert (table.now.ap.major[1], table.debt("france")) == (3, 1)


def test_m23_needs_more_available_debt_before_taking_it_r_42(table: Table) -> None:
    table.cards("france", 23, up=True).play("france", "inv_d2_m2")
    assert table.refused(political("spain_prestige_3", debt=0)).code == "not_enough_points"
    told = table.told(political("spain_prestige_3", kind="major", debt=1))
    assert told[0].paid.ministry == 0


@pytest.mark.parametrize(("test", "gained"), [("before", 1), ("after", 0)])
def test_m23_the_comparison_may_be_made_after_taking_it_r_42(table: Table, test: str, gained: int) -> None:
    table.cards("france", 23, up=True).rules(turgot_test=test).money("britain", debt=1).play("france", "inv_d2_m2")
    told = table.told(political("spain_prestige_3", kind="major", debt=1))
    assert told[0].paid.ministry == gained


def test_m23_is_turned_up_by_the_purchase_that_takes_the_first_debt(table: Table) -> None:
    table.cards("france", 23).money("britain", debt=3).play("france", "inv_d2_m2")
    told = table.told(political("spain_prestige_3", kind="major", debt=1, reveal=("m23",)))
    assert told[0] == MinistryRevealed("france", "m23")
    assert told[1].paid.ministry == 1


def test_m23_turned_up_after_the_first_debt_gives_nothing_in_that_round(table: Table) -> None:
    table.cards("france", 23).money("britain", debt=3).play("france", "inv_d2_m2")
    table.do(political("spain_prestige_3", kind="major", debt=1))
    told = table.told(political("savoy", kind="major", debt=2, reveal=("m23",)))
    assert told[1].paid.ministry == 0


def test_m23_is_offered_with_the_least_debt(table: Table) -> None:
    table.cards("france", 23, up=True).money("britain", debt=3).play("france", "inv_d2_m2")
    table.do(political("savoy", kind="major"))
    assert political("sardinia", kind="major", debt=1) in table.options()


# M-24 North American Trade -------------------------------------------------------------------------


def trade(table: Table, *, up: bool = True) -> Table:
    furs = SPACE.ids_of(FACTS.by_commodity[COMMODITY.index["furs"]])
    return table.flag("france", *furs).cards("france", 24, up=up)


@pytest.mark.parametrize(("tile", "major", "minor"), [(E4, 5, 0), (M4_E, 0, 3), (D4, 0, 0)])
def test_m24_adds_a_point_to_the_economic_action_of_the_tile(table: Table, tile: str, major: int, minor: int) -> None:
    trade(table).begin("france", tile).do(TakeInvestment(tile))
    assert table.now.ap is not None
    assert (table.now.ap.major[0], table.now.ap.minor[0]) == (major, minor)
    assert ("m24" in table.now.ap.modifiers) == (tile == D4)  # kept for economic points of an Event


def test_m24_needs_more_furs_and_fish_markets_than_britain(table: Table) -> None:
    table.cards("france", 24, up=True).flag("britain", "massachusetts_bay", "hudson_valley").play("france", E4)
    assert table.now.ap is not None
    assert table.now.ap.major[0] == 4


def test_m24_gives_nothing_for_as_many_as_britain_has(table: Table) -> None:
    table.bare().flag("france", "york_factory", "georges_bank").flag("britain", "albany", "massachusetts_bay")
    table.cards("france", 24, up=True).play("france", "inv_e3_m2")
    assert table.now.ap is not None
    assert table.now.ap.major[0] == 3
    table.__init__()  # type: ignore[misc]
    table.bare().flag("france", "york_factory", "georges_bank", "niagara").flag(
        "britain", "albany", "massachusetts_bay"
    )
    table.cards("france", 24, up=True).play("france", "inv_e3_m2")
    assert table.now.ap.major[0] == 4


def test_m24_must_lie_face_up_before_the_tile_or_be_turned_up_with_it(table: Table) -> None:
    trade(table, up=False).play("france", E4).do(RevealMinistry("m24"))
    assert table.now.ap is not None
    assert table.now.ap.major[0] == 4
    table.__init__()  # type: ignore[misc]
    trade(table, up=False).begin("france", E4).do(TakeInvestment(E4, reveal=("m24",)))
    assert table.now.ap is not None
    assert table.now.ap.major[0] == 5


def test_m24_turned_up_refreshes_the_huguenots(table: Table) -> None:
    table.cards("france", 24).play("france", E4)
    table.now.huguenots = table.now.huguenots_spent = SPACE.mask_of(["louisiana"])
    told = table.told(RevealMinistry("m24"))
    assert told[-1] == HuguenotsRefreshed("france", ("louisiana",))
    assert table.now.huguenots_spent == 0

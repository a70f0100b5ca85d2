"""The cards of the Revolution Era, 31 to 41: effect, bonus and a refusal, for each side where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adjudicator.games.imperial_struggle.fact_types import ADVANTAGE, SPACE
from adjudicator.games.imperial_struggle.rules.advantages import UseAdvantage
from adjudicator.games.imperial_struggle.rules.events.advantages import AdvantageActivated, AdvantageExhausted
from adjudicator.games.imperial_struggle.rules.events.effects import SquadronLost
from adjudicator.games.imperial_struggle.rules.events.playing import PlayEvent
from adjudicator.games.imperial_struggle.rules.military import RemoveConflict
from adjudicator.games.imperial_struggle.rules.shifts import ShiftMarket

if TYPE_CHECKING:
    from conftest import Cards

BOTH = pytest.mark.parametrize("side", ["france", "britain"])
OTHER = {"france": "britain", "britain": "france"}


# 31 Nootka Incident --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["diplomatic", "economic"])
def test_31_britain_gets_points_of_either_kind(cards: Cards, kind: str) -> None:
    cards.hold("britain", 31).play(option=kind)
    assert cards.points() == {kind: 2, "military": 3}


def test_31_bonus_british_alliances_of_spain_score_and_are_lost(cards: Cards) -> None:
    cards.table.flag("britain", "spain_alliance_upper", "spain_alliance_lower", "spain_prestige_2")
    cards.table.conflict("spain_alliance_lower")
    cards.hold("britain", 31).bonus().play(option="economic")
    flags = [cards.flag(space) for space in ("spain_alliance_upper", "spain_alliance_lower", "spain_prestige_2")]
    assert (cards.vp(), flags) == (2, ["", "britain", "britain"])  # the one under the marker neither scores nor goes


def test_31_bonus_two_points_for_each_alliance_of_spain(cards: Cards) -> None:
    cards.table.flag("britain", "spain_alliance_upper", "spain_alliance_lower")
    cards.hold("britain", 31).bonus().play(option="economic")
    assert (cards.vp(), cards.flag("spain_alliance_upper"), cards.flag("spain_alliance_lower")) == (4, "", "")


def test_31_britain_gets_no_military_points(cards: Cards) -> None:
    assert cards.hold("britain", 31).refused(option="military").code == "event_argument"


def test_31_france_sends_a_british_squadron_home_and_builds_one(cards: Cards) -> None:
    cards.table.squadron("britain", "biscay", "balearic")
    cards.hold("france", 31).bonus().play(squadron="balearic")
    assert (cards.state.squadrons[1], cards.state.navy_box) == (SPACE.mask_of(["biscay"]), [2, 3])


def test_31_france_must_name_a_squadron_on_the_map(cards: Cards) -> None:
    cards.table.squadron("britain", "biscay", "balearic")
    assert cards.hold("france", 31).refused(squadron="navy_box").code == "event_target"


# 32 Haitian Revolution -----------------------------------------------------------------------------


@BOTH
def test_32_conflicts_with_the_plus_one_marker_on_sugar_3_8_1(cards: Cards, side: str) -> None:
    cards.hold(side, 32)
    cards.lay(side, 1)
    cards.play("inv_m3_e2", conflicts=["antigua", "havana", "martinique"], bonus=True)
    assert cards.conflicts() == {"antigua", "havana", "martinique"}
    assert cards.state.conflicts_plus == cards.state.conflicts
    assert cards.table.cost(RemoveConflict("antigua", kind="major")) == 3


def test_32_on_sugar_only(cards: Cards) -> None:
    assert cards.hold("france", 32).refused(conflicts=["caicos"]).code == "event_target"


# 33 Loge des Neuf Soeurs ---------------------------------------------------------------------------


def test_33_britain_places_a_conflict_in_the_northern_colonies_and_scores_for_a_lead(cards: Cards) -> None:
    cards.table.flag("britain", "albany", "cumberland")
    cards.hold("britain", 33).bonus().play(conflicts=["oswego"])
    assert (cards.conflicts(), cards.vp()) == ({"oswego"}, 3)


def test_33_the_own_marker_may_cost_the_lead_3_8(cards: Cards) -> None:
    cards.table.bare().flag("britain", "albany", "cumberland").flag("france", "niagara")
    cards.hold("britain", 33).bonus().play(conflicts=["albany"])
    assert (cards.vp(), cards.void()) == (0, [("bonus", "vp")])


def test_33_britain_places_it_nowhere_else(cards: Cards) -> None:
    assert cards.hold("britain", 33).refused(conflicts=["cataraqui"]).code == "event_target"


def test_33_the_united_states_are_in_no_sub_region_r_35(cards: Cards) -> None:
    cards.table.state.flags[2] = SPACE.mask_of(["northern_colonies"])
    cards.table.state.flags[1] &= ~cards.table.state.flags[2]
    refusal = cards.hold("britain", 33, turn="6").refused(conflicts=["usa_prestige_2"])
    assert refusal.code == "event_target"


def test_33_unless_the_campaign_says_so_r_35(cards: Cards) -> None:
    cards.table.state.flags[2] = SPACE.mask_of(["northern_colonies"])
    cards.table.state.flags[1] &= ~cards.table.state.flags[2]
    cards.table.rules(usa_sub_region="northern_colonies")
    cards.hold("britain", 33, turn="6").play(conflicts=["usa_prestige_2"])
    assert cards.conflicts() == {"usa_prestige_2"}


def test_33_france_activates_an_advantage_outside_europe_without_a_marker_r_25(cards: Cards) -> None:
    bit = 1 << ADVANTAGE.index["algonquin_raids"]
    cards.table.state.advantages_exhausted = bit
    activate = {"advantage": "algonquin_raids", "conflict": "hudson_valley"}
    cards.hold("france", 33).bonus().play("inv_d3_m2", activate=activate)
    assert (cards.conflicts(), cards.points()) == ({"hudson_valley"}, {"diplomatic": 5})
    assert cards.state.advantages_exhausted == bit
    assert AdvantageActivated("france", "algonquin_raids") in cards.events


def test_33_an_advantage_that_costs_points_is_used_later_in_the_round_r_25(cards: Cards) -> None:
    cards.table.flag("france", "asiento")
    bit = 1 << ADVANTAGE.index["slaving_contracts"]
    cards.table.state.advantages_exhausted = bit
    cards.hold("france", 33).play("inv_m3_e2", activate={"advantage": "slaving_contracts"})
    assert AdvantageActivated("france", "slaving_contracts", later=True) in cards.events
    cards.do(UseAdvantage("slaving_contracts", kind="major"))
    assert (cards.state.navy_box[0], cards.state.advantages_used) == (2, 1)
    assert cards.table.refused(UseAdvantage("slaving_contracts")).code == "advantage_exhausted"


@pytest.mark.parametrize(("counts", "used"), [(True, 1), (False, 0)])
def test_33_the_activation_counts_for_the_round_r_25(cards: Cards, counts: bool, used: int) -> None:
    cards.table.rules(event_activation_counts=counts)
    activate = {"advantage": "algonquin_raids", "conflict": "hudson_valley"}
    cards.hold("france", 33).play(activate=activate)
    assert cards.state.advantages_used == used
    again = UseAdvantage("algonquin_raids", conflict="massachusetts_bay")
    assert cards.table.refused(again).code in ("advantage_region", "not_a_target")


def test_33_or_none(cards: Cards) -> None:
    cards.hold("france", 33).begin().do(PlayEvent(33)).choose()
    assert cards.void() == [("effect", "activate_advantage")]


def test_33_a_conflict_marker_on_its_space_blocks_the_activation_too_8_1(cards: Cards) -> None:
    cards.table.flag("france", "iroquois").conflict("algonquin")
    cards.hold("france", 33).begin().do(PlayEvent(33))
    assert {option.activate.advantage for option in cards.asked() if option.activate} == {"iroquois_raids"}


def test_33_not_in_europe_and_not_just_gained(cards: Cards) -> None:
    cards.table.flag("france", "denmark_norway", "prussia_alliance")
    assert cards.hold("france", 33).refused(activate={"advantage": "baltic_trade"}).code == "event_target"


# 34 La Gabelle -------------------------------------------------------------------------------------


def test_34_britain_exhausts_up_to_two_advantages_without_effect_r_48(cards: Cards) -> None:
    cards.table.money("france", debt=1)
    cards.hold("britain", 34).play(exhaust=["algonquin_raids", "baltic_trade"])
    marked = ADVANTAGE.index["algonquin_raids"], ADVANTAGE.index["baltic_trade"]
    assert cards.state.advantages_exhausted == sum(1 << index for index in marked)
    assert AdvantageExhausted("baltic_trade") in cards.events
    assert (cards.conflicts(), cards.state.treaty_points, cards.points()["economic"]) == (set(), [0, 0], 2)


def test_34_an_exhausted_one_cannot_be_exhausted_again(cards: Cards) -> None:
    cards.table.state.advantages_exhausted = 1 << ADVANTAGE.index["wheat"]
    assert cards.hold("britain", 34).refused(exhaust=["wheat"]).code == "event_target"


def test_34_france_gets_points_and_scores_two(cards: Cards) -> None:
    cards.table.money("britain", debt=1)
    cards.hold("france", 34).play()
    assert (cards.points()["economic"], cards.vp()) == (2, 2)


def test_34_france_scores_three_with_governance(cards: Cards) -> None:
    cards.table.money("britain", debt=1)
    cards.hold("france", 34).ministry(25).begin()
    assert PlayEvent(34, ("m25",), bonus=True) in cards.table.options()
    cards.do(PlayEvent(34, ("m25",)))
    assert cards.vp() == 3


def test_34_no_bonus_for_governance_alone(cards: Cards) -> None:
    cards.hold("france", 34).ministry(25, up=True)
    assert cards.refused(bonus=True).facts["condition"] == "available_debt_lead"


# 35 Jesuit Abolition -------------------------------------------------------------------------------


def test_35_britain_unflags_sugar_and_gets_points_for_the_caribbean(cards: Cards) -> None:
    cards.hold("britain", 35).bonus().play(unflag=["martinique"])
    assert (cards.flag("martinique"), cards.restricted()) == ("", [("economic", 3, "caribbean_only")])


def test_35_britain_unflags_sugar_only(cards: Cards) -> None:
    cards.table.flag("france", "caicos")
    assert cards.hold("britain", 35).refused(unflag=["caicos"]).code == "event_target"


def test_35_france_pays_debt_back_and_scores(cards: Cards) -> None:
    cards.table.money("france", debt=3)
    cards.hold("france", 35).bonus().play()
    assert (cards.debt(), cards.vp()) == (1, 2)


# 36 Wealth of Nations ------------------------------------------------------------------------------


@BOTH
def test_36_less_debt_and_three_points(cards: Cards, side: str) -> None:
    cards.table.money(side, debt=1)
    cards.hold(side, 36).bonus().play()
    assert (cards.debt(), cards.points()["economic"]) == (0, 3)


def test_36_no_bonus_without_scholarship(cards: Cards) -> None:
    assert cards.hold("france", 36).refused(bonus=True).facts["wanted"] == "scholarship"


# 37 Debt Crisis ------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(("debt", "points", "vp"), [(0, [], 0), (1, [("economic", 3, "unflag_markets")], 0)])
def test_37_points_to_unflag_markets_with_more_available_debt(
    cards: Cards, side: str, debt: int, points: list[object], vp: int
) -> None:
    cards.table.money(OTHER[side], debt=debt)
    cards.hold(side, 37).play()
    assert (cards.restricted(), cards.vp()) == (points, vp)


@BOTH
def test_37_bonus_two_vp_for_a_lead_of_three(cards: Cards, side: str) -> None:
    cards.table.money(OTHER[side], debt=3)
    cards.hold(side, 37).play(bonus=True)
    assert (cards.restricted(), cards.vp()) == ([("economic", 3, "unflag_markets")], 2)


def test_37_the_points_unflag_markets_only(cards: Cards) -> None:
    cards.table.money("britain", debt=1)
    cards.hold("france", 37).play()
    assert cards.table.refused(ShiftMarket("ile_aux_noix", "flag", restricted=1)).facts["fitting"] == 0


# 38 East Asia Piracy -------------------------------------------------------------------------------


@BOTH
def test_38_three_points_for_more_squadrons_forts_and_alliances_in_india(cards: Cards, side: str) -> None:
    cards.table.flag(side, "arcot", "mysore").squadron(OTHER[side], "malabar_coast")
    cards.hold(side, 38).play()
    assert cards.vp() == 3


def test_38_a_tie_gives_nothing(cards: Cards) -> None:
    cards.table.flag("france", "arcot").squadron("britain", "malabar_coast")
    cards.hold("france", 38).play()
    assert (cards.vp(), cards.void()) == (0, [("effect", "vp")])


def test_38_has_no_bonus(cards: Cards) -> None:
    assert cards.hold("france", 38).refused(bonus=True).facts["condition"] == ""


# 39 Stamp Act --------------------------------------------------------------------------------------


def test_39_britain_pays_debt_back_and_gets_points(cards: Cards) -> None:
    cards.table.money("britain", debt=3)
    cards.hold("britain", 39).bonus().play()
    assert (cards.debt(), cards.points()["economic"]) == (1, 2)


def test_39_france_places_a_conflict_in_the_northern_colonies(cards: Cards) -> None:
    cards.hold("france", 39).play(conflicts=["sons_of_liberty"])
    assert cards.conflicts() == {"sons_of_liberty"}


def test_39_france_places_three_instead_with_the_bonus(cards: Cards) -> None:
    cards.hold("france", 39).bonus()
    assert cards.refused(conflicts=["albany"]).code == "event_count"
    cards.play(conflicts=["albany", "oswego", "niagara"])
    assert cards.conflicts() == {"albany", "oswego", "niagara"}


# 40 Falklands Crisis -------------------------------------------------------------------------------


def test_40_britain_scores_for_a_flag_in_spain_and_unflags_there(cards: Cards) -> None:
    cards.table.flag("britain", "savoy", "spain_prestige_3")
    cards.hold("britain", 40).play(unflag=["spain_alliance_upper"], bonus=True)
    assert (cards.vp(), cards.flag("spain_alliance_upper")) == (1, "")


def test_40_no_bonus_while_a_conflict_lies_on_the_advantage_r_68(cards: Cards) -> None:
    cards.table.flag("britain", "savoy", "spain_prestige_3").conflict("savoy")
    refusal = cards.hold("britain", 40).refused(bonus=True)
    assert (refusal.facts["condition"], refusal.facts["wanted"]) == ("advantage", "mediterranean_intrigue")


def test_40_an_exhausted_advantage_is_fine_r_68(cards: Cards) -> None:
    cards.table.flag("britain", "savoy", "spain_prestige_3")
    cards.table.state.advantages_exhausted = 1 << ADVANTAGE.index["mediterranean_intrigue"]
    cards.hold("britain", 40).play(bonus=True)
    assert cards.flag("spain_alliance_upper") == ""  # the only French space there


def test_40_a_flag_under_a_conflict_marker_scores_nothing_3_8(cards: Cards) -> None:
    cards.table.flag("britain", "spain_prestige_2").conflict("spain_prestige_2")
    cards.hold("britain", 40).play()
    assert cards.vp() == 0


def test_40_france_gets_a_military_point_for_each_space_of_spain(cards: Cards) -> None:
    cards.table.flag("france", "spain_prestige_2")
    cards.hold("france", 40).play("inv_d3_e2")
    assert cards.points() == {"diplomatic": 3, "military": 2}


@pytest.mark.parametrize("source", ["biscay", "navy_box"])
def test_40_france_takes_a_british_squadron_out_of_the_game(cards: Cards, source: str) -> None:
    cards.table.flag("france", "savoy", "spain_prestige_3").squadron("britain", "biscay")
    cards.hold("france", 40).play(squadron=source, bonus=True)
    assert cards.events[-1] == SquadronLost("britain", source)
    assert cards.state.lost == [0, 1]


# 41 Cook and Bougainville --------------------------------------------------------------------------


def test_41_britain_gets_a_point_for_two_squadrons_and_a_tile_that_is_not_bought(cards: Cards) -> None:
    cards.table.squadron("britain", "biscay", "balearic", "cabot_strait")
    cards.hold("britain", 41).bonus().play()
    assert cards.points()["economic"] == 2  # five squadrons
    option = cards.asked()[0]
    cards.do(option)
    assert cards.state.ap is not None
    assert (cards.state.ap.bonus_tiles_bought, len(cards.state.theatres[option.theater - 1].bonus[1])) == (0, 1)


@pytest.mark.parametrize("option", [False, True])
def test_41_with_fewer_than_two_squadrons_debt_may_open_the_action_or_not_6_1_r_76(cards: Cards, option: bool) -> None:
    cards.table.rules(event_41_without_points=option).flag("britain", "antigua")
    cards.table.state.navy_box[1], cards.table.state.unbuilt[1] = 1, 7
    cards.hold("britain", 41).play("inv_m3_d2")
    assert cards.void() == ([] if option else [("effect", "points")])
    offered = [each for each in cards.table.options("shift_market") if each.debt]
    assert bool(offered) == option
    if option:
        cards.do(offered[0])
        assert cards.debt() == offered[0].debt


def test_41_on_turn_6_there_is_no_tile_r_58(cards: Cards) -> None:
    cards.hold("britain", 41, turn="6").bonus().play()
    assert cards.void() == [("bonus", "draw_tile")]


def test_41_with_all_theatres_full_there_is_no_tile_5_6_1(cards: Cards) -> None:
    cards.hold("britain", 41).bonus()
    for theatre in (1, 2, 3):
        cards.lay("britain", theatre, 2)
    cards.play()
    assert cards.void() == [("bonus", "draw_tile")]


def test_41_france_builds_a_squadron_and_pays_debt_back(cards: Cards) -> None:
    cards.table.money("france", debt=3)
    cards.hold("france", 41).bonus().play()
    assert (cards.state.navy_box[0], cards.debt()) == (2, 1)


def test_41_france_has_eight_squadrons_at_most_3_6(cards: Cards) -> None:
    cards.table.state.unbuilt[0], cards.table.state.navy_box[0] = 0, 8
    cards.hold("france", 41).play()
    assert cards.void() == [("effect", "construct_squadron")]

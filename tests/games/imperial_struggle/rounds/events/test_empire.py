"""The cards of the Empire Era, 16 to 30: effect, bonus and a refusal, for each side where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adjudicator.games.imperial_struggle.fact_types import ADVANTAGE, COMMODITY, ECONOMIC, SPACE, WAR
from adjudicator.games.imperial_struggle.rules.advantages import UseAdvantage
from adjudicator.games.imperial_struggle.rules.control import AdvantageGained, AdvantageLost
from adjudicator.games.imperial_struggle.rules.deal import reset
from adjudicator.games.imperial_struggle.rules.events.advantages import AdvantageRefreshed
from adjudicator.games.imperial_struggle.rules.events.effects import ByngPlaced, DemandChanged, SquadronAway
from adjudicator.games.imperial_struggle.rules.events.playing import PlayEvent
from adjudicator.games.imperial_struggle.rules.points import ActionEnded
from adjudicator.games.imperial_struggle.rules.shifts import ShiftMarket, ShiftPolitical
from adjudicator.games.imperial_struggle.rules.squadrons import BuildSquadron, DeploySquadron

if TYPE_CHECKING:
    from conftest import Cards

BOTH = pytest.mark.parametrize("side", ["france", "britain"])
OTHER = {"france": "britain", "britain": "france"}


def ids(mask: int) -> tuple[str, ...]:
    return SPACE.ids_of(mask)


def demand(cards: Cards) -> list[str]:
    return [COMMODITY.ids[index] for index in cards.state.demand]


# 16 Caribbean Slave Unrest -------------------------------------------------------------------------


@BOTH
def test_16_a_conflict_on_a_caribbean_market_own_or_empty_ones_too_r_27(cards: Cards, side: str) -> None:
    cards.hold(side, 16).play(conflicts=["caicos"])
    assert cards.conflicts() == {"caicos"}


@BOTH
def test_16_bonus_a_second_one(cards: Cards, side: str) -> None:
    cards.hold(side, 16)
    cards.lay(side, 1)
    cards.play(conflicts=["caicos", "st_lucia"], bonus=True)
    assert cards.conflicts() == {"caicos", "st_lucia"}


def test_16_a_space_bears_one_marker_3_8(cards: Cards) -> None:
    cards.table.conflict("caicos")
    assert cards.hold("france", 16).refused(conflicts=["caicos"]).code == "event_target"


# 17 Pacte de Famille -------------------------------------------------------------------------------


def test_17_britain_unflags_french_spaces_of_spain_and_austria_cheaper_this_round(cards: Cards) -> None:
    cards.hold("britain", 17).bonus().play("inv_d3_m2")
    unflag = ShiftPolitical("spain_alliance_upper", "unflag", kind="major")
    assert cards.table.terms(unflag) == [("base", "5.5.2", 3), ("event", "5.2", -1)]
    assert cards.table.cost(ShiftPolitical("spain_prestige_2", "flag", kind="major")) == 2
    assert cards.table.cost(ShiftPolitical("bavaria", "unflag", kind="major")) == 3
    assert cards.points() == {"diplomatic": 4}


def test_17_the_reduction_never_leads_below_one_5_5_2(cards: Cards) -> None:
    cards.table.conflict("spain_alliance_upper")
    cards.hold("britain", 17).play("inv_d3_m2")
    assert cards.table.cost(ShiftPolitical("spain_alliance_upper", "unflag", kind="major")) == 1


def test_17_italy_influence_stays_at_one_also_in_a_further_region(cards: Cards) -> None:
    cards.table.flag("britain", "austria_alliance_3", "sardinia")
    cards.hold("britain", 17).play("inv_d3_m2")
    cards.do(ShiftPolitical("nizam", "flag", kind="major"))
    assert cards.table.cost(UseAdvantage("italy_influence", space="spain_alliance_upper")) == 1


def test_17_france_refreshes_european_advantages_and_gets_points_for_spain_and_austria(cards: Cards) -> None:
    for name in ("baltic_trade", "italy_influence", "wheat"):
        cards.table.state.advantages_exhausted |= 1 << ADVANTAGE.index[name]
    cards.hold("france", 17).bonus().play(refresh=["baltic_trade", "italy_influence"])
    assert cards.state.advantages_exhausted == 1 << ADVANTAGE.index["wheat"]
    assert AdvantageRefreshed("baltic_trade") in cards.events
    assert cards.restricted() == [("diplomatic", 2, "spain_and_austria")]


def test_17_france_may_refresh_fewer_but_only_in_europe(cards: Cards) -> None:
    for name in ("baltic_trade", "italy_influence", "wheat"):
        cards.table.state.advantages_exhausted |= 1 << ADVANTAGE.index[name]
    assert cards.hold("france", 17).refused(refresh=["wheat"]).code == "event_target"
    cards.do(PlayEvent(17)).choose()
    assert cards.state.advantages_exhausted.bit_count() == 3


# 18 Byng's Trial -----------------------------------------------------------------------------------


def test_18_britain_places_byng_at_a_theatre_that_lists_squadrons(cards: Cards) -> None:
    theatres = WAR.things[1].theatres
    with_squadrons = [theatre.order for theatre in theatres if theatre.squadron_regions]
    cards.hold("britain", 18).begin()
    refusal = cards.refused(theater=1)
    assert (refusal.code, refusal.facts["targets"]) == ("event_target", with_squadrons)
    cards.play(theater=with_squadrons[0])
    assert cards.events[-1] == ByngPlaced(with_squadrons[0], "was")
    assert cards.state.byng_theatre == with_squadrons[0]


def test_18_on_turn_6_byng_has_no_theatre_r_58(cards: Cards) -> None:
    cards.hold("britain", 18, turn="6").play()
    assert (cards.state.byng_theatre, cards.void()) == (0, [("effect", "place_byng")])


@pytest.mark.parametrize("source", ["navy_box", "biscay"])
def test_18_france_sends_a_british_squadron_to_the_turn_track_until_the_reset_4_1_5(cards: Cards, source: str) -> None:
    cards.table.squadron("britain", "biscay")
    cards.hold("france", 18).play(squadron=source)
    state = cards.state
    assert cards.events[-1] == SquadronAway("britain", source)
    assert state.away == [0, 1]
    assert (ids(state.squadrons[1]), state.navy_box[1]) == ((), 2) if source == "biscay" else (("biscay",), 1)
    before = state.navy_box[1]
    reset(state)
    assert (state.navy_box[1], state.away) == (before + 1, [0, 0])


def test_18_france_must_name_a_british_squadron(cards: Cards) -> None:
    cards.table.squadron("france", "balearic")
    cards.table.squadron("britain", "biscay")
    assert cards.hold("france", 18).refused(squadron="balearic").code == "event_target"


# 19 Le Beau Monde ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("commodity", "after"), [("furs", ["furs"]), (None, [])])
def test_19_britain_may_add_furs_or_cotton_to_the_demand(cards: Cards, commodity: str | None, after: list[str]) -> None:
    drawn = ["fish", "tobacco", "sugar"]
    cards.table.state.demand = [COMMODITY.index[id] for id in drawn]
    cards.hold("britain", 19).bonus().begin()
    cards.do(PlayEvent(19, cards.reveal)).choose(commodity=commodity)
    assert demand(cards) == [*after, *drawn]
    assert cards.points()["economic"] == 1


def test_19_no_other_commodity_and_none_twice(cards: Cards) -> None:
    cards.table.state.demand = [COMMODITY.index["furs"]]
    cards.hold("britain", 19)
    assert cards.refused(commodity="sugar").facts["targets"] == ["cotton"]
    assert cards.refused(commodity="furs").code == "event_target"


def test_19_france_gets_points_for_europe(cards: Cards) -> None:
    cards.hold("france", 19).bonus().play()
    assert cards.restricted() == [("diplomatic", 1, "europe_only"), ("diplomatic", 2, "europe_only")]
    assert cards.table.refused(ShiftPolitical("maratha", "flag")).code == "restricted_elsewhere"
    cards.do(ShiftPolitical("prussia_prestige", "flag"))
    assert cards.flag("prussia_prestige") == "france"


# 20 Hyder Ali --------------------------------------------------------------------------------------


@BOTH
def test_20_takes_control_of_a_local_alliance_of_india(cards: Cards, side: str) -> None:
    cards.table.flag(OTHER[side], "mysore")
    cards.hold(side, 20).bonus().play(option="take_control", take_control=["mysore"])
    assert (cards.flag("mysore"), cards.restricted()) == (side, [("economic", 2, "india_only")])


@BOTH
def test_20_or_places_two_conflicts_in_unprotected_spaces(cards: Cards, side: str) -> None:
    cards.table.flag("france", "vandavasi")  # protects Karaikal
    cards.hold(side, 20)
    assert cards.refused(option="conflicts", conflicts=["karaikal", "kurpa"]).code == "event_target"
    cards.play(option="conflicts", conflicts=["mysore", "kurpa"])
    assert cards.conflicts() == {"mysore", "kurpa"}


@BOTH
def test_20_an_advantage_taken_from_the_opponent_is_lost_then_gained_and_new_8_2(cards: Cards, side: str) -> None:
    cards.table.flag(OTHER[side], "mysore")
    cards.hold(side, 20).play(option="take_control", take_control=["mysore"])
    told = [event for event in cards.events if isinstance(event, AdvantageLost | AdvantageGained)]
    assert told == [AdvantageLost(OTHER[side], "power_struggle"), AdvantageGained(side, "power_struggle")]
    assert cards.table.refused(UseAdvantage("power_struggle", conflict="karaikal")).code == "advantage_new"


def test_20_what_is_held_already_is_not_taken(cards: Cards) -> None:
    cards.table.flag("france", "mysore").flag("britain", "nizam")
    cards.hold("france", 20).begin().do(PlayEvent(20))
    taken = {option.take_control for option in cards.asked() if option.option == "take_control"}
    assert taken == {("maratha",), ("nizam",)}


def test_20_one_of_the_two_must_be_named(cards: Cards) -> None:
    cards.hold("france", 20).begin().do(PlayEvent(20))
    assert {option.option for option in cards.asked()} == {"take_control", "conflicts"}


# 21 Co-Hong System ---------------------------------------------------------------------------------


@BOTH
def test_21_a_commodity_is_drawn_and_replaces_one(cards: Cards, side: str) -> None:
    cards.table.state.demand = sorted(COMMODITY.index[name] for name in ("furs", "fish", "sugar"))
    cards.hold(side, 21).bonus()
    cards.table.begin(side, "inv_d3_m2", chance=[{"draw": "commodity", "commodity": "tobacco"}])
    cards.do({"op": "take_investment", "tile": "inv_d3_m2"})
    cards.do(PlayEvent(21, cards.reveal))
    assert {option.replaces for option in cards.asked()} == {"furs", "fish", "sugar"}
    cards.choose(replaces="fish")
    assert DemandChanged("tobacco", "fish") in cards.events
    assert demand(cards) == ["furs", "tobacco", "sugar"]
    assert cards.restricted() == [("economic", 2, "india_only")]
    assert cards.state.ap is not None
    assert not [key for key in cards.state.ap.modifiers if key.startswith("21_")]


def test_21_the_choice_comes_after_the_draw(cards: Cards) -> None:
    cards.table.state.demand = [0, 1, 2]
    assert cards.hold("france", 21).refused(replaces="furs").code == "event_choice_later"


# 22 Corsican Crisis --------------------------------------------------------------------------------


@pytest.mark.parametrize(("where", "vp"), [("gulf_of_maine", 1), ("biscay", 0)])
def test_22_britain_shifts_sardinia_or_savoy_and_scores_if_no_french_squadron_is_in_europe(
    cards: Cards, where: str, vp: int
) -> None:
    cards.table.squadron("france", where)
    cards.hold("britain", 22).bonus().play(shift=["savoy"])
    assert (cards.flag("savoy"), cards.vp()) == ("britain", vp)


def test_22_britain_shifts_nothing_else(cards: Cards) -> None:
    assert cards.hold("britain", 22).refused(shift=["bavaria"]).code == "event_target"


@pytest.mark.parametrize(("flag", "vp"), [("", 1), ("britain", 0)])
def test_22_france_unflags_in_europe_and_scores_if_no_british_flag_is_in_spain(
    cards: Cards, flag: str, vp: int
) -> None:
    cards.table.flag(flag, "spain_prestige_3")
    cards.hold("france", 22).bonus().play(unflag=["austria_alliance_2"])
    assert (cards.flag("austria_alliance_2"), cards.vp()) == ("", vp)


def test_22_france_unflags_political_spaces_only(cards: Cards) -> None:
    assert cards.hold("france", 22).refused(unflag=["st_lucia"]).code == "event_target"


# 23 European Panic ---------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(("own", "other", "vp"), [(1, 3, 2), (0, 9, 4), (3, 1, 0)])
def test_23_a_point_for_each_debt_of_the_opponent_above_the_own(
    cards: Cards, side: str, own: int, other: int, vp: int
) -> None:
    cards.table.money(side, debt=own, limit=10).money(OTHER[side], debt=other, limit=10)
    cards.hold(side, 23).begin().do(PlayEvent(23))
    assert cards.vp() == vp


def test_23_compares_debt_whatever_the_limits_leave(cards: Cards) -> None:
    cards.table.money("france", debt=1, limit=6).money("britain", debt=4, limit=12)
    cards.hold("france", 23).begin().do(PlayEvent(23))
    assert cards.vp() == 3


def test_23_bonus_unflags_in_europe_with_a_lead_of_three(cards: Cards) -> None:
    cards.table.money("france", debt=0).money("britain", debt=3)
    cards.hold("france", 23).play(unflag=["austria_alliance_2"], bonus=True)
    assert (cards.vp(), cards.flag("austria_alliance_2")) == (3, "")


def test_23_two_are_not_enough_for_the_bonus(cards: Cards) -> None:
    cards.table.money("france", debt=0).money("britain", debt=2)
    assert cards.hold("france", 23).refused(bonus=True).facts["has"] == 2


# 24 West African Gold Mining -----------------------------------------------------------------------


@BOTH
def test_24_a_point_and_two_for_the_caribbean(cards: Cards, side: str) -> None:
    cards.table.money(OTHER[side], debt=1)
    cards.hold(side, 24).play("inv_m3_e2")
    assert (cards.points()["economic"], cards.restricted()) == (1, [("economic", 2, "caribbean_only")])


def test_24_the_points_may_join_the_minor_action_5_2_step_3(cards: Cards) -> None:
    cards.table.bare().flag("france", "st_domingue").flag("britain", "caicos")
    cards.hold("france", 24).play("inv_m3_e2")
    cards.do(ShiftMarket("port_de_paix", "flag", kind="minor"))  # 3 points: 2 of the tile, 1 of the event
    assert cards.points() == {"military": 3}


@pytest.mark.parametrize(("split", "left"), [(True, 1), (False, 0)])
def test_24_the_rest_of_points_that_joined_the_minor_action_is_another_action_or_lost_r_75(
    cards: Cards, split: bool, left: int
) -> None:
    cards.table.bare().flag("france", "st_domingue").rules(split_event_points=split)
    cards.hold("france", 24).play("inv_m3_e2")
    assert cards.state.ap is not None
    cards.state.ap.major[ECONOMIC] += 1
    cards.do(ShiftMarket("port_de_paix", "flag", kind="minor"))
    assert cards.points().get("economic", 0) == left
    assert (ActionEnded("france", "major", 1) in cards.events) == (not split)
    if not split:
        assert cards.table.refused(ShiftMarket("caicos", "flag", kind="major", debt=2)).code == "minor_spent"


def test_24_but_under_its_limits_no_flag_is_removed_5_3_2(cards: Cards) -> None:
    cards.table.bare().flag("france", "st_domingue").flag("britain", "caicos")
    cards.hold("france", 24).play("inv_m3_e2")
    refusal = cards.table.refused(ShiftMarket("caicos", "unflag", kind="minor"))
    assert refusal.code == "minor_cannot_remove"
    cards.do(ShiftMarket("caicos", "unflag", kind="major", debt=1))


def test_24_an_action_of_the_event_that_has_begun_is_completed_before_the_tiles_5_3(cards: Cards) -> None:
    cards.table.money("britain", debt=1)
    cards.table.bare().flag("france", "st_domingue", "martinique")
    cards.hold("france", 24).play("inv_m3_d2")
    cards.do(ShiftMarket("puerto_principe", "flag"))
    assert cards.restricted() == []
    cards.do(BuildSquadron(debt=1))
    assert cards.points() == {}


def test_24_no_bonus_without_the_lead(cards: Cards) -> None:
    assert cards.hold("france", 24).refused(bonus=True).code == "event_without_bonus"


# 25 War of the Quadruple Alliance ------------------------------------------------------------------


def test_25_britain_puts_a_squadron_on_the_turn_track_for_two_points(cards: Cards) -> None:
    cards.hold("britain", 25).play()
    assert (cards.state.away, cards.state.navy_box[1], cards.vp()) == ([0, 1], 1, 2)


def test_25_without_a_squadron_no_points(cards: Cards) -> None:
    cards.table.state.navy_box[1], cards.table.state.unbuilt[1] = 0, 8
    cards.hold("britain", 25).play()
    assert (cards.vp(), cards.void()) == (0, [("effect", "squadron_away")])


@pytest.mark.parametrize(("pay", "debt", "trp"), [("debt", 1, 1), ("trp", 0, 0)])
def test_25_bonus_a_squadron_for_debt_or_a_treaty_point(cards: Cards, pay: str, debt: int, trp: int) -> None:
    cards.table.money("britain", trp=1)
    cards.hold("britain", 25).bonus().play(pay=pay)
    state = cards.state
    assert (state.unbuilt[1], state.navy_box[1], cards.debt(), state.treaty_points[1]) == (5, 2, debt, trp)


def test_25_bonus_at_the_limit_it_is_the_treaty_point_r_39(cards: Cards) -> None:
    cards.table.money("britain", debt=6, trp=1)
    assert cards.hold("britain", 25).bonus().refused(pay="debt").code == "event_argument"
    cards.play()
    assert (cards.debt(), cards.state.treaty_points[1]) == (6, 0)


def test_25_bonus_without_both_the_debt_is_forced_6_3b(cards: Cards) -> None:
    cards.table.money("britain", debt=6)
    cards.hold("britain", 25).bonus().play()
    assert (cards.debt(), cards.vp()) == (6, 2 - 1)


def test_25_france_shifts_in_spain_and_gets_a_point(cards: Cards) -> None:
    cards.hold("france", 25).bonus().play("inv_d3_m2", shift=["spain_prestige_2"])
    assert (cards.flag("spain_prestige_2"), cards.points()) == ("france", {"diplomatic": 4})


def test_25_france_shifts_nowhere_else(cards: Cards) -> None:
    assert cards.hold("france", 25).refused(shift=["savoy"]).code == "event_target"


# 26 Salon d'Hercule --------------------------------------------------------------------------------


def test_26_britain_forces_debt_on_france(cards: Cards) -> None:
    cards.hold("britain", 26).bonus().play()
    assert cards.debt("france") == 3


def test_26_france_gets_points_for_europe_twice(cards: Cards) -> None:
    cards.hold("france", 26).bonus().play("inv_m3_d2")
    assert sum(n for _, n, _ in cards.restricted()) == 4
    assert cards.table.refused(ShiftPolitical("maratha", "flag", restricted=1)).code == "restricted_points"
    cards.do(ShiftPolitical("prussia_prestige", "flag", kind="major"))
    assert sum(n for _, n, _ in cards.restricted()) == 1


# 27 Bengal Famine ----------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("chosen", [["kurpa", "maratha"], ["kurpa"], []])
def test_27_up_to_two_conflicts_in_india(cards: Cards, side: str, chosen: list[str]) -> None:
    cards.hold(side, 27).begin().do(PlayEvent(27)).choose(conflicts=chosen)
    assert cards.conflicts() == set(chosen)


def test_27_in_india_only(cards: Cards) -> None:
    assert cards.hold("france", 27).refused(conflicts=["albany"]).code == "event_target"


# 28 Father le Loutre -------------------------------------------------------------------------------


def test_28_britain_places_a_conflict_on_fish_and_gets_military_points_for_north_america(cards: Cards) -> None:
    cards.hold("britain", 28).bonus().play("inv_m3_d2", conflicts=["georges_bank"])
    assert (cards.conflicts(), cards.restricted()) == ({"georges_bank"}, [("military", 2, "north_america_only")])
    assert cards.table.refused(BuildSquadron(restricted=1)).code == "restricted_points"
    cards.do(DeploySquadron("navy_box", "gulf_of_maine"))
    assert cards.restricted() == [("military", 1, "north_america_only")]


def test_28_britain_places_it_on_fish_only(cards: Cards) -> None:
    assert cards.hold("britain", 28).refused(conflicts=["albany"]).code == "event_target"


def test_28_france_places_one_on_a_british_market_and_gets_points_for_north_america(cards: Cards) -> None:
    cards.hold("france", 28).bonus().play(conflicts=["hudson_valley"])
    assert (cards.conflicts(), cards.restricted()) == ({"hudson_valley"}, [("economic", 2, "north_america_only")])


def test_28_france_places_it_on_a_british_market_only(cards: Cards) -> None:
    assert cards.hold("france", 28).refused(conflicts=["cataraqui"]).code == "event_target"


# 29 War of the Polish Succession -------------------------------------------------------------------


def test_29_britain_gets_treaty_points_and_with_the_bonus_shifts_russia(cards: Cards) -> None:
    cards.hold("britain", 29).play()
    assert (cards.state.treaty_points[1], cards.flag("russia")) == (2, "")


def test_29_britain_shifts_russia(cards: Cards) -> None:
    cards.hold("britain", 29).bonus().play(shift=["russia"])
    assert cards.flag("russia") == "britain"


def test_29_britain_does_not_shift_sweden(cards: Cards) -> None:
    assert cards.hold("britain", 29).bonus().refused(shift=["sweden"]).code == "event_argument"


def test_29_france_scores_and_shifts_russia_or_sweden(cards: Cards) -> None:
    cards.hold("france", 29).bonus().play(shift=["sweden"])
    assert (cards.vp(), cards.flag("sweden")) == (2, "france")


def test_29_france_shifts_nothing_else(cards: Cards) -> None:
    assert cards.hold("france", 29).bonus().refused(shift=["savoy"]).code == "event_target"


# 30 Jonathan's Coffee-House ------------------------------------------------------------------------


@BOTH
def test_30_two_economic_points_and_one_more_with_less_debt(cards: Cards, side: str) -> None:
    cards.table.money(side, debt=2)
    cards.hold(side, 30).bonus().play()
    assert (cards.points(), cards.debt()) == ({"economic": 6}, 1)


def test_30_needs_an_economic_tile(cards: Cards) -> None:
    cards.hold("france", 30).begin("inv_m3_e2")
    assert cards.table.refused(PlayEvent(30)).code == "event_wrong_type"

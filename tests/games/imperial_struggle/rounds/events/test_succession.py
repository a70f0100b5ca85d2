"""The cards of the Succession Era, 1 to 15: effect, bonus and a refusal, for each side where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adjudicator.games.imperial_struggle.facts import facts
from adjudicator.games.imperial_struggle.rules.advantages import UseAdvantage
from adjudicator.games.imperial_struggle.rules.debt import ForcedDebt
from adjudicator.games.imperial_struggle.rules.events.choices import Activation, ChooseForEvent
from adjudicator.games.imperial_struggle.rules.events.effects import EventShifted, FortDamaged
from adjudicator.games.imperial_struggle.rules.events.playing import PlayEvent
from adjudicator.games.imperial_struggle.rules.events.tiles import BonusTileReturned
from adjudicator.games.imperial_struggle.rules.scoring import DemandScored
from adjudicator.games.imperial_struggle.rules.shifts import ShiftMarket, ShiftPolitical
from adjudicator.games.imperial_struggle.rules.squadrons import BuildSquadron
from adjudicator.games.imperial_struggle.rules.war_tiles import BonusTilePlaced, Move, PlaceBonusTile

if TYPE_CHECKING:
    from conftest import Cards

BOTH = pytest.mark.parametrize("side", ["france", "britain"])
OTHER = {"france": "britain", "britain": "france"}


# 1 Carnatic War ------------------------------------------------------------------------------------


@BOTH
def test_1_a_conflict_in_india_for_each_local_alliance_there(cards: Cards, side: str) -> None:
    cards.table.flag(side, "maratha", "nizam", "mysore").conflict("mysore")
    cards.hold(side, 1).play(conflicts=["kurpa", "plassey"])
    assert cards.conflicts() == {"mysore", "kurpa", "plassey"}


@BOTH
def test_1_bonus_damages_a_fort_in_india_or_shifts_cotton(cards: Cards, side: str) -> None:
    cards.table.flag(OTHER[side], "arcot", "louisbourg")
    cards.hold(side, 1).bonus().play(option="damage_fort", fort="arcot")
    assert cards.events[-1] == FortDamaged(OTHER[side], "arcot")
    assert cards.state.damaged == facts().mask(["arcot"])


def test_1_bonus_the_shift_of_a_cotton_market(cards: Cards) -> None:
    cards.table.flag("britain", "arcot")
    cards.hold("france", 1).bonus().play(option="shift", shift=["midnapore"])
    assert cards.flag("midnapore") == ""


def test_1_the_fort_must_be_in_india_r_37(cards: Cards) -> None:
    cards.table.flag("britain", "louisbourg", "arcot")
    refusal = cards.hold("france", 1).bonus().refused(option="damage_fort", fort="louisbourg")
    assert (refusal.code, refusal.facts["targets"]) == ("event_target", ["arcot"])


# 2 Acts of Union -----------------------------------------------------------------------------------


def test_2_britain_gets_a_point_to_unflag_in_europe_and_two_vp(cards: Cards) -> None:
    cards.table.flag("britain", "ireland_prestige").conflict("bavaria")
    cards.hold("britain", 2).play()
    assert (cards.restricted(), cards.vp()) == ([("diplomatic", 1, "unflag_in_europe")], 2)
    refusal = cards.table.refused(ShiftPolitical("savoy", "flag", kind="major"))
    assert (refusal.code, refusal.rule) == ("restricted_elsewhere", "5.2")
    cards.do(ShiftPolitical("bavaria", "unflag", kind="major"))
    assert cards.restricted() == []


def test_2_debt_added_to_the_point_is_bound_by_its_condition_r_08(cards: Cards) -> None:
    cards.hold("britain", 2).play()
    assert cards.table.refused(ShiftPolitical("savoy", "flag", kind="major", debt=1)).code == "restricted_elsewhere"
    assert cards.table.refused(ShiftPolitical("bavaria", "unflag", kind="major", debt=3)).code == "restricted_needed"
    cards.do(ShiftPolitical("bavaria", "unflag", kind="major", debt=2))
    assert (cards.flag("bavaria"), cards.debt()) == ("", 2)


def test_2_debt_alone_may_pay_where_the_campaign_says_so_r_08(cards: Cards) -> None:
    cards.table.rules(debt_alone_with_bound_points=True)
    cards.hold("britain", 2).play()
    assert cards.table.refused(ShiftPolitical("savoy", "flag", kind="major", debt=2)).code == "restricted_elsewhere"
    cards.do(ShiftPolitical("bavaria", "unflag", kind="major", debt=3))
    assert (cards.flag("bavaria"), cards.restricted()) == ("", [("diplomatic", 1, "unflag_in_europe")])


def test_2_debt_alone_does_not_go_on_with_an_action_of_bound_points_5_2_r_08(cards: Cards) -> None:
    cards.hold("britain", 2).play("inv_m3_e2")
    cards.do(ShiftPolitical("bavaria", "unflag", kind="major", debt=2))
    refusal = cards.table.refused(ShiftPolitical("savoy", "flag", kind="major", debt=2))
    assert (refusal.code, refusal.facts) == ("restricted_spent", {"type": "diplomatic"})


def test_2_france_gets_two_points_and_unflags_outside_spain_and_austria(cards: Cards) -> None:
    cards.table.flag("france", "scotland_prestige")
    cards.hold("france", 2).play(unflag=["german_states_alliance_3"])
    assert cards.points() == {"diplomatic": 2, "military": 3}
    assert cards.flag("german_states_alliance_3") == ""


def test_2_france_does_not_unflag_austria(cards: Cards) -> None:
    cards.table.flag("france", "scotland_prestige")
    assert cards.hold("france", 2).refused(unflag=["austria_alliance_2"]).code == "event_target"


# 3 Tropical Diseases -------------------------------------------------------------------------------


@BOTH
def test_3_a_caribbean_market_of_each_side_and_one_more_of_the_opponent(cards: Cards, side: str) -> None:
    cards.table.flag(OTHER[side], "caicos", "antigua").flag(side, "puerto_rico")
    cards.hold(side, 3).bonus().play(remove_enemy=["caicos", "antigua"], remove_own=["puerto_rico"])
    assert [cards.flag(space) for space in ("caicos", "antigua", "puerto_rico")] == ["", "", ""]


def test_3_without_an_own_market_only_the_opponent_loses_one_5_2_step_2(cards: Cards) -> None:
    cards.table.bare().flag("britain", "caicos")
    cards.hold("france", 3).play()
    assert (cards.flag("caicos"), cards.void()) == ("", [("effect", "remove_own")])


def test_3_both_flags_must_be_named(cards: Cards) -> None:
    refusal = cards.hold("france", 3).refused(remove_enemy=["st_lucia"])
    assert (refusal.code, refusal.facts["argument"], refusal.facts["least"]) == ("event_count", "remove_own", 1)


# 4 South Sea Speculation ---------------------------------------------------------------------------


@BOTH
def test_4_unflags_a_market_anywhere(cards: Cards, side: str) -> None:
    cards.table.bare().flag(OTHER[side], "caicos", "plassey")
    cards.hold(side, 4).play(unflag=["plassey"])
    assert (cards.flag("plassey"), cards.flag("caicos")) == ("", OTHER[side])


def test_4_but_none_that_would_isolate_another(cards: Cards) -> None:
    cards.table.bare().flag("britain", "carolinas", "bahamas_run_west", "bahamas_run_north", "georgia")
    refusal = cards.hold("france", 4).refused(unflag=["bahamas_run_west"])
    assert (refusal.code, refusal.facts["targets"]) == ("event_target", ["georgia", "bahamas_run_north"])


@BOTH
def test_4_bonus_makes_one_squadron_of_the_round_two_points_cheaper_r_26(cards: Cards, side: str) -> None:
    cards.hold(side, 4).bonus().play(unflag=["st_lucia" if side == "france" else "martinique"])
    assert cards.table.terms(BuildSquadron(kind="major")) == [("base", "5.6.5", 4), ("event", "5.2", -2)]
    cards.do(BuildSquadron(kind="major"))
    assert cards.table.cost(BuildSquadron(kind="major")) == 4


def test_4_bonus_adds_up_with_slaving_contracts_and_still_needs_a_military_action_r_26(cards: Cards) -> None:
    cards.table.flag("france", "asiento")
    cards.hold("france", 4).bonus().play(unflag=["st_lucia"])
    assert cards.table.cost(UseAdvantage("slaving_contracts")) == 0
    cards.do(UseAdvantage("slaving_contracts", kind="major"))
    assert cards.state.navy_box[0] == 2


def test_4_bonus_without_a_military_action_builds_nothing_r_26(cards: Cards) -> None:
    cards.table.flag("france", "asiento")
    cards.hold("france", 4).bonus().play("inv_e3_d2", unflag=["st_lucia"])
    assert cards.table.refused(UseAdvantage("slaving_contracts")).code == "wrong_type"


# 5 War of Jenkins' Ear -----------------------------------------------------------------------------


def test_5_britain_pays_debt_back_and_france_takes_one(cards: Cards) -> None:
    cards.table.money("britain", debt=3)
    cards.hold("britain", 5).bonus().play()
    assert (cards.debt("britain"), cards.debt("france")) == (1, 1)


def test_5_forced_debt_above_the_limit_gives_points_instead_6_3b(cards: Cards) -> None:
    cards.table.money("france", debt=6)
    cards.hold("britain", 5).bonus().play()
    assert ForcedDebt("france", 0, 1, "war_of_jenkins_ear") in cards.events
    assert cards.vp() == 1


def test_5_france_places_a_conflict_on_a_british_caribbean_market_and_gets_a_point(cards: Cards) -> None:
    cards.hold("france", 5).bonus().play(conflicts=["georgia"])
    assert (cards.conflicts(), cards.points()["diplomatic"]) == ({"georgia"}, 1)


def test_5_the_market_must_be_british(cards: Cards) -> None:
    assert cards.hold("france", 5).refused(conflicts=["martinique"]).code == "event_target"


# 6 Native American Alliances -----------------------------------------------------------------------


def test_6_britain_shifts_a_local_alliance_and_activates_an_advantage_just_gained_r_25(cards: Cards) -> None:
    cards.hold("britain", 6).bonus().play(
        shift=["iroquois"], activate={"advantage": "iroquois_raids", "conflict": "albany"}
    )
    f = facts()
    assert (cards.flag("iroquois"), cards.conflicts()) == ("britain", {"albany"})
    assert not cards.state.advantages_exhausted
    assert (cards.state.advantages_used, cards.state.advantage_regions) == (1, 1 << f.region["north_america"])


def test_6_an_exhausted_advantage_is_activated_too_r_25(cards: Cards) -> None:
    cards.table.state.advantages_exhausted = 1 << facts().advantage["wheat"]
    cards.hold("britain", 6).bonus().play(shift=["algonquin"], activate={"advantage": "wheat"})
    assert "active_wheat" in cards.state.ap.modifiers  # type: ignore[union-attr]


def test_6_wheat_is_used_later_in_the_round_without_a_marker_r_25(cards: Cards) -> None:
    cards.table.flag("britain", "niagara")
    cards.table.state.advantages_exhausted = 0
    cards.hold("britain", 6).bonus().play("inv_d3_e2", shift=["iroquois"], activate={"advantage": "wheat"})
    assert cards.state.advantages_used == 1
    assert cards.table.refused(UseAdvantage("iroquois_raids", conflict="albany")).code == "advantage_new"


def test_6_britain_must_name_a_local_alliance_of_north_america(cards: Cards) -> None:
    assert cards.hold("britain", 6).refused(shift=["maratha"]).code == "event_target"


def test_6_activations_are_offered_with_their_targets(cards: Cards) -> None:
    cards.hold("britain", 6).bonus().begin()
    cards.do(PlayEvent(6, cards.reveal)).choose(shift=["iroquois"])
    found = {option.activate for option in cards.asked()}
    assert {Activation("wheat"), Activation("iroquois_raids", "albany")} < found


def test_6_france_gets_points_for_north_america_and_unflags_a_local_alliance(cards: Cards) -> None:
    cards.table.flag("britain", "iroquois")
    cards.hold("france", 6).bonus().play("inv_d3_m2")
    assert (cards.restricted(), cards.flag("iroquois")) == ([("economic", 2, "north_america_only")], "")
    refusal = cards.table.refused(ShiftMarket("puerto_rico", "flag"))
    assert refusal.code in ("restricted_elsewhere", "not_connected")
    cards.do(ShiftMarket("niagara", "flag"))


def test_6_connections_count_for_the_points_5_2_step_4(cards: Cards) -> None:
    cards.hold("france", 6).play("inv_d3_m2")
    assert cards.table.refused(ShiftMarket("georges_bank", "flag")).code == "not_connected"


# 7 Austro-Spanish Rivalry --------------------------------------------------------------------------


def test_7_britain_places_a_conflict_in_spain_and_sends_a_tile_back_unseen_r_38(cards: Cards) -> None:
    cards.hold("britain", 7).bonus()
    tiles = cards.lay("france", 2, 2)
    cards.play(conflicts=["spain_prestige_2"], theater=2)
    assert cards.conflicts() == {"spain_prestige_2"}
    returned = next(event for event in cards.events if isinstance(event, BonusTileReturned))
    assert returned == BonusTileReturned("france", 2, war="wss")
    left = cards.state.theatres[1].bonus[0]
    assert len(left) == 1
    assert facts().war_tiles[left[0]].id in tiles


def test_7_only_a_theatre_with_a_tile_can_be_named(cards: Cards) -> None:
    cards.hold("britain", 7).bonus()
    cards.lay("france", 2)
    cards.lay("france", 3)
    refusal = cards.refused(conflicts=["spain_prestige_2"], theater=1)
    assert (refusal.code, refusal.facts["targets"]) == ("event_target", [2, 3])


@pytest.mark.parametrize("kind", ["diplomatic", "economic"])
def test_7_france_unflags_the_dutch_and_gets_points_for_india(cards: Cards, kind: str) -> None:
    cards.hold("france", 7).bonus().play(unflag=["dutch_republic_prestige"], option=kind)
    assert (cards.flag("dutch_republic_prestige"), cards.restricted()) == ("", [(kind, 2, "india_only")])


def test_7_france_cannot_have_military_points(cards: Cards) -> None:
    refusal = cards.hold("france", 7).bonus().refused(option="military")
    assert refusal.code in ("event_option", "event_argument")


# 8 Tax Reform --------------------------------------------------------------------------------------


@BOTH
def test_8_debt_that_is_not_there_may_become_economic_points(cards: Cards, side: str) -> None:
    cards.table.money(side, debt=1)
    cards.hold(side, 8).bonus().play(points=2)
    assert (cards.debt(), cards.points()) == (0, {"economic": 5})


def test_8_or_not(cards: Cards) -> None:
    cards.table.money("france", debt=1)
    cards.hold("france", 8).begin()
    cards.do(PlayEvent(8)).choose(points=0)
    assert (cards.debt(), cards.points()) == (0, {"economic": 3})


def test_8_with_debt_enough_nothing_is_asked(cards: Cards) -> None:
    cards.table.money("france", debt=5)
    cards.hold("france", 8).bonus().play()
    assert (cards.debt(), cards.points()) == (2, {"economic": 3})


def test_8_no_more_points_than_debt_is_missing(cards: Cards) -> None:
    cards.table.money("france", debt=1)
    refusal = cards.hold("france", 8).refused(points=2)
    assert refusal.code in ("event_target", "event_argument")


# 9 Great Northern War ------------------------------------------------------------------------------


def test_9_britain_shifts_in_the_german_states_and_scores_for_both(cards: Cards) -> None:
    cards.hold("britain", 9).bonus().play(shift=["german_states_alliance_2"])
    assert (cards.vp(), cards.points()["diplomatic"]) == (2, 1)


def test_9_a_conflict_marker_denies_the_points_3_8(cards: Cards) -> None:
    cards.table.conflict("german_states_alliance_3")
    cards.hold("britain", 9).play(shift=["german_states_alliance_2"])
    assert (cards.vp(), cards.void()) == (0, [("effect", "vp")])


def test_9_britain_must_name_a_german_state(cards: Cards) -> None:
    assert cards.hold("britain", 9).refused(shift=["bavaria"]).code == "event_argument"


def test_9_france_shifts_russia_or_scores_if_it_is_french(cards: Cards) -> None:
    cards.hold("france", 9).bonus().play()
    assert (cards.flag("russia"), cards.vp(), cards.points()["diplomatic"]) == ("france", 0, 1)


def test_9_france_scores_for_french_russia(cards: Cards) -> None:
    cards.table.flag("france", "russia")
    cards.hold("france", 9).play()
    assert (cards.flag("russia"), cards.vp()) == ("france", 2)


# 10 Vatican Politics -------------------------------------------------------------------------------


def test_10_britain_gets_points_for_german_and_dutch_spaces_and_europe(cards: Cards) -> None:
    cards.hold("britain", 10).bonus().play()
    assert cards.restricted() == [("diplomatic", 2, "german_and_dutch"), ("diplomatic", 1, "europe_only")]
    assert cards.table.refused(ShiftPolitical("nizam", "flag")).code == "restricted_elsewhere"
    assert cards.table.refused(ShiftPolitical("spain_prestige_3", "flag", debt=3)).code == "restricted_needed"
    cards.do(ShiftPolitical("prussia_prestige", "flag"))  # both together
    assert cards.restricted() == []


def test_10_the_narrowest_points_are_spent_first(cards: Cards) -> None:
    cards.hold("britain", 10).bonus().play()
    cards.do(ShiftPolitical("prussia_alliance", "flag"))
    assert cards.restricted() == [("diplomatic", 1, "europe_only")]


def test_10_unless_the_player_says_how_many(cards: Cards) -> None:
    cards.hold("britain", 10).bonus().play("inv_d3_m2")
    cards.do(ShiftPolitical("prussia_alliance", "flag", restricted=0))
    assert (sum(n for _, n, _ in cards.restricted()), cards.points()) == (3, {"diplomatic": 1})
    refusal = cards.table.refused(ShiftPolitical("savoy", "flag", restricted=3))
    assert (refusal.code, refusal.facts["fitting"]) == ("restricted_points", 1)


def test_10_france_shifts_in_spain_or_austria_and_scores_if_britain_has_nothing_left(cards: Cards) -> None:
    cards.hold("france", 10).bonus().play(shift=["austria_alliance_2"])
    assert (cards.flag("austria_alliance_2"), cards.vp()) == ("", 2)


@pytest.mark.parametrize(("counts", "vp"), [(True, 0), (False, 2)])
def test_10_a_british_flag_under_a_conflict_marker_is_a_flag_r_28(cards: Cards, counts: bool, vp: int) -> None:
    cards.table.conflict("austria_alliance_2").rules(conflict_flag_in_negative_conditions=counts)
    cards.hold("france", 10).bonus().play(shift=["spain_prestige_2"])
    assert cards.vp() == vp


def test_10_france_shifts_nowhere_else(cards: Cards) -> None:
    assert cards.hold("france", 10).refused(shift=["savoy"]).code == "event_target"


# 11 Calico Acts ------------------------------------------------------------------------------------


def test_11_britain_gets_points_to_unflag_markets_5_2_example(cards: Cards) -> None:
    cards.table.flag("britain", "west_bengal")
    cards.hold("britain", 11).play("inv_e3_m2")
    assert cards.restricted() == [("economic", 2, "unflag_markets")]
    cards.do(ShiftMarket("plassey", "unflag"))
    assert (cards.restricted(), cards.points()) == ([], {"economic": 2})


def test_11_the_points_do_not_flag(cards: Cards) -> None:
    cards.hold("britain", 11).play("inv_e3_m2")
    refusal = cards.table.refused(ShiftMarket("albany", "flag", restricted=1))
    assert (refusal.code, refusal.facts["fitting"]) == ("restricted_points", 0)


@pytest.mark.parametrize("score", [True, False])
def test_11_britain_may_score_cotton_for_whoever_leads_r_56(cards: Cards, score: bool) -> None:
    cards.hold("britain", 11).bonus().begin()
    cards.do(PlayEvent(11, cards.reveal)).choose("bonus", score_cotton=score)
    assert any(isinstance(event, DemandScored) for event in cards.events) == score
    assert (cards.vp(), cards.state.treaty_points[0]) == (
        (-2, 1) if score else (0, 0)
    )  # two French markets, one British


def test_11_france_unflags_cotton_and_sends_a_squadron_home(cards: Cards) -> None:
    cards.table.squadron("britain", "biscay", "balearic")
    cards.hold("france", 11).bonus().play(unflag=["midnapore"], squadron="biscay")
    assert (cards.flag("midnapore"), cards.state.squadrons[1]) == ("", facts().mask(["balearic"]))


def test_11_the_squadron_must_be_british_and_on_the_map(cards: Cards) -> None:
    cards.table.squadron("britain", "biscay", "balearic")
    refusal = cards.hold("france", 11).bonus().refused(squadron="navy_box")
    assert (refusal.code, refusal.facts["targets"]) == ("event_target", ["biscay", "balearic"])


# 12 Military Spending Overruns ---------------------------------------------------------------------


@BOTH
def test_12_the_opponent_chooses_what_he_loses(cards: Cards, side: str) -> None:
    other = OTHER[side]
    cards.table.flag(other, "arcot").squadron(other, "biscay").money(other, debt=2)
    cards.hold(side, 12)
    (tile,) = cards.lay(other, 1)
    cards.begin().do(PlayEvent(12))
    (decision,) = cards.table.match.decisions()
    assert (decision.seats, decision.context["options"]) == ((other,), ["damage_fort", "squadron", "return_tile"])
    assert tile not in str(decision.context)
    assert cards.table.match.options(side) == []
    cards.choose(by=other, option="damage_fort", fort="arcot")
    cards.choose("bonus", by=other, option="return_tile", tile=tile)
    assert cards.state.damaged == facts().mask(["arcot"])
    assert cards.events[-1] == BonusTileReturned(other, 1, war="wss")
    assert cards.table.decision == "use_tile"


@BOTH
def test_12_bonus_the_opponent_may_damage_another_fort_of_his_own(cards: Cards, side: str) -> None:
    other = OTHER[side]
    cards.table.flag(other, "arcot", "ohio_forks", "halifax").flag(side, "vandavasi").money(other, debt=2)
    cards.hold(side, 12).begin().do(PlayEvent(12)).choose(by=other, option="damage_fort", fort="arcot")
    assert {option.fort for option in cards.asked()} == {"ohio_forks", "halifax"}
    cards.choose("bonus", by=other, option="damage_fort", fort="halifax")
    assert cards.state.damaged == facts().mask(["arcot", "halifax"])


def test_12_without_the_lead_he_loses_one_thing_only(cards: Cards) -> None:
    cards.table.flag("britain", "arcot", "halifax").money("britain", debt=0).money("france", debt=0)
    cards.hold("france", 12).begin().do(PlayEvent(12)).choose(by="britain", option="damage_fort", fort="arcot")
    assert (cards.state.damaged, cards.table.decision) == (facts().mask(["arcot"]), "use_tile")


def test_12_what_is_the_only_thing_to_lose_is_lost_at_once(cards: Cards) -> None:
    cards.table.squadron("britain", "biscay")
    cards.hold("france", 12).play()
    assert (cards.state.squadrons[1], cards.state.navy_box[1]) == (0, 3)


def test_12_nothing_to_lose_nothing_happens(cards: Cards) -> None:
    cards.hold("france", 12).play()
    assert cards.table.decision == "use_tile"
    assert cards.void() == [("effect", op) for op in ("damage_fort", "squadron_home", "return_own_tile")]


def test_12_the_opponent_cannot_lose_what_he_does_not_have(cards: Cards) -> None:
    cards.table.flag("britain", "arcot").squadron("britain", "biscay", "balearic")
    cards.hold("france", 12).begin().do(PlayEvent(12))
    cards.table.seat = "britain"
    assert cards.table.refused(ChooseForEvent(12, "effect", "damage_fort", fort="halifax")).code == "event_target"
    assert cards.table.refused(ChooseForEvent(12, "effect", "return_tile")).code == "event_option"


# 13 Alberoni's Ambition ----------------------------------------------------------------------------


def test_13_britain_flags_markets_next_to_its_own(cards: Cards) -> None:
    cards.hold("britain", 13).bonus().play("inv_m3_d2")
    assert cards.restricted() == [
        ("economic", 2, "flag_next_to_own_markets"),
        ("economic", 1, "flag_next_to_own_markets"),
    ]
    assert (
        cards.table.refused(ShiftMarket("bahamas_run_west", "flag")).code == "restricted_elsewhere"
    )  # a territory only
    cards.do(ShiftMarket("albany", "flag"))  # next to Hudson Valley, 3 points
    assert cards.flag("albany") == "britain"


def test_13_a_market_with_a_conflict_marker_does_not_count_3_8(cards: Cards) -> None:
    cards.table.bare().flag("britain", "jamaica", "cayman_passage").conflict("cayman_passage")
    cards.table.squadron("britain", "cuba_passage")
    cards.hold("britain", 13).play("inv_m3_d2")
    assert cards.table.refused(ShiftMarket("st_james", "flag")).code == "restricted_elsewhere"


def test_13_france_shifts_an_alliance_and_scores_for_savoy_and_sardinia(cards: Cards) -> None:
    cards.table.flag("france", "savoy", "sardinia")
    cards.hold("france", 13).bonus().play(shift=["dutch_republic_alliance"])
    assert (cards.flag("dutch_republic_alliance"), cards.vp()) == ("france", 3)


def test_13_no_prestige_space_is_shifted_and_half_of_the_pair_scores_nothing(cards: Cards) -> None:
    cards.table.flag("france", "savoy")
    assert cards.hold("france", 13).refused(shift=["austria_prestige_upper"]).code == "event_target"
    cards.bonus().play(shift=["dutch_republic_alliance"])
    assert (cards.vp(), cards.void()) == (0, [("bonus", "vp")])


# 14 Famine in Ireland ------------------------------------------------------------------------------


def test_14_britain_unflags_a_french_space_of_ireland_or_scotland(cards: Cards) -> None:
    cards.hold("britain", 14).play(unflag=["ireland_alliance"])
    assert cards.events[-1] == EventShifted("britain", 14, "ireland_alliance", "unflag")


def test_14_britain_unflags_nothing_else(cards: Cards) -> None:
    cards.table.flag("france", "scotland_prestige")
    assert cards.hold("britain", 14).refused(unflag=["bavaria"]).code == "event_target"


def test_14_france_draws_a_tile_for_each_irish_space_into_the_rebellion(cards: Cards) -> None:
    cards.table.flag("france", "ireland_prestige")
    cards.hold("france", 14).play()  # where they lie needs no question: there is room
    placed = [event for event in cards.events if isinstance(event, BonusTilePlaced)]
    assert [event.theater for event in placed] == [4, 4]
    assert len(cards.state.theatres[3].bonus[0]) == 2
    assert cards.state.ap is not None
    assert (cards.state.ap.bonus_tiles_bought, cards.table.decision) == (0, "use_tile")


def test_14_a_third_tile_makes_room_or_goes_elsewhere_5_6_1(cards: Cards) -> None:
    cards.hold("france", 14)
    lying = cards.lay("france", 4, 2)
    cards.play()
    found = cards.asked()
    new = found[0].tile
    assert PlaceBonusTile(new, 1) in found
    assert PlaceBonusTile(new, 4, Move(lying[0], 2)) in found
    assert {option.theater for option in found if option.move} == {4}


def test_14_the_tile_belongs_to_the_rebellion(cards: Cards) -> None:
    cards.hold("france", 14)
    lying = cards.lay("france", 4, 2)
    cards.play()
    tile = cards.asked()[0].tile
    refusal = cards.table.refused(PlaceBonusTile(tile, 1, Move(lying[0], 2)))
    assert (refusal.code, refusal.facts["bound"]) == ("theater_bound", 4)


def test_14_without_such_a_theatre_nothing_is_drawn(cards: Cards) -> None:
    cards.hold("france", 14, turn="4").play()
    assert (cards.void(), cards.table.decision) == ([("effect", "draw_tile")], "use_tile")


# 15 Interest Payments ------------------------------------------------------------------------------


@BOTH
def test_15_the_opponents_limit_falls(cards: Cards, side: str) -> None:
    cards.table.money(OTHER[side], debt=3).money(side, debt=2)
    cards.hold(side, 15).play()
    other = ("france", "britain").index(OTHER[side])
    assert (cards.state.debt_limit[other], cards.state.debt[other], cards.vp(), cards.debt()) == (5, 3, 0, 0)


@BOTH
def test_15_at_the_limit_the_debt_falls_with_it_and_a_point_is_won_r_66(cards: Cards, side: str) -> None:
    cards.table.money(OTHER[side], debt=6).money(side, debt=6)
    cards.hold(side, 15).play()
    other = ("france", "britain").index(OTHER[side])
    assert (cards.state.debt_limit[other], cards.state.debt[other], cards.vp()) == (5, 5, 1)


def test_15_takes_no_choice(cards: Cards) -> None:
    assert cards.hold("france", 15).refused(unflag=["savoy"]).code == "event_argument"

"""The cards of the Succession Era, 1 to 7: effect, bonus and a refusal, for each side where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adjudicator.games.imperial_struggle.fact_types import ADVANTAGE, REGION, SPACE, WAR_TILE
from adjudicator.games.imperial_struggle.rules.advantages import UseAdvantage
from adjudicator.games.imperial_struggle.rules.debt import ForcedDebt
from adjudicator.games.imperial_struggle.rules.events.effects import FortDamaged
from adjudicator.games.imperial_struggle.rules.events.playing import PlayEvent
from adjudicator.games.imperial_struggle.rules.events.targets import Activation
from adjudicator.games.imperial_struggle.rules.events.tiles import BonusTileReturned
from adjudicator.games.imperial_struggle.rules.shifts import ShiftMarket, ShiftPolitical
from adjudicator.games.imperial_struggle.rules.squadrons import BuildSquadron

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
    assert cards.state.damaged == SPACE.mask_of(["arcot"])


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
    assert (cards.flag("iroquois"), cards.conflicts()) == ("britain", {"albany"})
    assert not cards.state.advantages_exhausted
    assert (cards.state.advantages_used, cards.state.advantage_regions) == (1, 1 << REGION.index["north_america"])


def test_6_an_exhausted_advantage_is_activated_too_r_25(cards: Cards) -> None:
    cards.table.state.advantages_exhausted = 1 << ADVANTAGE.index["wheat"]
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
    assert WAR_TILE.ids[left[0]] in tiles


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

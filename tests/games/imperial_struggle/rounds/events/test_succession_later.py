"""The cards of the Succession Era, 8 to 15: effect, bonus and a refusal, for each side where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adjudicator.games.imperial_struggle.fact_types import SPACE
from adjudicator.games.imperial_struggle.rules.events.choosing import ChooseForEvent
from adjudicator.games.imperial_struggle.rules.events.effects import EventShifted
from adjudicator.games.imperial_struggle.rules.events.playing import PlayEvent
from adjudicator.games.imperial_struggle.rules.events.tiles import BonusTileReturned
from adjudicator.games.imperial_struggle.rules.scoring import DemandScored
from adjudicator.games.imperial_struggle.rules.shifts import ShiftMarket, ShiftPolitical
from adjudicator.games.imperial_struggle.rules.war_tiles import BonusTilePlaced, Move, PlaceBonusTile

if TYPE_CHECKING:
    from conftest import Cards

BOTH = pytest.mark.parametrize("side", ["france", "britain"])
OTHER = {"france": "britain", "britain": "france"}


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
    assert (cards.flag("midnapore"), cards.state.squadrons[1]) == ("", SPACE.mask_of(["balearic"]))


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
    assert cards.state.damaged == SPACE.mask_of(["arcot"])
    assert cards.events[-1] == BonusTileReturned(other, 1, war="wss")
    assert cards.table.decision == "use_tile"


@BOTH
def test_12_bonus_the_opponent_may_damage_another_fort_of_his_own(cards: Cards, side: str) -> None:
    other = OTHER[side]
    cards.table.flag(other, "arcot", "ohio_forks", "halifax").flag(side, "vandavasi").money(other, debt=2)
    cards.hold(side, 12).begin().do(PlayEvent(12)).choose(by=other, option="damage_fort", fort="arcot")
    assert {option.fort for option in cards.asked()} == {"ohio_forks", "halifax"}
    cards.choose("bonus", by=other, option="damage_fort", fort="halifax")
    assert cards.state.damaged == SPACE.mask_of(["arcot", "halifax"])


def test_12_without_the_lead_he_loses_one_thing_only(cards: Cards) -> None:
    cards.table.flag("britain", "arcot", "halifax").money("britain", debt=0).money("france", debt=0)
    cards.hold("france", 12).begin().do(PlayEvent(12)).choose(by="britain", option="damage_fort", fort="arcot")
    assert (cards.state.damaged, cards.table.decision) == (SPACE.mask_of(["arcot"]), "use_tile")


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

"""The Ministry cards of the Succession Era in a round: M-1, M-4, M-5, M-6, M-8, M-9, M-10 (3.5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from adjudicator.games.imperial_struggle.fact_types import REGION, SPACE
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.rules.action_round import EndRound
from adjudicator.games.imperial_struggle.rules.advantages import UseAdvantage
from adjudicator.games.imperial_struggle.rules.control import take_control
from adjudicator.games.imperial_struggle.rules.deal import DebtLimitRaised, EventsDealt
from adjudicator.games.imperial_struggle.rules.debt import VictoryPoints
from adjudicator.games.imperial_struggle.rules.discard import DiscardEvents, EventsDiscarded
from adjudicator.games.imperial_struggle.rules.investment import TakeInvestment
from adjudicator.games.imperial_struggle.rules.ministries.abilities import HuguenotsPlaced
from adjudicator.games.imperial_struggle.rules.ministries.cards import MinistryPoints, MinistryRevealed
from adjudicator.games.imperial_struggle.rules.ministries.huguenots import HuguenotsSpent
from adjudicator.games.imperial_struggle.rules.ministries.use import UseMinistry
from adjudicator.games.imperial_struggle.rules.shifts import ShiftMarket, ShiftPolitical
from adjudicator.games.imperial_struggle.rules.squadrons import DeploySquadron

if TYPE_CHECKING:
    from conftest import Table

D4, D2, E4, M4_D, M4_E, E3_D = "inv_d4_m2", "inv_d2_m2", "inv_e4_m2", "inv_m4_d2", "inv_m4_e2", "inv_e3_d2"


def political(space: str, result: str = "flag", **payment: object) -> ShiftPolitical:
    return ShiftPolitical(space, result, **payment)  # type: ignore[arg-type]


# M-1 The Cardinal Ministers ------------------------------------------------------------------------


def test_m1_adds_a_point_for_each_space_to_the_major_action(table: Table) -> None:
    table.flag("france", "savoy", "sardinia").cards("france", 1).play("france", D4)
    told = table.told(UseMinistry("m1"))
    assert told[0] == MinistryRevealed("france", "m1")
    assert told[-1] == MinistryPoints("france", "m1", "diplomatic", 3, "major")
    assert table.now.ap is not None
    assert table.now.ap.major == [0, 7, 0]
    assert table.ministry(1).exhausted == 1


def test_m1_gives_three_points_at_most(table: Table) -> None:
    table.flag("france", "savoy", "sardinia", "spain_prestige_2", "spain_prestige_3").cards("france", 1)
    table.play("france", D4).do(UseMinistry("m1"))
    assert table.now.ap is not None
    assert table.now.ap.major[1] == 7


def test_m1_joins_a_minor_action_as_one_expenditure_r_47(table: Table) -> None:
    table.flag("france", "savoy").cards("france", 1).play("france", E3_D).do(UseMinistry("m1"))
    assert table.now.ap is not None
    assert table.now.ap.minor == [0, 4, 0]
    table.do(political("spain_prestige_3", kind="minor"))
    assert table.refused(political("sardinia")).code == "minor_spent"


def test_m1_does_not_count_spaces_with_a_conflict_marker_r_47(table: Table) -> None:
    table.flag("france", "savoy").conflict("savoy", "austria_prestige_lower").cards("france", 1).play("france", D4)
    assert table.refused(UseMinistry("m1")).code == "ability_no_effect"


def test_m1_needs_a_diplomatic_action(table: Table) -> None:
    table.cards("france", 1).play("france", E4)
    refusal = table.refused(UseMinistry("m1"))
    assert (refusal.code, refusal.facts["type"]) == ("ability_needs_action", "diplomatic")


def test_m1_comes_right_after_the_tile(table: Table) -> None:
    table.cards("france", 1).play("france", D4).do(political("savoy", kind="major"))
    assert table.refused(UseMinistry("m1")).code == "ability_too_late"


def test_m1_may_be_used_as_the_tile_is_taken(table: Table) -> None:
    table.cards("france", 1).begin("france", D4, E4)
    refusal = table.refused(TakeInvestment(E4, reveal=("m1",)))
    assert refusal.code == "ability_needs_action"
    table.do(TakeInvestment(D4, reveal=("m1",)))
    assert table.now.ap is not None
    assert table.now.ap.major[1] == 5
    assert table.refused(UseMinistry("m1")).code == "ability_exhausted"


# M-4 Jacobite Uprisings ----------------------------------------------------------------------------


def jacobite(space: str, result: str, **payment: object) -> UseMinistry:
    return UseMinistry("m4", 1, space, result, **payment)  # type: ignore[arg-type]


def test_m4_shifts_several_spaces_with_military_points_in_one_round_r_52(table: Table) -> None:
    table.cards("france", 4).play("france", M4_D)
    table.do(jacobite("scotland_alliance", "flag", kind="major"))
    assert table.ministry(4).exhausted == 1
    table.do(jacobite("ireland_prestige", "flag", kind="major", debt=1))
    assert table.now.flags[0] & SPACE.mask_of(["scotland_alliance"])
    assert table.now.flags[0] & SPACE.mask_of(["ireland_prestige"])
    assert table.debt("france") == 1


def test_m4_cannot_shift_in_another_round_of_the_turn(table: Table) -> None:
    table.cards("france", 4).play("france", M4_D).do(jacobite("scotland_alliance", "flag", kind="major"), EndRound())
    table.begin("france", M4_D, number=2).do(TakeInvestment(M4_D))
    assert table.refused(jacobite("ireland_prestige", "flag")).code == "ability_exhausted"


def test_m4_pays_one_point_under_a_conflict_marker_and_no_region_surcharge_r_52(table: Table) -> None:
    table.flag("britain", "scotland_prestige").conflict("scotland_prestige").cards("france", 4)
    table.play("france", "inv_e4_m2")
    assert table.cost(jacobite("scotland_prestige", "unflag")) == 1
    assert table.cost(jacobite("scotland_alliance", "flag")) == 2
    table.do(jacobite("scotland_prestige", "unflag", kind="minor"))
    assert not table.now.conflicts


def test_m4_needs_a_major_action_to_remove_a_flag_r_52(table: Table) -> None:
    table.flag("britain", "scotland_alliance").cards("france", 4).play("france", E4)
    assert table.refused(jacobite("scotland_alliance", "unflag")).code == "minor_cannot_remove"


def test_m4_works_in_scotland_and_ireland_only(table: Table) -> None:
    table.cards("france", 4).play("france", M4_D)
    assert table.refused(jacobite("savoy", "flag")).code == "ability_target"
    assert table.refused(jacobite("ireland_alliance", "flag")).code == "already_yours"
    assert table.refused(UseMinistry("m4", 1, "scotland_alliance")).code == "ability_argument"


def test_m4_scores_for_flags_and_victory_markers(table: Table) -> None:
    table.flag("france", "scotland_alliance").cards("france", 4).play("france", M4_D)
    table.now.jacobite_victories = 1
    told = table.told(UseMinistry("m4", 2, kind="major"))
    assert told[-1] == VictoryPoints("france", 3, "m4")
    assert (table.now.vp, table.now.ap.major[2] if table.now.ap else None) == (18, 1)


def test_m4_scores_four_at_most(table: Table) -> None:
    table.flag("france", "scotland_alliance", "scotland_prestige", "ireland_prestige").cards("france", 4)
    table.now.jacobite_victories = 2
    table.play("france", M4_D).do(UseMinistry("m4", 2, kind="major"))
    assert table.now.vp == 19


def test_m4_uses_its_abilities_in_different_rounds(table: Table) -> None:
    table.cards("france", 4).play("france", M4_D).do(jacobite("scotland_alliance", "flag", kind="major"))
    assert table.refused(UseMinistry("m4", 2)).code == "ability_other_round"


def test_m4_scoring_first_forbids_the_shift_in_that_round(table: Table) -> None:
    table.cards("france", 4).play("france", M4_D).do(UseMinistry("m4", 2, kind="major"))
    assert table.refused(jacobite("scotland_alliance", "flag")).code == "ability_other_round"


def test_m4_does_not_score_nothing(table: Table) -> None:
    table.flag("", "ireland_alliance").cards("france", 4).play("france", M4_D)
    assert table.refused(UseMinistry("m4", 2)).code == "ability_no_effect"


# M-5 Robert Walpole --------------------------------------------------------------------------------


def test_m5_draws_a_card_and_puts_one_away_before_the_tile_5_1(table: Table) -> None:
    table.hand("britain", 1, 2, 3).cards("britain", 5).begin("britain", D4, chance=[_drawn(7)])
    table.do(UseMinistry("m5"))
    assert table.decision == "discard_one_event"
    assert table.now.hands[1] == [1, 2, 3, 7]
    assert table.options() == [DiscardEvents((card,)) for card in (1, 2, 3, 7)]
    told = table.told(DiscardEvents((2,)))
    assert told == [EventsDiscarded("britain", (2,))]
    assert (table.now.hands[1], table.now.discard) == ([1, 3, 7], [2])
    assert table.decision == "take_investment"
    assert table.refused(UseMinistry("m5")).code == "ability_exhausted"


def _drawn(card: int) -> dict[str, object]:
    return {"draw": "event", "side": "britain", "cards": [card]}


def test_m5_may_put_away_the_card_just_drawn_and_tells_nobody_what_it_drew(table: Table) -> None:
    table.hand("britain", 1).cards("britain", 5).begin("britain", D4, chance=[_drawn(7)])
    told = table.do(UseMinistry("m5"))
    dealt = told[-1]
    assert dealt.public == EventsDealt("britain", 1)
    assert dealt.private == {"britain": EventsDealt("britain", 1, (7,))}
    table.do(DiscardEvents((7,)))
    assert table.now.hands[1] == [1]


def test_m5_takes_exactly_one_card_of_the_hand(table: Table) -> None:
    table.hand("britain", 1, 2).cards("britain", 5).play("britain", D4).do(UseMinistry("m5"))
    assert table.refused(DiscardEvents((1, 2))).code == "wrong_number_of_cards"
    assert table.refused(DiscardEvents((40,))).code == "not_in_hand"
    assert table.match.default("britain").cards == (table.now.hands[1][-1],)


def test_m5_needs_a_card_in_the_pile(table: Table) -> None:
    table.now.discard, table.now.deck = list(table.now.deck), []
    table.cards("britain", 5).begin("britain", D4)
    assert table.refused(UseMinistry("m5")).code == "no_event_to_draw"


# M-6 Jonathan Swift --------------------------------------------------------------------------------


def test_m6_makes_flags_in_ireland_and_scotland_cheaper(table: Table) -> None:
    table.cards("britain", 6, up=True).play("britain", D4)
    assert table.cost(political("scotland_prestige")) == 2
    assert ("ministry", "3.5.2", -1) in table.terms(political("scotland_prestige"))
    assert table.cost(political("savoy")) == 2
    assert table.cost(political("ireland_alliance", "unflag")) == 2


def test_m6_is_turned_up_by_the_purchase_that_uses_it(table: Table) -> None:
    table.cards("britain", 6).play("britain", D4)
    assert table.cost(political("scotland_prestige")) == 3
    told = table.told(political("scotland_prestige", kind="major", reveal=("m6",)))
    assert told[0] == MinistryRevealed("britain", "m6")
    assert told[1].paid.cost == 2


def test_m6_face_down_is_offered_where_only_it_makes_a_purchase_possible(table: Table) -> None:
    table.money("britain", limit=0).cards("britain", 6).play("britain", "inv_m4_d2")
    assert political("scotland_prestige", kind="minor", reveal=("m6",)) in table.options()
    assert political("scotland_alliance", kind="minor") in table.options()


def test_m6_lets_a_minor_action_unflag_in_europe_with_a_space_of_ireland(table: Table) -> None:
    table.flag("britain", "ireland_prestige").flag("france", "savoy").cards("britain", 6, up=True)
    table.play("britain", M4_D).do(political("savoy", "unflag", kind="minor"))
    assert not table.now.flags[0] & SPACE.mask_of(["savoy"])


@pytest.mark.parametrize("final", [False, True])
@pytest.mark.parametrize("up", [False, True])
def test_m6_also_helps_a_minor_action_with_an_advantage(table: Table, up: bool, final: bool) -> None:
    table.flag("britain", "ireland_prestige", "austria_alliance_3", "sardinia").flag("france", "spain_prestige_3")
    table.rules(fixed_price_is_final=final).cards("britain", 6, up=up).play("britain", M4_D)
    italy = UseAdvantage("italy_influence", space="spain_prestige_3", reveal=() if up else ("m6",))
    table.do(italy)
    assert not table.now.flags[0] & SPACE.mask_of(["spain_prestige_3"])
    assert table.now.ap.minor == [0, 0, 0]
    assert table.ministry(6).revealed


@pytest.mark.parametrize("hindrance", ["no_ireland", "conflict", "not_europe", "face_down"])
def test_m6_does_not_help_the_minor_action_otherwise(table: Table, hindrance: str) -> None:
    target = "algonquin" if hindrance == "not_europe" else "savoy"
    table.flag("france", target).cards("britain", 6, up=hindrance != "face_down")
    if hindrance != "no_ireland":
        table.flag("britain", "ireland_prestige")
    if hindrance == "conflict":
        table.conflict("ireland_prestige")
    table.play("britain", M4_D)
    assert table.refused(political(target, "unflag", debt=1)).code == "minor_cannot_remove"


# M-8 Bank of England -------------------------------------------------------------------------------


def test_m8_raises_the_debt_limit_for_good_also_before_the_tile_r_36(table: Table) -> None:
    table.cards("britain", 8).begin("britain", D4)
    assert DebtLimitRaised((6, 7)) in table.told(UseMinistry("m8"))
    assert table.now.debt_limit == [6, 7]
    table.do(TakeInvestment(D4))
    assert table.refused(UseMinistry("m8")).code == "ability_exhausted"


def test_m8_second_ability_belongs_to_an_event(table: Table) -> None:
    table.cards("britain", 8).play("britain", D4)
    assert table.refused(UseMinistry("m8", 2)).facts["how"] == "via"


# M-9 New World Huguenots ---------------------------------------------------------------------------


def test_m9_places_a_marker_on_a_french_territory(table: Table) -> None:
    table.cards("france", 9).begin("france", E4)
    offered = {offer.space for offer in table.options("use_ministry")}
    assert offered == {"quebec_and_montreal", "acadia", "louisiana", "st_domingue", "guadeloupe", "martinique"} & set(
        SPACE.ids_of(FACTS.territory & table.now.flags[0])
    )
    told = table.told(UseMinistry("m9", space="louisiana"))
    assert told[-1] == HuguenotsPlaced("france", "louisiana")
    assert table.now.huguenots == SPACE.mask_of(["louisiana"])


@pytest.mark.parametrize("space", ["jamaica", "pondicherry", "savoy"])
def test_m9_needs_a_french_territory_of_the_new_world(table: Table, space: str) -> None:
    table.cards("france", 9).play("france", E4)
    assert table.refused(UseMinistry("m9", space=space)).code == "ability_target"


def test_m9_has_two_markers_and_never_two_in_a_space(table: Table) -> None:
    table.cards("france", 9).play("france", E4)
    table.now.huguenots = SPACE.mask_of(["louisiana"])
    assert table.refused(UseMinistry("m9", space="louisiana")).code == "ability_target"
    table.now.huguenots = SPACE.mask_of(["louisiana", "acadia"])
    assert table.refused(UseMinistry("m9", space="guadeloupe")).code == "ability_no_effect"


def test_a_huguenot_marker_makes_a_market_of_its_region_cheaper_once_r_53(table: Table) -> None:
    table.now.huguenots = SPACE.mask_of(["st_domingue"])
    table.play("france", E4)
    market = next(option for option in table.options("shift_market") if table.cost(option) == 2 and caribbean(option))
    cheaper = ShiftMarket(market.space, market.result, kind="major", huguenots="st_domingue")
    assert table.cost(cheaper) == 1
    assert ("huguenots", "3.5.2", -1) in table.terms(cheaper)
    assert HuguenotsSpent("france", "st_domingue") in table.told(cheaper)
    assert table.now.huguenots_spent == SPACE.mask_of(["st_domingue"])
    other = next(option for option in table.options("shift_market") if caribbean(option))
    refusal = table.refused(ShiftMarket(other.space, other.result, huguenots="st_domingue"))
    assert (refusal.code, refusal.facts["spaces"]) == ("no_huguenots", ())


def caribbean(option: ShiftMarket) -> bool:
    return FACTS.region_of[SPACE.index[option.space]] == 2


def test_a_huguenot_marker_works_without_the_card_and_not_elsewhere_r_53(table: Table) -> None:
    table.now.huguenots = SPACE.mask_of(["acadia"])
    table.play("france", E4)
    market = next(option for option in table.options("shift_market") if caribbean(option))
    refusal = table.refused(ShiftMarket(market.space, market.result, huguenots="acadia"))
    assert (refusal.code, refusal.facts["region"]) == ("huguenots_elsewhere", "north_america")


def test_a_huguenot_marker_is_offered_where_only_it_makes_a_market_affordable_r_53(table: Table) -> None:
    table.now.huguenots = SPACE.mask_of(["st_domingue"])
    table.money("france", limit=0).play("france", "inv_m4_e2")
    assert table.now.ap is not None
    table.now.ap.regions_paid[0] = 1 << REGION.index["india"]
    offers = [option for option in table.options("shift_market") if option.huguenots]
    assert offers
    assert all(table.cost(option) == 2 and caribbean(option) for option in offers)


def test_a_huguenot_marker_also_helps_an_advantage_r_53(table: Table) -> None:
    table.now.huguenots = SPACE.mask_of(["st_domingue"])
    table.flag("france", "puerto_rico", "caicos").flag("britain", "bahamas_run_north", "bahamas_run_west").play(
        "france", E4
    )
    plain = UseAdvantage("rum", space="bahamas_run_north")
    assert table.cost(plain) == 2
    assert table.cost(UseAdvantage("rum", space="bahamas_run_north", huguenots="st_domingue")) == 1


def test_a_huguenot_marker_also_helps_an_advantage_with_a_fixed_price_r_53(table: Table) -> None:
    """Fur Trade: set to 1, then the marker, then protection (8.2, R-23)."""
    table.now.huguenots = SPACE.mask_of(["quebec_and_montreal"])
    table.flag("france", "hudson_bay", "gulf_of_st_lawrence").flag("britain", "georges_bank")
    table.squadron("britain", "gulf_of_maine").play("france", E4)
    plain = UseAdvantage("fur_trade", space="georges_bank")
    assert table.cost(plain) == 2
    marked = UseAdvantage("fur_trade", space="georges_bank", huguenots="quebec_and_montreal")
    assert table.terms(marked)[1:] == [
        ("fixed", "8.2", -1),
        ("huguenots", "3.5.2", -1),
        ("protected", "5.4.2", 1),
    ]
    table.do(marked)
    assert table.now.ap.major == [3, 0, 0]
    assert table.now.huguenots_spent == table.now.huguenots


@pytest.mark.parametrize("marker", ["acadia", "atlantis", "louisiana"])
def test_a_huguenot_marker_is_never_spent_on_what_is_no_market_r_53(table: Table, marker: str) -> None:
    """Nor where there is none: the marker of Acadia is there, those of the others are not."""
    table.now.huguenots = SPACE.mask_of(["acadia"])
    table.play("france", D4)
    shift = table.options("shift_political")[0]
    refusal = table.refused(replace(shift, huguenots=marker))
    assert refusal.code == ("huguenots_elsewhere" if marker == "acadia" else "no_huguenots")
    table.play("france", "inv_m4_e2")
    fleet = table.options("build_squadron")[0]
    refusal = table.refused(replace(fleet, huguenots=marker))
    assert refusal.code == ("huguenots_for_markets" if marker == "acadia" else "no_huguenots")
    assert table.now.huguenots_spent == 0


def test_the_other_side_cannot_use_huguenot_markers_r_53(table: Table) -> None:
    table.now.huguenots = SPACE.mask_of(["st_domingue"])
    table.play("britain", E4)
    market = next(option for option in table.options("shift_market") if caribbean(option))
    assert table.refused(ShiftMarket(market.space, market.result, huguenots="st_domingue")).code == "no_huguenots"


def test_a_huguenot_marker_leaves_a_territory_that_becomes_british_r_53(table: Table) -> None:
    table.play("france", E4)
    table.now.huguenots = table.now.huguenots_spent = SPACE.mask_of(["acadia", "louisiana"])
    take_control(table.match._play, 1, SPACE.index["acadia"])
    assert table.now.huguenots == table.now.huguenots_spent == SPACE.mask_of(["louisiana"])


# M-10 Edmond Halley --------------------------------------------------------------------------------


def test_m10_builds_a_squadron_for_two(table: Table) -> None:
    table.cards("britain", 10).play("britain", E4)
    told = table.told(UseMinistry("m10", 1))
    assert [type(event).__name__ for event in told][:2] == ["MinistryRevealed", "MinistryUsed"]
    assert (table.now.navy_box[1], table.now.unbuilt[1]) == (3, 5)


def test_m10_needs_an_unbuilt_squadron(table: Table) -> None:
    table.cards("britain", 10).play("britain", E4)
    table.now.unbuilt[1], table.now.navy_box[1] = 0, 8
    assert table.refused(UseMinistry("m10", 1)).code == "no_unbuilt_squadron"


def test_m10_trades_a_card_for_a_treaty_point_with_a_squadron_in_europe(table: Table) -> None:
    table.hand("britain", 3, 9).cards("britain", 10).play("britain", M4_D)
    refusal = table.refused(UseMinistry("m10", 2, card=3))
    assert (refusal.code, refusal.facts["spaces"]) == ("ability_needs_space", ("biscay", "balearic"))
    table.do(DeploySquadron("navy_box", "biscay", kind="major"))
    assert [offer.card for offer in table.options("use_ministry") if offer.ability == 2] == [3, 9]
    assert table.refused(UseMinistry("m10", 2, card=4)).code == "not_in_hand"
    table.do(UseMinistry("m10", 2, card=9))
    assert (table.now.hands[1], table.now.discard, table.trp("britain")) == ([3], [9], 1)


def test_m10_needs_a_card_in_hand(table: Table) -> None:
    table.squadron("britain", "biscay").cards("britain", 10).play("britain", M4_D)
    assert table.refused(UseMinistry("m10", 2, card=3)).code == "ability_no_effect"

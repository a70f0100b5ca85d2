"""Campaigns (5.5)."""

from __future__ import annotations

import pytest

from adjudicator.games.oath.facts import CARD, CHANCELLOR, SLOT
from adjudicator.games.oath.rules.battle import (
    LoseAt,
    LoseOn,
    NoPlan,
    NoSacrifice,
    PlanUsed,
    Rolled,
    Sacrifice,
    UsePlan,
)
from adjudicator.games.oath.rules.campaign import Attack, CampaignBegan, Joined
from adjudicator.games.oath.rules.spoils import BanishTo, BurnHalf, NoBanish, PlaceAt, PlaceNoMore, SpareFavor
from adjudicator.games.oath.rules.warbands import Forbid, Permit
from tests.games.oath.table import (
    BLANK,
    DOUBLE,
    HOLLOW,
    SHIELD,
    SKULL,
    SWORD,
    TWO_SHIELDS,
    advisers,
    asked,
    at,
    banner,
    board,
    citizens,
    do,
    emptied,
    finish,
    player,
    refused,
    relics,
    rolls,
    site,
    table,
    title,
)

HERE = ("provinces_1",)


def test_a_defender_rules_the_site_or_is_there_and_it_costs_two_supply_5_5_1() -> None:
    refused(
        table(at("provinces_1", ruler="blue"), player("red", supply=1)), Attack(player="blue", sites=HERE), "no_supply"
    )
    refused(table(), Attack(player="blue", pawn=True), "no_defender")
    match = table(at("provinces_1", ruler="blue"), draws=rolls([SWORD] * 5, [BLANK]))
    finish(match, Attack(player="blue", sites=HERE), placing=PlaceNoMore())
    assert board(match).supply == 5


def test_bandits_defend_only_where_no_player_rules_5_5_1_2_8_3() -> None:
    refused(table(at("provinces_1", ruler="blue")), Attack(sites=HERE), "no_defender")
    match = table(draws=rolls([SWORD, SWORD, HOLLOW, HOLLOW, HOLLOW], [BLANK]))
    finish(match, Attack(sites=HERE), placing=PlaceAt("provinces_1", 2))
    assert (site(match, "provinces_1").colour, site(match, "provinces_1").warbands, board(match).warbands) == (
        "red",
        2,
        3,
    )


def test_the_own_site_must_be_a_target_if_the_defender_rules_it_5_5_2() -> None:
    match = table(at("provinces_1", ruler="blue"), at("cradle_2", ruler="blue"), player("blue", pawn="provinces_1"))
    refused(match, Attack(player="blue", sites=("cradle_2",)), "own_site")
    refused(match, Attack(player="blue", pawn=True), "own_site")
    refused(match, Attack(player="blue", sites=("provinces_1", "cradle_1")), "not_a_target")


def test_targets_give_defense_dice_5_5_2() -> None:
    match = table(
        at("provinces_1", ruler="blue"),
        at("cradle_2", ruler="blue"),
        relics("blue", "grand_mask"),
        banner("darkest_secret", "blue", 3),
        player("blue", pawn="provinces_1"),
        title("blue", usurper=True),
    )
    everything = Attack(
        player="blue", sites=("provinces_1", "cradle_2"), relics=("grand_mask",), banners=("darkest_secret",), pawn=True
    )
    began = next(each for each in do(match, everything) if isinstance(each, CampaignBegan))
    assert began.defense == 2 + 2 + 3 + 2 + 2, "sites, the relic, the banner, the pawn, the usurper"
    assert board(match).supply == 5


def test_attack_dice_are_at_most_the_warbands_on_the_board_5_5_2() -> None:
    match = table(at("provinces_1", ruler="blue"), draws=rolls([SWORD] * 2, [BLANK]))
    refused(match, Attack(player="blue", sites=HERE, dice=6), "too_many_dice")
    finish(match, Attack(player="blue", sites=HERE, dice=2), placing=PlaceNoMore())
    assert not site(match, "provinces_1").warbands
    assert board(match).warbands == 5


@pytest.mark.parametrize(
    ("swords", "shields", "won"),
    [
        ([SWORD, SWORD], [BLANK], True),
        ([SWORD, HOLLOW], [BLANK], False),
        ([HOLLOW] * 4, [BLANK], True),
        ([SKULL], [BLANK], True),
        ([SWORD] * 3, [SHIELD], True),
        ([SWORD] * 3, [TWO_SHIELDS], False),
        ([SWORD] * 2, [DOUBLE], True),
    ],
)
def test_swords_against_shields_and_warbands_5_5_4_5_5_5(swords: list[int], shields: list[int], won: bool) -> None:
    match = table(at("provinces_1", ruler="blue"), draws=rolls(swords, shields))
    do(match, Attack(player="blue", sites=HERE, dice=len(swords)))
    kinds = [match.decisions()[0].kind]
    assert kinds == ["placing"] if won else ["sacrifice"]


def test_each_multiplier_doubles_the_shields_5_5_4() -> None:
    match = table(
        at("provinces_1", ruler="blue"),
        player("blue", pawn="provinces_1", warbands=0),
        draws=rolls([SWORD] * 5, [SHIELD, DOUBLE, DOUBLE]),
    )
    do(match, Attack(player="blue", sites=HERE, pawn=True))
    assert match.state.campaign is not None
    assert match.state.campaign.value == 4 + 1


def test_the_warbands_of_the_board_defend_if_the_pawn_is_at_a_target_5_5_4() -> None:
    match = table(
        at("provinces_1", ruler="blue"), at("provinces_2", ruler="blue"), draws=rolls([SWORD] * 5, [BLANK] * 2)
    )
    do(match, Attack(player="blue", sites=("provinces_1", "provinces_2")))
    assert match.state.campaign is not None
    assert match.state.campaign.value == 1 + 1 + 5


def test_skulls_kill_at_once_and_a_sacrifice_is_exact_5_5_5_9_5() -> None:
    match = table(at("provinces_1", ruler="blue", warbands=4), draws=rolls([SKULL, HOLLOW, HOLLOW], [BLANK]))
    do(match, Attack(player="blue", sites=HERE, dice=3))
    assert board(match).warbands == 4
    assert asked(match) == ("red", "sacrifice")
    refused(match, Sacrifice(1), "wrong_sacrifice")
    finish(match, Sacrifice(2), placing=PlaceNoMore())
    assert board(match).warbands == 2
    assert board(match, "blue").warbands == 5 + 2, "half of four survives"


def test_who_sacrifices_nothing_loses_half_the_army_5_5_5_5_5_6() -> None:
    match = table(at("provinces_1", ruler="blue", warbands=2), draws=rolls([SWORD], [BLANK]))
    finish(match, Attack(player="blue", sites=HERE, dice=1), sacrifice=NoSacrifice())
    assert board(match).warbands == 3
    assert site(match, "provinces_1").warbands == 2


def test_a_beaten_defender_says_where_warbands_fall_5_5_6() -> None:
    match = table(
        at("provinces_1", ruler="blue", warbands=3),
        player("blue", pawn="provinces_1", warbands=3),
        draws=rolls([SKULL] * 5, [BLANK] * 3),
    )
    do(match, Attack(player="blue", sites=HERE, pawn=True))
    assert asked(match) == ("blue", "defense_losses")
    refused(match, LoseAt("provinces_1", 4), "too_many")
    do(match, LoseOn("blue", 1), LoseAt("provinces_1", 2))
    assert board(match, "blue").warbands == 2 + 1
    assert not site(match, "provinces_1").warbands


def test_the_victor_places_any_number_even_none_5_5_7_1() -> None:
    match = table(
        at("provinces_1", ruler="blue"), at("provinces_3", ruler="blue"), draws=rolls([SWORD] * 5, [BLANK] * 2)
    )
    do(match, Attack(player="blue", sites=("provinces_1", "provinces_3")), LoseAt("provinces_1", 1))
    refused(match, PlaceAt("cradle_1", 1), "cannot_place")
    refused(match, PlaceAt("provinces_1", 6), "cannot_place")
    do(match, PlaceAt("provinces_3", 5))
    assert site(match, "provinces_3").warbands == 5
    assert not site(match, "provinces_1").warbands


def test_relics_and_banners_that_were_targets_are_taken_5_5_7_2_2_5_3() -> None:
    match = table(
        player("blue", pawn="provinces_1", warbands=0),
        relics("blue", "map"),
        banner("peoples_favor", "blue", 4),
        draws=rolls([SWORD] * 5, [BLANK] * 7),
    )
    finish(match, Attack(player="blue", relics=("map",), banners=("peoples_favor",)))
    found = match.state.banners[0]
    assert (found.holder, found.tokens, found.mob) == ("red", 2, True)
    assert [CARD.ids[each] for each in board(match).relics] == ["map"]


def test_the_pawn_is_banished_and_half_of_the_favor_burned_5_5_7_3() -> None:
    match = table(player("blue", pawn="provinces_1", warbands=0), draws=rolls([SWORD] * 5, [BLANK] * 2))
    finish(match, Attack(player="blue", pawn=True), banish=BanishTo("hinterland_3"), burn=BurnHalf())
    assert board(match, "blue").pawn == SLOT.number("hinterland_3")
    assert board(match, "blue").favor == 3
    match = table(player("blue", pawn="provinces_1", warbands=0), draws=rolls([SWORD] * 5, [BLANK] * 2))
    finish(match, Attack(player="blue", pawn=True), banish=NoBanish(), burn=SpareFavor())
    assert board(match, "blue").pawn == SLOT.number("provinces_1")
    assert board(match, "blue").favor == 5


def test_the_attacker_uses_plans_then_the_defender_5_5_3_7_5_1_7_5_2() -> None:
    match = table(
        at("provinces_1", ruler="blue"),
        advisers("red", "longbows"),
        advisers("blue", "bear_traps"),
        draws=rolls([SWORD] * 3, [BLANK]),
    )
    do(match, Attack(player="blue", sites=HERE, dice=3))
    assert asked(match) == ("red", "plans")
    refused(match, UsePlan("bear_traps"), "plan_not_ruled")
    do(match, UsePlan("longbows"))
    assert match.state.campaign is not None
    assert match.state.campaign.attack == 4
    assert asked(match) == ("blue", "defense_plans")
    used = [each for each in do(match, UsePlan("bear_traps")) if isinstance(each, PlanUsed)]
    assert [(each.card, each.attack) for each in used] == [("bear_traps", 3)]


def test_bandits_use_every_plan_without_cost_that_they_rule_5_5_3() -> None:
    match = table(at("provinces_1", "longbows"), at("cradle_2", "storm_caller"), draws=rolls([SWORD] * 2, [BLANK] * 3))
    do(match, Attack(sites=HERE, dice=3))
    assert match.state.campaign is not None
    assert (match.state.campaign.attack, match.state.campaign.defense) == (2, 3)


def test_without_an_attack_die_to_remove_the_defender_gains_one_5_5_3() -> None:
    match = table(at("provinces_1", "longbows"), draws=rolls(None, [BLANK] * 2))
    finish(match, Attack(sites=HERE, dice=0), sacrifice=NoSacrifice())
    assert board(match).warbands == 3


def test_the_chancellor_joins_a_citizen_and_other_citizens_are_asked_5_5_2() -> None:
    match = table(
        citizens("blue", "yellow"),
        at("provinces_1", ruler="blue"),
        player("yellow", pawn="provinces_1"),
        seats=("chancellor", "red", "blue", "yellow"),
        draws=rolls([SWORD] * 5, [BLANK] * 2),
    )
    do(match, Attack(player="blue", sites=HERE))
    assert asked(match) == ("yellow", "join")
    assert match.state.campaign is not None
    assert match.state.campaign.allies == [CHANCELLOR]
    do(match, Permit())
    assert asked(match) == ("blue", "ally")
    assert not [each for each in do(match, Forbid()) if isinstance(each, Joined)], "the defender does not want help"


def test_a_citizen_against_the_empire_stands_outside_it_5_5_1_r06() -> None:
    match = table(
        citizens("red", "blue"),
        at("provinces_1", ruler="blue", warbands=1),
        player("blue", pawn="provinces_1", warbands=0),
        draws=rolls([SWORD] * 5, [BLANK] * 4),
    )
    finish(match, Attack(player="blue", sites=HERE, pawn=True), placing=PlaceNoMore())
    assert not site(match, "provinces_1").warbands, "none may be placed on an imperial site"


def test_the_chancellor_chooses_the_losses_of_the_empire_5_5_6() -> None:
    match = table(
        citizens("blue"),
        at("provinces_1", ruler="blue", warbands=3),
        player("blue", pawn="provinces_1", warbands=3),
        player("red", warbands=8),
        draws=rolls([SWORD] * 8, [BLANK] * 2),
    )
    do(match, Attack(player="blue", sites=HERE))
    assert asked(match) == (CHANCELLOR, "defense_losses")
    do(match, LoseOn("blue", 3))
    assert board(match, CHANCELLOR).warbands == 5 + 3
    assert board(match, "blue").warbands == 0, "site warbands go to the chancellor"


def test_a_defender_with_the_title_has_a_die_and_a_usurper_two_2_11() -> None:
    def dice(*arrange: object) -> int:
        match = table(at("provinces_1", ruler="blue"), advisers("red", "longbows"), *arrange)  # type: ignore[arg-type]
        do(match, Attack(player="blue", sites=HERE))
        assert match.state.campaign is not None
        return match.state.campaign.defense

    assert dice() == 1
    assert dice(title("blue")) == 2
    assert dice(title("blue", usurper=True)) == 3


def test_under_supremacy_the_empire_shares_the_die_of_the_title_2_11() -> None:
    match = table(citizens("blue"), at("provinces_1", ruler="blue"), advisers("red", "longbows"))
    do(match, Attack(player="blue", sites=HERE))
    assert match.state.campaign is not None
    assert match.state.campaign.defense == 2


def test_plans_named_with_the_campaign_are_used_in_their_order_7_5_3() -> None:
    match = table(
        at("provinces_1", ruler="blue"), advisers("red", "longbows", "mercenaries"), draws=rolls([SWORD] * 5, [BLANK])
    )
    refused(match, Attack(player="blue", sites=HERE, plans=("longbows", "longbows")), "plan_twice")
    do(match, Attack(player="blue", sites=HERE, dice=1, plans=("mercenaries", "longbows")))
    assert board(match).favor == 4
    assert match.state.campaign is not None
    assert match.state.campaign.attack == 5


def test_the_narrow_pass_must_be_a_target_from_another_region_2_8_5() -> None:
    match = table(at("provinces_1", ruler="blue"), at("cradle_1", site="narrow_pass"), at("cradle_2", ruler="blue"))
    refused(match, Attack(player="blue", sites=("provinces_1", "cradle_2")), "gate")


def test_plains_give_an_attack_die_and_the_mountain_takes_one_2_8_5() -> None:
    def dice(name: str) -> int:
        match = table(at("provinces_1", ruler="blue", site=name), advisers("red", "longbows"))
        do(match, Attack(player="blue", sites=HERE, dice=2))
        assert match.state.campaign is not None
        return match.state.campaign.attack

    assert (dice("plains"), dice("mountain"), dice("river")) == (3, 1, 2)


def test_brutal_kills_the_whole_army_of_the_loser_2_3_6_6_2() -> None:
    ruled = at("cradle_1", ruler="red", warbands=4)
    match = table(emptied("brutal"), ruled, turn="chancellor", draws=rolls([SWORD] * 5, [BLANK]))
    finish(match, Attack(player="red", sites=("cradle_1",)), placing=PlaceNoMore())
    assert board(match, "red").warbands == 5


def test_a_plan_is_not_asked_for_where_there_is_none_5_5_3() -> None:
    match = table(at("provinces_1", ruler="blue"), draws=rolls([SWORD] * 5, [BLANK]))
    do(match, Attack(player="blue", sites=HERE))
    assert asked(match) == ("red", "placing")
    assert NoPlan() not in match.options("red")


def test_each_side_rolls_its_own_dice_5_5_4_5_5_5() -> None:
    match = table(at("provinces_1", ruler="blue"), draws=rolls([SWORD] * 5, [BLANK]))
    told = match.apply("red", Attack(player="blue", sites=HERE))
    rolled = [each.public for each in told if isinstance(each.public, Rolled)]
    assert {(each.seat, each.dice) for each in rolled} == {("red", "attack"), ("blue", "defense")}

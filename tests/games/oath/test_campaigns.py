"""Campaigns (5.5)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import Match
from adjudicator.games.oath.facts import CARD, CHANCELLOR, SLOT
from adjudicator.games.oath.rules.battle import (
    CampaignEnded,
    Counted,
    LetPlan,
    LoseAt,
    LoseOn,
    NoPlan,
    NoSacrifice,
    PlanUsed,
    Rolled,
    Sacrifice,
    UsePlan,
)
from adjudicator.games.oath.rules.book import Fee
from adjudicator.games.oath.rules.campaign import Attack, CampaignBegan, Joined
from adjudicator.games.oath.rules.plans import defenders
from adjudicator.games.oath.rules.spoils import BanishTo, BurnHalf, NoBanish, PlaceAt, PlaceNoMore, SpareFavor
from adjudicator.games.oath.rules.warbands import Forbid, PeekReliquary, Permit
from adjudicator.games.oath.state import State
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
    dice,
    do,
    emptied,
    facedown,
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
    refused(match, PlaceAt("provinces_1", 0), "cannot_place")
    slots = ("provinces_1", "provinces_3")
    assert [*match.options("red")] == [*(PlaceAt(slot, n) for slot in slots for n in range(1, 6)), PlaceNoMore()]
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


def attacks(match: Match) -> list[Attack]:
    """The campaigns that red is offered."""
    return [each for each in match.options("red") if isinstance(each, Attack)]


def test_each_target_is_offered_alone_and_all_of_them_together_5_5_2() -> None:
    match = table(
        at("provinces_1", ruler="blue"),
        at("cradle_2", ruler="blue"),
        relics("blue", "grand_mask"),
        banner("darkest_secret", "blue"),
        player("blue", pawn="provinces_1"),
    )
    things: dict[str, Any] = {"relics": ("grand_mask",), "banners": ("darkest_secret",), "pawn": True}
    assert attacks(match) == [
        Attack("blue", HERE),
        Attack("blue", (*HERE, "cradle_2")),
        *(Attack("blue", HERE, **{name: each}) for name, each in things.items()),
        Attack("blue", (*HERE, "cradle_2"), **things),
    ]


def test_where_bandits_rule_they_are_offered_beside_the_pawn_5_5_1_5_5_2() -> None:
    match = table(at("cradle_2", ruler="blue"), player("blue", pawn="provinces_1"), facedown("hinterland_3"))
    elsewhere = ("cradle_1", "provinces_2", "provinces_3", "hinterland_1", "hinterland_2")
    assert attacks(match) == [
        Attack("blue", pawn=True),
        Attack("blue", ("cradle_2",), pawn=True),
        Attack(None, HERE),
        *(Attack(None, (*HERE, each)) for each in elsewhere),
        Attack(None, (*HERE, *elsewhere)),
    ]


def test_a_site_elsewhere_needs_a_target_where_the_attacker_is_5_5_2() -> None:
    match = table(at("cradle_2", ruler="blue"), player("blue", pawn="provinces_1"), relics("blue", "map"))
    refused(match, Attack("blue", ("cradle_2",)), "own_site")
    do(match, Attack("blue", ("cradle_2",), relics=("map",)))


def test_a_facedown_site_is_no_target_even_with_the_bandit_crown_5_5_2() -> None:
    match = table(relics("blue", "bandit_crown"), facedown("cradle_2"))
    refused(match, Attack("blue", (*HERE, "cradle_2")), "not_a_target")
    do(match, Attack("blue", (*HERE, "cradle_1")))


def test_a_citizen_is_attacked_by_the_chancellor_only_in_person_5_5_1() -> None:
    ruled = at("cradle_1", ruler=CHANCELLOR), at("cradle_2", ruler=CHANCELLOR)
    match = table(*ruled, citizens("blue"), player("blue", pawn="cradle_1"), turn=CHANCELLOR)
    refused(match, Attack("blue", ("cradle_1",)), "not_a_target")
    do(match, Attack("blue", pawn=True))
    rebel = table(*ruled, citizens("blue"), player("blue", pawn="cradle_1"), turn="blue")
    do(rebel, Attack(CHANCELLOR, ("cradle_1", "cradle_2"), pawn=True))


def test_the_narrow_pass_is_open_to_its_ruler_and_within_its_region_2_8_5() -> None:
    ruled = at("provinces_1", ruler="blue"), at("cradle_2", ruler="blue")
    do(table(*ruled, at("cradle_1", site="narrow_pass", ruler="red")), Attack("blue", (*HERE, "cradle_2")))
    do(
        table(*ruled, at("cradle_1", site="narrow_pass", ruler="blue")),
        Attack("blue", (*HERE, "cradle_1", "cradle_2")),
    )
    near = at("provinces_3", site="narrow_pass"), at("provinces_2", ruler="blue")
    do(table(*ruled, *near), Attack("blue", (*HERE, "provinces_2")))


def test_a_target_at_the_hidden_place_costs_a_turned_secret_2_8_5() -> None:
    match = table(at("provinces_1", site="the_hidden_place", ruler="blue"))
    assert Attack("blue", HERE).fee(match.state, "red") == Fee(2, 0, 1)
    do(match, Attack("blue", HERE))
    assert (board(match).secrets, board(match).turned) == (2, 1)
    assert Attack("blue", HERE).fee(table().state, "red") == Fee(2, 0, 0)


@pytest.mark.parametrize(("oath", "holder", "count"), [(0, CHANCELLOR, 2), (1, CHANCELLOR, 1), (0, "yellow", 1)])
def test_only_under_supremacy_the_empire_shares_its_own_title_2_11(oath: int, holder: str, count: int) -> None:
    match = table(
        citizens("blue"),
        at("provinces_1", ruler="blue"),
        title(holder),
        lambda state: setattr(state, "oath", oath),
        seats=("chancellor", "red", "blue", "yellow"),
    )
    assert dice(do(match, Attack("blue", HERE))) == (5, count)


def test_a_rebel_with_the_title_gives_the_empire_no_die_2_11() -> None:
    match = table(citizens("red"), at("provinces_1", ruler=CHANCELLOR), title("red"))
    assert dice(do(match, Attack(CHANCELLOR, HERE))) == (5, 1)


def test_only_citizens_at_a_target_or_beside_the_attacker_may_join_5_5_2() -> None:
    match = table(
        citizens("blue", "yellow", "white"),
        at("provinces_1", ruler=CHANCELLOR),
        at("cradle_2", ruler=CHANCELLOR),
        player("yellow", pawn="cradle_2"),
        player("white", pawn="hinterland_1"),
        player("blue", pawn="provinces_1"),
        advisers("red", "longbows"),
        seats=("chancellor", "red", "blue", "yellow", "white"),
    )
    do(match, Attack(CHANCELLOR, (*HERE, "cradle_2")))
    assert asked(match) == ("blue", "join")
    do(match, Permit())
    assert asked(match) == (CHANCELLOR, "ally")
    assert [each.seat for each in do(match, Permit()) if isinstance(each, Joined)] == ["blue"]
    assert asked(match) == ("yellow", "join")
    do(match, Permit(), Permit())
    assert asked(match) == ("red", "plans")
    assert match.state.campaign is not None
    assert match.state.campaign.allies == ["blue", "yellow"]
    assert defenders(match.state) == 2 + 5 + 5, "two warbands at sites, two boards; the chancellor is elsewhere"


def test_a_plan_that_an_ally_forbids_by_joining_is_not_used_5_5_3() -> None:
    match = table(
        citizens("blue", "yellow"),
        at("provinces_1", ruler="blue"),
        player("yellow", pawn="provinces_1"),
        advisers("yellow", "beast_tamer"),
        advisers("red", "horse_archers"),
        seats=("chancellor", "red", "blue", "yellow"),
    )
    events = do(match, Attack(player="blue", sites=HERE, plans=("horse_archers",)), Permit(), Permit())
    assert not [each for each in events if isinstance(each, PlanUsed)]


def test_a_plan_costs_what_its_card_says_7_1_2() -> None:
    match = table(at("provinces_1", ruler="blue"), advisers("red", "second_wind", "longbows"))
    assert UsePlan("second_wind").fee(match.state, "red") == Fee()
    do(match, Attack("blue", HERE))
    assert UsePlan("second_wind").fee(match.state, "red") == Fee(0, 1, 1)


def test_who_may_sacrifice_is_told_how_many_win_5_5_5() -> None:
    match = table(at("provinces_1", ruler="blue"), draws=rolls([HOLLOW], [SHIELD]))
    do(match, Attack(player="blue", sites=HERE, dice=1))
    (decision,) = match.decisions()
    assert decision.context == {"needs": 3}
    assert [*match.options("red")] == [Sacrifice(3), NoSacrifice()]
    match.close()
    assert board(match).warbands == 3, "nothing is sacrificed by default"


@pytest.mark.parametrize(("warbands", "kind"), [(2, "sacrifice"), (1, "act")])
def test_nobody_sacrifices_more_than_there_is_5_5_5(warbands: int, kind: str) -> None:
    match = table(at("provinces_1", ruler="blue"), player("red", warbands=warbands), draws=rolls([HOLLOW], [BLANK]))
    do(match, Attack(player="blue", sites=HERE, dice=1))
    assert asked(match) == ("red", kind)


def test_losses_fall_at_the_site_with_most_warbands_by_default_5_5_6() -> None:
    match = table(
        at("provinces_1", ruler="blue", warbands=1),
        at("provinces_3", ruler="blue", warbands=5),
        player("blue", pawn="provinces_1", warbands=3),
        player("red", warbands=9),
        draws=rolls([SWORD] * 9, [BLANK] * 2),
    )
    do(match, Attack(player="blue", sites=("provinces_1", "provinces_3")), Sacrifice(1))
    (decision,) = match.decisions()
    assert decision.context == {"left": 4, "side": "defense"}
    assert [*match.options("blue")] == [
        *(LoseOn("blue", n) for n in (3, 2, 1)),
        LoseAt("provinces_1", 1),
        *(LoseAt("provinces_3", n) for n in (4, 3, 2, 1)),
    ]
    match.close()
    assert site(match, "provinces_3").warbands == 0, "four are dead, and one goes to the board"
    assert board(match, "blue").warbands == 3 + 1 + 1


def test_losses_fall_on_the_board_with_most_warbands_without_sites_5_5_6() -> None:
    match = table(
        citizens("blue"),
        player(CHANCELLOR, pawn="provinces_1", warbands=3),
        player("blue", pawn="provinces_1", warbands=4),
        player("red", warbands=9),
        draws=rolls([SWORD] * 9, [BLANK] * 3),
    )
    do(match, Attack(player="blue", pawn=True))
    assert asked(match) == (CHANCELLOR, "defense_losses")
    match.close()
    assert (board(match, CHANCELLOR).warbands, board(match, "blue").warbands) == (3, 1)


@pytest.mark.parametrize(("ruler", "ruined", "count"), [("", False, 2), ("", True, 1), ("blue", False, 1)])
def test_the_rampart_of_bandits_adds_a_die_where_they_defend_5_5_2(ruler: str, ruined: bool, count: int) -> None:
    def ruin(state: State) -> None:
        state.ruined |= ruined << CARD.number("sprawling_rampart")

    match = table(at("cradle_2", "sprawling_rampart", ruler=ruler), advisers("red", "longbows"), ruin)
    (began,) = [each for each in do(match, Attack(None, HERE)) if isinstance(each, CampaignBegan)]
    assert began.defense == count


@pytest.mark.parametrize(("option", "left"), [("board", (4, 0)), ("sites", (3, 1))])
def test_an_attacker_says_where_warbands_of_added_sites_fall_5_5_6(option: str, left: tuple[int, int]) -> None:
    match = table(
        at("provinces_1", ruler="blue"),
        at("cradle_2", ruler="red", warbands=4),
        advisers("red", "vow_of_union"),
        draws=rolls([SKULL], [TWO_SHIELDS]),
        options={"union_survivors": option},
    )
    do(match, Attack(player="blue", sites=HERE, dice=1))
    assert asked(match) == ("red", "losses")
    do(match, LoseOn("red", 1))
    finish(match, sacrifice=NoSacrifice(), losses=[LoseOn("red", 1), LoseAt("cradle_2", 3)])
    assert (board(match).warbands, site(match, "cradle_2").warbands) == left


def test_the_scepter_that_was_won_may_not_be_used_in_this_turn_2_4_3() -> None:
    match = table(player(CHANCELLOR, pawn="provinces_1", warbands=0), draws=rolls([SWORD] * 5, [BLANK] * 6))
    finish(match, Attack(player=CHANCELLOR, relics=("grand_scepter",)))
    assert [CARD.ids[each] for each in board(match).relics] == ["grand_scepter"]
    refused(match, PeekReliquary("brutal"), "no_scepter")


def test_another_relic_that_was_won_leaves_the_scepter_as_it_is_2_4_3() -> None:
    laid = player("blue", pawn="cradle_1", warbands=0), relics("blue", "map")
    match = table(*laid, turn=CHANCELLOR, draws=rolls([SWORD] * 5, [BLANK] * 3))
    finish(match, Attack(player="blue", relics=("map",)))
    assert "map" in [CARD.ids[each] for each in board(match, CHANCELLOR).relics]
    do(match, PeekReliquary("brutal"))


@pytest.mark.parametrize(("favor", "burned"), [(1, 0), (2, 1)])
def test_a_single_favor_is_not_burned_5_5_7_3(favor: int, burned: int) -> None:
    match = table(player("blue", pawn="provinces_1", warbands=0, favor=favor), draws=rolls([SWORD] * 5, [BLANK] * 2))
    answers: dict[str, Any] = {"burn": BurnHalf()} if burned else {}
    finish(match, Attack(player="blue", pawn=True), **answers)
    assert board(match, "blue").favor == favor - burned


@pytest.mark.parametrize(("card", "dice", "needs", "value"), [("zealots", 1, 2, 7), ("longbows", 2, 4, 6)])
def test_the_values_tell_the_sacrifice_that_decides_5_5_5(card: str, dice: int, needs: int, value: int) -> None:
    match = table(
        at("provinces_1", ruler="blue"),
        player("blue", pawn="provinces_1", warbands=4),
        player("red", warbands=4),
        advisers("red", card),
        draws=rolls([SWORD, SWORD][:dice], [BLANK]),
    )
    events = finish(match, Attack("blue", HERE, dice=1, plans=(card,)), sacrifice=Sacrifice(needs))
    (counted,) = [each for each in events if isinstance(each, Counted)]
    (ended,) = [each for each in events if isinstance(each, CampaignEnded)]
    assert (counted.attack, counted.defense, counted.skulls) == (dice, 5, 0)
    assert (ended.won, ended.attack, ended.defense) == (True, value, 5)


def test_one_warband_is_placed_on_each_site_by_default_5_5_7_1() -> None:
    match = table(
        at("provinces_1", ruler="blue"), at("provinces_3", ruler="blue"), draws=rolls([SWORD] * 5, [BLANK] * 2)
    )
    do(match, Attack("blue", sites=("provinces_1", "provinces_3")), LoseAt("provinces_1", 1))
    match.close()
    refused(match, PlaceAt("provinces_1", 1), "cannot_place")
    match.close()
    assert [site(match, each).warbands for each in ("provinces_1", "provinces_3")] == [1, 1]
    assert asked(match) == ("red", "act")


def test_the_defender_is_sent_anywhere_else_or_stays_5_5_7_3() -> None:
    match = table(player("blue", pawn="provinces_1", warbands=0), draws=rolls([SWORD] * 5, [BLANK] * 2))
    do(match, Attack(player="blue", pawn=True))
    assert asked(match) == ("red", "banish")
    elsewhere = [each for each in SLOT.ids if each != "provinces_1"]
    assert [*match.options("red")] == [*map(BanishTo, elsewhere), NoBanish()]
    refused(match, BanishTo("provinces_1"), "cannot_banish")
    match.close()
    assert asked(match) == ("red", "burn")
    assert [*match.options("red")] == [BurnHalf(), SpareFavor()]
    match.close()
    assert (board(match, "blue").pawn, board(match, "blue").favor) == (SLOT.number("provinces_1"), 5)


def test_a_defender_asks_for_plans_before_the_allies_5_5_3() -> None:
    match = table(
        citizens("blue"),
        at("provinces_1", ruler=CHANCELLOR),
        player("blue", pawn="provinces_1"),
        advisers("blue", "longbows"),
        advisers(CHANCELLOR, "mercenaries"),
    )
    do(match, Attack("blue", HERE))
    assert asked(match) == ("blue", "defense_plans")
    do(match, UsePlan("longbows"))
    assert asked(match) == (CHANCELLOR, "defense_plans")
    do(match, NoPlan())
    assert match.state.campaign is None


def imperial_defense() -> Match:
    """Red attacks Blue, a citizen; the Chancellor and Yellow defend beside them, each with a plan."""
    match = table(
        citizens("blue", "yellow"),
        at("provinces_1", ruler=CHANCELLOR),
        player("blue", pawn="provinces_1"),
        player("yellow", pawn="provinces_1"),
        advisers(CHANCELLOR, "mercenaries"),
        advisers("yellow", "bear_traps"),
        seats=("chancellor", "red", "blue", "yellow"),
    )
    do(match, Attack("blue", HERE), Permit(), Permit())
    return match


def test_a_defender_says_in_which_order_the_allies_use_plans_5_5_3() -> None:
    match = imperial_defense()
    assert asked(match) == ("blue", "defense_plans")
    refused(match, LetPlan("red"), "not_next")
    do(match, LetPlan("yellow"))
    assert asked(match) == ("yellow", "defense_plans")
    refused(match, LetPlan(CHANCELLOR), "not_next")
    do(match, NoPlan())
    assert asked(match) == (CHANCELLOR, "defense_plans")


def test_allies_use_plans_as_they_sit_unless_it_is_said_5_5_3() -> None:
    match = imperial_defense()
    do(match, NoPlan())
    assert asked(match) == (CHANCELLOR, "defense_plans")
    do(match, UsePlan("mercenaries"))
    assert asked(match) == ("yellow", "defense_plans")


def test_a_plan_that_costs_nothing_is_used_by_default_5_5_3() -> None:
    for card, attack in (("longbows", 6), ("mercenaries", 5), ("code_of_honor", 5), ("horse_archers", 5)):
        match = table(at("provinces_1", ruler="blue"), advisers("red", card))
        do(match, Attack("blue", HERE))
        assert dice([told.public for told in match.close()])[0] == attack


def test_each_plan_is_offered_once_and_without_a_choice_of_dice_7_5_3() -> None:
    match = table(at("provinces_1", ruler="blue"), advisers("red", "longbows", "mercenaries", "bear_traps"))
    do(match, Attack("blue", HERE))
    assert [*match.options("red")] == [UsePlan("longbows"), UsePlan("mercenaries"), NoPlan()]
    refused(match, UsePlan("longbows", 1), "plan_condition")
    do(match, UsePlan("longbows"))
    assert [*match.options("red")] == [UsePlan("mercenaries"), NoPlan()]
    refused(match, UsePlan("longbows"), "plan_twice")
    refused(match, UsePlan("bear_traps"), "plan_side")


def test_plans_are_paid_together_7_1_2() -> None:
    match = table(at("provinces_1", ruler="blue"), advisers("red", "mercenaries", "rangers"), player("red", favor=1))
    refused(match, Attack("blue", HERE, plans=("mercenaries", "rangers")), "plan_cost")
    do(match, Attack("blue", HERE, plans=("mercenaries",)))
    broke = table(at("provinces_1", ruler="blue"), advisers("red", "mercenaries"), player("red", favor=0))
    refused(broke, Attack("blue", HERE, plans=("mercenaries",)), "plan_cost")


def test_bandits_do_not_use_plans_that_cost_or_help_an_attacker_5_5_3() -> None:
    for card, counts in (("longbows", (4, 1)), ("mercenaries", (5, 1)), ("scouts", (5, 1)), ("storm_caller", (5, 3))):
        match = table(at("cradle_2", card))
        assert dice(do(match, Attack(None, HERE))) == counts, card
    ruled = table(at("cradle_2", "longbows", ruler="blue"))
    assert dice(do(ruled, Attack(None, HERE))) == (5, 1)
    hidden = table(at("cradle_2", "longbows"), facedown("cradle_2"))
    assert dice(do(hidden, Attack(None, HERE))) == (5, 1)


def test_an_attack_without_dice_counts_nothing_5_5_4() -> None:
    match = table(at("provinces_1", ruler="blue"), draws=rolls(None, [BLANK]))
    refused(match, Attack("blue", HERE, dice=-1), "too_many_dice")
    do(match, Attack("blue", HERE, dice=0))
    assert match.decisions()[0].context == {"needs": 2}


def test_a_tie_is_a_defeat_and_one_more_wins_5_5_5() -> None:
    for swords, kind in ((2, "sacrifice"), (3, "placing")):
        laid = at("provinces_1", ruler="blue"), player("red", warbands=9)
        match = table(*laid, draws=rolls([SWORD] * swords, [SHIELD]))
        do(match, Attack("blue", HERE, dice=swords))
        assert asked(match) == ("red", kind)


def test_skulls_kill_no_more_than_there_are_5_5_5() -> None:
    laid = at("provinces_1", ruler="blue"), advisers("red", "longbows"), player("red", warbands=1)
    match = table(*laid, draws=rolls([SKULL] * 2, [BLANK]))
    events = finish(match, Attack("blue", HERE, plans=("longbows",)))
    (counted,) = [each for each in events if isinstance(each, Counted)]
    assert (counted.attack, counted.skulls) == (4, 1)
    assert board(match).warbands == 0


def test_brutal_kills_the_whole_army_of_a_chancellor_who_loses_6_6_2() -> None:
    ruled = at("cradle_1", ruler="red", warbands=4)
    for arrange, turn, left in (([emptied("brutal")], CHANCELLOR, 0), ([], CHANCELLOR, 3)):
        match = table(*arrange, ruled, turn=turn, draws=rolls([HOLLOW], [SHIELD]))
        finish(match, Attack(player="red", sites=("cradle_1",), dice=1))
        assert board(match, CHANCELLOR).warbands == left


def test_brutal_binds_the_chancellor_alone_6_6_2() -> None:
    match = table(emptied("brutal"), at("provinces_1", ruler="blue", warbands=9), draws=rolls([HOLLOW], [BLANK]))
    finish(match, Attack("blue", HERE, dice=1))
    assert board(match).warbands == 3


def test_survivors_of_a_beaten_site_go_to_the_board_of_their_ruler_5_5_6() -> None:
    match = table(
        at("provinces_1", ruler="blue", warbands=3),
        at("provinces_2", ruler="blue", warbands=3),
        player("red", warbands=9),
        draws=rolls([SWORD] * 9, [BLANK]),
    )
    finish(match, Attack("blue", HERE), placing=PlaceNoMore())
    assert board(match, "blue").warbands == 5 + 2
    assert (site(match, "provinces_2").colour, site(match, "provinces_2").warbands) == ("blue", 3)
    assert (site(match, "provinces_1").colour, site(match, "provinces_1").warbands) == ("", 0)


def test_bandits_defend_the_sites_of_whoever_has_the_crown_7_6_5() -> None:
    for seat, crown, count in (("blue", "blue", 6), ("blue", CHANCELLOR, 5)):
        match = table(relics(crown, "bandit_crown"), player(seat, pawn="provinces_1"), advisers("red", "longbows"))
        do(match, Attack(seat, HERE if crown == seat else (), pawn=True))
        assert defenders(match.state) == count


def test_the_grand_mask_takes_no_battle_plans_from_the_empire_7_5_1() -> None:
    match = table(relics("red", "grand_mask"), at("provinces_1", "bear_traps", "longbows", ruler=CHANCELLOR))
    refused(match, Attack(CHANCELLOR, HERE, plans=("longbows",)), "plan_not_ruled")
    do(match, Attack(CHANCELLOR, HERE))
    assert asked(match) == (CHANCELLOR, "defense_plans")
    assert [*match.options(CHANCELLOR)] == [UsePlan("bear_traps"), UsePlan("longbows"), NoPlan()]

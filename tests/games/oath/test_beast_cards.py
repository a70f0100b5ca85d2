"""The cards of beasts: what each does, where it does nothing, and what the rulings say of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.games.oath.facts import CARD
from adjudicator.games.oath.rules.battle import Counted, NoPlan, UsePlan
from adjudicator.games.oath.rules.campaign import Attack
from adjudicator.games.oath.rules.discards import InOrder
from adjudicator.games.oath.rules.economy import Muster, Trade
from adjudicator.games.oath.rules.empire import Accept
from adjudicator.games.oath.rules.powers import TargetBank, TargetCard, TargetPlayer, TargetSite, UsePower
from adjudicator.games.oath.rules.search import DiscardTo, Keep, Search
from adjudicator.games.oath.rules.travel import Travel
from adjudicator.games.oath.rules.turns import Rest, UseRest
from adjudicator.games.oath.rules.warbands import PlayAdviser
from tests.games.oath.raids import HERE, LOSES, RAID, WINS, attack, play, raid
from tests.games.oath.table import (
    BLANK,
    HOLLOW,
    SHIELD,
    SKULL,
    SWORD,
    TWO_SHIELDS,
    advisers,
    asked,
    at,
    bank,
    board,
    citizens,
    deck,
    dice,
    discards,
    do,
    facedown,
    finish,
    hidden,
    names,
    pile,
    player,
    refused,
    relics,
    rolls,
    site,
    table,
    title,
)

# Battle plans


@pytest.mark.parametrize(("more", "count"), [(0, 10), (3, 12)])
def test_rangers_spare_from_skulls_and_add_two_against_four_dice(more: int, count: int) -> None:
    slots = ("cradle_1", "cradle_2", "provinces_3")[:more]
    laid = (advisers("red", "rangers"), *(at(each, ruler="blue") for each in slots))
    faces = [SKULL, *[SWORD] * (count - 1)]
    match = raid(*laid, attack=faces, defense=[BLANK] * (1 + more))
    events = finish(match, attack("rangers", sites=(HERE, *slots)))
    assert dice(events) == (count, 1 + more)
    assert board(match).warbands + sum(site(match, each).warbands for each in (HERE, *slots)) == 10
    assert board(match).favor == 4


def test_rangers_are_for_the_attacker() -> None:
    match = raid(advisers("blue", "rangers"), **WINS)
    do(match, RAID)
    assert asked(match)[1] != "defense_plans"


def test_nature_worship_counts_the_beasts_among_the_advisers() -> None:
    match = raid(advisers("red", "nature_worship", "wolves", "elders"))
    assert dice(finish(match, attack("nature_worship"))) == (12, 1)
    match = raid(advisers("blue", "nature_worship", "wolves", "birdsong"))
    assert dice(finish(match, RAID, defense_plans=UsePlan("nature_worship"))) == (7, 1)
    refused(raid(advisers("red", "nature_worship"), player("red", secrets=0)), attack("nature_worship"), "plan_cost")


@pytest.mark.parametrize(("plans", "value"), [((), 11), (("war_tortoise",), 7)])
def test_war_tortoise_of_an_attacker_cancels_double_shields(plans: tuple[str, ...], value: int) -> None:
    laid = (at("cradle_2", ruler="blue"), advisers("red", "war_tortoise"))
    match = raid(*laid, attack=[HOLLOW] * 10, defense=[TWO_SHIELDS, TWO_SHIELDS])
    events = finish(match, attack(*plans, sites=(HERE, "cradle_2")), **({} if plans else {"plans": NoPlan()}))
    assert [each.defense for each in events if isinstance(each, Counted)] == [value]


def test_war_tortoise_cancels_swords_of_skulls_that_still_kill() -> None:
    match = raid(advisers("blue", "war_tortoise"), attack=[SKULL] * 2 + [SWORD] * 8, defense=[BLANK])
    events = finish(match, RAID, defense_plans=UsePlan("war_tortoise"))
    assert [(each.attack, each.skulls) for each in events if isinstance(each, Counted)] == [(8, 2)]


def test_walled_garden_adds_a_die_for_each_beast_at_sites_if_it_is_a_target() -> None:
    laid = (at(HERE, "walled_garden", "wolves"), at("cradle_2", "birdsong", ruler="blue"), advisers("blue", "rangers"))
    assert dice(finish(raid(*laid), RAID, defense_plans=UsePlan("walled_garden"))) == (10, 4)
    laid = (at("cradle_2", "walled_garden", ruler="blue"),)
    assert dice(finish(raid(*laid), RAID, defense_plans=UsePlan("walled_garden"))) == (10, 1)


def test_walled_garden_is_used_by_bandits() -> None:
    match = table(at(HERE, "walled_garden", "wolves"))
    assert dice(finish(match, attack(player=None))) == (5, 3)


def test_insect_swarm_makes_each_plan_of_the_enemy_burn_a_favor() -> None:
    laid = (advisers("blue", "insect_swarm"), advisers("red", "longbows", "scouts"))
    match = raid(*laid, player("red", favor=1))
    refused(match, attack("longbows", "scouts"), "plan_cost")
    finish(match, attack("longbows"))
    assert board(match).favor == 0
    match = raid(advisers("yellow", "insect_swarm"), advisers("red", "longbows"), seats=FOUR)
    finish(match, attack("longbows"))
    assert board(match).favor == 5


FOUR = ("chancellor", "red", "blue", "yellow")


def test_marsh_spirit_keeps_whoever_targets_its_site_from_plans() -> None:
    laid = (at(HERE, "marsh_spirit"), advisers("red", "longbows"), at("cradle_2", ruler="blue"))
    refused(raid(*laid), attack("longbows"), "plan_forbidden")
    other = (at("cradle_2", "marsh_spirit"), advisers("red", "longbows"))
    assert dice(finish(raid(*other), attack("longbows")))[0] == 11


def test_giant_python_wants_an_even_number_of_dice_of_targets() -> None:
    laid = (advisers("blue", "giant_python"), at("cradle_2", ruler="blue"), title("blue"))
    refused(raid(*laid), RAID, "even")
    do(raid(*laid), attack(sites=(HERE, "cradle_2")))
    do(raid(advisers("red", "giant_python")), RAID)


def test_giant_python_counts_for_a_citizen_if_the_chancellor_has_it() -> None:
    laid = (at(HERE, ruler="chancellor"), citizens("blue", "yellow"), player("blue", pawn=HERE))
    match = table(*laid, advisers("chancellor", "giant_python"), seats=FOUR)
    refused(match, RAID, "even")
    match = table(*laid, advisers("yellow", "giant_python"), player("yellow", pawn=HERE), seats=FOUR)
    do(match, RAID)


def test_vow_of_union_adds_warbands_of_ruled_sites_and_keeps_the_pawn() -> None:
    laid = (advisers("red", "vow_of_union"), at("cradle_2", ruler="red", warbands=4))
    match = raid(*laid, **LOSES)
    finish(match, RAID)
    assert (board(match).warbands, site(match, "cradle_2").warbands) == (7, 0)
    stays = table(advisers("red", "vow_of_union"), at(HERE, ruler="red"))
    refused(stays, Travel(slot="provinces_2"), "union")
    goes = table(advisers("red", "vow_of_union"), at(HERE, ruler="red"), player("red", warbands=0))
    do(goes, Travel(slot="provinces_2"))


# Modifiers and cards that bind others


def test_errand_boy_draws_from_other_piles_and_discards_below_the_pawn() -> None:
    laid = (advisers("red", "errand_boy"), discards("cradle", "elders", "tents", "scouts"), discards("hinterland"))
    refused(table(*laid), Search(source="cradle"), "other_pile")
    match = table(*laid)
    do(match, Search(source="cradle", modifiers=("errand_boy",)), Keep(card="elders", to="discard"))
    assert sorted(pile(match, "hinterland")) == ["elders", "scouts", "tents"]


def test_mushrooms_draw_the_lowest_card_of_the_pile_for_nothing() -> None:
    laid = (at(HERE, "mushrooms"), discards("provinces", "elders", "tents", "scouts"), player("red", supply=0))
    match = table(*laid)
    do(match, Search(source="provinces", modifiers=("mushrooms",)))
    assert names([each.card for each in board(match).drawn]) == ["scouts"]
    refused(table(*laid), Search(modifiers=("mushrooms",)), "empty_pile")
    both = table(*laid, advisers("red", "errand_boy"), discards("cradle", "keep", "wolves"))
    do(both, Search(source="cradle", modifiers=("mushrooms", "errand_boy")))
    assert names([each.card for each in board(both).drawn]) == ["wolves"]


def test_new_growth_plays_beasts_and_the_hearth_to_any_faceup_site_with_room() -> None:
    laid = (advisers("red", "new_growth"), facedown("cradle_2"), at("cradle_1", "keep", "longbows"))
    match = table(*laid, deck("wolves", "elders", "storyteller"))
    do(match, Search(modifiers=("new_growth",)))
    refused(match, Keep(card="elders", to="site", slot="hinterland_1"), "other_site")
    refused(match, Keep(card="wolves", to="site", slot="cradle_2"), "site_facedown")
    refused(match, Keep(card="wolves", to="site", slot="cradle_1"), "site_full")
    do(match, Keep(card="storyteller", to="site", slot="hinterland_1"))
    assert names(site(match, "hinterland_1").cards) == ["storyteller"]


@pytest.mark.parametrize(("card", "gains"), [("wolves", (1, 2)), ("elders", (0, 0))])
def test_wild_cry_rewards_a_beast_that_is_played_face_up(card: str, gains: tuple[int, int]) -> None:
    match = table(advisers("red", "wild_cry"), deck(card, "tents", "scouts"))
    do(match, Search(modifiers=("wild_cry",)))
    supply = board(match).supply
    do(match, Keep(card=card, to="adviser"))
    assert (board(match).supply - supply, board(match).warbands - 5) == gains


def test_bracken_is_for_what_is_not_kept() -> None:
    match = table(advisers("red", "bracken"), deck("elders", "tents", "scouts"), discards("cradle", "keep"))
    do(match, Search(modifiers=("bracken",)), Keep(card="elders", to="facedown"), DiscardTo("cradle", below=True))
    assert pile(match, "cradle") == ["keep", "tents", "scouts"]


def test_animal_playmates_muster_on_beasts_for_no_supply() -> None:
    laid = (advisers("red", "animal_playmates"), at(HERE, "wolves", "elders"), player("red", supply=0))
    match = table(*laid)
    refused(match, Muster(card="elders", modifiers=("animal_playmates",)), "no_supply")
    do(match, Muster(card="wolves", modifiers=("animal_playmates",)))
    assert (board(match).warbands, board(match).supply) == (7, 0)


def test_vow_of_beastkin_musters_one_more_on_suits_of_the_own_advisers_alone() -> None:
    match = table(advisers("red", "vow_of_beastkin"), at(HERE, "wolves", "elders"))
    refused(match, Muster(card="elders"), "forbidden_by")
    do(match, Muster(card="wolves"))
    assert board(match).warbands == 8


def test_forest_council_keeps_enemies_from_beasts() -> None:
    laid = (at(HERE, "wolves", "elders"),)
    match = table(*laid, at("cradle_2", "forest_council", ruler="blue"))
    refused(match, Muster(card="wolves"), "forbidden_by")
    refused(match, Trade(card="wolves"), "forbidden_by")
    do(match, Trade(card="elders"))
    refused(table(*laid, at("cradle_2", "forest_council")), Muster(card="wolves"), "forbidden_by")
    do(table(*laid, at("cradle_2", "forest_council", ruler="red")), Muster(card="wolves"))


@pytest.mark.parametrize(("adviser", "secrets"), [("wolves", 5), ("elders", 3)])
def test_the_old_oak_gives_a_secret_more_with_a_beast_adviser(adviser: str, secrets: int) -> None:
    match = table(at(HERE, "the_old_oak"), advisers("red", adviser))
    do(match, Trade(card="the_old_oak", gain="secrets", modifiers=("the_old_oak",)))
    assert board(match).secrets == secrets
    match = table(at(HERE, "the_old_oak"), advisers("red", adviser))
    do(match, Trade(card="the_old_oak", modifiers=("the_old_oak",)))
    assert board(match).secrets == 2


def test_birdsong_trades_with_beasts_and_nomads_for_no_supply() -> None:
    laid = (advisers("red", "birdsong"), player("red", supply=0), at(HERE, "wolves", "scouts"))
    do(table(*laid), Trade(card="wolves", modifiers=("birdsong",)))
    refused(table(*laid), Trade(card="scouts", modifiers=("birdsong",)), "no_supply")


def test_small_friends_trade_at_any_site_with_a_beast() -> None:
    laid = (advisers("red", "small_friends"), at("cradle_1", "wolves", "scouts"), at("cradle_2", "elders"))
    match = table(*laid)
    refused(match, Trade(card="scouts"), "not_here")
    refused(match, Trade(card="elders", modifiers=("small_friends",)), "not_here")
    do(match, Trade(card="scouts", modifiers=("small_friends",)))
    assert board(match).favor == 6


def test_small_friends_use_the_modifiers_of_the_other_site_alone() -> None:
    laid = (advisers("red", "small_friends"), at("cradle_1", "the_old_oak"))
    both = ("small_friends", "the_old_oak")
    deed = Trade(card="the_old_oak", gain="secrets", modifiers=both)
    match = table(*laid)
    assert any(isinstance(each, Trade) and {*each.modifiers} == {*both} for each in match.options("red"))
    do(match, deed)
    assert board(match).secrets == 5
    laid = (advisers("red", "small_friends"), at("cradle_1", "wolves"), at(HERE, "awaited_return"))
    refused(table(*laid), Trade(card="wolves", modifiers=("small_friends", "awaited_return")), "no_access")
    do(table(*laid, at(HERE, ruler="red")), Trade(card="wolves", modifiers=("small_friends", "awaited_return")))


def test_forest_paths_lead_to_beasts_for_nothing_past_the_powers_of_sites() -> None:
    laid = (advisers("red", "forest_paths"), player("red", supply=0, secrets=0))
    hidden_place = at("hinterland_2", "wolves", site="the_hidden_place")
    match = table(*laid, hidden_place, at("hinterland_3", site="narrow_pass"))
    do(match, Travel(slot="hinterland_2", modifiers=("forest_paths",)))
    assert board(match).favor == 4
    refused(table(*laid), Travel(slot="cradle_1", modifiers=("forest_paths",)), "no_supply")


def test_forest_paths_do_not_lift_the_toll_of_cards() -> None:
    laid = (advisers("red", "forest_paths"), at("cradle_1", "toll_roads", "wolves", ruler="blue"))
    match = table(*laid, player("red", favor=2))
    do(match, Travel(slot="cradle_1", modifiers=("forest_paths",)))
    assert (board(match).favor, board(match, "blue").favor) == (0, 6)


@pytest.mark.parametrize(("ruler", "left"), [("blue", 4), ("red", 5), ("", 4)])
def test_grasping_vines_kill_a_warband_of_an_enemy_who_leaves(ruler: str, left: int) -> None:
    match = table(at("cradle_2", "grasping_vines", ruler=ruler), at(HERE, ruler=ruler))
    do(match, Travel(slot="provinces_2"))
    assert board(match).warbands == left


def test_grasping_vines_let_go_whoever_has_no_warband_or_is_elsewhere() -> None:
    match = table(at("cradle_2", "grasping_vines", ruler="blue"), at(HERE, ruler="blue"), player("red", warbands=0))
    do(match, Travel(slot="provinces_2"))
    match = table(at("cradle_2", "grasping_vines", ruler="blue"))
    do(match, Travel(slot="provinces_2"))
    assert board(match).warbands == 5


# When played


def test_long_lost_heir_makes_an_exile_a_citizen_without_a_relic() -> None:
    match = play("long_lost_heir")
    finish(match, Accept())
    assert (board(match).citizen, board(match).relics) == (True, [])
    match = play("long_lost_heir", citizens("red"))
    assert asked(match)[1] == "act"


def test_threatening_roar_discards_nomads_and_beasts_and_itself() -> None:
    laid = (at("provinces_2", "wolves", "scouts"), at("cradle_1", "elders"), at("provinces_3", "forest_council"))
    match = play("threatening_roar", *laid, to="site")
    do(match, InOrder(("threatening_roar", "wolves")))
    assert pile(match, "hinterland")[:2] == ["wolves", "threatening_roar"]
    assert names(site(match, "provinces_2").cards) == ["scouts"]
    assert names(site(match, "cradle_1").cards) == ["elders"]
    assert names(site(match, "provinces_3").cards) == ["forest_council"]
    assert site(match, HERE).cards == []
    assert names(board(play("threatening_roar")).advisers) == ["threatening_roar"]


@pytest.mark.parametrize(("to", "gains"), [("site", 3), ("adviser", 2)])
def test_animal_host_gains_a_warband_for_each_beast_at_sites(to: Any, gains: int) -> None:
    match = play("animal_host", at("cradle_1", "wolves", "birdsong"), advisers("blue", "rangers"), to=to)
    assert board(match).warbands == 5 + gains


# Actions and rest


def test_wolves_kill_a_warband_on_any_board() -> None:
    match = table(advisers("red", "wolves"), player("blue", warbands=0))
    do(match, UsePower("wolves"))
    refused(match, TargetPlayer("blue"), "no_target")
    do(match, TargetPlayer("red"))
    assert (board(match).warbands, board(match).secrets) == (4, 2)
    refused(table(advisers("red", "wolves"), player("red", secrets=0)), UsePower("wolves"), "too_dear")


def test_roving_terror_takes_the_place_of_a_denizen_elsewhere() -> None:
    match = table(at(HERE, "roving_terror", "scouts"), at("hinterland_2", "elders", "forest_council"))
    do(match, UsePower("roving_terror"))
    refused(match, TargetCard("scouts"), "no_target")
    refused(match, TargetCard("forest_council"), "no_target")
    do(match, TargetCard("elders"))
    assert names(site(match, "hinterland_2").cards) == ["forest_council", "roving_terror"]
    assert (names(site(match, HERE).cards), pile(match, "cradle")[0]) == (["scouts"], "elders")
    assert [(each.card, each.secrets) for each in match.state.on_cards] == [(CARD.number("roving_terror"), 1)]
    refused(table(at(HERE, "roving_terror", "scouts")), UsePower("roving_terror"), "nothing_to_do")


def test_roving_terror_that_the_ancient_bloodline_locks_stays() -> None:
    laid = (at(HERE, "roving_terror", ruler="blue"), at("cradle_1", "elders"), advisers("blue", "ancient_bloodline"))
    refused(table(*laid), UsePower("roving_terror"), "nothing_to_do")


def test_fae_merchant_draws_a_relic_and_puts_any_but_the_scepter_below() -> None:
    match = table(advisers("red", "fae_merchant"), relics("red", "map", "grand_scepter"))
    do(match, UsePower("fae_merchant"))
    refused(match, TargetCard("grand_scepter"), "no_target")
    do(match, TargetCard("map"))
    assert (len(board(match).relics), names(match.state.relic_below)) == (2, ["map"])


def test_second_chance_kills_on_the_board_of_who_has_order_or_discord() -> None:
    match = table(advisers("red", "second_chance"), advisers("blue", "scouts"))
    do(match, UsePower("second_chance"))
    refused(match, TargetPlayer("red"), "no_target")
    do(match, TargetPlayer("blue"))
    assert (board(match).warbands, board(match, "blue").warbands) == (6, 4)
    refused(table(advisers("red", "second_chance")), UsePower("second_chance"), "nothing_to_do")


def test_pied_piper_goes_to_another_with_its_secret_and_takes_two_favor() -> None:
    match = table(advisers("red", "pied_piper"), advisers("blue", "elders", "tents", "scouts"))
    do(match, UsePower("pied_piper"), TargetPlayer("blue"))
    assert names(board(match, "blue").advisers) == ["elders", "tents", "scouts", "pied_piper"]
    assert (board(match).favor, board(match, "blue").favor, board(match).secrets) == (7, 3, 2)
    do(match, Rest())
    assert board(match).secrets == 3


def test_pied_piper_ignores_the_limit_when_it_comes_and_counts_then() -> None:
    match = play("pied_piper", advisers("red", "elders", "tents", "scouts"))
    assert len(board(match).advisers) == 4
    do(match, Search())
    drawn = next(each.card for each in board(match).drawn)
    refused(match, Keep(card=CARD.ids[drawn], to="facedown"), "council_full")


def test_memory_of_nature_moves_a_favor_for_each_beast_at_sites() -> None:
    laid = (advisers("red", "memory_of_nature"), at(HERE, "wolves", "birdsong"))
    match = table(*laid)
    do(match, UsePower("memory_of_nature"))
    refused(match, TargetBank("beast"), "no_target")
    do(match, TargetBank("order"), TargetBank("order"))
    assert (bank(match, "order"), bank(match, "beast"), asked(match)[1]) == (0, 4, "act")
    refused(table(advisers("red", "memory_of_nature")), UsePower("memory_of_nature"), "nothing_to_do")


def test_vow_of_poverty_gains_no_favor_of_trade_and_two_at_rest() -> None:
    match = table(advisers("red", "vow_of_poverty"), at(HERE, "scouts"))
    do(match, Trade(card="scouts"))
    assert board(match).favor == 5
    match = table(advisers("red", "vow_of_poverty"), player("red", favor=0), rests=True)
    do(match, UseRest("vow_of_poverty"), TargetBank("order"))
    assert board(match).favor == 2
    match = table(advisers("red", "vow_of_poverty"), rests=True)
    refused(match, UseRest("vow_of_poverty"))


def test_wild_allies_campaign_at_a_site_with_a_beast_for_nothing() -> None:
    laid = (advisers("red", "wild_allies"), at("hinterland_2", "wolves"), at("cradle_2", "elders"))
    match = table(*laid, player("red", supply=0))
    do(match, UsePower("wild_allies"))
    refused(match, TargetSite("cradle_2"), "no_target")
    do(match, TargetSite("hinterland_2"))
    finish(match, Attack(player=None, sites=("hinterland_2",)))
    assert (board(match).supply, board(match).secrets) == (0, 2)
    refused(table(advisers("red", "wild_allies")), UsePower("wild_allies"), "nothing_to_do")


def test_wild_allies_join_the_warbands_of_the_site() -> None:
    laid = (advisers("red", "wild_allies"), at("hinterland_2", "wolves", ruler="red", warbands=4))
    match = table(*laid, player("blue", pawn="hinterland_2"), draws=rolls([HOLLOW] * 5, [SHIELD, SHIELD]))
    do(match, UsePower("wild_allies"), TargetSite("hinterland_2"))
    finish(match, Attack(player="blue", pawn=True))
    assert (board(match).warbands, site(match, "hinterland_2").warbands) == (5, 0)


def test_new_growth_plays_a_facedown_adviser_at_any_site_6_1_r45() -> None:
    match = table(advisers("red", "new_growth"), hidden("red", "wolves", "elders"))
    refused(match, PlayAdviser(card="wolves", to="site", slot="hinterland_1"), "other_site")
    by = ("new_growth",)
    refused(match, PlayAdviser(card="elders", to="site", slot="hinterland_1", modifiers=by), "other_site")
    wanted = PlayAdviser(card="wolves", to="site", slot="hinterland_1", modifiers=by)
    assert wanted in match.options("red")
    do(match, wanted)
    assert names(site(match, "hinterland_1").cards) == ["wolves"]


def test_wild_cry_rewards_a_facedown_adviser_of_beasts_6_1_r45() -> None:
    match = table(advisers("red", "wild_cry"), hidden("red", "wolves", "elders"), player("red", supply=3))
    wanted = PlayAdviser(card="wolves", to="adviser", modifiers=("wild_cry",))
    cries = [each for each in match.options("red") if isinstance(each, PlayAdviser) and each.modifiers]
    assert {each.card for each in cries} == {"wolves"}
    refused(match, replace(wanted, modifiers=("welcoming_party",)), "no_modifier")
    do(match, wanted)
    assert (board(match).supply, board(match).warbands) == (4, 7)


def test_bracken_is_for_cards_that_give_way_and_for_the_kept_one_too() -> None:
    laid = (advisers("red", "bracken", "wolves"), deck("elders", "tents", "scouts"), discards("cradle", "keep"))
    match = table(*laid, hidden("red", "tutor"))
    do(match, Search(modifiers=("bracken",)), Keep(card="elders", to="adviser", away="tutor"))
    do(match, DiscardTo("cradle", below=True))
    assert pile(match, "cradle") == ["keep", "tents", "scouts", "tutor"]
    match = table(*laid)
    do(match, Search(modifiers=("bracken",)), Keep(card="elders", to="discard"), DiscardTo("cradle"))
    assert sorted(pile(match, "cradle")) == ["elders", "keep", "scouts", "tents"]

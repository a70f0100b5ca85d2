"""The cards of the hearth: what each does, where it does nothing, and what the rulings say of it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.oath.facts import CARD
from adjudicator.games.oath.rules.battle import UsePlan
from adjudicator.games.oath.rules.campaign import Attack
from adjudicator.games.oath.rules.economy import Muster, Trade
from adjudicator.games.oath.rules.empire import Accept
from adjudicator.games.oath.rules.playing import FromBank
from adjudicator.games.oath.rules.powers import (
    Comply,
    Skip,
    TargetBank,
    TargetCard,
    TargetNumber,
    TargetPlayer,
    TargetSite,
    UsePower,
)
from adjudicator.games.oath.rules.search import Keep, Search
from adjudicator.games.oath.rules.warbands import PlayAdviser
from tests.games.oath.raids import HERE, LOSES, RAID, WINS, play, raid
from tests.games.oath.table import (
    BLANK,
    HOLLOW,
    SHIELD,
    SKULL,
    SWORD,
    advisers,
    asked,
    at,
    bank,
    banks,
    banner,
    board,
    citizens,
    deck,
    dice,
    discards,
    do,
    finish,
    hidden,
    names,
    pile,
    player,
    refused,
    site,
    table,
    tokens,
)

# Battle plans


def test_extra_provisions_add_a_defense_die_for_a_favor() -> None:
    match = raid(advisers("blue", "extra_provisions"))
    assert dice(finish(match, RAID, defense_plans=UsePlan("extra_provisions"))) == (10, 2)
    assert board(match, "blue").favor == 4
    match = raid(advisers("red", "extra_provisions"))
    refused(match, Attack(player="blue", sites=(HERE,), plans=("extra_provisions",)), "plan_side")


def test_traveling_doctor_saves_the_army_of_a_loser_and_leaves() -> None:
    match = raid(advisers("blue", "traveling_doctor"), **WINS)
    finish(match, RAID, defense_plans=UsePlan("traveling_doctor"))
    assert (board(match, "blue").warbands, board(match, "blue").advisers) == (6, [])
    match = raid(advisers("blue", "traveling_doctor"), **LOSES)
    finish(match, RAID, defense_plans=UsePlan("traveling_doctor"))
    assert names(board(match, "blue").advisers) == ["traveling_doctor"]


@pytest.mark.parametrize(("holder", "count"), [("", 12), ("red", 12), ("blue", 10)])
def test_village_constable_needs_that_the_enemy_has_not_the_peoples_favor(holder: str, count: int) -> None:
    match = raid(at("cradle_2", "village_constable", ruler="red"), banner("peoples_favor", holder))
    assert dice(finish(match, Attack(player="blue", sites=(HERE,), plans=("village_constable",)))) == (count, 1)


@pytest.mark.parametrize(("holder", "count", "left"), [("red", 13, 10), ("blue", 10, 9)])
def test_the_great_levy_adds_three_and_spares_from_skulls(holder: str, count: int, left: int) -> None:
    faces = [SKULL, *[SWORD] * (count - 1)]
    match = raid(advisers("red", "the_great_levy"), banner("peoples_favor", holder), attack=faces, defense=[BLANK])
    events = finish(match, Attack(player="blue", sites=(HERE,), plans=("the_great_levy",)))
    assert dice(events)[0] == count
    assert board(match).warbands + site(match, HERE).warbands == left


@pytest.mark.parametrize(("holder", "stays"), [("blue", True), ("", False), ("chancellor", False)])
def test_hearts_and_minds_win_at_once_and_stay_with_the_peoples_favor(holder: str, stays: bool) -> None:
    match = raid(at(HERE, "hearts_and_minds"), banner("peoples_favor", holder))
    finish(match, RAID, defense_plans=UsePlan("hearts_and_minds"))
    assert (board(match).warbands, site(match, HERE).colour, board(match, "blue").favor) == (5, "blue", 2)
    assert (names(site(match, HERE).cards) == ["hearts_and_minds"]) == stays


def test_hearts_and_minds_stay_if_an_ally_has_the_peoples_favor_r02() -> None:
    laid = (citizens("blue"), at(HERE, "hearts_and_minds", ruler="chancellor"), player("blue", pawn=HERE))
    match = table(*laid, banner("peoples_favor", "chancellor"), player("red", warbands=10))
    finish(match, RAID, defense_plans=UsePlan("hearts_and_minds"))
    assert names(site(match, HERE).cards) == ["hearts_and_minds"]


def test_hearts_and_minds_cost_three_favor() -> None:
    match = raid(at(HERE, "hearts_and_minds"), player("blue", favor=2), **WINS)
    do(match, RAID)
    assert asked(match)[1] != "defense_plans"


def test_hospital_brings_back_who_was_killed_while_its_user_rules_the_site() -> None:
    match = raid(at("cradle_2", "hospital", ruler="blue"), **WINS)
    finish(match, RAID, defense_plans=UsePlan("hospital"))
    assert (site(match, "cradle_2").warbands, board(match, "blue").warbands) == (4, 3)
    match = raid(at(HERE, "hospital"), **WINS)
    finish(match, RAID, defense_plans=UsePlan("hospital"))
    assert board(match, "blue").warbands == 3


@pytest.mark.parametrize("against", ["chancellor", "bandits"])
def test_herald_gains_a_favor_after_campaigns_against_players(against: str) -> None:
    bandits = against == "bandits"
    laid = () if bandits else (at(HERE, ruler="chancellor"),)
    match = table(*laid, advisers("blue", "herald"), player("red", warbands=9))
    answers = {} if bandits else {"bank": FromBank("beast")}
    finish(match, Attack(player=None if bandits else "chancellor", sites=(HERE,)), **answers)
    assert board(match, "blue").favor == (5 if bandits else 6)


def test_herald_gains_nothing_of_the_own_campaign() -> None:
    match = raid(advisers("red", "herald"), **WINS)
    finish(match, RAID)
    assert board(match).favor == 5


def test_vow_of_peace_forbids_campaigns_and_sacrifices_against_it() -> None:
    refused(raid(advisers("red", "vow_of_peace")), RAID, "sworn")
    short = {"attack": [SWORD] * 6 + [HOLLOW] * 4, "defense": [SHIELD, SHIELD, SHIELD]}
    for laid, sacrifices in ((at("cradle_2", ruler="blue"), True), (advisers("blue", "vow_of_peace"), False)):
        match = raid(at("provinces_3", ruler="blue"), at("cradle_2", ruler="blue"), laid, **short)
        do(match, Attack(player="blue", sites=(HERE, "provinces_3", "cradle_2")))
        assert (asked(match)[1] == "sacrifice") == sacrifices


# Modifiers and cards that bind others


def test_welcoming_party_gains_a_favor_for_a_denizen_played_face_up() -> None:
    for to, gains in (("adviser", 1), ("facedown", 0)):
        match = table(at(HERE, "welcoming_party"), deck("elders", "tents", "scouts"))
        do(match, Search(modifiers=("welcoming_party",)), Keep(card="elders", to=to))
        assert (board(match).favor, bank(match, "hearth")) == (5 + gains, 2 - gains)


def test_welcoming_party_does_not_welcome_advisers_and_visions() -> None:
    match = table(at(HERE, "welcoming_party"), hidden("red", "elders"))
    do(match, PlayAdviser(card="elders", to="adviser"))
    assert board(match).favor == 5
    match = table(at(HERE, "welcoming_party"), deck("vision_of_faith"))
    do(match, Search(modifiers=("welcoming_party",)), Keep(card="vision_of_faith", to="revealed"))
    assert board(match).favor == 5


def test_crop_rotation_discards_a_card_of_the_site_first() -> None:
    laid = (advisers("red", "crop_rotation"), at(HERE, "scouts", "longbows"), deck("elders", "tents", "keep"))
    match = table(*laid)
    do(match, Search())
    refused(match, Keep(card="elders", to="site", clears="scouts"), "no_such_card")
    match = table(*laid)
    do(match, Search(modifiers=("crop_rotation",)), Keep(card="elders", to="site", clears="scouts"))
    assert names(site(match, HERE).cards) == ["longbows", "elders"]


@pytest.mark.parametrize("mods", [("crop_rotation", "new_growth"), ("new_growth", "crop_rotation")])
def test_crop_rotation_works_at_the_sites_of_new_growth_in_any_order(mods: tuple[str, ...]) -> None:
    laid = (advisers("red", "crop_rotation", "new_growth"), at("cradle_1", "scouts", "longbows"))
    match = table(*laid, deck("wolves", "tents", "keep"))
    keep = Keep(card="wolves", to="site", slot="cradle_1", clears="scouts")
    do(match, Search(modifiers=mods), keep)
    assert names(site(match, "cradle_1").cards) == ["longbows", "wolves"]


def test_great_slum_is_cleared_for_a_card_that_new_growth_brings() -> None:
    laid = (advisers("red", "new_growth"), at("cradle_1", "scouts", site="great_slum"), at("cradle_2", "keep"))
    match = table(*laid, deck("wolves", "tents", "elders"))
    do(match, Search(modifiers=("new_growth",)))
    refused(match, Keep(card="wolves", to="site", slot="cradle_2", clears="keep"), "no_such_card")
    do(match, Keep(card="wolves", to="site", slot="cradle_1", clears="scouts"))
    assert names(site(match, "cradle_1").cards) == ["wolves"]


def test_land_warden_plays_two_cards_if_the_first_goes_to_a_site() -> None:
    laid = (advisers("red", "land_warden"), deck("elders", "tents", "scouts"))
    match = table(*laid)
    do(match, Search(modifiers=("land_warden",)), Keep(card="elders", to="site"))
    assert asked(match) == ("red", "keep")
    do(match, Keep(card="tents", to="facedown"))
    assert names([each.card for each in board(match).hidden]) == ["tents"]
    match = table(*laid)
    do(match, Search(modifiers=("land_warden",)), Keep(card="elders", to="adviser"))
    assert asked(match)[1] == "act"


def test_news_from_afar_make_a_search_free_for_two_favor() -> None:
    match = table(advisers("red", "news_from_afar"), player("red", supply=0))
    do(match, Search(modifiers=("news_from_afar",)))
    assert (board(match).supply, board(match).favor) == (0, 3)
    poor = table(advisers("red", "news_from_afar"), player("red", favor=1))
    refused(poor, Search(modifiers=("news_from_afar",)), "too_dear")


def test_rowdy_pub_gives_a_warband_more_on_itself_alone() -> None:
    for card, gains in (("rowdy_pub", 3), ("scouts", 2)):
        match = table(at(HERE, "rowdy_pub", "scouts"))
        do(match, Muster(card=card, modifiers=("rowdy_pub",)))
        assert board(match).warbands == 5 + gains


def test_awaited_return_trades_for_a_warband_in_place_of_supply() -> None:
    laid = (at(HERE, "scouts"), advisers("red", "awaited_return"))
    match = table(*laid, player("red", supply=0))
    do(match, Trade(card="scouts", modifiers=("awaited_return",)))
    assert (board(match).warbands, board(match).favor) == (4, 6)
    match = table(*laid, player("red", supply=0, warbands=0))
    refused(match, Trade(card="scouts", modifiers=("awaited_return",)), "no_supply")


@pytest.mark.parametrize(("to", "gains"), [("revealed", 2), ("facedown", 0)])
def test_book_binders_gain_of_visions_that_others_play_face_up(to: Any, gains: int) -> None:
    match = table(advisers("blue", "book_binders"), deck("vision_of_faith"))
    do(match, Search(), Keep(card="vision_of_faith", to=to))
    finish(match, **({"bank": FromBank("beast")} if gains else {}))
    assert board(match, "blue").favor == 5 + gains


@pytest.mark.parametrize(("card", "gains"), [("elders", 2), ("scouts", 2), ("wolves", 0)])
def test_saddle_makers_gain_of_nomads_and_order(card: str, gains: int) -> None:
    match = play(card, advisers("blue", "saddle_makers"))
    assert board(match, "blue").favor == 5 + gains
    match = play("elders", advisers("red", "saddle_makers"))
    assert board(match).favor == 5


# When played


@pytest.mark.parametrize("takes", [True, False])
def test_family_heirloom_draws_a_relic_to_take_or_put_below(takes: bool) -> None:
    match = play("family_heirloom")
    do(match, Comply() if takes else Skip())
    assert (len(board(match).relics), len(match.state.relic_below)) == (int(takes), int(not takes))


def test_fabled_feast_takes_of_one_bank_for_each_ruled_card_of_the_hearth() -> None:
    laid = (at("cradle_2", "storyteller", ruler="red"), at("cradle_1", "wayside_inn"), banks(order=9))
    match = play("fabled_feast", *laid, advisers("red", "marriage"))
    do(match, FromBank("order"))
    assert (board(match).favor, bank(match, "order")) == (9, 5)


def test_salad_days_gain_of_three_different_banks() -> None:
    match = play("salad_days")
    do(match, TargetBank("beast"))
    refused(match, TargetBank("beast"), "no_target")
    do(match, TargetBank("order"), TargetBank("nomad"))
    assert (board(match).favor, asked(match)[1]) == (8, "act")
    match = play("salad_days", banks(discord=0, arcane=0, order=0, hearth=0, nomad=0))
    finish(match)
    assert board(match).favor == 6


# Actions


def test_wayside_inn_gives_two_supply() -> None:
    match = table(at(HERE, "wayside_inn"), player("red", supply=1))
    do(match, UsePower("wayside_inn"))
    assert (board(match).supply, board(match).favor) == (3, 4)
    refused(match, UsePower("wayside_inn"), "occupied")


def test_memory_of_home_moves_a_bank_to_the_hearth() -> None:
    match = table(advisers("red", "memory_of_home"))
    do(match, UsePower("memory_of_home"))
    refused(match, TargetBank("hearth"), "no_target")
    do(match, TargetBank("beast"))
    assert (bank(match, "beast"), bank(match, "hearth"), board(match).secrets) == (0, 4, 2)
    poor = table(advisers("red", "memory_of_home"), player("red", secrets=0))
    refused(poor, UsePower("memory_of_home"), "too_dear")


@pytest.mark.parametrize("holder", ["", "blue"])
def test_storyteller_puts_a_secret_on_the_banner(holder: str) -> None:
    match = table(advisers("red", "storyteller"), banner("darkest_secret", holder, 2))
    do(match, UsePower("storyteller"))
    assert (match.state.banners[1].tokens, board(match).secrets, board(match).favor) == (3, 3, 4)


def test_armed_mob_discards_an_adviser_of_who_has_the_secret_alone() -> None:
    laid = (at(HERE, "armed_mob"), advisers("blue", "elders", "faithful_friend"), banner("darkest_secret", "blue"))
    match = table(*laid)
    do(match, UsePower("armed_mob"))
    refused(match, TargetCard("faithful_friend"), "no_target")
    do(match, TargetCard("elders"))
    assert names(board(match, "blue").advisers) == ["faithful_friend"]
    refused(table(*laid, banner("peoples_favor", "blue")), UsePower("armed_mob"), "nothing_to_do")


def test_tavern_songs_show_the_top_three_of_the_pile_to_their_user() -> None:
    match = table(advisers("red", "tavern_songs"), discards("provinces", "elders", "scouts", "keep", "wolves"))
    told = [each.private for each in match.apply("red", UsePower("tavern_songs")) if each.private]
    assert [{*each} for each in told] == [{"red"}]
    assert list(told[0]["red"].cards) == ["elders", "scouts", "keep"]
    match = table(advisers("red", "tavern_songs"), discards("provinces"))
    refused(match, UsePower("tavern_songs"), "nothing_to_do")


def test_homesteaders_move_an_adviser_to_the_site() -> None:
    match = table(advisers("red", "homesteaders", "elders", "tutor", "herald"))
    do(match, UsePower("homesteaders"))
    refused(match, TargetCard("herald"), "no_target")
    do(match, TargetCard("elders"))
    assert names(site(match, HERE).cards) == ["elders"]
    full = table(advisers("red", "homesteaders", "elders"), at(HERE, "scouts", "longbows"))
    refused(full, UsePower("homesteaders"), "nothing_to_do")


def test_a_round_of_ale_returns_everything_but_its_own_favor() -> None:
    laid = (at(HERE, "a_round_of_ale"), at("cradle_2", "scouts"), tokens("scouts", 1, 1), player("red", turned=2))
    match = table(*laid)
    do(match, UsePower("a_round_of_ale"))
    assert (board(match).secrets, board(match).turned, bank(match, "order")) == (6, 0, 3)
    assert [each.card for each in match.state.on_cards] == [CARD.number("a_round_of_ale")]
    refused(match, UsePower("a_round_of_ale"), "occupied")


def test_charming_friend_takes_a_favor_of_who_is_there() -> None:
    match = table(advisers("red", "charming_friend"), player("blue", pawn=HERE))
    do(match, UsePower("charming_friend"), TargetPlayer("blue"))
    assert (board(match).favor, board(match, "blue").favor) == (6, 4)
    refused(table(advisers("red", "charming_friend")), UsePower("charming_friend"), "nothing_to_do")


def test_levelers_move_two_favor_from_the_fullest_bank_to_the_poorest() -> None:
    match = table(advisers("red", "levelers"), banks(order=5, beast=0, nomad=0))
    do(match, UsePower("levelers"))
    refused(match, TargetBank("hearth"), "no_target")
    do(match, TargetBank("order"))
    refused(match, TargetBank("hearth"), "no_target")
    do(match, TargetBank("nomad"))
    assert (bank(match, "order"), bank(match, "nomad"), bank(match, "beast")) == (3, 2, 0)


def test_relic_breaker_puts_a_relic_below_for_three_warbands() -> None:
    laid = (advisers("red", "relic_breaker"), at(HERE, site="drowned_city", relics=["map", "whistle"]))
    match = table(*laid)
    do(match, UsePower("relic_breaker"), TargetNumber(2))
    assert (board(match).warbands, names(match.state.relic_below)) == (8, ["whistle"])
    refused(table(advisers("red", "relic_breaker")), UsePower("relic_breaker"), "nothing_to_do")


def test_relic_breaker_leaves_relics_that_the_ancient_bloodline_locks() -> None:
    laid = (advisers("red", "relic_breaker"), at(HERE, relics=["map"], ruler="blue"))
    refused(table(*laid, advisers("blue", "ancient_bloodline")), UsePower("relic_breaker"), "nothing_to_do")


def test_ballot_box_makes_an_exile_with_the_peoples_favor_a_citizen() -> None:
    match = table(at(HERE, "ballot_box"), banner("peoples_favor", "red"))
    do(match, UsePower("ballot_box"))
    finish(match, Accept())
    assert (board(match).citizen, board(match).relics) == (True, [])
    refused(table(at(HERE, "ballot_box")), UsePower("ballot_box"), "nothing_to_do")


def test_cards_that_are_discarded_follow_the_region() -> None:
    laid = (advisers("blue", "elders"), banner("darkest_secret", "blue"), player("blue", pawn="hinterland_1"))
    match = table(at(HERE, "armed_mob"), *laid)
    do(match, UsePower("armed_mob"), TargetCard("elders"))
    assert pile(match, "cradle")[0] == "elders"


def test_great_slum_gives_way_for_a_card_that_is_moved_there() -> None:
    full = at(HERE, "scouts", "longbows", "keep", site="great_slum")
    match = table(full, advisers("red", "homesteaders", "elders"))
    do(match, UsePower("homesteaders"), TargetCard("elders"))
    refused(match, Skip(), "no_target")
    refused(match, TargetCard("keep"), "no_target")
    do(match, TargetCard("longbows"))
    assert names(site(match, HERE).cards) == ["scouts", "keep", "elders"]
    match = table(at(HERE, "resettle"), at("cradle_2", "scouts", site="great_slum"), advisers("blue", "elders"))
    do(match, UsePower("resettle"), TargetCard("elders"), TargetSite("cradle_2"), Skip())
    assert names(site(match, "cradle_2").cards) == ["scouts", "elders"], "where there is room nothing has to go"


def test_crop_rotation_clears_a_site_for_a_facedown_adviser_6_1_r45() -> None:
    match = table(advisers("red", "crop_rotation"), hidden("red", "elders"), at(HERE, "scouts", "longbows"))
    refused(match, PlayAdviser(card="elders", to="site", clears="scouts"), "no_such_card")
    wanted = PlayAdviser(card="elders", to="site", clears="scouts", modifiers=("crop_rotation",))
    assert wanted in match.options("red")
    do(match, wanted)
    assert names(site(match, HERE).cards) == ["longbows", "elders"]

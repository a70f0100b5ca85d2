"""The cards of nomads: what each does, where it does nothing, and what the rulings say of it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.oath.facts import CARD
from adjudicator.games.oath.rules.battle import Counted, UsePlan
from adjudicator.games.oath.rules.campaign import Attack
from adjudicator.games.oath.rules.councils import council_of
from adjudicator.games.oath.rules.deals import AcceptDeal, NoDeal, Propose
from adjudicator.games.oath.rules.economy import RecoverBanner, RecoverRelic, Trade
from adjudicator.games.oath.rules.empire import TakeSpace
from adjudicator.games.oath.rules.powers import (
    Comply,
    Skip,
    TargetBank,
    TargetCard,
    TargetPile,
    TargetSite,
    TargetWarbands,
    UsePower,
)
from adjudicator.games.oath.rules.search import Keep
from adjudicator.games.oath.rules.travel import Guide, Travel
from adjudicator.games.oath.rules.warbands import PlayAdviser
from tests.games.oath.raids import HERE, RAID, WINS, attack, play, raid
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
    bank,
    banks,
    banner,
    board,
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
    site,
    table,
    tokens,
)


def counted(events: list[Any]) -> tuple[int, int, int]:
    """The values that were counted: of the attack, of the defense, and the skulls."""
    (found,) = [each for each in events if isinstance(each, Counted)]
    return found.attack, found.defense, found.skulls


# Battle plans


def test_rain_boots_cancel_single_shields_and_leave() -> None:
    laid = (advisers("red", "rain_boots"), at("cradle_1", ruler="blue"), at("cradle_2", ruler="blue"))
    match = raid(*laid, attack=[HOLLOW] * 10, defense=[SHIELD, TWO_SHIELDS, DOUBLE])
    events = finish(match, attack("rain_boots", sites=(HERE, "cradle_1", "cradle_2")))
    assert counted(events)[1] == 4 + 8
    assert (board(match).advisers, pile(match, "hinterland")[0]) == ([], "rain_boots")


def test_horse_archers_add_or_take_three_dice_and_leave() -> None:
    match = raid(advisers("red", "horse_archers"), advisers("blue", "lancers"))
    assert dice(finish(match, attack("horse_archers"))) == (13, 1)
    assert board(match).advisers == []
    match = raid(advisers("blue", "horse_archers"))
    assert dice(finish(match, RAID, defense_plans=UsePlan("horse_archers"))) == (7, 1)
    assert board(match, "blue").advisers == []


def test_warning_signals_move_all_but_the_last_warband_of_a_site() -> None:
    match = raid(advisers("blue", "warning_signals"), at("cradle_2", ruler="blue", warbands=3))
    do(match, RAID, UsePlan("warning_signals"))
    assert asked(match) == ("blue", "aim")
    refused(match, TargetWarbands(3, "cradle_2", "board"), "no_target")
    do(match, TargetWarbands(2, "cradle_2", "board"), TargetWarbands(6, HERE, "site"))
    finish(match, Skip())
    assert (site(match, "cradle_2").warbands, names(board(match, "blue").advisers)) == (1, [])


def test_lancers_double_swords_hollow_swords_and_skulls() -> None:
    match = raid(advisers("red", "lancers"), attack=[HOLLOW] * 3 + [SWORD] * 6 + [SKULL], defense=[BLANK])
    assert counted(finish(match, attack("lancers"))) == (3 + 12 + 4, 6, 2)
    assert board(match).advisers == []


@pytest.mark.parametrize(("count", "stays"), [(1, True), (3, False)])
def test_mountain_giant_gives_one_die_or_three_and_leaves_then(count: int, stays: bool) -> None:
    match = raid(advisers("red", "mountain_giant"))
    assert dice(finish(match, RAID, plans=UsePlan("mountain_giant", count))) == (10 + count, 1)
    assert (bool(board(match).advisers), board(match).secrets) == (stays, 2)
    match = raid(advisers("red", "mountain_giant"))
    do(match, RAID)
    refused(match, UsePlan("mountain_giant", 2), "plan_condition")


def test_mountain_giant_named_with_the_attack_gives_one_die() -> None:
    match = raid(advisers("red", "mountain_giant"))
    assert dice(finish(match, attack("mountain_giant"))) == (11, 1)


@pytest.mark.parametrize(("adviser", "count"), [("elders", 14), ("wolves", 10)])
def test_rival_khan_needs_a_nomad_of_the_enemy_and_leaves_in_any_case(adviser: str, count: int) -> None:
    match = raid(advisers("red", "rival_khan"), advisers("blue", adviser))
    assert dice(finish(match, attack("rival_khan")))[0] == count
    assert board(match).advisers == []


def test_mounted_patrol_halves_what_is_left_after_all_other_plans() -> None:
    match = raid(advisers("blue", "mounted_patrol", "horse_archers"))
    plans = [UsePlan("mounted_patrol"), UsePlan("horse_archers")]
    assert dice(finish(match, RAID, defense_plans=plans)) == (3, 1)
    assert board(match, "blue").advisers == []


def test_great_crusade_counts_the_nomads_that_its_user_rules() -> None:
    laid = (advisers("red", "great_crusade", "wolves"), at("cradle_2", "elders", ruler="red"), at("cradle_1", "tents"))
    assert dice(finish(raid(*laid), attack("great_crusade")))[0] == 12
    match = table(at(HERE, "great_crusade"), at("cradle_1", "tents"), at("cradle_2", "elders", ruler="blue"))
    assert dice(finish(match, attack(player=None)))[0] == 3


def test_storm_caller_adds_two_dice_and_leaves() -> None:
    match = raid(advisers("blue", "storm_caller"))
    assert dice(finish(match, RAID, defense_plans=UsePlan("storm_caller"))) == (10, 3)
    assert board(match, "blue").advisers == []


def test_wild_mounts_give_a_beast_for_all_nomad_plans() -> None:
    laid = (advisers("red", "wild_mounts", "lancers"), at("cradle_2", "horse_archers", "wolves", ruler="red"))
    match = raid(*laid, at("cradle_1", "forest_council", "birdsong", ruler="red"), **WINS | {"attack": [SWORD] * 13})
    do(match, attack("wild_mounts", "lancers", "horse_archers"))
    while asked(match)[1] != "aim":
        match.close()
    refused(match, TargetCard("forest_council"), "no_target")
    finish(match, TargetCard("birdsong"))
    assert names(board(match).advisers) == ["wild_mounts", "lancers"]
    assert names(site(match, "cradle_2").cards) == ["horse_archers", "wolves"]


def test_wild_mounts_may_rather_let_the_plans_go() -> None:
    laid = (advisers("red", "wild_mounts", "lancers"), at("cradle_2", "horse_archers", "wolves", ruler="red"))
    match = raid(*laid, **WINS | {"attack": [SWORD] * 13})
    do(match, attack("wild_mounts", "lancers", "horse_archers"))
    while asked(match)[1] != "aim":
        match.close()
    finish(match, Skip())
    assert names(board(match).advisers) == ["wild_mounts"]
    assert names(site(match, "cradle_2").cards) == ["wolves"]


def test_wild_mounts_without_a_beast_or_a_plan_that_leaves_do_nothing() -> None:
    match = raid(advisers("red", "wild_mounts", "lancers"))
    finish(match, attack("wild_mounts", "lancers"))
    assert names(board(match).advisers) == ["wild_mounts"]
    match = raid(advisers("red", "wild_mounts", "mountain_giant", "wolves"))
    finish(match, attack("wild_mounts", "mountain_giant"))
    assert names(board(match).advisers) == ["wild_mounts", "mountain_giant", "wolves"]


@pytest.mark.parametrize(("plans", "beast"), [(("horse_archers", "storm_caller"), True), (("horse_archers",), False)])
def test_wild_mounts_of_bandits_give_their_first_beast_for_two_plans(plans: tuple[str, ...], beast: bool) -> None:
    laid = (at("cradle_1", "wolves"), at("cradle_2", "wild_mounts", "birdsong"), at("hinterland_2", *plans))
    match = table(*laid)
    finish(match, attack(player=None))
    assert (names(site(match, "cradle_1").cards) == []) == beast
    assert names(site(match, "cradle_2").cards) == ["wild_mounts", "birdsong"]
    assert (names(site(match, "hinterland_2").cards) == [*plans]) == beast


# Modifiers and cards that bind others


def test_tents_make_journeys_in_the_region_free() -> None:
    laid = (advisers("red", "tents"), player("red", supply=0))
    match = table(*laid)
    do(match, Travel(slot="provinces_2", modifiers=("tents",)))
    assert board(match).favor == 4
    refused(table(*laid), Travel(slot="cradle_1", modifiers=("tents",)), "no_supply")


def test_special_envoy_travels_for_nothing_and_ends_the_act_phase() -> None:
    match = table(advisers("red", "special_envoy"), player("red", supply=0))
    do(match, Travel(slot="cradle_1", modifiers=("special_envoy",)))
    assert match.state.turn.seat == "blue"


@pytest.mark.parametrize(("warbands", "able"), [(3, True), (4, False)])
def test_a_fast_steed_needs_three_warbands_or_fewer(warbands: int, able: bool) -> None:
    match = table(advisers("red", "a_fast_steed"), player("red", supply=0, warbands=warbands))
    deed = Travel(slot="cradle_1", modifiers=("a_fast_steed",))
    if able:
        do(match, deed)
        assert board(match).favor == 4
    else:
        refused(match, deed, "no_supply")


def test_hospitality_gains_of_a_suit_of_the_new_site_and_of_an_adviser() -> None:
    laid = (advisers("red", "hospitality", "wolves"), at("provinces_2", "elders", "scouts"))
    match = table(*laid)
    do(match, Travel(slot="provinces_2", modifiers=("hospitality",)))
    refused(match, TargetBank("order"), "no_target")
    do(match, TargetBank("nomad"))
    assert board(match).favor == 6
    match = table(*laid)
    do(match, Travel(slot="provinces_3", modifiers=("hospitality",)))
    assert (asked(match)[1], board(match).favor) == ("act", 5)


def test_hospitality_works_where_the_ruler_of_the_shrouded_wood_sends() -> None:
    laid = (advisers("red", "hospitality"), at("cradle_2", "elders"), at(HERE, site="shrouded_wood", ruler="blue"))
    match = table(*laid)
    do(match, Travel(slot="provinces_2", modifiers=("hospitality",)), Guide("cradle_2"), TargetBank("nomad"))
    assert board(match).favor == 6


@pytest.mark.parametrize(("ruler", "station", "paid"), [("red", False, 0), ("blue", True, 1), ("", True, 1)])
def test_way_station_is_reached_for_a_favor_for_its_ruler(ruler: str, station: bool, paid: int) -> None:
    match = table(at("hinterland_2", "way_station", ruler=ruler), player("red", supply=0))
    do(match, Travel(slot="hinterland_2", station=station))
    assert (board(match).favor, board(match, "blue").favor) == (5 - paid, 6 if ruler == "blue" else 5)


def test_way_station_wants_its_favor_and_its_own_site() -> None:
    match = table(at("hinterland_2", "way_station", ruler="blue"), player("red", supply=0, favor=0))
    refused(match, Travel(slot="hinterland_2", station=True), "no_favor")
    refused(match, Travel(slot="hinterland_3", station=True), "no_station")


def test_relic_worship_gives_supply_for_relics_and_none_for_banners_r53() -> None:
    laid = (advisers("red", "relic_worship"), at(HERE, relics=["map"]), player("red", supply=1))
    match = table(*laid)
    do(match, RecoverRelic(modifiers=("relic_worship",)))
    assert (board(match).supply, names(board(match).relics)) == (3, ["map"])
    match = table(*laid)
    do(match, RecoverBanner(banner="peoples_favor", pay=2, bank="beast", modifiers=("relic_worship",)))
    assert board(match).supply == 0


@pytest.mark.parametrize(("adviser", "supply"), [("relic_worship", 4), ("elders", 1)])
def test_relic_worship_works_for_the_relic_of_a_homeland_r40(adviser: str, supply: int) -> None:
    laid = (advisers("red", adviser), at(HERE, site="deep_woods", relics=["map"]), player("red", supply=1))
    match = play("wolves", *laid, to="site")
    assert (board(match).supply, names(board(match).relics)) == (supply, ["map"])


def test_sacred_ground_is_where_visions_are_revealed() -> None:
    match = table(at("cradle_2", "sacred_ground"), hidden("red", "vision_of_faith", "conspiracy"))
    refused(match, PlayAdviser(card="vision_of_faith", to="revealed"), "forbidden_by")
    do(match, PlayAdviser(card="conspiracy", to="conspiracy"))
    match = table(at(HERE, "sacred_ground"), hidden("red", "vision_of_faith"))
    do(match, PlayAdviser(card="vision_of_faith", to="revealed"))


def test_lost_tongue_protects_from_who_rules_no_nomad() -> None:
    laid = (advisers("blue", "lost_tongue"), relics("blue", "map"), banner("peoples_favor", "blue"))
    for deed in (Attack(player="blue", sites=(HERE,), relics=("map",)), attack(sites=(HERE,))):
        match = raid(*laid)
        if deed.relics:
            refused(match, deed, "not_a_target")
        else:
            do(match, deed)
    refused(raid(*laid), RecoverBanner(banner="peoples_favor", pay=2, bank="beast"), "secret_kept")
    do(raid(*laid, advisers("red", "elders")), Attack(player="blue", sites=(HERE,), relics=("map",)))


def test_ancient_bloodline_locks_what_lies_at_the_sites_of_its_holder() -> None:
    laid = (at(HERE, relics=["map"], ruler="blue"), advisers("blue", "ancient_bloodline"))
    refused(table(*laid), RecoverRelic(), "secret_kept")
    do(table(*laid, at(HERE, ruler="chancellor")), RecoverRelic())


@pytest.mark.parametrize("broken", [True, False])
def test_spell_breaker_stops_what_costs_a_secret_and_powers_of_sites(broken: bool) -> None:
    laid = (at("cradle_1", "spell_breaker", ruler="blue" if broken else "red"),)
    sites = (at(HERE, site="buried_giant"), at("cradle_2", ruler="blue", site="the_hidden_place"))
    deeds = (
        (Travel(slot="hinterland_1", giant=True), (), "site_broken"),
        (Travel(slot="cradle_2"), (), "site_broken"),
        (UsePower("wolves"), (advisers("red", "wolves"),), "broken"),
        (attack(sites=(HERE, "cradle_2")), (at(HERE, ruler="blue"),), "site_broken"),
    )
    for deed, more, code in deeds:
        match = table(*laid, *sites, *more)
        if broken:
            refused(match, deed, code)
        else:
            do(match, deed)


def test_the_hidden_place_asks_a_secret_for_a_pawn_that_is_a_target_there() -> None:
    laid = (at(HERE, site="the_hidden_place"), player("blue", pawn=HERE))
    refused(table(*laid, player("red", secrets=0)), Attack(player="blue", pawn=True), "hidden_target")
    match = table(*laid)
    attack = Attack(player="blue", pawn=True)
    assert attack.fee(match.state, "red").secrets == 1, "the option tells what it costs"
    do(match, attack)
    assert (board(match).secrets, board(match).turned) == (2, 1)


def test_family_wagon_takes_any_number_of_nomads_and_one_other_r37() -> None:
    match = play("scouts", advisers("red", "family_wagon", "elders", "tents", "lancers"))
    assert len(board(match).advisers) == 5
    match = table(advisers("red", "family_wagon", "wolves"), hidden("red", "scouts"))
    refused(match, PlayAdviser(card="scouts", to="adviser"), "council_full")
    match = table(advisers("red", "family_wagon", "a_small_favor", "faithful_friend"), hidden("red", "scouts"))
    refused(match, PlayAdviser(card="scouts", to="adviser"), "council_full")
    do(match, PlayAdviser(card="scouts", to="adviser", away="family_wagon"))
    assert len(board(match).advisers) == 3, "without the wagon there are three places"
    match = table(advisers("red", "family_wagon", "wolves", "faithful_friend"), hidden("red", "scouts"))
    do(match, PlayAdviser(card="scouts", to="adviser", away="wolves"))
    assert names(board(match).advisers) == ["family_wagon", "faithful_friend", "scouts"]


@pytest.mark.parametrize("limit", ["insomnia", "silver_tongue", "assassin"])
def test_family_wagon_beside_a_card_that_leaves_two_places_7_6_4(limit: str) -> None:
    match = table(advisers("red", "family_wagon", limit), hidden("red", "tents", "keep"))
    assert council_of(match.state, "red").excess == 2
    full = table(advisers("red", "family_wagon", limit), hidden("red", "tents"))
    refused(full, PlayAdviser(card="tents", to="adviser"), "council_full")
    do(full, PlayAdviser(card="tents", to="adviser", away="family_wagon"))
    assert names(board(full).advisers) == [limit, "tents"]


def test_pied_piper_comes_beside_insomnia_and_stays_r38() -> None:
    match = table(advisers("red", "insomnia", "wolves"), hidden("red", "pied_piper"))
    do(match, PlayAdviser(card="pied_piper", to="adviser"))
    assert names(board(match).advisers) == ["insomnia", "wolves", "pied_piper"]


def test_family_wagon_lets_a_nomad_come_beside_too_many_others_r37() -> None:
    match = table(advisers("red", "family_wagon", "a_small_favor"), hidden("red", "keep", "tents"))
    refused(match, PlayAdviser(card="tents", to="adviser"), "council_full")
    do(match, PlayAdviser(card="tents", to="adviser", away="keep"))
    assert names(board(match).advisers) == ["family_wagon", "a_small_favor", "tents"]


@pytest.mark.parametrize(
    ("locked", "code"), [(("a_small_favor", "long_lost_heir"), "council_locked"), (("wolves",), "")]
)
def test_family_wagon_comes_where_at_most_one_other_is_locked_r37(locked: tuple[str, ...], code: str) -> None:
    match = table(advisers("red", *locked), hidden("red", "family_wagon"))
    deed = PlayAdviser(card="family_wagon", to="adviser")
    if code:
        refused(match, deed, code)
    else:
        do(match, deed)
        assert names(board(match).advisers) == [*locked, "family_wagon"]


def test_vow_of_kinship_pays_from_and_into_the_bank_of_nomads() -> None:
    match = play("vow_of_kinship", at(HERE, "scouts"))
    assert (board(match).favor, bank(match, "nomad")) == (0, 7)
    do(match, Trade(card="scouts", gain="secrets"))
    assert (board(match).favor, bank(match, "nomad")) == (0, 5)
    match = table(advisers("red", "vow_of_kinship"), player("red", favor=0), banks(nomad=0), at(HERE, "scouts"))
    refused(match, Trade(card="scouts", gain="secrets"), "no_favor")


# When played


def test_the_gathering_lets_everybody_come_and_exchange_the_chancellor_first() -> None:
    match = play("the_gathering", relics("blue", "map"), to="site")
    assert asked(match)[0] == "chancellor"
    do(match, Skip())
    assert asked(match)[0] == "blue"
    do(match, Comply())
    assert (board(match, "blue").pawn, board(match, "chancellor").pawn) == (board(match).pawn, 0)
    assert asked(match) == ("red", "propose")
    refused(match, Propose("chancellor", favor=1), "not_to_be_dealt")
    do(match, Propose("blue", favor=1, for_cards=("map",)), AcceptDeal())
    assert names(board(match).relics) == ["map"]
    assert asked(match) == ("red", "propose"), "as often as they want"
    do(match, NoDeal())
    assert asked(match) == ("blue", "propose")


def test_faithful_friend_gives_four_supply() -> None:
    assert board(play("faithful_friend", player("red", supply=1))).supply == 5
    assert board(play("faithful_friend", player("red", supply=6))).supply == 7


def test_great_herd_changes_places_with_a_nomad_at_a_site() -> None:
    laid = (at("cradle_1", "elders", "sacred_ground"), at("cradle_2", "wolves"))
    match = play("great_herd", *laid, to="site")
    refused(match, TargetCard("sacred_ground"), "no_target")
    refused(match, TargetCard("wolves"), "no_target")
    do(match, TargetCard("elders"))
    assert names(site(match, "cradle_1").cards) == ["great_herd", "sacred_ground"]
    assert names(site(match, HERE).cards) == ["elders"]


def test_twin_brother_changes_places_with_a_nomad_adviser_of_another() -> None:
    match = play("twin_brother", advisers("blue", "elders", "wolves", "faithful_friend"))
    refused(match, TargetCard("wolves"), "no_target")
    refused(match, TargetCard("faithful_friend"), "no_target")
    do(match, TargetCard("elders"))
    assert names(board(match).advisers) == ["elders"]
    assert names(board(match, "blue").advisers) == ["twin_brother", "wolves", "faithful_friend"]


def test_pilgrimage_trades_the_denizens_of_the_site_for_the_dispossessed() -> None:
    match = play("pilgrimage", at(HERE, "scouts", "forest_council"), discards("provinces", "keep"))
    assert names(site(match, HERE).cards) == ["forest_council"]
    assert (len(pile(match, "provinces")), pile(match, "provinces")[1]) == (2, "keep")
    assert pile(play("pilgrimage", discards("provinces", "keep")), "provinces") == ["keep"]


def test_ancient_pact_buys_citizenship_and_a_relic() -> None:
    match = play("ancient_pact", banner("darkest_secret", "red", 3))
    space = next(n for n, lying in enumerate(match.state.reliquary) if lying)
    finish(match, TakeSpace(("brutal", "decadent", "careless", "greedy")[space]))
    assert (board(match).citizen, len(board(match).relics)) == (True, 1)
    assert (match.state.banners[1].holder, match.state.banners[1].tokens) == ("chancellor", 3)
    assert asked(play("ancient_pact"))[1] == "act"


# Actions


def test_ancient_binding_leaves_everybody_one_secret() -> None:
    laid = (advisers("red", "ancient_binding"), player("blue", secrets=0, turned=2), tokens("scouts", secrets=1))
    match = table(*laid, at(HERE, "scouts"), banner("darkest_secret", "blue", 3))
    do(match, UsePower("ancient_binding"))
    assert [board(match, each).secrets for each in ("chancellor", "red", "blue")] == [1, 0, 0]
    assert (board(match, "blue").turned, match.state.banners[1].tokens) == (1, 3)
    assert [(each.card, each.secrets) for each in match.state.on_cards] == [(CARD.number("ancient_binding"), 1)]
    poor = table(advisers("red", "ancient_binding"), player("red", secrets=1))
    refused(poor, UsePower("ancient_binding"), "too_dear")


def test_elders_give_a_secret_for_two_favor() -> None:
    match = table(advisers("red", "elders"))
    do(match, UsePower("elders"))
    assert (board(match).favor, board(match).secrets) == (3, 4)
    refused(table(advisers("red", "elders"), player("red", favor=1)), UsePower("elders"), "too_dear")


def test_convoys_put_another_pile_on_top_of_the_own() -> None:
    piles = (discards("provinces", "keep"), discards("cradle", "elders", "scouts"), discards("hinterland"))
    match = table(at(HERE, "convoys"), *piles)
    do(match, UsePower("convoys"))
    refused(match, TargetPile("hinterland"), "no_target")
    do(match, TargetPile("cradle"))
    assert (pile(match, "provinces"), pile(match, "cradle")) == (["elders", "scouts", "keep"], [])
    empty = table(at(HERE, "convoys"), discards("cradle"), discards("hinterland"))
    refused(empty, UsePower("convoys"), "nothing_to_do")


def test_resettle_moves_a_nomad_adviser_of_anybody_to_any_site() -> None:
    laid = (at(HERE, "resettle"), advisers("blue", "elders", "wolves", "lost_tongue"), facedown("cradle_2"))
    match = table(*laid)
    do(match, UsePower("resettle"))
    refused(match, TargetCard("lost_tongue"), "no_target")
    do(match, TargetCard("elders"))
    refused(match, TargetSite("cradle_2"), "no_target")
    do(match, TargetSite("hinterland_1"))
    assert names(site(match, "hinterland_1").cards) == ["elders"]
    refused(table(at(HERE, "resettle")), UsePower("resettle"), "nothing_to_do")


def test_oracle_takes_the_topmost_vision_and_leaves_the_others_in_order() -> None:
    match = table(at(HERE, "oracle"), deck("elders", "vision_of_faith", "scouts"))
    do(match, UsePower("oracle"))
    assert (match.state.visions, asked(match)) == (1, ("red", "keep"))
    do(match, Keep(card="vision_of_faith", to="revealed"))
    assert names([board(match).vision]) == ["vision_of_faith"]
    assert names(match.state.top[:2]) == ["elders", "scouts"]
    refused(table(at(HERE, "oracle"), player("red", secrets=1)), UsePower("oracle"), "too_dear")

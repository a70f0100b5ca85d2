"""The arcane cards: what each does, where it does nothing, and what the rulings say of it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.oath.facts import CARD
from adjudicator.games.oath.rules.battle import UsePlan
from adjudicator.games.oath.rules.campaign import Attack
from adjudicator.games.oath.rules.discards import InOrder
from adjudicator.games.oath.rules.economy import Muster, RecoverBanner, RecoverRelic, Trade
from adjudicator.games.oath.rules.empire import Accept
from adjudicator.games.oath.rules.playing import NoConspiracy
from adjudicator.games.oath.rules.powers import (
    BurnOne,
    BuySecret,
    Comply,
    PutOne,
    SellSecret,
    Skip,
    TargetBank,
    TargetCard,
    TargetHidden,
    TargetNumber,
    TargetPlayer,
    TargetSite,
    UsePower,
)
from adjudicator.games.oath.rules.search import Keep, Search
from adjudicator.games.oath.rules.travel import Travel
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
    relics,
    rolls,
    site,
    table,
    tokens,
)

# Battle plans


def test_fire_talkers_of_a_citizen_work_if_the_chancellor_has_the_secret_r02() -> None:
    match = raid(citizens("blue"), advisers("blue", "fire_talkers"), banner("darkest_secret", "chancellor"))
    assert dice(finish(match, RAID, defense_plans=UsePlan("fire_talkers"))) == (7, 2)
    assert (board(match, "blue").secrets, board(match, "blue").turned) == (2, 1)


@pytest.mark.parametrize(("holder", "needs"), [("blue", 7), ("red", 2)])
def test_rusting_ray_makes_hollow_swords_count_nothing(holder: str, needs: int) -> None:
    laid = (advisers("blue", "rusting_ray"), banner("darkest_secret", holder))
    match = raid(*laid, **{**LOSES, "defense": [BLANK]})
    finish_until(match, RAID, "sacrifice", defense_plans=UsePlan("rusting_ray"))
    assert match.decisions()[0].context == {"needs": needs}


def finish_until(match: Any, deed: Any, kind: str, **answers: Any) -> None:
    """Do this, and answer questions until one of this kind is asked."""
    do(match, deed)
    while asked(match)[1] != kind:
        if asked(match)[1] in answers:
            do(match, answers.pop(asked(match)[1]))
        else:
            match.close()


def test_billowing_fog_spares_the_army_of_a_loser_but_not_from_skulls() -> None:
    laid = (advisers("red", "billowing_fog"), relics("blue", "cursed_cauldron"))
    match = raid(*laid, attack=[SKULL, *[HOLLOW] * 9], defense=[SHIELD])
    attack = Attack(player="blue", sites=(HERE,), plans=("billowing_fog",))
    finish(match, attack)
    assert board(match).warbands == 9


def test_kindred_warriors_count_other_suits_and_save_an_attacker_from_skulls() -> None:
    laid = (advisers("red", "kindred_warriors", "scouts", "longbows"), at("cradle_2", "elders", "dazzle", ruler="red"))
    match = raid(*laid, attack=[SKULL] * 12, defense=[BLANK])
    finish(match, Attack(player="blue", sites=(HERE,), plans=("kindred_warriors",)))
    assert board(match).warbands == 9
    laid = (advisers("blue", "kindred_warriors", "tutor"), at("cradle_2", "elders", "keep", ruler="blue"))
    match = raid(*laid)
    assert dice(finish(match, RAID, defense_plans=UsePlan("kindred_warriors"))) == (8, 1)


def test_kindred_warriors_add_up_to_so_many_dice() -> None:
    laid = (advisers("red", "kindred_warriors", "scouts"), at("cradle_2", "elders", "dazzle", ruler="red"))
    match = raid(*laid)
    finish_until(match, RAID, "plans")
    refused(match, UsePlan("kindred_warriors", 3), "plan_condition")
    assert dice(finish(match, UsePlan("kindred_warriors", 1)))[0] == 11


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_cracking_ground_counts_the_targeted_sites(side: str) -> None:
    user = "red" if side == "attacker" else "blue"
    match = raid(advisers(user, "cracking_ground"), at("cradle_2", ruler="blue"), at("provinces_3", ruler="blue"))
    plans = ("cracking_ground",) if side == "attacker" else ()
    answers = {} if plans else {"defense_plans": UsePlan("cracking_ground")}
    events = finish(match, Attack(player="blue", sites=(HERE, "cradle_2"), plans=plans), **answers)
    assert dice(events) == (12 if plans else 8, 2)
    assert board(match, user).secrets + board(match, user).turned == 2


# Jinx, and cards that bind others in campaigns


def test_jinx_rolls_the_attack_again_once() -> None:
    match = raid(at("cradle_2", "jinx", ruler="red"), attack=[HOLLOW] * 10, defense=[BLANK])
    do(match, RAID)
    assert asked(match) == ("red", "aim")
    match.chance.follow(rolls(attack=[SWORD] * 10))
    do(match, Comply())
    assert asked(match)[1] != "aim"
    finish(match)
    assert board(match).secrets == 2
    assert site(match, HERE).colour == "red"


def test_jinx_of_a_defender_costs_a_secret_that_is_turned() -> None:
    match = raid(advisers("blue", "jinx"))
    do(match, RAID)
    assert asked(match) == ("blue", "aim")
    do(match, Comply())
    assert (board(match, "blue").secrets, board(match, "blue").turned) == (2, 1)


@pytest.mark.parametrize("why", ["not_ruled", "secret", "occupied", "spell_breaker"])
def test_jinx_is_for_its_ruler_who_can_pay(why: str) -> None:
    laid = {
        "not_ruled": (at(HERE, "jinx", ruler="blue"),),
        "secret": (advisers("red", "jinx"), player("red", secrets=0)),
        "occupied": (advisers("red", "jinx"), tokens("jinx", secrets=1)),
        "spell_breaker": (advisers("red", "jinx"), at("cradle_2", "spell_breaker")),
    }
    match = raid(*laid[why], player("blue", secrets=0), **WINS)
    kinds = set()
    do(match, RAID)
    while asked(match)[1] != "act":
        kinds.add(asked(match)[1])
        match.close()
    assert "aim" not in kinds


def test_jinx_rolls_the_dice_of_the_gambling_hall_again() -> None:
    match = table(
        at(HERE, "gambling_hall", "jinx", ruler="red"), banks(beast=9), draws=rolls(gambling_hall=[BLANK] * 4)
    )
    do(match, UsePower("gambling_hall"))
    match.chance.follow(rolls(gambling_hall=[SHIELD] * 4))
    do(match, Comply(), TargetBank("beast"))
    assert (board(match).favor, board(match).secrets) == (7, 2)


@pytest.mark.parametrize("again", [True, False])
def test_jinx_rolls_the_dice_of_the_relic_thief_again(again: bool) -> None:
    laid = (at("cradle_2", "family_heirloom"), advisers("blue", "relic_thief", "jinx"), player("blue", secrets=2))
    match = table(*laid, at(HERE, site="marshes", relics=["map"]), draws=rolls(relic_thief=[SHIELD]))
    do(match, RecoverRelic())
    do(match, Comply())
    assert asked(match) == ("blue", "aim")
    match.chance.follow(rolls(relic_thief=[BLANK]))
    do(match, Comply() if again else Skip())
    assert names(board(match, "blue" if again else "red").relics) == ["map"]


def test_gleaming_armor_makes_every_plan_of_the_enemy_cost_a_secret_more() -> None:
    match = raid(advisers("blue", "gleaming_armor"), advisers("red", "longbows", "scouts"), player("red", secrets=1))
    refused(match, Attack(player="blue", sites=(HERE,), plans=("longbows", "scouts")), "plan_cost")
    finish(match, Attack(player="blue", sites=(HERE,), plans=("longbows",)))
    assert board(match).secrets == 0
    match = raid(advisers("red", "gleaming_armor"), advisers("blue", "longbows"))
    finish(match, RAID, defense_plans=UsePlan("longbows"))
    assert (board(match, "blue").secrets, board(match, "blue").turned) == (2, 1)


def test_gleaming_armor_of_a_joining_chancellor_and_spell_breaker() -> None:
    laid = (citizens("blue"), advisers("chancellor", "gleaming_armor"), advisers("red", "longbows"))
    match = raid(*laid, player("red", secrets=0))
    refused(match, Attack(player="blue", sites=(HERE,), plans=("longbows",)), "plan_cost")
    match = raid(*laid, at("cradle_2", "spell_breaker"))
    refused(match, Attack(player="blue", sites=(HERE,), plans=("longbows",)), "plan_forbidden")


@pytest.mark.parametrize(("pawn", "secrets"), [(HERE, 2), ("hinterland_1", 3)])
def test_gleaming_armor_of_a_citizen_counts_only_if_they_join(pawn: str, secrets: int) -> None:
    laid = (citizens("yellow"), advisers("yellow", "gleaming_armor"), player("yellow", pawn=pawn))
    match = table(
        *(at(HERE, ruler="chancellor"), player("chancellor", pawn=HERE), advisers("red", "longbows"), *laid),
        seats=("chancellor", "red", "blue", "yellow"),
    )
    finish(match, Attack(player="chancellor", sites=(HERE,), plans=("longbows",)))
    assert board(match).secrets == secrets


@pytest.mark.parametrize(("suit", "plan"), [("scouts", "longbows"), ("elders", "horse_archers")])
def test_true_names_keep_enemies_from_plans_of_the_holders_suits(suit: str, plan: str) -> None:
    match = raid(advisers("blue", "true_names", suit), advisers("red", plan))
    refused(match, Attack(player="blue", sites=(HERE,), plans=(plan,)), "plan_forbidden")
    finish(
        raid(advisers("blue", "true_names"), advisers("red", plan)), Attack(player="blue", sites=(HERE,), plans=(plan,))
    )


def test_sealing_ward_gives_a_die_for_each_relic_that_is_a_target() -> None:
    laid = (advisers("blue", "sealing_ward"), relics("blue", "map", "cup_of_plenty"))
    figures = CARD.thing("map").defense + CARD.thing("cup_of_plenty").defense
    match = raid(*laid)
    assert dice(finish(match, Attack(player="blue", sites=(HERE,), relics=("map", "cup_of_plenty")))) == (
        10,
        1 + figures + 2,
    )
    assert dice(finish(raid(*laid), RAID)) == (10, 1)


# Modifiers


def test_magicians_code_adds_two_secrets_to_the_price() -> None:
    match = table(at(HERE, "magicians_code"), banner("darkest_secret", "", 1), player("red", secrets=0))
    refused(match, RecoverBanner(banner="darkest_secret", pay=2), "no_secrets")
    do(match, RecoverBanner(banner="darkest_secret", pay=2, modifiers=("magicians_code",)))
    assert (match.state.banners[1].holder, match.state.banners[1].tokens) == ("red", 2)
    assert (board(match).secrets, board(match).favor) == (1, 3)


def test_magicians_code_is_for_the_secret_alone_and_must_exceed_it() -> None:
    match = table(at(HERE, "magicians_code"), banner("darkest_secret", "", 2))
    refused(match, RecoverBanner(banner="darkest_secret", pay=2, modifiers=("magicians_code",)), "too_little")
    deed = RecoverBanner(banner="peoples_favor", pay=2, bank="beast", modifiers=("magicians_code",))
    refused(match, deed, "not_recovered")


@pytest.mark.parametrize(("card", "gains"), [("tents", 1), ("keep", 2), ("augury", 2)])
def test_acting_troupe_counts_as_a_beast_or_as_order(card: str, gains: int) -> None:
    match = table(at(HERE, card), advisers("red", "acting_troupe"))
    do(match, Trade(card=card, modifiers=("acting_troupe",) if card != "augury" else ()))
    assert board(match).favor == 5 + gains


@pytest.mark.parametrize(("adviser", "gains"), [("tutor", 2), ("scouts", 2)])
def test_secret_signal_turns_one_favor_into_two(adviser: str, gains: int) -> None:
    match = table(
        at(HERE, "scouts" if adviser == "tutor" else "tutor"), advisers("red", "secret_signal"), banks(order=3)
    )
    do(match, Trade(card="scouts" if adviser == "tutor" else "tutor", modifiers=("secret_signal",)))
    assert board(match).favor == 5 + gains


def test_secret_signal_does_nothing_where_a_trade_gives_more() -> None:
    laid = (at(HERE, "scouts"), advisers("red", "secret_signal", "acting_troupe"), banks(order=9))
    for modifiers in (("secret_signal", "acting_troupe"), ("acting_troupe", "secret_signal")):
        match = table(*laid)
        do(match, Trade(card="scouts", modifiers=modifiers))
        assert board(match).favor == 7
    match = table(at(HERE, "scouts"), advisers("red", "secret_signal"), banks(order=1))
    do(match, Trade(card="scouts", modifiers=("secret_signal",)))
    assert board(match).favor == 6


def test_map_library_trades_with_the_region_while_the_pawn_is_there() -> None:
    laid = (at(HERE, "map_library", ruler="red"), at("provinces_3", "scouts"), at("cradle_2", "elders"))
    match = table(*laid)
    refused(match, Trade(card="scouts"), "not_here")
    refused(match, Trade(card="elders", modifiers=("map_library",)), "not_here")
    do(match, Trade(card="scouts", modifiers=("map_library",)))
    refused(
        table(*laid, player("red", pawn="provinces_2")), Trade(card="scouts", modifiers=("map_library",)), "not_here"
    )


def test_master_of_disguise_trades_with_the_advisers_of_another() -> None:
    mask = ("master_of_disguise",)
    laid = (at(HERE, "scouts"), advisers("red", "master_of_disguise", "longbows"), banks(order=9))
    others = (advisers("blue", "keep", "captains"), advisers("chancellor", "acting_troupe", "tutor"))
    match = table(*laid, *others)
    do(match, Trade(card="scouts", modifiers=mask))
    assert (board(match).favor, board(match).secrets) == (8, 1)
    match = table(*laid, *others)
    do(match, Trade(card="scouts", disguise="chancellor", modifiers=(*mask, "acting_troupe")))
    assert board(match).favor == 7
    refused(
        table(*laid, *others), Trade(card="scouts", disguise="blue", modifiers=(*mask, "acting_troupe")), "no_access"
    )


def test_master_of_disguise_leaves_the_own_advisers_behind_with_their_vows() -> None:
    for vow in ("vow_of_poverty", "vow_of_kinship"):
        laid = (at(HERE, "scouts"), advisers("red", "master_of_disguise", vow), banks(order=9))
        match = table(*laid)
        do(match, Trade(card="scouts", modifiers=("master_of_disguise",)))
        assert board(match).favor == 6
    laid = (at(HERE, "scouts"), advisers("red", "master_of_disguise", "secret_signal"))
    refused(table(*laid), Trade(card="scouts", modifiers=("master_of_disguise", "secret_signal")), "no_access")
    laid = (at(HERE, "scouts"), advisers("red", "master_of_disguise"), advisers("blue", "vow_of_poverty"))
    match = table(*laid)
    do(match, Trade(card="scouts", disguise="blue", modifiers=("master_of_disguise",)))
    assert board(match).favor == 5


def test_master_of_disguise_costs_a_secret() -> None:
    laid = (at(HERE, "scouts"), advisers("red", "master_of_disguise"), player("red", secrets=1))
    refused(table(*laid), Trade(card="scouts", modifiers=("master_of_disguise",)), "no_secrets")


@pytest.mark.parametrize(("top", "draws"), [("scouts", 4), ("vision_of_faith", 1)])
def test_augury_draws_a_card_more_unless_a_vision_stops_it(top: str, draws: int) -> None:
    match = table(advisers("red", "augury"), deck(top, "longbows", "keep", "elders", "tents"))
    do(match, Search(modifiers=("augury",)))
    assert len(board(match).drawn) == draws


@pytest.mark.parametrize("modifiers", [("augury", "mushrooms"), ("mushrooms", "augury")])
def test_augury_with_mushrooms_draws_two(modifiers: tuple[str, ...]) -> None:
    laid = (advisers("red", "augury"), at(HERE, "mushrooms"), discards("provinces", "elders", "tents", "keep"))
    match = table(*laid)
    do(match, Search(source="provinces", modifiers=modifiers))
    assert sorted(names([each.card for each in board(match).drawn])) == ["keep", "tents"]


def test_observatory_draws_from_any_discard_pile_while_the_pawn_is_there() -> None:
    laid = (at(HERE, "observatory", ruler="red"), discards("hinterland", "elders"))
    match = table(*laid)
    refused(match, Search(source="hinterland"), "other_pile")
    do(match, Search(source="hinterland", modifiers=("observatory",)))
    away = table(*laid, player("red", pawn="provinces_2"))
    refused(away, Search(source="hinterland", modifiers=("observatory",)), "other_pile")


@pytest.mark.parametrize(("start", "to"), [(HERE, "hinterland_1"), ("hinterland_1", HERE)])
def test_portal_leads_to_and_from_its_site_for_no_supply(start: str, to: str) -> None:
    match = table(at(HERE, "portal", ruler="red"), player("red", pawn=start, supply=0))
    do(match, Travel(slot=to, modifiers=("portal",)))
    assert board(match).secrets == 2


def test_portal_leads_nowhere_else_and_needs_access() -> None:
    match = table(at(HERE, "portal", ruler="red"), player("red", pawn="provinces_2"))
    refused(match, Travel(slot="provinces_3", modifiers=("portal",)), "not_through")
    match = table(at("cradle_2", "portal"))
    refused(match, Travel(slot="cradle_2", modifiers=("portal",)), "no_access")


@pytest.mark.parametrize("place", ["narrow_pass", "the_hidden_place"])
def test_portal_ignores_the_powers_of_sites(place: str) -> None:
    laid = (at(HERE, "portal"), at("hinterland_2", site=place))
    to = "hinterland_3" if place == "narrow_pass" else "hinterland_2"
    refused(table(*laid, player("red", secrets=0)), Travel(slot=to))
    match = table(*laid)
    do(match, Travel(slot=to, modifiers=("portal",)))
    assert (board(match).secrets, board(match).turned) == (2, 0)


def test_portal_leaves_the_shrouded_wood_without_asking_its_ruler() -> None:
    match = table(at(HERE, "portal", site="shrouded_wood", ruler="blue"))
    do(match, Travel(slot="cradle_2", modifiers=("portal",)))
    assert board(match).pawn == 1
    match = table(at(HERE, "portal", site="shrouded_wood", ruler="blue"))
    do(match, Travel(slot="cradle_2"))
    assert asked(match) == ("blue", "guided")


def test_initiation_rite_musters_with_a_secret_past_spell_breaker() -> None:
    laid = (at(HERE, "scouts"), advisers("red", "initiation_rite"), at("cradle_2", "spell_breaker"))
    match = table(*laid)
    do(match, Muster(card="scouts"))
    assert (board(match).favor, board(match).secrets, board(match).warbands) == (5, 2, 7)
    refused(table(*laid, player("red", secrets=0)), Muster(card="scouts"), "no_secrets")


def test_vow_of_silence_gains_what_anybody_pays_for_the_darkest_secret() -> None:
    match = table(advisers("blue", "vow_of_silence"), banner("darkest_secret", "", 2))
    do(match, RecoverBanner(banner="darkest_secret", pay=3))
    assert (board(match).secrets, board(match, "blue").secrets) == (1, 6)


def test_vow_of_silence_recovers_nothing_gives_nothing_and_may_be_robbed() -> None:
    refused(table(advisers("red", "vow_of_silence")), RecoverBanner(banner="darkest_secret", pay=2), "secret_kept")
    match = table(advisers("red", "vow_of_silence"), at(HERE, "witchs_bargain"), player("blue", pawn=HERE))
    do(match, UsePower("witchs_bargain"))
    refused(match, SellSecret("blue"), "no_target")
    match = table(advisers("blue", "vow_of_silence"), at(HERE, "witchs_bargain"), player("blue", pawn=HERE))
    do(match, UsePower("witchs_bargain"), BuySecret("blue"), Skip())
    assert board(match, "blue").secrets == 2
    match = raid(
        advisers("red", "vow_of_silence"), banner("darkest_secret", "blue"), attack=[SWORD] * 10, defense=[BLANK] * 2
    )
    finish(match, Attack(player="blue", sites=(HERE,), banners=("darkest_secret",)))
    assert match.state.banners[1].holder == "red"


# When played


def test_dazzle_discards_hearth_and_order_at_the_sites_of_the_region() -> None:
    sites = (at(HERE, "scouts", "elders"), at("provinces_3", "keep", "wayside_inn"), at("cradle_2", "longbows"))
    match = play("dazzle", *sites)
    assert asked(match) == ("red", "discards")
    refused(match, InOrder(("wayside_inn", "keep")), "not_discarded")
    refused(match, InOrder(("scouts", "scouts")), "not_discarded")
    do(match, InOrder(("wayside_inn",)))
    assert pile(match, "hinterland")[:2] == ["scouts", "wayside_inn"]
    assert names(site(match, HERE).cards) == ["elders"]
    assert names(site(match, "provinces_3").cards) == ["keep"]
    assert names(site(match, "cradle_2").cards) == ["longbows"]


def test_dazzle_heeds_the_ancient_bloodline() -> None:
    match = play("dazzle", at("provinces_3", "scouts", ruler="blue"), advisers("blue", "ancient_bloodline"))
    assert names(site(match, "provinces_3").cards) == ["scouts"]


def test_revelation_lets_everybody_burn_favor_for_secrets() -> None:
    match = play("revelation")
    assert asked(match)[0] == "chancellor"
    do(match, TargetNumber(2))
    assert asked(match) == ("red", "aim")
    do(match, TargetNumber(5))
    assert asked(match) == ("blue", "aim")
    refused(match, TargetNumber(6), "no_target")
    match.close()
    assert [board(match, each).secrets for each in ("chancellor", "red", "blue")] == [5, 8, 3]
    assert [board(match, each).favor for each in ("chancellor", "red", "blue")] == [3, 0, 5]


@pytest.mark.parametrize(("secrets", "able"), [(4, True), (3, False)])
def test_bewitch_makes_an_exile_with_more_secrets_a_citizen(secrets: int, able: bool) -> None:
    match = play("bewitch", player("red", secrets=secrets - 1), tokens("scouts", secrets=1), at(HERE, "scouts"))
    assert (asked(match)[1] == "by_card") == able
    if able:
        finish(match, Accept())
        assert (board(match).citizen, board(match).relics) == (True, [])


# Actions


def test_alchemist_gains_four_favor_of_any_banks() -> None:
    match = table(advisers("red", "alchemist"))
    do(match, UsePower("alchemist"), *[TargetBank(each) for each in ("beast", "beast", "order")])
    refused(match, TargetBank("beast"), "no_target")
    do(match, TargetBank("nomad"))
    assert (board(match).favor, board(match).secrets, bank(match, "beast")) == (9, 1, 0)
    refused(table(advisers("red", "alchemist"), player("red", secrets=1)), UsePower("alchemist"), "too_dear")


def test_spirit_snare_takes_a_favor_of_a_bank() -> None:
    match = table(advisers("red", "spirit_snare"))
    do(match, UsePower("spirit_snare"), TargetBank("hearth"))
    assert (board(match).favor, bank(match, "hearth")) == (6, 1)
    refused(match, UsePower("spirit_snare"), "occupied")


def test_wizard_school_gains_a_secret_and_ends_the_act_phase() -> None:
    match = table(at(HERE, "wizard_school"))
    do(match, UsePower("wizard_school"))
    assert match.state.turn.seat == "blue"
    assert board(match).secrets == 4
    refused(table(at(HERE, "wizard_school"), player("red", favor=0)), UsePower("wizard_school"), "too_dear")


def test_taming_charm_discards_a_beast_or_nomad_and_pays() -> None:
    laid = (at(HERE, "elders", "scouts"), advisers("red", "taming_charm"), tokens("elders", 1), banks(nomad=1))
    match = table(*laid)
    do(match, UsePower("taming_charm"))
    refused(match, TargetCard("scouts"), "no_target")
    do(match, TargetCard("elders"))
    assert (board(match).favor, bank(match, "nomad"), pile(match, "hinterland")[0]) == (7, 0, "elders")
    refused(table(at(HERE, "scouts"), advisers("red", "taming_charm")), UsePower("taming_charm"), "nothing_to_do")


def inquiry(card: str, *arrange: Any) -> Any:
    """A table at which red has the Inquisitor look at an adviser of blue."""
    match = table(at(HERE, "inquisitor"), hidden("blue", card), player("blue", pawn=HERE), *arrange)
    do(match, UsePower("inquisitor"))
    return match


def test_inquisitor_shows_an_adviser_to_its_user_alone_and_pays_the_innocent() -> None:
    match = inquiry("vision_of_faith")
    told = [each for each in match.apply("red", TargetHidden("blue", 1)) if each.private]
    assert [{*each.private} for each in told] == [{"red"}]
    assert (board(match).favor, board(match, "blue").favor) == (4, 6)
    assert match.state.on_cards == []
    assert [each.card for each in board(match, "blue").hidden] == [CARD.number("vision_of_faith")]


@pytest.mark.parametrize("to", ["conspiracy", "facedown", "discard"])
def test_inquisitor_plays_or_discards_the_conspiracy(to: Any) -> None:
    match = inquiry("conspiracy")
    do(match, TargetHidden("blue", 1))
    assert asked(match) == ("red", "keep")
    do(match, Keep(card="conspiracy", to=to))
    if to == "conspiracy":
        do(match, NoConspiracy())
    assert (len(board(match, "blue").hidden), len(board(match).hidden)) == (0, int(to == "facedown"))
    assert (CARD.number("conspiracy") in match.state.box) == (to == "conspiracy")
    assert board(match, "blue").favor == 5


def test_inquisitor_needs_another_pawn_at_the_site() -> None:
    match = table(at(HERE, "inquisitor"), hidden("blue", "conspiracy"))
    refused(match, UsePower("inquisitor"), "nothing_to_do")


def test_terror_spells_kill_two_in_the_region_for_the_holder_of_the_secret() -> None:
    laid = (advisers("red", "terror_spells"), at("provinces_3", ruler="chancellor"), at("cradle_2", ruler="blue"))
    match = table(*laid, banner("darkest_secret", "red"))
    do(match, UsePower("terror_spells"))
    refused(match, TargetSite("cradle_2"), "no_target")
    refused(match, TargetPlayer("chancellor"), "no_target")
    do(match, TargetSite("provinces_3"), TargetPlayer("blue"))
    assert (site(match, "provinces_3").warbands, board(match, "blue").warbands) == (0, 4)
    refused(table(*laid, banner("darkest_secret", "blue")), UsePower("terror_spells"), "nothing_to_do")


def test_blood_pact_sacrifices_pairs_of_warbands_for_secrets() -> None:
    match = table(advisers("red", "blood_pact"))
    do(match, UsePower("blood_pact"))
    refused(match, TargetNumber(3), "no_target")
    do(match, TargetNumber(4))
    assert (board(match).warbands, board(match).secrets) == (1, 4)
    refused(table(advisers("red", "blood_pact"), player("red", warbands=1)), UsePower("blood_pact"), "nothing_to_do")


def test_plague_engines_move_a_favor_for_each_site_that_a_player_rules() -> None:
    laid = (at("cradle_1", ruler="chancellor"), at("cradle_2", ruler="chancellor"), at(HERE, ruler="red"))
    match = table(*laid, citizens("blue"), player("chancellor", favor=1), advisers("red", "plague_engines"))
    do(match, UsePower("plague_engines"))
    assert [board(match, each).favor for each in ("chancellor", "red", "blue")] == [0, 4, 3]
    assert (bank(match, "arcane"), board(match).secrets) == (6, 1)


def test_tutor_gains_a_secret() -> None:
    match = table(advisers("red", "tutor"))
    do(match, UsePower("tutor"))
    assert (board(match).favor, board(match).secrets) == (4, 3)
    refused(table(advisers("red", "tutor"), player("red", favor=0)), UsePower("tutor"), "too_dear")


def test_dream_thief_swaps_two_facedown_advisers_unseen() -> None:
    laid = (advisers("red", "dream_thief"), hidden("blue", "scouts"), hidden("chancellor", "elders"))
    match = table(*laid)
    do(match, UsePower("dream_thief"))
    told = match.apply("red", TargetHidden("blue", 1)) + match.apply("red", TargetHidden("chancellor", 1))
    assert "scouts" not in str([each.public for each in told])
    (one,), (other,) = board(match, "blue").hidden, board(match, "chancellor").hidden
    assert names([one.card, other.card]) == ["elders", "scouts"]
    seen = [
        {seat for n, seat in enumerate(("chancellor", "red", "blue")) if each.seen_by >> n & 1} for each in (one, other)
    ]
    assert seen == [{"chancellor", "blue"}, {"chancellor", "blue"}]
    alone = table(advisers("red", "dream_thief"), hidden("blue", "scouts"))
    refused(alone, UsePower("dream_thief"), "nothing_to_do")


def test_forgotten_vault_adds_or_burns_a_secret_of_the_banner() -> None:
    match = table(at(HERE, "forgotten_vault"))
    do(match, UsePower("forgotten_vault"))
    refused(match, BurnOne(), "no_target")
    do(match, PutOne())
    assert match.state.banners[1].tokens == 2
    match = table(at(HERE, "forgotten_vault"), banner("darkest_secret", "blue", 3))
    do(match, UsePower("forgotten_vault"), BurnOne())
    assert match.state.banners[1].tokens == 2


def test_witchs_bargain_sells_and_buys_even_the_last_secret() -> None:
    laid = (at(HERE, "witchs_bargain"), player("blue", pawn=HERE, secrets=1), player("chancellor", pawn=HERE, favor=3))
    match = table(*laid)
    do(match, UsePower("witchs_bargain"), BuySecret("blue"), SellSecret("chancellor"))
    refused(match, SellSecret("chancellor"), "no_target")
    do(match, Skip())
    assert [board(match, each).secrets for each in ("chancellor", "red", "blue")] == [4, 2, 0]
    assert [board(match, each).favor for each in ("chancellor", "red", "blue")] == [1, 5, 7]
    refused(table(at(HERE, "witchs_bargain")), UsePower("witchs_bargain"), "nothing_to_do")

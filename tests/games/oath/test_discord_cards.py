"""The cards of discord: what each does, where it does nothing, and what the rulings say of it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.oath.facts import CARD
from adjudicator.games.oath.game import GAME
from adjudicator.games.oath.house_rules import HouseRules
from adjudicator.games.oath.rules.battle import UsePlan
from adjudicator.games.oath.rules.campaign import Attack
from adjudicator.games.oath.rules.deals import AcceptDeal, Propose
from adjudicator.games.oath.rules.discards import InOrder
from adjudicator.games.oath.rules.economy import Muster, RecoverBanner, RecoverRelic
from adjudicator.games.oath.rules.empire import Accept, Offer, TakeSpace
from adjudicator.games.oath.rules.playing import Conspire
from adjudicator.games.oath.rules.powers import (
    Comply,
    Skip,
    TargetBank,
    TargetCard,
    TargetPile,
    TargetPlayer,
    TargetSite,
    UsePower,
)
from adjudicator.games.oath.rules.search import DiscardTo, Keep, Search
from adjudicator.games.oath.rules.spoils import BurnHalf
from adjudicator.games.oath.rules.table import capacity
from adjudicator.games.oath.rules.travel import GoTo, Travel
from adjudicator.games.oath.rules.turns import UseRest
from adjudicator.games.oath.rules.victory import fulfilled
from adjudicator.games.oath.rules.warbands import PlayAdviser
from adjudicator.games.oath.setup import begun, box_of
from tests.games.oath.raids import HERE, LOSES, RAID, WINS, play, raid
from tests.games.oath.table import (
    BLANK,
    DOUBLE,
    HOLLOW,
    SHIELD,
    SWORD,
    TWO_SHIELDS,
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
    title,
    tokens,
)

# Battle plans


@pytest.mark.parametrize(("attack", "stays"), [([SWORD] * 13, True), ([HOLLOW] * 13, False)])
def test_mercenaries_leave_an_attacker_who_loses(attack: list[int], stays: bool) -> None:
    match = raid(advisers("red", "mercenaries"), attack=attack, defense=[SHIELD])
    finish(match, Attack(player="blue", sites=(HERE,), plans=("mercenaries",)))
    assert names(board(match).advisers) == (["mercenaries"] if stays else [])
    assert ("mercenaries" in pile(match, "hinterland")) != stays


@pytest.mark.parametrize(("attack", "stays"), [([HOLLOW] * 7, True), ([SWORD] * 7, False)])
def test_mercenaries_leave_a_defender_who_loses(attack: list[int], stays: bool) -> None:
    match = raid(advisers("blue", "mercenaries"), attack=attack, defense=[BLANK])
    finish(match, RAID, defense_plans=UsePlan("mercenaries"))
    assert names(board(match, "blue").advisers) == (["mercenaries"] if stays else [])


def test_second_wind_travels_and_campaigns_for_no_supply() -> None:
    match = raid(advisers("red", "second_wind"), at("cradle_2"), **WINS)
    attack = Attack(player="blue", sites=(HERE,), plans=("second_wind",))
    finish(match, attack, free_travel=GoTo("cradle_2"), free_campaign=Attack(sites=("cradle_2",)))
    assert (board(match).pawn, board(match).supply, board(match).favor) == (1, 5, 4)


def test_second_wind_does_nothing_for_who_loses() -> None:
    match = raid(advisers("red", "second_wind"), **LOSES)
    finish(match, Attack(player="blue", sites=(HERE,), plans=("second_wind",)))
    assert asked(match) == ("red", "act")


@pytest.mark.parametrize("mine", [3, 1])
def test_book_burning_leaves_one_secret_faceup_or_facedown(mine: int) -> None:
    laid = (advisers("red", "book_burning"), player("blue", secrets=mine, turned=2))
    match = raid(*laid, attack=[SWORD] * 10, defense=[BLANK] * 3)
    finish(match, Attack(player="blue", sites=(HERE,), pawn=True, plans=("book_burning",)))
    assert board(match, "blue").secrets + board(match, "blue").turned == 1


def test_book_burning_needs_the_pawn_as_a_target() -> None:
    match = raid(advisers("red", "book_burning"), **WINS)
    finish(match, Attack(player="blue", sites=(HERE,), plans=("book_burning",)))
    assert board(match, "blue").secrets == 3


@pytest.mark.parametrize(("plans", "left"), [((), 3), (("slander",), 0)])
def test_slander_burns_all_favor(plans: tuple[str, ...], left: int) -> None:
    match = raid(advisers("red", "slander"), attack=[SWORD] * 10, defense=[BLANK] * 3)
    finish(match, Attack(player="blue", sites=(HERE,), pawn=True, plans=plans), burn=BurnHalf())
    assert board(match, "blue").favor == left


@pytest.mark.parametrize(("warbands", "met"), [(5, True), (9, False)])
def test_zealots_count_three_where_the_defense_was_larger_at_their_use_r75(warbands: int, met: bool) -> None:
    laid = (advisers("red", "zealots"), player("red", warbands=warbands))
    match = raid(*laid, attack=[HOLLOW] * warbands, defense=[SHIELD])
    do(match, Attack(player="blue", sites=(HERE,), plans=("zealots",)))
    if met:
        assert match.decisions()[0].context == {"needs": 2}
    else:
        assert match.decisions()[0].context == {"needs": 4}


@pytest.mark.parametrize("plan", ["horse_archers", "rangers"])
def test_beast_tamer_keeps_enemies_from_plans_of_beasts_and_nomads(plan: str) -> None:
    match = raid(advisers("blue", "beast_tamer"), advisers("red", plan))
    refused(match, Attack(player="blue", sites=(HERE,), plans=(plan,)), "plan_forbidden")
    match = raid(advisers("red", plan))
    do(match, Attack(player="blue", sites=(HERE,), plans=(plan,)))


def test_beast_tamer_binds_bandits_and_helps_no_ally_who_stays_out() -> None:
    match = table(advisers("red", "beast_tamer"), at(HERE, "storm_caller", "longbows"))
    assert dice(finish(match, Attack(sites=(HERE,)))) == (4, 1)
    match = raid(citizens("blue"), advisers("chancellor", "beast_tamer"), advisers("red", "rangers"))
    refused(match, Attack(player="blue", sites=(HERE,), plans=("rangers",)), "plan_forbidden")


# Modifiers and cards that bind others


@pytest.mark.parametrize(("discord", "gains"), [(0, 4), (2, 2)])
def test_downtrodden_need_the_one_poorest_bank(discord: int, gains: int) -> None:
    match = table(at(HERE, "downtrodden"), banks(discord=discord))
    do(match, Muster(card="downtrodden", modifiers=("downtrodden",)))
    assert board(match).warbands == 5 + gains


def test_vow_of_renewal_takes_what_anybody_burns_but_no_banner() -> None:
    laid = (advisers("blue", "vow_of_renewal"), advisers("red", "second_wind"))
    match = raid(*laid, **WINS)
    finish(match, Attack(player="blue", sites=(HERE,), plans=("second_wind",)))
    assert board(match, "blue").favor == 6
    match = table(advisers("red", "vow_of_renewal"))
    refused(match, RecoverBanner(banner="peoples_favor", pay=2, bank="discord"), "secret_kept")


def test_vow_of_renewal_takes_burned_prices_and_what_a_taken_banner_burns() -> None:
    match = table(advisers("blue", "vow_of_renewal"), at(HERE, site="mountain", relics=["map"]))
    do(match, RecoverRelic())
    assert (board(match).favor, board(match, "blue").favor) == (3, 7)
    laid = (advisers("red", "vow_of_renewal"), banner("peoples_favor", "blue", 3))
    match = raid(*laid, attack=[SWORD] * 10, defense=[BLANK] * 4)
    finish(match, Attack(player="blue", sites=(HERE,), banners=("peoples_favor",)))
    assert (match.state.banners[0].holder, board(match).favor) == ("red", 7)


@pytest.mark.parametrize("ruler", ["blue", ""])
def test_gossip_forbids_facedown_advisers_to_enemies_of_its_ruler(ruler: str) -> None:
    laid = (at("cradle_2", "gossip", ruler=ruler), hidden("red", "inquisitor"))
    match = table(*laid, at(HERE, "inquisitor"), hidden("blue", "conspiracy"), player("blue", pawn=HERE))
    do(match, UsePower("inquisitor"))
    match.close()
    refused(match, Keep(card="conspiracy", to="facedown"), "forbidden_by")


def test_gossip_lets_its_ruler_be() -> None:
    laid = (at("cradle_2", "gossip", ruler="red"), at(HERE, "inquisitor"), hidden("blue", "conspiracy"))
    match = table(*laid, player("blue", pawn=HERE))
    do(match, UsePower("inquisitor"))
    match.close()
    do(match, Keep(card="conspiracy", to="facedown"))
    assert [each.card for each in board(match).hidden] == [CARD.number("conspiracy")]


@pytest.mark.parametrize(("ruler", "left"), [("", 3), ("blue", 3), ("red", 5)])
def test_boiling_lake_kills_two_of_whoever_does_not_rule_it(ruler: str, left: int) -> None:
    match = table(at("provinces_2", "boiling_lake", ruler=ruler))
    do(match, Travel(slot="provinces_2"))
    assert board(match).warbands == left


def test_boiling_lake_kills_whoever_is_banished_there_too() -> None:
    match = table(at("provinces_2", "boiling_lake"), advisers("red", "palanquin"), player("blue", pawn=HERE))
    do(match, UsePower("palanquin"), TargetPlayer("blue"), TargetSite("provinces_2"))
    assert (board(match).warbands, board(match, "blue").warbands) == (5, 3)


def test_chaos_cult_takes_a_favor_of_whoever_takes_the_title() -> None:
    match = table(advisers("blue", "chaos_cult"), at(HERE, ruler="red"))
    finish(match, Travel(slot="provinces_3"))
    assert (match.state.title, board(match).favor, board(match, "blue").favor) == ("red", 4, 6)
    match = table(advisers("red", "chaos_cult"), at(HERE, ruler="red"))
    finish(match, Travel(slot="provinces_3"))
    assert (match.state.title, board(match).favor) == ("red", 5)


def test_sneak_attack_strikes_whoever_has_campaigned_before_second_wind_r88() -> None:
    laid = (advisers("chancellor", "sneak_attack"), player("chancellor", pawn=HERE), advisers("red", "second_wind"))
    match = raid(*laid, **WINS)
    do(match, Attack(player="blue", sites=(HERE,), plans=("second_wind",)))
    while asked(match)[1] != "free_campaign":
        match.close()
    assert asked(match) == ("chancellor", "free_campaign")
    refused(match, Attack(player="blue", pawn=True), "no_defender")
    do(match, Attack(player="red", sites=(HERE,), plans=()))
    assert board(match, "chancellor").supply == 7
    while asked(match)[1] != "free_travel":
        match.close()
    assert asked(match)[0] == "red"


def test_whoever_fights_a_sneak_attack_is_asked_in_the_turn_of_another() -> None:
    laid = (
        advisers("chancellor", "sneak_attack", "longbows"),
        player("chancellor", pawn=HERE, warbands=19),
        advisers("red", "elders"),
    )
    match = raid(*laid, **WINS)
    do(match, RAID)
    kinds = set()
    while (now := match.decisions()[0]).kind != "act":
        assert now.interrupts == (now.seats != ("red",)), now
        kinds.add(now.kind)
        if now.kind == "free_campaign":
            match.chance.follow(rolls([SWORD] * 20, [BLANK] * 4))
            do(match, Attack(player="red", sites=(HERE,), pawn=True))
        else:
            match.close()
    assert kinds >= {"plans", "placing", "banish", "burn"}


def test_sneak_attack_needs_the_normal_reasons_to_attack() -> None:
    match = raid(advisers("chancellor", "sneak_attack"), **WINS)
    do(match, RAID)
    while asked(match)[1] not in ("act", "free_campaign"):
        match.close()
    assert asked(match)[1] == "act"


@pytest.mark.parametrize(
    ("faces", "thief"), [([BLANK, DOUBLE], True), ([BLANK, SHIELD], False), ([TWO_SHIELDS, 1], False)]
)
def test_relic_thief_takes_relics_unless_a_die_shows_a_shield(faces: list[int], thief: bool) -> None:
    dice = [SWORD] * 10, [BLANK] * (1 + CARD.thing("map").defense + CARD.thing("cup_of_plenty").defense)
    laid = (
        relics("blue", "map", "cup_of_plenty"),
        advisers("yellow", "relic_thief"),
        player("yellow", pawn="provinces_3"),
    )
    match = table(
        *(at(HERE, ruler="blue"), player("blue", pawn=HERE), player("red", warbands=10), *laid),
        draws=rolls(*dice, relic_thief=faces),
        seats=("chancellor", "red", "blue", "yellow"),
    )
    finish(match, Attack(player="blue", sites=(HERE,), relics=("map", "cup_of_plenty")), aim=Comply())
    assert sorted(names(board(match, "yellow" if thief else "red").relics)) == ["cup_of_plenty", "map"]
    assert (board(match, "yellow").favor, board(match, "yellow").secrets, board(match, "yellow").turned) == (4, 2, 1)


def thieves(*arrange: Any, **facts: Any) -> Any:
    """A table where red can recover a relic and blue has the thief."""
    return table(at(HERE, relics=["map"], site="marshes"), advisers("blue", "relic_thief"), *arrange, **facts)


def test_relic_thief_reacts_to_relics_that_are_recovered() -> None:
    match = thieves(draws=rolls(relic_thief=[BLANK]))
    do(match, RecoverRelic())
    assert asked(match) == ("blue", "aim")
    do(match, Comply())
    assert names(board(match, "blue").relics) == ["map"]


@pytest.mark.parametrize("why", ["region", "favor", "secret", "spell_breaker", "protected"])
def test_relic_thief_must_be_near_pay_and_be_able_to_take(why: str) -> None:
    laid = {
        "region": player("blue", pawn="cradle_1"),
        "favor": player("blue", favor=0),
        "secret": player("blue", secrets=0),
        "spell_breaker": at("cradle_2", "spell_breaker"),
        "protected": advisers("red", "lost_tongue"),
    }
    match = thieves(laid[why])
    do(match, RecoverRelic())
    assert asked(match) == ("red", "act")


def test_relic_thief_takes_nothing_that_was_given_r03() -> None:
    laid = (at(HERE, "tinkers_fair"), relics("chancellor", "map"), advisers("blue", "relic_thief"))
    match = table(*laid)
    do(match, UsePower("tinkers_fair"), Propose("chancellor", favor=1, for_cards=("map",)), AcceptDeal())
    assert asked(match) == ("red", "act")


def test_relic_thief_reacts_to_conspiracy_and_blackmail() -> None:
    for card, to in (("conspiracy", "conspiracy"), ("blackmail", "adviser")):
        laid = (hidden("red", card), advisers("red", "scouts", "longbows"), advisers("chancellor", "keep", "captains"))
        both = (relics("chancellor", "map"), player("chancellor", pawn=HERE), advisers("blue", "relic_thief"))
        match = table(*laid, *both)
        do(match, PlayAdviser(card=card, to=to))
        do(match, Conspire("chancellor", "map") if card == "conspiracy" else TargetCard("map"))
        if card == "blackmail":
            do(match, Skip())
        assert asked(match) == ("blue", "aim")


# When played


@pytest.mark.parametrize(("had", "has"), [(5, 9), (12, 14)])
def test_a_small_favor_brings_four_warbands_as_far_as_there_are(had: int, has: int) -> None:
    assert board(play("a_small_favor", player("red", warbands=had))).warbands == has


@pytest.mark.parametrize(
    ("laid", "mine"),
    [
        ((at(HERE, ruler="blue", warbands=3),), True),
        ((), True),
        ((at(HERE, ruler="blue", warbands=3), player("blue", pawn=HERE)), False),
        ((at(HERE, ruler="red", warbands=3),), False),
    ],
)
def test_key_to_the_city_takes_the_site_from_a_ruler_who_is_not_there(laid: Any, mine: bool) -> None:
    match = play("key_to_the_city", *laid, to="site")
    there = site(match, HERE)
    assert ((there.colour, there.warbands) == ("red", 1)) == mine
    assert board(match).warbands == 5


def test_key_to_the_city_places_nothing_for_the_ring_of_devotion() -> None:
    match = play("key_to_the_city", at(HERE, ruler="blue", warbands=3), relics("red", "ring_of_devotion"), to="site")
    assert (site(match, HERE).warbands, board(match).warbands) == (0, 6)


def test_charlatan_burns_all_secrets_of_the_banner_but_one() -> None:
    match = play("charlatan", banner("darkest_secret", "blue", 4))
    assert match.state.banners[1].tokens == 1


def test_blackmail_lets_the_owner_pay_and_silence_pays() -> None:
    laid = (relics("blue", "map"), player("blue", pawn=HERE))
    for answer in (Comply(), None):
        match = play("blackmail", *laid)
        do(match, TargetCard("map"))
        assert asked(match) == ("blue", "aim")
        do(match, answer) if answer else match.close()
        assert (board(match, "blue").favor, board(match).favor) == (2, 8)
        assert names(board(match, "blue").relics) == ["map"]


def test_blackmail_takes_the_relic_of_whoever_does_not_pay() -> None:
    match = play("blackmail", relics("blue", "map"), player("blue", pawn=HERE, favor=2))
    do(match, TargetCard("map"))
    refused(match, Comply(), "no_target")
    match.close()
    assert names(board(match).relics) == ["map"]


@pytest.mark.parametrize(
    "laid", [relics("blue", "circlet_of_command"), advisers("blue", "lost_tongue"), player("blue", pawn="cradle_1")]
)
def test_blackmail_names_no_relic_that_is_protected_or_elsewhere(laid: Any) -> None:
    match = table(hidden("red", "blackmail"), relics("blue", "map"), player("blue", pawn=HERE), laid)
    do(match, PlayAdviser(card="blackmail", to="adviser"))
    if asked(match)[1] == "aim":
        refused(match, TargetCard("map"), "no_target")


def test_dissent_costs_a_favor_for_each_suit_that_is_ruled() -> None:
    laid = (at("cradle_2", "elders", "scouts", ruler="chancellor"), citizens("blue"), player("chancellor", favor=1))
    match = play("dissent", *laid, banner("peoples_favor", "red"))
    assert (board(match).favor, board(match, "blue").favor, board(match, "chancellor").favor) == (5, 3, 0)
    assert next(each.favor for each in match.state.on_cards if each.card == CARD.number("dissent")) == 3


def test_dissent_never_forces_the_use_of_the_nomad_bank() -> None:
    match = play("dissent", advisers("blue", "vow_of_kinship", "elders"), player("blue", favor=0))
    assert bank(match, "nomad") == 2


def test_false_prophet_follows_a_vision_until_it_is_discarded() -> None:
    laid = (player("blue", vision="vision_of_faith"), hidden("blue", "vision_of_conquest"))
    match = play("false_prophet", *laid, banner("darkest_secret", "red"))
    do(match, TargetCard("vision_of_faith"))
    assert board(match).warbands == 5
    match.state.visions = 3
    assert fulfilled(match.state, "red") == [CARD.number("vision_of_faith")]
    board(match).citizen = True
    assert fulfilled(match.state, "red") == []


def test_false_prophet_gets_the_vision_when_it_is_discarded_r44() -> None:
    laid = (
        player("blue", vision="vision_of_faith"),
        hidden("blue", "vision_of_conquest"),
        advisers("red", "false_prophet"),
    )
    match = table(*laid, player("red", prophet=CARD.number("vision_of_faith")), turn="blue")
    do(match, PlayAdviser(card="vision_of_conquest", to="revealed"))
    assert asked(match) == ("red", "keep")
    do(match, Keep(card="vision_of_faith", to="revealed"))
    assert (board(match).prophet, board(match).vision) == (-1, CARD.number("vision_of_faith"))
    assert board(match, "blue").vision == CARD.number("vision_of_conquest")


def test_false_prophet_reveals_no_vision_when_becoming_a_citizen_6_6_2() -> None:
    vision = CARD.number("vision_of_faith")
    followed = player("red", vision="vision_of_faith", prophet=vision)
    match = table(advisers("red", "false_prophet"), followed, turn="chancellor")
    do(match, Offer(player="red", space="brutal"), Accept())
    assert (asked(match), board(match).citizen) == (("red", "keep"), True)
    refused(match, Keep(card="vision_of_faith", to="revealed"), "vision_faceup")


def test_false_prophet_who_replaces_the_own_vision_loses_no_card_to_bracken() -> None:
    laid = (advisers("red", "false_prophet"), at(HERE, "bracken"), deck("scouts", "longbows", "vision_of_conquest"))
    match = table(*laid, player("red", vision="vision_of_faith", prophet=CARD.number("vision_of_faith")))
    do(match, Search(modifiers=("bracken",)), Keep(card="vision_of_conquest", to="revealed"))
    do(match, DiscardTo("cradle", below=True))
    assert sorted(pile(match, "cradle")[-2:]) == ["longbows", "scouts"]
    do(match, Keep(card="vision_of_faith", to="discard"))
    assert board(match).vision == CARD.number("vision_of_conquest")


def test_false_prophet_is_for_exiles_and_needs_a_revealed_vision() -> None:
    match = play("false_prophet", player("blue", vision="vision_of_faith"), citizens("red"))
    assert asked(match)[1] == "act"
    assert asked(play("false_prophet"))[1] == "act"


def test_royal_ambitions_bring_citizenship_and_an_unseen_relic_r101() -> None:
    match = play("royal_ambitions", at(HERE, ruler="red"))
    refused(match, Accept(), "name_a_space")
    finish(match, TakeSpace("careless"))
    assert board(match).citizen
    assert len(board(match).relics) == 1
    assert match.state.reliquary[2] == []
    assert asked(play("royal_ambitions", at(HERE, ruler="chancellor")))[1] == "act"


def test_salt_the_earth_discards_the_others_and_leaves_room_for_one_r42() -> None:
    match = play("salt_the_earth", at(HERE, "scouts", "elders"), hidden("red", "longbows"), to="site")
    assert [*match.options("red")] == [InOrder(("scouts", "elders")), InOrder(("elders", "scouts"))]
    do(match, InOrder(("elders", "scouts")))
    assert names(site(match, HERE).cards) == ["salt_the_earth"]
    assert pile(match, "hinterland")[:2] == ["scouts", "elders"]
    refused(match, PlayAdviser(card="longbows", to="site"), "site_full")


def test_salt_the_earth_keeps_its_room_of_one_in_the_next_match() -> None:
    match = table(at("cradle_1", "salt_the_earth"))
    assert capacity(match.state, 0) == 1
    after = begun(GAME.seats, HouseRules(), box_of(match.state))
    assert capacity(after, 0) == 1


def test_salt_the_earth_comes_to_the_drowned_city_not_beside_locks() -> None:
    match = play("salt_the_earth", at(HERE, site="drowned_city"), to="site")
    assert names(site(match, HERE).cards) == ["salt_the_earth"]
    match = table(at(HERE, "keep"), hidden("red", "salt_the_earth"))
    refused(match, PlayAdviser(card="salt_the_earth", to="site"), "forbidden_by")
    laid = (at(HERE, "scouts", ruler="blue"), advisers("blue", "ancient_bloodline"), hidden("red", "salt_the_earth"))
    refused(table(*laid), PlayAdviser(card="salt_the_earth", to="site"), "forbidden_by")


def test_riots_discard_the_most_common_suit_at_sites_if_there_is_a_mob() -> None:
    sites = (at("cradle_2", "elders", "tents"), at("provinces_3", "scouts", "keep"), at(HERE, "dazzle"))
    match = play("riots", *sites, banner("peoples_favor", "blue", mob=True))
    refused(match, TargetBank("arcane"), "no_target")
    do(match, TargetBank("order"))
    assert asked(match) == ("red", "act")  # the two lay in two regions
    assert names(site(match, "provinces_3").cards) == ["keep"]
    assert names(site(match, "cradle_2").cards) == ["elders", "tents"]
    assert asked(play("riots", *sites, banner("peoples_favor", "blue")))[1] == "act"


def test_of_many_cards_that_are_discarded_each_is_offered_on_top_10() -> None:
    laid = (at("provinces_1", "scouts"), at("provinces_2", "garrison", "longbows"), at("provinces_3", "bear_traps"))
    match = play("riots", *laid, banner("peoples_favor", "blue", mob=True))
    do(match, TargetBank("order"))
    tops = [each.cards[-1] for each in match.options("red") if isinstance(each, InOrder)]
    assert sorted(tops) == ["bear_traps", "garrison", "longbows", "scouts"]
    match.close()
    assert pile(match, "hinterland")[:4] == ["bear_traps", "longbows", "garrison", "scouts"]


def test_riots_never_discard_themselves() -> None:
    match = play("riots", at(HERE, "scryer"), banner("peoples_favor", "blue", mob=True), to="site")
    finish(match)
    assert names(site(match, HERE).cards) == ["riots"]


def test_bandit_chief_kills_a_warband_everywhere_and_strengthens_bandits() -> None:
    match = play("bandit_chief", at("cradle_2", ruler="blue", warbands=2), at("hinterland_1", ruler="red"), to="site")
    assert (site(match, "cradle_2").warbands, site(match, "hinterland_1").warbands) == (1, 0)
    match = table(at(HERE, "bandit_chief"), player("red", warbands=4), draws=rolls([SWORD] * 4, [BLANK]))
    finish(match, Attack(sites=(HERE,)))
    assert site(match, HERE).colour == "red"
    match = table(at(HERE, "bandit_chief"), player("red", warbands=3), draws=rolls([SWORD] * 3, [BLANK]))
    do(match, Attack(sites=(HERE,)))
    assert asked(match)[1] == "sacrifice"


# Actions, limits and rest


@pytest.mark.parametrize(("secrets", "turned"), [(3, 0), (0, 2)])
def test_sleight_of_hand_takes_a_secret(secrets: int, turned: int) -> None:
    match = table(advisers("red", "sleight_of_hand"), player("blue", pawn=HERE, secrets=secrets, turned=turned))
    do(match, UsePower("sleight_of_hand"))
    do(match, TargetPlayer("blue"))
    assert board(match).secrets == 4
    assert board(match, "blue").secrets + board(match, "blue").turned == secrets + turned - 1


def test_sleight_of_hand_never_takes_the_last_secret() -> None:
    match = table(advisers("red", "sleight_of_hand"), player("blue", pawn=HERE, secrets=1))
    refused(match, UsePower("sleight_of_hand"), "nothing_to_do")


def test_scryer_shows_a_discard_pile_to_its_user_alone() -> None:
    match = table(advisers("red", "scryer"), discards("cradle", "elders", "vision_of_faith"))
    do(match, UsePower("scryer"))
    (told,) = [each for each in match.apply("red", TargetPile("cradle")) if each.private]
    assert {*told.private} == {"red"}
    assert told.public is None
    assert told.private["red"].cards == ("elders", "vision_of_faith")


@pytest.mark.parametrize(("holder", "gains"), [("blue", 1), ("red", 1), ("chancellor", 0)])
def test_naysayers_take_a_favor_of_the_chancellor_if_an_exile_has_the_title(holder: str, gains: int) -> None:
    sites = at("cradle_2", ruler=holder)
    match = table(advisers("red", "naysayers"), title(holder), sites, rests=True)
    if gains:
        do(match, UseRest("naysayers"))
    assert (board(match).favor, board(match, "chancellor").favor) == (5 + gains, 5 - gains)


def test_assassin_discards_a_faceup_adviser_at_the_site_that_is_not_locked() -> None:
    laid = (advisers("red", "assassin"), advisers("blue", "scouts", "vow_of_silence"), player("blue", pawn=HERE))
    match = table(*laid)
    do(match, UsePower("assassin"))
    refused(match, TargetCard("vow_of_silence"), "no_target")
    do(match, TargetCard("scouts"))
    assert names(board(match, "blue").advisers) == ["vow_of_silence"]
    refused(table(advisers("red", "assassin"), advisers("blue", "scouts")), UsePower("assassin"), "nothing_to_do")


@pytest.mark.parametrize("card", ["assassin", "insomnia", "silver_tongue"])
def test_cards_that_limit_the_council_to_two_r36(card: str) -> None:
    match = table(hidden("red", card), advisers("red", "scouts", "elders"))
    refused(match, PlayAdviser(card=card, to="adviser"), "council_full")
    do(match, PlayAdviser(card=card, to="adviser", away="scouts"))
    assert names(board(match).advisers) == ["elders", card]
    for others in (("vow_of_silence", "vow_of_obedience"), ("vow_of_silence", "scouts", "vow_of_obedience")):
        match = table(hidden("red", card), advisers("red", *others))
        refused(match, PlayAdviser(card=card, to="adviser"), "council_locked")
        refused(match, PlayAdviser(card=card, to="adviser", away=others[1]))


def test_limits_do_not_add_up_and_hold_for_facedown_advisers_7_6_4() -> None:
    match = play("insomnia", advisers("red", "assassin"))
    assert names(board(match).advisers) == ["assassin", "insomnia"]
    match = table(
        at(HERE, "inquisitor"),
        advisers("red", "assassin", "scouts"),
        hidden("blue", "conspiracy"),
        player("blue", pawn=HERE),
    )
    do(match, UsePower("inquisitor"))
    match.close()
    refused(match, Keep(card="conspiracy", to="facedown"), "council_full")


def test_silver_tongue_takes_a_favor_of_a_suit_at_the_site_at_rest() -> None:
    match = table(advisers("red", "silver_tongue"), at(HERE, "elders", "scouts"), rests=True)
    do(match, UseRest("silver_tongue"))
    refused(match, TargetBank("discord"), "no_target")
    do(match, TargetBank("nomad"))
    assert (board(match).favor, bank(match, "nomad")) == (6, 1)


def test_insomnia_gains_a_secret_at_rest() -> None:
    match = table(advisers("red", "insomnia"), rests=True)
    do(match, UseRest("insomnia"))
    assert board(match).secrets == 4


@pytest.mark.parametrize(
    ("faces", "gains"), [([SHIELD, TWO_SHIELDS, DOUBLE, BLANK], 6), ([BLANK] * 4, 0), ([SHIELD, DOUBLE, DOUBLE, 1], 4)]
)
def test_gambling_hall_pays_shields_from_one_bank(faces: list[int], gains: int) -> None:
    match = table(at(HERE, "gambling_hall"), banks(beast=6), draws=rolls(gambling_hall=faces))
    do(match, UsePower("gambling_hall"))
    if gains:
        do(match, TargetBank("beast"))
    assert (board(match).favor, bank(match, "beast")) == (3 + gains, 6 - gains)


def test_gambling_hall_costs_two_favor() -> None:
    refused(table(at(HERE, "gambling_hall"), player("red", favor=1)), UsePower("gambling_hall"), "too_dear")


def test_enchantress_changes_places_with_an_unlocked_adviser_of_anybody() -> None:
    laid = (advisers("red", "enchantress"), advisers("blue", "scouts", "vow_of_silence"), tokens("scouts", 1))
    match = table(*laid)
    do(match, UsePower("enchantress"))
    refused(match, TargetCard("vow_of_silence"), "no_target")
    do(match, TargetCard("scouts"))
    assert names(board(match).advisers) == ["scouts"]
    assert names(board(match, "blue").advisers) == ["enchantress", "vow_of_silence"]
    assert board(match).secrets == 2
    refused(table(advisers("red", "enchantress")), UsePower("enchantress"), "nothing_to_do")

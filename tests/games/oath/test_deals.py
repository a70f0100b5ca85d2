"""Binding exchanges, and the Bandit Crown (7.6)."""

from __future__ import annotations

from adjudicator.games.oath.facts import CHANCELLOR, SLOT
from adjudicator.games.oath.rules.battle import mortal
from adjudicator.games.oath.rules.campaign import Attack
from adjudicator.games.oath.rules.deals import AcceptDeal, NoDeal, Propose, RefuseDeal, UseTribunal
from adjudicator.games.oath.rules.economy import Muster
from adjudicator.games.oath.rules.empire import Accept, Offer
from adjudicator.games.oath.rules.plans import attackers
from adjudicator.games.oath.rules.playing import GiveUp
from adjudicator.games.oath.rules.powers import UsePower
from adjudicator.games.oath.rules.spoils import PlaceAt, PlaceNoMore
from adjudicator.games.oath.rules.table import ruled
from adjudicator.games.oath.rules.warbands import MoveWarbands
from adjudicator.games.oath.state import Campaign
from tests.games.oath.table import (
    BLANK,
    SWORD,
    advisers,
    asked,
    at,
    banner,
    board,
    citizens,
    do,
    finish,
    names,
    player,
    refused,
    relics,
    rolls,
    site,
    table,
)


def test_a_fair_exchanges_relics_favor_and_secrets_if_both_agree_7_6_3() -> None:
    match = table(at("provinces_1", "tinkers_fair"), relics("blue", "map"), advisers("blue", "elders"))
    do(match, UsePower("tinkers_fair"))
    refused(match, Propose("blue", favor=9), "not_to_be_dealt")
    refused(match, Propose("blue", favor=1, for_cards=("elders",)), "not_to_be_dealt")
    do(match, Propose("blue", favor=2, secrets=1, for_cards=("map",), for_favor=1))
    assert asked(match) == ("blue", "deal")
    do(match, AcceptDeal())
    assert names(board(match).relics) == ["map"]
    assert (board(match).favor, board(match).secrets) == (4, 2)
    assert (board(match, "blue").favor, board(match, "blue").secrets) == (6, 4)


def test_a_relic_may_be_given_and_advisers_of_nobody_else_7_6_3() -> None:
    match = table(at("provinces_1", "tinkers_fair"), relics("red", "map"), relics("blue", "whistle"))
    do(match, UsePower("tinkers_fair"))
    refused(match, Propose("blue", cards=("whistle",), for_favor=1), "not_to_be_dealt")
    do(match, Propose("blue", cards=("map",), for_favor=1), AcceptDeal())
    assert names(board(match, "blue").relics) == ["whistle", "map"]
    assert board(match).favor == 6


def test_who_refuses_an_exchange_keeps_everything_7_6_3() -> None:
    match = table(at("provinces_1", "tinkers_fair"), relics("blue", "map"))
    do(match, UsePower("tinkers_fair"), Propose("blue", favor=1, for_cards=("map",)), RefuseDeal())
    assert names(board(match, "blue").relics) == ["map"]
    assert board(match).favor == 5


def test_a_deed_hands_over_sites_7_6_3() -> None:
    match = table(advisers("red", "deed_writer"), at("cradle_1", ruler="blue", warbands=3))
    do(match, UsePower("deed_writer"), Propose("blue", favor=1, for_sites=("cradle_1",)), AcceptDeal())
    assert (asked(match), board(match, "blue").warbands) == (("red", "placing"), 5 + 3)
    refused(match, PlaceNoMore(), "must_place")
    refused(match, PlaceAt("cradle_1", 6), "cannot_place")
    do(match, PlaceAt("cradle_1", 4))
    assert (site(match, "cradle_1").colour, site(match, "cradle_1").warbands, board(match).warbands) == ("red", 4, 1)


def test_a_site_of_a_deal_needs_no_warbands_under_the_bandit_crown_7_6_5() -> None:
    laid = (advisers("red", "deed_writer"), at("cradle_1", ruler="blue", warbands=3))
    match = table(*laid, relics("red", "bandit_crown"))
    do(match, UsePower("deed_writer"), Propose("blue", favor=1, for_sites=("cradle_1",)), AcceptDeal(), PlaceNoMore())
    assert (site(match, "cradle_1").colour, site(match, "cradle_1").warbands) == ("", 0)
    ringed = table(*laid, relics("red", "ring_of_devotion"))
    do(ringed, UsePower("deed_writer"))
    refused(ringed, Propose("blue", favor=1, for_sites=("cradle_1",)), "not_to_be_dealt")


def test_a_banner_that_is_given_keeps_its_tokens_and_its_side_2_5_3() -> None:
    match = table(banner("peoples_favor", CHANCELLOR, 5), relics(CHANCELLOR, "map"), turn=CHANCELLOR)
    do(match, Offer(player="red", space="brutal", banners=("peoples_favor",), cards=("map",)), Accept())
    given = match.state.banners[0]
    assert (given.holder, given.tokens, given.mob) == ("red", 5, False)


def test_advisers_are_no_part_of_an_offer_of_citizenship_6_6_1() -> None:
    match = table(advisers(CHANCELLOR, "elders"), advisers("red", "wolves"), turn=CHANCELLOR)
    refused(match, Offer(player="red", space="brutal", cards=("elders",)), "cannot_give")
    refused(match, Offer(player="red", space="brutal", for_cards=("wolves",)), "cannot_give")


DISTRICT = at("provinces_1", "festival_district")


def test_a_full_council_makes_room_before_the_exchange_5_1_4_2() -> None:
    laid = (advisers("red", "elders", "wolves"), advisers("blue", "scouts", "longbows", "tents"))
    match = table(DISTRICT, *laid)
    do(match, UsePower("festival_district"), Propose("blue", cards=("elders",), for_favor=1), AcceptDeal())
    assert asked(match) == ("blue", "trim")
    refused(match, GiveUp("elders"), "not_your_adviser")
    do(match, GiveUp("longbows"))
    assert names(board(match, "blue").advisers) == ["scouts", "tents", "elders"]
    assert names(board(match).advisers) == ["wolves"]


def test_insomnia_leaves_room_for_two_in_an_exchange_7_6_4() -> None:
    laid = (advisers("red", "elders"), advisers("blue", "insomnia", "longbows"))
    match = table(DISTRICT, *laid)
    do(match, UsePower("festival_district"), Propose("blue", cards=("elders",), for_favor=1), AcceptDeal())
    assert names(board(match, "blue").advisers) == ["insomnia", "elders"], "the only one that can leave has left"
    full = table(DISTRICT, advisers("red", "elders"), advisers("blue", "insomnia", "a_small_favor"))
    do(full, UsePower("festival_district"))
    refused(full, Propose("blue", cards=("elders",), for_favor=1), "not_to_be_dealt")
    even = table(DISTRICT, *laid)
    do(even, UsePower("festival_district"), Propose("blue", cards=("elders",), for_cards=("longbows",)), AcceptDeal())
    assert names(board(even, "blue").advisers) == ["insomnia", "elders"]


def test_pied_piper_moves_into_a_full_council_r38() -> None:
    match = table(DISTRICT, advisers("red", "pied_piper"), advisers("blue", "scouts", "longbows", "tents"))
    do(match, UsePower("festival_district"), Propose("blue", cards=("pied_piper",), for_favor=1), AcceptDeal())
    assert len(board(match, "blue").advisers) == 4


def test_an_imperial_crown_makes_the_whole_empire_rule_in_a_campaign_7_6_5() -> None:
    match = table(citizens("blue"), relics("blue", "bandit_crown"), turn="red")
    attack = Attack(player=CHANCELLOR, sites=("provinces_1",), dice=2)
    assert attack.illegality(match.state, "red", None) is None


def test_a_bandit_is_never_sacrificed_7_6_5() -> None:
    laid = (relics("red", "bandit_crown"), advisers("red", "captains"), player("red", warbands=1))
    state = table(*laid).state
    state.campaign = Campaign(attacker="red", defender="blue", at=0, added=1 << SLOT.number("provinces_2"))
    assert (attackers(state), mortal(state, "attack")) == (2, 1)


def test_the_tribunal_serves_whoever_is_there_or_rules_it_7_6_3_2_8_5() -> None:
    refused(table(), UseTribunal(), "no_tribunal")
    match = table(at("provinces_1", site="the_tribunal"))
    do(match, UseTribunal(), Propose("blue", favor=1, for_secrets=1), AcceptDeal())
    assert board(match).secrets == 4


def test_the_bandit_crown_rules_sites_without_warbands_7_6_5() -> None:
    match = table(relics("red", "bandit_crown"), at("cradle_1", ruler="blue"))
    assert len(ruled(match.state, "red")) == 7
    assert len(ruled(table().state, "red")) == 0


def test_the_bandit_crown_takes_the_last_warband_and_counts_bandits_7_6_5() -> None:
    match = table(relics("red", "bandit_crown"), at("provinces_1", ruler="red", warbands=1))
    do(match, MoveWarbands(1, "board"))
    assert not site(match, "provinces_1").warbands
    match = table(relics("red", "bandit_crown"), turn="blue", draws=rolls([SWORD] * 2, [BLANK]))
    finish(match, Attack(player="red", sites=("provinces_2",), dice=2), placing=PlaceNoMore())
    assert board(match).warbands == 5, "bandits are never killed"


def test_a_modifier_is_used_only_by_whoever_wants_it_7_4_7_4_1_7_4_2() -> None:
    match = table(at("provinces_1", "elders", "wolves"), advisers("red", "animal_playmates"), player("red", favor=5))
    do(match, Muster(card="elders", modifiers=("animal_playmates",)))
    assert board(match).supply == 6, "it is no card of beasts"
    do(match, Muster(card="wolves", modifiers=("animal_playmates",)))
    assert board(match).supply == 6
    again = table(at("provinces_1", "wolves"), advisers("red", "animal_playmates"))
    do(again, Muster(card="wolves"))
    assert board(again).supply == 6


def test_exchanges_of_one_thing_for_another_are_offered_7_6_3() -> None:
    match = table(at("provinces_1", "tinkers_fair"), relics("red", "map"), relics("blue", "whistle"))
    do(match, UsePower("tinkers_fair"))
    assert match.decisions()[0].context == {"by": "tinkers_fair"}
    assert [each for each in match.options("red") if each == NoDeal() or each.player == "blue"] == [  # type: ignore[attr-defined]
        Propose("blue", favor=1, for_secrets=1),
        Propose("blue", secrets=1, for_favor=2),
        Propose("blue", cards=("map",), for_favor=1),
        Propose("blue", favor=1, for_cards=("whistle",)),
        NoDeal(),
    ]
    do(match, NoDeal())
    assert asked(match) == ("red", "act")


def test_sites_are_given_for_sites_to_whoever_has_a_warband_for_each_7_6_3() -> None:
    ruled = at("cradle_1", ruler="blue", warbands=3), at("cradle_2", ruler="red", warbands=2)
    match = table(advisers("red", "deed_writer"), *ruled)
    do(match, UsePower("deed_writer"))
    offered = [each for each in match.options("red") if isinstance(each, Propose) and (each.sites or each.for_sites)]
    assert offered == [
        Propose(CHANCELLOR, sites=("cradle_2",), for_favor=1),
        Propose("blue", sites=("cradle_2",), for_favor=1),
        Propose("blue", favor=1, for_sites=("cradle_1",)),
    ]
    refused(match, Propose("blue", sites=("cradle_1",), for_favor=1), "not_to_be_dealt")
    refused(match, Propose("blue", favor=1, for_sites=("cradle_2",)), "not_to_be_dealt")
    do(match, Propose("blue", sites=("cradle_2",), for_sites=("cradle_1",)), AcceptDeal())
    do(match, PlaceAt("cradle_1", 1), PlaceAt("cradle_2", 1))
    assert [(site(match, each).colour, site(match, each).warbands) for each in ("cradle_1", "cradle_2")] == [
        ("red", 1),
        ("blue", 1),
    ]
    assert (board(match).warbands, board(match, "blue").warbands) == (5 + 2 - 1, 5 + 3 - 1)
    for short, deal in (
        ("red", Propose("blue", for_sites=("cradle_1",))),
        ("blue", Propose("blue", sites=("cradle_2",))),
    ):
        poor = table(advisers("red", "deed_writer"), *ruled, player(short, warbands=0))
        do(poor, UsePower("deed_writer"))
        refused(poor, deal, "not_to_be_dealt")
        able = table(advisers("red", "deed_writer"), *ruled, player(short, warbands=1))
        do(able, UsePower("deed_writer"), deal, AcceptDeal())


def test_the_tribunal_serves_its_ruler_from_elsewhere_7_6_3_2_8_5() -> None:
    do(table(at("cradle_1", site="the_tribunal", ruler="red")), UseTribunal())
    refused(table(at("cradle_1", site="the_tribunal", ruler="blue")), UseTribunal(), "no_tribunal")
    match = table(at("provinces_1", site="the_tribunal"), relics("red", "map"), advisers("red", "elders"))
    do(match, UseTribunal())
    refused(match, Propose("blue", cards=("map",), for_favor=1), "not_to_be_dealt")
    refused(match, Propose("red", favor=1), "not_to_be_dealt")
    match.close()
    assert asked(match) == ("red", "act"), "nothing is proposed by default"


def test_the_ring_of_devotion_places_nothing_on_a_site_of_a_deal_7_6_5() -> None:
    laid = (advisers("red", "deed_writer"), at("cradle_1", ruler="blue", warbands=3))
    match = table(*laid, relics("red", "bandit_crown", "ring_of_devotion"))
    do(match, UsePower("deed_writer"), Propose("blue", favor=1, for_sites=("cradle_1",)), AcceptDeal())
    assert asked(match) == ("red", "act")
    assert not site(match, "cradle_1").warbands

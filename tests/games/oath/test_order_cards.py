"""The cards of order: what each does, where it does nothing, and what the rulings say of it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.oath.facts import CARD
from adjudicator.games.oath.rules.battle import LoseAt, NoPlan, UsePlan
from adjudicator.games.oath.rules.campaign import Attack
from adjudicator.games.oath.rules.economy import Muster, RecoverBanner, Trade
from adjudicator.games.oath.rules.empire import Accept, ExileCitizen, SelfExile
from adjudicator.games.oath.rules.playing import ConspireForBanner
from adjudicator.games.oath.rules.powers import Skip, TargetBank, TargetPlayer, TargetSite, TargetWarbands, UsePower
from adjudicator.games.oath.rules.search import Search
from adjudicator.games.oath.rules.spoils import BuryRelic, PlaceAt
from adjudicator.games.oath.rules.travel import Guide, Travel
from adjudicator.games.oath.rules.turns import UseRest
from adjudicator.games.oath.rules.warbands import PlayAdviser
from tests.games.oath.raids import HERE, LOSES, RAID, WINS
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
    banner,
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
    player,
    refused,
    relics,
    rolls,
    site,
    table,
    tokens,
)


def raid(*arrange: Any, attack: list[int] | None = None, defense: list[int] | None = None, **facts: Any) -> Any:
    """A table for `RAID` with these dice; ten warbands and swords let red win, hollow swords lose."""
    laid = (at(HERE, ruler="blue"), player("blue", pawn=HERE), player("red", warbands=10), *arrange)
    return table(*laid, draws=rolls(attack, defense), **facts)


# Battle plans


def test_wrestlers_sacrifice_a_warband_and_the_site_stays_a_target() -> None:
    match = raid(advisers("blue", "wrestlers"), attack=[SWORD] * 10, defense=[BLANK] * 2)
    plan = {"defense_plans": UsePlan("wrestlers"), "defense_losses": LoseAt(HERE)}
    finish(match, RAID, **plan, placing=PlaceAt(HERE, 4))
    assert (site(match, HERE).colour, site(match, HERE).warbands) == ("red", 4)
    assert board(match, "blue").warbands == 3


def test_wrestlers_sacrifice_for_the_cauldron_and_past_the_hospital() -> None:
    laid = (
        relics("red", "cursed_cauldron"),
        advisers("blue", "wrestlers"),
        at("provinces_3", "hospital", ruler="blue"),
    )
    match = raid(*laid, attack=[SWORD] * 10, defense=[BLANK] * 2)
    plans = {"defense_plans": [UsePlan("wrestlers"), UsePlan("hospital")]}
    finish(match, Attack(player="blue", sites=(HERE,), plans=("cursed_cauldron",)), **plans, placing=PlaceAt(HERE, 1))
    assert site(match, "provinces_3").warbands == 1 + 2
    assert board(match).warbands == 9 + 1


def test_wrestlers_without_a_warband_give_no_die() -> None:
    match = table(player("blue", pawn=HERE, warbands=0), advisers("blue", "wrestlers"))
    assert dice(finish(match, Attack(player="blue", pawn=True), defense_plans=UsePlan("wrestlers"))) == (5, 2)


@pytest.mark.parametrize("wins", [True, False])
def test_battle_honors_pay_the_victor_alone(wins: bool) -> None:
    match = raid(advisers("red", "battle_honors"), **(WINS if wins else LOSES))
    finish(match, Attack(player="blue", sites=(HERE,), plans=("battle_honors",)))
    assert (board(match).favor, bank(match, "order")) == ((7, 0) if wins else (5, 2))


def test_battle_honors_of_bandits_are_burned() -> None:
    match = table(at(HERE, "battle_honors"), player("red", warbands=1), draws=rolls([HOLLOW], [SHIELD]))
    finish(match, Attack(sites=(HERE,)))
    assert (board(match).favor, bank(match, "order")) == (5, 0)


def test_bear_traps_kill_one_and_their_kill_counts_for_the_cauldron() -> None:
    laid = (advisers("blue", "bear_traps"), relics("blue", "cursed_cauldron"))
    match = raid(*laid, attack=[HOLLOW] * 9, defense=[SHIELD])
    finish(match, RAID, defense_plans=[UsePlan("bear_traps"), UsePlan("cursed_cauldron")])
    assert board(match).warbands == 5
    assert board(match, "blue").warbands == 5 + 1 + 4


@pytest.mark.parametrize(
    ("cards", "left"),
    [(["longbows"], 4), (["code_of_honor", "longbows"], 3), (["mercenaries"], 5), (["bear_traps"], 4)],
)
def test_bandits_use_plans_without_cost_and_code_of_honor_alone_r76(cards: list[str], left: int) -> None:
    match = table(at(HERE, *cards))
    assert dice(finish(match, Attack(sites=(HERE,)))) == (left, 1)


def test_keep_helps_only_its_own_site() -> None:
    match = raid(at("provinces_3", "keep", ruler="blue"))
    assert dice(finish(match, RAID, defense_plans=UsePlan("keep"))) == (10, 1)


@pytest.mark.parametrize("supply", [7, 2])
def test_scouts_gain_a_supply(supply: int) -> None:
    match = raid(advisers("red", "scouts"), player("red", supply=supply))
    finish(match, Attack(player="blue", sites=(HERE,), plans=("scouts",)))
    assert board(match).supply == supply - 1


def test_martial_culture_makes_the_victor_a_citizen_before_second_wind_r88() -> None:
    laid = (at("provinces_3", "martial_culture", ruler="red"), advisers("red", "second_wind"))
    match = raid(*laid, **WINS)
    do(match, Attack(player="blue", sites=(HERE,), plans=("second_wind", "martial_culture")))
    kinds = []
    while (kind := asked(match)[1]) not in ("act", "wake", "free_campaign"):
        kinds.append(kind)
        if kind == "by_card":
            do(match, Accept())
        else:
            match.close()
    assert kinds[-2:] == ["by_card", "free_travel"]
    assert board(match).citizen
    assert site(match, "provinces_3").colour == "chancellor"


def test_martial_culture_lets_a_defender_join_and_nobody_against_the_empire() -> None:
    match = raid(at("provinces_3", "martial_culture", ruler="blue"), **LOSES)
    finish(match, RAID, defense_plans=UsePlan("martial_culture"), by_card=Accept())
    assert board(match, "blue").citizen
    match = raid(at("provinces_3", "martial_culture", ruler="blue"), citizens("red"), **LOSES)
    finish(match, RAID, defense_plans=UsePlan("martial_culture"))
    assert not board(match, "blue").citizen


def test_code_of_honor_goes_with_no_other_plan() -> None:
    match = raid(advisers("red", "code_of_honor", "longbows"))
    for plans in (("code_of_honor", "longbows"), ("longbows", "code_of_honor")):
        refused(match, Attack(player="blue", sites=(HERE,), plans=plans), "plan_forbidden")


def test_code_of_honor_binds_imperial_allies() -> None:
    laid = (citizens("blue"), advisers("blue", "code_of_honor"), advisers("chancellor", "longbows"))
    match = raid(*laid)
    do(match, RAID)
    assert asked(match) == ("blue", "defense_plans")
    assert dice(finish(match, UsePlan("code_of_honor"))) == (8, 1 + 1)


@pytest.mark.parametrize(("plans", "left"), [((), 0), (("outriders",), 5)])
def test_outriders_save_from_skulls(plans: tuple[str, ...], left: int) -> None:
    match = raid(advisers("red", "outriders"), player("red", warbands=5), attack=[SKULL] * 5, defense=[BLANK])
    finish(match, Attack(player="blue", sites=(HERE,), plans=plans), **({} if plans else {"plans": NoPlan()}))
    assert board(match).warbands + site(match, HERE).warbands * (site(match, HERE).colour == "red") == left


@pytest.mark.parametrize("wins", [True, False])
def test_field_promotion_brings_warbands_to_the_victor(wins: bool) -> None:
    match = raid(advisers("red", "field_promotion"), player("red", warbands=10), **(WINS if wins else LOSES))
    finish(match, Attack(player="blue", sites=(HERE,), plans=("field_promotion",)))
    there = site(match, HERE)
    assert board(match).warbands + there.warbands * (there.colour == "red") == (13 if wins else 5)


@pytest.mark.parametrize(("fog", "left"), [(False, 0), (True, 6)])
def test_shield_wall_costs_the_whole_army_unless_fog_hides_it_r87(fog: bool, left: int) -> None:
    match = raid(advisers("blue", "shield_wall", "billowing_fog"), attack=[SWORD] * 10, defense=[BLANK] * 3)
    finish(match, RAID, defense_plans=[UsePlan("shield_wall"), *([UsePlan("billowing_fog")] if fog else [])])
    assert board(match, "blue").warbands == left


def test_military_parade_pays_for_each_adviser_of_the_loser_and_of_allies() -> None:
    laid = (advisers("red", "military_parade"), advisers("blue", "scouts", "captains"), citizens("blue"))
    match = raid(*laid, advisers("chancellor", "elders"), **{**WINS, "defense": [BLANK] * 2})
    finish(match, Attack(player="blue", sites=(HERE,), plans=("military_parade",)))
    assert (bank(match, "order"), bank(match, "nomad"), board(match).favor) == (0, 1, 8)


def test_specialist_keeps_the_whole_defending_side_from_plans() -> None:
    laid = (citizens("blue"), advisers("blue", "longbows"), advisers("chancellor", "shield_wall"))
    match = raid(advisers("red", "specialist"), *laid)
    events = finish(match, Attack(player="blue", sites=(HERE,), plans=("specialist",)))
    assert dice(events) == (10, 2)
    refused(
        raid(advisers("red", "specialist"), player("red", favor=1)),
        Attack(player="blue", sites=(HERE,), plans=("specialist",)),
    )


def test_peace_envoy_pays_for_each_defense_die_and_wins_without_dice_r85() -> None:
    match = raid(advisers("red", "peace_envoy"), relics("blue", "grand_mask"))
    attack = Attack(player="blue", sites=(HERE,), pawn=True, plans=("peace_envoy",))
    finish(match, attack, placing=PlaceAt(HERE, 1))
    assert (board(match).favor, board(match).warbands) == (5 - 1 - 3, 9)
    assert board(match, "blue").warbands == 6
    assert site(match, HERE).colour == "red"


def test_peace_envoy_of_a_defender_sends_the_attacker_home() -> None:
    match = raid(advisers("blue", "peace_envoy"))
    finish(match, RAID, defense_plans=UsePlan("peace_envoy"))
    assert (board(match, "blue").favor, board(match).favor) == (3, 6)
    assert (board(match).warbands, site(match, HERE).warbands) == (10, 1)


@pytest.mark.parametrize("why", ["favor", "plan", "pawn"])
def test_peace_envoy_needs_the_favor_no_other_plan_and_the_enemys_pawn(why: str) -> None:
    laid = {"favor": player("red", favor=1), "plan": player("red"), "pawn": player("blue", pawn="cradle_1")}
    match = raid(advisers("red", "peace_envoy", "longbows"), laid[why])
    plans = ("longbows", "peace_envoy") if why == "plan" else ("peace_envoy",)
    refused(
        match,
        Attack(player="blue", sites=(HERE,), plans=plans),
        "plan_forbidden" if why == "plan" else "plan_condition",
    )


@pytest.mark.parametrize("buries", [True, False])
def test_relic_hunter_targets_relics_that_lie_at_targeted_sites(buries: bool) -> None:
    laid = (at(HERE, relics=["map"]), advisers("red", "relic_hunter"))
    match = raid(*laid, attack=[SWORD] * 10, defense=[BLANK] * 2)
    attack = Attack(player="blue", sites=(HERE,), lying=(HERE,), plans=("relic_hunter",))
    finish(match, attack, **({"hunted": BuryRelic()} if buries else {}))
    assert names(board(match).relics) == ([] if buries else ["map"])
    assert (CARD.number("map") in match.state.relic_below) == buries


def test_relic_hunter_may_bury_relics_and_hunts_only_at_targets() -> None:
    laid = (relics("blue", "map"), at("provinces_3", relics=["grand_mask"]), advisers("red", "relic_hunter"))
    match = raid(*laid, attack=[SWORD] * 10, defense=[BLANK] * (1 + CARD.thing("map").defense))
    hunt = Attack(player="blue", sites=(HERE,), relics=("map",), plans=("relic_hunter",))
    refused(
        match, Attack(player="blue", sites=(HERE,), lying=("provinces_3",), plans=("relic_hunter",)), "not_a_target"
    )
    finish(match, hunt, hunted=BuryRelic())
    assert CARD.number("map") in match.state.relic_below


def test_ancient_bloodline_locks_relics_against_the_relic_hunter() -> None:
    laid = (at(HERE, relics=["map"]), advisers("red", "relic_hunter"), advisers("blue", "ancient_bloodline"))
    hunt = Attack(player="blue", sites=(HERE,), lying=(HERE,), plans=("relic_hunter",))
    match = raid(*laid)
    assert hunt not in match.options("red")
    refused(match, hunt, "not_a_target")
    assert hunt in raid(*laid[:2]).options("red")


# Modifiers


def test_pressgangs_muster_on_an_occupied_card() -> None:
    match = table(at(HERE, "scouts", "pressgangs"), tokens("scouts", favor=1))
    refused(match, Muster(card="scouts"), "occupied")
    do(match, Muster(card="scouts", modifiers=("pressgangs",)))
    assert board(match).warbands == 7


def test_knights_errant_campaign_after_a_muster_for_no_supply() -> None:
    match = raid(at(HERE, "knights_errant"))
    do(match, Muster(card="knights_errant", modifiers=("knights_errant",)))
    assert asked(match) == ("red", "free_campaign")
    finish(match, RAID)
    assert board(match).supply == 6
    match = raid(at(HERE, "knights_errant"))
    do(match, Muster(card="knights_errant"))
    assert asked(match) == ("red", "act")


@pytest.mark.parametrize(("source", "kind"), [("world", "free_campaign"), ("provinces", "act")])
def test_hunting_party_campaigns_after_a_search_of_the_world_deck(source: str, kind: str) -> None:
    match = raid(advisers("red", "hunting_party"), discards("provinces", "elders"))
    do(match, Search(source=source, modifiers=("hunting_party",)))
    match.close()
    assert asked(match)[1] == kind


def test_tyrant_kills_a_warband_where_they_come_to() -> None:
    match = table(advisers("red", "tyrant"), at("provinces_2", ruler="red", warbands=2))
    do(match, Travel(slot="provinces_2"))
    assert site(match, "provinces_2").warbands == 1
    do(match, Travel(slot="provinces_3"))
    assert board(match).warbands == 5


# Cards that bind others


@pytest.mark.parametrize(("ruler", "gets"), [("blue", "blue"), ("chancellor", "chancellor"), ("", "")])
def test_forced_labor_demands_a_favor_for_a_search(ruler: str, gets: str) -> None:
    match = table(at("cradle_2", "forced_labor", ruler=ruler), at(HERE, ruler=ruler))
    do(match, Search())
    assert board(match).favor == 4
    assert not gets or board(match, gets).favor == 6
    poor = table(at("cradle_2", "forced_labor", ruler=ruler), at(HERE, ruler=ruler), player("red", favor=0))
    refused(poor, Search(), "no_favor")


def test_forced_labor_spares_other_sites_and_its_ruler() -> None:
    for laid in ((at(HERE, ruler="red"),), (at(HERE, ruler="chancellor"), citizens("red"))):
        match = table(at("cradle_2", "forced_labor", ruler="chancellor"), *laid)
        do(match, Search())
        assert board(match).favor == 5


@pytest.mark.parametrize("option", [True, False])
@pytest.mark.parametrize("to", ["adviser", "discard"])
def test_forced_labor_is_due_for_facedown_advisers_r45(to: Any, option: bool) -> None:
    laid = (at(HERE, "forced_labor", ruler="blue"), hidden("red", "scouts"))
    match = table(*laid, options={"forced_labor_on_6_1": option})
    do(match, PlayAdviser(card="scouts", to=to))
    assert (board(match).favor, board(match, "blue").favor) == ((4, 6) if option else (5, 5))
    poor = table(*laid, player("red", favor=0), options={"forced_labor_on_6_1": option})
    if option:
        refused(poor, PlayAdviser(card="scouts", to=to), "no_favor")
    else:
        do(poor, PlayAdviser(card="scouts", to=to))


def test_forced_labor_is_due_for_the_oracle() -> None:
    laid = (at("cradle_2", "oracle", ruler="red"), at(HERE, "forced_labor", ruler="blue"), deck("vision_of_faith"))
    match = table(*laid)
    do(match, UsePower("oracle"))
    assert (board(match).favor, board(match, "blue").favor) == (4, 6)
    refused(table(*laid, player("red", favor=0)), UsePower("oracle"), "nothing_to_do")


@pytest.mark.parametrize(("vision", "to"), [("vision_of_faith", "revealed"), ("conspiracy", "conspiracy")])
@pytest.mark.parametrize("by", ["secret_police", "vow_of_obedience", "none"])
def test_secret_police_and_vow_of_obedience_forbid_faceup_visions(by: str, vision: str, to: Any) -> None:
    laid = {"secret_police": at(HERE, by, ruler="blue"), "vow_of_obedience": advisers("red", by), "none": player("red")}
    match = table(laid[by], hidden("red", vision))
    deed = PlayAdviser(card=vision, to=to)
    if by == "none":
        do(match, deed)
    else:
        refused(match, deed, "forbidden_by")


def test_secret_police_looks_at_the_sites_of_its_ruler_alone() -> None:
    match = table(at("cradle_2", "secret_police", ruler="blue"), hidden("red", "vision_of_faith"))
    do(match, PlayAdviser(card="vision_of_faith", to="revealed"))


def test_vow_of_obedience_takes_a_favor_at_rest() -> None:
    match = table(advisers("red", "vow_of_obedience"), rests=True)
    do(match, UseRest("vow_of_obedience"), TargetBank("beast"))
    assert (board(match).favor, bank(match, "beast")) == (6, 1)


@pytest.mark.parametrize("ruler", ["blue", "chancellor", ""])
def test_toll_roads_cost_a_favor_to_sites_of_their_ruler(ruler: str) -> None:
    laid = (at("cradle_2", "toll_roads", ruler=ruler), at("provinces_2", ruler=ruler))
    match = table(*laid)
    do(match, Travel(slot="provinces_2"))
    assert board(match).favor == 4
    assert not ruler or board(match, ruler).favor == 6
    refused(table(*laid, player("red", favor=0)), Travel(slot="provinces_2"), "no_favor")


def test_toll_roads_ask_nothing_for_facedown_sites_but_of_portal_r61() -> None:
    match = table(at("cradle_2", "toll_roads"), facedown("provinces_2"))
    do(match, Travel(slot="provinces_2"))
    assert board(match).favor == 5
    match = table(at("cradle_2", "toll_roads", ruler="blue"), at(HERE, "portal"))
    do(match, Travel(slot="cradle_2", modifiers=("portal",)))
    assert (board(match).favor, board(match).supply) == (4, 7)


def test_toll_roads_keep_whoever_is_made_to_travel_from_coming_r60() -> None:
    laid = (at("cradle_2", "toll_roads", ruler="red"), at("provinces_2", ruler="red"), advisers("red", "palanquin"))
    match = table(*laid, player("blue", pawn=HERE))
    do(match, UsePower("palanquin"), TargetPlayer("blue"))
    refused(match, TargetSite("provinces_2"), "no_target")


def test_curfew_costs_a_favor_for_trades_with_cards_of_its_ruler() -> None:
    laid = (at("cradle_2", "curfew", ruler="blue"), at(HERE, "scouts", ruler="blue"))
    match = table(*laid)
    do(match, Trade(card="scouts"))
    assert (board(match).favor, board(match, "blue").favor) == (5 - 1 + 1, 6)
    refused(table(*laid, player("red", favor=0)), Trade(card="scouts"), "no_favor")
    match = table(at("cradle_2", "curfew", ruler="blue"), at(HERE, "scouts", ruler="red"))
    do(match, Trade(card="scouts"))
    assert board(match).favor == 6


@pytest.mark.parametrize("ruler", ["chancellor", ""])
def test_tome_guardians_keep_enemies_from_the_darkest_secret(ruler: str) -> None:
    laid = (at(HERE, "tome_guardians", ruler=ruler), banner("darkest_secret", "blue"), player("blue", pawn=HERE))
    match = table(*laid, hidden("red", "conspiracy"), advisers("red", "scouts", "longbows"), advisers("blue", "keep"))
    refused(match, RecoverBanner(banner="darkest_secret", pay=2), "secret_kept")
    refused(match, Attack(player="blue", banners=("darkest_secret",), pawn=True), "not_a_target")
    do(match, PlayAdviser(card="conspiracy", to="conspiracy"))
    refused(match, ConspireForBanner("blue", "darkest_secret"), "no_match")


def test_tome_guardians_let_their_ruler_take_it_but_no_rebel_r06() -> None:
    laid = (at(HERE, "tome_guardians", ruler="red"), banner("darkest_secret", "blue"), player("blue", pawn=HERE))
    finish(match := table(*laid), Attack(player="blue", banners=("darkest_secret",)))
    laid = (at(HERE, "tome_guardians", ruler="chancellor"), banner("darkest_secret", "chancellor"), citizens("red"))
    match = table(*laid, player("chancellor", pawn=HERE))
    refused(match, Attack(player="chancellor", sites=(HERE,), banners=("darkest_secret",)), "not_a_target")


def test_council_seat_keeps_a_citizen_from_being_exiled_even_by_themselves() -> None:
    laid = (citizens("red", "blue"), advisers("red", "council_seat"), player("red", favor=15), banner("darkest_secret"))
    refused(table(*laid), SelfExile(), "protected_seat")
    refused(table(*laid, turn="chancellor"), ExileCitizen("red"), "protected_seat")
    do(table(*laid, turn="chancellor"), ExileCitizen("blue"))


# When played, actions


def test_garrison_counts_the_sites_first_and_puts_a_warband_on_each() -> None:
    match = table(hidden("red", "garrison"), at(HERE, ruler="red"), at("cradle_2", ruler="red"))
    do(match, PlayAdviser(card="garrison", to="adviser"))
    assert board(match).warbands == 5
    assert (site(match, HERE).warbands, site(match, "cradle_2").warbands) == (2, 2)
    match = table(hidden("red", "garrison"))
    do(match, PlayAdviser(card="garrison", to="adviser"))
    assert board(match).warbands == 5


def test_royal_tax_takes_from_others_at_ruled_sites_of_the_region() -> None:
    laid = (hidden("red", "royal_tax"), at("provinces_2", ruler="red"), at("cradle_1", ruler="red"))
    match = table(*laid, player("blue", favor=1))
    do(match, PlayAdviser(card="royal_tax", to="adviser"))
    assert (board(match).favor, board(match, "blue").favor, board(match, "chancellor").favor) == (6, 0, 5)


def test_messenger_moves_warbands_but_the_last_one() -> None:
    laid = (citizens("red"), at("cradle_2", ruler="red", warbands=3), at("hinterland_1", ruler="chancellor"))
    match = table(*laid, advisers("red", "messenger"))
    do(match, UsePower("messenger"))
    refused(match, TargetWarbands(3, "cradle_2", "board"), "no_target")
    do(match, TargetWarbands(2, "cradle_2", "board"), TargetWarbands(4, "hinterland_1", "site"), Skip())
    assert (board(match).warbands, site(match, "hinterland_1").warbands) == (3, 5)
    refused(table(advisers("red", "messenger")), UsePower("messenger"), "nothing_to_do")


def test_palanquin_carries_the_user_and_makes_the_other_travel() -> None:
    match = table(advisers("red", "palanquin"), player("blue", pawn=HERE))
    do(match, UsePower("palanquin"), TargetPlayer("blue"), TargetSite("hinterland_2"))
    assert board(match).pawn == board(match, "blue").pawn == 6
    assert (board(match).supply, board(match, "blue").supply) == (7, 7)
    refused(table(advisers("red", "palanquin")), UsePower("palanquin"), "nothing_to_do")


def test_palanquin_out_of_the_shrouded_wood_goes_where_its_ruler_says_r59() -> None:
    wood = at(HERE, site="shrouded_wood", ruler="chancellor")
    match = table(advisers("red", "palanquin"), wood, player("blue", pawn=HERE))
    do(match, UsePower("palanquin"), TargetPlayer("blue"), TargetSite("hinterland_2"))
    assert asked(match) == ("chancellor", "guided")
    do(match, Guide("cradle_2"))
    assert (board(match).pawn, board(match, "blue").pawn) == (6, 1)


def test_captains_add_the_warbands_of_a_ruled_site_without_dice_r73() -> None:
    laid = (at("cradle_1", "captains", ruler="red", warbands=3), player("red", warbands=2))
    match = table(*laid, draws=rolls([SWORD] * 2, [BLANK] * 3))
    do(match, UsePower("captains"), TargetSite("cradle_1"))
    finish(match, Attack(player="chancellor", pawn=True))
    assert board(match).supply == 7
    assert board(match, "chancellor").warbands == 5


def test_captains_need_a_site_where_somebody_can_be_attacked() -> None:
    match = table(at("cradle_2", "captains", ruler="red"))
    refused(match, UsePower("captains"), "nothing_to_do")
    match = table(at("cradle_1", "captains", ruler="red"), advisers("red", "vow_of_peace"))
    refused(match, UsePower("captains"), "nothing_to_do")


def test_captains_of_a_citizen_lead_warbands_against_the_empire() -> None:
    laid = (citizens("red"), at("cradle_1", "captains", ruler="chancellor", warbands=4), player("red", warbands=3))
    match = table(*laid, player("chancellor", warbands=2), draws=rolls([SWORD] * 3, [BLANK] * 2))
    do(match, UsePower("captains"), TargetSite("cradle_1"), Attack(player="chancellor", sites=("cradle_1",)))
    assert asked(match) != ("red", "sacrifice")
    finish(match)
    assert site(match, "cradle_1").warbands >= 4
    assert board(match, "chancellor").warbands == 1


def test_siege_engines_kill_two_at_a_site_of_the_region() -> None:
    match = table(
        advisers("red", "siege_engines"), at("provinces_2", ruler="blue", warbands=3), at("cradle_2", ruler="blue")
    )
    do(match, UsePower("siege_engines"))
    refused(match, TargetSite("cradle_2"), "no_target")
    do(match, TargetSite("provinces_2"))
    assert site(match, "provinces_2").warbands == 1
    refused(table(advisers("red", "siege_engines")), UsePower("siege_engines"), "nothing_to_do")


def test_garrison_asks_where_if_there_are_too_few_warbands() -> None:
    sites = ("cradle_2", HERE, "hinterland_1")
    ruled = [at(each, ruler="red", warbands=4) for each in sites]
    match = table(hidden("red", "garrison"), *ruled, player("red", warbands=0))
    do(match, PlayAdviser(card="garrison", to="adviser"))
    do(match, TargetSite(HERE))
    refused(match, TargetSite(HERE), "no_target")
    do(match, TargetSite("hinterland_1"))
    assert [site(match, each).warbands for each in sites] == [4, 5, 5]
    assert board(match).warbands == 0


def test_military_parade_counts_marriage_as_two_of_hearth() -> None:
    match = raid(advisers("red", "military_parade"), advisers("blue", "marriage"), **WINS)
    finish(match, Attack(player="blue", sites=(HERE,), plans=("military_parade",)))
    assert (bank(match, "hearth"), board(match).favor) == (0, 7)


@pytest.mark.parametrize(("option", "attack"), [(False, 2), (True, 5)])
def test_captains_give_dice_for_the_warbands_of_the_site_by_an_option_r73(option: bool, attack: int) -> None:
    laid = (at("cradle_1", "captains", ruler="red", warbands=3), player("red", warbands=2))
    match = table(*laid, options={"dice_from_added_warbands": option})
    do(match, UsePower("captains"), TargetSite("cradle_1"))
    refused(match, Attack(player="chancellor", pawn=True, dice=attack + 1), "too_many_dice")
    assert dice(finish(match, Attack(player="chancellor", pawn=True))) == (attack, 3)


def test_specialist_keeps_bandits_from_plans_of_all_their_sites_r76() -> None:
    laid = (at(HERE), at("hinterland_1", "longbows"))
    assert dice(finish(table(*laid), Attack(sites=(HERE,)))) == (4, 1)
    match = table(*laid, advisers("red", "specialist"))
    assert dice(finish(match, Attack(sites=(HERE,), plans=("specialist",)))) == (5, 1)


def test_relic_hunter_is_offered_where_relics_lie() -> None:
    match = raid(at(HERE, relics=["map"]), advisers("red", "relic_hunter"))
    hunt = Attack(player="blue", sites=(HERE,), lying=(HERE,), plans=("relic_hunter",))
    assert hunt in [*match.options("red")]
    assert hunt not in [*raid(at(HERE, relics=["map"])).options("red")]

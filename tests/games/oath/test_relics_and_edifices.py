"""The relics, the edifices with their ruins, and the powers of sites."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.oath.facts import CARD, PLAYER
from adjudicator.games.oath.rules.battle import UsePlan
from adjudicator.games.oath.rules.campaign import Attack
from adjudicator.games.oath.rules.deals import AcceptDeal, Propose
from adjudicator.games.oath.rules.economy import Muster, RecoverBanner, Trade
from adjudicator.games.oath.rules.pieces import Discarded
from adjudicator.games.oath.rules.playing import GiveUp, PlayedUnseen
from adjudicator.games.oath.rules.powers import (
    Comply,
    Skip,
    TargetCard,
    TargetCards,
    TargetHidden,
    TargetNumber,
    TargetPair,
    TargetPlayer,
    TargetSite,
    TargetSpace,
    UsePower,
)
from adjudicator.games.oath.rules.search import Keep, Search
from adjudicator.games.oath.rules.travel import GoTo, Guide, Travel
from adjudicator.games.oath.rules.turns import Rest
from adjudicator.games.oath.rules.warbands import MoveWarbands, PlayAdviser
from tests.games.oath.raids import HERE, LOSES, RAID, WINS, attack, play, raid
from tests.games.oath.table import (
    Arrange,
    advisers,
    asked,
    at,
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
    pile,
    player,
    refused,
    relics,
    rolls,
    site,
    table,
)


def ruined(card: str) -> Any:
    """An edifice shows its ruined side."""

    def arrange(state: Any) -> None:
        state.ruined |= 1 << CARD.number(card)

    return arrange


def dispossessed(*cards: str) -> Any:
    """These cards of the world deck are the Dispossessed."""

    def arrange(state: Any) -> None:
        for pile_of in (state.top, *state.layers):
            pile_of[:] = [each for each in pile_of if CARD.ids[each] not in cards]
        state.dispossessed = sorted(CARD.number(each) for each in cards)

    return arrange


# Relics


def test_circlet_of_command_protects_all_but_itself_and_adds_a_die() -> None:
    laid = (relics("blue", "circlet_of_command", "map"), banner("peoples_favor", "blue"))
    refused(raid(*laid), Attack(player="blue", sites=(HERE,), relics=("map",)), "not_a_target")
    refused(raid(*laid), Attack(player="blue", sites=(HERE,), banners=("peoples_favor",)), "not_a_target")
    do(raid(*laid), Attack(player="blue", sites=(HERE,), relics=("circlet_of_command",)))
    assert dice(finish(raid(*laid), Attack(player="blue", sites=(HERE,), pawn=True)))[1] == 4


def test_dragonskin_drum_gains_a_warband_after_a_journey_of_who_uses_it() -> None:
    match = table(relics("red", "dragonskin_drum"))
    do(match, Travel(slot="provinces_2", modifiers=("dragonskin_drum",)))
    assert board(match).warbands == 6
    match = table(relics("blue", "dragonskin_drum"), relics("red", "whistle"))
    do(match, UsePower("whistle"), TargetPlayer("blue"))
    assert board(match, "blue").warbands == 6
    refused(match, Travel(slot="provinces_2", modifiers=("dragonskin_drum",)), "no_access")


def test_dragonskin_drum_may_be_left_out_of_a_journey_7_4_1() -> None:
    match = table(relics("red", "dragonskin_drum"), advisers("red", "tents"))
    journeys = [each for each in match.options("red") if isinstance(each, Travel) and each.slot == "provinces_2"]
    assert [each.modifiers for each in journeys] == [("dragonskin_drum",), ("dragonskin_drum", "tents")]
    do(match, Travel(slot="provinces_2"))
    assert board(match).warbands == 5


def test_cup_of_plenty_trades_with_suits_of_advisers_for_no_supply() -> None:
    laid = (relics("red", "cup_of_plenty"), advisers("red", "keep"), at(HERE, "scouts", "elders"))
    do(table(*laid, player("red", supply=0)), Trade(card="scouts", modifiers=("cup_of_plenty",)))
    refused(table(*laid, player("red", supply=0)), Trade(card="elders", modifiers=("cup_of_plenty",)), "no_supply")


@pytest.mark.parametrize(("holder", "gains"), [("red", (1, 1)), ("blue", (0, 2))])
def test_book_of_records_gives_a_secret_for_the_first_favor_r41(holder: str, gains: Any) -> None:
    laid = (relics(holder, "book_of_records"), player("red", pawn="cradle_2"))
    match = play("tavern_songs", *laid, to="site")
    assert (board(match).secrets - 3, board(match).favor - 5) == gains


def test_oracular_pig_shows_three_cards_of_the_deck_to_its_holder() -> None:
    match = table(relics("red", "oracular_pig"), deck("elders", "scouts", "keep"))
    (told,) = [each.private for each in match.apply("red", UsePower("oracular_pig")) if each.private]
    assert list(told["red"].cards) == ["elders", "scouts", "keep"]
    refused(table(relics("blue", "oracular_pig")), UsePower("oracular_pig"), "no_access")


def test_brass_horse_goes_to_a_card_of_the_suit_that_is_revealed_r63() -> None:
    laid = (relics("red", "brass_horse"), at("hinterland_2", "elders"), player("red", supply=0))
    match = table(*laid, discards("provinces", "tents"))
    do(match, UsePower("brass_horse"))
    refused(match, GoTo("cradle_1"), "not_there")
    do(match, GoTo("hinterland_2"))
    assert (board(match).secrets, pile(match, "provinces")) == (2, ["tents"])
    match = table(*laid, discards("provinces", "vision_of_faith"))
    do(match, UsePower("brass_horse"), GoTo("cradle_1"))
    refused(table(*laid, discards("provinces")), UsePower("brass_horse"), "nothing_to_do")


@pytest.mark.parametrize("burns", [True, False])
def test_sticky_fire_kills_the_whole_enemy_for_a_favor(burns: bool) -> None:
    match = raid(relics("red", "sticky_fire"), **WINS)
    finish(match, attack("sticky_fire"), aim=Comply() if burns else Skip())
    assert board(match, "blue").warbands == (0 if burns else 3)
    assert (board(match).favor, board(match, "blue").favor) == ((4, 6) if burns else (5, 5))
    match = raid(relics("blue", "sticky_fire"), **WINS)
    finish(match, RAID, defense_plans=UsePlan("sticky_fire"))
    assert board(match, "blue").warbands == 3


def test_traveling_doctor_saves_from_sticky_fire_whose_favor_is_given_r87() -> None:
    match = raid(relics("red", "sticky_fire"), advisers("blue", "traveling_doctor"), **WINS)
    finish(match, attack("sticky_fire"), defense_plans=UsePlan("traveling_doctor"), aim=Comply())
    assert (board(match, "blue").warbands, board(match, "blue").favor) == (6, 6)


def test_truthful_harp_draws_two_more_and_shows_what_is_kept() -> None:
    match = table(relics("red", "truthful_harp"), deck("elders", "scouts", "keep", "wolves", "tents"))
    do(match, Search(modifiers=("truthful_harp",)))
    assert len(board(match).drawn) == 5
    (told,) = [each for each in do(match, Keep(card="elders", to="facedown")) if isinstance(each, PlayedUnseen)]
    assert told.card == "elders", "everybody is told what is kept"
    assert board(match).hidden[0].seen_by.bit_count() == 3
    match = table(relics("red", "truthful_harp"), deck("vision_of_faith"))
    do(match, Search(modifiers=("truthful_harp",)))
    assert len(board(match).drawn) == 1


@pytest.mark.parametrize(("to", "below"), [("facedown", 2), ("discard", 3)])
def test_cracked_horn_puts_discards_below_the_world_deck(to: Any, below: int) -> None:
    match = table(relics("red", "cracked_horn"), deck("elders", "scouts", "keep"))
    before = len(match.state.below)
    do(match, Search(modifiers=("cracked_horn",)), Keep(card="elders", to=to), Comply())
    assert len(match.state.below) - before == below


def test_cracked_horn_asks_card_by_card_what_goes_below_the_world_deck() -> None:
    match = table(relics("red", "cracked_horn"), deck("elders", "scouts", "keep"), discards("hinterland"))
    do(match, Search(modifiers=("cracked_horn",)), Keep(card="elders", to="discard"))
    refused(match, TargetCard("tents"), "no_target")
    do(match, TargetCard("keep"), TargetCard("elders"))
    refused(match, TargetCard("keep"), "no_target")
    do(match, Skip())
    assert names(match.state.below[-2:]) == ["keep", "elders"]
    assert pile(match, "hinterland") == ["scouts"]


def test_cracked_horn_is_for_cards_that_give_way_to_the_one_played_too() -> None:
    horn = (relics("red", "cracked_horn"), deck("elders", "scouts", "keep"), discards("hinterland"))
    match = table(*horn, at(HERE, "tents", "wolves", site="great_slum"), at("provinces_2", site="steppe"))
    do(match, Search(modifiers=("cracked_horn",)), Keep(card="elders", to="site", clears="tents"))
    events = do(match, TargetCard("tents"), Skip())
    assert (names(match.state.below[-1:]), names(site(match, HERE).cards)) == (["tents"], ["wolves", "elders"])
    assert [each.region for each in events if isinstance(each, Discarded)] == [None]
    match = table(*horn, advisers("red", "tents", "wolves"), hidden("red", "tutor"))
    do(match, Search(modifiers=("cracked_horn",)), Keep(card="elders", to="facedown", away="tutor"))
    do(match, TargetCard("tutor"), Skip())
    assert names(match.state.below[-1:]) == ["tutor"]
    assert names([each.card for each in board(match).hidden]) == ["elders"]


def test_cracked_horn_is_for_an_adviser_that_a_limit_sends_away_too() -> None:
    laid = (relics("red", "cracked_horn"), advisers("red", "tents", "wolves", "tutor"), deck("assassin"))
    match = table(*laid)
    do(match, Search(modifiers=("cracked_horn",)), Keep(card="assassin", to="adviser", away="tents"), Skip())
    do(match, GiveUp("wolves"), TargetCard("wolves"))
    assert names(match.state.below[-1:]) == ["wolves"]
    assert names(board(match).advisers) == ["tutor", "assassin"]


def test_grand_mask_rules_the_cards_of_the_empire_in_the_turn_of_an_exile() -> None:
    laid = (at("cradle_1", "elders", "longbows", ruler="chancellor"),)
    do(table(*laid, relics("red", "grand_mask")), UsePower("elders"))
    refused(table(*laid, relics("blue", "grand_mask")), UsePower("elders"), "no_access")
    refused(raid(*laid, relics("red", "grand_mask")), attack("longbows"), "plan_not_ruled")


def test_horned_mask_swaps_an_adviser_with_a_card_of_the_site() -> None:
    laid = (relics("red", "horned_mask"), advisers("red", "elders", "herald"), at(HERE, "scouts", "wayside_inn"))
    match = table(*laid)
    do(match, UsePower("horned_mask"))
    refused(match, TargetPair("elders", "wayside_inn"), "no_target")
    refused(match, TargetPair("herald", "scouts"), "no_target")
    do(match, TargetPair("elders", "scouts"))
    assert names(board(match).advisers) == ["scouts", "herald"]
    assert names(site(match, HERE).cards) == ["elders", "wayside_inn"]
    refused(table(relics("red", "horned_mask"), at(HERE, "scouts")), UsePower("horned_mask"), "nothing_to_do")


def test_whistle_calls_a_pawn_that_gets_its_secret() -> None:
    match = table(relics("red", "whistle"))
    do(match, UsePower("whistle"), TargetPlayer("blue"))
    assert (board(match, "blue").pawn, board(match, "blue").secrets) == (board(match).pawn, 4)
    assert (board(match).secrets, match.state.on_cards) == (2, [])
    match = table(relics("red", "whistle"), at(HERE, site="the_hidden_place"))
    refused(match, UsePower("whistle"), "nothing_to_do")


def test_ivory_eye_looks_at_a_site_an_adviser_or_a_relic() -> None:
    laid = (
        relics("red", "ivory_eye"),
        facedown("cradle_2"),
        hidden("blue", "elders"),
        at("provinces_3", relics=["map"]),
    )
    for target in (TargetSite("cradle_2"), TargetHidden("blue", 1), TargetSite("provinces_3")):
        match = table(*laid)
        do(match, UsePower("ivory_eye"))
        told = [each.private for each in match.apply("red", target) if each.private]
        assert [{*each} for each in told] == [{"red"}]
    refused(table(relics("red", "ivory_eye")), UsePower("ivory_eye"), "nothing_to_do")


def test_obsidian_cage_takes_who_survives_and_sets_free() -> None:
    match = raid(relics("red", "obsidian_cage"), **WINS)
    finish(match, attack("obsidian_cage"))
    assert (board(match).caged, board(match, "blue").warbands) == ({"blue": 3}, 0)
    do(match, UsePower("obsidian_cage"), TargetPlayer("blue"))
    refused(match, TargetNumber(4), "no_target")
    do(match, TargetNumber(2))
    assert (board(match).caged, board(match, "blue").warbands) == ({"blue": 1}, 2)
    refused(table(relics("red", "obsidian_cage")), UsePower("obsidian_cage"), "nothing_to_do")


def test_obsidian_cage_keeps_its_warbands_when_it_changes_hands() -> None:
    match = table(relics("red", "obsidian_cage"), player("blue", caged={"chancellor": 2}))
    do(match, UsePower("obsidian_cage"), TargetPlayer("chancellor"), TargetNumber(2))
    assert (board(match, "chancellor").warbands, board(match, "blue").caged) == (7, {})


def test_ring_of_devotion_musters_two_more_and_places_none() -> None:
    laid = (relics("red", "ring_of_devotion"), at(HERE, "scouts", ruler="red"))
    match = table(*laid)
    do(match, Muster(card="scouts"))
    assert board(match).warbands == 9
    refused(match, MoveWarbands(1, "site"), "ring")
    match = raid(relics("red", "ring_of_devotion"), **WINS)
    finish(match, RAID)
    assert (site(match, HERE).warbands, board(match).warbands) == (0, 10)


def test_cursed_cauldron_gains_for_each_enemy_that_was_killed() -> None:
    match = raid(relics("red", "cursed_cauldron"), **WINS)
    finish(match, attack("cursed_cauldron"))
    assert board(match).warbands + site(match, HERE).warbands == 13
    match = raid(relics("red", "cursed_cauldron"), **LOSES)
    finish(match, attack("cursed_cauldron"))
    assert board(match).warbands == 5


@pytest.mark.parametrize("takes", [True, False])
def test_skeleton_key_looks_into_the_reliquary_where_the_chancellor_rules(takes: bool) -> None:
    match = table(relics("red", "skeleton_key"), at(HERE, ruler="chancellor"))
    do(match, UsePower("skeleton_key"), TargetSpace("decadent"), Comply() if takes else Skip())
    assert (len(board(match).relics), board(match).secrets) == (1 + takes, 1)
    refused(table(relics("red", "skeleton_key")), UsePower("skeleton_key"), "nothing_to_do")


def test_map_goes_below_for_four_supply() -> None:
    match = table(relics("red", "map"), player("red", supply=1))
    do(match, UsePower("map"))
    assert (board(match).supply, names(match.state.relic_below)) == (5, ["map"])


@pytest.mark.parametrize("takes", [True, False])
def test_dowsing_sticks_draw_a_relic(takes: bool) -> None:
    match = table(relics("red", "dowsing_sticks"))
    do(match, UsePower("dowsing_sticks"), Comply() if takes else Skip())
    assert (len(board(match).relics), board(match).favor, board(match).secrets) == (1 + takes, 3, 2)
    refused(table(relics("red", "dowsing_sticks"), player("red", favor=1)), UsePower("dowsing_sticks"), "too_dear")


# Edifices


def test_sprawling_rampart_adds_a_die_for_each_site_of_its_ruler() -> None:
    laid = (at("cradle_2", "sprawling_rampart", ruler="blue"),)
    assert dice(finish(raid(*laid), attack(sites=(HERE, "cradle_2")))) == (10, 4)
    assert dice(finish(raid(at("cradle_2", "sprawling_rampart")), RAID)) == (10, 1)


@pytest.mark.parametrize(("slot", "count"), [(HERE, 3), ("cradle_2", 5)])
def test_bandit_rampart_takes_two_dice_if_its_site_is_a_target(slot: str, count: int) -> None:
    match = table(at(slot, "sprawling_rampart"), ruined("sprawling_rampart"))
    assert dice(finish(match, attack(player=None)))[0] == count


def test_hall_of_debate_keeps_the_peoples_favor_from_being_a_target() -> None:
    deed = Attack(player="blue", sites=(HERE,), banners=("peoples_favor",))
    laid = (at("cradle_2", "hall_of_debate"), banner("peoples_favor", "blue"))
    refused(raid(*laid), deed, "not_a_target")
    do(raid(*laid, ruined("hall_of_debate")), deed)


@pytest.mark.parametrize("mob", [True, False])
def test_hall_of_mockery_turns_the_peoples_favor_that_is_recovered(mob: bool) -> None:
    match = table(at("cradle_2", "hall_of_debate"), *([ruined("hall_of_debate")] if mob else []))
    do(match, RecoverBanner(banner="peoples_favor", pay=2, bank="beast"))
    assert match.state.banners[0].mob == mob


def test_ruined_temple_keeps_enemies_from_playing_beasts_face_up() -> None:
    laid = (at("cradle_2", "forest_temple"), hidden("red", "wolves"))
    refused(table(*laid, ruined("forest_temple")), PlayAdviser(card="wolves", to="adviser"), "forbidden_by")
    do(table(*laid), PlayAdviser(card="wolves", to="adviser"))
    own = (at("cradle_2", ruler="red"), ruined("forest_temple"))
    do(table(*laid, *own), PlayAdviser(card="wolves", to="adviser"))


def test_festival_district_exchanges_advisers_and_no_relics() -> None:
    match = table(at(HERE, "festival_district"), advisers("blue", "elders"), relics("blue", "map"))
    do(match, UsePower("festival_district"))
    refused(match, Propose("blue", favor=1, for_cards=("map",)), "not_to_be_dealt")
    do(match, Propose("blue", favor=1, for_cards=("elders",)), AcceptDeal())
    assert names(board(match).advisers) == ["elders"]
    refused(table(at(HERE, "festival_district"), ruined("festival_district")), UsePower("festival_district"))


def test_great_spire_swaps_drawn_denizens_at_once() -> None:
    laid = (at(HERE, "great_spire"), dispossessed("keep", "wolves"), deck("elders", "scouts", "vision_of_faith"))
    match = table(*laid)
    do(match, Search(modifiers=("great_spire",)))
    refused(match, TargetCards(("vision_of_faith",)), "no_target")
    do(match, TargetCards(("elders", "scouts")))
    assert set(names([lying.card for lying in board(match).drawn])) == {"keep", "wolves", "vision_of_faith"}
    assert set(names(match.state.dispossessed)) == {"elders", "scouts"}
    assert (asked(match)[1], board(match).secrets) == ("keep", 2)


def test_fallen_spire_swaps_denizens_of_the_pile_and_passes_visions() -> None:
    laid = (at(HERE, "great_spire"), ruined("great_spire"), dispossessed("keep", "wolves", "tents"))
    match = table(*laid, discards("provinces", "vision_of_faith", "elders", "scouts"))
    do(match, UsePower("great_spire"))
    refused(match, TargetNumber(3), "no_target")
    do(match, TargetNumber(1))
    top, swapped, last = pile(match, "provinces")
    assert (top, last, board(match).secrets) == ("vision_of_faith", "scouts", 1)
    assert swapped in ("keep", "wolves", "tents")
    empty = table(*laid, discards("provinces"))
    refused(empty, UsePower("great_spire"), "nothing_to_do")


def test_ancient_forge_draws_a_relic_and_the_broken_one_is_mended() -> None:
    match = table(at(HERE, "ancient_forge"))
    do(match, UsePower("ancient_forge"), Comply())
    assert (len(board(match).relics), board(match).favor, board(match).secrets) == (1, 3, 2)
    match = table(at(HERE, "ancient_forge"), ruined("ancient_forge"))
    do(match, UsePower("ancient_forge"))
    assert (match.state.ruined, board(match).favor, board(match).secrets) == (0, 3, 1)


# Sites


@pytest.mark.parametrize(("ruler", "gains"), [("red", 3), ("", 2)])
def test_river_gives_its_ruler_a_warband_more(ruler: str, gains: int) -> None:
    match = table(at(HERE, "scouts", site="river", ruler=ruler))
    do(match, Muster(card="scouts"))
    assert board(match).warbands == 5 + gains


def test_marshes_take_a_card_of_each_search() -> None:
    match = table(at(HERE, site="marshes"), deck("elders", "scouts", "keep"))
    do(match, Search())
    assert len(board(match).drawn) == 2


@pytest.mark.parametrize(
    ("slot", "card", "gains"),
    [
        ("cradle_1", "scouts", (2, 0, 0)),
        ("provinces_2", "augury", (0, 0, 1)),
        (HERE, "elders", (0, 0, 1)),
        ("cradle_2", "tavern_songs", (0, 1, 0)),
        (HERE, "scouts", (0, 0, 0)),
    ],
)
def test_homelands_reward_a_card_of_their_suit(slot: str, card: str, gains: tuple[int, int, int]) -> None:
    match = play(card, player("red", pawn=slot), to="site")
    found = (board(match).warbands - 5, board(match).favor - 6, board(match).secrets - 3)
    assert found == gains


def test_wastes_and_woods_give_their_relic_for_nothing() -> None:
    match = play("wolves", at(HERE, site="deep_woods", relics=["map"]), to="site")
    assert names(board(match).relics) == ["map"]
    match = play("elders", at(HERE, site="deep_woods", relics=["map"]), to="site")
    assert board(match).relics == []


def test_whistle_gives_its_secret_only_to_who_comes_from_the_shrouded_wood() -> None:
    wood = (at("provinces_2", site="shrouded_wood", ruler="chancellor"), relics("red", "whistle"))
    for slot, secrets in (("cradle_1", 3), (HERE, 4)):
        match = table(*wood)
        do(match, UsePower("whistle"), TargetPlayer("blue"))
        assert asked(match) == ("chancellor", "guided")
        do(match, Guide(slot))
        assert board(match, "blue").secrets == secrets
        assert bool(match.state.on_cards) == (secrets == 3), "it stays on the whistle"


def test_ivory_eye_looks_at_either_relic_of_a_site() -> None:
    laid = (relics("red", "ivory_eye"), at("cradle_2", site="drowned_city", relics=["map", "whistle"]))
    match = table(*laid)
    do(match, UsePower("ivory_eye"), TargetSite("cradle_2"), TargetNumber(2))
    assert [each.seen_by for each in site(match, "cradle_2").relics] == [0, PLAYER.mask_of(["red"])]


@pytest.mark.parametrize(("rolled", "answer", "ends"), [(5, 6, True), (6, 5, False), (6, None, True)])
def test_squalid_district_changes_the_end_die_by_one(rolled: int, answer: int | None, ends: bool) -> None:
    empire = [at(slot, ruler="chancellor") for slot in ("cradle_1", "provinces_3", "hinterland_2")]
    laid = (*empire, at("cradle_2", "festival_district", ruler="red"), ruined("festival_district"))
    fifth: Arrange = lambda state: setattr(state, "round", 5)  # noqa: E731
    last = {"turn": "blue", "draws": rolls(end=[rolled])}
    match = table(*laid, fifth, **last)
    do(match, Rest())
    assert asked(match) == ("red", "aim")
    refused(match, TargetNumber(rolled - 2), "no_target")
    do(match, TargetNumber(answer) if answer else Skip())
    assert (match.result is not None or asked(match)[1] == "swear") == ends


def test_squalid_district_is_for_its_ruler_who_is_no_citizen_r21() -> None:
    empire = [at(slot, ruler="chancellor") for slot in ("cradle_1", "provinces_3")]
    fifth: Arrange = lambda state: setattr(state, "round", 5)  # noqa: E731
    laid = (*empire, citizens("red"), at("cradle_2", "festival_district", ruler="red"), fifth)
    match = table(*laid, ruined("festival_district"), turn="blue", draws=rolls(end=[1]))
    do(match, Rest())
    assert asked(match) == ("chancellor", "aim"), "the citizen rules it with the chancellor"
    match = table(*laid, turn="blue", draws=rolls(end=[1]))
    do(match, Rest())
    assert match.state.round == 6, "the intact district changes nothing"

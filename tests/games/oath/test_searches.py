"""Search, and the ways to play a card (5.1, 6.1)."""

from __future__ import annotations

import pytest

from adjudicator import Match, Refusal
from adjudicator.games.oath.facts import CARD
from adjudicator.games.oath.rules.pieces import Gained
from adjudicator.games.oath.rules.playing import Conspire, ConspireForBanner, NoConspiracy
from adjudicator.games.oath.rules.powers import Comply, UsePower
from adjudicator.games.oath.rules.search import DiscardTo, Keep, Search
from adjudicator.games.oath.rules.showing import ShowAdviser
from adjudicator.games.oath.rules.travel import Travel
from adjudicator.games.oath.rules.warbands import PlayAdviser
from adjudicator.games.oath.state import State
from tests.games.oath.table import (
    Arrange,
    advisers,
    asked,
    at,
    bank,
    banks,
    banner,
    board,
    citizens,
    deck,
    discards,
    do,
    hidden,
    names,
    pile,
    player,
    refused,
    relics,
    site,
    table,
    take,
    tokens,
)


def drawn(*cards: str) -> Arrange:
    """The cards that a search of the world deck draws."""
    return deck(*cards)


@pytest.mark.parametrize(("visions", "supply"), [(0, 2), (1, 3), (2, 3), (3, 4), (5, 4)])
def test_the_world_deck_costs_more_as_visions_are_drawn_5_1_1_2_1_6(visions: int, supply: int) -> None:
    def track(state: object) -> None:
        state.visions = visions  # type: ignore[attr-defined]

    match = table(drawn("elders", "longbows", "wolves"), track)
    do(match, Search())
    assert board(match).supply == 7 - supply


def test_the_darkest_secret_makes_it_cost_two_5_1_1_2_5() -> None:
    match = table(
        drawn("elders", "longbows", "wolves"),
        banner("darkest_secret", "red"),
        lambda state: setattr(state, "visions", 4),
    )
    do(match, Search())
    assert board(match).supply == 5


def test_a_pile_of_the_own_region_costs_two_5_1_1_5_1_2() -> None:
    match = table(discards("provinces", "elders", "longbows", "wolves", "tents"), discards("cradle", "keep"))
    refused(match, Search(source="cradle"), "other_pile")
    do(match, Search(source="provinces"))
    assert board(match).supply == 5
    assert names([each.card for each in board(match).drawn]) == [
        "elders",
        "longbows",
        "wolves",
    ]
    assert pile(match, "provinces") == ["tents"]


def test_an_empty_pile_cannot_be_searched_5_1_2() -> None:
    refused(table(discards("provinces")), Search(source="provinces"), "empty_pile")


def test_a_vision_stops_the_drawing_and_moves_the_track_5_1_2_2_7_1() -> None:
    match = table(drawn("elders", "vision_of_faith", "wolves"))
    (told,) = [each for each in do(match, Search()) if type(each).__name__ == "Searched"]
    assert (told.count, told.vision, told.cards) == (2, True, ()), "nobody else learns which"
    assert match.state.visions == 1
    assert len(board(match).drawn) == 2


def test_a_vision_of_a_pile_does_neither_5_1_2() -> None:
    match = table(discards("provinces", "vision_of_faith", "longbows", "wolves"))
    do(match, Search(source="provinces"))
    assert match.state.visions == 0
    assert len(board(match).drawn) == 3


def test_the_others_are_discarded_to_the_pile_of_the_next_region_5_1_3_10() -> None:
    match = table(drawn("elders", "longbows", "wolves"))
    do(match, Search(), Keep("longbows", "discard"))
    assert pile(match, "hinterland")[:3] == ["longbows", "wolves", "elders"], "the pawn is in the provinces"


def test_a_player_says_in_which_order_the_others_are_discarded_5_1_3() -> None:
    match = table(deck("elders", "longbows", "wolves"), discards("hinterland"))
    do(match, Search())
    refused(match, Keep("elders", "facedown", order=("elders",)), "not_drawn")
    refused(match, Keep("elders", "facedown", order=("wolves", "wolves")), "not_drawn")
    plain = match.copy()
    do(plain, Keep("elders", "facedown"))
    assert pile(plain, "hinterland") == ["wolves", "longbows"]
    do(match, Keep("elders", "facedown", order=("wolves", "longbows")))
    assert pile(match, "hinterland") == ["longbows", "wolves"]


def test_a_card_at_the_own_site_gives_favor_of_its_suit_5_1_4_1() -> None:
    match = table(drawn("longbows", "elders", "wolves"))
    do(match, Search(), Keep("longbows", "site"))
    assert names(site(match, "provinces_1").cards) == ["longbows"]
    assert board(match).favor == 6
    assert bank(match, "order") == 1


def test_a_site_has_room_for_so_many_cards_2_8_1() -> None:
    match = table(at("provinces_1", "keep", "tents"), drawn("longbows", "elders", "wolves"))
    do(match, Search())
    refused(match, Keep("longbows", "site"), "site_full")


def test_a_homeland_rewards_a_card_of_its_suit_2_8_5_7_3_3() -> None:
    match = table(drawn("elders", "longbows", "wolves"))
    do(match, Search(), Keep("elders", "site"))
    assert board(match).secrets == 4, "the Steppe gives a secret for a nomad card"


def test_the_peoples_favor_clears_room_and_opens_the_region_2_5_5_1_4_1() -> None:
    match = table(
        banner("peoples_favor", "red"), at("provinces_2", "tents", "longbows"), drawn("keep", "elders", "wolves")
    )
    do(match, Search())
    refused(match, Keep("keep", "site", slot="provinces_2"), "site_full")
    refused(match, Keep("keep", "site", slot="cradle_1"), "other_site")
    do(match, Keep("keep", "site", slot="provinces_2", clears="tents"))
    assert names(site(match, "provinces_2").cards) == ["longbows", "keep"]
    assert "tents" in pile(match, "hinterland")


def test_three_advisers_at_most_and_a_new_one_needs_a_place_5_1_4_2() -> None:
    match = table(advisers("red", "elders", "wolves"), hidden("red", "keep"), drawn("longbows", "tents", "tutor"))
    do(match, Search())
    refused(match, Keep("longbows", "adviser"), "council_full")
    do(match, Keep("longbows", "adviser", away="keep"))
    assert names(board(match).advisers) == ["elders", "wolves", "longbows"]
    assert not board(match).hidden


def test_locked_advisers_cannot_make_room_5_1_4_2_7_2_2() -> None:
    locked = ("faithful_friend", "a_small_favor", "long_lost_heir")
    match = table(advisers("red", *locked), drawn("longbows", "tents", "tutor"))
    do(match, Search())
    refused(match, Keep("longbows", "facedown"), "council_locked")
    refused(match, Keep("tents", "adviser"), "council_locked")
    refused(match, Keep("longbows", "adviser", away="faithful_friend"), "council_locked")


def test_restrictions_bind_faceup_cards_only_7_2_1_5_1_4_2() -> None:
    match = table(drawn("keep", "assassin", "tutor"))
    do(match, Search())
    refused(match, Keep("keep", "adviser"), "placement")
    refused(match, Keep("assassin", "site"), "placement")
    do(match, Keep("keep", "facedown"))
    assert names([each.card for each in board(match).hidden]) == ["keep"]
    refused(match, PlayAdviser("keep", "adviser"), "placement")
    do(match, PlayAdviser("keep", "site"))
    assert names(site(match, "provinces_1").cards) == ["keep"]
    assert not board(match).hidden, "6.1"


def test_a_facedown_adviser_may_be_discarded_6_1() -> None:
    match = table(hidden("red", "keep"))
    do(match, PlayAdviser("keep", "discard"))
    assert not board(match).hidden
    assert pile(match, "hinterland")[0] == "keep"


def test_exiles_reveal_visions_and_a_new_one_discards_the_old_5_1_4_3() -> None:
    match = table(player("red", vision="vision_of_faith"), drawn("vision_of_conquest"))
    do(match, Search(), Keep("vision_of_conquest", "revealed"))
    assert CARD.ids[board(match).vision] == "vision_of_conquest"
    assert "vision_of_faith" in pile(match, "hinterland")


def test_visions_do_not_go_to_sites_nor_lie_open_in_the_empire_5_1_4_3() -> None:
    match = table(citizens("red"), drawn("vision_of_conquest"))
    do(match, Search())
    refused(match, Keep("vision_of_conquest", "site"), "vision_not_at_site")
    refused(match, Keep("vision_of_conquest", "revealed"), "vision_faceup")
    do(match, Keep("vision_of_conquest", "facedown"))
    assert board(match).hidden[0].vision


def test_conspiracy_takes_a_relic_or_banner_for_a_secret_5_1_4_4_2_5_3() -> None:
    match = table(
        advisers("red", "longbows", "wolves"),
        advisers("blue", "scouts", "rangers"),
        player("blue", pawn="provinces_1"),
        banner("darkest_secret", "blue", 4),
        drawn("conspiracy"),
    )
    do(match, Search(), Keep("conspiracy", "conspiracy"), ConspireForBanner("blue", "darkest_secret"))
    assert (match.state.banners[1].holder, match.state.banners[1].tokens) == ("red", 2)
    assert board(match).secrets == 2
    assert "conspiracy" in names(match.state.box)


def test_conspiracy_needs_two_matching_advisers_5_1_4_4() -> None:
    match = table(
        advisers("red", "longbows"),
        advisers("blue", "scouts"),
        player("blue", pawn="provinces_1"),
        relics("blue", "map"),
        drawn("conspiracy"),
    )
    do(match, Search(), Keep("conspiracy", "conspiracy"))
    assert asked(match) == ("red", "conspiracy")
    assert [each.op for each in match.options("red")] == ["no_conspiracy"]


def test_a_site_only_card_may_not_lie_face_up_in_the_council_7_2_1() -> None:
    match = table(drawn("wizard_school", "elders", "wolves"))
    do(match, Search())
    refused(match, Keep("wizard_school", "adviser"), "placement")


def test_a_facedown_adviser_may_be_shown_to_another_player_9_4() -> None:
    match = table(hidden("red", "keep"), seats=("chancellor", "red", "blue"))
    assert ShowAdviser(1, "blue") in match.anytime("red")
    match.apply("red", ShowAdviser(1, "blue"))
    seen = match.view("blue").boards["red"]["hidden"][0]["card"]
    assert seen == "keep"
    assert match.view("chancellor").boards["red"]["hidden"][0]["card"] == {"back": "denizen"}
    assert match.anytime("blue") == []
    with pytest.raises(Refusal, match="no_such_adviser"):
        match.apply("red", ShowAdviser(2, "blue"))


def test_bracken_discards_before_the_play_whose_card_draws_a_relic_5_1_3() -> None:
    match = table(at("provinces_1", "bracken"), drawn("family_heirloom", "longbows", "wolves"))
    do(match, Search(modifiers=("bracken",)), Keep(card="family_heirloom", to="adviser"))
    do(match, DiscardTo("cradle"))
    assert sorted(pile(match, "cradle")[:2]) == ["longbows", "wolves"]
    assert asked(match) == ("red", "secret_aim")
    do(match, Comply())
    assert len(board(match).relics) == 1


def test_a_homeland_gives_no_relic_that_ancient_bloodline_locks_r40() -> None:
    for owner, takes in (("blue", []), ("yellow", ["map"])):
        lies = at("provinces_1", site="deep_woods", ruler="blue", relics=["map"])
        match = table(
            lies,
            hidden("red", "wolves"),
            advisers(owner, "ancient_bloodline"),
            seats=("chancellor", "red", "blue", "yellow"),
        )
        do(match, PlayAdviser(card="wolves", to="site"))
        assert names(board(match).relics) == takes


def test_an_empty_bank_gives_nothing_for_a_card_at_a_site_9_3() -> None:
    match = table(hidden("red", "longbows"), banks(order=0))
    events = do(match, PlayAdviser("longbows", "site"))
    assert not [each for each in events if isinstance(each, Gained)]
    assert (board(match).favor, bank(match, "order")) == (5, 0)


def under_the_deck(*cards: str) -> Arrange:
    """The world deck consists of cards that were put under it."""

    def arrange(state: State) -> None:
        found = [take(state, each) for each in cards]
        state.box = sorted([*state.box, *state.top, *(each for layer in state.layers for each in layer)])
        state.top, state.layers, state.below, state.back = [], [[], [], []], found, False

    return arrange


def test_what_was_put_under_the_world_deck_is_drawn_last_5_1_2_9_4() -> None:
    match = table(under_the_deck("elders", "longbows", "wolves", "tents"))
    do(match, Search())
    assert names([each.card for each in board(match).drawn]) == ["elders", "longbows", "wolves"]
    assert names([*match.state.top, *match.state.below]) == ["tents"]
    match = table(under_the_deck("elders", "longbows"))
    do(match, Search(), Keep("elders", "discard"))
    assert pile(match, "hinterland")[:2] == ["elders", "longbows"]
    refused(match, Search(), "empty_pile")


def test_the_stacks_of_the_world_deck_are_drawn_from_the_upper_one_8_8() -> None:
    def stacks(state: State) -> None:
        first, second = take(state, "elders"), take(state, "longbows")
        state.layers[2] = sorted([*state.layers[2], *state.top, *state.layers[0], *state.layers[1]])
        state.top, state.layers[0], state.layers[1] = [], [first], [second]

    match = table(stacks)
    do(match, Search())
    assert names([each.card for each in board(match).drawn])[:2] == ["elders", "longbows"]


def test_only_what_was_drawn_is_kept_5_1_3() -> None:
    match = table(drawn("elders", "longbows", "wolves"))
    refused(match, Search(source="moon"), "empty_pile")
    do(match, Search())
    refused(match, Keep("tents", "discard"), "not_drawn")
    refused(match, Keep("elders", "adviser", away="longbows"), "no_room_needed")
    refused(match, Keep("elders", "site", away="longbows"), "no_room_needed")
    refused(match, Keep("elders", "site", clears="longbows"), "no_such_card")


def test_each_way_to_play_a_drawn_card_is_offered_5_1_4() -> None:
    match = table(advisers("red", "tents"), hidden("red", "keep"), drawn("elders", "vision_of_faith"))
    do(match, Search())
    assert [*match.options("red")] == [
        *(Keep("elders", to) for to in ("site", "adviser", "facedown", "discard")),  # type: ignore[arg-type]
        *(Keep("vision_of_faith", to) for to in ("revealed", "facedown", "discard")),  # type: ignore[arg-type]
    ]
    match = table(advisers("red", "tents", "wolves"), hidden("red", "keep"), drawn("conspiracy"))
    do(match, Search())
    assert [*match.options("red")] == [
        Keep("conspiracy", "conspiracy"),
        *(Keep("conspiracy", "facedown", away=each) for each in ("tents", "wolves", "keep")),
        Keep("conspiracy", "discard"),
    ]


def test_by_default_a_drawn_card_lies_face_down_if_there_is_room_5_1_4_2() -> None:
    match = table(drawn("elders", "longbows", "wolves"))
    do(match, Search())
    match.close()
    assert names([each.card for each in board(match).hidden]) == ["elders"]
    match = table(advisers("red", "tents", "tutor", "scouts"), drawn("elders", "longbows", "wolves"))
    do(match, Search())
    match.close()
    assert pile(match, "hinterland")[:3] == ["elders", "longbows", "wolves"] or not board(match).hidden
    assert names(board(match).advisers) == ["tents", "tutor", "scouts"]


def conspiring(*arrange: Arrange) -> Match:
    """Red has played Conspiracy beside blue, whose two advisers match those of red."""
    match = table(
        advisers("red", "longbows", "wolves"),
        advisers("blue", "scouts", "rangers"),
        player("blue", pawn="provinces_1"),
        relics("blue", "map", "whistle"),
        relics("chancellor", "dowsing_sticks"),
        hidden("red", "conspiracy"),
        *arrange,
    )
    do(match, PlayAdviser("conspiracy", "conspiracy"))
    return match


def test_conspiracy_offers_what_players_at_the_site_have_5_1_4_4() -> None:
    match = conspiring(banner("peoples_favor", "blue"))
    assert [*match.options("red")] == [
        Conspire("blue", "map"),
        Conspire("blue", "whistle"),
        ConspireForBanner("blue", "peoples_favor"),
        NoConspiracy(),
    ]
    for deed in (
        Conspire("chancellor", "dowsing_sticks"),
        Conspire("blue", "dowsing_sticks"),
        ConspireForBanner("blue", "darkest_secret"),
    ):
        refused(match, deed, "no_match")
    do(match, Conspire("blue", "whistle"))
    assert (names(board(match).relics), board(match).secrets) == (["whistle"], 2)


def test_conspiracy_takes_nothing_by_default_nor_without_a_secret_5_1_4_4() -> None:
    match = conspiring()
    match.close()
    assert (board(match).relics, board(match).secrets) == ([], 3)
    assert asked(conspiring(player("red", secrets=0))) == ("red", "act")
    assert asked(conspiring(at("cradle_1", "spell_breaker"))) == ("red", "act")


def test_another_adviser_or_side_cannot_be_played_6_1() -> None:
    match = table(hidden("red", "keep"), hidden("blue", "tents"))
    refused(match, PlayAdviser("tents", "adviser"), "no_such_card")
    refused(match, PlayAdviser("keep", "facedown"), "no_such_card")
    plays = [each for each in match.options("red") if isinstance(each, PlayAdviser)]
    assert plays == [PlayAdviser("keep", "site"), PlayAdviser("keep", "discard")]


def test_piles_elsewhere_are_offered_with_the_observatory_5_1_2() -> None:
    piles = discards("cradle", "elders"), discards("provinces", "tents"), discards("hinterland", "wolves")
    match = table(at("provinces_1", "observatory"), *piles)
    searches = [each for each in match.options("red") if isinstance(each, Search)]
    far = ("observatory",)
    assert searches == [
        Search(source="world"),
        Search(source="world", modifiers=far),
        Search(source="provinces"),
        Search(source="provinces", modifiers=far),
        Search(source="cradle", modifiers=far),
        Search(source="hinterland", modifiers=far),
    ]


def test_what_only_burns_secrets_is_not_blocked_by_tokens_7_1_2() -> None:
    match = table(advisers("red", "memory_of_home"), tokens("memory_of_home", favor=1), banks(hearth=2))
    do(match, UsePower("memory_of_home"))
    broken = table(advisers("red", "memory_of_home"), at("cradle_1", "spell_breaker"))
    refused(broken, UsePower("memory_of_home"), "broken")


def test_modifiers_are_paid_together_7_1_2_7_4_2() -> None:
    laid = advisers("red", "tents", "forest_paths"), player("red", favor=1)
    match = table(*laid)
    for each in ("tents", "forest_paths"):
        assert not isinstance(
            Travel(slot="provinces_2", modifiers=(each,)).illegality(match.state, "red", None), Refusal
        )
    refused(match, Travel(slot="provinces_2", modifiers=("tents", "forest_paths")), "too_dear")


@pytest.mark.parametrize(("by", "slots"), [("", 1), ("peoples_favor", 3)])
def test_the_holder_of_the_peoples_favor_may_play_in_the_region_2_5(by: str, slots: int) -> None:
    match = table(hidden("red", "wizard_school"), *([banner(by, "red")] if by else []))
    plays = [each for each in match.options("red") if isinstance(each, PlayAdviser) and each.to == "site"]
    assert len(plays) == slots
    assert plays[0] == PlayAdviser("wizard_school", "site")


def test_in_the_great_slum_a_card_of_the_site_may_give_way_2_8_5() -> None:
    laid = at("provinces_1", "tents", "longbows", "tutor", site="great_slum"), at("provinces_2", "scouts")
    match = table(*laid, hidden("red", "elders"))
    plays = [each for each in match.options("red") if isinstance(each, PlayAdviser) and each.to == "site"]
    assert plays == [PlayAdviser("elders", "site", clears=each) for each in ("tents", "longbows", "tutor")]
    refused(match, PlayAdviser("elders", "site", clears="scouts"), "no_such_card")
    refused(match, PlayAdviser("elders", "adviser", clears="tents"), "no_such_card")
    do(match, PlayAdviser("elders", "site", clears="tents"))
    assert names(site(match, "provinces_1").cards) == ["longbows", "tutor", "elders"]
    assert pile(match, "hinterland")[0] == "tents"


def test_a_locked_card_gives_no_way_7_2_2() -> None:
    laid = at("provinces_1", "keep", "tents"), banner("peoples_favor", "red")
    match = table(*laid, hidden("red", "elders"))
    refused(match, PlayAdviser("elders", "site", clears="keep"), "cannot_discard")
    do(match, PlayAdviser("elders", "site", clears="tents"))


def test_a_locked_adviser_is_not_given_up_7_2_2() -> None:
    match = table(advisers("red", "faithful_friend", "tents"), hidden("red", "keep", "elders"))
    refused(match, PlayAdviser("elders", "adviser", away="faithful_friend"))
    match = table(advisers("red", "faithful_friend", "tents", "tutor"), drawn("elders", "longbows", "wolves"))
    do(match, Search())
    refused(match, Keep("elders", "adviser", away="faithful_friend"), "cannot_discard")
    refused(match, Keep("elders", "adviser", away="scouts"), "no_such_card")
    do(match, Keep("elders", "adviser", away="tents"))
    assert names(board(match).advisers) == ["faithful_friend", "tutor", "elders"]


def test_a_homeland_from_which_its_suit_was_discarded_gives_nothing_2_8_5() -> None:
    laid = at("provinces_1", "tents", "longbows"), banner("peoples_favor", "red")
    for gives_way, secrets in (("tents", 3), ("longbows", 4)):
        match = table(*laid, hidden("red", "elders"))
        do(match, PlayAdviser("elders", "site", clears=gives_way))
        assert board(match).secrets == secrets


@pytest.mark.parametrize("visions", [0, 4, 5])
def test_the_visions_track_has_five_spaces_2_7_1(visions: int) -> None:
    match = table(drawn("vision_of_faith"), lambda state: setattr(state, "visions", visions))
    do(match, Search())
    assert match.state.visions == min(5, visions + 1)


def test_nobody_shows_an_adviser_to_themselves_or_one_that_is_not_there_9_4() -> None:
    match = table(hidden("red", "keep", "tents"))
    assert match.anytime("red") == [ShowAdviser(n, each) for n in (1, 2) for each in ("chancellor", "blue")]
    match.apply("red", ShowAdviser(2, "blue"))
    assert match.view("blue").boards["red"]["hidden"][1]["card"] == "tents"
    assert match.view("blue").boards["red"]["hidden"][0]["card"] == {"back": "denizen"}
    for deed, code in ((ShowAdviser(0, "blue"), "no_such_adviser"), (ShowAdviser(1, "red"), "not_to_yourself")):
        with pytest.raises(Refusal, match=code):
            match.apply("red", deed)

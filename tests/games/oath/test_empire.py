"""Minor actions, and citizens of the empire (6)."""

from __future__ import annotations

import pytest

from adjudicator.games.oath.facts import CARD, CHANCELLOR, SPACE
from adjudicator.games.oath.rules.battle import LoseAt, LoseOn
from adjudicator.games.oath.rules.book import Fee
from adjudicator.games.oath.rules.economy import Trade
from adjudicator.games.oath.rules.empire import Accept, ExileCitizen, Offer, SelfExile, Stay
from adjudicator.games.oath.rules.powers import UsePower
from adjudicator.games.oath.rules.search import Search
from adjudicator.games.oath.rules.warbands import (
    Forbid,
    GiveWarbands,
    MoveWarbands,
    PeekRelic,
    PeekReliquary,
    Permit,
)
from tests.games.oath.table import (
    advisers,
    asked,
    at,
    banner,
    board,
    citizens,
    deck,
    do,
    emptied,
    finish,
    player,
    refused,
    relics,
    site,
    table,
    title,
    tokens,
)


def test_who_looks_at_a_relic_of_the_site_knows_it_from_then_on_6_3() -> None:
    match = table(at("provinces_1", relics=["map"]))
    refused(match, PeekRelic(2), "no_relic")
    do(match, PeekRelic(1))
    red, blue = match.view("red").sites["provinces_1"], match.view("blue").sites["provinces_1"]
    assert red["relics"][0]["card"] == "map"
    assert blue["relics"][0]["card"] == {"back": "relic"}
    assert board(match).supply == 7, "it costs nothing"


def test_the_holder_of_the_scepter_looks_into_the_reliquary_6_4() -> None:
    refused(table(), PeekReliquary("brutal"), "no_scepter")
    match = table(turn=CHANCELLOR)
    do(match, PeekReliquary("brutal"))
    (lying,) = match.state.reliquary[0]
    assert match.view(CHANCELLOR).reliquary["brutal"][0]["card"] == CARD.ids[lying.card]
    assert match.view("red").reliquary["brutal"][0]["card"] == {"back": "relic"}


def test_a_scepter_that_was_taken_in_this_turn_may_not_be_used_2_4_3() -> None:
    def taken(state: object) -> None:
        state.boards[CHANCELLOR].relics = []  # type: ignore[attr-defined]

    match = table(taken, relics("red", "grand_scepter"))
    match.state.turn.scepter_taken = True
    refused(match, PeekReliquary("brutal"), "no_scepter")


def test_warbands_move_but_the_last_one_of_a_site_stays_6_5() -> None:
    match = table(at("provinces_1", ruler="red", warbands=3))
    refused(match, MoveWarbands(3, "board"), "last_warband")
    do(match, MoveWarbands(2, "board"), MoveWarbands(4, "site"))
    assert (board(match).warbands, site(match, "provinces_1").warbands) == (3, 5)
    refused(table(at("provinces_1", ruler="blue")), MoveWarbands(1, "site"), "not_ruler")


def test_a_citizen_asks_the_chancellor_before_warbands_leave_a_site_6_5() -> None:
    match = table(citizens("red"), at("provinces_1", ruler="red", warbands=3))
    do(match, MoveWarbands(1, "board"))
    assert asked(match) == (CHANCELLOR, "permission")
    do(match, Forbid())
    assert board(match).warbands == 5
    do(match, MoveWarbands(1, "board"), Permit())
    assert board(match).warbands == 6
    do(match, MoveWarbands(1, "site"))
    assert asked(match) == ("red", "act"), "to a site one may move them freely"


def test_imperial_players_at_one_site_give_each_other_warbands_6_5() -> None:
    match = table(citizens("red", "blue"), player("blue", pawn="provinces_1"))
    do(match, GiveWarbands("blue", 2), Permit())
    assert (board(match).warbands, board(match, "blue").warbands) == (3, 7)
    do(match, GiveWarbands("blue", 1, take=True), Forbid())
    assert board(match).warbands == 3
    refused(table(player("blue", pawn="provinces_1")), GiveWarbands("blue", 1), "no_partner")


def test_an_exile_becomes_a_citizen_with_a_relic_6_6_1_6_6_2_6_6_3_2_3() -> None:
    match = table(
        at("hinterland_1", ruler="red", warbands=2), player("red", vision="vision_of_faith", supply=1), turn=CHANCELLOR
    )
    relic = match.state.reliquary[SPACE.number("greedy")][0].card
    do(match, Offer(player="red", space="greedy", favor=2, for_secrets=1))
    assert asked(match) == ("red", "citizenship")
    do(match, Accept())
    red = board(match)
    assert red.citizen
    assert (red.warbands, red.supply, red.vision, red.favor, red.secrets) == (5, 7, -1, 7, 2)
    assert red.relics == [relic]
    assert site(match, "hinterland_1").colour == CHANCELLOR
    assert not match.state.reliquary[SPACE.number("greedy")]


def test_citizenship_may_be_refused_and_only_exiles_are_asked_6_6_1() -> None:
    match = table(citizens("blue"), turn=CHANCELLOR)
    refused(match, Offer(player="blue", space="brutal"), "not_exile")
    refused(match, Offer(player="red", space="brutal", favor=9), "cannot_give")
    do(match, Offer(player="red", space="brutal"), Stay())
    assert not board(match).citizen


def test_a_usurper_who_becomes_a_citizen_is_none_any_more_6_6_2() -> None:
    keeps = (at("provinces_1", ruler="red"), at("provinces_2", ruler="red"), title("red", usurper=True))
    match = table(*keeps, turn=CHANCELLOR)
    do(match, Offer(player="red", space="brutal"), Accept())
    assert not match.state.usurper
    assert match.state.title == CHANCELLOR, "under supremacy the chancellor holds it for the empire (2.11)"


def test_exiling_a_citizen_costs_five_favor_more_or_less_6_7() -> None:
    match = table(citizens("red"), banner("peoples_favor", "red"), player(CHANCELLOR, favor=5), turn=CHANCELLOR)
    assert match.state.title == CHANCELLOR
    do(match, ExileCitizen("red"))
    assert (board(match, CHANCELLOR).favor, board(match).favor) == (0, 10), "5 + 1 for the banner - 1 for the title"
    assert not board(match).citizen
    assert board(match).warbands == 5
    poor = table(citizens("red"), player(CHANCELLOR, favor=3), turn=CHANCELLOR)
    refused(poor, ExileCitizen("red"), "no_favor")
    refused(poor, ExileCitizen("blue"), "not_citizen")


def test_a_citizen_may_leave_the_empire_for_warbands_and_secrets_6_8() -> None:
    match = table(
        citizens("red"),
        player("red", warbands=1, secrets=1, favor=5),
        at("cradle_1", "elders"),
        tokens("elders", secrets=1),
    )
    do(match, SelfExile())
    assert (board(match).favor, board(match).citizen) == (2, False)
    assert asked(match)[0] == "blue", "the act phase is over"
    refused(table(citizens("red"), player("red", favor=1)), SelfExile(), "no_favor")
    refused(table(), SelfExile(), "not_citizen")


def test_a_power_is_paid_on_its_card_and_blocked_by_tokens_7_1_1_7_3_2() -> None:
    match = table(advisers("red", "elders"))
    do(match, UsePower("elders"))
    assert (board(match).favor, board(match).secrets) == (3, 4)
    refused(match, UsePower("elders"), "occupied")
    refused(match, UsePower("wolves"), "no_access")
    finish(match)


def test_a_card_at_the_site_of_the_pawn_may_be_used_by_anybody_7_1_1() -> None:
    match = table(at("provinces_1", "elders", ruler="blue"))
    do(match, UsePower("elders"))
    assert board(match).secrets == 4


def test_a_new_citizen_says_which_warbands_are_not_replaced_6_6_2() -> None:
    laid = (at("hinterland_1", ruler="red", warbands=4), at("cradle_2", ruler="red", warbands=3))
    empire = (at("cradle_1", ruler=CHANCELLOR, warbands=9), player(CHANCELLOR, warbands=7))
    match = table(*laid, *empire, turn=CHANCELLOR)
    do(match, Offer(player="red", space="brutal"), Accept())
    assert asked(match) == ("red", "defense_losses"), "8 of the 24 are left for 12"
    assert not board(match).citizen
    do(match, LoseAt("cradle_2", 3), LoseOn("red", 1))
    assert (board(match).citizen, board(match).warbands) == (True, 4)
    assert (site(match, "hinterland_1").colour, site(match, "hinterland_1").warbands) == (CHANCELLOR, 4)
    assert site(match, "cradle_2").colour == ""


def test_greedy_draws_two_more_and_pays_two_at_the_most_6_6_2() -> None:
    cards = ("elders", "longbows", "wolves", "scouts", "tents")
    match = table(emptied("greedy"), deck(*cards), turn=CHANCELLOR)
    do(match, Search())
    assert len(board(match, CHANCELLOR).drawn) == 5
    match = table(emptied("greedy"), deck(*cards), lambda state: setattr(state, "visions", 1), turn=CHANCELLOR)
    refused(match, Search(), "greedy")


def test_careless_brings_favor_for_a_secret_6_6_2() -> None:
    for gain, arrange, gained in (
        ("favor", [], (2, 0)),
        ("favor", [emptied("careless")], (3, 0)),
        ("secrets", [], (0, 1)),
        ("secrets", [emptied("careless")], (1, 0)),
    ):
        there = at("provinces_1", "elders"), player(CHANCELLOR, pawn="provinces_1"), advisers(CHANCELLOR, "tents")
        match = table(*there, lambda state: setattr(state, "banks", [3] * 6), *arrange, turn=CHANCELLOR)
        quote = Trade(card="elders", gain=gain).quote(match.state, CHANCELLOR)
        assert quote.gained == gained


def test_banners_of_others_are_not_given_for_citizenship_6_6_1() -> None:
    match = table(banner("darkest_secret", "blue"), turn=CHANCELLOR)
    refused(match, Offer(player="red", space="brutal", banners=("darkest_secret",)), "cannot_give")
    refused(match, Offer(player="red", space="brutal", for_banners=("darkest_secret",)), "cannot_give")


def test_a_new_citizen_is_no_usurper_and_another_one_stays_it_6_6_2() -> None:
    for usurper, stays in (("red", False), ("blue", True)):
        match = table(title(usurper, usurper=True), turn=CHANCELLOR)
        do(match, Offer(player="red", space="brutal"), Accept())
        assert match.state.usurper == stays


def test_banners_are_given_and_asked_for_with_citizenship_6_6_1() -> None:
    match = table(banner("darkest_secret", CHANCELLOR), banner("peoples_favor", "red"), turn=CHANCELLOR)
    terms = Offer(player="red", space="brutal", banners=("darkest_secret",), for_banners=("peoples_favor",))
    do(match, terms, Accept())
    assert [each.holder for each in match.state.banners] == [CHANCELLOR, "red"]


def test_relics_of_the_site_that_were_not_seen_are_offered_6_3() -> None:
    match = table(at("provinces_1", relics=["map", "whistle"]))
    do(match, PeekRelic())
    assert [each for each in match.options("red") if isinstance(each, PeekRelic)] == [PeekRelic(2)]


def test_citizenship_needs_a_relic_of_the_reliquary_6_6_1() -> None:
    match = table(emptied("brutal"), turn=CHANCELLOR)
    refused(match, Offer(player="red", space="brutal"), "needs_relic")
    spaces = ("decadent", "careless", "greedy")
    offers = [each for each in match.options(CHANCELLOR) if isinstance(each, Offer)]
    assert offers == [Offer(player=seat, space=each) for seat in ("red", "blue") for each in spaces]


@pytest.mark.parametrize("show", [(), ("brutal",), ("decadent", "greedy")])
def test_any_relics_of_the_reliquary_may_be_shown_with_an_offer_6_6_1(show: tuple[str, ...]) -> None:
    match = table(turn=CHANCELLOR)
    there = {space: CARD.ids[lying[0].card] for space, lying in zip(SPACE.ids, match.state.reliquary, strict=True)}
    do(match, Offer(player="red", space="brutal", show=show))
    seen = {seat: match.view(seat).reliquary for seat in ("red", "blue")}
    for space, relic in there.items():
        assert seen["red"][space][0]["card"] == (relic if space in show else {"back": "relic"})
        assert seen["blue"][space][0]["card"] == {"back": "relic"}


def test_an_empty_space_of_the_reliquary_has_nothing_to_show_6_6_1() -> None:
    match = table(emptied("greedy"), turn=CHANCELLOR)
    refused(match, Offer(player="red", space="brutal", show=("decadent", "greedy")), "needs_relic")


def test_an_exile_with_the_scepter_who_becomes_a_citizen_ends_the_turn_6_6_2() -> None:
    match = table(player(CHANCELLOR, relics=[]), relics("red", "grand_scepter"))
    do(match, Offer(player="red", space="brutal"))
    assert board(match).citizen
    assert asked(match)[0] == "blue"


def test_a_citizen_is_exiled_by_the_holder_of_the_scepter_alone_6_7_6_8() -> None:
    refused(table(citizens("blue")), ExileCitizen("blue"), "no_scepter")
    match = table(citizens("red"), player(CHANCELLOR, relics=[]), relics("red", "grand_scepter"))
    refused(match, SelfExile(), "own_scepter")
    refused(match, ExileCitizen("red"), "not_citizen")


@pytest.mark.parametrize(
    ("keeper", "holder", "price"),
    [(CHANCELLOR, "", 4), ("red", "", 6), ("blue", "red", 6), ("blue", CHANCELLOR, 4), ("blue", "", 5)],
)
def test_the_title_and_the_peoples_favor_change_the_price_of_an_exile_6_7(keeper: str, holder: str, price: int) -> None:
    match = table(citizens("red"), title(keeper), banner("peoples_favor", holder), turn=CHANCELLOR)
    assert ExileCitizen("red").fee(match.state, CHANCELLOR) == Fee(favor=price)


def test_an_exile_has_no_more_warbands_than_there_are_of_the_colour_6_8_9_3() -> None:
    for warbands, left in ((16, 14), (14, 14), (3, 3)):
        match = table(citizens("red"), player("red", warbands=warbands, favor=20, secrets=0, supply=0))
        do(match, SelfExile())
        assert (board(match).warbands, board(match).favor, board(match).supply) == (left, 20 - warbands, 7)
        assert board(match, CHANCELLOR).favor == 5 + warbands


@pytest.mark.parametrize(("purple", "stays", "left"), [(24, False, 0), (23, True, 0), (22, True, 1)])
def test_a_false_prophet_needs_a_purple_warband_as_a_citizen_6_6_2(purple: int, stays: bool, left: int) -> None:
    prophet = player("red", warbands=1, prophet=CARD.number("vision_of_faith"))
    match = table(
        prophet, player("blue", vision="vision_of_faith"), player(CHANCELLOR, warbands=purple), turn=CHANCELLOR
    )
    do(match, Offer(player="red", space="brutal"), Accept())
    assert (board(match).citizen, board(match).warbands) == (True, left)
    assert (board(match).prophet == CARD.number("vision_of_faith")) == stays


def test_of_warbands_at_a_site_no_more_are_moved_than_there_are_6_5() -> None:
    match = table(at("provinces_1", ruler="red", warbands=3))
    for deed in (MoveWarbands(4, "board"), MoveWarbands(0, "board"), MoveWarbands(6, "site"), MoveWarbands(0, "site")):
        refused(match, deed, "not_enough")
    moves = [each for each in match.options("red") if isinstance(each, MoveWarbands)]
    assert moves == [
        *(MoveWarbands(n, "site") for n in range(1, 6)),
        MoveWarbands(1, "board"),
        MoveWarbands(2, "board"),
    ]


def test_warbands_of_imperial_players_are_offered_and_asked_for_6_5() -> None:
    match = table(
        citizens("red", "blue"),
        player("red", warbands=2),
        player("blue", pawn="provinces_1", warbands=3),
        player("yellow", pawn="provinces_1"),
        seats=("chancellor", "red", "blue", "yellow"),
    )
    gifts = [each for each in match.options("red") if isinstance(each, GiveWarbands)]
    assert gifts == [
        *(GiveWarbands("blue", n) for n in (1, 2)),
        *(GiveWarbands("blue", n, take=True) for n in (1, 2, 3)),
    ]
    refused(match, GiveWarbands("blue", 3), "not_enough")
    refused(match, GiveWarbands("blue", 0), "not_enough")
    refused(match, GiveWarbands("yellow", 1), "no_partner")
    refused(match, GiveWarbands(CHANCELLOR, 1), "no_partner")
    do(match, GiveWarbands("blue", 3, take=True))
    assert asked(match) == ("blue", "gift")
    do(match, Permit())
    assert (board(match).warbands, board(match, "blue").warbands) == (5, 0)

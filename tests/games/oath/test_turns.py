"""Turns: the wake, the act and the rest phase (4)."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator.games.oath.facts import CHANCELLOR
from adjudicator.games.oath.game import GAME
from adjudicator.games.oath.rules.pieces import Gained
from adjudicator.games.oath.rules.search import Search
from adjudicator.games.oath.rules.turns import (
    ActAnswers,
    Mobbed,
    MoveFavor,
    NoRest,
    PutFavor,
    Rest,
    Rested,
    RoundOver,
    TakeNothing,
    TakeToken,
    TurnBegan,
    UseRest,
    Woke,
)
from adjudicator.games.oath.rules.victory import Usurped
from adjudicator.kernel.simulate import begin_random
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
    do,
    finish,
    player,
    refused,
    relics,
    table,
    title,
    tokens,
)


def test_actions_come_in_any_order_until_the_player_rests_4_2() -> None:
    match = table()
    do(match, Rest())
    assert asked(match)[0] == "blue"
    assert match.state.turn.seat == "blue"


def test_a_turn_lasts_from_the_wake_to_the_rest_phase_4() -> None:
    """Whoever misses the deadline of a wake has the whole turn by default."""
    match = table(banner("peoples_favor", "blue", 3))
    red = GAME.own_round(match.position)
    do(match, Rest())
    assert asked(match) == ("blue", "wake")
    assert match.state.turns == 1
    blue = GAME.own_round(match.position)
    assert blue not in (red, None)
    do(match, PutFavor())
    assert asked(match) == ("blue", "act")
    assert GAME.own_round(match.position) == blue


def test_an_action_costs_supply_and_is_refused_without_4_2() -> None:
    match = table(player("red", supply=1))
    assert refused(match, Search()).code == "no_supply"


def test_the_holder_adds_a_favor_or_moves_one_to_the_poorest_bank_4_1_1() -> None:
    match = table(banner("peoples_favor", "blue", 3), banks(beast=0))
    do(match, Rest())
    assert asked(match) == ("blue", "wake")
    refused(match, MoveFavor("order"), "not_poorest")
    do(match, MoveFavor("beast"))
    assert match.state.banners[0].tokens == 2
    assert bank(match, "beast") == 1


def test_the_last_favor_stays_on_the_banner_4_1_1() -> None:
    match = table(banner("peoples_favor", "blue", 1), given=())
    do(match, Rest())
    assert match.state.banners[0].tokens == 2
    assert board(match, "blue").favor == 4, "one answer is given"


def test_without_own_favor_nothing_happens_4_1_1() -> None:
    match = table(banner("peoples_favor", "blue", 1), player("blue", favor=0))
    do(match, Rest())
    assert match.state.banners[0].tokens == 1
    assert asked(match) == ("blue", "act")


def test_with_the_mob_it_is_done_twice_4_1_1() -> None:
    match = table(banner("peoples_favor", "blue", 3, mob=True))
    do(match, Rest(), PutFavor(), MoveFavor("discord"))
    assert match.state.banners[0].tokens == 3
    assert asked(match) == ("blue", "act")


def test_six_favor_turn_the_banner_to_the_mob_at_the_end_4_1_1() -> None:
    match = table(banner("peoples_favor", "blue", 5))
    do(match, Rest(), PutFavor())
    assert match.state.banners[0].mob
    assert asked(match) == ("blue", "act"), "no second step in this turn"


def usurping(match_title: str = "blue", *, usurper: bool = False) -> tuple[Arrange, ...]:
    """Blue keeps the title: blue rules most sites."""
    sites = [at(slot, ruler="blue") for slot in ("provinces_2", "hinterland_1")]
    return (*sites, title(match_title, usurper=usurper))


def test_an_exile_with_the_title_turns_it_to_the_usurper_4_1_3() -> None:
    match = table(*usurping())
    do(match, Rest())
    assert match.state.usurper
    assert match.result is None


def test_a_usurper_wins_in_the_next_wake_phase_3_1_4_1_2() -> None:
    match = table(*usurping(usurper=True))
    do(match, Rest())
    finish(match)
    assert match.result is not None
    assert (match.result.winners, match.result.how) == (("blue",), "usurper")


def test_a_site_gives_a_token_at_the_end_of_the_wake_phase_4_1_4() -> None:
    def full(state: object) -> None:
        state.sites[6].favor, state.sites[6].secrets = 1, 0  # type: ignore[attr-defined]

    match = table(player("blue", pawn="hinterland_2"), full)
    do(match, Rest())
    assert asked(match) == ("blue", "opportunity")
    refused(match, TakeToken("secret"), "nothing_lies_there")
    (told,) = match.apply("blue", TakeToken("favor"))
    assert told.public == Gained("blue", favor=1)
    assert board(match, "blue").favor == 6
    assert match.state.sites[6].favor == 0
    again = table(player("blue", pawn="hinterland_2"), full)
    do(again, Rest(), TakeNothing())
    assert board(again, "blue").favor == 5


def test_favor_returns_to_the_banks_and_secrets_to_the_player_4_3_1_4_3_2() -> None:
    match = table(
        at("provinces_1", "longbows"),
        at("cradle_1", "elders"),
        tokens("longbows", favor=2),
        tokens("elders", secrets=1),
        player("red", turned=2),
    )
    do(match, Rest())
    assert bank(match, "order") == 4
    assert not match.state.on_cards
    assert (board(match).secrets, board(match).turned) == (3 + 1 + 2, 0)


def test_supply_follows_the_bank_and_what_is_left_is_added_4_3_3_4_3_4() -> None:
    match = table(player("red", supply=0, warbands=5))
    do(match, Rest())
    assert board(match).supply == 6, "nine warbands are left in the bank"
    match = table(player("red", supply=0, warbands=6))
    do(match, Rest())
    assert board(match).supply == 5
    match = table(player("red", supply=1, warbands=11))
    do(match, Rest())
    assert board(match).supply == 4 + 1
    match = table(player("red", supply=7, warbands=0))
    do(match, Rest())
    assert board(match).supply == 7


def test_a_citizen_gets_the_supply_of_the_chancellor_4_3_3_6_6() -> None:
    match = table(citizens("red"), player(CHANCELLOR, supply=3), player("red", supply=2))
    do(match, Rest())
    assert board(match).supply == 5


def test_rest_powers_are_used_once_each_4_3_5_7_3_4() -> None:
    match = table(advisers("red", "insomnia"))
    do(match, Rest())
    assert asked(match) == ("red", "rest_power")
    finish(match)
    assert board(match).secrets == 4


def test_what_a_relic_bears_comes_back_too_4_3_2() -> None:
    match = table(relics("red", "whistle"), tokens("whistle", secrets=1))
    do(match, Rest())
    assert board(match).secrets == 4


def test_a_site_gives_a_secret_too_4_1_4() -> None:
    def full(state: object) -> None:
        state.sites[6].favor, state.sites[6].secrets = 1, 1  # type: ignore[attr-defined]

    match = table(player("blue", pawn="hinterland_2"), full)
    do(match, Rest())
    assert [*match.options("blue")] == [TakeToken("favor"), TakeToken("secret"), TakeNothing()]
    do(match, TakeToken("secret"))
    assert (board(match, "blue").secrets, match.state.sites[6].secrets, match.state.sites[6].favor) == (4, 0, 1)
    again = table(player("blue", pawn="hinterland_2"), full)
    do(again, Rest())
    again.close()
    assert (board(again, "blue").favor, board(again, "blue").secrets) == (5, 3), "nothing is taken by default"


def test_a_turn_ends_by_default_and_rest_powers_may_be_left_out_4_2_4_3_5() -> None:
    match = table(advisers("red", "insomnia"))
    assert match.decisions()[0].context == {"supply": 7}
    match.close()
    assert asked(match) == ("red", "rest_power")
    do(match, NoRest())
    assert board(match).secrets == 3
    assert asked(match) == ("blue", "act")


def test_the_holder_moves_favor_to_any_bank_that_has_least_or_adds_one_4_1_1() -> None:
    match = table(banner("peoples_favor", "blue", 2), banks(beast=1, order=1))
    do(match, Rest())
    assert [*match.options("blue")] == [MoveFavor("order"), MoveFavor("beast"), PutFavor()]
    do(match, MoveFavor("order"))
    assert (bank(match, "order"), match.state.banners[0].tokens) == (2, 1)
    poor = table(banner("peoples_favor", "blue", 2), player("blue", favor=0), banks(beast=1, order=1))
    do(poor, Rest())
    assert [*poor.options("blue")] == [MoveFavor("order"), MoveFavor("beast")]


def test_five_favor_are_no_mob_yet_4_1_1_3() -> None:
    match = table(banner("peoples_favor", "blue", 4))
    do(match, Rest(), PutFavor())
    assert not match.state.banners[0].mob


def test_favor_on_a_relic_is_lost_to_the_banks_4_3_1() -> None:
    match = table(relics("red", "whistle"), tokens("whistle", favor=1))
    do(match, Rest())
    assert match.state.banks == [2] * 6
    assert not match.state.on_cards


@pytest.mark.parametrize(("first", "then"), [("insomnia", "naysayers"), ("naysayers", "insomnia")])
def test_each_of_two_rest_powers_is_used_once_4_3_5(first: str, then: str) -> None:
    match = table(advisers("red", "insomnia", "naysayers"), title("blue"), at("provinces_2", ruler="blue"))
    do(match, Rest())
    assert {*match.options("red")} == {UseRest(first), UseRest(then), NoRest()}
    do(match, UseRest(first))
    assert [*match.options("red")] == [UseRest(then), NoRest()]


def test_everybody_is_told_what_a_turn_brings_4_0_4_1_4_3() -> None:
    match = table(banner("peoples_favor", "blue", 5), title("blue"), at("provinces_2", ruler="blue"), turn="red")
    events = [*do(match, Rest(), PutFavor()), *do(match, Rest())]
    assert [each for each in events if not isinstance(each, Usurped)] == [
        Rested("red", 7, 3),
        TurnBegan("blue", 1),
        Woke("blue", None, 6),
        Mobbed("blue"),
        Rested("blue", 7, 3),
        RoundOver("blue", 1),
        TurnBegan(CHANCELLOR, 2),
    ]
    assert match.state.round == 2


def test_whether_there_is_more_than_to_rest_is_told_without_a_list_4_2() -> None:
    alone, asked_of = list[str](), 0
    for number in range(3):
        match, rng = begin_random("oath", f"rest/{number}"), Random(number)
        while match.result is None and match.position.n < 150:
            match.apply(seat := match.asked_seats[0], match.sample(seat, rng))
            state, answers = match.state, ActAnswers()
            for each in state.order if state.turn.acting else ():
                several = len([*answers.options(state, each)]) > 1
                assert answers.more_than_one(state, each) is several
                alone += [] if several else [each]
                asked_of += 1
    assert 0 < len(alone) < asked_of

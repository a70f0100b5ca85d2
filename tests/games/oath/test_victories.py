"""The title, and the ways to win (2.11, 3)."""

from __future__ import annotations

import pytest

from adjudicator import Match
from adjudicator.games.oath.facts import CHANCELLOR, OATH
from adjudicator.games.oath.rules.turns import Rest
from adjudicator.games.oath.rules.victory import NameKeeper
from tests.games.oath.table import Arrange, asked, at, banner, citizens, do, finish, player, relics, table, title


def oath(id: str) -> Arrange:
    return lambda state: setattr(state, "oath", OATH.number(id))


def in_round(number: int) -> Arrange:
    return lambda state: setattr(state, "round", number)


def visions(number: int) -> Arrange:
    return lambda state: setattr(state, "visions", number)


def over(match: Match) -> tuple[str, str]:
    """Who has won, and how."""
    finish(match)
    assert match.result is not None
    return match.result.winners[0], match.result.how


def rested(*arrange: Arrange, turn: str = "blue", draws: list[dict[str, object]] | None = None) -> Match:
    match = table(*arrange, turn=turn, draws=draws or [], given=())
    do(match, Rest())
    return match


def test_most_sites_most_things_or_a_banner_keep_the_oath_2_10_2_11() -> None:
    assert rested(at("provinces_1", ruler="red")).state.title == "red"
    assert rested(oath("the_people"), banner("peoples_favor", "red")).state.title == "red"
    assert rested(oath("devotion"), banner("darkest_secret", "red")).state.title == "red"
    held = (relics("red", "map"), banner("darkest_secret", "red"))
    assert rested(oath("protection"), *held).state.title == "red"


def test_a_tie_with_the_holder_leaves_the_title_2_11() -> None:
    match = rested(at("provinces_1", ruler="red"), at("cradle_1", ruler="chancellor"))
    assert match.state.title == CHANCELLOR


def test_of_others_who_tie_the_holder_names_one_2_11() -> None:
    match = rested(at("provinces_1", ruler="red"), at("cradle_1", ruler="blue"))
    assert asked(match) == (CHANCELLOR, "title")
    do(match, NameKeeper("red"))
    assert match.state.title == "red"


def test_nobody_who_fulfils_it_leaves_the_title_where_it_is_2_11() -> None:
    assert rested(oath("devotion"), title("red", usurper=True)).state.title == "red"


def test_under_supremacy_the_chancellor_holds_the_title_for_the_empire_2_11() -> None:
    match = rested(citizens("red"), at("provinces_1", ruler="red"), title("blue"))
    assert match.state.title == CHANCELLOR


@pytest.mark.parametrize(
    ("vision", "reached"),
    [
        ("vision_of_conquest", at("provinces_1", ruler="red")),
        ("vision_of_rebellion", banner("peoples_favor", "red")),
        ("vision_of_sanctuary", relics("red", "map", "sticky_fire")),
        ("vision_of_faith", banner("darkest_secret", "red")),
    ],
)
def test_an_exile_wins_with_a_fulfilled_vision_after_three_were_drawn_3_2(vision: str, reached: Arrange) -> None:
    seen = player("red", vision=vision)
    match = rested(reached, seen, visions(3), turn="chancellor")
    assert over(match) == ("red", "visionary")
    assert rested(reached, seen, visions(2), turn="chancellor").result is None


def test_a_tie_is_no_conquest_3_2() -> None:
    ties = (at("provinces_1", ruler="red"), at("cradle_1", ruler="blue"))
    match = rested(*ties, player("red", vision="vision_of_conquest"), visions(3), turn="chancellor")
    assert match.result is None


@pytest.mark.parametrize(
    ("number", "face", "ends"), [(5, 5, False), (5, 6, True), (6, 5, True), (7, 3, True), (7, 2, False)]
)
def test_the_end_die_ends_a_stable_regime_3_3_4(number: int, face: int, ends: bool) -> None:
    match = rested(in_round(number), draws=[{"draw": "end", "dice": [face]}])
    if ends:
        assert over(match) == (CHANCELLOR, "stable_regime")
    else:
        assert match.state.round == number + 1


def test_no_die_is_rolled_for_an_exile_or_before_round_five_3_3() -> None:
    assert rested(in_round(4)).state.round == 5
    assert rested(in_round(7), at("provinces_1", ruler="red")).state.round == 8


def test_a_citizen_who_reached_the_successors_goal_wins_instead_3_3_1() -> None:
    six = [{"draw": "end", "dice": [6]}]
    held = (citizens("red"), relics("red", "map", "sticky_fire"))
    assert over(rested(*held, in_round(6), draws=six)) == ("red", "successor")
    tied = (citizens("red"), relics("red", "map"))
    assert over(rested(*tied, in_round(6), draws=six)) == (CHANCELLOR, "stable_regime")
    people = (oath("the_people"), banner("peoples_favor", CHANCELLOR), banner("darkest_secret", "red"))
    assert over(rested(citizens("red"), *people, in_round(6), draws=six)) == ("red", "successor")


def test_the_long_war_has_four_ends_3_4_1_3_4_2_3_4_3_3_4_4() -> None:
    assert over(rested(in_round(8))) == (CHANCELLOR, "long_war")
    usurper = (at("provinces_1", ruler="red"), title("red", usurper=True))
    assert over(rested(in_round(8), *usurper)) == ("red", "usurper")
    keeper = (oath("devotion"), banner("darkest_secret", "blue"), title("blue"))
    seer = (player("red", vision="vision_of_conquest"), at("provinces_1", ruler="red"), visions(3))
    assert over(rested(in_round(8), *keeper, *seer)) == ("red", "visionary")
    assert over(rested(in_round(8), *keeper)) == (CHANCELLOR, "long_war")


def test_of_two_seers_conquest_goes_before_rebellion_3_4_3() -> None:
    keeper = (oath("devotion"), banner("darkest_secret", "blue"), title("blue"))
    conquest = (player("red", vision="vision_of_conquest"), at("provinces_1", ruler="red"))
    rebellion = (player("blue", vision="vision_of_rebellion"), banner("peoples_favor", "blue"))
    assert over(rested(in_round(8), *keeper, *rebellion, *conquest, visions(3))) == ("red", "visionary")


def test_of_those_who_tie_the_next_clockwise_gets_the_title_by_default_2_11() -> None:
    seats = ("chancellor", "red", "blue", "yellow")
    ties = at("provinces_1", ruler="red"), at("cradle_1", ruler="yellow")
    match = table(*ties, title("blue"), seats=seats, turn="blue")
    do(match, Rest())
    assert asked(match) == ("blue", "title")
    assert [*match.options("blue")] == [NameKeeper("yellow"), NameKeeper("red")]
    match.close()
    assert match.state.title == "yellow"


def test_a_citizen_leaves_the_title_to_the_chancellor_even_in_a_tie_2_11() -> None:
    ties = at("provinces_1", ruler="red"), at("cradle_1", ruler=CHANCELLOR)
    assert rested(*ties, citizens("blue"), title("blue"), turn="red").state.title == CHANCELLOR
    assert asked(rested(*ties, title("blue"), turn="red")) == ("blue", "title")
    ties = (relics("red", "map"),)
    assert asked(rested(*ties, oath("protection"), citizens("blue"), title("blue"), turn="red")) == ("blue", "title")


@pytest.mark.parametrize(
    ("sworn", "reached", "not_reached"),
    [
        ("protection", banner("peoples_favor", "red"), banner("darkest_secret", "red")),
        ("the_people", banner("darkest_secret", "red"), banner("darkest_secret", CHANCELLOR)),
    ],
)
def test_the_successors_goal_follows_the_oath_3_3_1(sworn: str, reached: Arrange, not_reached: Arrange) -> None:
    six: list[dict[str, object]] = [{"draw": "end", "dice": [6]}]
    keeps = oath(sworn), title(CHANCELLOR), citizens("red"), in_round(6)
    keeper = relics(CHANCELLOR, "map", "whistle", "sticky_fire"), banner("peoples_favor", CHANCELLOR)
    assert over(rested(*keeps, *keeper[: 1 + (sworn == "the_people")], reached, draws=six)) == ("red", "successor")
    assert over(rested(*keeps, keeper[0], not_reached, draws=six)) == (CHANCELLOR, "stable_regime")


def test_under_devotion_the_citizen_with_the_scepter_is_the_successor_3_3_1() -> None:
    six: list[dict[str, object]] = [{"draw": "end", "dice": [6]}]
    keeps = oath("devotion"), banner("darkest_secret", CHANCELLOR), citizens("red", "blue"), in_round(6)
    assert over(rested(*keeps, draws=six)) == (CHANCELLOR, "stable_regime")
    gone = player(CHANCELLOR, relics=[]), relics("red", "grand_scepter")
    assert over(rested(*keeps, *gone, draws=six)) == ("red", "successor")


def test_a_goal_of_a_vision_is_ones_own_3_2() -> None:
    for vision, arrange in (
        ("vision_of_conquest", at("provinces_1", ruler="blue")),
        ("vision_of_rebellion", banner("darkest_secret", "red")),
        ("vision_of_faith", banner("peoples_favor", "red")),
        ("vision_of_sanctuary", relics("red", "map")),
    ):
        match = rested(arrange, player("red", vision=vision), visions(3), turn="chancellor")
        assert match.result is None, vision

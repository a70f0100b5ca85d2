"""Random play reaches what chance alone does not: visions that win, Conspiracies that take something, most cards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adjudicator import Match
from adjudicator.games.oath.facts import CHANCELLOR
from adjudicator.games.oath.game import GAME
from adjudicator.games.oath.rules import turns
from adjudicator.games.oath.rules.economy import RecoverBanner
from adjudicator.games.oath.rules.playing import Conspire
from adjudicator.games.oath.rules.travel import Travel
from adjudicator.games.oath.rules.warbands import PlayAdviser
from adjudicator.games.oath.trials.crowded import TRIALS, later_world
from adjudicator.games.oath.trials.wills import scholar, seer
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.coverage import Coverage, points_of
from adjudicator.kernel.position import Position
from adjudicator.kernel.simulate import PlayoutBias, begin_dense, check_invariants, play_out
from adjudicator.kernel.steps import stored_frames
from tests.games.oath.table import advisers, asked, do, hidden, player, relics, table


def played(matches: int) -> Coverage:
    """What so many rich matches reach."""
    coverage = Coverage(GAME)
    for number in range(matches):
        match, rng = begin_dense("oath", f"1/{number}"), Random(f"1/{number}")
        play_out(match, rng, [check_invariants], coverage, 20, PlayoutBias(match, rng))
    return coverage


def test_a_few_matches_reach_visions_and_conspiracies_that_take() -> None:
    met = played(15).met
    assert met["ending visionary"]
    assert met["action conspire"] + met["action conspire_for_banner"]


@pytest.mark.long
def test_sixty_matches_reach_all_but_a_few_points() -> None:
    assert len(played(60).missed) <= 20


def test_who_has_a_conspiracy_goes_where_it_takes_something() -> None:
    match = table(
        hidden("red", "conspiracy"),
        advisers("red", "scouts", "longbows"),
        advisers("blue", "wrestlers"),
        relics("blue", "map"),
    )
    journey = _willed(match)
    assert journey == Travel(slot="provinces_2")
    do(match, journey)
    assert _willed(match) == PlayAdviser(card="conspiracy", to="conspiracy")
    do(match, PlayAdviser(card="conspiracy", to="conspiracy"))
    assert _willed(match) == Conspire("blue", "map")


def _willed(match: Match) -> object:
    """The dearest option of a scholar."""
    return max(match.options("red"), key=lambda each: scholar(match.state, "red", each))


def test_a_seer_whose_vision_is_open_wants_its_goal_first() -> None:
    goals = {"vision_of_rebellion": "peoples_favor", "vision_of_faith": "darkest_secret"}
    for vision, wanted in goals.items():
        match = table(player("red", vision=vision))
        worth = {each: seer(match.state, "red", each) for each in match.options("red")}
        dearest = [each for each, dear in worth.items() if dear == max(worth.values())]
        assert {each.banner for each in dearest if isinstance(each, RecoverBanner)} == {wanted}
        assert len({type(each) for each in dearest}) == 1


def test_six_players_of_a_later_world_lack_favor_for_the_sites_1_16() -> None:
    seats = GAME.seatings(6)[0]
    for number in range(5):
        state = later_world(Random(number), seats, GAME.chosen_options({}))
        begun = set_up(GAME, seats=seats, seed=b"later")
        position: Position[Any, Any] = Position(0, 0, 0, stored_frames([turns.set_up()]), state, [])
        match = Match.begin(GAME, begun.header, position, Chance(b"later"))
        assert asked(match) == (CHANCELLOR, "short")


def test_what_is_beyond_play_at_random_exists_and_says_why() -> None:
    own = {f"step {step.name}" for step in GAME.steps}
    assert {*TRIALS.beyond} <= own
    assert all(TRIALS.beyond.values())
    assert not {*TRIALS.beyond} & {*points_of(GAME)}

"""Coverage of random play, on a game that has no points of its own."""

from random import Random

import pytest

from adjudicator import game_named
from adjudicator.kernel.coverage import Coverage, points_of
from adjudicator.kernel.simulate import begin_dense, begin_random, play_out
from adjudicator.kernel.trials import SimulationProfile


def test_every_decision_action_event_and_step_is_a_point() -> None:
    points = points_of(game_named("sealed-bids"))
    assert {"decision bid", "decision roll", "action reroll", "event bids_opened", "step deal"} <= set(points)


def test_what_was_never_reached_is_told_in_the_order_of_the_game() -> None:
    coverage = Coverage(game_named("sealed-bids"))
    assert coverage.missed == list(coverage.points)
    for number in range(10):
        play_out(begin_random("sealed-bids", f"cover/{number}"), Random(number), coverage=coverage)
    assert coverage.missed == []
    assert coverage.met["decision bid"] == 10


def test_points_of_a_match_count_only_when_it_ends() -> None:
    coverage = Coverage(game_named("sealed-bids"))
    coverage.begin(begin_random("sealed-bids", "unfinished"))
    assert not coverage.met


def test_watching_does_not_change_a_match() -> None:
    plain, watched = (begin_dense("sealed-bids", "same") for _ in range(2))
    play_out(plain, Random(1))
    play_out(watched, Random(1), coverage=Coverage(game_named("sealed-bids")))
    assert plain.log == watched.log


def test_what_the_trials_call_beyond_play_at_random_is_no_point(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_named("sealed-bids")
    every = points_of(game)
    monkeypatch.setattr(SimulationProfile, "beyond", {"action reroll": "a reason"})
    assert [*points_of(game)] == [point for point in every if point != "action reroll"]

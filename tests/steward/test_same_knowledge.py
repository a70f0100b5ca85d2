"""A steward does the same in two matches that its seat cannot tell apart, in every game."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

import adjudicator.steward.choosing
from adjudicator import Match, game_named, games
from adjudicator.kernel.simulate import begin_random, indistinguishable, random_action
from adjudicator.kernel.trials import fewer
from adjudicator.steward import choose
from adjudicator.steward.cheap_play import fresh

BUDGET, EVERY = 60, 9


def check_choices(game: str, matches: int, every: int = EVERY) -> int:
    """Play at random, and let stewards choose in positions and in others that look the same; how many choices."""
    compared = 0
    for number in range(matches):
        match, rng = begin_random(game, f"steward {number}"), Random(number)
        done = 0
        while match.result is None and done < 40 * every:
            seats = [seat for seat in match.pending_seats if seat in match.header.seats]
            if seats and done % every == number % every:
                seat = rng.choice(seats)
                one, other = (
                    choose(each, seat, BUDGET, f"{done}") for each in (match, indistinguishable(match, seat, rng))
                )
                assert one == other, f"{game}, match {number}, action {done}: {seat} chose by what it cannot know"
                assert all(match.check(seat, action) for action in one.actions)
                compared += 1
            random_action(match, rng)
            done += 1
    return compared


@pytest.mark.slow
@pytest.mark.parametrize("matches", [2, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", games())
def test_what_a_seat_cannot_know_makes_no_difference(game: str, matches: int) -> None:
    assert check_choices(game, fewer(game_named(game), matches), EVERY if matches > 2 else 2 * EVERY) > 0


def test_a_steward_that_sees_the_real_position_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def seeing(match: Match, seats: Iterable[str], seed: str) -> Match:
        return fresh(match, Random(seed))

    monkeypatch.setattr(adjudicator.steward.choosing, "imagined_world", seeing)
    with pytest.raises(AssertionError, match="chose by what it cannot know"):
        check_choices("sealed-bids", 9, 1)

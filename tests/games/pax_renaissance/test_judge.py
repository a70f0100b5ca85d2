"""Engine and judge agree on what is legal: in whole games of every seating, with house rules at random."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adjudicator import Match
from adjudicator.games.pax_renaissance.game import GAME
from adjudicator.games.pax_renaissance.house_rules import OPTIONS
from adjudicator.kernel.beginning import set_up
from tests.games.pax_renaissance.judge import Judge, differences
from tests.games.pax_renaissance.judge_crowds import SEATINGS, crowded


def match_at_random(number: int) -> Match:
    """A match of some seats, half of its options as usual: every fourth from the set-up, the others in the middle."""
    rng = Random(number)
    options: dict[str, Any] = {
        name: rng.choice(option.values) for name, option in OPTIONS.items() if rng.random() < 0.5
    }
    seats = rng.choice(SEATINGS)
    if number % 4:
        return crowded(rng, seats, options)
    return set_up(GAME, seats=seats, options=options, seed=f"judged {number}".encode())


def judged(match: Match, rng: Random) -> list[str]:
    """Play a match to its end, or to the first disagreement; what it is."""
    judge = Judge()
    while match.result is None:
        decision = match.decisions()[0]
        seat = rng.choice(decision.waiting)
        found = differences(match, seat, judge, rng)
        if found:
            return found
        action = match.sample(seat, rng)
        judge.before(match, seat, action)
        expected = judge.fighting(match, seat, action)
        told = match.apply(seat, action)
        judge.after(expected, [each.public for each in told if each.public is not None])
    return []


@pytest.mark.parametrize("number", range(60))
def test_engine_and_judge_agree(number: int) -> None:
    assert judged(match_at_random(number), Random(number)) == []


@pytest.mark.long
def test_engine_and_judge_agree_in_thousands_of_games() -> None:
    found = {number: judged(match_at_random(number), Random(number)) for number in range(60, 4000)}
    assert {number: differing for number, differing in found.items() if differing} == {}

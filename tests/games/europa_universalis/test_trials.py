"""Crowded positions: nothing impossible in them, and play goes on from them to the end."""

from random import Random

import pytest

from adjudicator import Match
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.house_rules import OPTIONS
from adjudicator.games.europa_universalis.trials import TRIALS
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.coverage import Coverage
from adjudicator.kernel.position import Position
from adjudicator.kernel.simulate import check_invariants, play_out
from adjudicator.kernel.steps import stored

COVERAGE = Coverage(GAME)


@pytest.mark.parametrize("number", range(4))
def test_crowded_positions_are_possible_and_play_goes_on(number: int) -> None:
    rng = Random(number)
    seats = GAME.seatings(rng.choice(GAME.numbers))[0]
    options = {name: rng.choice(option.values) for name, option in OPTIONS.items()}
    state, frames = TRIALS.rich(rng, seats, options)
    assert GAME.invariants(state) == []
    header = set_up(GAME, seats=seats, options=options, seed=b"rich").header
    match = Match.begin(GAME, header, Position(0, 0, 0, stored(frames), state, []), Chance(b"rich"))
    play_out(match, rng, [check_invariants], coverage=COVERAGE)
    assert match.result is not None
    met = {point for point in COVERAGE.points if COVERAGE.met[point]}
    assert len(met & {*TRIALS.coverage_points()}) > 5, "what the game adds is told"

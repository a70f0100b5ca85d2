"""Random games from the set-up: no dead end, no crash, nothing impossible."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest

from adjudicator.games.pax_renaissance.game import GAME
from adjudicator.games.pax_renaissance.house_rules import OPTIONS
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.simulate import check_invariants, check_options, play_out

SEATINGS = list(chain.from_iterable(GAME.seatings(players) for players in GAME.numbers))


@pytest.mark.parametrize("games", [1, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize("seats", SEATINGS, ids=" ".join)
def test_whole_games_of_every_seating(seats: tuple[str, ...], games: int) -> None:
    for number in range(games):
        match = set_up(GAME, seats=seats, seed=f"{seats} {number}".encode())
        play_out(match, Random(number), [check_invariants, check_options])
        assert match.result is not None


@pytest.mark.slow
@pytest.mark.parametrize("number", range(20))
def test_whole_games_with_house_rules_at_random(number: int) -> None:
    rng = Random(number)
    options = {name: rng.choice(option.values) for name, option in OPTIONS.items()}
    match = set_up(GAME, seats=rng.choice(SEATINGS), options=options, seed=f"house rules {number}".encode())
    play_out(match, rng, [check_invariants, check_options])
    assert match.result is not None

"""One battery for all games: what must hold for every installed game, whatever its rules are."""

from __future__ import annotations

import pytest
from adjudicator_trials.battery import CHECKS, Check

import adjudicator
from adjudicator import game_named, games

GAMES = games()
QUICK = {"names", "short names", "stages", "worlds", "words", "observer", "seed"}
"""What takes no more than a few seconds."""


def test_all_games_are_found() -> None:
    assert {"crossroads", "guild-fair", "imperial-struggle", "salt-roads", "sealed-bids"} <= set(GAMES)


def test_the_list_of_games_is_still_a_function_after_a_game_was_loaded() -> None:
    game_named("imperial-struggle")
    assert adjudicator.games() == GAMES


@pytest.mark.parametrize("thorough", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "check",
    [pytest.param(each, id=each.name, marks=() if each.name in QUICK else pytest.mark.slow) for each in CHECKS],
)
def test_it_holds_for_every_game(check: Check, game: str, thorough: bool) -> None:
    check.look(game, thorough)

"""Random games from the set-up: no dead end, nothing impossible."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from random import Random

import pytest

from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.house_rules import OPTIONS
from adjudicator.kernel import registry
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.simulate import (
    check_disguise,
    check_document,
    check_invariants,
    check_options,
    check_replay,
    check_resume,
    play_out,
)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_whole_games_of_few_and_of_many_players(players: int) -> None:
    match = set_up(GAME, seats=GAME.seatings(players)[0], seed=f"{players}".encode())
    play_out(match, Random(players), [check_invariants])
    assert match.result is not None


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint(GAME.id, "adjudicator.games.europa_universalis.game:GAME", registry.GROUP)
    monkeypatch.setitem(registry._installed(), GAME.id, point)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("number", range(1))
def test_a_game_with_house_rules_is_kept_replayed_and_betrays_nothing(number: int) -> None:
    rng = Random(number)
    options = {name: rng.choice(option.values) for name, option in OPTIONS.items()}
    match = set_up(GAME, seats=GAME.seatings(3)[0], options=options, seed=f"house rules {number}".encode())
    watchers = [check_invariants, check_options, check_resume, check_document, check_disguise(rng)]
    play_out(match, rng, watchers)
    check_replay(match)

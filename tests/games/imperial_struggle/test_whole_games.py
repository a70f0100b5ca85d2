"""Whole random games, from the set-up to the end, with every option of the campaign."""

from random import Random

import pytest

from adjudicator.games.imperial_struggle.house_rules import OPTIONS
from adjudicator.kernel.simulate import (
    check_disguise,
    check_document,
    check_invariants,
    check_options,
    check_replay,
    check_resume,
    simulate,
)

GAME = "imperial-struggle"
WATCHERS = [check_invariants, check_options, check_resume, check_document, check_disguise(Random(1))]
UNUSUAL = {name: option.values[1] for name, option in OPTIONS.items()}
"""Every option at its second value."""
CHOSEN = [(name, value) for name, option in OPTIONS.items() for value in option.values[1:]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("label", "every"),
    [("whole", 6), *(pytest.param(label, 1, marks=pytest.mark.long) for label in ("whole", "whole again"))],
)
@pytest.mark.parametrize("options", [{}, UNUSUAL], ids=["default", "all options"])
def test_whole_games_hold_at_every_step(options: dict[str, object], label: str, every: int) -> None:
    """In each run before every sixth one."""
    tally = simulate(GAME, 1, label, options=options, watchers=WATCHERS, every=every, after=check_replay)
    assert tally.games == 1


@pytest.mark.slow
@pytest.mark.parametrize(("games", "every"), [(1, 8), pytest.param(4, 1, marks=pytest.mark.long)])
@pytest.mark.parametrize(("option", "value"), CHOSEN, ids=[f"{name}={value}" for name, value in CHOSEN])
def test_whole_games_with_each_option_alone(option: str, value: object, games: int, every: int) -> None:
    """Looked at before each so many-th action."""
    tally = simulate(
        GAME, games, option, options={option: value}, watchers=[check_invariants], every=every, after=check_replay
    )
    assert tally.games == games

"""Positions of Imperial Struggle to put rules to the test."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from adjudicator import Chance, Match
from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.state import State
from adjudicator.kernel.position import Header, Position
from adjudicator.kernel.steps import Frames, stored_frames

At = Callable[..., Match]


def match_at(
    state: State, frames: Frames, *, chance: Sequence[Mapping[str, Any]] = (), seed: bytes | None = b"seed"
) -> Match:
    """A match that stands before the given frames; it has run to the next decision. `opening` is what happened."""
    options = GAME.chosen_options({})
    header = Header(GAME.id, GAME.version, GAME.content_hash, GAME.seats, options)
    position: Position[State, Any] = Position(0, 0, 0, stored_frames(frames), state, [])
    match = Match(GAME, header, position, Chance(seed, script=chance))
    match.opening = match._run()
    return match


@pytest.fixture
def at() -> At:
    """`at(state, frames, chance=..., seed=...)`: a match that has run from these frames to the next decision."""
    return match_at

"""The installed games, found by entry point, so that a game may live in somebody else's package."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from adjudicator.kernel.errors import BrokenGame, UnknownGame
from adjudicator.kernel.events import Told
from adjudicator.kernel.game import Game
from adjudicator.kernel.position import Position
from adjudicator.kernel.readiness import READYING, ready

GROUP = "adjudicator.games"


@cache
def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def games() -> tuple[str, ...]:
    """Names of all installed games."""
    return tuple(sorted(_installed()))


@cache
def game_named(name: str) -> Game[Any]:
    """The game of that name, ready for many threads.

    Raises UnknownGame, BrokenGame where its package does not load.
    """
    with READYING:
        game = _found(name)
        told, position = Told[game.event_type], Position[game.state_type, game.event_type]  # type: ignore[name-defined]
        ready(position, told, game.action_type, game.view_type)
    return game


def _found(name: str) -> Game[Any]:
    point = _installed().get(name)
    if point is None:
        raise UnknownGame(f"no game named {name!r}; installed: {', '.join(games()) or 'none'}")
    try:
        game = point.load()
        if not isinstance(game, Game):
            raise TypeError(f"{point.value} is no game")
        _ = game.action_type
    except Exception as error:
        raise BrokenGame(f"the game {name} does not load: {type(error).__name__}: {error}") from error
    return game


def playable_games() -> tuple[Game[Any], ...]:
    """The installed games whose packages load."""
    return tuple(game for name in games() if (game := _playable(name)) is not None)


def _playable(name: str) -> Game[Any] | None:
    try:
        return game_named(name)
    except BrokenGame:
        return None

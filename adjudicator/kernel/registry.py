"""The installed games, found by entry point, so that a game may live in somebody else's package."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from adjudicator.kernel.errors import UnknownGame
from adjudicator.kernel.game import Game

GROUP = "adjudicator.games"


@cache
def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def games() -> tuple[str, ...]:
    """Names of all installed games."""
    return tuple(sorted(_installed()))


@cache
def game_named(name: str) -> Game[Any]:
    """The game of that name. Raises UnknownGame."""
    point = _installed().get(name)
    if point is None:
        raise UnknownGame(f"no game named {name!r}; installed: {', '.join(games()) or 'none'}")
    game = point.load()
    if not isinstance(game, Game):
        raise UnknownGame(f"{point.value} is no game")
    return game

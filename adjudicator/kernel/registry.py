"""The installed games, found by entry point, so that a game may live in somebody else's package.

Beside them the rules that were kept (`adjudicator.kernel.kept_rules`), which only matches that play by them know.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from adjudicator.kernel import kept_rules
from adjudicator.kernel.content import same_rules
from adjudicator.kernel.errors import BrokenGame, UnknownGame
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.game import Game
from adjudicator.kernel.position import Position
from adjudicator.kernel.readiness import READYING, prebuild_decoders

GROUP = "adjudicator.games"


_kept: list[Path] = []
"""Folders of kept rules."""


def find_rules_in(folder: Path) -> None:
    """Find kept rules in this folder too in this process from now on; it need not be there yet."""
    if folder not in _kept:
        _kept.append(folder)


def rules_kept() -> tuple[str, ...]:
    """Return the names of all kept rules that this process finds."""
    return tuple(dict.fromkeys(name for folder in _kept for name, _ in kept_rules.kept_in(folder)))


def kept_as(game: str, version: str, content: str) -> str | None:
    """Return the name of the kept rules of a game by which a match of that version and content is played, if any."""
    own = (name for name in rules_kept() if kept_rules.plain_name(name) == game)
    return next((name for name in own if same_rules(game_named(name), version, content)), None)


def forget_rules(name: str, folder: Path) -> None:
    """Take kept rules away that nobody plays by."""
    kept_rules.forget(name, folder)
    game_named.cache_clear()


def entry_of_game(name: str) -> EntryPoint:
    """Return where the package of an installed game says that it is. Raises UnknownGame."""
    point = _installed().get(name)
    if point is None:
        raise UnknownGame(f"no game named {name!r}; installed: {', '.join(games()) or 'none'}")
    return point


@cache
def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def games() -> tuple[str, ...]:
    """Return the names of all installed games."""
    return tuple(sorted(_installed()))


@cache
def game_named(name: str) -> Game[Any]:
    """Return the game of that name, or of the kept rules of that name, ready for many threads.

    Raises:
        UnknownGame: There is no such game.
        BrokenGame: Its package does not load.
    """
    with READYING:
        game = _found(name)
        told, position = ObservedEvent[game.event_type], Position[game.state_type, game.event_type]  # type: ignore[name-defined]
        prebuild_decoders(position, told, game.action_type, game.view_type)
    return game


def _found(name: str) -> Game[Any]:
    point = None if kept_rules.is_kept(name) else entry_of_game(name)
    try:
        game = kept_rules.load(name, _kept) if point is None else point.load()
        if not isinstance(game, Game):
            raise TypeError(f"{name if point is None else point.value} is no game")
        _ = game.action_type
    except BrokenGame:
        raise
    except Exception as error:
        raise BrokenGame(f"the game {name} does not load: {type(error).__name__}: {error}") from error
    return game


def playable_games() -> tuple[Game[Any], ...]:
    """Return the installed games whose packages load."""
    return tuple(game for name in games() if (game := _playable(name)) is not None)


def _playable(name: str) -> Game[Any] | None:
    try:
        return game_named(name)
    except BrokenGame:
        return None

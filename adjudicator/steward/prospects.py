"""Prospects: how near each seat is to winning, as shares of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.kernel.game import Game
from adjudicator.kernel.match import Match

Worth = Callable[[Any, Sequence[str]], Mapping[str, float]]
"""The part `worth` of a game: from a state, and the seats that play, the prospects of each of them, together one."""


def worth_of(game: Game[Any]) -> Worth | None:
    """Return the worth of a game; None if it has none, so that only the end of a match tells who stands well."""
    worth: Worth | None = game.part("worth") if "worth" in game.parts else None
    return worth


def prospects(match: Match, worth: Worth | None) -> Mapping[str, float]:
    """Return the prospects of all seats: the winners have all of a match that is over."""
    seats = match.header.seats
    if match.result is not None:
        winners = match.result.winners or seats
        return {seat: 1 / len(winners) if seat in winners else 0.0 for seat in seats}
    return dict.fromkeys(seats, 1 / len(seats)) if worth is None else worth(match.state, seats)

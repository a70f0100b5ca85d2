"""How a match of a game begins."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.kernel import refusals
from adjudicator.kernel.chance import Chance, Drawn, commitment
from adjudicator.kernel.game import Game
from adjudicator.kernel.match import Match
from adjudicator.kernel.position import Header, Position
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.steps import stored


def new_match(  # noqa: PLR0913 - what a match begins with
    game: str,
    *,
    options: Mapping[str, Any] | None = None,
    content: Any = None,
    seats: Sequence[str] | None = None,
    seed: bytes | None = None,
    nonces: Sequence[bytes] = (),
    chance: Sequence[Drawn] = (),
) -> Match:
    """Begin a match. Without a seed a random one is taken; `chance` are scripted draws (then the seed may fail to be
    needed). Raises UnknownGame, or Refusal for unknown options or seats.
    """
    owner = game_named(game)
    seats = _checked_seats(owner, seats)
    seed = secrets.token_bytes(32) if seed is None else seed
    chosen = owner.chosen_options(options or {})
    header = Header(owner.id, owner.version, owner.content_hash, seats, chosen, commitment(seed))
    state, frames = owner.start(seats, chosen, content)
    position: Position[Any, Any] = Position(0, 0, 0, stored(frames), state, [])
    return Match.begin(owner, header, position, Chance(seed, nonces=nonces, script=chance))


def _checked_seats(game: Game[Any], seats: Sequence[str] | None) -> tuple[str, ...]:
    if seats is None:
        return game.seats
    unknown = [seat for seat in seats if seat not in game.seats]
    if unknown or len(set(seats)) != len(seats):
        raise refusals.unknown_seat(seat=", ".join(unknown) or "twice", seats=list(game.seats))
    if len(seats) < (game.least_seats or len(game.seats)):
        raise refusals.too_few_seats(least=game.least_seats or len(game.seats))
    return tuple(seat for seat in game.seats if seat in seats)

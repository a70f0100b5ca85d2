"""The next match of a series: what it begins with, and who goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.errors import BrokenGame
from adjudicator.kernel.game import Sequel
from adjudicator.kernel.match import Match


def sequel_of(match: Match) -> Sequel | None:
    """Return what follows on a match, as its game says, or None. Its document is complete.

    Raises:
        BrokenGame: The seats that go on, with those that are open, do not play together.
    """
    found = match.game.sequel(match)
    if found is None:
        return None
    seats, game = [*found.seats.values(), *found.open], match.game
    ordered = tuple(seat for seat in game.seats if seat in seats)
    if len({*seats}) != len(seats) or ordered not in game.seatings(len(seats)) or {*found.seats} - {*game.seats}:
        raise BrokenGame(f"{game.id}: the next match would be played by {', '.join(seats)}")
    if found.document is None:
        return found
    about: dict[str, Any] = {"seats": list(ordered), "options": dict(match.header.options)}
    if game.pack:
        about["content"] = game.content_hash
    return msgspec.structs.replace(found, document=about | found.document)


def next_match(match: Match, sequel: Sequel, *, seed: bytes, nonces: Sequence[bytes] = ()) -> Match:
    """Return the next match, of all seats that go on and all that were open. `nonces` are in the order of its seats.

    Raises:
        DocumentError: The game gave an impossible document.
        Refusal: The game gave something else that is impossible.
    """
    game = match.game
    if sequel.document is not None:
        contents = {game.content_hash: game.pack}
        return Match.from_document(sequel.document, game=game.id, seed=seed, nonces=nonces, contents=contents)
    seats, options = (*sequel.seats.values(), *sequel.open), chosen(match, sequel.options)
    return set_up(game, options=options, seats=seats, seed=seed, nonces=nonces)


def chosen(match: Match, others: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of the next match: those of the finished match, overridden by `others`."""
    return {**match.header.options, **others}

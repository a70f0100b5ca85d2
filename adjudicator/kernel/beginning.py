"""Begin a match of a game."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.kernel import refusals
from adjudicator.kernel.bidding import Bid, Bidding, assign_seats, checked_bid
from adjudicator.kernel.chance import Chance, Drawn, commitment
from adjudicator.kernel.content import with_content
from adjudicator.kernel.game import Game
from adjudicator.kernel.match import Match
from adjudicator.kernel.position import Header, Position
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.steps import stored_frames


def new_match(  # noqa: PLR0913 - what a match begins with
    game: str,
    *,
    options: Mapping[str, Any] | None = None,
    content: Any = None,
    seats: Sequence[str] | None = None,
    players: int | None = None,
    bids: Sequence[Bid] | None = None,
    seed: bytes | None = None,
    nonces: Sequence[bytes] = (),
    chance: Sequence[Drawn] = (),
) -> Match:
    """Begin a match of these seats (of all seats if none are given).

    Without a seed a random one is taken. `chance` are scripted draws (they may make the seed unnecessary). `content`: a
    pack, as the struct of the game or as plain JSON values; without it the default is played.

    With `players` instead of seats, that many people play, and the first draws of the match decide who sits where
    (`Header.places`); the nonces are then in the order of the players. With `bids`, one of each player, the bids decide
    it (`adjudicator.kernel.bidding`), and what is paid for a seat is taken before anything else.

    Raises:
        UnknownGame: There is no such game.
        Refusal: An option or a seat is unknown, or a bid is impossible.
        DocumentError: The pack does not fit the game.
    """
    owner = with_content(game_named(game), content)
    return set_up(
        owner, options=options, seats=seats, players=players, bids=bids, seed=seed, nonces=nonces, chance=chance
    )


def set_up(  # noqa: PLR0913 - what a match begins with
    owner: Game[Any],
    *,
    options: Mapping[str, Any] | None = None,
    seats: Sequence[str] | None = None,
    players: int | None = None,
    bids: Sequence[Bid] | None = None,
    seed: bytes | None = None,
    nonces: Sequence[bytes] = (),
    chance: Sequence[Drawn] = (),
) -> Match:
    """Begin a match as `new_match` does, with the content that the game is bound to."""
    seed = secrets.token_bytes(32) if seed is None else seed
    source = Chance(seed, nonces=nonces, script=chance)
    places: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    bidding: Bidding | msgspec.UnsetType = msgspec.UNSET
    if bids is not None:
        seatings = checked_number(owner, len(bids))
        bids = [checked_bid(bid, owner.bid_unit, seatings) for bid in bids]
        places, bidding = assign_seats(bids, seatings, source)
    elif players is not None:
        places = _drawn(owner, players, source)
    seats = checked_seats(owner, seats if places is msgspec.UNSET else places)
    chosen = owner.chosen_options(options or {})
    header = Header(owner.id, owner.version, owner.content_hash, seats, chosen, commitment(seed), places, bidding)
    state, frames = owner.start(seats, chosen, owner.content)
    if bidding is not msgspec.UNSET and (paid := bidding.paid(header.in_order)):
        frames = [*owner.charge_bids({seat: paid[seat] for seat in seats if seat in paid}), *frames]
    position: Position[Any, Any] = Position(0, 0, 0, stored_frames(frames), state, [])
    return Match.begin(owner, header, position, source)


def _drawn(game: Game[Any], players: int, chance: Chance) -> tuple[str, ...]:
    """Draw the seats of this number of players, in the order in which they joined.

    First which seats play, if there is a choice, then who gets which.
    """
    found = {" ".join(seats): seats for seats in checked_number(game, players)}
    which = chance.pick("seating", "seats", sorted(found), {}) if len(found) > 1 else next(iter(found))
    return tuple(chance.pick_many("places", "seats", found[which], players, {}))


def checked_number(game: Game[Any], players: int) -> Sequence[tuple[str, ...]]:
    """Return the seatings of this number of players.

    Raises:
        Refusal: The game cannot be played by this number.
    """
    if players not in game.numbers:
        raise refusals.wrong_number(players=players, numbers=list(game.numbers))
    return game.seatings(players)


def checked_seats(game: Game[Any], seats: Sequence[str] | None) -> tuple[str, ...]:
    """Return these seats in seat order, or all seats if none are given.

    Raises:
        Refusal: They do not play together.
    """
    if seats is None:
        return game.seats
    if unknown := [seat for seat in seats if seat not in game.seats]:
        raise refusals.unknown_seat(seat=", ".join(unknown), seats=list(game.seats))
    if doubled := next((seat for at, seat in enumerate(seats) if seat in seats[:at]), None):
        raise refusals.seat_twice(seat=doubled)
    if len(seats) < min(game.numbers):
        raise refusals.too_few_seats(least=min(game.numbers))
    ordered, seatings = tuple(seat for seat in game.seats if seat in seats), checked_number(game, len(seats))
    if ordered not in seatings:
        raise refusals.no_seating(seats=list(ordered), seatings=["+".join(seating) for seating in seatings])
    return ordered

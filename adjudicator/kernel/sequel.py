"""The next match of a series: what it begins with, and who goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.kernel import refusals
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.errors import BrokenGame
from adjudicator.kernel.game import Sequel
from adjudicator.kernel.match import Match


class Wishes(msgspec.Struct, frozen=True):
    """What people want of the next match, by their seats of the finished one.

    `leaving`: who does not go on. `seats`: the seats that they would like, the dearest first. `players`: how many play;
    0: as many as the game says, less those who leave.
    """

    leaving: tuple[str, ...] = ()
    seats: Mapping[str, tuple[str, ...]] = {}
    players: int = 0

    def __bool__(self) -> bool:
        return bool(self.leaving or self.seats or self.players)


def sequel_of(match: Match, wishes: Wishes = Wishes()) -> Sequel | None:  # noqa: B008 - it is frozen
    """Return what follows on a match, as its game says and people want, or None. Its document is complete.

    Raises:
        BrokenGame: The seats that go on, with those that are open, do not play together.
        Refusal: `no_choice_of_seats`, `not_in_the_match`, `no_such_seat`, `wrong_number`: the wishes cannot be.
    """
    found = match.game.sequel(match)
    if found is None:
        return None
    if wishes:
        found = _chosen_again(match, found, wishes)
    found = match.game.carried(match, found)
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


def _chosen_again(match: Match, sequel: Sequel, wishes: Wishes) -> Sequel:
    """Return a sequel in which people have chosen their seats in its order.

    Everybody gets the first seat of their wishes, or else the one of the sequel, that still plays with what others have
    chosen; whoever has neither gets the first that does. What is left open are the first seats that play with all.
    """
    game, players = match.game, [*match.header.seats]
    if not sequel.order:
        raise refusals.no_choice_of_seats()
    for seat in (*wishes.leaving, *wishes.seats):
        if seat not in players:
            raise refusals.not_in_the_match(seat=seat, seats=players)
    for seat in (each for ranked in wishes.seats.values() for each in ranked):
        if seat not in game.seats:
            raise refusals.no_such_seat(seat=seat, seats=list(game.seats))
    staying = [seat for seat in sequel.order if seat in sequel.seats and seat not in wishes.leaving]
    number = wishes.players or len(staying) + len(sequel.open)
    possible = [{*seats} for seats in game.seatings(number)] if number >= len(staying) else []
    if not possible:
        raise refusals.wrong_number(players=number, numbers=list(game.numbers))
    taken: dict[str, str] = {}
    for seat in staying:
        wanted = (*wishes.seats.get(seat, ()), sequel.seats[seat], *game.seats)
        free = (each for each in wanted if each not in taken.values())
        taken[seat] = next(each for each in free if any({*taken.values(), each} <= seats for seats in possible))
    held = {*taken.values()}
    there = next(seats for seats in game.seatings(number) if held <= {*seats})
    left = tuple(seat for seat in there if seat not in held)
    return msgspec.structs.replace(sequel, seats=taken, open=left, document=None)


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
    seats, options = (*sequel.seats.values(), *sequel.open), inherited_options(match, sequel.options)
    return set_up(game, options=options, seats=seats, seed=seed, nonces=nonces)


def inherited_options(match: Match, others: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of the next match: those of the finished match, overridden by `others`."""
    return {**match.header.options, **others}

"""Seats that players bid for: what a bid is, and who gets which seat by all bids and by lot.

The highest bid for a seat is served first, then the next highest, as far as the seat is free and plays with those that
are taken. Of equal ones that of the player whose lot came first, and of equal ones of one player the one named first.
So without amounts the lots go round, and each in turn gets the free seat that they like best. Who is left over gets a
seat that is left over, by lot, and pays nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from adjudicator.kernel import refusals
from adjudicator.kernel.chance import Chance


class BidUnit(msgspec.Struct, frozen=True):
    """The unit in which seats are bid for, by language (`{"en": "coins"}`), and the most that may be bid of it."""

    named: Mapping[str, str]
    most: int


class SeatBid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat that somebody bids for, and what they give up for it."""

    seat: str
    amount: int = 0


Bid = tuple[SeatBid, ...]
"""All wishes of one player, the favourite first; none: they bid nothing."""


class Bidding(msgspec.Struct, frozen=True):
    """A record of how seats were given out by bids.

    `bids` are in the order in which people joined, `lots` their numbers as drawn, counted from 1.
    """

    bids: tuple[Bid, ...]
    lots: tuple[int, ...]

    def paid(self, places: Sequence[str]) -> dict[str, int]:
        """Return the amount paid for each seat, where it is not zero; `places` are in the order of joining."""
        bids = zip(places, self.bids, strict=True)
        given = {seat: wish.amount for seat, bid in bids for wish in bid if wish.seat == seat}
        return {seat: amount for seat, amount in given.items() if amount}


Seatings = Sequence[tuple[str, ...]]


def bid_of(wishes: Sequence[SeatBid]) -> Bid:
    """Return a bid as a player has written it.

    Raises:
        Refusal: It names no seat; to bid nothing, the player has to say so in words.
    """
    if not wishes:
        raise refusals.empty_bid()
    return tuple(wishes)


def checked_bid(bid: Bid, unit: BidUnit | None, seatings: Seatings) -> Bid:
    """Return the bid if it is valid.

    Raises:
        Refusal: A seat is unknown or named twice, or an amount is out of range.
    """
    possible = [*dict.fromkeys(seat for seats in seatings for seat in seats)]
    for at, wish in enumerate(bid):
        if wish.seat not in possible:
            raise refusals.unknown_seat(seat=wish.seat, seats=possible)
        if wish.seat in (earlier.seat for earlier in bid[:at]):
            raise refusals.seat_twice(seat=wish.seat)
        if wish.amount and unit is None:
            raise refusals.nothing_to_bid(amount=wish.amount)
        if unit is not None and not 0 <= wish.amount <= unit.most:
            raise refusals.wrong_bid(amount=wish.amount, most=unit.most)
    return bid


def assign_seats(bids: Sequence[Bid], seatings: Seatings, chance: Chance) -> tuple[tuple[str, ...], Bidding]:
    """Return who gets which seat, in the order of joining, by bids that were checked; the lots are drawn."""
    numbers = range(1, len(bids) + 1)
    lots = tuple(chance.pick_many("lots", "players", numbers, len(bids), {}))
    taken: dict[int, str] = {}
    offers = sorted(
        (-wish.amount, lots.index(number), rank, wish.seat)
        for number, bid in zip(numbers, bids, strict=True)
        for rank, wish in enumerate(bid)
    )
    for _, turn, _, seat in offers:
        if lots[turn] not in taken and seat in _free(seatings, taken.values()):
            taken[lots[turn]] = seat
    for number in lots:
        if number not in taken:
            free = _free(seatings, taken.values())
            taken[number] = free[0] if len(free) == 1 else chance.pick("left_over", "seat", free, {"player": number})
    return tuple(taken[number] for number in numbers), Bidding(tuple(bids), lots)


def _free(seatings: Seatings, taken: Collection[str]) -> list[str]:
    """Return the seats that can still be given out: those that play together with the taken ones."""
    fitting = (seats for seats in seatings if {*taken} <= {*seats})
    return [*dict.fromkeys(seat for seats in fitting for seat in seats if seat not in taken)]

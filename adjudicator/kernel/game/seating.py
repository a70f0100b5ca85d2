"""Say who sits where: for a game in which seats may stay empty, are bid for or change hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from adjudicator.kernel.bidding import BidUnit
from adjudicator.kernel.events import Event
from adjudicator.kernel.steps import Frames


class Seating:
    """Say which seats play, and how they are given out."""

    seats: ClassVar[tuple[str, ...]]
    bid_unit: ClassVar[BidUnit | None] = None
    """What players give up for a seat where they bid for seats (`charge_bids`), and how much at most.

    None: they bid an order of preference.
    """

    def seatings(self, players: int) -> Sequence[tuple[str, ...]]:
        """Return the possible choices of `players` seats, each in seat order.

        Empty if so many cannot play. Invitations name only those. The default: all seats, or nobody.
        """
        return (self.seats,) if players == len(self.seats) else ()

    def charge_bids(self, paid: Mapping[str, int]) -> Frames:
        """Return the frames that take what was bid for seats, by seat in seat order.

        They come before those of `start`.
        """
        raise NotImplementedError  # abstract for a game with a `bid_unit`

    def in_play(self, state: Any, seats: Sequence[str]) -> Sequence[str]:
        """Return those of the seats that are still in the game; all, unless a game puts seats out of it.

        They alone agree on an end of the match.
        """
        return seats

    def seat_changes(self, event: Event) -> Mapping[str, str]:
        """Return who changes seats by an event (old seat to new): people move, not pieces."""
        return {}

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The possible numbers of players, the fewest first."""
        return tuple(n for n in range(1, len(self.seats) + 1) if self.seatings(n))

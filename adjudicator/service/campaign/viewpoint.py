"""Define through whose eyes a campaign is looked at."""

from collections.abc import Sequence

import msgspec


class Viewpoint(msgspec.Struct, frozen=True):
    """The viewer: a seat, everybody (`seat` None), or somebody who may know every secret."""

    seat: str | None = None
    everything: bool = False

    @property
    def own(self) -> tuple[str, ...]:
        """Return the seat of who looks, if they have one."""
        return () if self.seat is None else (self.seat,)

    def seats(self, all_seats: Sequence[str]) -> tuple[str, ...]:
        """Return the seats whose knowledge the viewer has."""
        if self.everything:
            return tuple(all_seats)
        return self.own

"""Through whose eyes a command looks: everybody's (the default), a seat's, or everything, when asked for by name.

A moderator may be a player too; what he must not know never shows unless he says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import typer

from cli import acting
from cli.database import looked_at
from cli.errors import Failed
from cli.output import remark

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session

    from adjudicator.service.service import Service
    from adjudicator.store.tables import Campaign


class Eyes(msgspec.Struct, frozen=True):
    """`seat` is None for the public view; `everything` shows the secrets of every seat."""

    seat: str | None = None
    everything: bool = False

    @property
    def seats(self) -> tuple[str, ...]:
        """For `match.view` and `told.to`."""
        return () if self.seat is None else (self.seat,)


def eyes(as_seat: str | None, everything: bool, seats: tuple[str, ...]) -> Eyes:
    """What `--as` and `--all` ask for. Raises Failed for an unknown seat."""
    if as_seat is not None and everything:
        raise typer.BadParameter("--as and --all exclude each other")
    if as_seat is not None and as_seat not in seats:
        raise Failed(f"there is no seat {as_seat}; there are {', '.join(seats)}")
    if everything:
        remark("adjudicator: this shows secrets of every seat")
    if everything or as_seat is not None:
        found = looked_at()
        if found is not None:
            look(found[0], found[1], as_seat)
    return Eyes(as_seat, everything)


def gathering_eyes(session: Session, campaign: Campaign, now: datetime, as_seat: str | None, everything: bool) -> Eyes:
    """The same for a campaign that has no match yet: its seats are those that somebody has."""
    from adjudicator.store.campaigns import seats_at_table

    return eyes(as_seat, everything, tuple(seat.name for seat in seats_at_table(session, campaign.id, now)))


def look(service: Service, campaign: Campaign, seat: str | None) -> None:
    """Before anything is shown that not everybody knows: it is written down, and told where it must be told.

    `seat` None means everything. Raises Failed where a moderator who plays has not said `--open-eyes`.
    """
    from adjudicator.service.play import disclosures

    try:
        disclosures.look(
            service, campaign.id, by=acting.author(), command=acting.command(), seat=seat, openly=acting.openly()
        )
    except disclosures.NotOpenly as not_openly:
        raise Failed(
            f"{not_openly}: only --as {' or --as '.join(not_openly.seats)} shows no more than that; "
            "adjudicator --open-eyes … shows it, writes it down, and tells everybody at the table"
        ) from None

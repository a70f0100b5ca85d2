"""Through whose eyes a command looks: everybody's (the default), a seat's, or everything, when asked for by name.

A moderator may be a player too; what he must not know never shows unless he says so.
"""

from __future__ import annotations

import msgspec
import typer

from cli.errors import Failed
from cli.output import remark


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
    return Eyes(as_seat, everything)

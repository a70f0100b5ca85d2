"""One way to carry a deed out: rights, the position it is meant for, the deed itself with its mails and its trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy.orm import Session

from adjudicator.service.campaign.matches import Table, table_of_campaign
from adjudicator.service.clocks import more_time
from adjudicator.service.clocks.more_time import NoMoreTime
from adjudicator.service.desk import deeds, draws, ending, entering, forcing, moderators, people
from adjudicator.service.desk.deeds import Author, CannotBe, Deed
from adjudicator.service.service import Service
from adjudicator.service.timing import Absence

Way = Callable[[Session, Service, Table, Any, str], None]


def perform(session: Session, service: Service, table: Table, deed: Deed, author: Author) -> Table:
    """Do it, in the caller's transaction, with the campaign locked. Returns the table as it is then.

    Raises CannotBe with the reason; then the transaction must not be committed.
    """
    check(table, deed, author)
    _WAYS[type(deed)](session, service, table, deed, author.signed)
    session.flush()
    session.expire_all()
    return table_of_campaign(session, table.campaign.id, service.clock.now())


def check(table: Table, deed: Deed, author: Author) -> None:
    """Whether the author may, and whether the campaign stands where the deed is meant for. Raises CannotBe."""
    wanted = deeds.needed(deed)
    if not author.right.allows(wanted):
        raise CannotBe("right", right=author.right.value, wanted=wanted.value)
    meant = getattr(deed, "log", None)
    if meant is not None and meant != table.head.sequence:
        raise CannotBe("not_now", meant=str(meant), now=str(table.head.sequence))


def _in_time(way: Callable[[Session, Service, Table, Any, str], None]) -> Way:
    """The same words of refusal for everything about time."""

    def go(session: Session, service: Service, table: Table, deed: Any, by: str) -> None:
        try:
            way(session, service, table, deed, by)
        except NoMoreTime as why:
            raise CannotBe(_TROUBLES.get(why.trouble, "not_running")) from None

    return go


def _pause(session: Session, service: Service, table: Table, deed: deeds.Pause, by: str) -> None:
    more_time.pause(session, service, table, by=by, reason=deed.reason)


def _resume(session: Session, service: Service, table: Table, deed: deeds.Resume, by: str) -> None:
    more_time.resume(session, service, table, by=by, reason=deed.reason)


def _extend(session: Session, service: Service, table: Table, deed: deeds.Extend, by: str) -> None:
    now = service.clock.now()
    if deed.until is not None and deed.until <= now:
        raise CannotBe("past")
    seats = tuple(people.seat_named(table, name).name for name in deed.seats)
    more_time.extend(
        session, service, table, by=by, hours=deed.hours, until=deed.until, seats=seats, reason=deed.reason
    )


def _absent(session: Session, service: Service, table: Table, deed: deeds.Absent, by: str) -> None:
    seat = people.seat_named(table, deed.seat)
    more_time.be_absent(session, service, table, seat, Absence(deed.first, deed.last), granted_by=by)


_TROUBLES: dict[str, deeds.Trouble] = {
    "not_running": "not_running", "not_paused": "not_paused", "nobody": "nobody", "no_deadline": "no_deadline",
}  # fmt: skip
_WAYS: dict[type[Any], Way] = {
    deeds.Pause: _in_time(_pause),
    deeds.Resume: _in_time(_resume),
    deeds.Extend: _in_time(_extend),
    deeds.Absent: _in_time(_absent),
    deeds.Remind: forcing.remind,
    deeds.Policy: forcing.change_policy,
    deeds.Process: forcing.process,
    deeds.Enter: entering.enter,
    deeds.Draw: draws.draw,
    deeds.DrawsBy: draws.draws_by,
    deeds.Replace: people.replace,
    deeds.Eject: people.eject,
    deeds.Hold: people.hold,
    deeds.Release: people.release,
    deeds.Close: ending.close,
    deeds.Archive: ending.archive,
    deeds.Appoint: moderators.appoint,
    deeds.Dismiss: moderators.dismiss,
}

"""Orders that a moderator types for a seat: by the same way as those of a mail, and told to the seat."""

from __future__ import annotations

from sqlalchemy.orm import Session

from adjudicator.reports.model import Outcome
from adjudicator.service.campaign.matches import Table
from adjudicator.service.desk.deeds import CannotBe, Enter
from adjudicator.service.desk.forcing import running
from adjudicator.service.desk.people import seat_named
from adjudicator.service.desk.trail import note
from adjudicator.service.play.ordering import OrderMail, dry_run, take_orders
from adjudicator.service.service import Service

REFUSED = frozenset((Outcome.REFUSED, Outcome.UNREADABLE, Outcome.AMBIGUOUS, Outcome.LATE))


def enter(session: Session, service: Service, table: Table, deed: Enter, by: str) -> None:
    """Carry the lines out. Raises CannotBe where one of them is refused; then nothing is done."""
    running(table)
    seat = seat_named(table, deed.seat)
    wrong = [line.original for line in dry_run(session, table, seat, deed.lines) if line.outcome in REFUSED]
    if wrong:
        raise CannotBe("bad_orders", seat=deed.seat, lines="; ".join(wrong))
    now = service.clock.now()
    mail = OrderMail(lines=deed.lines, originals=deed.lines, received_at=now, notes=("entered",))
    take_orders(session, service, table, seat, mail)
    note(session, table, by, deed, now)

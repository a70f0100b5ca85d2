"""What a moderator does with mails that were set aside: let through, drop, read once more.

Nothing of a mail is shown here, so that a moderator who plays may use it on mails of other seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from sqlalchemy.orm import Session

from adjudicator.mail import Nature
from adjudicator.service.desk.errors import NotPossible
from adjudicator.service.desk.moderators import right_of
from adjudicator.service.desk.rights import Right
from adjudicator.service.inbox import held_mails
from adjudicator.service.inbox.arrival import read
from adjudicator.service.inbox.handling import handle
from adjudicator.service.service import Service
from adjudicator.store import audits, campaigns, mails
from adjudicator.store.audits import INSTALLATION
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import StoreBusy, lock_campaign, reading, writing
from adjudicator.store.tables import InboundMail, InboundStatus, SeatKind, Telling


class Treated(msgspec.Struct, frozen=True):
    """What became of a mail."""

    mail_id: int
    status: InboundStatus
    reason: str


def release(service: Service, mail_id: int, *, by: str, seat: str | None = None, reason: str = "") -> Treated:
    """Let a mail through as if its seat (or the named one) had proven that it wrote it, with its time of arrival.

    Raises NotPossible.
    """
    with _treating(service, mail_id, by) as (session, row):
        if row.status not in mails.SET_ASIDE:
            raise NotPossible(f"the mail is {row.status}: only held and quarantined ones can be released")
        if read(row.raw, service.own, service.mail_limits).nature is not Nature.PERSON:
            raise NotPossible("nobody wrote this mail to be read: it is automatic, broken or too large")
        chosen = _seat(session, service, row, seat)
        person = held_mails.who_orders(chosen)
        if person is None:
            raise NotPossible(f"nobody gives the orders of {chosen.name} now")
        row.seat_id = chosen.id
        session.flush()
        held_mails.release(session, row, person, service.clock.now())
        details = {"seat": chosen.name, "reason": reason}
        _record(session, service, row, audits.NewAct(by, "mail release", details, Telling.REPORT))
    return _handled(service, mail_id)


def reject(service: Service, mail_id: int, *, by: str, reason: str = "") -> Treated:
    """Drop a mail that was set aside: its code counts no more, nobody is told. Raises NotPossible."""
    with _treating(service, mail_id, by) as (session, row):
        if not mails.drop(session, mail_id, f"rejected by {by}" + (f": {reason}" if reason else "")):
            raise NotPossible(f"the mail is {row.status}: only held and quarantined ones can be rejected")
        _record(session, service, row, audits.NewAct(by, "mail reject", {"reason": reason}, Telling.NOBODY))
    return _told(service, mail_id)


def reprocess(service: Service, mail_id: int, *, by: str) -> Treated:
    """Read and judge a mail once more, as if it had just come: after a setting or a defect was mended.

    Raises NotPossible for a mail that has had an effect.
    """
    with _treating(service, mail_id, by) as (session, row):
        if not mails.reprocess(session, mail_id, service.clock.now()):
            raise NotPossible(f"the mail is {row.status}: what it did would be done twice")
        _record(session, service, row, audits.NewAct(by, "mail reprocess", {}, Telling.NOBODY))
    return _handled(service, mail_id)


def _row(session: Session, mail_id: int) -> InboundMail:
    row = mails.load(session, mail_id)
    if row is None:
        raise NotPossible(f"there is no mail in-{mail_id}")
    return row


@contextmanager
def _treating(service: Service, mail_id: int, by: str) -> Iterator[tuple[Session, InboundMail]]:
    """The mail, its campaign locked. Raises NotPossible for a moderator of it who may do other things only."""
    with writing(service.engine) as session:
        row = _row(session, mail_id)
        if row.campaign_id is not None:
            right = right_of(campaigns.seats_at_table(session, row.campaign_id, service.clock.now()), by)
            if not right.allows(Right.MAIL):
                raise NotPossible(f"{by} moderates with the right “{right}” only; this needs “{Right.MAIL}”")
            lock_campaign(session, row.campaign_id)
        yield session, row


def _seat(session: Session, service: Service, row: InboundMail, name: str | None) -> SeatAtTable:
    if row.campaign_id is None:
        raise NotPossible("the mail belongs to no campaign; its author has to answer a mail of ours")
    seats = campaigns.seats_at_table(session, row.campaign_id, service.clock.now())
    if name is None:
        found = next((seat for seat in seats if seat.id == row.seat_id), None)
    else:
        found = next((seat for seat in seats if seat.name == name), None)
    if found is None:
        names = ", ".join(seat.name for seat in seats if seat.kind is SeatKind.PLAYER)
        raise NotPossible(f"say for which seat it counts (--seat): {names}")
    return found


def _record(session: Session, service: Service, row: InboundMail, act: audits.NewAct) -> None:
    given = {"mail": f"in-{row.id}", **{name: value for name, value in act.details.items() if value}}
    told = msgspec.structs.replace(act, details=given)
    audits.record(session, row.campaign_id or INSTALLATION, told, service.clock.now())


def _handled(service: Service, mail_id: int) -> Treated:
    """At once; if a worker holds the campaign, it does it."""
    try:
        handle(service, mail_id)
    except StoreBusy:
        service.wakes.mail(mail_id)
    return _told(service, mail_id)


def _told(service: Service, mail_id: int) -> Treated:
    with reading(service.engine) as session:
        row = _row(session, mail_id)
        return Treated(mail_id, row.status, row.reason)

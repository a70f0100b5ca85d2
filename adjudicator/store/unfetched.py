"""Messages that a mail server does not give out: tried again after growing pauses, and no other waits for them."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.statements import storable
from adjudicator.store.tables import UnfetchedMail, table_of

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=6)


def noted(session: Session, mailbox: str) -> Sequence[UnfetchedMail]:
    """Return the messages of a folder that could not be fetched, also of former numberings."""
    return session.scalars(select(UnfetchedMail).where(col(UnfetchedMail.mailbox) == mailbox)).all()


def note(session: Session, mailbox: str, uidvalidity: int, uid: int, now: datetime, why: str) -> None:
    """Note that a message could not be fetched; the pause until the next attempt is as long as it has failed so far."""
    row = session.get(UnfetchedMail, (mailbox, uidvalidity, uid))
    if row is None:
        row = UnfetchedMail(mailbox=mailbox, uidvalidity=uidvalidity, uid=uid, failed_at=now, due_at=now, why="")
        session.add(row)
    pause = min(max(now - row.failed_at, FIRST_PAUSE), LONGEST_PAUSE)
    row.due_at, row.why = now + pause, storable(why)


def forget(session: Session, mailbox: str, uidvalidity: int, uids: Collection[int]) -> None:
    """Forget messages that are stored now, or are gone; and all of the folder as it was numbered before."""
    table = table_of(UnfetchedMail)
    here = table.c.mailbox == mailbox
    session.execute(delete(table).where(here, table.c.uidvalidity == uidvalidity, table.c.uid.in_(uids)))
    session.execute(delete(table).where(here, table.c.uidvalidity != uidvalidity))


def all_noted(session: Session) -> Sequence[UnfetchedMail]:
    """Return all messages that could not be fetched, the oldest failure first."""
    return session.scalars(select(UnfetchedMail).order_by(col(UnfetchedMail.failed_at), col(UnfetchedMail.uid))).all()

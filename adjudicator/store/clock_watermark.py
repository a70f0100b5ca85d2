"""The time of an installation: the latest moment that it has seen, which no clock that jumps can move."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store import inbound, outbound
from adjudicator.store.statements import execute_change
from adjudicator.store.tables import ReadMailbox, SeenClock, table_of

STEP = timedelta(seconds=10)
"""The moment is not moved on by less: all processes would wait for one row."""
_ONLY = 1


def latest_moment(session: Session) -> datetime | None:
    """Return the latest moment that was believed. None: no process has ever been at work here."""
    return session.scalar(select(col(SeenClock.seen_at)).where(col(SeenClock.id) == _ONLY))


def see(session: Session, now: datetime) -> None:
    """Record the time that a process believes."""
    row = table_of(SeenClock)
    if execute_change(session, update(row).where(row.c.id == _ONLY, row.c.seen_at < now - STEP).values(seen_at=now)):
        return
    if latest_moment(session) is None:
        try:
            with session.begin_nested():
                session.execute(insert(row).values(id=_ONLY, seen_at=now))
        except IntegrityError:
            pass  # another process has stored its first moment at the same time


def accept(session: Session, now: datetime) -> None:
    """Accept this time, whatever was seen before; messages scheduled by a wrong later time wait no longer."""
    before = latest_moment(session)
    row = table_of(SeenClock)
    if before is None:
        see(session, now)
        return
    session.execute(update(row).where(row.c.id == _ONLY).values(seen_at=now, asked_at=None, told_at=None))
    if now < before:
        session.execute(update(row).where(row.c.id == _ONLY, row.c.fetched_at > now).values(fetched_at=now))
        others = table_of(ReadMailbox)
        session.execute(update(others).where(others.c.fetched_at > now).values(fetched_at=now))
        inbound.release(session, now)
        outbound.release(session, now, planned=True)


def forget(session: Session) -> None:
    """Forget what was seen: the database was put back, so it belongs to another time."""
    session.execute(delete(table_of(SeenClock)))
    session.execute(delete(table_of(ReadMailbox)))


def note_fetched(session: Session, moment: datetime, mailbox: str = "") -> None:
    """Note that all messages that had come to a mailbox by a moment are stored."""
    if mailbox:
        _fetched_of_another(session, moment, mailbox)
        return
    row = table_of(SeenClock)
    earlier = or_(row.c.fetched_at.is_(None), row.c.fetched_at < moment)
    session.execute(update(row).where(row.c.id == _ONLY, earlier).values(fetched_at=moment))


def _fetched_of_another(session: Session, moment: datetime, mailbox: str) -> None:
    row = table_of(ReadMailbox)
    known = session.scalar(select(row.c.fetched_at).where(row.c.name == mailbox))
    if known is not None:
        earlier = (row.c.name == mailbox, row.c.fetched_at < moment)
        session.execute(update(row).where(*earlier).values(fetched_at=moment))
        return
    try:
        with session.begin_nested():
            session.execute(insert(row).values(name=mailbox, fetched_at=moment))
    except IntegrityError:
        pass  # somebody else has looked into it for the first time at the same moment


def fetched_until(session: Session) -> datetime | None:
    """Return by when all that had come to the main mailbox is stored; None: no poller has ever been at work."""
    return session.scalar(select(col(SeenClock.fetched_at)).where(col(SeenClock.id) == _ONLY))


def others_fetched_until(session: Session) -> dict[str, datetime]:
    """Return until when messages were fetched, for every other mailbox that was ever looked into."""
    row = table_of(ReadMailbox).c
    return {each.name: each.fetched_at for each in session.execute(select(row.name, row.fetched_at))}


def looked_into(session: Session, mailbox: str, moment: datetime) -> bool:
    """Return whether all that had come to a mailbox by a moment is stored; true where no poller was ever at work."""
    main = fetched_until(session)
    if not mailbox or main is None:
        return main is None or main >= moment
    row = table_of(ReadMailbox).c
    return session.scalar(select(row.fetched_at).where(row.name == mailbox, row.fetched_at >= moment)) is not None


def asks(session: Session, now: datetime, pause: timedelta) -> bool:
    """Return whether it is this process that asks a mail server for the time now: one does, once in a pause."""
    return _first(session, table_of(SeenClock).c.asked_at, now, pause)


def tells(session: Session, now: datetime, pause: timedelta) -> bool:
    """Return whether it is this process that tells the operator now, likewise."""
    return _first(session, table_of(SeenClock).c.told_at, now, pause)


def _first(session: Session, last: ColumnElement[datetime | None], now: datetime, pause: timedelta) -> bool:
    row = table_of(SeenClock)
    due = or_(last.is_(None), last <= now - pause, last > now + pause)
    return bool(execute_change(session, update(row).where(row.c.id == _ONLY, due).values({last: now})))

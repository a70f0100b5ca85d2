"""Keep what the operator, or a player, is told once in a while, so that of several processes one tells it."""

from datetime import datetime, timedelta
from hashlib import sha256

from sqlalchemy import delete, insert, or_, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from adjudicator.store.statements import execute_change
from adjudicator.store.tables import Alarm, table_of


def tells(session: Session, what: str, now: datetime, pause: timedelta) -> bool:
    """Return whether it is this process that tells it now: one does, once in a pause."""
    row, name = table_of(Alarm), sha256(what.encode()).hexdigest()
    due = or_(row.c.told_at <= now - pause, row.c.told_at > now + pause)
    if execute_change(session, update(row).where(row.c.name == name, due).values(told_at=now)):
        return True
    try:
        with session.begin_nested():
            session.execute(insert(row).values(name=name, told_at=now))
    except IntegrityError:
        return False  # it was told, or somebody else tells it at the same moment
    return True


def forget(session: Session) -> None:
    """Forget which alarms were told: the database was put back, so they belong to another time."""
    session.execute(delete(table_of(Alarm)))

"""Processes that are at work, by their heartbeats, and what they had in hand when these end.

Nobody compares clocks here: who watches counts the beats of the others (`worker.heartbeat`).
"""

from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Table, delete, insert, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.inbound import WOKEN
from adjudicator.store.statements import execute_change
from adjudicator.store.tables import (
    ChannelNotice,
    InboundMail,
    InboundStatus,
    NoticeState,
    OutboundMail,
    OutboundState,
    Process,
    ProcessKind,
    table_of,
)


class Self(Struct, frozen=True):
    """A process as it tells of itself: the first four fields of `Process`, when it began, and its shards."""

    id: int
    kind: ProcessKind
    host: str
    pid: int
    started_at: datetime
    shards: str | None = None


def beat(session: Session, own: Self, now: datetime, clock_at: datetime | None = None) -> None:
    """Record that a process is alive. The first beat makes it known, as does one after its row was forgotten.

    `clock_at`: what the clock of its machine says, if the process does not believe it.
    """
    row = table_of(Process)
    told = {"beaten_at": now, "lost": False, "clock_at": clock_at}
    if not execute_change(session, update(row).where(row.c.id == own.id).values(beats=row.c.beats + 1, **told)):
        session.execute(insert(row).values(**asdict(own), beats=1, **told))


def processes(session: Session) -> tuple[Process, ...]:
    """Return all that have not ended as they should, those aside that were forgotten."""
    return tuple(session.scalars(select(Process).order_by(col(Process.kind), col(Process.started_at), col(Process.id))))


def lose(session: Session, silent: Process, now: datetime) -> bool:
    """Free what a process has in hand that has not beaten since it was read. Returns False if it has, or is lost."""
    row = table_of(Process)
    unchanged = (row.c.id == silent.id, row.c.beats == silent.beats, row.c.lost.is_(False))
    if not execute_change(session, update(row).where(*unchanged).values(lost=True)):
        return False
    _free(session, silent.id, now)
    return True


def end(session: Session, id: int, now: datetime) -> None:
    """Record that a process ends as it should: its row is deleted, and what it had claimed is free."""
    session.execute(delete(table_of(Process)).where(col(Process.id) == id))
    _free(session, id, now)


def forget(session: Session, since: datetime) -> None:
    """Take those off the list that have not beaten since a moment."""
    session.execute(delete(table_of(Process)).where(col(Process.beaten_at) < since))


def end_all(session: Session, now: datetime) -> None:
    """End all: nobody is at work, as the database was put back, and tells of the processes of an earlier day."""
    for each in processes(session):
        end(session, each.id, now)


def free_woken(session: Session, now: datetime) -> None:
    """Make messages due that a worker was woken for but none has begun, because the wake-ups are lost."""
    inbound = table_of(InboundMail)
    _due(session, inbound, inbound.c.status == InboundStatus.RECEIVED, (WOKEN,), now)


def _free(session: Session, id: int, now: datetime) -> None:
    """Make due the mails and notices that a process had in hand.

    So are mails that somebody was woken for: the wake-up may be lost.
    """
    inbound, outbound, notice = table_of(InboundMail), table_of(OutboundMail), table_of(ChannelNotice)
    _due(session, inbound, inbound.c.status == InboundStatus.RECEIVED, (id, WOKEN), now)
    _due(session, outbound, outbound.c.state.in_((OutboundState.QUEUED, OutboundState.RENDERED)), (id,), now)
    _due(session, notice, notice.c.state == NoticeState.QUEUED, (id,), now)


def _due(session: Session, queue: Table, waiting: object, holders: tuple[int, ...], now: datetime) -> None:
    """Make them due now, but for those that somebody works on at this moment: a heart waits for no lock."""
    held = select(queue.c.id).where(waiting, queue.c.holder.in_(holders)).with_for_update(skip_locked=True)  # type: ignore[arg-type]
    session.execute(update(queue).where(queue.c.id.in_(held)).values(due_at=now, holder=None))

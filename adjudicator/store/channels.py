"""Channels beside the mails: where notices go, and the queue of those that have not arrived."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.outbound import Lease
from adjudicator.store.statements import execute_change, storable
from adjudicator.store.tables import Channel, ChannelNotice, NoticeState, table_of


class Tally(Struct, frozen=True):
    """The numbers of notices that have arrived, were given up, and wait; moments are None where none waits."""

    delivered: int
    failed: int
    waiting: int
    waiting_since: datetime | None
    """The time when the oldest waiting notice was queued."""
    unsent_since: datetime | None
    """The time since when the oldest notice is due: one that waits for its next try is not."""
    failing: int
    """Channels whose last notice was given up."""


def of_campaign(session: Session, campaign_id: int) -> tuple[Channel, ...]:
    """Return the channels of a campaign and of its seats that are not removed, in the order of their numbers."""
    own = (col(Channel.campaign_id) == campaign_id, col(Channel.removed_at).is_(None))
    return tuple(session.scalars(select(Channel).where(*own).order_by(col(Channel.number))))


def waiting(session: Session, channel: Channel) -> tuple[int, str]:
    """Return how many notices wait for a channel, and why the oldest has not arrived; empty where it was not tried."""
    queued = (col(ChannelNotice.channel_id) == channel.id, col(ChannelNotice.state) == NoticeState.QUEUED)
    found = session.scalars(select(col(ChannelNotice.error)).where(*queued).order_by(col(ChannelNotice.id))).all()
    return len(found), found[0] if found else ""


def next_number(session: Session, campaign_id: int) -> int:
    """Return the number for a new channel; one that was removed keeps its own."""
    last = select(func.max(table_of(Channel).c.number)).where(table_of(Channel).c.campaign_id == campaign_id)
    return (session.scalar(last) or 0) + 1


def remove(session: Session, channel: Channel, at: datetime) -> None:
    """Send nothing there any more, and let nobody read where it was."""
    channel.url, channel.secret, channel.removed_at = b"", b"", at
    table = table_of(ChannelNotice)
    waiting = (table.c.channel_id == channel.id, table.c.state == NoticeState.QUEUED)
    execute_change(session, update(table).where(*waiting).values(state=NoticeState.CANCELLED))
    session.flush()


def remove_of_person(session: Session, person_id: int, at: datetime) -> int:
    """Remove all that were a person's own. Returns how many they were."""
    own = (col(Channel.person_id) == person_id, col(Channel.removed_at).is_(None))
    found = session.scalars(select(Channel).where(*own)).all()
    for channel in found:
        remove(session, channel, at)
    return len(found)


def any_due(session: Session, now: datetime) -> bool:
    """Return whether a notice waits to be sent."""
    notice = table_of(ChannelNotice).c
    due = select(notice.id).where(notice.state == NoticeState.QUEUED, notice.due_at <= now)
    return session.scalar(due.limit(1)) is not None


def claim(session: Session, now: datetime, lease: Lease, limit: int) -> Sequence[tuple[ChannelNotice, Channel]]:
    """Claim notices to send, the oldest first, at most one of each channel.

    So one that does not answer keeps no other waiting.

    Until the lease is over nobody else gets them. Commit before they are sent.
    """
    notice = table_of(ChannelNotice).c
    due = (notice.state == NoticeState.QUEUED, notice.due_at <= now)
    oldest = select(func.min(notice.id)).where(*due).group_by(notice.channel_id).limit(limit)
    free = select(notice.id).where(notice.id.in_(oldest.scalar_subquery()), *due).with_for_update(skip_locked=True)
    taken = session.scalars(
        update(ChannelNotice)
        .where(col(ChannelNotice.id).in_(free))
        .values(attempts=ChannelNotice.attempts + 1, due_at=now + lease.lasts, holder=lease.holder)
        .returning(ChannelNotice)
    ).all()
    channels = select(Channel).where(col(Channel.id).in_({row.channel_id for row in taken}))
    where = {channel.id: channel for channel in session.scalars(channels)}
    return [(row, where[row.channel_id]) for row in sorted(taken, key=lambda row: row.id)]


def still_to_go(session: Session, notice: ChannelNotice) -> bool:
    """Return whether a claimed notice is still ours to send: its channel not removed, and taken by nobody else."""
    row = table_of(ChannelNotice).c
    found = session.execute(select(row.state, row.due_at).where(row.id == notice.id)).first()
    return found is not None and (found[0], found[1]) == (NoticeState.QUEUED, notice.due_at)


def arrived(session: Session, notice: ChannelNotice) -> None:
    """Note that the other end has taken a notice."""
    if _settle(session, notice, NoticeState.DELIVERED, ""):
        table = table_of(Channel)
        counted = {"delivered": table.c.delivered + 1, "failing_since": None}
        execute_change(session, update(table).where(table.c.id == notice.channel_id).values(counted))


def try_again(session: Session, notice: ChannelNotice, due_at: datetime, error: str) -> None:
    """Schedule another try, not before `due_at`."""
    table = table_of(ChannelNotice)
    waiting = (table.c.id == notice.id, table.c.state == NoticeState.QUEUED)
    execute_change(
        session, update(table).where(*waiting).values(due_at=due_at, error=storable(error, 200), holder=None)
    )


def give_up(session: Session, notice: ChannelNotice, now: datetime, error: str) -> bool:
    """Note that a notice will never arrive.

    Returns whether it is the first one since the last that arrived.
    """
    if not _settle(session, notice, NoticeState.FAILED, error):
        return False
    table = table_of(Channel)
    own = table.c.id == notice.channel_id
    execute_change(session, update(table).where(own).values(failed=table.c.failed + 1))
    return (
        execute_change(session, update(table).where(own, table.c.failing_since.is_(None)).values(failing_since=now))
        == 1
    )


def failing(session: Session) -> Sequence[Channel]:
    """Return the channels whose last notice was given up, the oldest trouble first."""
    since = col(Channel.failing_since)
    return session.scalars(
        select(Channel).where(since.is_not(None), col(Channel.removed_at).is_(None)).order_by(since)
    ).all()


def tally(session: Session, now: datetime) -> Tally:
    """Return the figures of the installation."""
    channel, notice = table_of(Channel).c, table_of(ChannelNotice).c
    fails = func.count().filter(channel.failing_since.is_not(None), channel.removed_at.is_(None))
    done = select(func.coalesce(func.sum(channel.delivered), 0), func.coalesce(func.sum(channel.failed), 0), fails)
    delivered, failed, failing = session.execute(done).one()
    due = func.min(notice.due_at).filter(notice.due_at <= now)
    queued = select(func.count(), func.min(notice.queued_at), due).where(notice.state == NoticeState.QUEUED)
    waiting, oldest, unsent = session.execute(queued).one()
    return Tally(int(delivered), int(failed), waiting, oldest, unsent, failing)


def drop(session: Session, notice: ChannelNotice) -> None:
    """Cancel a notice that is not to be sent any more."""
    _settle(session, notice, NoticeState.CANCELLED, "")


def _settle(session: Session, notice: ChannelNotice, state: NoticeState, error: str) -> bool:
    table = table_of(ChannelNotice)
    waiting = (table.c.id == notice.id, table.c.state == NoticeState.QUEUED)
    values = {"state": state, "error": storable(error, 200), "holder": None}
    return execute_change(session, update(table).where(*waiting).values(values)) == 1

"""The processes that work on an installation, and the time as they have seen it."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Text
from sqlmodel import Field

from adjudicator.store.tables.columns import ID, MAILBOX, Row, UtcDateTime, one_of


class ProcessKind(StrEnum):
    """The work of a process. ``serve`` does it all."""

    SERVE = "serve"
    POLLER = "poller"
    WORKER = "worker"
    SENDER = "sender"
    THINKER = "thinker"
    BEAT = "beat"


class Process(Row, table=True):
    """A process at work; gone when it has ended as it should.

    ``id`` is drawn at random and never used again. ``beats`` grows every few seconds: others see by it, and by no
    clock, that it lives. ``beaten_at`` is for people. ``lost``: it fell silent, and what it had in hand was freed.
    ``clock_at``: what the clock of its machine said at the last beat, where the process does not believe it.
    ``shards``: of a worker the shards of the campaigns whose mails it takes, by number, with commas; none: all
    campaigns have one queue, or the process is of an earlier version.
    """

    __tablename__ = "process"

    id: int = Field(primary_key=True, sa_type=ID)
    kind: ProcessKind = Field(sa_type=one_of(ProcessKind))
    host: str = Field(max_length=255)
    pid: int
    started_at: datetime = Field(sa_type=UtcDateTime)
    beaten_at: datetime = Field(sa_type=UtcDateTime)
    beats: int = 0
    lost: bool = False
    clock_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    shards: str | None = Field(default=None, sa_type=Text)


class SeenClock(Row, table=True):
    """The one row about the time of an installation.

    ``seen_at``: the latest moment that a process has believed, moved on every few seconds. While the clock of a machine
    is not believed: when the mail server was last asked for the time, and when the operator was last told.
    ``fetched_at``: whatever had come to the main mailbox by then is stored; none while no poller has ever been at work.
    """

    __tablename__ = "clock"

    id: int = Field(primary_key=True)
    seen_at: datetime = Field(sa_type=UtcDateTime)
    asked_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    told_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    fetched_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class Alarm(Row, table=True):
    """An alarm that the operator was told, and when for the last time. ``name``: a hash of what is wrong."""

    __tablename__ = "alarm"

    name: str = Field(primary_key=True, max_length=64)
    told_at: datetime = Field(sa_type=UtcDateTime)


class ReadMailbox(Row, table=True):
    """Another mailbox than the main one, and the moment by which whatever had come to it is stored."""

    __tablename__ = "mailbox"

    name: str = Field(primary_key=True, sa_type=MAILBOX)
    fetched_at: datetime = Field(sa_type=UtcDateTime)

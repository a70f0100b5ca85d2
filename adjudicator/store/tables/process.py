"""The processes that work on an installation."""

from datetime import datetime
from enum import StrEnum

from sqlmodel import Field

from adjudicator.store.tables.columns import ID, Row, UtcDateTime, one_of


class ProcessKind(StrEnum):
    """What a process does. ``serve`` does it all."""

    SERVE = "serve"
    POLLER = "poller"
    WORKER = "worker"
    SENDER = "sender"
    BEAT = "beat"


class Process(Row, table=True):
    """A process at work; gone when it has ended as it should.

    ``id`` is drawn at random and never used again. ``beats`` grows every few seconds: others see by it, and by no
    clock, that it lives. ``beaten_at`` is for people. ``lost``: it fell silent, and what it had in hand was freed.
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

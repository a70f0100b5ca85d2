"""Channels beside the mails, and the notices that go there."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Index, LargeBinary, UniqueConstraint
from sqlmodel import Field

from adjudicator.store.tables.columns import ID, Row, SealedBytes, UtcDateTime, one_of


class NoticeState(StrEnum):
    """The state of a notice. ``cancelled``: its channel was removed before it went."""

    QUEUED = "queued"
    DELIVERED = "delivered"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Channel(Row, table=True):
    """The target of notices of a campaign, or with a ``seat_id`` of a seat, while ``person_id`` gives its orders.

    ``number`` counts those of its campaign. ``url`` and ``secret`` (with which notices are signed) are emptied when it
    is removed. ``events``: which ones, with commas. ``told``: the public facts that it was told last.
    ``failing_since``: when the first notice was given up of those that did not arrive one after another.
    """

    __tablename__ = "channel"
    __table_args__ = (UniqueConstraint("campaign_id", "number"),)

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    campaign_id: int = Field(foreign_key="campaign.id", sa_type=ID)
    seat_id: int | None = Field(default=None, foreign_key="seat.id", sa_type=ID)
    person_id: int | None = Field(default=None, foreign_key="person.id", sa_type=ID)
    number: int
    url: bytes = Field(sa_type=SealedBytes)
    secret: bytes = Field(sa_type=SealedBytes)
    events: str = Field(max_length=64)
    language: str = Field(max_length=8)
    added_at: datetime = Field(sa_type=UtcDateTime)
    removed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    told: bytes | None = Field(default=None, sa_type=LargeBinary)
    failing_since: datetime | None = Field(default=None, sa_type=UtcDateTime)
    delivered: int = 0
    failed: int = 0


class ChannelNotice(Row, table=True):
    """A notice for a channel, queued in the transaction that caused it; ``name`` is the id that every try carries.

    ``facts`` are what it is written from. ``due_at``: not to be taken before; a lease and the pause after a failure
    push it forward. ``holder``: the process that has it in hand; its lease ends with that process's heartbeat.
    """

    __tablename__ = "channel_notice"
    __table_args__ = (Index(None, "state", "due_at"),)

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    channel_id: int = Field(foreign_key="channel.id", index=True, sa_type=ID)
    name: str = Field(unique=True, max_length=64)
    facts: bytes = Field(sa_type=SealedBytes)
    state: NoticeState = Field(default=NoticeState.QUEUED, sa_type=one_of(NoticeState))
    queued_at: datetime = Field(sa_type=UtcDateTime)
    due_at: datetime = Field(sa_type=UtcDateTime)
    attempts: int = 0
    holder: int | None = Field(default=None, sa_type=ID)
    error: str = Field(default="", max_length=200)

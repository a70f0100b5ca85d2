"""Mail in and out: the queues of record."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Index, LargeBinary, UniqueConstraint
from sqlmodel import Field

from adjudicator.store.tables.columns import ID, Row, SealedBytes, UtcDateTime, one_of


class InboundStatus(StrEnum):
    """What became of a mail. Only ``received`` ones are still to be handled; ``held`` ones wait for somebody's word."""

    RECEIVED = "received"
    HANDLED = "handled"
    HELD = "held"
    QUARANTINED = "quarantined"
    REFUSED = "refused"
    IGNORED = "ignored"


class OutboundState(StrEnum):
    """How far a mail has got. ``queued``: only its intent is stored; ``rendered``: its bytes are."""

    QUEUED = "queued"
    RENDERED = "rendered"
    HANDED_OVER = "handed_over"
    FAILED = "failed"
    CANCELLED = "cancelled"


class InboundMail(Row, table=True):
    """A mail that reached us, whole. Stored before it leaves the INBOX, never deleted.

    ``content_hash`` is the mail layer's hash (SHA-256) of what makes two copies the same mail;
    ``received_at`` the server's INTERNALDATE. ``due_at``: not to be handled before; a claim and a retry
    push it forward. ``nature`` says what kind of mail it turned out to be, ``reason`` why it ended as it did.
    ``hold``: why it waited for somebody's word. Released, it counts as written by ``released_person_id`` for its
    seat, whatever the mail itself proves.
    """

    __tablename__ = "inbound_mail"
    __table_args__ = (
        UniqueConstraint("message_id", "content_hash"),
        Index(None, "status", "due_at"),
        Index(None, "campaign_id", "status"),
    )

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    message_id: str = Field(max_length=1000)
    content_hash: bytes = Field(sa_type=LargeBinary)
    received_at: datetime = Field(sa_type=UtcDateTime)
    stored_at: datetime = Field(sa_type=UtcDateTime)
    sender: str = Field(default="", max_length=320)
    size: int
    status: InboundStatus = Field(default=InboundStatus.RECEIVED, sa_type=one_of(InboundStatus))
    due_at: datetime = Field(sa_type=UtcDateTime)
    attempts: int = 0
    nature: str = Field(default="", max_length=32)
    reason: str = Field(default="", max_length=2000)
    campaign_id: int | None = Field(default=None, foreign_key="campaign.id", sa_type=ID)
    seat_id: int | None = Field(default=None, foreign_key="seat.id", sa_type=ID)
    hold: str = Field(default="", max_length=16)
    released_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    released_person_id: int | None = Field(default=None, foreign_key="person.id", sa_type=ID)
    raw: bytes = Field(sa_type=SealedBytes)


class MailPlace(Row, table=True):
    """Where in a mailbox a copy of a mail was seen (RFC 9051, 2.3.1.1). Several places, one mail."""

    __tablename__ = "mail_place"

    mailbox: str = Field(primary_key=True, max_length=200)
    uidvalidity: int = Field(primary_key=True, sa_type=ID)
    uid: int = Field(primary_key=True, sa_type=ID)
    inbound_mail_id: int = Field(foreign_key="inbound_mail.id", sa_type=ID)


class OutboundMail(Row, table=True):
    """A mail to one recipient, queued in the transaction that caused it.

    ``message_id`` is fixed when it is queued, so every try carries the same. ``intent`` says what to render,
    from the match at (``match_id``, ``revision``, ``sequence``); ``raw`` are the bytes that were rendered.
    ``prompt_number``: the question it asks, by which a mail that became untrue is found.
    ``due_at``: not to be taken before; a lease and the pause after a failure push it forward.
    """

    __tablename__ = "outbound_mail"
    __table_args__ = (
        Index(None, "state", "due_at"),
        Index(None, "seat_id", "kind", "id"),
        Index(None, "campaign_id", "state"),
        Index(None, "recipient", "queued_at"),
    )

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    message_id: str = Field(unique=True, max_length=200)
    in_reply_to: str | None = Field(default=None, max_length=1000)
    kind: str = Field(max_length=32)
    recipient: str = Field(max_length=320)
    campaign_id: int | None = Field(default=None, foreign_key="campaign.id", sa_type=ID)
    seat_id: int | None = Field(default=None, foreign_key="seat.id", sa_type=ID)
    prompt_number: int | None = None
    match_id: int | None = Field(default=None, foreign_key="match.id", sa_type=ID)
    revision: int | None = None
    sequence: int | None = None
    state: OutboundState = Field(default=OutboundState.QUEUED, sa_type=one_of(OutboundState))
    due_at: datetime = Field(sa_type=UtcDateTime)
    attempts: int = 0
    error: str = Field(default="", max_length=2000)
    queued_at: datetime = Field(sa_type=UtcDateTime)
    handed_over_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    intent: bytes = Field(sa_type=SealedBytes)
    raw: bytes | None = Field(default=None, sa_type=SealedBytes)

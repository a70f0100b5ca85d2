"""Mail in and out: the queues of record."""

from datetime import datetime
from enum import IntEnum, StrEnum

from sqlalchemy import Column, ForeignKeyConstraint, Index, Integer, LargeBinary, Text, UniqueConstraint, false
from sqlmodel import Field

from adjudicator.store.tables.columns import ID, MAILBOX, Row, SealedBytes, UtcDateTime, one_of


class InboundStatus(StrEnum):
    """The status of a mail. Only ``received`` ones are still to be handled; ``held`` ones wait for somebody's word."""

    RECEIVED = "received"
    HANDLED = "handled"
    HELD = "held"
    QUARANTINED = "quarantined"
    REFUSED = "refused"
    IGNORED = "ignored"


class OutboundState(StrEnum):
    """The progress of a mail. ``queued``: only its intent is stored; ``rendered``: its bytes are."""

    QUEUED = "queued"
    RENDERED = "rendered"
    HANDED_OVER = "handed_over"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Priority(IntEnum):
    """The priority when not everything may go: questions and answers first, then reports, then what can wait."""

    QUESTION = 0
    REPORT = 1
    DIGEST = 2


class TroubleKind(StrEnum):
    """The fate of one of our messages at the other end.

    ``failed``: a delivery report (RFC 3464) says so; ``refused``: the server answered 5xx when it was handed over;
    ``expired``: nobody took it in the time that is tried; ``delayed``: still on its way; ``complaint``: the
    reader's provider reports it as spam (RFC 5965).
    """

    FAILED = "failed"
    REFUSED = "refused"
    EXPIRED = "expired"
    DELAYED = "delayed"
    COMPLAINT = "complaint"


class InboundMail(Row, table=True):
    """A mail that reached us, whole. Stored before it leaves the INBOX; its row is never deleted.

    ``content_hash`` is a keyed hash of what makes two copies the same mail: a plain one of a short answer is no
    secret; of a copy that comes with other ``evidence`` of who wrote it, a hash of both: it may be proven where the
    first is not. ``twins``: others with its Message-ID and sender are stored. ``mailbox``: into which of our mailboxes
    it came, whose server judges the sender. ``received_at`` the server's INTERNALDATE. ``due_at``: not to be handled
    before; a claim and a retry push it forward. ``nature`` says what kind of mail it turned out to be, ``reason`` why
    it ended as it did. ``hold``: why it waited for somebody's word; ``unasked``: nobody could be asked yet.
    Released, it counts as written by ``released_person_id`` for its seat, whatever the mail itself proves.
    ``part_by``: the row stands for the lines that a mail for several campaigns holds for its seat, with the same bytes;
    this person wrote them, as was found out with the lines for the campaign that the mail was sent to.
    ``attempts`` counts tries that ended in an error,
    ``unfinished`` those that never ended: their worker died. ``holder``: the process (`Process.id`) that has it in
    hand, or 0: somebody was woken for it. Its claim ends with that process's heartbeat, without one at ``due_at``.
    ``dropped_at``: since then ``raw`` is empty, because what is done with is kept for a while only (`store.pruning`).
    """

    __tablename__ = "inbound_mail"
    __table_args__ = (
        UniqueConstraint("message_id", "content_hash"),
        Index(None, "status", "due_at"),
        Index(None, "campaign_id", "status"),
        # of mails that are not dropped (migration 0046); to say so here loads the dialects of both databases
        Index("ix_inbound_mail_kept", "stored_at"),
    )

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    message_id: str = Field(max_length=1000)
    content_hash: bytes = Field(sa_type=LargeBinary)
    evidence: bytes | None = Field(default=None, sa_type=LargeBinary)
    twins: bool = False
    received_at: datetime = Field(sa_type=UtcDateTime)
    stored_at: datetime = Field(sa_type=UtcDateTime)
    sender: str = Field(default="", max_length=320)
    mailbox: str = Field(default="", sa_type=MAILBOX, sa_column_kwargs={"server_default": ""})
    size: int
    status: InboundStatus = Field(default=InboundStatus.RECEIVED, sa_type=one_of(InboundStatus))
    due_at: datetime = Field(sa_type=UtcDateTime)
    attempts: int = 0
    unfinished: int = 0
    holder: int | None = Field(default=None, sa_type=ID)
    nature: str = Field(default="", max_length=32)
    reason: str = Field(default="", max_length=2000)
    campaign_id: int | None = Field(default=None, foreign_key="campaign.id", sa_type=ID)
    seat_id: int | None = Field(default=None, foreign_key="seat.id", sa_type=ID)
    hold: str = Field(default="", max_length=16)
    unasked: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    released_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    released_person_id: int | None = Field(default=None, foreign_key="person.id", sa_type=ID)
    part_by: int | None = Field(default=None, foreign_key="person.id", sa_type=ID)
    dropped_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    raw: bytes = Field(sa_type=SealedBytes)


class MailPlace(Row, table=True):
    """The place in a mailbox where a copy of a mail was seen (RFC 9051, 2.3.1.1). Several places, one mail."""

    __tablename__ = "mail_place"

    mailbox: str = Field(primary_key=True, max_length=200)
    uidvalidity: int = Field(primary_key=True, sa_type=ID)
    uid: int = Field(primary_key=True, sa_type=ID)
    inbound_mail_id: int = Field(foreign_key="inbound_mail.id", sa_type=ID)


class UnfetchedMail(Row, table=True):
    """A message that lies in a mailbox and that its server does not give out; gone once it does, or the message is.

    ``failed_at``: when it was tried first. ``due_at``: when it is tried again. ``why``: what the server said last.
    """

    __tablename__ = "unfetched_mail"

    mailbox: str = Field(primary_key=True, max_length=200)
    uidvalidity: int = Field(primary_key=True, sa_type=ID)
    uid: int = Field(primary_key=True, sa_type=ID)
    failed_at: datetime = Field(sa_type=UtcDateTime)
    due_at: datetime = Field(sa_type=UtcDateTime)
    why: str = Field(sa_type=Text)


class SignatureSeen(Row, table=True):
    """A signature that has proven a mail, by its SHA-256: under another Message-ID the mail is a copy of that one."""

    __tablename__ = "signature_seen"

    mark: str = Field(primary_key=True, max_length=64)
    inbound_mail_id: int = Field(foreign_key="inbound_mail.id", sa_type=ID, index=True)


class OutboundMail(Row, table=True):
    """A mail to one recipient, queued in the transaction that caused it.

    ``message_id`` is fixed when it is queued, so every try carries the same; so is the ``mailbox`` that it comes from.
    ``intent`` says what to render, from the match at (``match_id``, ``revision``, ``sequence``); ``kept``: what was
    rendered, without its pictures and put together by `store.kept_mails`; none before, and again when it was dropped a
    while after the mail has gone.
    ``prompt_number``: the question it asks, by which a mail that became untrue is found.
    ``due_at``: not to be taken before; a lease and the pause after a failure push it forward.
    ``holder``: the process that has it in hand; its lease ends with that process's heartbeat.
    ``caused_by``: the person whose mail it is a notice of; it counts for an hour, so it is no foreign key.
    ``tried_at``: when a sender took it last, by which the limits per hour are counted.
    """

    __tablename__ = "outbound_mail"
    __table_args__ = (
        Index(None, "state", "priority", "due_at"),
        Index(None, "seat_id", "kind", "id"),
        Index(None, "campaign_id", "state"),
        Index(None, "recipient", "queued_at"),
        Index(None, "tried_at"),
        Index("ix_outbound_mail_kept", "queued_at"),  # of mails whose bytes are kept (migration 0046)
    )

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    message_id: str = Field(unique=True, max_length=200)
    in_reply_to: str | None = Field(default=None, max_length=1000)
    kind: str = Field(max_length=32)
    recipient: str = Field(max_length=320)
    mailbox: str = Field(default="", sa_type=MAILBOX, sa_column_kwargs={"server_default": ""})
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
    priority: int = Field(default=Priority.REPORT, sa_type=Integer)
    queued_at: datetime = Field(sa_type=UtcDateTime)
    tried_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    holder: int | None = Field(default=None, sa_type=ID)
    handed_over_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    intent: bytes = Field(sa_type=SealedBytes)
    caused_by: int | None = Field(default=None, sa_type=ID)
    kept: bytes | None = Field(default=None, sa_column=Column("raw", SealedBytes, nullable=True))


class MailPicture(Row, table=True):
    """A picture of mails of a campaign, once, under its keyed hash; it never changes."""

    __tablename__ = "mail_picture"

    campaign_id: int = Field(primary_key=True, foreign_key="campaign.id", sa_type=ID)
    hash: bytes = Field(primary_key=True, sa_type=LargeBinary)
    data: bytes = Field(sa_type=SealedBytes)


class PictureUse(Row, table=True):
    """A mail that is kept and needs a picture."""

    __tablename__ = "picture_use"
    __table_args__ = (
        ForeignKeyConstraint(["campaign_id", "hash"], ["mail_picture.campaign_id", "mail_picture.hash"]),
        Index(None, "campaign_id", "hash"),
    )

    outbound_mail_id: int = Field(primary_key=True, foreign_key="outbound_mail.id", sa_type=ID)
    campaign_id: int = Field(primary_key=True, sa_type=ID)
    hash: bytes = Field(primary_key=True, sa_type=LargeBinary)


class DeliveryTrouble(Row, table=True):
    """One of our messages that did not arrive, or was not welcome. One row for a mail and a kind.

    ``status`` is the enhanced code (RFC 3463) or the three digits of the server; ``diagnostic`` its words, which
    may quote the mail and are for the operator alone.
    """

    __tablename__ = "delivery_trouble"
    __table_args__ = (UniqueConstraint("outbound_mail_id", "kind"), Index(None, "recipient", "at"))

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    outbound_mail_id: int = Field(foreign_key="outbound_mail.id", sa_type=ID)
    inbound_mail_id: int | None = Field(default=None, foreign_key="inbound_mail.id", sa_type=ID)
    recipient: str = Field(max_length=320)
    at: datetime = Field(sa_type=UtcDateTime)
    kind: TroubleKind = Field(sa_type=one_of(TroubleKind))
    status: str = Field(default="", max_length=32)
    diagnostic: bytes = Field(sa_type=SealedBytes)

"""Define the tables of what a seat was asked, and what it ordered."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field

from adjudicator.store.tables.columns import ID, Row, SealedBytes, UtcDateTime, one_of
from adjudicator.store.tables.match import revision_key


class PromptState(StrEnum):
    """The state of a question."""

    OPEN = "open"
    ANSWERED = "answered"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"


class SetState(StrEnum):
    """The state of the order lines of one mail."""

    DONE = "done"
    PARTLY = "partly"
    REFUSED = "refused"
    HELD = "held"
    WITHDRAWN = "withdrawn"


class LineOutcome(StrEnum):
    """The outcome of one line."""

    DONE = "done"
    WAITING = "waiting"
    UNREADABLE = "unreadable"
    AMBIGUOUS = "ambiguous"
    ILLEGAL = "illegal"
    DECLINED = "declined"
    NOT_TRIED = "not_tried"
    DROPPED = "dropped"
    """It lay on file when the seat lost its people, and was thrown away."""
    IGNORED = "ignored"
    AGREEMENT = "agreement"
    """An offer to others, or a word on one."""


class Prompt(Row, table=True):
    """A question put to a seat: ``number`` is unique in its campaign and never used again.

    ``decision`` is the number of the decision in its match; ``offered`` the options with their codes.
    ``allowed_minutes`` is the counted time for the answer, extensions included, from which the deadline was
    calculated; ``not_before`` a moment that was told, or that a moderator named: the deadline is not earlier; ``waits``
    the extensions this seat asked for.
    ``reminded_at``: the last reminder. ``ready``: the seat agrees that the decision is carried out now.
    ``answered_at``: when the answer came that stands or was carried out; ``missed``: the deadline was over without one.
    Neither where answers come out after a delay: there nobody can tell. ``thought``: what the steward of the seat has
    compared for its answer. ``advice_at``: when its player asked for a hint; ``advice``: what was compared for it.
    """

    __tablename__ = "prompt"
    __table_args__ = (
        UniqueConstraint("campaign_id", "number"),
        Index(None, "campaign_id", "state"),
        Index(None, "state", "deadline"),
        Index(
            "ix_prompt_advice_wanted", "state", "advice_at"
        ),  # of hints that are wanted and not worked out (migration 0056)
        revision_key(),
    )

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    campaign_id: int = Field(foreign_key="campaign.id", sa_type=ID)
    number: int
    seat_id: int = Field(foreign_key="seat.id", sa_type=ID)
    match_id: int = Field(sa_type=ID)
    revision: int
    decision: int
    state: PromptState = Field(default=PromptState.OPEN, sa_type=one_of(PromptState))
    opened_at: datetime = Field(sa_type=UtcDateTime)
    deadline: datetime | None = Field(default=None, sa_type=UtcDateTime)
    closed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    allowed_minutes: int = 0
    not_before: datetime | None = Field(default=None, sa_type=UtcDateTime)
    waits: int = 0
    reminded_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    ready: bool = False
    answered_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    missed: bool = False
    course: str = Field(default="", max_length=32)
    """The turn and round in which it is asked, if the game counts them: all questions of one are one calendar entry."""
    offered: bytes = Field(sa_type=SealedBytes)
    thought: bytes | None = Field(default=None, sa_type=SealedBytes)
    advice_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    advice: bytes | None = Field(default=None, sa_type=SealedBytes)


class OrderSet(Row, table=True):
    """The order lines of one mail (or of a moderator's command: no mail), in the position they met."""

    __tablename__ = "order_set"
    __table_args__ = (
        Index(None, "seat_id", "id"),
        Index(None, "person_id", "received_at"),
        revision_key(),
    )

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    campaign_id: int = Field(foreign_key="campaign.id", sa_type=ID)
    seat_id: int = Field(foreign_key="seat.id", sa_type=ID)
    person_id: int | None = Field(default=None, foreign_key="person.id", sa_type=ID)
    inbound_mail_id: int | None = Field(default=None, foreign_key="inbound_mail.id", index=True, sa_type=ID)
    match_id: int = Field(sa_type=ID)
    revision: int
    state: SetState = Field(sa_type=one_of(SetState))
    received_at: datetime = Field(sa_type=UtcDateTime)


class OrderLine(Row, table=True):
    """One line as the player wrote it, how it was read, and the log entries it made (none: both empty)."""

    __tablename__ = "order_line"

    order_set_id: int = Field(primary_key=True, foreign_key="order_set.id", sa_type=ID)
    line: int = Field(primary_key=True)
    outcome: LineOutcome = Field(sa_type=one_of(LineOutcome))
    first_sequence: int | None = None
    last_sequence: int | None = None
    text: bytes = Field(sa_type=SealedBytes)
    reading: bytes = Field(default=b"", sa_type=SealedBytes)


class Draft(Row, table=True):
    """Lines that are kept and not carried out: a set with a mistake, or what no longer fits. One a seat.

    With a ``prompt_number`` there are orders among them that answer this decision; they are carried out at
    ``updated_at``.
    """

    __tablename__ = "draft"

    seat_id: int = Field(primary_key=True, foreign_key="seat.id", sa_type=ID)
    prompt_number: int | None = None
    lines: bytes = Field(sa_type=SealedBytes)
    updated_at: datetime = Field(sa_type=UtcDateTime)


class StandingOrder(Row, table=True):
    """A line that answers for a seat whenever a question interrupts somebody else's turn and the line fits.

    ``number``: counted from 1 in its seat, never given again. ``used_at``: the log entry of its last use.
    ``ended_at``: withdrawn, or over.
    """

    __tablename__ = "standing_order"

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    seat_id: int = Field(foreign_key="seat.id", index=True, sa_type=ID)
    number: int
    line: bytes = Field(sa_type=SealedBytes)
    written_at: datetime = Field(sa_type=UtcDateTime)
    used_at: int | None = None
    ended_at: datetime | None = Field(default=None, sa_type=UtcDateTime)

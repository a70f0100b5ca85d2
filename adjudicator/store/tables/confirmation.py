"""One-time codes: what waits for somebody's word."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Index, LargeBinary
from sqlmodel import Field

from adjudicator.store.tables.columns import ID, Row, SealedBytes, UtcDateTime, one_of


class ConfirmationState(StrEnum):
    """The state of a code. ``void``: too many wrong guesses, or a newer one took its place."""

    OPEN = "open"
    CONFIRMED = "confirmed"
    REJECTED = "rejected"
    VOID = "void"


class Confirmation(Row, table=True):
    """Something that is done, or let be, when somebody sends the code they were given.

    It belongs to a seat, a person, an address, or a seat as held by a person: whoever is not meant cannot use
    it. ``code_hash`` is scrypt over ``salt``; ``payload`` says what is to be done and is emptied when that is
    settled. ``wrong``: guesses so far.
    """

    __tablename__ = "confirmation"
    __table_args__ = (Index(None, "person_id", "state"), Index(None, "seat_id", "state"), Index(None, "email", "state"))

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    purpose: str = Field(max_length=32)
    campaign_id: int | None = Field(default=None, foreign_key="campaign.id", sa_type=ID)
    seat_id: int | None = Field(default=None, foreign_key="seat.id", sa_type=ID)
    person_id: int | None = Field(default=None, foreign_key="person.id", sa_type=ID)
    email: str | None = Field(default=None, max_length=320)
    salt: bytes = Field(sa_type=LargeBinary)
    code_hash: bytes = Field(sa_type=LargeBinary)
    payload: bytes = Field(sa_type=SealedBytes)
    state: ConfirmationState = Field(default=ConfirmationState.OPEN, sa_type=one_of(ConfirmationState))
    tries: int
    wrong: int = 0
    issued_at: datetime = Field(sa_type=UtcDateTime)
    expires_at: datetime = Field(sa_type=UtcDateTime)
    settled_at: datetime | None = Field(default=None, sa_type=UtcDateTime)

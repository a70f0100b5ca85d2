"""Define the tables of what players agree on: offers, carried out when all have signed, and open votes."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field

from adjudicator.store.tables.columns import ID, Row, SealedBytes, UtcDateTime, one_of


class AgreementState(StrEnum):
    """The state of an offer."""

    OPEN = "open"
    CONCLUDED = "concluded"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    COUNTERED = "countered"
    IMPOSSIBLE = "impossible"
    EXPIRED = "expired"
    UNDONE = "undone"
    """A correction took play back to before it was made."""


class Agreement(Row, table=True):
    """An offer: who is party to it, what it is, who has signed is sealed.

    ``number`` is unique in its match. ``sequence`` is the log number at which it was made, ``concluded_at`` the entry
    that carried it out.
    """

    __tablename__ = "agreement"
    __table_args__ = (UniqueConstraint("match_id", "number"), Index(None, "match_id", "state"))

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    campaign_id: int = Field(foreign_key="campaign.id", index=True, sa_type=ID)
    match_id: int = Field(foreign_key="match.id", sa_type=ID)
    number: int
    state: AgreementState = Field(default=AgreementState.OPEN, sa_type=one_of(AgreementState))
    sequence: int
    concluded_at: int | None = None
    made_at: datetime = Field(sa_type=UtcDateTime)
    closed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    content: bytes = Field(sa_type=SealedBytes)


class VoteKind(StrEnum):
    """A kind of vote: what is done when enough players are for it."""

    PAUSE = "pause"
    RESUME = "resume"
    END = "end"
    """The campaign ends without a result."""
    DRAW = "draw"
    CONCESSION = "concession"
    """The others concede, and a seat wins."""
    REPLACE = "replace"
    """A seat gets another player."""
    STEWARD = "steward"
    """A steward, the program, plays a seat on."""


class Vote(Row, table=True):
    """A vote that is open until ``closes_at``: begun by a seat (``by_id``), about another one (``seat_id``) or none.

    ``content``: who has voted, and how, encoded by the service; while it is open that is secret.
    """

    __tablename__ = "vote"

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    campaign_id: int = Field(foreign_key="campaign.id", index=True, sa_type=ID)
    kind: VoteKind = Field(sa_type=one_of(VoteKind))
    seat_id: int | None = Field(default=None, foreign_key="seat.id", sa_type=ID)
    by_id: int = Field(foreign_key="seat.id", sa_type=ID)
    closes_at: datetime = Field(index=True, sa_type=UtcDateTime)
    content: bytes = Field(sa_type=SealedBytes)

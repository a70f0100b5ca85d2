"""Press, diaries, and the invitations of a campaign that gathers its people."""

from datetime import datetime

from sqlalchemy import Index, LargeBinary
from sqlmodel import Field

from adjudicator.store.tables.campaign import SeatKind
from adjudicator.store.tables.columns import ID, Row, SealedBytes, UtcDateTime, one_of


class Press(Row, table=True):
    """A letter between seats. Who wrote it, to whom and what is sealed: a backup does not betray an anonymous author.

    ``key`` is a public random word: it stands in the reply addresses of the letter. ``due_at``: when its recipients
    get it; ``delivered`` once that is queued.
    """

    __tablename__ = "press"
    __table_args__ = (Index(None, "campaign_id", "written_at"), Index(None, "delivered", "due_at"))

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    campaign_id: int = Field(foreign_key="campaign.id", sa_type=ID)
    key: str = Field(unique=True, max_length=16)
    written_at: datetime = Field(sa_type=UtcDateTime)
    due_at: datetime = Field(sa_type=UtcDateTime)
    delivered: bool = False
    content: bytes = Field(sa_type=SealedBytes)


class DiaryNote(Row, table=True):
    """A private note that the service keeps for somebody who plays a seat.

    ``for_successor``: whoever takes the seat over may read it; ``opened``: everybody may, when the match is over.
    """

    __tablename__ = "diary_note"

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    seat_id: int = Field(foreign_key="seat.id", index=True, sa_type=ID)
    person_id: int = Field(foreign_key="person.id", sa_type=ID)
    written_at: datetime = Field(sa_type=UtcDateTime)
    for_successor: bool = False
    opened: bool = False
    text: bytes = Field(sa_type=SealedBytes)


class Gathering(Row, table=True):
    """A campaign that waits for its people.

    ``plan`` is what it will begin with, the seed included. ``due_at``: when something is to be done without a message.
    """

    __tablename__ = "gathering"

    campaign_id: int = Field(
        primary_key=True, foreign_key="campaign.id", sa_type=ID, sa_column_kwargs={"autoincrement": False}
    )
    plan: bytes = Field(sa_type=SealedBytes)
    due_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class Invitation(Row, table=True):
    """A code that lets its bearer join or watch a campaign by mail; found by its hash (SHA-256).

    ``seat``: the only seat that it opens; empty: any free one. ``revoked_at``: it opens nothing any more.
    """

    __tablename__ = "invitation"

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    campaign_id: int = Field(foreign_key="campaign.id", index=True, sa_type=ID)
    kind: SeatKind = Field(default=SeatKind.PLAYER, sa_type=one_of(SeatKind))
    seat: str = Field(default="", max_length=64)
    code_hash: bytes = Field(unique=True, sa_type=LargeBinary)
    code: bytes = Field(sa_type=SealedBytes)
    created_at: datetime = Field(sa_type=UtcDateTime)
    revoked_at: datetime | None = Field(default=None, sa_type=UtcDateTime)

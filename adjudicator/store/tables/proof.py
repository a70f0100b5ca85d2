"""Define the tables that prove afterwards what was ordered: the installation's signing key, and the receipts."""

from datetime import datetime

from sqlmodel import Field

from adjudicator.store.tables.columns import ID, Row, SealedBytes, UtcDateTime


class SigningKey(Row, table=True):
    """The key with which this installation signs receipts (Ed25519); there is one, number 1."""

    __tablename__ = "signing_key"

    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    private: bytes = Field(sa_type=SealedBytes)
    created_at: datetime = Field(sa_type=UtcDateTime)


class Receipt(Row, table=True):
    """A receipt: ``number`` counts those of its seat. ``text`` is what the seat got; ``leaves`` hold the salts.

    ``withdrawn_at``: when the secret answer in it was taken back before it was due.
    """

    __tablename__ = "receipt"

    seat_id: int = Field(primary_key=True, foreign_key="seat.id", sa_type=ID)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    order_set_id: int = Field(foreign_key="order_set.id", unique=True, sa_type=ID)
    issued_at: datetime = Field(sa_type=UtcDateTime)
    withdrawn_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    text: bytes = Field(sa_type=SealedBytes)
    leaves: bytes = Field(sa_type=SealedBytes)

"""Define the table of what moderators and operators did."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import LargeBinary
from sqlmodel import Field

from adjudicator.store.tables.columns import ID, Row, SealedBytes, UtcDateTime, one_of


class Telling(StrEnum):
    """The way in which the players hear of an act."""

    NOTICE = "notice"
    """Mails of its own told it."""
    REPORT = "report"
    """Each seat's next report lists it."""
    NOBODY = "nobody"
    """It does not touch play."""


class Audit(Row, table=True):
    """One act of a person at the desk. Append only: each entry holds the hash of the one before.

    ``campaign_id`` is 0 for acts that concern the installation, so that there is one chain a campaign.
    """

    __tablename__ = "audit"

    campaign_id: int = Field(primary_key=True, sa_type=ID, sa_column_kwargs={"autoincrement": False})
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    at: datetime = Field(sa_type=UtcDateTime)
    author: str = Field(max_length=200)
    command: str = Field(max_length=64)
    details: bytes = Field(sa_type=SealedBytes)
    telling: Telling = Field(default=Telling.NOTICE, sa_type=one_of(Telling))
    previous: bytes = Field(sa_type=LargeBinary)
    hash: bytes = Field(sa_type=LargeBinary)

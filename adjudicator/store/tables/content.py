"""Content packs: what groups have edited of a game, one copy for all campaigns that play it."""

from datetime import datetime

from sqlalchemy import LargeBinary
from sqlmodel import Field

from adjudicator.store.tables.columns import ID, Row, UtcDateTime


class Content(Row, table=True):
    """A pack: canonical JSON under its SHA-256. It never changes; everybody may know it."""

    __tablename__ = "content"

    hash: str = Field(primary_key=True, max_length=64)
    game: str = Field(max_length=64)
    data: bytes = Field(sa_type=LargeBinary)
    stored_at: datetime = Field(sa_type=UtcDateTime)


class CampaignContent(Row, table=True):
    """A campaign that plays a pack, or has played it before a correction."""

    __tablename__ = "campaign_content"

    campaign_id: int = Field(primary_key=True, foreign_key="campaign.id", sa_type=ID)
    hash: str = Field(primary_key=True, foreign_key="content.hash", max_length=64)

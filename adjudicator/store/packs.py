"""Content packs by their hash, and which campaigns play them."""

from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from adjudicator.store.statements import run
from adjudicator.store.tables import CampaignContent, Content, table_of

_DATA = select(table_of(Content).c.data).where(table_of(Content).c.hash == bindparam("hash"))


class Packs:
    """The packs of a store, as a match looks them up: canonical JSON by hash. Raises KeyError."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def __getitem__(self, hash: str) -> bytes:
        found: bytes | None = run(self._session, _DATA, {"hash": hash}).scalar()
        if found is None:
            raise KeyError(hash)
        return found


def keep(session: Session, campaign_id: int, game: str, pack: tuple[str, bytes], at: datetime) -> None:
    """Store a pack, its hash and its data, unless it is there, and that the campaign plays it."""
    hash, data = pack
    _unless_there(session, Content, {"hash": hash, "game": game, "data": data, "stored_at": at})
    _unless_there(session, CampaignContent, {"campaign_id": campaign_id, "hash": hash})


def of_campaign(session: Session, campaign_id: int) -> dict[str, bytes]:
    """Every pack that a campaign has played, by hash."""
    content, played = table_of(Content).c, table_of(CampaignContent).c
    rows = session.execute(
        select(content.hash, content.data)
        .join(table_of(CampaignContent), played.hash == content.hash)
        .where(played.campaign_id == campaign_id)
        .order_by(content.hash)
    )
    return {row.hash: row.data for row in rows}


def _unless_there(session: Session, kind: Any, row: dict[str, Any]) -> None:
    dialect = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
    session.execute(dialect.insert(table_of(kind)).values(row).on_conflict_do_nothing())

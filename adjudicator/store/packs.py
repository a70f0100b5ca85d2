"""Content packs by their hash, and which campaigns play them."""

import hashlib
from datetime import datetime

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from adjudicator.store.statements import insert_into, run
from adjudicator.store.tables import Campaign, CampaignContent, Content, table_of

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
    """Store a pack, its hash and its data, and that the campaign plays it; a damaged copy of it is mended."""
    hash, data = pack
    row = {"hash": hash, "game": game, "data": data, "stored_at": at}
    session.execute(
        insert_into(session, Content).values(row).on_conflict_do_update(index_elements=["hash"], set_={"data": data})
    )
    played = {"campaign_id": campaign_id, "hash": hash}
    session.execute(insert_into(session, CampaignContent).values(played).on_conflict_do_nothing())


def of_campaign(session: Session, campaign_id: int) -> dict[str, bytes]:
    """Return every pack that a campaign has played, by hash."""
    content, played = table_of(Content).c, table_of(CampaignContent).c
    rows = session.execute(
        select(content.hash, content.data)
        .join(table_of(CampaignContent), played.hash == content.hash)
        .where(played.campaign_id == campaign_id)
        .order_by(content.hash)
    )
    return {row.hash: row.data for row in rows}


def damaged(session: Session) -> dict[str, list[str]]:
    """Return the packs that do not match their hashes, each with the names of the campaigns that play it."""
    found: dict[str, list[str]] = {}
    content, played, campaign = table_of(Content).c, table_of(CampaignContent).c, table_of(Campaign).c
    for hash, data in session.execute(select(content.hash, content.data)):
        if hashlib.sha256(data).hexdigest() != hash:
            names = select(campaign.name).join(table_of(CampaignContent), played.campaign_id == campaign.id)
            found[hash] = [*session.scalars(names.where(played.hash == hash).order_by(campaign.name))]
    return found

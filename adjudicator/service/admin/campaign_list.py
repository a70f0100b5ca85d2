"""The campaigns of an installation, each with who is asked: what is told of all of them in a list."""

from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from adjudicator.service.moderation.overview import Viewer, Waiting, asked_of_each
from adjudicator.store import overview as facts
from adjudicator.store.overview import CampaignHead
from adjudicator.store.tables import CampaignState


class Summary(msgspec.Struct, frozen=True):
    """A campaign in a list.

    `asked`: the seats that have an open question; in a campaign that the reader plays, their own seats only. `id`: the
    number of the campaign in the log of the service.
    """

    id: int
    name: str
    title: str
    game: str
    state: str
    log: int
    time_zone: str
    asked: tuple[str, ...] = ()
    deadline: datetime | None = None
    match: int | msgspec.UnsetType = msgspec.UNSET
    """Which of its series it is; unset where it stands alone."""


def summaries(session: Session, now: datetime, viewer: Viewer, *, archived: bool = False) -> list[Summary]:
    """Return the campaigns, the oldest first; archived ones only on request. No match is loaded for it."""
    asked = asked_of_each(session, now, viewer)
    rows = facts.begun(session, () if archived else (CampaignState.ARCHIVED,))
    return [_summary(row, asked.get(row.id, Waiting()).drawing(row)) for row in rows]


def _summary(row: CampaignHead, asked: Waiting) -> Summary:
    return Summary(
        row.id,
        row.name,
        row.title,
        row.game or "",
        row.state,
        row.log,
        row.time_zone,
        *asked,
        match=row.place or msgspec.UNSET,
    )

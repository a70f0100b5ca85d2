"""Keep what waits for a word of the moderators, and when there was one."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.campaigns import AT_PLAY
from adjudicator.store.tables import (
    Audit,
    Campaign,
    InboundMail,
    InboundStatus,
    Match,
    Prompt,
    PromptState,
    Seat,
    SeatKind,
)


def waiting(session: Session) -> tuple[Campaign, ...]:
    """Return the campaigns at play in which a question has no deadline, or a draw must be entered."""
    left = select(col(Prompt.campaign_id)).where(col(Prompt.state) == PromptState.OPEN, col(Prompt.deadline).is_(None))
    drawing = select(col(Match.campaign_id)).where(col(Match.awaited).is_not(None))
    which = or_(col(Campaign.id).in_(left), col(Campaign.id).in_(drawing))
    return tuple(session.scalars(select(Campaign).where(AT_PLAY, which)))


def last_word(session: Session, campaign_id: int, but: Collection[str]) -> datetime | None:
    """Return when a moderator last wrote or did something; `but` are authors in the trail that do not count."""
    own = select(col(Seat.id)).where(col(Seat.campaign_id) == campaign_id, col(Seat.kind) == SeatKind.MODERATOR)
    handled = (col(InboundMail.seat_id).in_(own), col(InboundMail.status) == InboundStatus.HANDLED)
    wrote = session.scalar(select(func.max(col(InboundMail.received_at))).where(*handled))
    acts = (col(Audit.campaign_id) == campaign_id, col(Audit.author).not_in(but))
    did = session.scalar(select(func.max(col(Audit.at))).where(*acts))
    return max((moment for moment in (wrote, did) if moment is not None), default=None)

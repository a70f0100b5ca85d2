"""Campaigns that follow each other."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.tables import Campaign, Series


def series_of(session: Session, campaign: Campaign, at: datetime) -> Series:
    """Return the series that a campaign is a match of; the first match begins one."""
    if campaign.series_id is not None:
        return session.get_one(Series, campaign.series_id)
    series = Series(name=campaign.name, title=campaign.title, created_at=at)
    session.add(series)
    session.flush()
    campaign.series_id, campaign.series_position = series.id, 1
    session.flush()
    return series


def chain(session: Session, campaign: Campaign) -> Sequence[Campaign]:
    """Return the matches of a campaign's series in order; empty if it is a match by itself."""
    if campaign.series_id is None:
        return ()
    same = select(Campaign).where(col(Campaign.series_id) == campaign.series_id)
    return session.scalars(same.order_by(col(Campaign.series_position))).all()


def before(session: Session, campaign: Campaign) -> Sequence[Campaign]:
    """Return the earlier matches of its series, the first one first."""
    return [each for each in chain(session, campaign) if _place(each) < _place(campaign)]


def after(session: Session, campaign: Campaign) -> Campaign | None:
    """Return the next match of its series, if it exists."""
    return next((each for each in chain(session, campaign) if _place(each) == _place(campaign) + 1), None)


def _place(campaign: Campaign) -> int:
    return campaign.series_position or 0

"""Campaigns that follow each other."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.tables import Campaign, Series


def series_of(session: Session, campaign: Campaign, at: datetime) -> Series:
    """The series that a campaign is a match of; the first match begins one."""
    if campaign.series_id is not None:
        return session.get_one(Series, campaign.series_id)
    series = Series(name=campaign.name, title=campaign.title, created_at=at)
    session.add(series)
    session.flush()
    campaign.series_id, campaign.series_position = series.id, 1
    session.flush()
    return series


def chain(session: Session, campaign: Campaign) -> Sequence[Campaign]:
    """The matches of a campaign's series in their order; none where it is a match by itself."""
    if campaign.series_id is None:
        return ()
    same = select(Campaign).where(col(Campaign.series_id) == campaign.series_id)
    return session.scalars(same.order_by(col(Campaign.series_position))).all()


def before(session: Session, campaign: Campaign) -> Sequence[Campaign]:
    """The earlier matches of its series, the first one first."""
    return [each for each in chain(session, campaign) if _place(each) < _place(campaign)]


def after(session: Session, campaign: Campaign) -> Campaign | None:
    """The next match of its series, if that is there."""
    return next((each for each in chain(session, campaign) if _place(each) == _place(campaign) + 1), None)


def _place(campaign: Campaign) -> int:
    return campaign.series_position or 0

"""Several campaigns in one mail: which seat a player means by the name of a campaign."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.orders.text import clean
from adjudicator.store.tables import Campaign, CampaignState, Holding, Role, Seat


def seat_called(session: Session, name: str, person_id: int | None, at: datetime) -> Seat | None:
    """The one seat whose orders this person gives in a campaign of that name or title; case does not count.

    Nobody is told of campaigns in which he has no seat. With two seats there he has to write to one of them.
    """
    if person_id is None:
        return None
    held = session.execute(
        select(Seat, Campaign)
        .join(Campaign, col(Campaign.id) == col(Seat.campaign_id))
        .join(Holding, col(Holding.seat_id) == col(Seat.id))
        .where(
            col(Holding.person_id) == person_id,
            col(Holding.role) == Role.ORDERS,
            col(Campaign.state) != CampaignState.INVITING,
            col(Holding.since) <= at,
            or_(col(Holding.until).is_(None), col(Holding.until) > at),
        )
        .order_by(col(Seat.id))
    )
    wanted = _plain(name)
    found = [seat for seat, campaign in held if wanted in (_plain(campaign.name), _plain(campaign.title))]
    return found[0] if len(found) == 1 else None


def _plain(name: str) -> str:
    return " ".join(clean(name).casefold().split())

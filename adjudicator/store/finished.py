"""Matches that have ended, as they stand now: how, and who gave the orders of which seat then."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.orm import Session, aliased
from sqlmodel import col

from adjudicator.kernel.kept_rules import AT
from adjudicator.store.tables import Campaign, CampaignState, Holding, Match, MatchState, Person, Role, Seat, SeatKind


class Ended(NamedTuple):
    """A match that has ended. `result` None: it was closed without one; `settings`: those of its campaign."""

    match_id: int
    campaign_id: int
    campaign: str
    game: str
    at: datetime
    result: bytes | None
    settings: bytes


class Sitting(NamedTuple):
    """A seat of such a match, and somebody who gave its orders at the end; None: nobody did."""

    match_id: int
    seat: str
    person_id: int | None


def ended(session: Session, game: str = "", campaigns: Collection[int] | None = None) -> Sequence[Ended]:
    """Return the matches that have ended, in the order in which they did.

    Of one game or of all, or of some campaigns.
    """
    found = (
        select(Match.id, Campaign.id, Campaign.name, Match.game, Match.finished_at, Match.result, Campaign.settings)  # type: ignore[call-overload]
        .join(Campaign, col(Campaign.id) == col(Match.campaign_id))
        .where(*_over(game, campaigns))
        .order_by(col(Match.finished_at), col(Match.id))
    )
    return [Ended(*row) for row in session.execute(found)]


def sittings(session: Session, game: str = "", campaigns: Collection[int] | None = None) -> Sequence[Sitting]:
    """Return the seats of those matches in order, each with everybody who gave its orders when the match ended."""
    held = and_(
        col(Holding.seat_id) == col(Seat.id),
        col(Holding.role) == Role.ORDERS,
        col(Holding.since) <= col(Match.finished_at),
        or_(col(Holding.until).is_(None), col(Holding.until) > col(Match.finished_at)),
    )
    found = (
        select(Match.id, Seat.id, Seat.name, Holding.person_id)  # type: ignore[call-overload]
        .join(Seat, col(Seat.campaign_id) == col(Match.campaign_id))
        .outerjoin(Holding, held)
        .where(*_over(game, campaigns), col(Seat.kind) == SeatKind.PLAYER)
        .order_by(col(Seat.id), col(Holding.person_id))
        .distinct()
    )
    return [Sitting(match, seat, person) for match, _, seat, person in session.execute(found)]


def _over(game: str, campaigns: Collection[int] | None) -> Iterator[ColumnElement[bool]]:
    yield col(Match.state) == MatchState.FINISHED
    yield col(Match.finished_at).is_not(None)
    if game:
        yield or_(col(Match.game) == game, col(Match.game).startswith(f"{game}{AT}", autoescape=True))
    if campaigns is not None:
        yield col(Match.campaign_id).in_(campaigns)


def listed_names(session: Session) -> dict[int, str]:
    """Return the names of the people who may be shown in lists."""
    rows = session.execute(select(col(Person.id), col(Person.name)).where(col(Person.rated)))
    return {row[0]: row[1] for row in rows}


def companions(session: Session, person_id: int) -> frozenset[int]:
    """Return who held a seat of a begun campaign while a person held one there: they know each other's names."""
    own, other, there = aliased(Holding), aliased(Holding), aliased(Seat)
    met = (
        select(col(other.person_id))
        .join(there, col(there.id) == col(other.seat_id))
        .join(Seat, col(Seat.campaign_id) == col(there.campaign_id))
        .join(own, col(own.seat_id) == col(Seat.id))
        .join(Campaign, col(Campaign.id) == col(Seat.campaign_id))
        .where(
            col(own.person_id) == person_id,
            col(Campaign.state) != CampaignState.INVITING,
            or_(col(own.until).is_(None), col(own.until) > col(other.since)),
            or_(col(other.until).is_(None), col(other.until) > col(own.since)),
            func.coalesce(col(own.until) != col(own.since), True),
            func.coalesce(col(other.until) != col(other.since), True),
        )
    )
    return frozenset(session.scalars(met.distinct()))

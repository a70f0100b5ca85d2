"""Facts about many campaigns at once, for who keeps them: one query a fact, however many campaigns there are."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, exists, func, or_, select
from sqlalchemy.orm import Mapped, Session
from sqlmodel import col

from adjudicator.store.tables import (
    Address,
    AddressState,
    Campaign,
    CampaignState,
    Holding,
    InboundMail,
    InboundStatus,
    Match,
    Person,
    Prompt,
    PromptState,
    Role,
    Seat,
    SeatKind,
    SeatRecord,
    table_of,
)

OVER = (CampaignState.FINISHED, CampaignState.ARCHIVED)
_GOING = select(col(Campaign.id)).where(col(Campaign.state).not_in(OVER)).scalar_subquery()


class CampaignHead(NamedTuple):
    """A campaign and its newest match, if it has one."""

    id: int
    name: str
    title: str
    state: CampaignState
    game: str | None
    awaited: bytes | None
    """What waits for a draw that has to be entered, as it is kept; None: nothing does."""
    place: int | None
    """Which of its series it is, from 1; None where it stands alone."""
    log: int
    """Number of the newest log entry."""
    time_zone: str


class Asked(NamedTuple):
    """An open question: the seat, since when it is open, until when it is to be answered."""

    campaign_id: int
    seat: str
    kind: SeatKind
    since: datetime
    deadline: datetime | None


class Record(NamedTuple):
    """The deadlines that a seat has missed since its player has it."""

    campaign_id: int
    seat: str
    missed: int
    in_row: int


class Sitting(NamedTuple):
    """A seat of the game or of a moderator, and somebody who gives its orders now; a seat without anybody has None.

    `reached`: whether mails can be sent to them.
    """

    campaign_id: int
    seat: str
    kind: SeatKind
    person_id: int | None
    person: str | None
    reached: bool


def campaigns_by_name(session: Session) -> Sequence[CampaignHead]:
    """Return the campaigns that are not over, by name."""
    return _campaigns(session, col(Campaign.state).not_in(OVER), col(Campaign.name))


def begun(session: Session, but: Collection[CampaignState]) -> Sequence[CampaignHead]:
    """Return all campaigns but those in some states, the oldest first."""
    return _campaigns(session, col(Campaign.state).not_in(but), col(Campaign.id))


def _campaigns(session: Session, which: ColumnElement[bool], order: Mapped[Any]) -> Sequence[CampaignHead]:
    later = table_of(Match).alias("later").c
    followed = exists().where(later.campaign_id == col(Match.campaign_id), later.number > col(Match.number))
    own = and_(col(Match.campaign_id) == col(Campaign.id), ~followed)
    found = select(  # type: ignore[call-overload]
        Campaign.id,
        Campaign.name,
        Campaign.title,
        Campaign.state,
        Match.game,
        Match.awaited,
        Campaign.series_position,
        func.coalesce(col(Match.sequence), 0),
        Campaign.time_zone,
    )
    return [CampaignHead(*row) for row in session.execute(found.outerjoin(Match, own).where(which).order_by(order))]


def open_questions(session: Session) -> Sequence[Asked]:
    """Return the open questions of campaigns that are not over."""
    found = (
        select(Prompt.campaign_id, Seat.name, Seat.kind, Prompt.opened_at, Prompt.deadline)  # type: ignore[call-overload]
        .join(Seat, col(Seat.id) == col(Prompt.seat_id))
        .where(col(Prompt.state) == PromptState.OPEN, col(Prompt.campaign_id).in_(_GOING))
        .order_by(col(Prompt.number))
    )
    return [Asked(*row) for row in session.execute(found)]


def records(session: Session) -> Sequence[Record]:
    """Return the seats of campaigns that are not over which have missed a deadline."""
    found = (
        select(Seat.campaign_id, Seat.name, SeatRecord.missed, SeatRecord.missed_in_row)  # type: ignore[call-overload]
        .join(SeatRecord, col(SeatRecord.seat_id) == col(Seat.id))
        .where(col(SeatRecord.missed) > 0, col(Seat.campaign_id).in_(_GOING))
        .order_by(col(Seat.id))
    )
    return [Record(*row) for row in session.execute(found)]


def held_counts(session: Session) -> dict[int, int]:
    """Return how many mails wait for somebody's word, by campaign."""
    found = (
        select(col(InboundMail.campaign_id), func.count())
        .where(col(InboundMail.status) == InboundStatus.HELD, col(InboundMail.campaign_id).in_(_GOING))
        .group_by(col(InboundMail.campaign_id))
    )
    return {campaign: count for campaign, count in session.execute(found) if campaign is not None}


def sittings(session: Session, now: datetime) -> Sequence[Sitting]:
    """Return the seats of players and moderators in campaigns that are not over, with those who give their orders."""
    holds: ColumnElement[bool] = and_(
        col(Holding.seat_id) == col(Seat.id),
        col(Holding.role) == Role.ORDERS,
        col(Holding.since) <= now,
        or_(col(Holding.until).is_(None), col(Holding.until) > now),
    )
    usable = exists().where(col(Address.person_id) == col(Person.id), col(Address.state) == AddressState.ACTIVE)
    found = (
        select(Seat.campaign_id, Seat.name, Seat.kind, Person.id, Person.name, usable)  # type: ignore[call-overload]
        .outerjoin(Holding, holds)
        .outerjoin(Person, col(Person.id) == col(Holding.person_id))
        .where(col(Seat.kind) != SeatKind.OBSERVER, col(Seat.campaign_id).in_(_GOING))
        .order_by(col(Seat.id), col(Holding.id))
    )
    return [Sitting(*row) for row in session.execute(found)]


class Token(NamedTuple):
    """The secret of the reply address of a moderator's seat, and the mailbox of its campaign."""

    name: str
    token: str
    mailbox: str


def moderators_tokens(session: Session, person_id: int, now: datetime) -> list[Token]:
    """Return those of the seats as whose moderator somebody writes now."""
    found = (
        select(Campaign.name, Seat.token, Campaign.mailbox)  # type: ignore[call-overload]
        .join(Seat, col(Seat.campaign_id) == col(Campaign.id))
        .join(Holding, col(Holding.seat_id) == col(Seat.id))
        .where(
            col(Seat.kind) == SeatKind.MODERATOR,
            col(Holding.person_id) == person_id,
            col(Holding.role) == Role.ORDERS,
            col(Holding.since) <= now,
            or_(col(Holding.until).is_(None), col(Holding.until) > now),
            col(Campaign.id).in_(_GOING),
        )
    )
    return [Token(name, bytes(token).decode(), mailbox) for name, token, mailbox in session.execute(found)]


def with_morning_mails(session: Session) -> frozenset[int]:
    """Return the people who want the overview of their campaigns every morning."""
    return frozenset(session.scalars(select(col(Person.id)).where(col(Person.overview))))

"""Keep who holds which seat, in which role, from when until when."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, func, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.statements import run
from adjudicator.store.tables import Holding, Person, Role, Seat, table_of


def held_at(moment: datetime) -> ColumnElement[bool]:
    """Return the condition for the holdings of a moment."""
    return and_(col(Holding.since) <= moment, _after(moment))


def hold(session: Session, seat_id: int, person_id: int, since: datetime, **more: Any) -> None:
    """Let a person hold a seat from now on, or from a later day; without a role in ``more`` to give its orders."""
    session.add(Holding(seat_id=seat_id, person_id=person_id, since=since, **more))
    session.flush()


def hand_over(session: Session, seat_id: int, successor: int, at: datetime) -> None:
    """Let the successor give the orders: the previous holder gives them no more, the successor gets no more copies."""
    gone = or_(col(Holding.role) == Role.ORDERS, col(Holding.person_id) == successor)
    for row in session.scalars(select(Holding).where(_of(seat_id), col(Holding.until).is_(None), gone)):
        row.until = at
    hold(session, seat_id, successor, at)


def end(session: Session, seat_id: int, people: Collection[int] | None, at: datetime) -> None:
    """End everything that these people (None: all) hold of the seat; what has not begun never does."""
    whose = () if people is None else (col(Holding.person_id).in_(people),)
    for row in session.scalars(select(Holding).where(_of(seat_id), _after(at), *whose)):
        row.until = max(at, row.since)
    session.flush()


def now_or_later(session: Session, seat_id: int, at: datetime) -> tuple[tuple[Holding, Person], ...]:
    """Return who holds a seat or will, in the order in which they came."""
    rows = select(Holding, Person).join(Person, col(Person.id) == col(Holding.person_id))
    return tuple((row[0], row[1]) for row in session.execute(rows.where(_of(seat_id), _after(at)).order_by(_ID)))


def since(session: Session, seat_id: int) -> datetime | None:
    """Return since when a seat was held without a break; None if it is not."""
    first = select(func.min(col(Holding.since))).where(_of(seat_id), col(Holding.until).is_(None))
    return session.scalar(first)


def change(session: Session, seat_id: int | None, person_id: int | None, **values: object) -> None:
    """Change what a person holds of a seat until further notice."""
    lasting = update(table_of(Holding)).filter_by(seat_id=seat_id, person_id=person_id, until=None)
    run(session, lasting.values(**values))


def has_agreed(session: Session, seat_id: int, person_id: int | None) -> bool:
    """Return whether a person agreed that another seat reads the same mailbox, for as long as they hold this one."""
    own = select(_ID).where(_of(seat_id), col(Holding.person_id) == person_id, col(Holding.until).is_(None))
    return session.scalar(own.where(col(Holding.agreed_at).is_not(None)).limit(1)) is not None


def dossiers_due(session: Session, at: datetime) -> tuple[tuple[Holding, int], ...]:
    """Return holdings that have begun since they were agreed on and want a dossier, with the ids of their campaigns."""
    due = select(Holding, col(Seat.campaign_id)).join(Seat, col(Seat.id) == col(Holding.seat_id))
    rows = session.execute(due.where(col(Holding.dossier_due), col(Holding.since) <= at).order_by(_ID))
    return tuple((row[0], row[1]) for row in rows)


_ID = col(Holding.id)


def _of(seat_id: int) -> ColumnElement[bool]:
    return col(Holding.seat_id) == seat_id


def _after(moment: datetime) -> ColumnElement[bool]:
    return or_(col(Holding.until).is_(None), col(Holding.until) > moment)

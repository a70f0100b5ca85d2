"""The mail addresses of people: which are in use, which is the main one, which wait to be confirmed."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Select, and_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.campaigns import AT_PLAY
from adjudicator.store.holdings import held_at
from adjudicator.store.tables import (
    Address,
    AddressState,
    Campaign,
    Holding,
    Person,
    Role,
    Seat,
    SeatKind,
    table_of,
)


def of_person(session: Session, person_id: int) -> tuple[Address, ...]:
    """Return all addresses of a person in whatever state, the main one first."""
    order = (col(Address.main).desc(), col(Address.id))
    return tuple(session.scalars(select(Address).where(col(Address.person_id) == person_id).order_by(*order)))


def usable(rows: Sequence[Address]) -> tuple[Address, ...]:
    """Return those that mail may go to; the first is the one it does go to."""
    return tuple(row for row in rows if row.state is AddressState.ACTIVE)


def reader_of(session: Session, email: str) -> Person | None:
    """Return who reads an address that is in use; the first of those who share it."""
    return session.scalars(
        select(Person)
        .join(Address, col(Address.person_id) == col(Person.id))
        .where(col(Address.email) == email, col(Address.state) == AddressState.ACTIVE)
        .order_by(col(Person.id))
        .limit(1)
    ).first()


def add(session: Session, person_id: int, email: str, asked_by: str, at: datetime) -> Address:
    """Add an address that waits to be confirmed; `asked_by` is empty when its owner asked."""
    row = Address(person_id=person_id, email=email, state=AddressState.UNCONFIRMED, asked_by=asked_by, registered_at=at)
    session.add(row)
    session.flush()
    return row


def make_main(session: Session, row: Address) -> None:
    """Send messages for the person there from now on."""
    table = table_of(Address)
    session.execute(update(table).where(table.c.person_id == row.person_id).values(main=False))
    row.main = True
    session.flush()


def campaigns_of(session: Session, person_id: int, at: datetime) -> tuple[Campaign, ...]:
    """Return the campaigns in which a person holds a seat now."""
    return tuple(session.scalars(_held(person_id, at)))


def played_campaigns(session: Session, person_id: int | None, at: datetime) -> tuple[Campaign, ...]:
    """Return the campaigns at play in which a person gives the orders of a seat now."""
    orders = (col(Holding.role) == Role.ORDERS, col(Seat.kind) == SeatKind.PLAYER)
    return () if person_id is None else tuple(session.scalars(_held(person_id, at).where(AT_PLAY, *orders)))


def _held(person_id: int, at: datetime) -> Select[Campaign]:
    return (
        select(Campaign)
        .join(Seat, col(Seat.campaign_id) == col(Campaign.id))
        .join(Holding, and_(col(Holding.seat_id) == col(Seat.id), held_at(at)))
        .where(col(Holding.person_id) == person_id)
        .order_by(col(Campaign.id))
        .distinct()
    )


def players_of(session: Session, campaign_id: int, at: datetime) -> tuple[tuple[Seat, Person, Role], ...]:
    """Return who holds which seat of a campaign now, and in which role; observers and moderators too."""
    rows = session.execute(
        select(Seat, Person, col(Holding.role))
        .join(Holding, and_(col(Holding.seat_id) == col(Seat.id), held_at(at)))
        .join(Person, col(Person.id) == col(Holding.person_id))
        .where(col(Seat.campaign_id) == campaign_id)
        .order_by(col(Seat.id), col(Holding.id))
    )
    return tuple((seat, person, role) for seat, person, role in rows)


def sharing(session: Session, campaign_id: int, at: datetime) -> tuple[tuple[str, tuple[Seat, ...]], ...]:
    """Return addresses in use by several player seats, with those seats."""
    found: dict[str, dict[int, Seat]] = {}
    for seat, person, role in players_of(session, campaign_id, at):
        if seat.kind is SeatKind.PLAYER and role is not Role.STANDBY:
            for row in usable(of_person(session, person.id)):
                found.setdefault(row.email, {})[seat.id] = seat
    return tuple((email, tuple(seats.values())) for email, seats in found.items() if len(seats) > 1)

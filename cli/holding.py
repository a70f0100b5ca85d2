"""Who holds a seat, and the deed that changes it."""

from __future__ import annotations

from datetime import datetime

import msgspec
from sqlalchemy import or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.service.campaign.matches import Table
from adjudicator.service.desk.deed import CannotBe, seat_named
from adjudicator.service.desk.deeds import Hold, Release
from adjudicator.service.service import Service
from adjudicator.store.tables import Holding, Person, Role
from cli.errors import Failed
from cli.moments import moment
from cli.people import newcomer


class Held(msgspec.Struct, frozen=True):
    """A person, what he may do for the seat, and when."""

    name: str
    role: str
    since: datetime
    until: datetime | None


def held(session: Session, table: Table, seat: str) -> list[Held]:
    """Who holds a seat now or will. Raises Failed for an unknown seat."""
    found = seat_called(table, seat)
    rows = session.execute(
        select(Holding, Person)
        .join(Person, col(Person.id) == col(Holding.person_id))
        .where(
            col(Holding.seat_id) == table.by_name[found].id,
            or_(col(Holding.until).is_(None), col(Holding.until) > table.now),
        )
        .order_by(col(Holding.id))
    )
    return [Held(person.name, holding.role, holding.since, holding.until) for holding, person in rows]


def deed_of(
    service: Service,
    table: Table,
    seat: str,
    *,
    add: str | None,
    remove: str | None,
    role: str,
    first: str | None,
    until: str | None,
) -> Hold | Release:
    """What `seat holding` asks for. Raises Failed."""
    found = seat_called(table, seat)
    if remove is not None:
        return Release(seat=found, person=remove)
    assert add is not None
    if role not in tuple(Role):
        raise Failed(f"there is no role {role!r}; there are {', '.join(Role)}")
    zone, now = table.campaign.time_zone, service.clock.now()
    return Hold(
        seat=found,
        who=newcomer(add),
        role=Role(role),
        since=moment(first, zone, now) if first else None,
        until=moment(until, zone, now, end=True) if until else None,
    )


def seat_called(table: Table, name: str) -> str:
    """The seat's name as the game writes it. Raises Failed."""
    try:
        return seat_named(table, name).name
    except CannotBe:
        raise Failed(f"there is no seat {name}; there are {', '.join(seat.name for seat in table.players)}") from None

"""Several moderators: each has a seat beside the table, with a secret address and a right of his own."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.service.campaign.matches import Table
from adjudicator.service.desk.deeds import Appoint, Author, CannotBe, Dismiss, Right
from adjudicator.service.desk.people import end_holdings, person_of
from adjudicator.service.desk.trail import note
from adjudicator.service.outbox import farewells, notices, queue
from adjudicator.service.outbox.intents import Help
from adjudicator.service.people import replacements
from adjudicator.service.service import Service
from adjudicator.store import campaigns
from adjudicator.store.campaigns import Holder, SeatAtTable
from adjudicator.store.tables import Holding, Person, Role, SeatKind

NAME = "moderator"


def moderators(table: Table) -> list[tuple[SeatAtTable, Holder]]:
    """Who moderates, each with his seat."""
    return _among(table.seats)


def author_of(table: Table, seat: SeatAtTable, person_id: int | None) -> Author | None:
    """The moderator who wrote from a seat; None where it is no moderator's."""
    for _, holder in _among([seat]):
        if holder.person_id == person_id:
            return Author(holder.name, Right(holder.rights), by_mail=True)
    return None


def author_named(table: Table, name: str) -> Author:
    """Who works at the command line: a moderator of the campaign with his right, or somebody with the key to all."""
    return Author(name, right_of(table.seats, name))


def right_of(seats: Iterable[SeatAtTable], name: str) -> Right:
    """What somebody at the command line may do: the right of the moderator of that name, or everything."""
    own = [holder for _, holder in _among(seats) if holder.name.casefold() == name.casefold()]
    return Right(own[0].rights) if own else Right.ALL


def _among(seats: Iterable[SeatAtTable]) -> list[tuple[SeatAtTable, Holder]]:
    return [
        (seat, holder)
        for seat in seats
        if seat.kind is SeatKind.MODERATOR
        for holder in seat.holders
        if holder.role is Role.ORDERS
    ]


def appoint(session: Session, service: Service, table: Table, deed: Appoint, by: str) -> None:
    """Somebody moderates, or has another right from now on; everybody is told. Raises CannotBe."""
    now = service.clock.now()
    person = person_of(session, table, deed.who, now)
    known = next(((seat, holder) for seat, holder in moderators(table) if holder.person_id == person.id), None)
    if known is not None:
        _change_right(session, table, known, deed.right)
        table.reseat(campaigns.seats_at_table(session, table.campaign.id, now))
    else:
        seat = _new_chair(session, table, person, deed.right, now)
        intent = Help(written=now, why="appointed")
        queue.queue(session, queue.for_seat(service, table, seat, intent, sequence=table.head.sequence), now)
    values = {"person": person.name, "right": deed.right.value}
    notices.send(session, service, table, table.seats, "appointed", values, now, asking=False)
    note(session, table, by, deed, now)


def dismiss(session: Session, service: Service, table: Table, deed: Dismiss, by: str) -> None:
    """Somebody moderates no longer; everybody is told. Raises CannotBe."""
    now = service.clock.now()
    found = [each for each in moderators(table) if each[1].name.casefold() == deed.name.strip().casefold()]
    if not found:
        raise CannotBe("no_such_moderator", person=deed.name)
    seat, holder = found[0]
    _somebody_is_left(table, holder)
    end_holdings(session, seat, {holder.person_id}, now)
    replacements.void_address(session, seat, now)
    table.reseat(campaigns.seats_at_table(session, table.campaign.id, now))
    farewells.queue(session, service, table, seat, set(), now, topic="dismissed")
    notices.send(session, service, table, table.seats, "dismissed", {"person": holder.name}, now, asking=False)
    note(session, table, by, deed, now)


def _change_right(session: Session, table: Table, known: tuple[SeatAtTable, Holder], right: Right) -> None:
    seat, holder = known
    if holder.rights == right.value:
        raise CannotBe("moderates_already", person=holder.name, right=right.value)
    if right is not Right.ALL:
        _somebody_is_left(table, holder)
    rows = session.scalars(
        select(Holding).where(
            col(Holding.seat_id) == seat.id, col(Holding.person_id) == holder.person_id, col(Holding.until).is_(None)
        )
    )
    for row in rows:
        row.rights = right.value
    session.flush()


def _somebody_is_left(table: Table, holder: Holder) -> None:
    others = [each for _, each in moderators(table) if each.person_id != holder.person_id]
    if holder.rights == Right.ALL.value and not any(each.rights == Right.ALL.value for each in others):
        raise CannotBe("last_moderator", person=holder.name)


def _new_chair(session: Session, table: Table, person: Person, right: Right, now: datetime) -> SeatAtTable:
    """An empty chair of a moderator, or one more."""
    empty = [seat for seat in table.seats if seat.kind is SeatKind.MODERATOR and not seat.holders]
    if empty:
        seat_id = empty[0].id
    else:
        names = {seat.name for seat in table.seats}
        free = (NAME if n == 1 else f"{NAME}_{n}" for n in range(1, len(names) + 2))
        name = next(name for name in free if name not in names)
        row = campaigns.new_seat(table.campaign.id, name, person.language, now, SeatKind.MODERATOR)
        session.add(row)
        session.flush()
        seat_id = row.id
    session.add(Holding(seat_id=seat_id, person_id=person.id, role=Role.ORDERS, since=now, rights=right.value))
    session.flush()
    table.reseat(campaigns.seats_at_table(session, table.campaign.id, now))
    return table.by_id[seat_id]

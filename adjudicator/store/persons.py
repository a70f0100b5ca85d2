"""Find what the store holds of one person: seats, mails, times of letters, and other rows that name them."""

from collections.abc import Collection, Iterator
from datetime import datetime

from msgspec import Struct
from sqlalchemy import ColumnElement, Select, and_, false, or_, select
from sqlalchemy.orm import Mapped, Session
from sqlmodel import col

from adjudicator.store.tables import (
    Address,
    Campaign,
    Holding,
    InboundMail,
    OrderSet,
    OutboundMail,
    Person,
    Seat,
)


class Place(Struct, frozen=True):
    """A stretch of time in which the person held a seat; `until` None: they still do."""

    campaign: Campaign
    seat: Seat
    holding: Holding

    def at(self, moment: datetime) -> bool:
        """Return whether the person held it then."""
        return self.holding.since <= moment and (self.holding.until is None or moment < self.holding.until)


class Traces(Struct, frozen=True):
    """The traces by which a person is found. `shared` are addresses of theirs that are also somebody else's."""

    person: Person
    own: tuple[str, ...]
    shared: tuple[str, ...]
    places: tuple[Place, ...]

    @property
    def seats(self) -> frozenset[int]:
        """All that the person has ever held."""
        return frozenset(place.seat.id for place in self.places)

    @property
    def campaigns(self) -> tuple[Campaign, ...]:
        """All in which the person has ever held a seat."""
        return tuple({place.campaign.id: place.campaign for place in self.places}.values())

    def held(self, seat_id: int, moment: datetime) -> bool:
        """Return whether the person held a seat then."""
        return any(place.seat.id == seat_id and place.at(moment) for place in self.places)


def find_persons(session: Session, who: str) -> tuple[Person, ...]:
    """Return the people of a name, an address or a number (`#7`), in the order in which they came."""
    chosen = select(Person).order_by(col(Person.id))
    if who.startswith("#") and who[1:].isdecimal() and len(who) < 20:
        chosen = chosen.where(col(Person.id) == int(who[1:]))
    elif "@" in who:
        chosen = chosen.where(col(Person.id).in_(select(col(Address.person_id)).where(col(Address.email) == who)))
    else:
        chosen = chosen.where(col(Person.name) == who)
    return tuple(session.scalars(chosen))


def traces(session: Session, person: Person) -> Traces:
    """Return by what the person is found."""
    emails = tuple(session.scalars(select(col(Address.email)).where(col(Address.person_id) == person.id).distinct()))
    others = select(col(Address.email)).where(col(Address.email).in_(emails), col(Address.person_id) != person.id)
    shared = set(session.scalars(others))
    rows = session.execute(
        select(Campaign, Seat, Holding)
        .join(Seat, col(Seat.campaign_id) == col(Campaign.id))
        .join(Holding, col(Holding.seat_id) == col(Seat.id))
        .where(col(Holding.person_id) == person.id)
        .order_by(col(Campaign.id), col(Seat.id), col(Holding.id))
    )
    places = tuple(Place(*row) for row in rows)
    return Traces(person, tuple(e for e in emails if e not in shared), tuple(e for e in emails if e in shared), places)


def received_from(found: Traces) -> Select[InboundMail]:
    """Return a query for the messages that the person wrote."""
    mail = (col(InboundMail.sender), col(InboundMail.seat_id))
    believed = (InboundMail.released_person_id, InboundMail.part_by)
    his = or_(_at(found, *mail), *(col(each) == found.person.id for each in believed))
    return select(InboundMail).where(his).order_by(col(InboundMail.id))


def sent_to(found: Traces) -> Select[OutboundMail]:
    """Return a query for the messages that were sent to the person."""
    his = _at(found, col(OutboundMail.recipient), col(OutboundMail.seat_id))
    return select(OutboundMail).where(his).order_by(col(OutboundMail.id))


def orders_of(found: Traces) -> Select[OrderSet]:
    """Return a query for the orders that the person gave."""
    return select(OrderSet).where(col(OrderSet.person_id) == found.person.id).order_by(col(OrderSet.id))


def in_batches(ids: Collection[int], size: int = 200) -> Iterator[list[int]]:
    """Yield the ids in batches of at most ``size``, in ascending order."""
    whole = sorted(ids)
    for start in range(0, len(whole), size):
        yield whole[start : start + size]


def _at(found: Traces, address: Mapped[str], seat: Mapped[int | None]) -> ColumnElement[bool]:
    """Return the condition for the person's addresses.

    A shared one counts where it is for a seat that they have held.
    """
    shared = and_(address.in_(found.shared), seat.in_(found.seats)) if found.shared else false()
    return or_(address.in_(found.own), shared)

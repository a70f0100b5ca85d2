"""What `adjudicator address` does."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from sqlalchemy.orm import Session

from adjudicator.language import language
from adjudicator.service.campaign import audit
from adjudicator.service.commands.addresses import why_not
from adjudicator.service.people import addresses
from adjudicator.service.people.addresses import BadAddress
from adjudicator.service.people.new_campaigns import named
from adjudicator.service.service import Service
from adjudicator.store import addresses as stored
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import Address, AddressState, Campaign, Person, Telling
from cli import acting
from cli.database import at_the_desk
from cli.errors import Failed


class Known(msgspec.Struct, frozen=True):
    """An address of somebody at the table. `shared_with`: seats of opponents behind the same mailbox."""

    seat: str
    person: str
    role: str
    address: str
    state: str
    shared_with: str = ""


Act = Callable[[Session, Service, Person], Address]


def known(campaign: str) -> list[Known]:
    """All of a campaign. Raises Failed."""
    with at_the_desk() as service, reading(service.engine) as session:
        found = _campaign(session, campaign)
        now = service.clock.now()
        shared = {email: [seat.name for seat in seats] for email, seats in stored.sharing(session, found.id, now)}
        told = []
        for seat, person, role in stored.players_of(session, found.id, now):
            rows = stored.of_person(session, person.id)
            for row in rows:
                others = ", ".join(name for name in shared.get(row.email, []) if name != seat.name)
                told.append(Known(seat.name, person.name, role, row.email, _state(rows, row), others))
        return told


def add(campaign: str, seat: str, email: str, *, reason: str, person: str | None) -> Known:
    """Ask for another address. Raises Failed."""

    def act(session: Session, service: Service, who: Person) -> Address:
        return addresses.add(service.work(session), who, email, by=acting.author())

    return _act(campaign, seat, person, "address add", reason, act)


def release(campaign: str, seat: str, email: str, *, reason: str, person: str | None) -> Known:
    """Put it into the place of the old one. Raises Failed."""

    def act(session: Session, service: Service, who: Person) -> Address:
        return addresses.release(service.work(session), who, email)

    return _act(campaign, seat, person, "address release", reason, act)


def remove(campaign: str, seat: str, email: str, *, reason: str, person: str | None) -> Known:
    """Take one away. Raises Failed."""

    def act(session: Session, service: Service, who: Person) -> Address:
        return addresses.remove(session, who.id, email)

    return _act(campaign, seat, person, "address remove", reason, act)


def _act(campaign: str, seat: str, name: str | None, command: str, reason: str, act: Act) -> Known:
    """In one transaction with its entry in the trail; the address itself is nobody's business there."""
    with at_the_desk() as service, writing(service.engine) as session:
        found = _campaign(session, campaign)
        lock_campaign(session, found.id)
        now = service.clock.now()
        person = _person(session, service, found, seat, name)
        try:
            row = act(session, service, person)
        except BadAddress as bad:
            raise Failed(why_not(language("en"), bad, "UTC", now)) from None
        details = {"seat": seat, "person": person.name, **({"reason": reason} if reason else {})}
        audit.record(
            session, found.id, by=acting.author(), command=command, details=details, now=now, telling=Telling.REPORT
        )
        gone = command == "address remove"
        state = "removed" if gone else _state(stored.of_person(session, person.id), row)
        return Known(seat, person.name, "", row.email, state)


def _campaign(session: Session, name: str) -> Campaign:
    try:
        return named(session, name)
    except LookupError as error:
        raise Failed(f"{error.args[0]}; adjudicator campaign list tells those there are") from None


def _person(session: Session, service: Service, campaign: Campaign, seat: str, name: str | None) -> Person:
    held = stored.players_of(session, campaign.id, service.clock.now())
    people = {person.id: person for place, person, _ in held if place.name == seat}
    if not people:
        raise Failed(f"nobody holds a seat {seat!r}; there are {', '.join(dict.fromkeys(p.name for p, _, _ in held))}")
    chosen = [person for person in people.values() if name is None or person.name == name]
    if len(chosen) != 1:
        raise Failed(f"say whose with --person: {', '.join(person.name for person in people.values())}")
    return chosen[0]


def _state(rows: tuple[Address, ...], row: Address) -> str:
    if row.state is AddressState.UNCONFIRMED:
        return "confirmed, waits for its release" if row.confirmed_at else "waits for its code"
    return "main" if stored.usable(rows)[:1] == (row,) else str(row.state)

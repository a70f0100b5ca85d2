"""Addresses of people at the desk: who can be reached where, and another one for somebody whose own is dead."""

from typing import Literal

import msgspec
from sqlalchemy.orm import Session

from adjudicator.mail.address import normal_address
from adjudicator.service.admin.access import campaign_named, locked_campaign
from adjudicator.service.admin.rehearsals import changes_text
from adjudicator.service.moderation.command import Change
from adjudicator.service.moderation.errors import CommandError, command_errors, require_as_shown
from adjudicator.service.people import addresses
from adjudicator.service.service import Service, UnitOfWork
from adjudicator.store import addresses as stored
from adjudicator.store import audits, outbound
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Address, AddressState, Campaign, Person, Telling


class Known(msgspec.Struct, frozen=True):
    """An address of somebody at the table. `shared_with`: seats of opponents behind the same mailbox."""

    seat: str
    person: str
    role: str
    address: str
    state: str
    shared_with: str = ""


class Changed(Known, frozen=True, kw_only=True):
    """An address with what was done, or would be."""

    changes: tuple[Change, ...]
    mails_to: tuple[str, ...]


class Wish(msgspec.Struct, frozen=True):
    """A wish to change an address of somebody; `person` where several people hold the seat.

    An address is asked for (`add`), put into the place of the old ones (`release`), or taken away (`remove`).
    """

    change: Literal["add", "release", "remove"]
    seat: str
    email: str
    person: str | None = None
    reason: str = ""


def known(service: Service, campaign: str) -> list[Known]:
    """Return all of a campaign. Raises CommandError."""
    with reading(service.engine) as session:
        found = campaign_named(session, campaign)
        now = service.clock.now()
        shared = {email: [seat.name for seat in seats] for email, seats in stored.sharing(session, found.id, now)}
        told = []
        for seat, person, role in stored.players_of(session, found.id, now):
            rows = stored.of_person(session, person.id)
            for row in rows:
                others = ", ".join(name for name in shared.get(row.email, []) if name != seat.name)
                told.append(Known(seat.name, person.name, role, row.email, _state(rows, row), others))
        return told


def change(service: Service, shown: Changed | None, campaign: str, wish: Wish, by: str) -> tuple[Changed, str]:
    """Change an address as it was shown, and record it in the audit trail, which does not tell the address itself.

    If nothing was shown, return only what would be done, with its words.

    Raises:
        CommandError: The change is refused.
    """
    with writing((service if shown else service.rehearsal).engine) as session:
        work, found = service.work(session), locked_campaign(session, campaign)
        person = _person(work, found, wish)
        newest, before = outbound.newest(session), _state_of(session, person, wish.email)
        with command_errors():
            if wish.change == "add":
                email = addresses.add(work, person, wish.email, by=by).email
            elif wish.change == "release":
                email = addresses.release(work, person, wish.email).email
            else:
                row = addresses.of(session, person.id, wish.email)
                email = row.email
                addresses.remove(session, row)
        details = {"seat": wish.seat, "person": person.name, **({"reason": wish.reason} if wish.reason else {})}
        act = audits.NewAct(by, f"address {wish.change}", details, Telling.REPORT)
        audits.record(session, found.id, act, work.now)
        state = _state_of(session, person, email)
        done = Changed(
            wish.seat, person.name, "", email, state,
            changes=(Change(f"{email} ({person.name}, {wish.seat})", before, state),),
            mails_to=outbound.recipients_since(session, newest),
        )  # fmt: skip
        require_as_shown(shown, done)
        return done, changes_text(done.changes, done.mails_to)


def _state_of(session: Session, person: Person, email: str) -> str:
    """Return what an address is to its person, who may not have it."""
    rows = stored.of_person(session, person.id)
    row = next((each for each in rows if each.email == normal_address(email)), None)
    return "no address of theirs" if row is None else _state(rows, row)


def _person(work: UnitOfWork, campaign: Campaign, wish: Wish) -> Person:
    held = stored.players_of(work.session, campaign.id, work.now)
    people = {person.id: person for place, person, _ in held if place.name == wish.seat}
    if not people:
        there = ", ".join(dict.fromkeys(place.name for place, _, _ in held))
        raise CommandError(f"nobody holds a seat {wish.seat!r}; there are {there}")
    chosen = [person for person in people.values() if wish.person is None or person.name == wish.person]
    if len(chosen) != 1:
        raise CommandError(f"say whose with --person: {', '.join(person.name for person in people.values())}")
    return chosen[0]


def _state(rows: tuple[Address, ...], row: Address) -> str:
    if row.state is AddressState.UNCONFIRMED:
        return "confirmed, waits for its release" if row.confirmed_at else "waits for its code"
    return "main" if stored.usable(rows)[:1] == (row,) else str(row.state)

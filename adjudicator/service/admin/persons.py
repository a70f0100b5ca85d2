"""Export everything that the installation keeps on one person, for that person.

It is JSON, with their mails as they came and went.
"""

import io
import zipfile
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.mail.address import normal_address
from adjudicator.service import extensions
from adjudicator.service.admin.access import Visit, Visitor, look
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.press import content
from adjudicator.service.service import Service, UnitOfWork
from adjudicator.service.timing.habits import habit_of
from adjudicator.store import audits, habits, kept_mails, persons
from adjudicator.store.engine import reading
from adjudicator.store.persons import Traces
from adjudicator.store.tables import (
    Absence,
    Address,
    Audit,
    Confirmation,
    DeliveryTrouble,
    DiaryNote,
    Holding,
    InboundMail,
    OrderLine,
    OrderSet,
    OutboundMail,
    Person,
    Receipt,
    Seat,
    SeatKind,
)

FORMAT, VERSION = "adjudicator.person", 1
FACTS = "person.json"


def person_named(session: Session, who: str) -> Person:
    """Return the one person with a name, an address or a number.

    Raises:
        CommandError: There is no such person, or there are several.
    """
    found = persons.find_persons(session, normal_address(who) if "@" in who else who)
    if len(found) == 1:
        return found[0]
    if not found:
        raise CommandError(f"no person named {who!r}; see: adjudicator address list CAMPAIGN")
    numbers = ", ".join(f"#{each.id} (since {each.created_at:%Y-%m-%d})" for each in found)
    raise CommandError(f"several people are called {who!r}; say which by number: {numbers}")


def looked_at(work: UnitOfWork, visitor: Visitor, found: Traces) -> None:
    """Record a look at a person in each campaign, before anything is shown.

    It also precedes taking anything away.

    Raises:
        CommandError: A moderator who plays has not said `--reveal`.
    """
    own = visitor.name == found.person.name
    for seat, campaign in {place.seat.id: (place.seat, place.campaign) for place in found.places}.values():
        if seat.kind is SeatKind.PLAYER:
            look(Visit(work, campaign, visitor), seat.name)
        elif not own:  # beside the table more may be known than any seat knows
            look(Visit(work, campaign, visitor), None)


def export(service: Service, visitor: Visitor, who: str) -> bytes:
    """Return the archive (ZIP) of a person's data.

    Raises:
        CommandError: There is no such person, or the visitor plays and may not see it.
    """
    with reading(service.engine) as session:
        work = service.work(session)
        looked_at(work, visitor, persons.traces(session, person_named(session, who)))
    with reading(service.engine) as session:
        found = persons.traces(session, person_named(session, who))
        return _packed(service, session, found)


def _packed(service: Service, session: Session, found: Traces) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:

        def put(name: str, data: bytes) -> None:
            file.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)

        came, gone = [], []
        for row in session.scalars(persons.received_from(found)):
            came.append(_facts(row) | {"from": row.sender, "at": row.received_at, "state": row.status})
            if row.dropped_at is None:
                put(f"mails/in/{row.id:06}.eml", row.raw)
        for mail in session.scalars(persons.sent_to(found)):
            gone.append(_facts(mail) | {"to": mail.recipient, "at": mail.queued_at, "state": mail.state})
            raw = kept_mails.whole(session, mail)
            if raw is not None:
                put(f"mails/out/{mail.id:06}.eml", raw)
        told = {
            "format": FORMAT,
            "version": VERSION,
            "at": service.clock.now(),
            **_about(session, found),
            "mails_in": came,
            "mails_out": gone,
        }
        put(FACTS, msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n")
    return made.getvalue()


def _facts(row: InboundMail | OutboundMail) -> dict[str, Any]:
    return {"id": row.id, "message_id": row.message_id}


def _about(session: Session, found: Traces) -> dict[str, Any]:
    """Return what is kept of the person, except their emails."""
    person = found.person
    return {
        "person": plain(person),
        "addresses": [plain(row) for row in session.scalars(_of_person(Address, person.id))],
        "seats": [_held(place) for place in found.places],
        "orders": [*_orders(session, found)],
        "receipts": [*_receipts(session, found)],
        "letters": [*_letters(session, found)],
        "diary": [plain(row) for row in session.scalars(_of_person(DiaryNote, person.id))],
        "absences": [
            plain(row)
            for row in session.scalars(select(Absence).where(col(Absence.seat_id).in_(found.seats)))
            if found.held(row.seat_id, row.announced_at)
        ],
        "habits": habit_of(habits.answered_at(session, person.id), person.time_zone),
        "codes": [
            plain(row, "purpose", "state", "issued_at", "expires_at", "settled_at", "email")
            for row in session.scalars(select(Confirmation).where(or_(*whose_codes(found))))
        ],
        "delivery_reports": [
            plain(row, "at", "kind", "status", "recipient", "diagnostic")
            for row in session.scalars(select(DeliveryTrouble).where(col(DeliveryTrouble.recipient).in_(found.own)))
        ],
        "acts": [*_acts(session, found)],
    } | {
        name: kept for of in extensions.extensions_of("personal_data") for name, kept in of(session, person.id).items()
    }


def whose_codes(found: Traces) -> tuple[Any, ...]:
    """Return conditions for codes that were given to the person, or to an address that is theirs alone."""
    return col(Confirmation.person_id) == found.person.id, col(Confirmation.email).in_(found.own)


def signatures(name: str) -> tuple[str, str]:
    """Return how the person is named in the audit trail."""
    return name, f"{name}{audits.MAILED}"


def _held(place: persons.Place) -> dict[str, Any]:
    seat = place.seat
    own = {"campaign": place.campaign.name, "title": place.campaign.title, "seat": seat.name, "kind": seat.kind}
    rights = plain(place.holding, "role", "since", "until", "rights", "agreed_at")
    return own | rights | ({} if place.holding.until else plain(seat, "language", "mail_format", "nonce", "bid"))


def _orders(session: Session, found: Traces) -> Iterator[dict[str, Any]]:
    seats = {place.seat.id: place.seat.name for place in found.places}
    for row in session.scalars(persons.orders_of(found)):
        lines = select(OrderLine).where(col(OrderLine.order_set_id) == row.id).order_by(col(OrderLine.line))
        told = [plain(line, "line", "text", "outcome") for line in session.scalars(lines)]
        yield {"seat": seats.get(row.seat_id, ""), "at": row.received_at, "state": row.state, "lines": told}


def _receipts(session: Session, found: Traces) -> Iterator[dict[str, Any]]:
    mine = persons.orders_of(found).with_only_columns(col(OrderSet.id)).order_by(None)
    rows = (
        select(Receipt).where(col(Receipt.order_set_id).in_(mine)).order_by(col(Receipt.seat_id), col(Receipt.number))
    )
    return (plain(row, "issued_at", "withdrawn_at", "text", "leaves") for row in session.scalars(rows))


def _letters(session: Session, found: Traces) -> Iterator[dict[str, Any]]:
    """Yield the letters that the person wrote and got.

    Each names who wrote it where the person may know.
    """
    for campaign in found.campaigns:
        seats = {row.id: row.name for row in session.scalars(select(Seat).where(col(Seat.campaign_id) == campaign.id))}
        for one in content.of_campaign(session, campaign.id):
            letter, told = one.letter, {"campaign": campaign.name, "lines": one.letter.lines}
            if found.held(letter.author, one.written_at):
                yield (
                    told
                    | {"at": one.written_at, "wrote": seats.get(letter.author, ""), "sign": letter.sign}
                    | ({"in_the_name_of": seats.get(letter.guise, "")} if letter.guise else {})
                )
                continue
            for reader in letter.readers:
                if one.delivered and found.held(reader, one.due_at):
                    known = letter.names_author_to(reader)
                    yield told | {
                        "at": one.due_at,
                        "got": seats.get(reader, ""),
                        "author": seats.get(letter.signed_by, "") if known else None,
                    }


def _acts(session: Session, found: Traces) -> Iterator[dict[str, Any]]:
    """Yield what the person did at the desk, or by a command that is recorded."""
    rows = select(Audit).where(col(Audit.author).in_(signatures(found.person.name)))
    for row in session.scalars(rows.order_by(col(Audit.campaign_id), col(Audit.number))):
        yield plain(row, "campaign_id", "number", "at", "command", "details")


def _of_person(table: type[Address | DiaryNote | Holding], person_id: int) -> Any:
    return select(table).where(col(table.person_id) == person_id).order_by(col(table.id))


def plain(row: Any, *fields: str) -> dict[str, Any]:
    """Convert a row for machines; bytes become the text or the JSON that they contain."""
    names = fields or tuple(type(row).model_fields)
    return {name: _value(getattr(row, name)) for name in names}


def _value(value: object) -> object:
    if not isinstance(value, bytes):
        return value.isoformat() if isinstance(value, datetime) else value
    try:
        return msgspec.json.decode(value)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return value.decode(errors="replace")

"""Forget a person: names, addresses, mails, letters and diary go, and the campaigns stay what they are.

Every campaign is a transaction of its own; the name goes last, so that an erasure that was interrupted can be ordered
again. What proves a match stays untouched: the log, the positions, the receipts with the order lines and the Message-
IDs in them. The audit trail is chained again, and its next act tells its former last hash.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from email import message_from_bytes, policy
from typing import Any

import msgspec
from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.kernel.errors import UnknownGame
from adjudicator.kernel.registry import game_named
from adjudicator.language import CODES, language
from adjudicator.service.admin.access import Visitor
from adjudicator.service.admin.persons import looked_at, person_named, whose_codes
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.people import pseudonyms
from adjudicator.service.people.pseudonyms import Scrub
from adjudicator.service.press.content import Letter
from adjudicator.service.proof.receipts import ACCEPTED
from adjudicator.service.service import Service
from adjudicator.store import audits, channels, forgetting, kept_mails, persons
from adjudicator.store.audits import INSTALLATION
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.persons import Traces, in_batches
from adjudicator.store.tables import (
    Address,
    AddressState,
    CampaignState,
    Confirmation,
    DeliveryTrouble,
    DiaryNote,
    InboundMail,
    InboundStatus,
    Match,
    OrderLine,
    OrderSet,
    OutboundMail,
    OutboundState,
    Person,
    Press,
    Receipt,
    Seat,
    SeatKind,
    Telling,
    table_of,
)

COMMAND = "person erase"
_OVER = (CampaignState.FINISHED, CampaignState.ARCHIVED)
_WORDS = ("ignored", "notes", "said", "subject", "choices")
"""Fields of a mail with the reader's own words, and with what they asked to be shown."""


class Erasure(msgspec.Struct, frozen=True):
    """The data that go, or would go. `called`: what stands for the name afterwards; `remarks`: what stays, and why."""

    called: str
    campaigns: tuple[str, ...]
    addresses: int
    mails_in: int
    mails_out: int
    letters: int
    notes: int
    remarks: tuple[str, ...] = ()


def foreseen(service: Service, visitor: Visitor, who: str) -> Erasure:
    """Return what would be erased.

    Raises:
        CommandError: The person is unknown, or must not be erased yet.
    """
    with reading(service.engine) as session:
        found = persons.traces(session, person_named(session, who))
        looked_at(service.work(session), visitor, found)
    with reading(service.engine) as session:
        found = persons.traces(session, person_named(session, who))
        _require_free(session, found, service.clock.now())
        return Erasure(
            called=pseudonyms.name_of(found.person.id),
            campaigns=tuple(campaign.name for campaign in found.campaigns),
            addresses=len(found.own) + len(found.shared),
            mails_in=_count(session, persons.received_from(found)),
            mails_out=_count(session, persons.sent_to(found)),
            letters=sum(1 for _ in _own_letters(session, found)),
            notes=_count(session, select(DiaryNote).where(col(DiaryNote.person_id) == found.person.id)),
            remarks=tuple(_remarks(session, found)),
        )


def erase(service: Service, visitor: Visitor, who: str) -> None:
    """Erase a person. Raises CommandError, CampaignBusy; then the same command again erases what is left."""
    with reading(service.engine) as session:
        person = person_named(session, who)
        number = person.id
        campaigns = [campaign.id for campaign in persons.traces(session, person).campaigns]
    for campaign_id in campaigns:
        with writing(service.engine) as session:
            lock_campaign(session, campaign_id)
            found = persons.traces(session, session.get_one(Person, number))
            _require_free(session, found, service.clock.now())
            _in_campaign(session, found, campaign_id, visitor.name, service.clock.now())
    with writing(service.engine) as session:
        found = persons.traces(session, session.get_one(Person, number))
        _require_free(session, found, service.clock.now())
        _everywhere(session, found, visitor.name, service.clock.now())


def _require_free(session: Session, found: Traces, now: datetime) -> None:
    """Check that nobody needs the person any more. Raises CommandError otherwise."""
    held = [
        f"{place.seat.name} in {place.campaign.name}"
        for place in found.places
        if place.campaign.state not in _OVER and (place.holding.until is None or place.holding.until > now)
    ]
    if held:
        raise CommandError(
            f"{found.person.name} holds {', '.join(held)}: hand it over first (adjudicator seat replace, seat eject, "
            "moderator remove, campaign close)"
        )
    waiting = persons.received_from(found).where(col(InboundMail.status) == InboundStatus.RECEIVED)
    if _count(session, waiting):
        raise CommandError("an email from this person is still being processed; try again in a minute")
    mail, ids = OutboundMail, [campaign.id for campaign in found.campaigns]
    going = or_(col(mail.state) == OutboundState.RENDERED, col(mail.holder).is_not(None))
    unsent = col(mail.state).in_((OutboundState.QUEUED, OutboundState.RENDERED))
    if _count(session, select(mail).where(col(mail.campaign_id).in_(ids), unsent, going)):
        raise CommandError("mails of their campaigns are just going out: say it again in a minute")


def _in_campaign(session: Session, found: Traces, campaign_id: int, by: str, now: datetime) -> None:
    shown = [
        name
        for row, letter in _own_letters(session, found)
        if row.campaign_id == campaign_id
        for name in letter.pictures
    ]
    lines = [
        line for row, letter in _own_letters(session, found) if row.campaign_id == campaign_id for line in letter.lines
    ]
    notes = session.scalars(select(col(DiaryNote.text)).where(col(DiaryNote.person_id) == found.person.id))
    lines += [line for note in notes for line in note.decode().splitlines()]
    scrub = Scrub(found.person.id, _names(session, found, campaign_id), found.own, lines)
    for row, letter in [*_own_letters(session, found)]:
        if row.campaign_id == campaign_id:
            row.content = msgspec.json.encode(msgspec.structs.replace(letter, lines=(pseudonyms.GONE,), pictures=()))
    session.flush()
    _drop_mentions(session, campaign_id, scrub, now)
    _forget_mails(session, found, now, campaign_id)
    _forget_lines(session, found, campaign_id)
    forgetting.scrub(session, campaign_id, scrub.value)
    sent = select(col(OutboundMail.id)).where(
        col(OutboundMail.campaign_id) == campaign_id,
        col(OutboundMail.state).in_(kept_mails.GONE),
        col(OutboundMail.kept).is_not(None),
    )
    for ids in in_batches([*session.scalars(sent)]):  # they can be written again, without the name
        kept_mails.drop(session, ids)
    kept_mails.remove(session, campaign_id, shown)
    _note(session, campaign_id, scrub, found, by, now)


def _everywhere(session: Session, found: Traces, by: str, now: datetime) -> None:
    """Erase what belongs to no campaign, and at last who the person is."""
    person = found.person
    scrub = Scrub(person.id, [person.name], found.own, ())
    _forget_mails(session, found, now, None)
    _forget_reasons(session, found.own, scrub)
    troubles, codes = table_of(DeliveryTrouble), table_of(Confirmation)
    session.execute(delete(troubles).where(troubles.c.recipient.in_(found.own)))
    session.execute(delete(codes).where(or_(*whose_codes(found))))
    session.execute(delete(table_of(DiaryNote)).where(col(DiaryNote.person_id) == person.id))
    channels.remove_of_person(session, person.id, now)
    _note(session, INSTALLATION, scrub, found, by, now)
    session.execute(delete(table_of(Address)).where(col(Address.person_id) == person.id))
    nowhere = pseudonyms.address_of(person.id)
    session.add(Address(person_id=person.id, email=nowhere, state=AddressState.SUSPENDED, main=True, registered_at=now))
    person.name, person.time_zone = pseudonyms.name_of(person.id), "UTC"
    person.overview = person.rated = person.habits = False
    session.flush()


def _forget_mails(session: Session, found: Traces, now: datetime, campaign_id: int | None) -> None:
    """Remove the content of a person's mails, sent and received.

    The bytes and their own words go; a pseudonym replaces the address.
    """
    nobody = pseudonyms.address_of(found.person.id)
    where = col(InboundMail.campaign_id) == campaign_id if campaign_id else col(InboundMail.campaign_id).is_(None)
    for row in session.scalars(persons.received_from(found).where(where)):
        own = row.message_id
        row.raw, row.dropped_at, row.sender = b"", row.dropped_at or now, nobody
        row.message_id = pseudonyms.message_id_of(own)
        if row.status in (InboundStatus.HELD, InboundStatus.QUARANTINED):
            row.status, row.reason = InboundStatus.REFUSED, "its writer wanted to be forgotten"
        mail = table_of(OutboundMail)
        answers = update(mail).where(mail.c.in_reply_to == own).values(in_reply_to=row.message_id)
        session.execute(answers)
    there = col(OutboundMail.campaign_id) == campaign_id if campaign_id else col(OutboundMail.campaign_id).is_(None)
    for sent in [*session.scalars(persons.sent_to(found).where(there))]:
        sent.intent = _without_words(sent.intent)
        if sent.campaign_id is None:
            sent.intent = _scrubbed(sent.intent, Scrub(found.person.id, [found.person.name], found.own, ()))
            sent.kept = None
        sent.recipient = nobody
        if sent.state not in kept_mails.GONE:
            sent.state = OutboundState.CANCELLED
    session.flush()


def _forget_reasons(session: Session, emails: Iterable[str], scrub: Scrub) -> None:
    """Erase what is said of messages without a campaign: a bounce names its reader, and so does a server's answer."""
    came, sent = InboundMail, OutboundMail
    for email in emails:
        named = col(came.reason).icontains(email, autoescape=True)
        for mail in session.scalars(select(came).where(col(came.campaign_id).is_(None), named)):
            mail.reason = scrub.text(mail.reason)
        named = col(sent.error).icontains(email, autoescape=True)
        for ours in session.scalars(select(sent).where(col(sent.campaign_id).is_(None), named)):
            ours.error = scrub.text(ours.error)
    session.flush()


def _forget_lines(session: Session, found: Traces, campaign_id: int) -> None:
    """Erase what they wrote as orders but was not accepted; accepted orders are part of a signed receipt and stay."""
    line = table_of(OrderLine)
    theirs = persons.orders_of(found).with_only_columns(col(OrderSet.id)).order_by(None)
    here = theirs.where(col(OrderSet.campaign_id) == campaign_id)
    proven = select(col(Receipt.order_set_id))
    gone = update(line).where(line.c.order_set_id.in_(here), line.c.order_set_id.not_in(proven))
    session.execute(gone.values(text=pseudonyms.GONE.encode(), reading=b""))


def _without_words(intent: bytes) -> bytes:
    plain: dict[str, Any] = msgspec.json.decode(intent)
    for name in _WORDS:
        plain.pop(name, None)
    if plain.get("lines"):
        plain["lines"] = [line for line in plain["lines"] if line.get("outcome") in ACCEPTED]
    if plain.get("copied"):
        plain["copied"] = plain["copied"][:2]
    return msgspec.json.encode(plain)


def _scrubbed(intent: bytes, scrub: Scrub) -> bytes:
    return msgspec.json.encode(scrub.value(msgspec.json.decode(intent)))


def _drop_mentions(session: Session, campaign_id: int, scrub: Scrub, now: datetime) -> None:
    """Delete the bytes of other people's messages that mention the person, for example in a quotation.

    Quarantined messages stay until they are settled.
    """
    mail = InboundMail
    rows = select(mail).where(col(mail.campaign_id) == campaign_id, col(mail.dropped_at).is_(None))
    ended = (InboundStatus.HANDLED, InboundStatus.REFUSED, InboundStatus.IGNORED)
    for row in session.scalars(rows.where(col(mail.status).in_(ended)).execution_options(yield_per=50)):
        if any(map(scrub.mentions, _texts(row.raw))):
            row.raw, row.dropped_at = b"", now
    session.flush()


def _texts(raw: bytes) -> Iterator[str]:
    """Yield whatever somebody can read in a mail.

    A mail from outside may be anything, so nothing here may fail.
    """
    parsed = message_from_bytes(raw, policy=policy.default)
    yield raw.decode(errors="replace")
    for part in parsed.walk():
        try:
            yield from (f"{name}: {value}" for name, value in part.items())
            if not part.is_multipart():
                yield str(part.get_content())
        except (LookupError, ValueError, AttributeError, TypeError):
            continue


def _note(session: Session, campaign_id: int, scrub: Scrub, found: Traces, by: str, now: datetime) -> None:
    changed, before = audits.rewrite(session, campaign_id, scrub.text)
    details: dict[str, Any] = {"person": pseudonyms.name_of(found.person.id)}
    if changed:
        details |= {"acts_changed": changed, "last_hash_before": before.hex()}
    audits.record(session, campaign_id, audits.NewAct(scrub.text(by), COMMAND, details, Telling.NOBODY), now)


def _own_letters(session: Session, found: Traces) -> Iterator[tuple[Press, Letter]]:
    for campaign in found.campaigns:
        for row in session.scalars(select(Press).where(col(Press.campaign_id) == campaign.id)):
            letter = msgspec.json.decode(row.content, type=Letter)
            if found.held(letter.author, row.written_at) and letter.lines != (pseudonyms.GONE,):
                yield row, letter


def _names(session: Session, found: Traces, campaign_id: int) -> Iterable[str]:
    """Return the name, unless a seat of the game has the same name: texts that name the seat would be changed."""
    return () if _is_a_seat(session, found.person.name, campaign_id) else (found.person.name,)


def _is_a_seat(session: Session, name: str, campaign_id: int) -> bool:
    seats = session.scalars(
        select(col(Seat.name)).where(col(Seat.campaign_id) == campaign_id, col(Seat.kind) == SeatKind.PLAYER)
    ).all()
    names = set(seats)
    for match in session.scalars(select(Match).where(col(Match.campaign_id) == campaign_id)):
        try:
            report = game_named(match.game).part("report")
        except UnknownGame:
            continue
        names |= {report.party(seat, language(code)).name for seat in seats for code in CODES}
    return name.casefold() in {each.casefold() for each in names}


def _remarks(session: Session, found: Traces) -> Iterator[str]:
    for campaign in found.campaigns:
        if _is_a_seat(session, found.person.name, campaign.id):
            yield f"{campaign.name}: a seat has the same name, so the name stays in texts of this campaign"
    if found.shared:
        yield f"somebody else is registered with {', '.join(found.shared)} too: the address stays theirs"
    yield "order lines and the Message-IDs of their mails stay in the receipts, which would prove nothing without them"
    yield "not in the database, and yours to delete: backups, exported archives, logs, the folders of the mail account"


def _count(session: Session, rows: Any) -> int:
    return session.scalar(select(func.count()).select_from(rows.order_by(None).subquery())) or 0

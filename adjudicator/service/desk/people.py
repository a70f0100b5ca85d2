"""Who holds a seat: ejected, replaced, teams, readers, stand-ins, standby players."""

from __future__ import annotations

from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.language import CODES, language
from adjudicator.mail.address import can_be_reached
from adjudicator.orders.text import clean, fold
from adjudicator.service.campaign.matches import Table, table_of_campaign
from adjudicator.service.desk.deeds import CannotBe, Eject, Hold, Newcomer, Release, Replace
from adjudicator.service.desk.trail import note
from adjudicator.service.inbox.identity import addresses_of
from adjudicator.service.outbox import farewells, notices, queue
from adjudicator.service.outbox.intents import Dossier
from adjudicator.service.people import new_campaigns, replacements, shared_mailboxes
from adjudicator.service.service import Service
from adjudicator.store import prompts
from adjudicator.store import timing as stored
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import CampaignBusy, lock_campaign, reading, writing
from adjudicator.store.tables import Holding, Person, Role, Seat


def seat_named(table: Table, name: str) -> SeatAtTable:
    """A seat of the game, by its name in the rules or as readers of any language know it. Raises CannotBe."""
    wanted, report = fold(clean(name).strip(" .,!")), table.match.game.part("report")
    for seat in table.players:
        known = [seat.name, seat.name.replace("_", " "), *(report.party(seat.name, language(c)).name for c in CODES)]
        if wanted in map(fold, known):
            return seat
    raise CannotBe("no_seat", wrong=name, seats=",".join(seat.name for seat in table.players))


def person_of(session: Session, table: Table, who: Newcomer, now: datetime) -> Person:
    """The person with that name and address, registered if need be. Raises CannotBe."""
    if not can_be_reached(who.email) or not who.name.strip() or (who.language and who.language not in CODES):
        raise CannotBe("bad_person", person=f"{who.name} <{who.email}>")
    player = new_campaigns.Player(
        seat="", name=who.name.strip(), email=who.email,
        language=who.language or table.campaign.language, time_zone=who.time_zone or table.campaign.time_zone,
    )  # fmt: skip
    person = new_campaigns.person_of(session, player, now)
    session.flush()
    return person


def replace(session: Session, service: Service, table: Table, deed: Replace, by: str) -> None:
    """The seat goes to somebody else. Raises CannotBe."""
    seat = seat_named(table, deed.seat)
    now = service.clock.now()
    person = None if deed.to is None else person_of(session, table, deed.to, now).id
    if any(holder.person_id == person and holder.role is Role.ORDERS for holder in seat.holders):
        raise CannotBe("holds_already", person=deed.to.name if deed.to else "", seat=seat.name)
    try:
        replacements.replace(session, service, table, seat, by=by, person_id=person, keep=deed.keep)
    except replacements.NobodyStandsBy:
        raise CannotBe("no_standby", seat=seat.name) from None


def eject(session: Session, service: Service, table: Table, deed: Eject, by: str) -> None:
    """The seat's people lose it, or one of them does. An empty seat gets the defaults of the rules at its deadlines.

    Raises CannotBe.
    """
    seat = seat_named(table, deed.seat)
    now = service.clock.now()
    gone = [
        holder
        for holder in seat.holders
        if holder.role is not Role.STANDBY and (not deed.person or holder.name.casefold() == deed.person.casefold())
    ]
    if not gone:
        raise CannotBe("no_such_person" if deed.person else "empty", seat=seat.name, person=deed.person)
    left = [holder for holder in seat.holders if holder not in gone and holder.role is Role.ORDERS]
    end_holdings(session, seat, {holder.person_id for holder in gone}, now)
    if not left:
        stored.cancel_for_seat(session, seat.id)
        replacements.void_address(session, seat, now)
        if not deed.keep:
            replacements.forget(session, table, seat, now)
    new = replacements.reload(session, table, seat.id, now)
    spared = set(addresses_of(new)) if left else set()
    ejected = msgspec.structs.replace(seat, holders=tuple(gone))
    farewells.queue(session, service, table, ejected, spared, now, topic="ejected", reason=deed.reason)
    topic = "left_team" if left else "ejected"
    values = {"seats": seat.name, "person": ", ".join(holder.name for holder in gone), "reason": deed.reason}
    notices.send(session, service, table, table.seats, topic, values, now, asking=False)
    note(session, table, by, deed, now)


def hold(session: Session, service: Service, table: Table, deed: Hold, by: str) -> None:
    """Somebody more holds the seat. Who gives its orders or reads along gets its dossier. Raises CannotBe."""
    seat = seat_named(table, deed.seat)
    now = service.clock.now()
    since = deed.since if deed.since is not None and deed.since > now else now
    if deed.until is not None and deed.until <= since:
        raise CannotBe("past")
    person = person_of(session, table, deed.who, now)
    if any(holder.person_id == person.id and holder.role is deed.role for holder in seat.holders):
        raise CannotBe("holds_already", person=person.name, seat=seat.name)
    later = since > now
    row = Holding(
        seat_id=seat.id, person_id=person.id, role=deed.role, since=since, until=deed.until, dossier_due=later
    )
    session.add(row)
    session.flush()
    new = replacements.reload(session, table, seat.id, now)
    if deed.role is Role.STANDBY or later:
        farewells.invite(session, service, table, new, person.id, deed.role, since, deed.until, now)
    else:
        send_dossier(session, service, table, new, person.id, now)
    values = {
        "seats": seat.name, "person": person.name, "role": deed.role.value,
        "from": since.isoformat() if later else "", "to": deed.until.isoformat() if deed.until else "",
    }  # fmt: skip
    notices.send(session, service, table, table.seats, "held", values, now, asking=False)
    if not later:
        shared_mailboxes.tell_of_holder(session, service, table, new, person.id, now)
    note(session, table, by, deed, now)


def release(session: Session, service: Service, table: Table, deed: Release, by: str) -> None:
    """Somebody holds the seat no longer. Raises CannotBe; the last who gives orders is ejected or replaced instead."""
    seat = seat_named(table, deed.seat)
    now = service.clock.now()
    gone = [holder for holder in seat.holders if holder.name.casefold() == deed.person.strip().casefold()]
    if not gone:
        raise CannotBe("no_such_person", seat=seat.name, person=deed.person)
    if not any(holder.role is Role.ORDERS and holder not in gone for holder in seat.holders):
        raise CannotBe("last_holder", seat=seat.name, person=gone[0].name)
    end_holdings(session, seat, {holder.person_id for holder in gone}, now)
    new = replacements.reload(session, table, seat.id, now)
    left = msgspec.structs.replace(seat, holders=tuple(gone))
    farewells.queue(session, service, table, left, set(addresses_of(new)), now)
    values = {"seats": seat.name, "person": gone[0].name}
    notices.send(session, service, table, table.seats, "left_team", values, now, asking=False)
    note(session, table, by, deed, now)


def send_dossiers_due(service: Service) -> int:
    """Stand-ins whose days have begun get what their seat knows. Returns to how many it was sent."""
    now = service.clock.now()
    due = select(Holding, col(Seat.campaign_id)).join(Seat, col(Seat.id) == col(Holding.seat_id))
    due = due.where(col(Holding.dossier_due), col(Holding.since) <= now).order_by(col(Holding.id))
    with reading(service.engine) as session:
        ids = dict.fromkeys(campaign_id for _, campaign_id in session.execute(due))
    sent = 0
    for campaign_id in ids:
        try:
            with writing(service.engine) as session:
                lock_campaign(session, campaign_id)
                table = table_of_campaign(session, campaign_id, now)
                for row in session.scalars(due.where(col(Seat.campaign_id) == campaign_id)):
                    row.dossier_due = False
                    seat = table.by_id[row.seat_id]
                    send_dossier(session, service, table, seat, row.person_id, now)
                    shared_mailboxes.tell_of_holder(session, service, table, seat, row.person_id, now)
                    sent += 1
        except CampaignBusy:
            continue
    return sent


def send_dossier(
    session: Session, service: Service, table: Table, seat: SeatAtTable, person_id: int, now: datetime
) -> None:
    """All that the seat knows, to one of its people."""
    own = {email for holder in seat.holders if holder.person_id == person_id for email in holder.emails[:1]}
    numbers = [row.number for row in prompts.open_questions(session, table.campaign.id) if row.seat_id == seat.id]
    sequence = table.head.sequence
    intent = Dossier(
        written=now, number=numbers[-1] if numbers else None, since=max(0, sequence - replacements.DOSSIER_ENTRIES),
        joins=True,
    )  # fmt: skip
    mails = queue.for_seat(service, table, seat, intent, sequence=sequence, tells_news=False)
    queue.queue(session, [mail for mail in mails if mail.recipient in own], now)


def end_holdings(session: Session, seat: SeatAtTable, people: set[int], now: datetime) -> None:
    """Everything these people hold of the seat is over; what they stand by for stays."""
    rows = session.scalars(
        select(Holding).where(
            col(Holding.seat_id) == seat.id,
            col(Holding.person_id).in_(people),
            (col(Holding.until).is_(None)) | (col(Holding.until) > now),
        )
    )
    for row in rows:
        row.until = now if row.since <= now else row.since
    session.flush()

"""Find out who wrote a mail, for which seat, and whether they may."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from adjudicator.mail.dkim_check import dkim_verdict
from adjudicator.mail.model import Nature, ReadMail
from adjudicator.mail.results import Verdict
from adjudicator.mail.routing import KnownSeat, Route, RoutingDecision, decide, overheard
from adjudicator.mail.sender_authentication import Trust, authenticity
from adjudicator.service.inbox.arrival import OVERSIZE, read
from adjudicator.service.service import Service, UnitOfWork
from adjudicator.store import campaigns, inbound
from adjudicator.store.campaigns import SeatAtTable, played_by
from adjudicator.store.engine import reading
from adjudicator.store.tables import InboundMail, InboundStatus, Role


class Identified(msgspec.Struct, frozen=True):
    """The way a mail goes, the seat it is for, and the person who wrote it, as far as they are known."""

    outcome: RoutingDecision
    seat: SeatAtTable | None = None
    person_id: int | None = None
    theirs: tuple[SeatAtTable, ...] = ()
    """All seats of the sender, for a helpful answer."""
    at_table: tuple[SeatAtTable, ...] = ()
    """All seats of the campaign of `seat`."""

    def giving_orders(self, why: str, seat: SeatAtTable | None, person_id: int | None) -> Identified:
        """Return the message as written by this person for this seat, for a reason of its own."""
        outcome = msgspec.structs.replace(self.outcome, kind=Route.ORDERS, hold=None, why=why)
        return msgspec.structs.replace(self, outcome=outcome, seat=seat, person_id=person_id)


def checked(service: Service, mail_id: int) -> Verdict | None:
    """Return the verdict of our own check of a message's signatures; None if the message itself tells enough.

    The check asks the network, so it runs before the transaction that handles the message.
    """
    if all(service.auth(name).trust is not Trust.DKIM for name in service.settings.mail.boxes):
        return None
    with reading(service.engine) as session:
        row = inbound.load(session, mail_id)
    if row is None or row.status is not InboundStatus.RECEIVED or service.auth(row.mailbox).trust is not Trust.DKIM:
        return None
    mail = read(row.raw, service.own, service.mail_limits)
    if mail.nature is not Nature.PERSON or row.raw.startswith(OVERSIZE):
        return None
    return judged(service, row, mail)


def judged(service: Service, row: InboundMail, mail: ReadMail) -> Verdict:
    """Judge whether the sender of a stored message is proven, as this installation decides; it may ask the network."""
    auth = service.auth(row.mailbox)
    if auth.trust is not Trust.DKIM:
        return authenticity(mail, auth, row.received_at)
    seconds = service.settings.mail.dns_timeout_seconds
    return dkim_verdict(row.raw, mail, auth, row.received_at, service.lookup, seconds)


def identify(work: UnitOfWork, mail: ReadMail, verdict: Verdict) -> Identified:
    """Decide from the mail, the tokens and the registered addresses; `verdict`: whether its sender is proven."""
    sender = mail.from_address
    tables = _tables(work.session, mail, sender, work.now)
    known = {_known(seat, seats): seat for seats in tables.values() for seat in seats}
    outcome = decide(mail, verdict, tuple(known))
    theirs = tuple(seat for seat in known.values() if _person(seat, sender) is not None)
    if outcome.seat is None:
        return Identified(outcome, theirs=theirs)
    seat = known[outcome.seat]
    return Identified(outcome, seat, _person(seat, sender), theirs, tables[seat.campaign_id])


def everywhere(work: UnitOfWork, found: Identified, sender: str) -> Identified:
    """Return the same with all seats of the sender, in whatever campaign that is not over."""
    ids = campaigns.not_over(
        work.session, {seat.campaign_id for seat in campaigns.seats_of_address(work.session, sender, work.now)}
    )
    seats = (seat for each in sorted(ids) for seat in campaigns.seats_at_table(work.session, each, work.now))
    theirs = tuple(seat for seat in seats if _person(seat, sender) is not None)
    return msgspec.structs.replace(found, theirs=theirs)


def as_released(session: Session, row: InboundMail, mail: ReadMail, now: datetime) -> Identified:
    """Identify a message whose author is settled: it was released, or is part of one for several campaigns.

    It counts as written for its seat by the person who is answerable for it.

    Raises:
        LookupError: The seat does not exist any more.
    """
    if row.campaign_id is None:
        raise LookupError("the mail belongs to no campaign")
    at_table = campaigns.seats_at_table(session, row.campaign_id, now)
    seat = next((seat for seat in at_table if seat.id == row.seat_id), None)
    if seat is None:
        raise LookupError("the mail belongs to no seat")
    known = _known(seat, at_table)
    others = tuple(_known(each, at_table) for each in at_table)
    heard = overheard(mail, known, others)
    outcome = RoutingDecision(kind=Route.ORDERS, why="released", seat=known, overheard=heard)
    person = row.part_by if row.released_person_id is None else row.released_person_id
    return Identified(outcome, seat, person, (seat,), at_table)


def seats_behind(addresses: Sequence[str], at_table: Sequence[SeatAtTable]) -> tuple[str, ...]:
    """Return the seats whose holders registered one of these addresses."""
    wanted = set(addresses)
    return tuple(seat.name for seat in at_table if any(email in wanted for email in seat.emails))


def _tables(session: Session, mail: ReadMail, sender: str, now: datetime) -> dict[int, tuple[SeatAtTable, ...]]:
    """Return all seats of every campaign that the mail or its sender has to do with."""
    named = [campaigns.table_of_token(session, token, now) for token in mail.tokens.addressed]
    if any(named):
        return {seats[0].campaign_id: seats for seats in named if seats}
    tags = [answered.strip("<>").partition(".")[0] for answered in mail.tokens.answered]
    found = [campaigns.seat_by_tag(session, tag) for tag in dict.fromkeys([*tags, *mail.tokens.subject])]
    ids = {pair[1].id for pair in found if pair is not None}
    if not ids and sender:
        ids |= {seat.campaign_id for seat in campaigns.seats_of_address(session, sender, now)}
        ids = campaigns.not_over(session, ids) or ids
    return {campaign_id: campaigns.seats_at_table(session, campaign_id, now) for campaign_id in sorted(ids)}


def _known(seat: SeatAtTable, at_table: Sequence[SeatAtTable]) -> KnownSeat:
    hands = ((holder, played_by(at_table, holder.person_id)) for holder in seat.in_charge)
    first = [holder for holder, hand in hands if len(hand) > 1 and hand[0] is seat]
    return KnownSeat(
        campaign=str(seat.campaign_id),
        seat=seat.name,
        token=seat.token,
        tag=seat.tag,
        addresses=seat.emails,
        first_of=frozenset(email for holder in first for email in holder.emails),
    )


def _person(seat: SeatAtTable, sender: str) -> int | None:
    """Return who writes for a seat from an address: not who only reads along, unless they may come back to it."""
    there = (holder for holder in seat.holders if sender in holder.emails)
    return next((each.person_id for each in there if each.role is not Role.COPY or each.may_return), None)

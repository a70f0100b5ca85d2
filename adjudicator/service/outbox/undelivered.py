"""Mails that did not arrive: what it means for the address, who is told, and which other way is tried.

A bounce is believed only if it names a mail of ours by its Message-ID, which nobody but its reader knows: otherwise
anybody could silence a player. Bounces are never answered. Two mails in a row that could not be delivered suspend an
address; a mail from it, or the operator, brings it back.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
import structlog
from sqlalchemy.orm import Session

from adjudicator.mail import BounceReport, Nature, ReadMail, Refused
from adjudicator.mail.authenticity import authenticity
from adjudicator.mail.envelope import bounced_id
from adjudicator.mail.results import Proof
from adjudicator.service.outbox import mail_troubles, queue
from adjudicator.service.service import Service
from adjudicator.service.words.mail_troubles import UNWRITTEN
from adjudicator.store import campaigns, prompts, troubles
from adjudicator.store import outbox as stored_outbox
from adjudicator.store.mails import Settlement
from adjudicator.store.tables import (
    InboundMail,
    InboundStatus,
    OutboundMail,
    OutboundState,
    PromptState,
    TroubleKind,
)
from adjudicator.store.troubles import NewTrouble, SeatAffected

log = structlog.get_logger()
MOST_BOUNCES = 2
"""So many mails in a row that could not be delivered, and an address is given up."""
TOLD_AGAIN = timedelta(days=7)
"""The moderator hears of the same kind of trouble with one address at most once in this time."""


def take_report(session: Session, service: Service, row: InboundMail, mail: ReadMail, now: datetime) -> Settlement:
    """A delivery report or a complaint has come in."""
    status = InboundStatus.HANDLED
    found = _named(session, service, mail)
    if found is None:
        if mail.nature is Nature.COMPLAINT:
            status = InboundStatus.QUARANTINED
        return Settlement(status, mail.nature, f"{mail.nature_why}; it names no mail of ours")
    ours, report = found
    kind = _kind(report)
    if kind is not None:
        new = NewTrouble(kind=kind, status=report.status, diagnostic=report.diagnostic, inbound_mail_id=row.id)
        note(session, service, ours, new, now)
    told = f"{kind or report.action} {report.status}".strip()
    return Settlement(status, mail.nature, f"{told}: {ours.recipient}", ours.campaign_id, ours.seat_id)


def refused(session: Session, service: Service, ours: OutboundMail, handed: Refused, now: datetime) -> None:
    """The server has refused a mail for good when it was handed over."""
    new = NewTrouble(kind=TroubleKind.REFUSED, status=_code(handed), diagnostic=handed.text)
    note(session, service, ours, new, now)


def expired(session: Session, service: Service, ours: OutboundMail, why: str, now: datetime) -> None:
    """A mail was tried for days, and nobody took it."""
    note(
        session,
        service,
        ours,
        NewTrouble(kind=TroubleKind.EXPIRED, status=why.split(maxsplit=1)[0], diagnostic=why),
        now,
    )


def unwritten(session: Session, service: Service, ours: OutboundMail, why: str, now: datetime) -> None:
    """A mail could not be rendered, again and again: a defect of ours."""
    note(session, service, ours, NewTrouble(kind=TroubleKind.EXPIRED, status=UNWRITTEN, diagnostic=why), now)


def note(session: Session, service: Service, ours: OutboundMail, new: NewTrouble, now: datetime) -> None:
    """Keep what happened to a mail of ours and do what follows from it."""
    known = troubles.told_since(session, ours.recipient, [new.kind], now - TOLD_AGAIN)
    if not troubles.record(session, ours, new, now) or new.kind is TroubleKind.DELAYED:
        return
    log.warning("a mail did not arrive", mail=ours.id, kind=str(new.kind), status=new.status)
    seats = troubles.seats_at(session, ours.recipient, now)
    if new.kind is TroubleKind.COMPLAINT:
        queue.essentials_only(session, ours.recipient)
        if not known:  # also if he had unsubscribed before: who complains may want to leave
            mail_troubles.to_moderators(session, service, seats, "complaint", ours.recipient, new.status, now)
        return
    given_up = new.kind in troubles.COUNTED and troubles.count(session, ours.recipient, now, MOST_BOUNCES)
    for seat in seats:
        if seat.others and seat.seat_id == ours.seat_id:
            _try(session, service, ours, seat.others[0], now)
        if given_up and seat.others:
            troubles.redirect(session, seat.seat_id, ours.recipient, seat.others[0])
    if given_up:
        mail_troubles.to_moderators(session, service, seats, "address_dead", ours.recipient, new.status, now)
    elif new.kind is TroubleKind.EXPIRED and not known:
        here = [seat for seat in seats if seat.campaign_id == ours.campaign_id]
        mail_troubles.to_moderators(session, service, here, "undelivered", ours.recipient, new.status, now)


def to_bounce_address(service: Service, mail: ReadMail) -> bool:
    """Whether a mail came to an envelope sender of ours: only programs write there, whatever they say they are."""
    ours = [a for a in (*mail.delivered_to, *mail.recipients) if service.own.token_of(a) is not None]
    return bool(ours) and all(bounced_id(service.own, address) for address in ours)


def heard_from(session: Session, service: Service, mail: ReadMail, now: datetime) -> bool:
    """Somebody writes from an address that was given up: it lives. Returns whether it had been given up."""
    sender = mail.sender.address if mail.sender else ""
    if mail.nature is not Nature.PERSON or not sender or not troubles.troubled(session, sender):
        return False
    if authenticity(mail, service.auth).proof is Proof.FORGED:
        return False
    return reactivate(session, service, sender, now)


def reactivate(session: Session, service: Service, email: str, now: datetime) -> bool:
    """Use an address again: its bounces are forgotten, and its seats get their newest report and question there.

    Returns False when it had not been given up.
    """
    if not troubles.reactivate(session, email):
        return False
    for affected in troubles.seats_at(session, email, now):
        _catch_up(session, service, affected, email, now)
    return True


def _named(session: Session, service: Service, mail: ReadMail) -> tuple[OutboundMail, BounceReport] | None:
    """The mail of ours that came back, by the envelope that it was sent under or by the id in the report."""
    returned = (report.envelope for report in mail.bounces)
    envelope = [bounced_id(service.own, address) for address in (*mail.delivered_to, *mail.recipients, *returned)]
    for id in dict.fromkeys(filter(None, envelope)):
        ours = stored_outbox.by_message_id(session, id)
        if ours is not None and mail.bounces:
            same = (report for report in mail.bounces if report.recipient == ours.recipient)
            return ours, next(same, mail.bounces[0])
    for report in mail.bounces:
        ours = stored_outbox.by_message_id(session, report.message_id) if report.message_id else None
        if ours is not None:
            return ours, report
    return None


def _kind(report: BounceReport) -> TroubleKind | None:
    return {
        "failed": TroubleKind.FAILED,
        "delayed": TroubleKind.DELAYED,
        "complaint": TroubleKind.COMPLAINT,
    }.get(report.action)


def _code(handed: Refused) -> str:
    """The enhanced code if the server told one, else its three digits."""
    word = handed.text.split(maxsplit=1)[0] if handed.text else ""
    return word if word.startswith("5.") else str(handed.code)


def _try(session: Session, service: Service, ours: OutboundMail, other: str, now: datetime) -> None:
    """The same mail to another address of the player, unless it asks what is no longer asked."""
    if ours.campaign_id is None or ours.seat_id is None:
        return
    if ours.prompt_number is not None:
        asked = prompts.prompt_by_number(session, ours.campaign_id, ours.prompt_number)
        if asked is None or asked.state is not PromptState.OPEN:
            return
    seats = campaigns.seats_at_table(session, ours.campaign_id, now)
    seat = next(each for each in seats if each.id == ours.seat_id)
    again = queue.again(service, seat, ours, ours.in_reply_to)
    mail = msgspec.structs.replace(again, recipient=other, prompt_number=ours.prompt_number)
    queue.queue(session, [mail], now)


def _catch_up(session: Session, service: Service, affected: SeatAffected, email: str, now: datetime) -> None:
    """The newest report once more: whatever came after the address was given up went nowhere, or elsewhere."""
    last = stored_outbox.last_of_kind(session, affected.seat_id, queue.REPORT)
    row = None if last is None else stored_outbox.by_message_id(session, last.message_id)
    if row is None or (row.recipient == email and row.state in (OutboundState.QUEUED, OutboundState.RENDERED)):
        return
    _try(session, service, row, email, now)

"""Mails that did not arrive: what it means for the address, who is told, and which other way is tried.

A bounce is believed only if it names one of our messages by its Message-ID, which nobody but its reader knows:
otherwise anybody could silence a player. Bounces are never answered. Two mails in a row that could not be
delivered suspend an address; a mail from it, or the operator, brings it back.
"""

from datetime import timedelta

import structlog

from adjudicator.mail.envelope import bounced_id
from adjudicator.mail.model import BounceReport, Nature, ReadMail
from adjudicator.mail.send import PermanentFailure
from adjudicator.service.logs import went
from adjudicator.service.outbox import notice_mails, queue
from adjudicator.service.outbox.notice_mails import UNWRITTEN
from adjudicator.service.service import Service, UnitOfWork
from adjudicator.store import campaigns, outbound, prompts, troubles
from adjudicator.store.inbound import Settlement
from adjudicator.store.tables import InboundMail, InboundStatus, OutboundMail, OutboundState, PromptState, TroubleKind
from adjudicator.store.troubles import NewTrouble, SeatAffected

log = structlog.get_logger()
MOST_BOUNCES = 2
"""The number of undelivered mails in a row after which an address is given up."""
TOLD_AGAIN = timedelta(days=7)
"""The moderator hears of the same kind of trouble with one address at most once in this time."""


def take_report(work: UnitOfWork, row: InboundMail, mail: ReadMail) -> Settlement:
    """Take a delivery report or a complaint."""
    status = InboundStatus.HANDLED
    found = _named(work, mail)
    if found is None:
        if mail.nature is Nature.COMPLAINT:
            status = InboundStatus.QUARANTINED
        return Settlement(status, mail.nature, f"{mail.nature_why}; it names no mail of ours")
    ours, report = found
    kind = _kind(report)
    if kind is not None:
        new = NewTrouble(kind=kind, status=report.status, diagnostic=report.diagnostic, inbound_mail_id=row.id)
        note(work, ours, new)
    told = f"{kind or report.action} {report.status}".strip()
    return Settlement(status, mail.nature, f"{told}: {ours.recipient}", ours.campaign_id, ours.seat_id)


def refused(work: UnitOfWork, ours: OutboundMail, handed: PermanentFailure) -> None:
    """Note that the server has refused a message permanently on delivery."""
    new = NewTrouble(kind=TroubleKind.REFUSED, status=_code(handed), diagnostic=handed.text)
    note(work, ours, new)


def expired(work: UnitOfWork, ours: OutboundMail, why: str) -> None:
    """Note that a message was tried for days, and no server took it."""
    note(work, ours, NewTrouble(kind=TroubleKind.EXPIRED, status=why.split(maxsplit=1)[0], diagnostic=why))


def unwritten(work: UnitOfWork, ours: OutboundMail, why: str) -> None:
    """Note that a message could not be rendered, again and again: a defect of the service."""
    note(work, ours, NewTrouble(kind=TroubleKind.EXPIRED, status=UNWRITTEN, diagnostic=why))


def note(work: UnitOfWork, ours: OutboundMail, new: NewTrouble) -> None:
    """Keep what happened to one of our messages and do what follows from it."""
    known = troubles.told_since(work.session, ours.recipient, [new.kind], work.now - TOLD_AGAIN)
    if not troubles.record(work.session, ours, new, work.now) or new.kind is TroubleKind.DELAYED:
        return
    said = {"mail": went(ours.id), "campaign": ours.campaign_id}
    log.warning("a mail did not arrive", kind=str(new.kind), status=new.status, **said)
    seats = troubles.seats_at(work.session, ours.recipient, work.now)
    if new.kind is TroubleKind.COMPLAINT:
        queue.essentials_only(work.session, ours.recipient)
        if not known:  # also if they had unsubscribed before: somebody who complains may want to leave
            notice_mails.about_address(work, "complaint", seats, ours.recipient, new.status)
        return
    given_up = new.kind in troubles.COUNTED and troubles.count(work.session, ours.recipient, work.now, MOST_BOUNCES)
    for seat in seats:
        if seat.others and seat.seat_id == ours.seat_id:
            _try(work, ours, seat.others[0])
        if given_up and seat.others:
            troubles.redirect(work.session, seat.seat_id, ours.recipient, seat.others[0])
    if given_up:
        notice_mails.about_address(work, "address_dead", seats, ours.recipient, new.status)
    elif new.kind is TroubleKind.EXPIRED and not known:
        here = [seat for seat in seats if seat.campaign_id == ours.campaign_id]
        notice_mails.about_address(work, "undelivered", here, ours.recipient, new.status)


def to_bounce_address(service: Service, mail: ReadMail) -> bool:
    """Return whether a mail came to one of our envelope senders.

    Only programs write there, whatever they say they are.
    """
    ours = [a for a in (*mail.delivered_to, *mail.recipients) if service.own.token_of(a) is not None]
    return bool(ours) and all(bounced_id(service.own, address) for address in ours)


def heard_from(work: UnitOfWork, mail: ReadMail) -> bool:
    """Reactivate a suppressed address that a proven message came from. Return whether it had been suppressed."""
    sender = mail.from_address
    if not mail.is_personal or not sender or not troubles.troubled(work.session, sender):
        return False
    return reactivate(work, sender)


def reactivate(work: UnitOfWork, email: str) -> bool:
    """Use an address again: its bounces are forgotten, and its seats get their newest report and question there.

    Returns False when it had not been given up.
    """
    if not troubles.reactivate(work.session, email):
        return False
    for affected in troubles.seats_at(work.session, email, work.now):
        _catch_up(work, affected, email)
    return True


def _named(work: UnitOfWork, mail: ReadMail) -> tuple[OutboundMail, BounceReport] | None:
    """Return our message that came back, by the envelope that it was sent under or by the id in the report."""
    returned = (report.envelope for report in mail.bounces)
    envelope = [bounced_id(work.service.own, address) for address in (*mail.delivered_to, *mail.recipients, *returned)]
    for id in dict.fromkeys(filter(None, envelope)):
        ours = outbound.by_message_id(work.session, id)
        if ours is not None and mail.bounces:
            same = (report for report in mail.bounces if report.recipient == ours.recipient)
            return ours, next(same, mail.bounces[0])
    for report in mail.bounces:
        ours = outbound.by_message_id(work.session, report.message_id) if report.message_id else None
        if ours is not None:
            return ours, report
    return None


def _kind(report: BounceReport) -> TroubleKind | None:
    return {
        "failed": TroubleKind.FAILED,
        "delayed": TroubleKind.DELAYED,
        "complaint": TroubleKind.COMPLAINT,
    }.get(report.action)


def _code(handed: PermanentFailure) -> str:
    """Return the enhanced status code if the server gave one, else its three digits."""
    word = handed.text.split(maxsplit=1)[0] if handed.text else ""
    return word if word.startswith("5.") else str(handed.code)


def _try(work: UnitOfWork, ours: OutboundMail, other: str) -> None:
    """Send the same message to another address of the player, unless it asks what is no longer asked."""
    if ours.campaign_id is None or ours.seat_id is None:
        return
    if ours.prompt_number is not None:
        asked = prompts.prompt_by_number(work.session, ours.campaign_id, ours.prompt_number)
        if asked is None or asked.state is not PromptState.OPEN:
            return
    seats = campaigns.seats_at_table(work.session, ours.campaign_id, work.now)
    seat = next(each for each in seats if each.id == ours.seat_id)
    queue.send_again(work, seat, ours, other, in_reply_to=ours.in_reply_to, number=ours.prompt_number)


def _catch_up(work: UnitOfWork, affected: SeatAffected, email: str) -> None:
    """Send the newest report again: whatever was sent after the address was suppressed went nowhere, or elsewhere."""
    last = outbound.last_of_kind(work.session, affected.seat_id, queue.REPORT)
    row = None if last is None else outbound.by_message_id(work.session, last.message_id)
    if row is None or (row.recipient == email and row.state in (OutboundState.QUEUED, OutboundState.RENDERED)):
        return
    _try(work, row, email)

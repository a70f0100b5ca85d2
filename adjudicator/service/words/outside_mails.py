"""Mails about no seat: from our address without a token, or that of the seat for which their reader answers."""

from adjudicator.language import language
from adjudicator.mail.address import Address
from adjudicator.mail.compose import AutoSubmitted, OutgoingMail, compose
from adjudicator.reports.layout.plain import plain
from adjudicator.reports.layout.render import render
from adjudicator.reports.model import Kind, Report
from adjudicator.service.outbox.notices import OUTSIDE
from adjudicator.service.outbox.payloads import AnyIntent, PlainMail, Tell, decode
from adjudicator.service.service import Service
from adjudicator.service.words.wording import Wording
from adjudicator.store.campaigns import answered_for, campaign_by_id
from adjudicator.store.engine import reading
from adjudicator.store.tables import OutboundMail, Seat


class OutsideWording(Wording):
    """A notice for somebody without a seat."""


def outside_message_bytes(service: Service, row: OutboundMail, intent: AnyIntent) -> bytes:
    """Return the bytes of a message that is not about a seat.

    Raises:
        LookupError: Its topic is unknown, or its campaign does not exist any more.
    """
    match intent:
        case PlainMail():
            return _composed(service, row, _plain(intent))
        case Tell():
            return _composed(service, row, _notice(service, row, intent))
    raise LookupError(f"mail {row.id} is about a seat, and names none")


def _plain(intent: PlainMail) -> Report:
    return Report(
        kind=Kind.NOTICE,
        campaign=intent.sender,
        title=intent.title,
        written=intent.written,
        language=intent.language,
        zone=intent.zone,
        lead=intent.lead,
        sections=intent.sections,
    )


def _notice(service: Service, row: OutboundMail, intent: Tell) -> Report:
    notice = OUTSIDE[intent.topic].of(intent.values)
    with reading(service.engine) as session:
        campaign = campaign_by_id(session, row.campaign_id or 0)
    wording = OutsideWording(language(notice.language), notice)
    return Report(
        kind=Kind.NOTICE,
        campaign=campaign.title,
        title=wording.title(),
        written=intent.written,
        language=notice.language,
        lead=wording.sentences(),
    )


def _composed(service: Service, row: OutboundMail, report: Report) -> bytes:
    made = render(report)
    ours = Address(_address(service, row), plain(report.campaign))
    return compose(
        OutgoingMail(
            message_id=row.message_id,
            date=report.written,
            sender=ours,
            reply_to=ours,
            to=Address(row.recipient, ""),
            subject=made.subject,
            text=made.text,
            html=made.html,
            auto_submitted=AutoSubmitted.GENERATED,
            language=report.language,
        )
    )


def _address(service: Service, row: OutboundMail) -> str:
    """Return where an answer goes: to the secret address of a seat that its reader still holds, else to us."""
    intent = decode(row.intent)
    with reading(service.engine) as session:
        stored = session.get(Seat, intent.seat) if isinstance(intent, PlainMail) and intent.seat else None
        campaign = row.campaign_id if stored is None else stored.campaign_id
        seat = answered_for(session, row.recipient, campaign, service.clock.now()) if campaign else None
    if seat is None:
        return service.settings.mail.boxes[row.mailbox].address.plain
    return service.reply_address(seat.token, seat.mailbox)

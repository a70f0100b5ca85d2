"""Mails about no seat of their reader: from and back to our address without a token."""

from typing import Final

from adjudicator.language import language
from adjudicator.mail.address import Address
from adjudicator.mail.compose import AutoSubmitted, OutgoingMail, compose
from adjudicator.reports.model import Kind, Report
from adjudicator.reports.plain import plain
from adjudicator.reports.render import render
from adjudicator.service.outbox.notices import by_topic
from adjudicator.service.outbox.outside_notices import OutsideNotice
from adjudicator.service.outbox.payloads import AnyIntent, PlainMail, Tell
from adjudicator.service.service import Service
from adjudicator.service.words.wording import Wording
from adjudicator.store.campaigns import campaign_by_id
from adjudicator.store.engine import reading
from adjudicator.store.tables import OutboundMail

NOTICES: Final = by_topic(OutsideNotice)


def rendered(service: Service, row: OutboundMail, intent: AnyIntent) -> bytes:
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
    notice = NOTICES[intent.topic].of(intent.values)
    with reading(service.engine) as session:
        campaign = campaign_by_id(session, row.campaign_id or 0)
    wording = Wording(language(notice.language), notice)
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
    ours = Address(service.settings.mail.boxes[row.mailbox].address.plain, plain(report.campaign))
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

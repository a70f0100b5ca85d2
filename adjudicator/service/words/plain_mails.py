"""Mails about no seat of their reader: from and back to our address without a token."""

from __future__ import annotations

from adjudicator.mail import Address, AutoSubmitted, OutgoingMail, compose
from adjudicator.reports.model import Kind, Report
from adjudicator.reports.render import render
from adjudicator.service.outbox.intents import PlainMail
from adjudicator.service.service import Service
from adjudicator.store.tables import OutboundMail


def rendered(service: Service, row: OutboundMail, intent: PlainMail) -> bytes:
    """The bytes of such a mail."""
    report = Report(
        kind=Kind.NOTICE,
        campaign=intent.sender,
        title=intent.title,
        written=intent.written,
        language=intent.language,
        zone=intent.zone,
        lead=intent.lead,
        sections=intent.sections,
    )
    return posted(service, row, report)


def posted(service: Service, row: OutboundMail, report: Report) -> bytes:
    """The bytes of a mail about no seat of its reader: from and back to our address without a token."""
    made = render(report)
    settings = service.settings.mail.address
    ours = Address(f"{settings.local}@{settings.domain}", report.campaign)
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

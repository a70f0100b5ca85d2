"""The last mail to somebody who has lost his seat: it holds nothing of the seat, and no secret address."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator.language import language
from adjudicator.mail import Address, AutoSubmitted, OutgoingMail, compose
from adjudicator.reports.model import Kind, Report
from adjudicator.reports.render import render
from adjudicator.service import outbox
from adjudicator.service.dues import campaign_by_id
from adjudicator.service.identify import addresses_of
from adjudicator.service.intents import Tell, decode, encode
from adjudicator.service.matches import Table
from adjudicator.service.service import Service
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import reading
from adjudicator.store.outbox import NewOutbound
from adjudicator.store.tables import OutboundMail


def queue(session: Session, service: Service, table: Table, seat: SeatAtTable, spared: set[str], now: datetime) -> None:
    """Tell everybody who has had mail for the seat, except the addresses that have it still."""
    values = {
        "language": seat.language,
        "seat": table.match.game.part("report").party(seat.name, language(seat.language)).name,
    }
    intent = encode(Tell(written=now, topic="farewell", values=values))
    gone = [address for address in addresses_of(seat) if address not in spared]
    mails = [
        NewOutbound(
            message_id=outbox.new_message_id(service, f"c{table.campaign.id}"),
            kind=outbox.NOTE,
            recipient=address,
            intent=intent,
            campaign_id=table.campaign.id,
        )
        for address in gone
    ]
    outbox.queue(session, mails, now)


def rendered(service: Service, row: OutboundMail) -> bytes:
    """The bytes of such a mail. Raises LookupError when its campaign is gone."""
    intent = decode(row.intent)
    assert isinstance(intent, Tell)
    with reading(service.engine) as session:
        campaign = campaign_by_id(session, row.campaign_id or 0)
    words = language(intent.values["language"])
    told = words.gettext(
        "%(seat)s is played by somebody else from now on. Thank you for your part in it. What you knew of the seat, "
        "please keep to yourself until the match is over.",
        seat=intent.values["seat"],
    )
    report = Report(
        kind=Kind.NOTICE,
        campaign=campaign.title,
        title=words.gettext("your seat has changed hands"),
        written=intent.written,
        language=words.code,
        lead=(told,),
    )
    made = render(report)
    settings = service.settings.mail.address
    ours = Address(f"{settings.local}@{settings.domain}", campaign.title)
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

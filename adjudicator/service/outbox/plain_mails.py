"""Mails to an address and about no seat: finished text.

They hold nothing of a seat. Where they are about a campaign in which their reader gives orders, they come from the
secret address of that seat, so that they can be answered like every other; the rest from our address without a token.
"""

from adjudicator.language import Language
from adjudicator.reports.model import Section
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.payloads import PlainMail
from adjudicator.service.service import UnitOfWork
from adjudicator.store.campaigns import answered_for
from adjudicator.store.tables import Campaign


def send(  # noqa: PLR0913 - each says one thing about the mail
    work: UnitOfWork,
    recipient: str,
    words: Language,
    title: str,
    *told: str | Section,
    zone: str,
    campaign: Campaign | None = None,
    kind: str = queue.NOTE,
) -> None:
    """Queue a plain message: sentences, then sections.

    It comes from the campaign that it is about, and its mailbox; otherwise from the service, and the mailbox that
    received the message it answers.
    """
    mailbox = work.mailbox if campaign is None else campaign.mailbox
    seat = None if campaign is None else answered_for(work.session, recipient, campaign.id, work.now)
    intent = PlainMail(
        written=work.now,
        sender=work.service.domain(mailbox) if campaign is None else campaign.title,
        title=title,
        language=words.code,
        zone=zone,
        seat=0 if seat is None else seat.id,
        lead=tuple(each for each in told if isinstance(each, str)),
        sections=tuple(each for each in told if not isinstance(each, str)),
    )
    queue.send_outside(work, recipient, intent, kind=kind, mailbox=mailbox)

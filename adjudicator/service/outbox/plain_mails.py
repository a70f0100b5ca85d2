"""Mails to an address and about no seat: finished text, from our address without a token.

They hold nothing of a seat. Whoever answers one writes to the address of the installation.
"""

from adjudicator.language import Language
from adjudicator.reports.model import Section
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.payloads import PlainMail
from adjudicator.service.service import UnitOfWork
from adjudicator.store.tables import Campaign


def send(
    work: UnitOfWork,
    recipient: str,
    words: Language,
    title: str,
    *told: str | Section,
    zone: str,
    campaign: Campaign | None = None,
) -> None:
    """Queue a plain message: sentences, then sections.

    It comes from the campaign that it is about, and its mailbox; otherwise from the service, and the mailbox that
    received the message it answers.
    """
    mailbox = work.mailbox if campaign is None else campaign.mailbox
    intent = PlainMail(
        written=work.now,
        sender=work.service.house(mailbox) if campaign is None else campaign.title,
        title=title,
        language=words.code,
        zone=zone,
        lead=tuple(each for each in told if isinstance(each, str)),
        sections=tuple(each for each in told if not isinstance(each, str)),
    )
    queue.send_outside(work, recipient, intent, mailbox=mailbox)

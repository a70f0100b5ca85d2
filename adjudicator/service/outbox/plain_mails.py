"""Mails to an address and about no seat: finished text, from our address without a token.

They hold nothing of a seat. Whoever answers one writes to the address of the installation.
"""

from adjudicator.language import Language
from adjudicator.reports.model import Section
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.intents import PlainMail
from adjudicator.service.service import Work


def send(
    work: Work, recipient: str, words: Language, title: str, *told: str | Section, zone: str, sender: str = ""
) -> None:
    """Put such a mail into the outbox: sentences, then sections; `sender`: whom it comes from, otherwise the house."""
    intent = PlainMail(
        written=work.now,
        sender=sender or work.service.settings.mail.address.domain,
        title=title,
        language=words.code,
        zone=zone,
        lead=tuple(each for each in told if isinstance(each, str)),
        sections=tuple(each for each in told if not isinstance(each, str)),
    )
    queue.send_outside(work, recipient, intent)

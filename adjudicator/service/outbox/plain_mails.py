"""Mails to an address and about no seat: finished text, from our address without a token.

They hold nothing of a seat. Whoever answers one writes to the address of the installation.
"""

from __future__ import annotations

from adjudicator.service.outbox import queue as outbox
from adjudicator.service.outbox.intents import PlainMail, encode
from adjudicator.service.service import Work
from adjudicator.store.outbox import NewOutbound


def queue(work: Work, recipient: str, intent: PlainMail) -> None:
    """Put such a mail into the outbox."""
    new = NewOutbound(
        message_id=outbox.new_message_id(work.service, "note"),
        kind=outbox.NOTE,
        recipient=recipient,
        intent=encode(intent),
    )
    outbox.queue(work.session, [new], intent.written)

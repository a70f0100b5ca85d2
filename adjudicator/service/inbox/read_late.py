"""Mails that lay in our mailbox for long, as after an outage of our own: their author is told which moment counts."""

from datetime import datetime, timedelta

from adjudicator.reports.model import Section
from adjudicator.service.campaign.act import CommandContext, CommandReply

LONG = timedelta(hours=1)


def told(act: CommandContext, released_at: datetime | None) -> CommandReply:
    """Say that the message was read late; empty if it waited for its author or a moderator, who released it."""
    words, now = act.language, act.table.now
    if released_at is not None or now - act.received_at < LONG:
        return CommandReply()
    arrived = words.time(act.received_at, act.zone, now)
    text = words.gettext(
        "Your email came to us on %(arrived)s, and we could read it only now. The moment when it came is what counts.",
        arrived=arrived,
    )
    return CommandReply(sections=(Section(heading=words.gettext("Read late"), paragraphs=(text,)),))

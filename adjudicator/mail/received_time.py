"""Tell when a mail knocked at our door, which may be long before it lay in the mailbox."""

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from adjudicator.mail.model import ReadMail

_BY = re.compile(r"\bby\s+([^\s;()]+)", re.IGNORECASE)


def first_received_at(mail: ReadMail, hosts: tuple[str, ...]) -> datetime | None:
    """Return the time, in UTC, at which the first of our own servers took the message.

    `hosts` are their names in Received headers. Only the unbroken run of our own at the top is believed: everything
    below it came with the message. The time of arrival remains that of the mailbox; this one is for the grace of a
    moderator when our own queue was slow.
    """
    found: datetime | None = None
    for value in mail.received:
        trace, _, date = value.rpartition(";")
        by = _BY.search(trace)
        if by is None or by[1].lower() not in {host.lower() for host in hosts}:
            break
        found = _utc(date) or found
    return found


def _utc(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text.strip())
        return (date if date.tzinfo else date.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None

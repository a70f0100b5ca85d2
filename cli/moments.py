"""Moments and days as they are typed: `2026-12-01 20:00` or `1.12. 20:00`, in the zone of the campaign."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from adjudicator.service.timing.dates import BadDates, read_absence
from adjudicator.service.timing.policy import time_of
from cli.errors import Failed

_TIME = re.compile(r"\b(\d{1,2}:\d\d)\b\s*$")


def moment(text: str, zone: str, now: datetime, *, end: bool = False) -> datetime:
    """A moment in UTC. A day without an hour is its beginning, or with `end` its last minute. Raises Failed.

    >>> moment("2026-12-01 20:00", "Europe/Moscow", datetime(2026, 11, 20, tzinfo=UTC)).isoformat()
    '2026-12-01T17:00:00+00:00'
    """
    found = _TIME.search(text)
    try:
        hour = time_of(found[1]) if found else time(23, 59) if end else time(0)
    except ValueError:
        raise Failed(f"{text!r} holds no hour of the day like 20:00") from None
    day = day_of(text[: found.start()] if found else text, now.astimezone(ZoneInfo(zone)).date())
    return datetime.combine(day, hour, ZoneInfo(zone)).astimezone(UTC)


def day_of(text: str, today: date) -> date:
    """A day. Raises Failed."""
    try:
        return read_absence(text.strip(), today).first
    except BadDates:
        raise Failed(f"{text.strip()!r} is no day that is still to come; write 2026-12-01, or 1.12.") from None

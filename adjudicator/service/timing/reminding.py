"""When a seat that has not answered is reminded."""

from __future__ import annotations

from datetime import datetime, timedelta

from adjudicator.service.timing.policy import TimingPolicy

LEAST_SHARE = 4
"""A reminder that would come in the first quarter of the time is none: the question itself has just arrived."""


def reminder_times(policy: TimingPolicy, asked_at: datetime, deadline: datetime) -> tuple[datetime, ...]:
    """The moments of the reminders before a deadline, the earliest first."""
    first = asked_at + (deadline - asked_at) / LEAST_SHARE
    times = {deadline - timedelta(hours=hours) for hours in policy.reminder_hours}
    return tuple(sorted(moment for moment in times if moment > first))


def reminder_due(
    policy: TimingPolicy, asked_at: datetime, deadline: datetime, last: datetime | None, now: datetime
) -> bool:
    """Whether a reminder is due that has not been sent; `last` is when the last one was.

    One that is late is sent as long as the deadline is ahead; several that are late are one.
    """
    if now >= deadline:
        return False
    return any(
        moment <= now and (last is None or moment > last) for moment in reminder_times(policy, asked_at, deadline)
    )

"""The deadline of a question, from when it was asked and what has come between; and the reminders before it."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from adjudicator.service.timing.calendar import Calendar, Nights, Stretch, calendar_of, merged
from adjudicator.service.timing.policy import TimingPolicy

LEAST_SHARE = 4
"""A reminder that would come in the first quarter of the time is none: the question itself has just arrived."""
FOREVER = datetime.max.replace(tzinfo=UTC)


def next_deadline(  # noqa: PLR0913 - all that a deadline depends on
    policy: TimingPolicy,
    opened_at: datetime,
    allowed: timedelta,
    *,
    zone: str = "UTC",
    closed: Iterable[Stretch] = (),
    nights: Nights | None = None,
    not_before: datetime | None = None,
) -> datetime | None:
    """Return when an answer is due, in UTC; None while a pause lasts.

    `allowed` is counted time from `opened_at` on (aware), `closed` are absences and pauses; `nights` do not count
    either. `not_before` is a moment that the moderator has named: the deadline is not earlier.
    """
    calendar = calendar_of(policy, zone)
    closed = merged(list(closed))
    back = min(timedelta(hours=policy.back_hours), allowed)
    running = _running(calendar, opened_at.astimezone(UTC), closed, policy.count_days_off, nights)
    moment = _counted(running, allowed, back)
    if moment is None:
        return None
    deadline = _allowed(calendar, moment, closed)
    return deadline if deadline is None or not_before is None else max(deadline, not_before.astimezone(UTC))


def closing_time(policy: TimingPolicy, deadline: datetime) -> datetime:
    """Return until when answers count: the end of the grace."""
    return deadline + timedelta(minutes=policy.grace_minutes)


def hours_for(policy: TimingPolicy, hours: int, missed_in_row: int) -> int:
    """Return how many hours a seat gets: those of the campaign, or fewer after deadlines that it missed."""
    fuse = policy.short_fuse
    if fuse.after and missed_in_row >= fuse.after:
        return min(hours, fuse.hours)
    return hours


def reminder_times(policy: TimingPolicy, asked_at: datetime, deadline: datetime) -> tuple[datetime, ...]:
    """Return the moments of the reminders before a deadline, the earliest first."""
    first = asked_at + (deadline - asked_at) / LEAST_SHARE
    times = {deadline - timedelta(hours=hours) for hours in policy.reminder_hours}
    return tuple(sorted(moment for moment in times if moment > first))


def reminder_due(
    policy: TimingPolicy, asked_at: datetime, deadline: datetime | None, last: datetime | None, now: datetime
) -> bool:
    """Return whether a reminder is due that has not been sent; `last` is when the last one was.

    One that is late is sent as long as the deadline is ahead; several that are late are one.
    """
    if deadline is None or now >= deadline:
        return False
    return any(
        moment <= now and (last is None or moment > last) for moment in reminder_times(policy, asked_at, deadline)
    )


def counted_time(
    policy: TimingPolicy,
    start: datetime,
    end: datetime,
    *,
    zone: str = "UTC",
    closed: Iterable[Stretch] = (),
    nights: Nights | None = None,
) -> timedelta:
    """Count the time between two moments (aware) without absences, pauses, nights and, as agreed, days off."""
    total = timedelta()
    for begin, until, _ in _running(calendar_of(policy, zone), start, merged(closed), policy.count_days_off, nights):
        if begin >= end:
            break
        total += min(until, end) - begin
    return total


def _counted(
    running: Iterable[tuple[datetime, datetime, timedelta]], allowed: timedelta, back: timedelta
) -> datetime | None:
    """Return the moment at which the allowed amount of counted time has passed."""
    left = allowed
    for begin, until, away in running:
        if away and away >= back:
            left = max(left, back)
        if left <= until - begin:
            return begin + left
        left -= until - begin
    return None


def _running(
    calendar: Calendar, start: datetime, closed: list[Stretch], days_off_count: bool, nights: Nights | None
) -> Iterator[tuple[datetime, datetime, timedelta]]:
    """Yield the periods in which time counts from a moment on, each with the length of the absence or pause before it.

    The periods end at an absence or pause whose end nobody knows.
    """
    moment, away = start, timedelta()
    while True:
        inside = _around(moment, closed)
        if inside is not None:
            if inside.end is None:
                return
            away = inside.end - max(inside.start, start)
            moment = inside.end
            continue
        if not days_off_count and not calendar.plays(calendar.day_of(moment)):
            moment = calendar.next_playing(moment)
            continue
        night = nights and nights.around(moment)
        if night and night.end is not None:
            moment = night.end
            continue
        until = min((each.start for each in closed if each.start > moment), default=FOREVER)
        if not days_off_count:
            until = min(until, calendar.end_of_day(moment))
        if nights is not None:
            until = min(until, nights.next_after(moment))
        yield moment, until, away
        moment, away = until, timedelta()


def _allowed(calendar: Calendar, moment: datetime, closed: list[Stretch]) -> datetime | None:
    """Return the first moment from this one on that is allowed and not in a closed period.

    The very beginning of an absence is still a moment at which somebody can have answered.
    """
    while True:
        moment = calendar.next_allowed(moment)
        inside = _around(moment, closed)
        if inside is None or moment == inside.start:
            return moment
        if inside.end is None:
            return None
        moment = inside.end


def _around(moment: datetime, closed: list[Stretch]) -> Stretch | None:
    return next((each for each in closed if each.start <= moment and (each.end is None or moment < each.end)), None)

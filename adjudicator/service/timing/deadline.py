"""The deadline of a question, from when it was asked and what has come between; and the reminders before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from adjudicator.service.timing.calendar import Calendar, Nights, Stretch, calendar_of, merged
from adjudicator.service.timing.policy import TimingPolicy

if TYPE_CHECKING:
    from adjudicator.service.timing.habits import Habit

LEAST_SHARE = 4
"""A reminder that would come in the first quarter of the time is none: the question itself has just arrived."""
LEAST, EARLIER = timedelta(hours=1), timedelta(hours=24)
"""A reminder that comes at somebody's usual hours is at least so long before the deadline, and at most so much earlier
than agreed."""
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
    back = min(timedelta(hours=policy.min_hours_after_absence), allowed)
    running = _running(calendar, opened_at.astimezone(UTC), closed, policy.count_days_off, nights)
    moment = _counted(running, allowed, back)
    if moment is None:
        return None
    deadline = _allowed(calendar, moment, closed)
    return deadline if deadline is None or not_before is None else max(deadline, not_before.astimezone(UTC))


def can_fall(policy: TimingPolicy, moment: datetime, *, zone: str = "UTC", closed: Iterable[Stretch] = ()) -> bool:
    """Return whether a deadline may fall at a moment: within playing time, and in no absence or pause."""
    return _allowed(calendar_of(policy, zone), moment, merged(closed)) == moment


def closing_time(policy: TimingPolicy, deadline: datetime) -> datetime:
    """Return until when answers count: the end of the grace."""
    return deadline + timedelta(minutes=policy.grace_minutes)


def hours_for(policy: TimingPolicy, hours: int, missed_in_row: int) -> int:
    """Return how many hours a seat gets: those of the campaign, or fewer after deadlines that it missed."""
    fuse = policy.short_fuse
    if fuse.after and missed_in_row >= fuse.after:
        return min(hours, fuse.hours)
    return hours


def reminder_times(
    policy: TimingPolicy, asked_at: datetime, deadline: datetime, habit: Habit | None = None
) -> tuple[datetime, ...]:
    """Return the moments of the reminders before a deadline, the earliest first.

    The last one comes when the usual hours of its reader begin, the last that do so before the deadline. If that is too
    early, too close to the deadline, or not known, it comes as agreed.
    """
    first = asked_at + (deadline - asked_at) / LEAST_SHARE
    times = {deadline - timedelta(hours=hours) for hours in policy.reminder_hours}
    usual = (
        max((each.start for each in habit.around(deadline) if each.start <= deadline - LEAST), default=None)
        if habit
        else None
    )
    if usual and times and max(first, max(times) - EARLIER) < usual:
        times = {*times - {max(times)}, usual}
    return tuple(sorted(moment for moment in times if moment > first))


def reminder_due(
    policy: TimingPolicy,
    asked_at: datetime,
    deadline: datetime | None,
    last: datetime | None,
    now: datetime,
    habit: Callable[[], Habit | None] = lambda: None,
) -> bool:
    """Return whether a reminder is due that has not been sent; `last` is when the last one was.

    One that is late is sent as long as the deadline is ahead; several that are late are one. `habit` looks up the usual
    hours of its reader, if they can matter.
    """
    if deadline is None or now >= deadline or not policy.reminder_hours:
        return False
    usual = habit() if now >= deadline - timedelta(hours=min(policy.reminder_hours)) - EARLIER else None
    times = reminder_times(policy, asked_at, deadline, usual)
    return any(moment <= now and (last is None or moment > last) for moment in times)


def at_usual_hours(due: datetime, habit: Habit, most: timedelta) -> datetime:
    """Return a deadline that is moved to the end of somebody's usual hours, by so much at the most; never earlier."""
    ends = (each.end for each in habit.around(due) if each.end is not None and due <= each.end <= due + most)
    return min(ends, default=due)


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

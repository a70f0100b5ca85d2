"""Playing days, hours of the day and days of absence in a time zone, as stretches of real time."""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from adjudicator.service.timing.holidays import is_holiday
from adjudicator.service.timing.policy import EVERY_DAY, TimingPolicy, time_of


class Stretch(msgspec.Struct, frozen=True, order=True):
    """A stretch of time from `start` up to, not including, `end`.

    Both are aware, in UTC. None: nobody knows yet until when.
    """

    start: datetime
    end: datetime | None = None


class Calendar(msgspec.Struct, frozen=True):
    """The times when deadlines may fall in a zone (an IANA name). Without hours the whole day.

    `holidays`: national calendars.
    """

    zone: str = "UTC"
    weekdays: tuple[int, ...] = EVERY_DAY
    earliest: time | None = None
    latest: time | None = None
    holidays: tuple[str, ...] = ()

    def day_of(self, moment: datetime) -> date:
        """Return the day it is there."""
        return moment.astimezone(ZoneInfo(self.zone)).date()

    def begin(self, day: date) -> datetime:
        """Return the first moment of a day. If midnight is skipped or comes twice, the first one of that day."""
        return self.at(day, time())

    def at(self, day: date, hour: time) -> datetime:
        """Return a time of the day in UTC. One that is skipped counts as if the clock had not been changed yet."""
        return datetime.combine(day, hour, ZoneInfo(self.zone)).astimezone(UTC)

    def plays(self, day: date) -> bool:
        """Return whether it is a playing day."""
        return day.isoweekday() in self.weekdays and not (self.holidays and is_holiday(day, self.holidays))

    def next_playing(self, moment: datetime) -> datetime:
        """Return the moment itself if its day is a playing day, else the beginning of the next one."""
        day = self.day_of(moment)
        if self.plays(day):
            return moment
        while not self.plays(day):
            day += timedelta(days=1)
        return max(moment, self.begin(day))

    def end_of_day(self, moment: datetime) -> datetime:
        """Return the first moment of a later day."""
        day = self.day_of(moment) + timedelta(days=1)
        while self.begin(day) <= moment:  # a day that a zone left out
            day += timedelta(days=1)
        return self.begin(day)

    def next_allowed(self, moment: datetime) -> datetime:
        """Return the first moment from this one on at which a deadline may fall."""
        if self.earliest is None or self.latest is None:
            return self.next_playing(moment)
        # yesterday's hours may reach into today where a clock change pushes them over midnight
        day = self.day_of(moment) - timedelta(days=1)
        while True:
            opens, closes = self.at(day, self.earliest), self.at(day, self.latest)
            if self.plays(day) and moment <= closes:
                return max(moment, opens)
            day += timedelta(days=1)


class Nights(msgspec.Struct, frozen=True):
    """Hours of every day that do not count, in a zone: from `begins` to `ends`, which may be on the next day."""

    zone: str
    begins: time
    ends: time

    def around(self, moment: datetime) -> Stretch | None:
        """Return the night that contains a moment."""
        return next((each for each in self._near(moment) if each.start <= moment < each.end), None)  # type: ignore[operator]

    def next_after(self, moment: datetime) -> datetime:
        """Return when the first night begins of those that begin later."""
        return min(each.start for each in self._near(moment) if each.start > moment)

    def _near(self, moment: datetime) -> list[Stretch]:
        """Return the nights around a moment: more than one before and after it, whatever the clock does."""
        calendar, over = Calendar(self.zone), int(self.ends <= self.begins)
        today = calendar.day_of(moment)
        days = [today + timedelta(days=n) for n in range(-2, 4)]
        return [
            Stretch(calendar.at(day, self.begins), calendar.at(day + timedelta(days=over), self.ends)) for day in days
        ]


def calendar_of(policy: TimingPolicy, zone: str) -> Calendar:
    """Return the calendar that a policy means in a zone."""
    if not policy.earliest:
        return Calendar(zone, policy.weekdays, holidays=policy.holidays)
    return Calendar(zone, policy.weekdays, time_of(policy.earliest), time_of(policy.latest), policy.holidays)


def merged(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Return the same time in order, without overlaps."""
    found: list[Stretch] = []
    for each in sorted(stretches, key=lambda stretch: stretch.start):
        if each.end is not None and each.end <= each.start:
            continue
        last = found[-1] if found else None
        if last is None or (last.end is not None and last.end < each.start):
            found.append(each)
        elif last.end is not None and (each.end is None or each.end > last.end):
            found[-1] = Stretch(last.start, each.end)
    return found


class Absence(msgspec.Struct, frozen=True, order=True):
    """An absence from the first to the last day, both included."""

    first: date
    last: date

    def days(self) -> Iterable[date]:
        """Return every day of it."""
        return (self.first + timedelta(days=n) for n in range((self.last - self.first).days + 1))


def stretch_of(absence: Absence, calendar: Calendar) -> Stretch:
    """Return an absence as real time: from the first moment of its first day to the first one after its last day."""
    return Stretch(calendar.begin(absence.first), calendar.begin(absence.last + timedelta(days=1)))


def days_by_year(absences: Iterable[Absence]) -> Counter[int]:
    """Return how many different days of each calendar year they take."""
    return Counter(day.year for day in {day for absence in absences for day in absence.days()})

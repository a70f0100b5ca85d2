"""Work out when somebody usually answers: hours of the day and days of the week, from when their answers came."""

from collections import Counter
from collections.abc import Collection, Iterator
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from adjudicator.service.timing.calendar import Calendar, Stretch
from adjudicator.service.timing.policy import EVERY_DAY

ENOUGH = 8
"""With fewer answers nothing is known."""
ENOUGH_FOR_DAYS = 21
"""With fewer answers, three for each day of the week, no day counts as unusual."""
SHORTEST, LONGEST = 2, 6
"""Usual hours are at least and at most so many in a row; answers that are spread wider are no habit."""


class Habit(msgspec.Struct, frozen=True):
    """The usual hours of somebody, in a zone: from `begins` for some hours, on days on which these begin (Monday 1)."""

    zone: str
    begins: int
    hours: int
    days: tuple[int, ...]

    @property
    def ends(self) -> int:
        """The hour at which they end, perhaps on the next day."""
        return (self.begins + self.hours) % 24

    def around(self, moment: datetime) -> Iterator[Stretch]:
        """Yield the usual hours of the week before and the week after a moment, the earliest first."""
        calendar, over = Calendar(self.zone), timedelta(days=int(self.begins + self.hours >= 24))
        today = calendar.day_of(moment)
        for day in (today + timedelta(days=n) for n in range(-8, 9)):
            if day.isoweekday() in self.days:
                yield Stretch(calendar.at(day, time(self.begins)), calendar.at(day + over, time(self.ends)))


def habit_of(moments: Collection[datetime], zone: str) -> Habit | None:
    """Return the fewest hours in a row with two thirds of the answers that came at these moments (aware).

    A day is usual if it has at least half of its share of them. None if there are too few, or no such hours.
    """
    local = [moment.astimezone(ZoneInfo(zone)) for moment in moments]
    by_hour = Counter(each.hour for each in local)
    for hours in range(SHORTEST, LONGEST + 1):
        within = {begin: sum(by_hour[(begin + n) % 24] for n in range(hours)) for begin in range(24)}
        begins = max(within, key=lambda begin: (within[begin], by_hour[begin]))
        if len(local) >= ENOUGH and 3 * within[begins] >= 2 * len(local):
            usual = [each for each in local if (each.hour - begins) % 24 < hours]
            by_day = Counter((each - timedelta(hours=begins)).isoweekday() for each in usual)
            few = len(usual) < ENOUGH_FOR_DAYS
            days = tuple(day for day in EVERY_DAY if few or 2 * len(EVERY_DAY) * by_day[day] >= len(usual))
            return Habit(zone, begins, hours, days)
    return None

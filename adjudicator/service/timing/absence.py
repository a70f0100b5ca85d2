"""Days of absence: whole days in the campaign's zone, with a budget for each calendar year."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

import msgspec

from adjudicator.service.timing.calendar import Calendar, Stretch


class Absence(msgspec.Struct, frozen=True, order=True):
    """From the first to the last day, both included."""

    first: date
    last: date

    def days(self) -> Iterable[date]:
        """Every day of it."""
        return (self.first + timedelta(days=n) for n in range((self.last - self.first).days + 1))


def stretch_of(absence: Absence, calendar: Calendar) -> Stretch:
    """The same as real time: from the first moment of the first day to the first one after the last day."""
    return Stretch(calendar.begin(absence.first), calendar.begin(absence.last + timedelta(days=1)))


def days_by_year(absences: Iterable[Absence]) -> dict[int, int]:
    """How many different days of each calendar year they take."""
    taken: dict[int, int] = {}
    for day in {day for absence in absences for day in absence.days()}:
        taken[day.year] = taken.get(day.year, 0) + 1
    return taken


def days_left(budget: int, taken: Iterable[Absence], year: int) -> int:
    """How many days of a year may still be taken; never below 0."""
    return max(0, budget - days_by_year(taken).get(year, 0))

"""A deadline that would fall on a holiday falls on the next working day."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from adjudicator.service.timing.calendar import Calendar
from adjudicator.service.timing.deadline import next_deadline
from adjudicator.service.timing.policy import TimingPolicy, problems_of

WORKING = (1, 2, 3, 4, 5)


def due(opened: datetime, hours: int, **rules: object) -> datetime:
    policy = TimingPolicy(weekdays=WORKING, **rules)  # type: ignore[arg-type]
    found = next_deadline(policy, opened, timedelta(hours=hours), zone="Europe/Berlin")
    assert found is not None
    return found.astimezone(UTC)


def test_a_deadline_on_christmas_moves_behind_the_weekend() -> None:
    asked = datetime(2026, 12, 23, 9, tzinfo=UTC)
    assert due(asked, 48) == datetime(2026, 12, 25, 9, tzinfo=UTC), "a Friday"
    assert due(asked, 48, holidays=("DE",)) == datetime(2026, 12, 27, 23, tzinfo=UTC), "midnight of Monday in Berlin"


def test_where_days_off_do_not_count_holidays_do_not_either() -> None:
    asked = datetime(2026, 12, 24, 9, tzinfo=UTC)
    assert due(asked, 24, count_days_off=False, holidays=("DE",)) == datetime(2026, 12, 28, 9, tzinfo=UTC)


def test_a_part_of_a_country_has_holidays_of_its_own_and_of_several_calendars_all_count() -> None:
    epiphany, new_year = date(2026, 1, 6), date(2026, 1, 8)
    assert Calendar(holidays=("DE",)).plays(epiphany)
    assert not Calendar(holidays=("DE-BY",)).plays(epiphany)
    assert Calendar(holidays=("DE-BY",)).plays(new_year)
    assert not Calendar(holidays=("DE-BY", "RU")).plays(new_year)


@pytest.mark.parametrize("name", ["XX", "DE-XX", "germany", ""])
def test_an_unknown_calendar_is_refused(name: str) -> None:
    (problem,) = problems_of(TimingPolicy(holidays=(name,)))
    assert "calendars are countries like DE" in problem
    assert problems_of(TimingPolicy(holidays=("DE", "US-CA"))) == []

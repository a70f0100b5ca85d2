"""Reminders come once and in time; absences are counted by day and year; dates are read as people write them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.service.timing.calendar import Absence, days_by_year
from adjudicator.service.timing.dates import BadDates, read_absence
from adjudicator.service.timing.deadline import reminder_due, reminder_times
from adjudicator.service.timing.policy import TimingPolicy

TODAY = date(2026, 11, 20)
ASKED = datetime(2026, 11, 20, 9, tzinfo=UTC)


@given(st.lists(st.integers(1, 200), max_size=5), st.integers(1, 400), st.integers(5, 600))
def test_a_sweep_sends_each_reminder_at_most_once_and_before_the_deadline(
    hours: list[int], length: int, pause: int
) -> None:
    policy = TimingPolicy(reminder_hours=tuple(hours))
    deadline = ASKED + timedelta(hours=length)
    sent: list[datetime] = []
    now = ASKED
    while now < deadline + timedelta(hours=5):
        if reminder_due(policy, ASKED, deadline, sent[-1] if sent else None, now):
            sent.append(now)
        now += timedelta(minutes=pause)
    times = reminder_times(policy, ASKED, deadline)
    assert len(sent) <= len(times) <= len(set(hours))
    assert all(ASKED + (deadline - ASKED) / 4 < moment < deadline for moment in sent)
    if times and pause < 60:
        assert len(sent) >= 1


def test_a_deadline_that_moved_is_reminded_of_again() -> None:
    policy = TimingPolicy(reminder_hours=(24,))
    first, second = ASKED + timedelta(hours=72), ASKED + timedelta(hours=144)
    sent = first - timedelta(hours=23)
    assert not reminder_due(policy, ASKED, first, sent, sent + timedelta(hours=1))
    assert not reminder_due(policy, ASKED, second, sent, first)
    assert reminder_due(policy, ASKED, second, sent, second - timedelta(hours=24))


@given(st.lists(st.tuples(st.integers(0, 700), st.integers(0, 60)), max_size=6))
def test_overlapping_absences_take_each_day_once(spans: list[tuple[int, int]]) -> None:
    absences = [
        Absence(TODAY + timedelta(days=start), TODAY + timedelta(days=start + length)) for start, length in spans
    ]
    days = {day for absence in absences for day in absence.days()}
    assert sum(days_by_year(absences).values()) == len(days)
    for year in (2026, 2027):
        assert days_by_year(absences)[year] == sum(day.year == year for day in days)


@given(st.dates(TODAY, date(2027, 9, 1)), st.integers(0, 60))
def test_every_way_to_write_two_days_means_the_same(first: date, length: int) -> None:
    last = first + timedelta(days=length)
    absence = Absence(first, last)
    ru = ("января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября",
          "декабря")  # fmt: skip
    forms = [
        f"from {first:%d.%m.%Y} to {last:%d.%m.%Y}",
        f"с {first.day}.{first.month}.{first:%y} по {last.day}.{last.month}.{last:%y}",
        f"{first.isoformat()} {last.isoformat()}",
        f"from {first.day} {first:%B} {first.year} to {last.day} {last:%b} {last.year}",
        f"from {first:%B} {first.day}, {first.year} until {last:%b} {last.day}, {last.year}",
        f"с {first.day} {ru[first.month - 1]} {first.year} по {last.day} {ru[last.month - 1]} {last.year}",
    ]
    assert [read_absence(form, TODAY) for form in forms] == [absence] * len(forms)


@given(st.text(alphabet="0123456789./- abcdefпод", max_size=40))
def test_no_text_is_read_as_an_impossible_absence(text: str) -> None:
    try:
        found = read_absence(text, TODAY)
    except BadDates:
        return
    assert TODAY <= found.first <= found.last


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("from 1.12 to 10.12", "2026-12-01", "2026-12-10"),
        ("from 28.12 to 5.1", "2026-12-28", "2027-01-05"),
        ("с 1 по 10 декабря", "2026-12-01", "2026-12-10"),
        ("до 25 ноября", "2026-11-20", "2026-11-25"),
        ("tomorrow to 3 Dec", "2026-11-21", "2026-12-03"),
        ("from 15.11 to 25.11", "2026-11-20", "2026-11-25"),
        ("5.12", "2026-12-05", "2026-12-05"),
    ],
)
def test_dates_as_people_write_them(text: str, first: str, last: str) -> None:
    assert read_absence(text, TODAY) == Absence(date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("from 12/1 to 12/5", "slash"),
        ("31.02", "no_such_day"),
        ("next week", "no_date"),
        ("", "no_date"),
        ("from 10.12.2026 to 1.12.2026", "backwards"),
        ("1.10.2026 - 5.10.2026", "past"),
        ("from 1.12.2026 to 1.1.2029", "too_long"),
    ],
)
def test_what_cannot_be_an_absence_is_told_why(text: str, trouble: str) -> None:
    with pytest.raises(BadDates) as caught:
        read_absence(text, TODAY)
    assert caught.value.trouble == trouble

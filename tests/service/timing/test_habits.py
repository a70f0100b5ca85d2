"""Usual hours and days are learned from when answers came, and move reminders and deadlines as little as was said."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.service.timing.deadline import EARLIER, LEAST, at_usual_hours, reminder_times
from adjudicator.service.timing.habits import ENOUGH, ENOUGH_FOR_DAYS, LONGEST, Habit, habit_of
from adjudicator.service.timing.policy import EVERY_DAY, Bank, TimingPolicy, problems_of

MONDAY = datetime(2026, 11, 16, tzinfo=UTC)
EVENINGS = Habit("UTC", 19, 3, EVERY_DAY)


def came(hours: list[int], days: range = range(8), zone: str = "UTC") -> list[datetime]:
    """Answers at these hours, by turns, on these days after a Monday."""
    first = MONDAY.replace(tzinfo=ZoneInfo(zone), minute=40)
    return [(first + timedelta(days=day)).replace(hour=hours[n % len(hours)]) for n, day in enumerate(days)]


def test_the_fewest_hours_with_two_thirds_of_the_answers_are_usual() -> None:
    assert habit_of(came([19, 20, 21, 8]), "UTC") == Habit("UTC", 19, 3, EVERY_DAY)
    assert habit_of(came([23, 0, 23, 1]), "UTC") == Habit("UTC", 23, 2, EVERY_DAY), "over midnight"
    assert habit_of(came([19, 20], zone="Europe/Moscow"), "Europe/Moscow") == Habit("Europe/Moscow", 19, 2, EVERY_DAY)
    assert habit_of(came([19, 20], zone="Europe/Moscow"), "Europe/Berlin") == Habit("Europe/Berlin", 17, 2, EVERY_DAY)


def test_few_answers_and_scattered_ones_are_no_habit() -> None:
    assert habit_of(came([19], range(ENOUGH - 1)), "UTC") is None
    assert habit_of(came([19], range(ENOUGH)), "UTC") is not None
    assert habit_of(came([1, 7, 13, 19]), "UTC") is None


def test_days_are_learned_from_enough_answers_only() -> None:
    weekdays = [each for each in came([19], range(40)) if each.isoweekday() < 6]
    assert len(weekdays) >= ENOUGH_FOR_DAYS
    assert habit_of(weekdays, "UTC") == Habit("UTC", 19, 2, (1, 2, 3, 4, 5))
    assert habit_of(weekdays[: ENOUGH_FOR_DAYS - 1], "UTC") == Habit("UTC", 19, 2, EVERY_DAY)
    nights = [weekday + timedelta(hours=6) for weekday in weekdays]
    assert habit_of(nights, "UTC") == Habit("UTC", 1, 2, (2, 3, 4, 5, 6))


@given(st.lists(st.integers(0, 365 * 24 * 60), max_size=80))
def test_what_is_learned_holds_for_two_thirds_of_the_answers(minutes: list[int]) -> None:
    moments = [MONDAY + timedelta(minutes=minute) for minute in minutes]
    habit = habit_of(moments, "Europe/Berlin")
    local = [moment.astimezone(ZoneInfo("Europe/Berlin")).hour for moment in moments]
    if habit is not None:
        assert len(moments) >= ENOUGH
        assert habit.hours <= LONGEST
        assert 3 * sum((hour - habit.begins) % 24 < habit.hours for hour in local) >= 2 * len(moments)
        assert habit.days


@pytest.mark.parametrize(
    ("deadline", "reminder"),
    [
        ("2026-11-20 09:00", "2026-11-19 19:00"),  # ten hours later than agreed
        ("2026-11-20 20:30", "2026-11-20 19:00"),
        ("2026-11-20 19:30", "2026-11-19 19:00"),  # too close to the deadline: the evening before
    ],
)
def test_the_reminder_comes_when_the_last_usual_hours_begin(deadline: str, reminder: str) -> None:
    due, expected = (datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (deadline, reminder))
    assert reminder_times(TimingPolicy(), MONDAY, due, EVENINGS) == (expected,)
    earlier = due - timedelta(hours=72)
    assert reminder_times(TimingPolicy(reminder_hours=(72, 24)), MONDAY, due, EVENINGS) == (earlier, expected)


def test_a_reminder_that_would_be_too_early_comes_as_agreed() -> None:
    mondays = Habit("UTC", 19, 3, (1,))
    saturday = MONDAY + timedelta(days=5)
    assert reminder_times(TimingPolicy(), MONDAY, saturday, mondays) == (saturday - timedelta(hours=24),)
    soon = MONDAY + timedelta(hours=22)  # 19:00 is in the last three quarters, the agreed moment before the question
    assert reminder_times(TimingPolicy(reminder_hours=(2,)), MONDAY, soon, EVENINGS) == (MONDAY + timedelta(hours=19),)
    assert reminder_times(TimingPolicy(reminder_hours=()), MONDAY, saturday, EVENINGS) == ()


@given(
    st.integers(0, 23), st.integers(2, LONGEST), st.sets(st.sampled_from(EVERY_DAY), min_size=1), st.integers(30, 900),
    st.lists(st.integers(1, 200), max_size=3),
)  # fmt: skip
def test_reminders_keep_their_bounds_whatever_the_habit(
    begins: int, hours: int, days: set[int], length: int, agreed: list[int]
) -> None:
    policy = TimingPolicy(reminder_hours=tuple(agreed))
    deadline = MONDAY + timedelta(hours=length)
    before = reminder_times(policy, MONDAY, deadline)
    after = reminder_times(policy, MONDAY, deadline, Habit("UTC", begins, hours, tuple(sorted(days))))
    assert after == tuple(sorted(after))
    for moment in {*after} - {*before}:
        assert MONDAY + (deadline - MONDAY) / 4 < moment <= deadline - LEAST
        assert moment > deadline - timedelta(hours=min(agreed)) - EARLIER
    assert len(after) <= len({*agreed})


@pytest.mark.parametrize(
    ("hour", "most", "expected"), [(17, 6, 22), (17, 5, 22), (17, 4, 17), (20, 2, 22), (22, 6, 22)]
)
def test_a_deadline_moves_to_the_end_of_the_usual_hours_and_not_too_far(hour: int, most: int, expected: int) -> None:
    due = MONDAY + timedelta(hours=hour)
    assert at_usual_hours(due, EVENINGS, timedelta(hours=most)) == MONDAY + timedelta(hours=expected)


def test_banks_of_hours_and_usual_hours_do_not_go_together() -> None:
    assert problems_of(TimingPolicy(habit_hours=6)) == []
    assert problems_of(TimingPolicy(habit_hours=25)) == ["habit_hours = 25: that must be from 0 to 24"]
    banked = TimingPolicy(habit_hours=6, bank=Bank(hours=100))
    (problem,) = problems_of(banked)
    assert "habit_hours" in problem

"""Nights that do not count, in every zone and across every change of its clock."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.service.timing.calendar import Nights
from adjudicator.service.timing.deadline import counted_time, next_deadline
from adjudicator.service.timing.policy import Bank, TimingPolicy, night_of, problems_of
from tests.service.timing.test_deadlines import allowances, moments, zones

POLICY = TimingPolicy()
QUARTER = timedelta(minutes=15)
nights = st.builds(
    lambda zone, text: Nights(zone, *night_of(text)),
    zones,
    st.sampled_from(("23-8", "22:30-7", "0-6", "1:30-9:15", "21-13", "2-3", "2:15-2:45", "0-0:30")),
)


@given(moments, allowances, nights)
def test_what_counts_until_the_deadline_is_what_was_allowed(opened: datetime, allowed: timedelta, free: Nights) -> None:
    deadline = next_deadline(POLICY, opened, allowed, nights=free)
    assert deadline is not None
    assert counted_time(POLICY, opened, deadline, nights=free) == allowed
    night = free.around(deadline)
    assert night is None or night.start == deadline, "at its very beginning the bank is empty"
    without = next_deadline(POLICY, opened, allowed)
    assert without is not None
    assert deadline >= without


@settings(max_examples=60)
@given(moments, allowances, nights)
def test_a_clock_on_the_wall_tells_the_same(opened: datetime, allowed: timedelta, free: Nights) -> None:
    """Counted again quarter by quarter, by what the clock of the zone shows; a change of it may be its hour off."""
    deadline = next_deadline(POLICY, opened, allowed, nights=free)
    assert deadline is not None
    here, counted, changes, moment = ZoneInfo(free.zone), timedelta(), timedelta(), opened
    while moment < deadline:
        end, shown = min(moment + QUARTER, deadline), moment.astimezone(here)
        offset, later = shown.utcoffset(), end.astimezone(here).utcoffset()
        assert offset is not None
        assert later is not None
        changes += abs(later - offset)
        if not _dark(shown.time(), free):
            counted += end - moment
        moment = end
    days = (deadline - opened).days + 2
    assert abs(counted - allowed) <= changes + 2 * QUARTER * days


def _dark(shown: time, free: Nights) -> bool:
    if free.begins < free.ends:
        return free.begins <= shown < free.ends
    return shown >= free.begins or shown < free.ends


@given(moments, allowances, allowances, nights)
def test_more_in_the_bank_is_a_later_deadline(
    opened: datetime, allowed: timedelta, more: timedelta, free: Nights
) -> None:
    first, second = (next_deadline(POLICY, opened, each, nights=free) for each in (allowed, allowed + more))
    assert first is not None
    assert second is not None
    assert second > first


@pytest.mark.parametrize(
    ("opened", "deadline"),
    [
        ("2026-03-28T20:00+01:00", "2026-03-29T10:00+02:00"),  # a night of eight hours
        ("2026-10-24T20:00+02:00", "2026-10-25T10:00+01:00"),  # and one of ten
    ],
)
def test_the_night_of_a_change_is_as_long_as_it_is(opened: str, deadline: str) -> None:
    free = Nights("Europe/Berlin", *night_of("23:00-8:00"))
    found = next_deadline(POLICY, datetime.fromisoformat(opened), timedelta(hours=5), nights=free)
    assert found == datetime.fromisoformat(deadline)


@pytest.mark.parametrize("text", ["23", "25-8", "8-8", "8:00-7:00", "20-13", "night", "23:00-8:60", "-8"])
def test_what_is_no_night_is_told(text: str) -> None:
    (problem,) = problems_of(TimingPolicy(bank=Bank(hours=9, nights=text)))
    assert "23:00-8:00, at most 16" in problem


def test_without_a_bank_there_are_no_nights() -> None:
    assert Bank(nights="23-8").night() is None
    assert Bank(hours=1, nights="23-8").night() == (time(23), time(8))
    assert Bank(hours=1, nights="22:30 – 7").night() == (time(22, 30), time(7))

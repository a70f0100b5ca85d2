"""Deadlines over years of simulated time: what holds in every zone, across every change of the clock."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.service.timing.calendar import Absence, Calendar, Stretch, calendar_of, merged, stretch_of
from adjudicator.service.timing.deadline import hours_for, next_deadline
from adjudicator.service.timing.policy import ShortFuse, TimingPolicy, problems_of

ZONES = (
    "Europe/Moscow", "Europe/Berlin", "Pacific/Auckland", "UTC", "America/New_York", "Australia/Lord_Howe",
    "Asia/Beirut", "Pacific/Apia", "America/Sao_Paulo", "Asia/Kathmandu", "Africa/Casablanca",
)  # fmt: skip
"""Beirut and São Paulo skip midnights, Lord Howe moves by half an hour, Apia left out a whole day in 2011."""

HOURS = (("", ""), ("20:00", "20:00"), ("08:00", "22:00"), ("00:00", "06:00"), ("02:15", "02:45"), ("23:30", "23:59"))
moments = st.datetimes(datetime(2009, 1, 1), datetime(2031, 1, 1)).map(  # noqa: DTZ001 - hypothesis wants naive bounds
    lambda naive: naive.replace(tzinfo=UTC)
)
zones = st.sampled_from(ZONES)
allowances = st.integers(1, 24 * 21).map(lambda hours: timedelta(hours=hours))
policies = st.builds(
    lambda days, hours, count, back: TimingPolicy(
        weekdays=tuple(sorted(days)),
        earliest=hours[0],
        latest=hours[1],
        count_days_off=count,
        min_hours_after_absence=back,
    ),
    st.sets(st.integers(1, 7), min_size=1),
    st.sampled_from(HOURS),
    st.booleans(),
    st.sampled_from((0, 1, 24, 72)),
)


@st.composite
def questions(draw: st.DrawFn) -> tuple[datetime, list[Stretch], list[Stretch], str]:
    """When something was asked, absences and pauses around it, and the zone."""
    opened, zone = draw(moments), draw(zones)
    calendar = Calendar(zone)
    day = calendar.day_of(opened)
    absences = [
        stretch_of(Absence(day + timedelta(days=start), day + timedelta(days=start + length)), calendar)
        for start, length in draw(st.lists(st.tuples(st.integers(-5, 30), st.integers(0, 20)), max_size=3))
    ]
    pauses = [
        Stretch(opened + timedelta(hours=start), opened + timedelta(hours=start + length))
        for start, length in draw(st.lists(st.tuples(st.integers(-50, 400), st.integers(0, 300)), max_size=3))
    ]
    return opened, absences, pauses, zone


Asked = tuple[datetime, list[Stretch], list[Stretch], str]


def due(policy: TimingPolicy, asked: Asked, allowed: timedelta) -> datetime:
    opened, absences, pauses, zone = asked
    found = next_deadline(policy, opened, allowed, zone=zone, closed=[*absences, *pauses])
    assert found is not None
    return found


@given(policies, questions(), allowances)
def test_nobody_gets_less_than_he_was_promised(policy: TimingPolicy, asked: Asked, allowed: timedelta) -> None:
    assert due(policy, asked, allowed) >= asked[0] + allowed


@given(policies, questions(), allowances)
def test_a_deadline_falls_where_the_campaign_allows(policy: TimingPolicy, asked: Asked, allowed: timedelta) -> None:
    deadline = due(policy, asked, allowed)
    calendar = calendar_of(policy, asked[3])
    for stretch in merged([*asked[1], *asked[2]]):
        assert stretch.end is not None
        assert not stretch.start < deadline < stretch.end
    days = [calendar.day_of(deadline) - timedelta(days=back) for back in (0, 1)]
    if calendar.earliest is None or calendar.latest is None:
        assert calendar.plays(days[0])
    else:
        assert any(
            calendar.plays(day) and calendar.at(day, calendar.earliest) <= deadline <= calendar.at(day, calendar.latest)
            for day in days
        )


@settings(max_examples=60)
@given(policies, questions(), allowances)
def test_the_time_that_counts_is_at_least_what_was_allowed(
    policy: TimingPolicy, asked: Asked, allowed: timedelta
) -> None:
    """Counted again in another way: quarter by quarter of an hour."""
    deadline = due(policy, asked, allowed)
    opened, absences, pauses, zone = asked
    local = ZoneInfo(zone)
    step = timedelta(minutes=15)
    counted, moment = timedelta(), opened
    while moment < deadline:
        end = min(moment + step, deadline)
        closed = any(
            absence.start <= moment and (absence.end is None or moment < absence.end)
            for absence in [*absences, *pauses]
        )
        off = not policy.count_days_off and moment.astimezone(local).isoweekday() not in policy.weekdays
        if not closed and not off:
            counted += end - moment
        moment = end
    slack = step * (2 * (len(absences) + len(pauses)) + 2 * ((deadline - opened).days + 2))
    assert counted >= allowed - slack


@given(policies, questions(), allowances, st.integers(0, 300), st.integers(1, 300))
def test_a_further_pause_never_brings_a_deadline_forward(
    policy: TimingPolicy, asked: Asked, allowed: timedelta, start: int, length: int
) -> None:
    opened, absences, pauses, zone = asked
    more = Stretch(opened + timedelta(hours=start), opened + timedelta(hours=start + length))
    assert due(policy, (opened, absences, [*pauses, more], zone), allowed) >= due(policy, asked, allowed)


@given(policies, questions(), allowances, st.integers(0, 20), st.integers(0, 20))
def test_a_further_absence_never_brings_a_deadline_forward(
    policy: TimingPolicy, asked: Asked, allowed: timedelta, start: int, length: int
) -> None:
    opened, absences, pauses, zone = asked
    calendar = Calendar(zone)
    first = calendar.day_of(opened) + timedelta(days=start)
    more = stretch_of(Absence(first, first + timedelta(days=length)), calendar)
    assert due(policy, (opened, [*absences, more], pauses, zone), allowed) >= due(policy, asked, allowed)


@given(policies, questions(), allowances, allowances)
def test_more_time_is_never_an_earlier_deadline(
    policy: TimingPolicy, asked: Asked, allowed: timedelta, more: timedelta
) -> None:
    assert due(policy, asked, allowed + more) >= due(policy, asked, allowed)


@given(moments, zones, allowances)
def test_without_days_and_hours_a_deadline_is_exactly_so_many_hours_away(
    opened: datetime, zone: str, allowed: timedelta
) -> None:
    assert next_deadline(TimingPolicy(), opened, allowed, zone=zone) == opened + allowed


@given(moments, zones, allowances)
def test_while_a_pause_lasts_there_is_no_deadline(opened: datetime, zone: str, allowed: timedelta) -> None:
    assert next_deadline(TimingPolicy(), opened, allowed, zone=zone, closed=[Stretch(opened)]) is None
    later = Stretch(opened + allowed + timedelta(hours=1))
    assert next_deadline(TimingPolicy(), opened, allowed, zone=zone, closed=[later]) == opened + allowed


@pytest.mark.parametrize("zone", ["Europe/Moscow", "Europe/Berlin", "Pacific/Auckland"])
@pytest.mark.parametrize("hours", [20, 47, 72])
def test_a_fixed_hour_does_not_slip_in_six_years(zone: str, hours: int) -> None:
    """Each question is asked two hours after the last deadline; Moscow's zone itself changed in 2011 and 2014."""
    policy = TimingPolicy(weekdays=(1, 2, 3, 4, 5), earliest="20:00", latest="20:00")
    moment = datetime(2010, 1, 4, 17, tzinfo=UTC)
    offsets = set()
    while moment.year < 2016:
        asked = moment + timedelta(hours=2)
        deadline = next_deadline(policy, asked, timedelta(hours=hours), zone=zone)
        assert deadline is not None
        local = deadline.astimezone(ZoneInfo(zone))
        assert (local.hour, local.minute) == (20, 0)
        assert local.isoweekday() <= 5
        assert timedelta(hours=hours) <= deadline - asked <= timedelta(hours=hours + 73)
        offsets.add(local.utcoffset())
        moment = deadline
    assert len(offsets) >= 2


@given(zones, st.dates(date(2009, 1, 1), date(2030, 12, 31)))
def test_the_days_of_a_zone_follow_each_other_without_a_gap(zone: str, day: date) -> None:
    calendar = Calendar(zone)
    begin, end = calendar.begin(day), calendar.begin(day + timedelta(days=1))
    assert begin <= end
    if begin < end:
        assert calendar.day_of(begin) == day
        assert calendar.day_of(end - timedelta(microseconds=1)) == day
        assert calendar.end_of_day(begin) == end


def test_the_night_of_the_clock_change_in_berlin() -> None:
    """29 March 2026: from 2:00 to 3:00. 25 October 2026: from 3:00 back to 2:00."""
    policy = TimingPolicy(earliest="02:30", latest="02:30")
    for asked, expected in (
        (datetime(2026, 3, 28, 12, tzinfo=UTC), datetime(2026, 3, 29, 1, 30, tzinfo=UTC)),
        (datetime(2026, 10, 24, 12, tzinfo=UTC), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
    ):
        assert next_deadline(policy, asked, timedelta(hours=1), zone="Europe/Berlin") == expected


def test_after_an_absence_there_is_a_day_left() -> None:
    asked = datetime(2026, 12, 1, 12, tzinfo=UTC)
    away = Stretch(datetime(2026, 12, 2, 11, tzinfo=UTC), datetime(2026, 12, 9, 11, tzinfo=UTC))
    policy = TimingPolicy(min_hours_after_absence=24)
    assert next_deadline(policy, asked, timedelta(hours=24), closed=[away]) == away.end + timedelta(hours=24)  # type: ignore[operator]
    exact = TimingPolicy(min_hours_after_absence=0)
    assert next_deadline(exact, asked, timedelta(hours=24), closed=[away]) == away.end + timedelta(hours=1)  # type: ignore[operator]


def test_weekends_off_stop_the_time_or_only_move_the_deadline() -> None:
    friday = datetime(2026, 11, 20, 12, tzinfo=UTC)
    only_moved = TimingPolicy(weekdays=(1, 2, 3, 4, 5))
    assert next_deadline(only_moved, friday, timedelta(hours=24)) == datetime(2026, 11, 23, tzinfo=UTC)
    stopped = TimingPolicy(weekdays=(1, 2, 3, 4, 5), count_days_off=False)
    assert next_deadline(stopped, friday, timedelta(hours=24)) == datetime(2026, 11, 23, 12, tzinfo=UTC)


def test_the_moderators_moment_counts_if_it_is_later() -> None:
    asked = datetime(2026, 11, 20, 12, tzinfo=UTC)
    named = datetime(2026, 12, 24, 12, tzinfo=UTC)
    assert next_deadline(TimingPolicy(), asked, timedelta(hours=24), not_before=named) == named


def test_the_short_fuse_never_lengthens() -> None:
    policy = TimingPolicy(short_fuse=ShortFuse(after=2, hours=24))
    assert [hours_for(policy, 72, missed) for missed in range(4)] == [72, 72, 24, 24]
    assert hours_for(policy, 12, 5) == 12
    assert hours_for(TimingPolicy(), 72, 100) == 72


def test_what_is_wrong_with_a_policy_is_said() -> None:
    assert problems_of(TimingPolicy()) == []
    bad = TimingPolicy(weekdays=(), earliest="22:00", latest="06:00", grace_minutes=-1, reminder_hours=(0,))
    assert len(problems_of(bad)) == 4
    assert problems_of(TimingPolicy(earliest="8", latest="25:00")) != []
    assert problems_of(TimingPolicy(earliest="08:00")) != []

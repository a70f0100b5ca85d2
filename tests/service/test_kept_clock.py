"""The clock of a process: what it believes of its machine's, and what counts meanwhile."""

from datetime import UTC, datetime, timedelta

import pytest

from adjudicator.service.clock import MOST_BACK, GuardedClock, running_seconds

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
AHEAD = timedelta(hours=12)
LITTLE = timedelta(seconds=1)


class Machine:
    """A clock that jumps, and one that does not."""

    def __init__(self) -> None:
        self.time, self.running = NOON, 1000.0

    def now(self) -> datetime:
        return self.time

    def seconds(self) -> float:
        return self.running

    def goes(self, **units: float) -> None:
        """Time passes."""
        passed = timedelta(**units)
        self.time += passed
        self.running += passed.total_seconds()

    def jumps(self, by: timedelta) -> None:
        self.time += by

    def clock(self) -> GuardedClock:
        return GuardedClock(AHEAD, self, self.seconds)


@pytest.fixture
def machine() -> Machine:
    return Machine()


def test_a_clock_that_goes_on_is_believed_also_after_a_sleep(machine: Machine) -> None:
    clock = machine.clock()
    clock.compare(None)
    machine.goes(days=3)
    assert (clock.now(), clock.doubt, clock.known) == (NOON + timedelta(days=3), None, True)


def test_nothing_is_known_before_the_clock_was_compared(machine: Machine) -> None:
    clock = machine.clock()
    assert (clock.known, clock.now()) == (False, NOON)
    clock.compare(NOON - timedelta(minutes=1))
    assert clock.known


@pytest.mark.parametrize("by", [timedelta(days=40), AHEAD + LITTLE, -MOST_BACK - LITTLE, timedelta(days=-2)])
def test_a_jump_is_not_believed_and_the_time_goes_on(machine: Machine, by: timedelta) -> None:
    clock = machine.clock()
    clock.compare(NOON)
    machine.jumps(by)
    machine.goes(hours=1)
    assert clock.now() == NOON + timedelta(hours=1)
    assert clock.doubt is not None
    assert (clock.doubt.says, clock.known) == (NOON + by + timedelta(hours=1), False)
    machine.jumps(-by)
    assert (clock.now(), clock.known) == (NOON + timedelta(hours=1), True)


@pytest.mark.parametrize("by", [AHEAD, -MOST_BACK])
def test_what_somebody_corrects_is_no_jump(machine: Machine, by: timedelta) -> None:
    clock = machine.clock()
    clock.compare(NOON)
    machine.jumps(by)
    assert (clock.now(), clock.known) == (NOON + by, True)


@pytest.mark.parametrize("seen", [NOON - timedelta(days=7), NOON + timedelta(days=2)])
def test_a_process_that_starts_goes_on_from_what_was_seen(machine: Machine, seen: datetime) -> None:
    clock = machine.clock()
    clock.compare(seen)
    machine.goes(minutes=5)
    assert (clock.now(), clock.known) == (seen + timedelta(minutes=5), False)
    clock.compare(seen)
    assert not clock.known, "saying it twice makes it no better"
    clock.compare(machine.time - LITTLE)  # somebody else believes this machine
    assert (clock.now(), clock.known) == (machine.time, True)


def test_who_believes_the_machine_goes_on_with_it(machine: Machine) -> None:
    clock = machine.clock()
    clock.compare(NOON)
    machine.jumps(timedelta(days=40))
    assert clock.believe() == clock.now() == NOON + timedelta(days=40)
    machine.jumps(timedelta(days=-40))
    assert (clock.known, clock.now()) == (False, NOON + timedelta(days=40))


def test_the_clock_that_cannot_be_set_goes_on() -> None:
    first = running_seconds()
    assert running_seconds() >= first > 0

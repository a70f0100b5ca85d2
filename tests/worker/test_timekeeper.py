"""Processes compare their clocks with what the installation has seen, and ask for signs where these do not agree."""

import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine

from adjudicator.service.clock import Doubt, GuardedClock
from adjudicator.settings import Settings
from adjudicator.store import clock_watermark, heartbeats
from adjudicator.store.codec import Codec
from adjudicator.store.engine import open_engine, reading, writing
from adjudicator.store.tables import ProcessKind
from tests.service.test_kept_clock import AHEAD, NOON, Machine
from worker.heartbeat import HeartbeatThread
from worker.timekeeper import Signs, Timekeeper

PATIENCE = 240.0
WEEK, FORTY, TWO = timedelta(days=7), timedelta(days=40), timedelta(days=2)


class Told:
    """Signs that a test gives."""

    def __init__(self) -> None:
        self.by_kernel = False
        self.by_mail_server: datetime | None = None
        self.asked, self.answered = 0, threading.Semaphore(0)

    def mail_server(self, settings: Settings) -> datetime | None:
        self.asked += 1
        self.answered.release()
        return self.by_mail_server

    @property
    def signs(self) -> Signs:
        return Signs(lambda: self.by_kernel, self.mail_server)


class Process:
    """One that has just been started on a machine."""

    def __init__(self, settings: Settings, engine: Engine, machine: Machine, told: Told) -> None:
        self.clock, self.engine = GuardedClock(AHEAD, machine, machine.seconds), engine
        self.keeper = Timekeeper(settings, self.clock, told.signs)

    def look(self) -> Doubt | None:
        with writing(self.engine) as session:
            return self.keeper.look(session)

    def until_answered(self) -> Doubt | None:
        """Look after the mail server has been heard."""
        assert self.keeper._asking is not None
        self.keeper._asking.join(PATIENCE)
        return self.look()


class Installation:
    def __init__(self, settings: Settings) -> None:
        self.settings, self.machine, self.told = settings, Machine(), Told()
        self.engine = open_engine(settings.database, Codec(None))

    def start(self, machine: Machine | None = None) -> Process:
        return Process(self.settings, self.engine, machine or self.machine, self.told)

    @property
    def seen(self) -> datetime | None:
        with reading(self.engine) as session:
            return clock_watermark.seen(session)


@pytest.fixture
def house(migrated_url: str, tmp_path: Path) -> Iterator[Installation]:
    made = Installation(Settings(database=migrated_url, data_directory=tmp_path))
    yield made
    made.engine.dispose()


def test_the_moment_that_was_seen_moves_on_with_the_time(house: Installation) -> None:
    process = house.start()
    assert (process.look(), house.seen) == (None, NOON)
    house.machine.goes(seconds=4)
    process.look()
    assert house.seen == NOON, "not with each beat"
    house.machine.goes(hours=1)
    process.look()
    assert house.seen == house.machine.time


@pytest.mark.parametrize("by", [FORTY, -TWO])
def test_a_clock_that_jumps_moves_nothing_and_is_believed_when_it_is_right_again(
    house: Installation, by: timedelta
) -> None:
    process, late = house.start(), house.start()
    process.look()
    house.machine.jumps(by)
    house.machine.goes(minutes=2)
    for each in (process, late, house.start()):
        assert each.look() is not None
    assert house.seen == NOON
    house.machine.jumps(-by)
    assert process.look() is None
    assert house.seen == house.machine.time


def test_after_a_week_off_the_kernel_shows_the_time_at_the_first_beat(house: Installation) -> None:
    house.start().look()
    house.machine.goes(days=7)
    house.told.by_kernel = True
    process = house.start()
    assert (process.look(), process.clock.known, house.seen) == (None, True, NOON + WEEK)
    assert house.told.asked == 0


def test_after_a_week_off_the_mail_server_shows_the_time(house: Installation) -> None:
    house.start().look()
    house.machine.goes(days=7)
    house.told.by_mail_server = house.machine.time + timedelta(minutes=3)
    process = house.start()
    assert process.look() is not None
    assert process.until_answered() is None
    assert (process.clock.now(), house.seen) == (NOON + WEEK, NOON + WEEK)


def test_a_mail_server_that_names_another_time_shows_nothing_and_is_asked_once_a_minute_by_all_together(
    house: Installation,
) -> None:
    processes = [house.start() for _ in range(3)]
    for each in processes:
        each.look()
    house.told.by_mail_server = NOON
    house.machine.jumps(FORTY)
    for _ in range(10):
        house.machine.goes(seconds=2)
        assert all(each.look() is not None for each in processes)
    assert house.told.answered.acquire(timeout=PATIENCE)
    assert house.told.asked == 1
    house.machine.goes(seconds=60)
    assert all(each.look() is not None for each in processes)
    assert house.told.answered.acquire(timeout=PATIENCE)
    assert house.told.asked == 2


def test_what_one_process_was_shown_or_the_operator_accepts_all_believe(house: Installation) -> None:
    processes = [house.start() for _ in range(2)]
    for each in processes:
        each.look()
    for by in (FORTY, -TWO - FORTY):
        house.machine.jumps(by)
        assert all(each.look() is not None for each in processes)
        with writing(house.engine) as session:
            clock_watermark.accept(session, house.machine.time)
        assert all(each.look() is None for each in processes)
        assert {each.clock.now() for each in processes} == {house.machine.time}


def test_a_machine_whose_clock_jumps_is_alone_in_its_doubt(house: Installation) -> None:
    other = Machine()
    here, there = house.start(), house.start(other)
    here.look(), there.look()
    for each in (house.machine, other):
        each.goes(minutes=1)
    other.jumps(FORTY)
    assert there.look() is not None
    assert (here.look(), house.seen) == (None, house.machine.time)
    assert there.clock.now() == here.clock.now()


def test_who_doubts_tells_it_with_his_heartbeat(house: Installation) -> None:
    with writing(house.engine) as session:
        clock_watermark.see(session, NOON)
    house.machine.jumps(FORTY)
    clock = GuardedClock(AHEAD, house.machine, house.machine.seconds)
    heart = HeartbeatThread(house.settings, ProcessKind.WORKER, lambda: None, clock, house.told.signs)
    heart.assure()
    with reading(house.engine) as session:
        (row,) = heartbeats.listed(session)
        assert (row.clock_at, row.beaten_at) == (NOON + FORTY, NOON)
    heart.stop()

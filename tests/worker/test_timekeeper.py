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
            return clock_watermark.latest_moment(session)


@pytest.fixture
def installation(migrated_url: str, tmp_path: Path) -> Iterator[Installation]:
    made = Installation(Settings(database=migrated_url, data_directory=tmp_path))
    yield made
    made.engine.dispose()


def test_the_moment_that_was_seen_moves_on_with_the_time(installation: Installation) -> None:
    process = installation.start()
    assert (process.look(), installation.seen) == (None, NOON)
    installation.machine.goes(seconds=4)
    process.look()
    assert installation.seen == NOON, "not with each beat"
    installation.machine.goes(hours=1)
    process.look()
    assert installation.seen == installation.machine.time


@pytest.mark.parametrize("by", [FORTY, -TWO])
def test_a_clock_that_jumps_moves_nothing_and_is_believed_when_it_is_right_again(
    installation: Installation, by: timedelta
) -> None:
    process, late = installation.start(), installation.start()
    process.look()
    installation.machine.jumps(by)
    installation.machine.goes(minutes=2)
    for each in (process, late, installation.start()):
        assert each.look() is not None
    assert installation.seen == NOON
    installation.machine.jumps(-by)
    assert process.look() is None
    assert installation.seen == installation.machine.time


def test_after_a_week_off_the_kernel_shows_the_time_at_the_first_beat(installation: Installation) -> None:
    installation.start().look()
    installation.machine.goes(days=7)
    installation.told.by_kernel = True
    process = installation.start()
    assert (process.look(), process.clock.known, installation.seen) == (None, True, NOON + WEEK)
    assert installation.told.asked == 0


def test_after_a_week_off_the_mail_server_shows_the_time(installation: Installation) -> None:
    installation.start().look()
    installation.machine.goes(days=7)
    installation.told.by_mail_server = installation.machine.time + timedelta(minutes=3)
    process = installation.start()
    assert process.look() is not None
    assert process.until_answered() is None
    assert (process.clock.now(), installation.seen) == (NOON + WEEK, NOON + WEEK)


def test_a_mail_server_that_names_another_time_shows_nothing_and_is_asked_once_a_minute_by_all_together(
    installation: Installation,
) -> None:
    processes = [installation.start() for _ in range(3)]
    for each in processes:
        each.look()
    installation.told.by_mail_server = NOON
    installation.machine.jumps(FORTY)
    for _ in range(10):
        installation.machine.goes(seconds=2)
        assert all(each.look() is not None for each in processes)
    assert installation.told.answered.acquire(timeout=PATIENCE)
    assert installation.told.asked == 1
    installation.machine.goes(seconds=60)
    assert all(each.look() is not None for each in processes)
    assert installation.told.answered.acquire(timeout=PATIENCE)
    assert installation.told.asked == 2


def test_what_one_process_was_shown_or_the_operator_accepts_all_believe(installation: Installation) -> None:
    processes = [installation.start() for _ in range(2)]
    for each in processes:
        each.look()
    for by in (FORTY, -TWO - FORTY):
        installation.machine.jumps(by)
        assert all(each.look() is not None for each in processes)
        with writing(installation.engine) as session:
            clock_watermark.accept(session, installation.machine.time)
        assert all(each.look() is None for each in processes)
        assert {each.clock.now() for each in processes} == {installation.machine.time}


def test_a_machine_whose_clock_jumps_is_alone_in_its_doubt(installation: Installation) -> None:
    other = Machine()
    here, there = installation.start(), installation.start(other)
    here.look(), there.look()
    for each in (installation.machine, other):
        each.goes(minutes=1)
    other.jumps(FORTY)
    assert there.look() is not None
    assert (here.look(), installation.seen) == (None, installation.machine.time)
    assert there.clock.now() == here.clock.now()


def test_who_doubts_tells_it_with_his_heartbeat(installation: Installation) -> None:
    with writing(installation.engine) as session:
        clock_watermark.see(session, NOON)
    installation.machine.jumps(FORTY)
    clock = GuardedClock(AHEAD, installation.machine, installation.machine.seconds)
    heart = HeartbeatThread(installation.settings, ProcessKind.WORKER, lambda: None, clock, installation.told.signs)
    heart.assure()
    with reading(installation.engine) as session:
        (row,) = heartbeats.processes(session)
        assert (row.clock_at, row.beaten_at) == (NOON + FORTY, NOON)
    heart.stop()

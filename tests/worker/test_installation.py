"""The whole installation in one process: its threads end when they are told to, and are missed when they fail."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from adjudicator.service.inbox import handling
from adjudicator.settings import Imap, Mail, OwnAddress, Settings, Smtp, Tls
from adjudicator.store.engine import CampaignBusy
from worker import consumer
from worker.installation import running
from worker.threads import ThreadFailed, Threads
from worker.wakes import CeleryNotifier

PATIENCE = 240.0
"""Seconds until a test gives up on what never comes, on a machine that is slow and busy."""
NAMES = {"worker", "beat", "poller"}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Nobody listens at port 9 of this machine: the poller tries again and again."""
    return Settings(
        database=f"sqlite:///{tmp_path / 'one.db'}",
        data_directory=tmp_path,
        mail=Mail(
            imap=Imap(port=9, tls=Tls.NONE, user="orders"),
            smtp=Smtp(port=9, tls=Tls.NONE, user="orders"),
            address=OwnAddress(local="orders", domain="game.test"),
        ),
    )


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads may take long to end on a machine that does much else."""
    monkeypatch.setattr("worker.threads.END_SECONDS", PATIENCE)


def at_work() -> set[str]:
    return NAMES & {thread.name for thread in threading.enumerate()}


def until(done: Any, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_it_begins_and_ends_more_than_once_in_a_process(settings: Settings) -> None:
    for _ in range(2):
        with running(settings):
            assert at_work() == NAMES
        assert at_work() == set()


def test_a_wake_up_is_handled_and_an_error_in_it_stops_nothing(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    handled: list[int] = []

    def broken(service: object, mail_id: int) -> None:
        handled.append(mail_id)
        if mail_id == 1:
            raise ValueError("broken")

    monkeypatch.setattr(handling, "handle", broken)
    with running(settings) as service:
        service.wakes.mail(1)
        service.wakes.mail(2)
        until(lambda: handled == [1, 2])
        assert at_work() == NAMES


def test_a_mail_whose_campaign_is_busy_is_tried_again_before_long(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lease lasts much longer."""
    tries: list[int] = []

    def busy(service: object, mail_id: int, *, interrupted: bool) -> None:
        tries.append(mail_id)
        if len(tries) < 3:
            raise CampaignBusy("somebody works here")

    monkeypatch.setattr(handling, "handle_again", busy)
    with running(settings) as service:
        assert isinstance(service.wakes, CeleryNotifier)
        service.wakes.mail_again(1)
        until(lambda: tries == [1, 1, 1])


def test_what_is_being_handled_at_the_end_is_finished(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, finished = threading.Event(), threading.Event()

    def slow(service: object, mail_id: int) -> None:
        begun.set()
        time.sleep(0.5)
        finished.set()

    monkeypatch.setattr(handling, "handle", slow)
    with running(settings) as service:
        service.wakes.mail(1)
        assert begun.wait(PATIENCE)
    assert finished.is_set()


def test_a_worker_that_gives_up_is_told_and_all_others_end(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    class GivesUp:
        def __init__(self, **_: object) -> None:
            self.exitcode = 1

        def start(self) -> None:
            pass

    monkeypatch.setattr(consumer, "WorkController", GivesUp)
    failed = threading.Event()
    with pytest.raises(ThreadFailed, match="worker"), running(settings, failed=failed.set):
        assert failed.wait(PATIENCE)
    assert at_work() == set()


def test_the_error_of_the_block_comes_first(settings: Settings) -> None:
    with pytest.raises(KeyError), running(settings):
        raise KeyError
    assert at_work() == set()


def test_a_thread_that_returns_by_itself_or_hangs_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    told = threading.Event()
    threads = Threads(told.set)
    threads.start("short", lambda: None, lambda: None)
    assert told.wait(PATIENCE)
    with pytest.raises(ThreadFailed, match=r"ended by an error.*short"):
        threads.check()
    monkeypatch.setattr("worker.threads.END_SECONDS", 0.1)
    stop = threading.Event()

    def deaf() -> None:
        stop.wait(PATIENCE)

    hanging = Threads(lambda: None)
    hanging.start("long", deaf, lambda: None)
    hanging.end()
    with pytest.raises(ThreadFailed, match=r"still at work.*long"):
        hanging.check()
    stop.set()

"""Everything in one process: poller, worker, beat. For the demo and for one small server."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from celery.beat import EmbeddedService, Scheduler
from celery.contrib.testing.worker import start_worker

from adjudicator.service.clock import Clock
from adjudicator.service.ready import load_games
from adjudicator.service.service import Service, open_service
from adjudicator.settings import Settings
from adjudicator.store import mails, outbox
from adjudicator.store.engine import writing
from adjudicator.store.migrations import upgrade
from worker.app import make_app, stuck, waker
from worker.poller import poll

log = structlog.get_logger()
LONGEST_BEAT_SLEEP = 1.0
"""Seconds; the beat thread looks only this often whether it shall stop."""


WATCH_SECONDS = 5.0
EX_SOFTWARE = 70
"""Exit status (sysexits.h) of a process that ends because it is stuck."""


def end_when_stuck(seconds: float) -> None:
    """A thread that ends this process when a mail has been handled for too long.

    Nobody else can: there is one process. Whoever restarts it (systemd does) finds the mail counted, and after a
    few times set aside.
    """

    def watch() -> None:
        while not (mails := stuck(seconds)):
            time.sleep(WATCH_SECONDS)
        log.critical("handling a mail does not come to an end", mails=mails, seconds=seconds)
        os._exit(EX_SOFTWARE)

    threading.Thread(target=watch, name="watchdog", daemon=True).start()


@contextmanager
def running(settings: Settings, clock: Clock | None = None) -> Iterator[Service]:
    """A whole installation in threads of this process, until the block ends.

    Nobody else may work on the same database: what a killed predecessor had taken is taken up at once.
    """
    service = open_service(settings, clock, waker(settings))
    upgrade(service.engine)
    _release(service)
    load_games()
    app = make_app(settings, service)
    stop = threading.Event()
    poller = threading.Thread(target=poll, args=(service, stop), name="poller", daemon=True)
    beat = EmbeddedService(app, max_interval=LONGEST_BEAT_SLEEP, thread=True, scheduler_cls=Scheduler)
    with start_worker(app, pool="solo", perform_ping_check=False, shutdown_timeout=30):
        app.send_task("adjudicator.sweep", ignore_result=True)
        beat.start()
        poller.start()
        try:
            yield service
        finally:
            stop.set()
            poller.join(timeout=20)
            beat.stop()


def _release(service: Service) -> None:
    now = service.clock.now()
    with writing(service.engine) as session:
        mails.release(session, now)
        outbox.release(session, now)

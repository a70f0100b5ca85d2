"""Everything in one process: poller, worker, beat. For the demo and for one small server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from celery.beat import EmbeddedService, Scheduler
from celery.contrib.testing.worker import start_worker

from adjudicator.service.clock import Clock
from adjudicator.service.service import Service, open_service
from adjudicator.settings import Settings
from adjudicator.store import mails, outbox
from adjudicator.store.engine import writing
from adjudicator.store.migrations import upgrade
from worker.app import make_app, waker
from worker.poller import poll

LONGEST_BEAT_SLEEP = 1.0
"""Seconds; the beat thread looks only this often whether it shall stop."""


@contextmanager
def running(settings: Settings, clock: Clock | None = None) -> Iterator[Service]:
    """A whole installation in threads of this process, until the block ends.

    Nobody else may work on the same database: what a killed predecessor had taken is taken up at once.
    """
    service = open_service(settings, clock, waker(settings))
    upgrade(service.engine)
    _release(service)
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

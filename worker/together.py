"""Everything in one process: poller, worker, beat. For the demo and for one small server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from celery.beat import EmbeddedService
from celery.contrib.testing.worker import start_worker

from adjudicator.service.clock import Clock
from adjudicator.service.service import Service, open_service
from adjudicator.settings import Settings
from worker.app import CeleryWakes, make_app
from worker.poller import poll


@contextmanager
def running(settings: Settings, clock: Clock | None = None) -> Iterator[Service]:
    """A whole installation in threads of this process, until the block ends."""
    wakes = CeleryWakes(make_app(settings))
    service = open_service(settings, clock, wakes)
    app = make_app(settings, service)
    stop = threading.Event()
    poller = threading.Thread(target=poll, args=(service, stop), name="poller", daemon=True)
    beat = EmbeddedService(app, thread=True)
    with start_worker(app, pool="solo", perform_ping_check=False, shutdown_timeout=30):
        beat.start()
        poller.start()
        try:
            yield service
        finally:
            stop.set()
            poller.join(timeout=20)
            beat.stop()

"""Run everything in one process: poller, worker, beat. For the demo and for one small server."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial

from adjudicator.service.clock import Clock
from adjudicator.service.inbox.pipeline import load_games
from adjudicator.service.service import Service, open_service
from adjudicator.settings import Settings
from adjudicator.store import heartbeats, inbound, outbound
from adjudicator.store.engine import writing
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import ProcessKind
from worker import alarms
from worker.app import make_app
from worker.consumer import start_consumer
from worker.heartbeat import HeartbeatThread
from worker.monitor import listening
from worker.poller import poll
from worker.threads import Threads
from worker.wakes import waker


@contextmanager
def running(
    settings: Settings, clock: Clock | None = None, failed: Callable[[], None] = lambda: None
) -> Iterator[Service]:
    """Run a whole installation in threads of this process, until the block ends.

    Nobody else may work on the same database: what a killed predecessor had claimed is taken over at once. `failed` is
    called when a thread has ended by an error.

    Raises:
        ThreadFailed: A thread has failed; raised at the end of the block.
    """
    wakes = waker(settings)
    heart = HeartbeatThread(settings, ProcessKind.SERVE, wakes.all, clock)
    service = open_service(settings, heart.clock, wakes, heart)
    upgrade(service.engine)
    _release(service)
    load_games()
    threads, stop = Threads(failed), threading.Event()
    with listening(service) if settings.monitor.port else nullcontext() as monitor:
        heart.start()
        try:
            start_consumer(make_app(settings, service), service, wakes, threads)
            for mailboxes in settings.mail.fetched_together:
                threads.start("poller", partial(poll, service, stop, mailboxes), stop.set)
            alarms.start(service, threads)
            if monitor is not None:
                threads.start("monitor", monitor.serve_forever, monitor.shutdown)
            yield service
        finally:
            threads.end()
            heart.stop()
    threads.check()


def _release(service: Service) -> None:
    now = service.clock.now()
    with writing(service.engine) as session:
        inbound.release(session, now)
        outbound.release(session, now)
        heartbeats.forget(session, now)

"""Celery's worker and its beat in threads of a process that does other things too."""

import threading

from celery import Celery
from celery.utils.nodenames import anon_nodename
from celery.worker import WorkController, state

from adjudicator.service.service import Service
from worker.app import SWEEP_SECONDS
from worker.sending import hang_up
from worker.thinking import think_apart
from worker.threads import Threads
from worker.wakes import THINKING, CeleryNotifier


def start_consumer(app: Celery, service: Service, wakes: CeleryNotifier, threads: Threads) -> None:
    """Handle the wake-ups of mails and of the outbox, one after the other.

    It also wakes for work that was left behind. Stewards think in a process of their own: no mail waits for them.
    """
    stop = threading.Event()
    app.amqp.queues.deselect(THINKING)
    state.should_stop = None  # it is of the whole process
    threads.start("worker", lambda: _consume(app), _end_consuming)
    threads.start("thinker", lambda: think_apart(service, stop), stop.set)
    threads.start("beat", lambda: _sweep(wakes, stop), stop.set)


def _consume(app: Celery) -> None:
    """Run the worker. Raises RuntimeError if it gives up (it waits while a broker is away for a time).

    Not `app.Worker`: that one takes the signals and the log of its process for itself.
    """
    app.set_current()
    app.set_default()  # what was put back by seconds is done in a thread of the timer, which has no current one
    worker = WorkController(
        app=app,
        hostname=anon_nodename(),
        pool="solo",
        concurrency=1,
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
    )
    try:
        worker.start()
    finally:
        hang_up()
    if worker.exitcode:
        raise RuntimeError(f"the worker has ended with status {worker.exitcode}")


def _end_consuming() -> None:
    state.should_stop = 0  # looked at between two wake-ups: what is being handled is finished


def _sweep(wakes: CeleryNotifier, stop: threading.Event) -> None:
    while True:
        wakes.tick()
        if stop.wait(SWEEP_SECONDS):
            return

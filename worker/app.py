"""The Celery application. A message is only a wake-up: the database is the queue of record.

How it works. Whoever stores a mail wakes a worker by its number; whoever queues a mail wakes a sender. Every
`SWEEP_SECONDS` a sweep takes up what no wake-up has reached: mails that a dead worker left behind, deadlines, queued
mails. Each process that handles or sends has a heartbeat of its own, a database engine of its own after the fork, and
one that handles mails a reader process beside it.

What must hold:

- Tasks are idempotent: a wake-up that comes twice finds nothing to do, one that is lost is made good by the sweep.
- A task is acknowledged when it has ended (`task_acks_late`), but is not given to another worker by the broker when
  its process dies: the sweep does that, and counts how many workers a mail has killed.
- One message is fetched at a time (`worker_prefetch_multiplier`), so that a slow mail keeps no other waiting.
- The broker may be emptied or away at any time; no result of a task is read.
"""

from typing import Any

from celery import Celery
from celery.signals import (
    after_task_publish,
    before_task_publish,
    setup_logging,
    worker_process_init,
    worker_process_shutdown,
    worker_shutdown,
)

from adjudicator.failpoints import Point, reached
from adjudicator.mail.sandbox import start_reader
from adjudicator.service.service import Service, open_service
from adjudicator.settings import Settings
from adjudicator.store.tables import ProcessKind
from worker.heartbeat import HeartbeatThread
from worker.memory import give_large_pieces_back
from worker.sending import hang_up
from worker.tasks import add_tasks
from worker.wakes import HANDLING, SWEEP, THINKING, CeleryNotifier, shards_of, ways

SWEEP_SECONDS = 15.0


@before_task_publish.connect(sender=SWEEP, weak=False)
def _ticking(**_: Any) -> None:
    reached(Point.TICKING)


@after_task_publish.connect(sender=SWEEP, weak=False)
def _ticked(**_: Any) -> None:
    reached(Point.TICKED)


@setup_logging.connect(weak=False)
def _leave_the_logs(**_: Any) -> None:
    """Keep Celery from setting up logs: ours are in `service.logs`.

    It sets up none if somebody listens here.
    """


def make_app(settings: Settings, service: Service | None = None) -> Celery:
    """Return the application with its tasks.

    Without a service, each process opens one when it is first needed, and has a heartbeat of its own.
    """
    app = Celery("adjudicator", broker=settings.celery.broker)
    app.conf.update(
        ways(settings),
        task_acks_late=True,
        # not given back at once: the sweep does, and counts the workers that a mail has killed
        task_reject_on_worker_lost=False,
        task_ignore_result=True,
        worker_prefetch_multiplier=1,
        worker_hijack_root_logger=False,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,  # it comes back one day; the database keeps what is to be done
        beat_schedule={"sweep": {"task": SWEEP, "schedule": SWEEP_SECONDS}},
        timezone="UTC",
    )
    wakes = CeleryNotifier(app, settings.celery.shards)
    opened: list[Service] = [] if service is None else [service]
    hearts: list[HeartbeatThread] = []

    def at_work() -> Service:
        if not opened:
            heart = hearts[0] if hearts else None
            clock = None if heart is None else heart.clock
            opened.append(open_service(settings, clock, wakes=wakes, life=heart))
        return opened[0]

    @worker_process_init.connect(weak=False)
    def begin_afresh(**_: Any) -> None:
        give_large_pieces_back()
        handles = HANDLING in app.amqp.queues.consume_from
        if service is None:
            opened.clear()  # the engine of the process that we come from
            thinks = THINKING in app.amqp.queues.consume_from
            kind = ProcessKind.WORKER if handles else ProcessKind.THINKER if thinks else ProcessKind.SENDER
            shards = shards_of(app.amqp.queues.consume_from)
            hearts[:] = [HeartbeatThread(settings, kind, wakes.all, shards=shards)]
            hearts[0].start()
        if handles:
            start_reader()

    @worker_process_shutdown.connect(weak=False)
    @worker_shutdown.connect(weak=False)
    def end(**_: Any) -> None:
        hang_up()
        while hearts:
            hearts.pop().stop()

    add_tasks(app, at_work, wakes, settings.limits.handle_seconds)
    return app

"""The Celery application. A message is only a wake-up: the database is the queue of record.

Tasks are idempotent; a wake-up that is lost is made good by the sweep, one that comes twice finds nothing to do.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import structlog
from celery import Celery, Task
from celery.signals import worker_process_init
from kombu.entity import Queue
from kombu.exceptions import OperationalError

from adjudicator.mail.guard import start_reader
from adjudicator.service import rounds
from adjudicator.service.inbox import handling
from adjudicator.service.outbox import delivery
from adjudicator.service.service import Service, open_service
from adjudicator.service.words import rendering
from adjudicator.settings import Settings
from adjudicator.store.engine import StoreBusy
from worker.watchdog import timed

log = structlog.get_logger()

SWEEP_SECONDS = 15.0
SWEEP_LEASE = timedelta(minutes=2)
"""So long a mail that was left behind is not given to another worker."""
BUSY_PAUSE_SECONDS = 0.3
HANDLING = "celery"
"""Queue of wake-ups for mails that came in and for deadlines."""
SENDING = "outbox"
"""Queue of wake-ups for the outbox. A worker serves both queues unless it is told one (`worker -Q outbox`)."""
_ROUTES = {"adjudicator.flush_outbox": {"queue": SENDING}}


class CeleryWakes:
    """Wakes workers through the broker. A broker that is down costs time, never a mail."""

    def __init__(self, app: Celery) -> None:
        self._app = app

    def mail(self, mail_id: int) -> None:
        self._send("adjudicator.handle_mail", [mail_id])

    def outbox(self) -> None:
        self._send("adjudicator.flush_outbox", [])

    def sweep(self) -> None:
        """For what was left behind, and for deadlines."""
        self._send("adjudicator.sweep", [])

    def _send(self, name: str, arguments: list[Any]) -> None:
        try:
            self._app.send_task(name, args=arguments, retry=False, ignore_result=True)
        except (OperationalError, OSError) as error:
            log.warning("no wake-up: the broker does not answer", task=name, error=str(error))


def waker(settings: Settings) -> CeleryWakes:
    """Wakes the workers that listen at the broker of these settings; has no tasks of its own."""
    app = Celery("adjudicator-waker", broker=settings.celery.broker, set_as_current=False)
    app.conf.update(broker_transport_options=_transport(settings), task_queues=_queues(), task_routes=_ROUTES)
    return CeleryWakes(app)


def make_app(settings: Settings, service: Service | None = None) -> Celery:
    """The application with its tasks. Without a service one is opened in each process when it is first needed."""
    app = Celery("adjudicator", broker=settings.celery.broker)
    app.conf.update(
        task_acks_late=True,
        # not given back at once: the sweep does, and counts the workers that a mail has killed
        task_reject_on_worker_lost=False,
        task_ignore_result=True,
        task_queues=_queues(),
        task_default_queue=HANDLING,
        task_routes=_ROUTES,
        worker_prefetch_multiplier=1,
        worker_hijack_root_logger=False,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,  # it comes back one day; the database keeps what is to be done
        broker_transport_options=_transport(settings),
        beat_schedule={
            "sweep": {"task": "adjudicator.sweep", "schedule": SWEEP_SECONDS},
        },
        timezone="UTC",
    )
    seconds = settings.limits.handle_seconds
    opened: list[Service] = [] if service is None else [service]

    def at_work() -> Service:
        if not opened:
            opened.append(open_service(settings, wakes=CeleryWakes(app)))
        return opened[0]

    @worker_process_init.connect(weak=False)
    def begin_afresh(**_: Any) -> None:
        if service is None:
            opened.clear()  # the engine of the process that we come from
        if HANDLING in app.amqp.queues.consume_from:
            start_reader()

    # not shared: a second application in the same process has tasks, and a service, of its own
    @app.task(name="adjudicator.handle_mail", bind=True, max_retries=None, shared=False, time_limit=seconds)
    def handle_mail(self: Task, mail_id: int) -> None:
        try:
            with timed(mail_id):
                handling.handle(at_work(), mail_id)
        except StoreBusy as busy:
            raise self.retry(countdown=BUSY_PAUSE_SECONDS, exc=busy) from busy

    @app.task(name="adjudicator.handle_again", shared=False, time_limit=seconds)
    def handle_again(mail_id: int) -> None:
        try:
            with timed(mail_id):
                handling.handle_again(at_work(), mail_id)
        except StoreBusy as busy:
            log.info("a mail waits for another worker", mail=mail_id, why=str(busy))

    @app.task(name="adjudicator.flush_outbox", shared=False)
    def flush_outbox() -> None:
        while rendering.render_due(at_work()) + asyncio.run(delivery.send_due(at_work())):
            pass

    @app.task(name="adjudicator.sweep", shared=False)
    def sweep() -> None:
        """Whatever a lost wake-up or a dead worker left behind, and the deadlines."""
        service = at_work()
        for mail_id in handling.left_behind(service, SWEEP_LEASE):
            app.send_task("adjudicator.handle_again", args=[mail_id], ignore_result=True)
        rounds.run(service)
        CeleryWakes(app).outbox()

    return app


def _queues() -> list[Queue]:
    return [Queue(name) for name in (HANDLING, SENDING)]  # type: ignore[no-untyped-call]


def _transport(settings: Settings) -> dict[str, Any]:
    if settings.celery.broker.startswith("memory"):
        return {"polling_interval": 0.02}
    return {"visibility_timeout": settings.celery.visibility_seconds}

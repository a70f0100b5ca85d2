"""Wake-ups through the broker, and the queues in which they lie."""

from typing import Any

import structlog
from celery import Celery
from kombu.entity import Queue
from kombu.exceptions import OperationalError

from adjudicator.settings import Settings

log = structlog.get_logger()

HANDLING = "celery"
"""Queue of wake-ups for mails that came in and for deadlines."""
SENDING = "outbox"
"""Queue of wake-ups for the outbox. A worker serves both queues unless it is told one (`worker -Q outbox`)."""
SWEEP = "adjudicator.sweep"
"""The task for what was left behind, and for deadlines. Beat wakes for it."""

CONNECT_SECONDS = 5
"""So long a broker may be silent before it counts as away."""


class CeleryWakes:
    """Wakes workers through the broker. A broker that is down costs time, never a mail."""

    def __init__(self, app: Celery) -> None:
        self._app = app

    def mail(self, mail_id: int) -> None:
        self._send("adjudicator.handle_mail", [mail_id])

    def mail_again(self, mail_id: int) -> None:
        """For a mail that a worker left behind."""
        self._send("adjudicator.handle_again", [mail_id])

    def outbox(self) -> None:
        self._send("adjudicator.flush_outbox", [])

    def sweep(self) -> None:
        """For what was left behind, and for deadlines."""
        self._send(SWEEP, [])

    def all(self) -> None:
        """For whatever there may be to do: mails were freed."""
        self.sweep()
        self.outbox()

    def _send(self, name: str, arguments: list[Any]) -> None:
        try:
            self._app.send_task(name, args=arguments, retry=False, ignore_result=True)
        except (OperationalError, OSError) as error:
            log.warning("no wake-up: the broker does not answer", task=name, error=str(error))


def waker(settings: Settings) -> CeleryWakes:
    """Wakes the workers that listen at the broker of these settings; has no tasks of its own."""
    app = Celery("adjudicator-waker", broker=settings.celery.broker, set_as_current=False)
    app.conf.update(ways(settings))
    return CeleryWakes(app)


def ways(settings: Settings) -> dict[str, Any]:
    """What an application must know of the broker: how to listen, the queues, and what goes into which."""
    memory = settings.celery.broker.startswith("memory")
    listening = (
        {"polling_interval": 0.02}
        if memory
        else {
            "visibility_timeout": settings.celery.visibility_seconds,
            "socket_connect_timeout": CONNECT_SECONDS,
        }
    )
    return {
        "broker_transport_options": listening,
        "task_queues": [Queue(name) for name in (HANDLING, SENDING)],  # type: ignore[no-untyped-call]
        "task_default_queue": HANDLING,
        "task_routes": {"adjudicator.flush_outbox": {"queue": SENDING}},
    }

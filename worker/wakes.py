"""Wake-ups through the broker, and the queues in which they lie."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import redis
import structlog
from celery import Celery
from kombu.entity import Queue
from kombu.exceptions import OperationalError

from adjudicator.settings import Settings
from worker.queue_watch import client

log = structlog.get_logger()

HANDLING = "celery"
"""Queue of wake-ups for mails that came in and for deadlines; of mails whose campaign has a shard of its own only those
that were left behind: so nothing depends on who serves which shard, or on how many there are.
"""
SENDING = "outbox"
"""Queue of wake-ups for the outbox. A worker serves all queues unless it is told some (`worker -Q outbox`)."""
THINKING = "thinking"
"""Queue of wake-ups for stewards, so that what they think about keeps no mail waiting. Worth a process of its own."""
SWEEP = "adjudicator.sweep"
"""The task for what was left behind, and for deadlines. Beat wakes for it."""

OUTBOX_MARK = "adjudicator.outbox-woken"
CONNECT_SECONDS = 5
"""The seconds that a broker may be silent before it counts as away."""
WOKEN_SECONDS = 5
"""The seconds after a wake-up for the outbox in which nobody else sends one: should its process die, nothing waits
much longer."""


class CeleryNotifier:
    """Wakes workers through the broker. A broker that is down costs time, never a mail."""

    def __init__(self, app: Celery, shards: int) -> None:
        self._app, self._shards = app, shards
        self._outbox = OutboxWoken(str(app.conf.broker_url or ""))

    def mail(self, mail_id: int, campaign_id: int | None = None) -> None:
        """Wake workers for a mail.

        Without a campaign, or where all have one queue, whoever comes first takes it.
        """
        shard = HANDLING if campaign_id is None else queue_of(campaign_id, self._shards)
        self._send("adjudicator.handle_mail", [mail_id], queue=shard)

    def mail_again(self, mail_id: int) -> None:
        """Wake workers for a message that was left behind.

        Whoever comes first takes it, whichever shard it is of.
        """
        self._send("adjudicator.handle_again", [mail_id])

    def outbox(self) -> None:
        """Queue one wake-up, which is enough for whatever waits when it is taken out."""
        if self._outbox.first() and not self._send("adjudicator.flush_outbox", []):
            self._outbox.taken()

    def outbox_taken(self) -> None:
        """Note that somebody looks into the outbox from now on: what is queued later has to be woken for."""
        self._outbox.taken()

    def think(self, campaign_id: int) -> None:
        """Wake a worker for the stewards of a campaign."""
        self._send("adjudicator.think", [campaign_id])

    def sweep(self) -> None:
        """Wake a worker for work that was left behind, and for deadlines."""
        self._send(SWEEP, [True])

    def tick(self) -> None:
        """Request a sweep because time has passed, as Beat does: a process that has just swept does not sweep again."""
        self._send(SWEEP, [])

    def all(self) -> None:
        """Wake for whatever there may be to do: messages were freed."""
        self.sweep()
        self.outbox()

    def _send(self, name: str, arguments: list[Any], **where: str) -> bool:
        try:
            self._app.send_task(name, args=arguments, retry=False, ignore_result=True, **where)
        except (OperationalError, OSError) as error:
            log.warning("no wake-up: the broker does not answer", task=name, error=str(error))
            return False
        return True


class OutboxWoken:
    """The mark of a wake-up for the outbox in the queue: it lies beside it, and goes with it or after a while.

    Nothing depends on it: without a mark, or a broker that can keep one, everybody wakes.
    """

    def __init__(self, broker: str) -> None:
        self._redis = client(broker)

    def first(self) -> bool:
        """Return whether nobody has woken for it. From now on somebody has."""
        if self._redis is None:
            return True
        try:
            return bool(self._redis.set(OUTBOX_MARK, "a wake-up", nx=True, ex=WOKEN_SECONDS))
        except redis.RedisError:
            return True

    def taken(self) -> None:
        """Note that the wake-up is out of the queue."""
        if self._redis is not None:
            with suppress(redis.RedisError):  # it goes by itself
                self._redis.delete(OUTBOX_MARK)


def waker(settings: Settings) -> CeleryNotifier:
    """Create a notifier for workers at the broker of these settings.

    It has no tasks of its own.
    """
    app = Celery("adjudicator-waker", broker=settings.celery.broker, set_as_current=False)
    app.conf.update(ways(settings))
    return CeleryNotifier(app, settings.celery.shards)


def queue_of_shard(shard: int) -> str:
    """Queue of wake-ups for the mails of a shard of the campaigns; shards are counted from 1."""
    return f"{HANDLING}.{shard}"


def shards_of(queues: Iterable[str]) -> list[int]:
    """Return the shards whose queues are among these."""
    prefix = queue_of_shard(0)[:-1]
    return [int(name.removeprefix(prefix)) for name in queues if name.startswith(prefix)]


def queue_of(campaign_id: int, shards: int) -> str:
    """Queue of wake-ups for the mails of a campaign."""
    return HANDLING if shards == 1 else queue_of_shard(campaign_id % shards + 1)


def queues(shards: int) -> list[str]:
    """Return all queues of an installation."""
    own = [queue_of_shard(shard) for shard in range(1, shards + 1)] if shards > 1 else []
    return [HANDLING, SENDING, THINKING, *own]


def ways(settings: Settings) -> dict[str, Any]:
    """Return the broker settings of an application.

    They say how to listen, the queues, and what goes into which.
    """
    memory = settings.celery.broker.startswith("memory")
    listening = (
        {"polling_interval": 0.02}
        if memory
        else {
            "visibility_timeout": settings.celery.visibility_seconds,
            "socket_connect_timeout": CONNECT_SECONDS,
            "max_retries": 0,  # who wakes has other things to do: the database keeps what is to be done
        }
    )
    return {
        "broker_transport_options": listening,
        "task_queues": [Queue(name) for name in queues(settings.celery.shards)],  # type: ignore[no-untyped-call]
        "task_default_queue": HANDLING,
        "task_routes": {
            "adjudicator.flush_outbox": {"queue": SENDING},
            "adjudicator.think": {"queue": THINKING},
        },
    }

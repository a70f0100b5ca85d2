"""Notices that wake-ups are lost: Redis was emptied, or was away, and could not be given any.

A mark lies beside the wake-ups and goes with them. Whoever misses it first puts it back and makes the loss good. Where
Redis keeps what it has, the mark is still there when it is back: then everybody who has missed it does.
"""

import threading
from collections.abc import Callable

import redis
import structlog

from adjudicator.settings import Settings

log = structlog.get_logger()
MARK = "adjudicator.mark"
LOOK_SECONDS = 1.0
PATIENCE_SECONDS = 2.0
"""The seconds that Redis may be silent before it counts as away."""
_SCHEMES = ("redis://", "rediss://", "unix://")


def client(broker: str) -> redis.Redis | None:
    """Return a connection to a broker that is a Redis, or None for other brokers.

    It is made when it is first used.
    """
    if not broker.startswith(_SCHEMES):
        return None
    return redis.Redis.from_url(broker, socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS)


class QueueWatch:
    """Looks for the mark in a thread of its own, until `stop`. A Redis that is away costs nothing but a look."""

    def __init__(self, server: redis.Redis, emptied: Callable[[], None]) -> None:
        """Prepare to watch the queue of a broker.

        `emptied` is called, in its thread, when the wake-ups are gone. If it fails it is called again.
        """
        self._redis = server
        self._emptied, self._stop = emptied, threading.Event()
        self._away, self._life = False, ""
        self._thread = threading.Thread(target=self._live, name="queue", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Stop, so that no further look begins."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(2 * PATIENCE_SECONDS)
        self._redis.close()

    def _live(self) -> None:
        while not self._stop.wait(LOOK_SECONDS):
            try:
                self._look()
            except redis.RedisError:
                self._away = True  # whoever sends wake-ups says so
            except Exception as error:
                log.warning("wake-ups were lost, and are not made good yet", why=type(error).__name__)

    def _look(self) -> None:
        life = self._begun()
        back = self._away or self._life not in ("", life)
        fresh = self._redis.set(MARK, "wake-ups lie beside this", nx=True)
        if fresh or back:
            log.info("the queue was empty, or away: all that waits is woken for")
            try:
                self._emptied()
            except BaseException:
                self._away = True
                if fresh:
                    self._redis.delete(MARK)
                raise
        self._away, self._life = False, life

    def _begun(self) -> str:
        """Return a text that is new each time Redis starts; empty if unknown."""
        try:
            return str(self._redis.info("server").get("run_id", ""))
        except redis.ResponseError:
            return ""


def queue_watch(settings: Settings, emptied: Callable[[], None]) -> QueueWatch | None:
    """Return the watch of the broker of these settings; None for a broker that others cannot empty."""
    server = client(settings.celery.broker)
    return None if server is None else QueueWatch(server, emptied)

"""The heartbeat of a process.

It tells that the process is alive, watches the others, and frees what the lost ones had claimed, or what a queue that
was emptied has lost.

A process counts as silent when its beats stay out while our own go on, never by a clock: no process is lost because a
clock jumped, the database was away, or this machine stopped for a time.
"""

import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

import structlog
from msgspec import Struct
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from adjudicator.service.clock import Clock, GuardedClock
from adjudicator.settings import MAIN, Settings
from adjudicator.store import clock_watermark, heartbeats
from adjudicator.store.codec import Codec
from adjudicator.store.engine import COMMITS, checkpoint, may_write, open_engine
from adjudicator.store.heartbeats import Self
from adjudicator.store.tables import Process, ProcessKind
from worker.queue_watch import queue_watch
from worker.timekeeper import SIGNS, Signs, Timekeeper

log = structlog.get_logger()
BEAT_SECONDS = 2.0
SILENT_SECONDS = 6.0
"""The seconds without a heartbeat, while we had ours, after which a process is dead."""
LATE_SECONDS = 4.0
"""The seconds between our own heartbeats from which on nobody else's silence tells anything."""
REMEMBERED = timedelta(days=1)
"""How long a dead process stays on the list."""
_HASTE = {"connect_timeout": "2", "tcp_user_timeout": "4000"}
"""A heart must not wait long for PostgreSQL: whoever is silent counts as dead."""
_END_SECONDS = 5.0


class _Heard(Struct):
    beats: int
    since: float


class Watch:
    """The silence of the others, as far as our own beats tell how long it is."""

    def __init__(self) -> None:
        self._heard: dict[int, _Heard] = {}
        self._last = float("-inf")

    def silent(self, found: Sequence[Process], now: float) -> list[Process]:
        """Return who has beaten for the last time too long ago. `now`: seconds of a clock that never jumps."""
        if now - self._last > LATE_SECONDS:
            self._heard.clear()
        self._last = now
        known, self._heard = self._heard, {}
        for each in found:
            before = known.get(each.id)
            same = before is not None and before.beats == each.beats
            self._heard[each.id] = before if before is not None and same else _Heard(each.beats, now)
        return [each for each in found if not each.lost and now - self._heard[each.id].since >= SILENT_SECONDS]


class HeartbeatThread:
    """Beats in a thread of its own, over a connection of its own, until `stop`; it never fails its process."""

    def __init__(
        self,
        settings: Settings,
        kind: ProcessKind,
        found: Callable[[], None],
        clock: Clock | None = None,
        signs: Signs = SIGNS,
        shards: Collection[int] = (),
    ) -> None:
        """Prepare the heartbeat.

        `found` is called, in its thread, when messages have been freed. Without a clock, that of the machine is used,
        as long as it is believed. `shards`: the shards of the campaigns that it serves, where they are divided.
        """
        self.clock: Clock = clock or GuardedClock(timedelta(hours=settings.clock.max_ahead_hours))
        self._timekeeper = Timekeeper(settings, self.clock, signs) if isinstance(self.clock, GuardedClock) else None
        pid, host = os.getpid(), socket.gethostname()[:255]
        served = ",".join(map(str, sorted(shards))) or None
        self._own = Self(secrets.randbits(62) + 1, kind, host, pid, self.clock.now(), served)
        self._engine = open_engine(_hasty(settings.database), Codec(None))
        self._found, self._watch, self._stop = found, Watch(), threading.Event()
        self._lock = threading.Lock()
        self._last, self._beats, self._well = float("-inf"), 0, True
        self._fetched: dict[str, datetime] = {}
        self._thread = threading.Thread(target=self._live, name="heart", daemon=True)
        self._queue = queue_watch(settings, self._emptied)

    @property
    def id(self) -> int:
        """The id by which others know this process (`Process.id`)."""
        return self._own.id

    def start(self) -> None:
        """Begin to beat. The first beat is there on return, if the database is."""
        self._round()
        log.info("at work", kind=self._own.kind.value, host=self._own.host, pid=self._own.pid)
        self._thread.start()
        if self._queue is not None:
            self._queue.start()

    def stop(self) -> None:
        """Stop beating because the process ends as it should."""
        self._stop.set()
        if self._queue is not None:
            self._queue.stop()
        if self._thread.is_alive():
            self._thread.join(_END_SECONDS)
        try:
            with self._writing() as session:
                heartbeats.end(session, self.id, self.clock.now())
        except SQLAlchemyError as error:
            log.warning("the end cannot be told; it will be noticed", why=type(error).__name__)
        self._engine.dispose()
        log.info("at work no more", kind=self._own.kind.value, host=self._own.host, pid=self._own.pid)

    def assure(self) -> None:
        """Beat at once if the last beat is some time ago.

        Call it before something that is not to be done twice.

        Raises:
            SQLAlchemyError: The database does not answer.
        """
        if time.monotonic() - self._last > LATE_SECONDS:
            self._beat()

    def fetched(self, moment: datetime, mailboxes: Collection[str] = (MAIN,)) -> None:
        """Note when mailboxes were fetched, for the next beat."""
        self._fetched = self._fetched | dict.fromkeys(mailboxes, moment)

    def _live(self) -> None:
        while not self._stop.wait(BEAT_SECONDS):
            self._round()

    def _round(self) -> None:
        try:
            found = self._beat()
            lost = [each for each in self._watch.silent(found, self._last) if self._lose(each)]
        except Exception as error:
            if self._well:
                log.warning("no heartbeat: the database does not answer", why=type(error).__name__)
            self._well = False
            return
        self._well = True
        for each in lost:
            log.error("a process has died", kind=each.kind.value, host=each.host, pid=each.pid)
        if lost:
            self._found()

    def _beat(self) -> Sequence[Process]:
        with self._lock:
            with self._writing() as session:
                doubt = None if self._timekeeper is None else self._timekeeper.look(session)
                now = self.clock.now()
                heartbeats.beat(session, self._own, now, None if doubt is None else doubt.says)
                told = self._fetched
                for mailbox, moment in told.items():
                    clock_watermark.note_fetched(session, moment, mailbox)
                if self._beats % COMMITS == 0:
                    heartbeats.forget(session, now - REMEMBERED)
                found = heartbeats.processes(session)
            self._fetched = {name: at for name, at in self._fetched.items() if told.get(name) != at}
            self._last = time.monotonic()
            self._beats += 1
            if self._beats % COMMITS == 0 and self._engine.dialect.name == "sqlite":
                checkpoint(self._engine)
            return [each for each in found if each.id != self.id]

    def _emptied(self) -> None:
        """Free what processes were woken for: the wake-ups are gone, so nobody comes for it."""
        with self._writing() as session:
            heartbeats.free_woken(session, self.clock.now())
        self._found()

    def _lose(self, silent: Process) -> bool:
        with self._writing() as session:
            return heartbeats.lose(session, silent, self.clock.now())

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        """Yield a session with no named point of failure: those count what a process does with its messages."""
        with may_write(), Session(self._engine, expire_on_commit=False) as session:
            yield session
            session.commit()


@contextmanager
def beating(
    settings: Settings, kind: ProcessKind, found: Callable[[], None], clock: Clock | None = None
) -> Iterator[HeartbeatThread]:
    """Yield a heart that beats until the block ends."""
    heart = HeartbeatThread(settings, kind, found, clock)
    heart.start()
    try:
        yield heart
    finally:
        heart.stop()


def _hasty(database: str) -> str:
    url = make_url(database)
    if url.get_backend_name() != "postgresql":
        return database
    hasty = url.update_query_dict({key: value for key, value in _HASTE.items() if key not in url.query})
    return hasty.render_as_string(hide_password=False)

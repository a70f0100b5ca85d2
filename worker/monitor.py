"""Tell over HTTP how an installation is: figures for Prometheus, and whether it is well.

Everything comes from the database, so that one small process tells of all the others, also when they are away. No
name, address or word of a player is among it.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from socketserver import ThreadingMixIn
from typing import Any, Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import msgspec
import structlog
from prometheus_client import CollectorRegistry, make_wsgi_app
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy.exc import SQLAlchemyError

from adjudicator.service.admin import health
from adjudicator.service.admin.broker import trouble_with_broker
from adjudicator.service.admin.disks import scarcest
from adjudicator.service.admin.processes import living, missing, unbelieved, unserved
from adjudicator.service.admin.watching import least_read
from adjudicator.service.service import Service
from adjudicator.settings import Settings
from adjudicator.store import heartbeats
from adjudicator.store.engine import reading
from adjudicator.store.metrics import Figures, figures
from adjudicator.store.tables import ProcessKind

log = structlog.get_logger()
FIGURES, HEALTH = "/metrics", "/health"
_PREFIX: Final = "adjudicator_"


class CannotListen(Exception):  # noqa: N818
    """The address of the settings cannot be used."""


class Installation(Collector):
    """The figures of an installation at the moment in which somebody asks for them."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def collect(self) -> Iterator[Metric]:
        """Yield those of the database, the broker and the disk alone where the database does not answer."""
        now = self._service.clock.now()
        try:
            with reading(self._service.engine) as session:
                found, known = figures(session, now), heartbeats.processes(session)
        except SQLAlchemyError as error:
            log.error("the figures cannot be read", why=type(error).__name__)
            found, known = None, ()
        yield _gauge("database_up", "Whether the database answers.", float(found is not None))
        answers = trouble_with_broker(self._service.settings) is None
        yield _gauge("broker_up", "Whether the broker answers, or none is needed.", float(answers))
        yield _gauge("disk_free_bytes", "Free bytes where the data lie.", _free_bytes(self._service))
        if found is not None:
            yield from _told(found, now, self._service.settings)
            alive = living(known, now)
            counts = {kind.value: alive[kind] for kind in ProcessKind}
            yield _family("processes", "Processes whose heart beats, by kind.", "kind", counts)
            doubted = len(unbelieved(known, now))
            yield _gauge("clocks_not_believed", "Processes that do not believe the clock of their machine.", doubted)
            gone = len(missing(self._service.settings, known, now))
            yield _gauge("processes_missing", "Kinds of processes that are needed and do not live.", gone)
            alone = len(unserved(self._service.settings, known, now))
            yield _gauge("shards_unserved", "Shards of the campaigns (celery.shards) that no worker serves.", alone)

    def describe(self) -> Iterable[Metric]:
        """Return no metrics: those of the database are read when somebody asks."""
        return ()


@contextmanager
def listening(service: Service) -> Iterator[WSGIServer]:
    """Yield a server at the address of the settings; `serve_forever` lets it answer until `shutdown`.

    Raises:
        CannotListen: The address is taken, or is not one of this machine.
    """
    where = service.settings.monitor
    try:
        server = make_server(where.host, where.port, application(service), _Server, _Silent)
    except OSError as error:
        raise CannotListen(f"monitor: cannot listen at {where.host}:{where.port}: {error.strerror}") from error
    with server:
        yield server


def application(service: Service) -> Callable[..., Iterable[bytes]]:
    """Return the WSGI application: `/metrics` and `/health`."""
    registry = CollectorRegistry()
    registry.register(Installation(service))
    metrics = make_wsgi_app(registry)

    def respond(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        if path == FIGURES:
            answer: Iterable[bytes] = metrics(environ, start)
            return answer
        if path != HEALTH:
            start("404 Not Found", [("Content-Type", "text/plain")])
            return [f"{FIGURES} or {HEALTH}\n".encode()]
        wrong = troubles(service)
        start("503 Service Unavailable" if wrong else "200 OK", [("Content-Type", "application/json")])
        return [msgspec.json.encode({"ok": not wrong, "wrong": wrong}) + b"\n"]

    return respond


def troubles(service: Service) -> list[str]:
    """Return the problems that need attention at once; empty if all is well."""
    return [trouble.text for trouble in health.troubles(service)]


def _told(found: Figures, now: datetime, settings: Settings) -> Iterator[Metric]:
    yield _family("campaigns", "Campaigns by state.", "state", found.campaigns)
    yield CounterMetricFamily(f"{_PREFIX}mails_stored", "Mails that have come in.", value=found.stored)
    yield CounterMetricFamily(f"{_PREFIX}mails_written", "Mails that were queued for sending.", value=found.written)
    yield _family("mails_waiting", "Mails that wait to be handled, or for somebody's word.", "status", found.waiting_in)
    yield _gauge("outbox_waiting", "Mails that wait to be sent.", found.waiting_out)
    beside = found.notices
    for name, words, since in (
        ("oldest_unhandled_seconds", "For how long a mail is due and not handled.", found.unhandled_since),
        ("mailbox_not_read_seconds", "For how long nobody has looked into some mailbox.", least_read(found, settings)),
        ("oldest_unsent_seconds", "Age of the oldest mail that is not sent.", found.unsent_since),
        ("stewards_asked_seconds", "For how long a steward is asked without an answer.", found.stewards_asked_since),
        ("oldest_notice_seconds", "Age of the oldest notice beside the mails that waits.", beside.waiting_since),
        ("oldest_unsent_notice_seconds", "For how long a notice is due and nobody has tried it.", beside.unsent_since),
    ):
        yield _gauge(name, words, 0 if since is None else (now - since).total_seconds())
    yield _gauge("notices_waiting", "Notices beside the mails that wait to be sent.", beside.waiting)
    yield _gauge("channels_failing", "Channels beside the mails whose last notice was given up.", beside.failing)
    for name, words, value in (
        ("notices_delivered", "Notices beside the mails, taken by their programs.", beside.delivered),
        ("notices_failed", "Those that were given up.", beside.failed),
    ):
        yield CounterMetricFamily(_PREFIX + name, words, value=value)
    yield _gauge("questions_open", "Questions that wait for an answer.", found.questions)
    yield _gauge("questions_overdue", "Questions whose deadline is over.", found.overdue)


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(_PREFIX + name, words, value=value)


def _family(name: str, words: str, label: str, values: dict[str, int]) -> Metric:
    family = GaugeMetricFamily(_PREFIX + name, words, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


def _free_bytes(service: Service) -> float:
    return float(scarcest(service.settings).free)


class _Server(ThreadingMixIn, WSGIServer):
    """One that hangs does not keep the others waiting."""

    daemon_threads = True


class _Silent(WSGIRequestHandler):
    """A handler that logs no scrapes: nobody wants a line of the log for each."""

    def log_request(self, *_: object) -> None:
        """Say nothing."""

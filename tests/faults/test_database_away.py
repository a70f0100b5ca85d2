"""PostgreSQL goes away in the midst of a transaction: no mail loses a try by it, and none goes out twice."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import func, select, text
from sqlmodel import col

from adjudicator.store.engine import reading
from adjudicator.store.tables import InboundMail, InboundStatus, OutboundMail, OutboundState
from tests.faults.installation import Installation
from tests.faults.points import Role
from tests.faults.servers import DOMAIN, Servers
from tests.live.proxy import Proxy
from tests.own_servers import Server, empty_database, postgresql_server, redis
from worker.wakes import waker

TRIES = 10
"""So often the worker must have tried in vain before the database comes back."""
WAITS = "a mail waits for the database"
STUCK = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")

pytestmark = pytest.mark.slow


@pytest.fixture
def away() -> Iterator[tuple[Installation, Server, Servers]]:
    with ExitStack() as stage:
        folder = Path(stage.enter_context(tempfile.TemporaryDirectory()))
        broker = stage.enter_context(redis(folder))
        dsn, server = stage.enter_context(postgresql_server(durable=True))
        url = stage.enter_context(empty_database(dsn))
        servers = Servers(folder / "mail", DOMAIN)
        stage.enter_context(servers)
        installation = Installation(folder, url, broker, servers)
        yield installation, server, servers
        installation.service.engine.dispose()


def stuck(installation: Installation) -> bool:
    with reading(installation.service.engine) as session:
        return bool(session.scalar(STUCK))


@pytest.mark.parametrize("again", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_mail_loses_no_try_when_the_database_goes_away_in_its_transaction(
    away: tuple[Installation, Server, Servers], again: bool
) -> None:
    installation, server, _ = away
    wakes = waker(installation.settings)
    mail = installation.write()
    with installation.worker():
        holding = installation.service.engine.connect()
        holding.execute(text("LOCK TABLE outbound_mail"))
        wakes.mail_again(mail) if again else wakes.mail(mail)
        installation.until(lambda: stuck(installation))  # it has done everything but to queue the answer
        server.stop()
        installation.until(lambda: installation.said().count(WAITS) >= TRIES)
        server.start()
        holding.invalidate()
        holding.close()
        installation.until(lambda: handled(installation, mail))
    with reading(installation.service.engine) as session:
        row = session.get_one(InboundMail, mail)
        assert (row.attempts, row.unfinished) == (0, int(again))


def handled(installation: Installation, mail: int) -> bool:
    with reading(installation.service.engine) as session:
        return session.get_one(InboundMail, mail).status is InboundStatus.HANDLED


def test_a_mail_that_went_out_while_the_database_went_away_goes_out_once(
    away: tuple[Installation, Server, Servers],
) -> None:
    installation, server, servers = away
    back = threading.Timer(3, server.start)

    def taken() -> None:
        """The server has the first mail, and says so when the database is gone."""
        server.stop()
        back.start()
        servers.taken = None

    servers.taken = taken
    with installation.worker():
        waker(installation.settings).outbox()
        installation.until(lambda: servers.taken is None)
        back.join()
        installation.until(installation.done)
    with reading(installation.service.engine) as session:
        sent = session.scalar(select(func.count()).where(col(OutboundMail.state) == OutboundState.HANDED_OVER))
    assert len(list(installation.mailbox.iterdir())) == sent


def test_the_poller_leaves_the_mail_server_in_peace_while_the_database_is_away() -> None:
    with ExitStack() as stage:
        folder = Path(stage.enter_context(tempfile.TemporaryDirectory()))
        broker = stage.enter_context(redis(folder))
        dsn, server = stage.enter_context(postgresql_server(durable=True))
        url = stage.enter_context(empty_database(dsn))
        servers = stage.enter_context(Servers(folder / "mail", DOMAIN))
        servers.add_user("orders", "secret")
        proxy = stage.enter_context(Proxy(servers.imap_settings("orders").port))
        installation = Installation(folder, url, broker, servers, proxy.port)
        mail = installation.mail()
        with installation.worker(role=Role.POLLER):
            installation.until(lambda: proxy.connections == 1)
            back = threading.Timer(5, server.start)
            server.stop()
            installation.until(lambda: "the database is away" in installation.said())
            back.start()
            servers.deliver(mail.as_bytes(), sender=str(mail["From"]), recipient=str(mail["To"]))
            installation.until(lambda: stored(installation))
        installation.service.engine.dispose()
    assert proxy.connections <= 3  # before, perhaps while it went, and after


def stored(installation: Installation) -> bool:
    with reading(installation.service.engine) as session:
        return bool(session.scalar(select(func.count()).select_from(InboundMail)))

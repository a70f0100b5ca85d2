"""The disk of the database is full, wherever the work stands: nothing is half done, all goes on when there is room."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import pytest
from msgspec import Struct
from sqlalchemy import func, select
from sqlmodel import col

from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.store.engine import reading
from adjudicator.store.tables import InboundMail, InboundStatus, OutboundMail, OutboundState
from tests.faults.installation import Installation
from tests.faults.points import Role
from tests.faults.servers import DOMAIN
from tests.own_servers import postgresql_server, redis
from tests.small_disk import PIECE, SmallDisk, small_disk
from worker.wakes import waker

pytestmark = pytest.mark.slow
NOT_FETCHED, NOTHING_MORE = "the disk is full: no mails are fetched", "the database can keep nothing more"
ROOM, MAILS = (0, 2, 8, 32), 4
"""Pages that are left, so that the disk is full at different points, and how many mails wait then."""


class Full(Struct):
    """An installation whose database lies on a small disk."""

    installation: Installation
    disk: SmallDisk
    servers: EmbeddedMail

    def said(self, words: str) -> int:
        return self.installation.said().count(words)


@contextmanager
def on_a_small_disk(database: str) -> Iterator[Full]:
    with ExitStack() as stage:
        folder = Path(stage.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)
        broker = stage.enter_context(redis(folder))
        disk = stage.enter_context(small_disk(folder / "disk", 48))
        url = f"sqlite:///{disk.folder}/store.db"
        if database == "postgresql":
            url = stage.enter_context(_small_database(disk))
        servers = stage.enter_context(EmbeddedMail(folder / "mail", DOMAIN))
        installation = Installation(folder, url, broker, servers)
        yield Full(installation, disk, servers)
        installation.service.engine.dispose()


@contextmanager
def _small_database(disk: SmallDisk) -> Iterator[str]:
    """Its tables lie on the small disk; its write-ahead log does not, so that the server lives on."""
    tables = disk.folder / "tables"
    tables.mkdir()
    with postgresql_server() as (dsn, _):
        shutil.chown(tables, "postgres")
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{tables}'".encode())
            connection.execute("CREATE DATABASE small TABLESPACE small")
        yield f"postgresql+psycopg://adjudicator@/small?host={psycopg.conninfo.conninfo_to_dict(dsn)['host']}"


@pytest.fixture(params=["sqlite", "postgresql"])
def full(request: pytest.FixtureRequest) -> Iterator[Full]:
    with on_a_small_disk(request.param) as found:
        yield found


def stored(installation: Installation) -> int:
    with reading(installation.service.engine) as session:
        return session.scalar(select(func.count()).select_from(InboundMail)) or 0


def test_what_cannot_be_stored_stays_in_the_mailbox(full: Full) -> None:
    installation, mail = full.installation, full.installation.mail("status\n" * 20_000)
    with installation.worker(role=Role.POLLER):
        full.disk.fill()
        full.servers.deliver(mail.as_bytes(), sender=str(mail["From"]), recipient=str(mail["To"]))
        installation.until(lambda: full.said(NOT_FETCHED) > 1)
        assert stored(installation) == 0
        full.disk.clear()
        installation.until(lambda: stored(installation) == 1)


def test_mails_are_handled_once_wherever_the_disk_was_full(full: Full) -> None:
    installation, wakes = full.installation, waker(full.installation.settings)
    with installation.worker(), installation.worker(role=Role.BEAT):
        installation.until(installation.done)
        first = len(list(installation.mailbox.iterdir()))
        for n, pages in enumerate(ROOM):
            mails = [installation.write(n * MAILS + k) for k in range(1, MAILS + 1)]
            full.disk.fill(pages * PIECE)
            before = full.said(NOTHING_MORE)
            wakes.mail_again(mails[0])
            installation.until(lambda before=before: full.said(NOTHING_MORE) > before or installation.done())  # type: ignore[misc]
            full.disk.clear()
            installation.until(installation.done)
    with reading(installation.service.engine) as session:
        found = session.scalars(select(InboundMail)).all()
        sent = session.scalar(select(func.count()).where(col(OutboundMail.state) == OutboundState.HANDED_OVER))
    assert {(each.status, each.attempts) for each in found} == {(InboundStatus.HANDLED, 0)}
    assert len(found) == len(ROOM) * MAILS
    assert len(list(installation.mailbox.iterdir())) == sent == len(found) + first
    assert full.said(NOTHING_MORE), "the disk was never full"

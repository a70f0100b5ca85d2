"""A new version takes over while mails flow: its migration runs, its workers start beside the old ones."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count, islice
from pathlib import Path

import pytest
from sqlalchemy import select, text
from sqlmodel import col

import adjudicator
from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.store.engine import reading
from adjudicator.store.migrations import stands_at
from adjudicator.store.tables import InboundMail, InboundStatus, OutboundMail, OutboundState
from tests.faults.clockwork import Turn
from tests.faults.installation import PATIENCE, Installation
from tests.faults.points import Role
from tests.faults.servers import DOMAIN
from tests.live.production import environment
from tests.own_servers import redis
from worker.wakes import waker

pytestmark = pytest.mark.slow
ROOT = Path(adjudicator.__file__).parents[1]
MAILS = 3
"""So many come before the migration, while it runs, when it is done, and when both versions are at work."""
FIELD = "    priority: int = Field(default=Priority.REPORT, sa_type=Integer)\n"
NEW_FIELD = "    written_by: str = Field(max_length=40, sa_column_kwargs={'default': 'the next version'})\n"
MIGRATION = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = '{newest}', '{before}'


def upgrade() -> None:
    op.create_table('of_the_next_version', sa.Column('id', sa.Integer(), primary_key=True))
    for table in ('outbound_mail', 'inbound_mail'):
        with op.batch_alter_table(table) as batch_op:
            batch_op.add_column(sa.Column('written_by', sa.String(length=40), nullable=True))
    op.create_index('ix_outbound_mail_written_by', 'outbound_mail', ['written_by'])
"""


class Version:
    """The program in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def started(self, installation: Installation, *command: str) -> subprocess.Popen[bytes]:
        """One of its commands."""
        variables = {**environment(installation.settings), "PYTHONPATH": os.pathsep.join((str(self.folder), *sys.path))}
        with installation.stage.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "cli.main", *command], cwd=self.folder, env=variables, stdout=log, stderr=log
            )

    @contextmanager
    def at_work(self, installation: Installation, *command: str) -> Iterator[None]:
        process = self.started(installation, *command)
        try:
            yield
            assert process.poll() is None, installation.said()[-3000:]
        finally:
            process.terminate()
            process.wait(PATIENCE)

    def refuses(self, installation: Installation, why: str, *command: str) -> bool:
        """Whether a process does not start, and says why."""
        assert why not in installation.said()
        return self.started(installation, *command).wait(PATIENCE) == 1 and why in installation.said()


class NextVersion(Version):
    """This one with a column more, in a folder of its own, and its migration."""

    def __init__(self, folder: Path, before: str) -> None:
        super().__init__(folder)
        newest = f"{int(before) + 1:04}"
        shutil.copytree(ROOT / "adjudicator", folder / "adjudicator")
        for part in ("cli", "worker", "mail_templates"):
            (folder / part).symlink_to(ROOT / part)
        tables = folder / "adjudicator/store/tables/mail.py"
        assert FIELD in tables.read_text()
        tables.write_text(tables.read_text().replace(FIELD, FIELD + NEW_FIELD))
        migration = MIGRATION.format(newest=newest, before=before)
        (folder / f"adjudicator/store/migrations/versions/{newest}_next.py").write_text(migration)


def handled(installation: Installation, mails: list[int]) -> bool:
    with reading(installation.service.engine) as session:
        found = session.scalars(select(col(InboundMail.status)).where(col(InboundMail.id).in_(mails)))
        return set(found) == {InboundStatus.HANDLED}


def authors(installation: Installation) -> set[str | None]:
    """Which versions have queued mails."""
    with reading(installation.service.engine) as session:
        return set(session.scalars(text("SELECT DISTINCT written_by FROM outbound_mail")))


def test_old_and_new_workers_share_the_mails_of_one_database(postgresql_url: str) -> None:
    with ExitStack() as stage:
        folder = Path(stage.enter_context(tempfile.TemporaryDirectory()))
        broker = stage.enter_context(redis(folder))
        servers = stage.enter_context(EmbeddedMail(folder / "mail", DOMAIN))
        installation = Installation(folder, postgresql_url, broker, servers, apart=True)
        wakes, turn = waker(installation.settings), Turn(installation.stage.turn)
        new = NextVersion(folder / "new", stands_at(installation.service.engine)[0])

        numbers = count(1)

        def write() -> list[int]:
            sent = [installation.write(n) for n in islice(numbers, MAILS)]
            for each in sent:
                wakes.mail(each)
            return sent

        stage.enter_context(installation.worker())
        stage.enter_context(installation.worker(role=Role.BEAT))
        installation.until(installation.done)
        assert new.refuses(installation, "of an older version", "worker")
        write()
        migrating = new.started(installation, "db", "upgrade")
        write()
        assert migrating.wait(PATIENCE) == 0, installation.said()[-3000:]
        write()
        installation.until(installation.done)
        assert authors(installation) == {None}, "the old version alone is at work"
        assert Version(ROOT).refuses(installation, "made by a later version", "worker")
        with new.at_work(installation, "worker", "--concurrency", "1"):
            turn.give([])  # what the old worker takes now it does not begin
            sent = write()
            installation.until(lambda: authors(installation) == {None, "the next version"})
            turn.give([Role.WORKER])
            installation.until(lambda: handled(installation, sent) and installation.done())
        with reading(installation.service.engine) as session:
            found = session.scalars(select(InboundMail)).all()
            rows = session.scalars(select(OutboundMail)).all()
            table = table_of_campaign(installation.service.work(session), installation.campaign)
        assert {(each.status, each.attempts) for each in found} == {(InboundStatus.HANDLED, 0)}
        assert len(found) == 4 * MAILS
        assert {each.state for each in rows} == {OutboundState.HANDED_OVER}
        assert len(rows) == len(table.seats) + 4 * MAILS
        installation.service.engine.dispose()

"""Redis loses its wake-ups while mails wait: workers notice it, and nothing waits for a lease to end."""

from __future__ import annotations

import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
import redis as redis_client
from sqlalchemy import func, select
from sqlmodel import col

from adjudicator.service.inbox.handling import left_behind
from adjudicator.store.engine import reading
from adjudicator.store.tables import OutboundMail, OutboundState
from tests.faults.clockwork import Turn
from tests.faults.installation import Installation
from tests.faults.points import Role
from tests.faults.servers import DOMAIN, Servers
from tests.long_cases import alternate_variants
from tests.own_servers import redis_server
from worker.tasks import SWEEP_LEASE
from worker.wakes import HANDLING, waker

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("how", "database"), alternate_variants(("flushed", "killed"), ("postgresql", "sqlite")))
def test_what_lost_its_wake_up_is_found_at_once(how: str, database: str, request: pytest.FixtureRequest) -> None:
    url = request.getfixturevalue("postgresql_url") if database == "postgresql" else ""
    with ExitStack() as stage:
        folder = Path(stage.enter_context(tempfile.TemporaryDirectory()))
        broker, server = stage.enter_context(redis_server(folder))
        servers = stage.enter_context(Servers(folder / "mail", DOMAIN))
        installation, queue = Installation(folder, url, broker, servers), redis_client.Redis.from_url(broker)
        wakes = waker(installation.settings)
        with installation.worker():
            wakes.outbox()
            installation.until(installation.done)
            installation.until(lambda: not queue.llen(HANDLING) and not queue.hlen("unacked"))
            turn = Turn(installation.stage.turn)
            turn.give([])
            wakes.outbox()
            installation.until(lambda: queue.hlen("unacked") == 1)  # the worker has something in hand
            mail = installation.write()
            assert left_behind(installation.service, SWEEP_LEASE) == [mail], "for two minutes no sweep finds it"
            wakes.mail_again(mail)
            assert queue.llen(HANDLING) == 1
            queue.flushall() if how == "flushed" else server.kill()
            began = time.monotonic()
            turn.give([Role.WORKER])
            installation.until(installation.done)
            waited = time.monotonic() - began
        with reading(installation.service.engine) as session:
            sent = session.scalar(select(func.count()).where(col(OutboundMail.state) == OutboundState.HANDED_OVER))
        installation.service.engine.dispose()
        assert len(list(installation.mailbox.iterdir())) == sent
    print(f"{how} {database}: {waited:.1f} s")
    assert waited < SWEEP_LEASE.total_seconds() / 2

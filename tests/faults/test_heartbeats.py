"""A mail in the hand of a process that was killed is taken up by another within seconds, long before its lease ends."""

from __future__ import annotations

import tempfile
import time
from contextlib import ExitStack
from itertools import product
from pathlib import Path

import pytest

from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.service.outbox.delivery import LEASE
from adjudicator.store.tables import ProcessKind
from tests.faults.installation import PATIENCE, Installation
from tests.faults.servers import DOMAIN
from tests.long_cases import long_but
from tests.own_servers import redis
from worker.heartbeat import beating
from worker.wakes import waker

POINTS = ("handling", "begun", "rendering", "claimed", "handing-over")
IN_EACH_RUN = ("handling", "postgresql"), ("handing-over", "sqlite")


@pytest.mark.slow
@pytest.mark.parametrize(("point", "database"), long_but(product(POINTS, ("postgresql", "sqlite")), IN_EACH_RUN))
def test_a_mail_in_the_hand_of_a_killed_worker_waits_for_its_heartbeat_and_not_for_its_lease(
    point: str, database: str, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgresql_url") if database == "postgresql" else ""
    with ExitStack() as stage:
        folder = Path(stage.enter_context(tempfile.TemporaryDirectory()))
        broker = stage.enter_context(redis(folder))
        installation = Installation(folder, url, broker, stage.enter_context(EmbeddedMail(folder / "mail", DOMAIN)))
        wakes = waker(installation.settings)
        with beating(installation.settings, ProcessKind.BEAT, wakes.all), installation.worker(point) as doomed:
            mail = installation.write()
            wakes.mail_again(mail) if point == "begun" else wakes.mail(mail)
            wakes.outbox()
            doomed.join(PATIENCE)
            assert doomed.exitcode == -9
            died = time.monotonic()
            assert not installation.done()
            with installation.worker():
                installation.until(installation.done)
            waited = time.monotonic() - died
        installation.service.engine.dispose()
    print(f"{point} {database}: {waited:.1f} s")
    assert waited < LEASE.total_seconds() / 2

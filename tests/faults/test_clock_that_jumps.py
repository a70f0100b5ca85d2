"""Real processes on a machine whose clock jumps: no deadline falls by it, orders are answered, and it ends in time."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select
from sqlmodel import col

from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.service.clock import Clock
from adjudicator.store import clock_watermark, heartbeats
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Process, ProcessKind, Prompt, PromptState
from tests.faults.clockwork import SharedClock
from tests.faults.installation import Installation
from tests.faults.servers import DOMAIN
from tests.own_servers import redis
from worker.wakes import CeleryNotifier, waker

pytestmark = pytest.mark.slow
FORTY, TWO, WEEK = (timedelta(days=days).total_seconds() for days in (40, 2, 7))
DOUBTED = "the clock is not believed"


class Jumps:
    """An installation, the clock of its machine, and who wakes its workers."""

    def __init__(self, installation: Installation, wakes: CeleryNotifier) -> None:
        self.installation, self.wakes = installation, wakes
        installation.stage = msgspec.structs.replace(installation.stage, doubts=True)
        self.clock = SharedClock(installation.stage.clock)

    def processes(self) -> tuple[Process, ...]:
        with reading(self.installation.service.engine) as session:
            return heartbeats.processes(session)

    def doubting(self) -> bool:
        return any(each.clock_at is not None for each in self.processes())

    def at_work(self) -> bool:
        return any(each.kind is ProcessKind.WORKER and not each.lost for each in self.processes())

    def open(self) -> list[int]:
        """The numbers of the open questions of the first decision."""
        with reading(self.installation.service.engine) as session:
            asked = select(col(Prompt.id)).where(col(Prompt.state) == PromptState.OPEN).order_by(col(Prompt.id))
            return list(session.scalars(asked))

    def swept(self) -> None:
        """A sweep is over that was begun after now: it says that it does not believe the clock."""
        before = self.said()
        self.wakes.sweep()
        self.installation.until(lambda: self.said() > before)

    def said(self) -> int:
        return sum(DOUBTED in line and "unknown_time" not in line for line in self.installation.said().splitlines())

    def answered(self) -> None:
        self.wakes.mail(self.installation.write())
        self.wakes.outbox()
        self.installation.until(self.installation.done)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def jumps(request: pytest.FixtureRequest) -> Iterator[Jumps]:
    url = request.getfixturevalue("postgresql_url") if request.param == "postgresql" else ""
    with ExitStack() as stage:
        folder = Path(stage.enter_context(tempfile.TemporaryDirectory()))
        broker = stage.enter_context(redis(folder))
        installation = Installation(folder, url, broker, stage.enter_context(EmbeddedMail(folder / "mail", DOMAIN)))
        yield Jumps(installation, waker(installation.settings))
        installation.service.engine.dispose()


@pytest.mark.parametrize("seconds", [FORTY, -TWO])
def test_while_it_is_wrong_nothing_falls_due_and_when_it_is_right_all_goes_on(jumps: Jumps, seconds: float) -> None:
    installation, asked = jumps.installation, jumps.open()
    with installation.worker():
        installation.until(jumps.at_work)
        jumps.clock.forward(seconds)
        installation.until(jumps.doubting)
        jumps.swept()
        assert jumps.open() == asked
        jumps.answered()
        jumps.clock.forward(-seconds)
        installation.until(lambda: not jumps.doubting())
    assert jumps.open() == asked


def test_a_process_that_starts_with_a_wrong_clock_waits_for_the_operators_word(jumps: Jumps) -> None:
    installation, asked = jumps.installation, jumps.open()
    with installation.worker():
        installation.until(jumps.at_work)
    jumps.clock.forward(FORTY)
    with installation.worker():
        installation.until(jumps.doubting)
        jumps.swept()
        assert jumps.open() == asked
        accepted: Clock = jumps.clock
        with writing(installation.service.engine) as session:
            clock_watermark.accept(session, accepted.now())
        installation.until(lambda: not jumps.doubting())
        jumps.wakes.sweep()
        installation.until(lambda: jumps.open() != asked)


def test_after_a_week_off_the_mail_servers_word_is_enough(jumps: Jumps) -> None:
    """Its clock is not that of the machine here: the time has really passed."""
    installation = jumps.installation
    always = installation.settings.clock.model_copy(update={"ask_mail_server": "always"})
    settings = installation.settings.model_copy(update={"clock": always})
    installation.stage = msgspec.structs.replace(installation.stage, settings=settings)
    jumps.clock.forward(-WEEK)
    with writing(installation.service.engine) as session:
        clock_watermark.accept(session, jumps.clock.now())
    with installation.worker():
        installation.until(jumps.at_work)
    jumps.clock.forward(WEEK)  # what the server says, too
    with installation.worker():
        installation.until(lambda: "the mail server tells how late it is" in installation.said())
        installation.until(lambda: jumps.at_work() and not jumps.doubting())

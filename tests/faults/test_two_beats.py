"""Two Beats at once, though one would do: what falls due is done once, and nobody gets a mail twice."""

from __future__ import annotations

import email
import tempfile
from collections import Counter
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
import redis as redis_client
from msgspec import Struct
from sqlalchemy import select
from sqlmodel import col

from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.store.engine import reading
from adjudicator.store.tables import OutboundMail, Prompt, PromptState
from tests.faults.clockwork import SharedClock
from tests.faults.installation import Installation
from tests.faults.points import Role
from tests.faults.servers import DOMAIN
from tests.own_servers import redis
from worker.wakes import HANDLING, SENDING

pytestmark = pytest.mark.slow
BEGIN = datetime(2030, 1, 2, 12, tzinfo=UTC)
"""A Wednesday: what a week brings does not hang on the day of the test."""
DEADLINES, HOUR = 3, 3600.0
TO_REMINDER, TO_DEADLINE = 49 * HOUR, 24 * HOUR
WORKERS = 2


class Told(Struct):
    """What came of some deadlines: the match, and who was told how often of each kind of thing."""

    match: tuple[int, str]
    told: Counter[tuple[str, str]]


def questions(installation: Installation) -> list[Prompt]:
    with reading(installation.service.engine) as session:
        found = select(Prompt).where(col(Prompt.state) == PromptState.OPEN).order_by(col(Prompt.id))
        return list(session.scalars(found))


def reminded(installation: Installation) -> bool:
    return all(each.reminded_at is not None for each in questions(installation))


def let_a_deadline_pass(installation: Installation, clock: SharedClock) -> None:
    """Everybody is reminded, and nobody answers."""
    before = [each.id for each in questions(installation)]
    installation.until(installation.done)
    clock.forward(TO_REMINDER)
    installation.until(lambda: reminded(installation))
    installation.until(installation.done)
    clock.forward(TO_DEADLINE)
    installation.until(lambda: [each.id for each in questions(installation)] != before)


def played(database: str, beats: int) -> Told:
    """Some deadlines that nobody keeps, with so many Beats, and two workers to hear them."""
    with ExitStack() as stage:
        folder = Path(stage.enter_context(tempfile.TemporaryDirectory()))
        broker = stage.enter_context(redis(folder))
        clock = SharedClock(folder / "clock")
        clock.forward((BEGIN - clock.now()).total_seconds())
        installation = Installation(
            folder, database, broker, stage.enter_context(EmbeddedMail(folder / "mail", DOMAIN)), clock=clock
        )
        queue = redis_client.Redis.from_url(broker)
        with ExitStack() as workers:
            for _ in range(WORKERS):
                workers.enter_context(installation.worker())
            with ExitStack() as tickers:
                for _ in range(beats):
                    tickers.enter_context(installation.worker(role=Role.BEAT))
                for _ in range(DEADLINES):
                    let_a_deadline_pass(installation, clock)
                installation.until(installation.done)
            installation.until(lambda: not any((queue.llen(HANDLING), queue.llen(SENDING), queue.hlen("unacked"))))
            installation.until(installation.done)
        found = told(installation)
        arrived = Counter(
            email.message_from_bytes(each.read_bytes())["Message-ID"] for each in installation.mailbox.iterdir()
        )
        installation.service.engine.dispose()
    assert set(arrived.values()) == {1}, "the same mail came twice"
    assert len(arrived) == found.told.total()
    return found


def told(installation: Installation) -> Told:
    with reading(installation.service.engine) as session:
        head = table_of_campaign(installation.service.work(session), installation.campaign).head
        mails = session.scalars(select(OutboundMail)).all()
        return Told((head.sequence, head.hash), Counter((each.recipient, each.kind) for each in mails))


@pytest.fixture(scope="module")
def with_one_beat() -> Told:
    return played("", beats=1)


@pytest.mark.parametrize("database", [pytest.param("sqlite", marks=pytest.mark.long), "postgresql"])
def test_nothing_that_falls_due_is_done_twice(
    database: str, with_one_beat: Told, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgresql_url") if database == "postgresql" else ""
    assert msgspec.to_builtins(played(url, beats=2)) == msgspec.to_builtins(with_one_beat)

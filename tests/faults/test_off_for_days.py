"""Everything was off beyond a deadline: what had come to the mailbox in time counts, whoever is quicker to start."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select
from sqlmodel import col

from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.service import periodic
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.store import clock_watermark
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import InboundMail, InboundStatus, Prompt, PromptState
from tests.faults.clockwork import SharedClock
from tests.faults.installation import Installation
from tests.faults.points import Role
from tests.faults.servers import DOMAIN
from tests.own_servers import redis
from worker.wakes import waker

pytestmark = pytest.mark.slow
WEEK = 7 * 24 * 3600.0


def looked(installation: Installation, since: datetime) -> bool:
    """Whether a poller has looked into the mailbox, and its heart has told it."""
    with reading(installation.service.engine) as session:
        until = clock_watermark.fetched_until(session)
        return until is not None and until >= since


def asked(installation: Installation) -> list[int]:
    with reading(installation.service.engine) as session:
        found = select(col(Prompt.id)).where(col(Prompt.state) == PromptState.OPEN).order_by(col(Prompt.id))
        return list(session.scalars(found))


def handled(installation: Installation) -> bool:
    """Whether a mail has come, and all that have are handled."""
    with reading(installation.service.engine) as session:
        found = session.scalars(select(col(InboundMail.status))).all()
        return bool(found) and set(found) == {InboundStatus.HANDLED}


def table(installation: Installation) -> CampaignContext:
    with reading(installation.service.engine) as session:
        return table_of_campaign(installation.service.work(session), installation.campaign)


@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def test_an_order_in_the_mailbox_counts_after_a_week_off(database: str, request: pytest.FixtureRequest) -> None:
    url = request.getfixturevalue("postgresql_url") if database == "postgresql" else ""
    with ExitStack() as stage:
        folder = Path(stage.enter_context(tempfile.TemporaryDirectory()))
        broker = stage.enter_context(redis(folder))
        servers = stage.enter_context(EmbeddedMail(folder / "mail", DOMAIN))
        installation = Installation(folder, url, broker, servers, apart=True)
        installation.stage = msgspec.structs.replace(installation.stage, doubts=True)
        clock, wakes = SharedClock(installation.stage.clock), waker(installation.settings)
        started = clock.now()
        with installation.worker(role=Role.POLLER):
            installation.until(lambda: looked(installation, started))
        order = installation.mail("1a\n")
        servers.deliver(order.as_bytes(), sender=str(order["From"]), recipient=str(order["To"]))
        clock.forward(WEEK)
        before, service = asked(installation), replace(installation.service, clock=clock)
        with writing(service.engine) as session:
            off_until = clock.now()
            clock_watermark.accept(session, off_until)
        periodic.run(service)
        assert asked(installation) == before, "the first sweep comes before the first look into the mailbox"
        with installation.worker(role=Role.POLLER), installation.worker():
            installation.until(lambda: handled(installation) and looked(installation, off_until))
            assert table(installation).match.sealed.keys() == {"red"}
            wakes.sweep()
            installation.until(lambda: asked(installation) != before)
        assert table(installation).match.state.bids["red"]
        installation.service.engine.dispose()

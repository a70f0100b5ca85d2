"""A deadline that is over waits until somebody has looked into the mailbox: what lies there may have come in time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from adjudicator.service.clocks import digests
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.moderation import morning_mails
from adjudicator.service.timing.policy import TimingPolicy
from adjudicator.store import clock_watermark, heartbeats
from adjudicator.store.engine import writing
from adjudicator.store.heartbeats import Self
from adjudicator.store.inbound import Place
from adjudicator.store.tables import ProcessKind
from worker.monitor import troubles

pytestmark = pytest.mark.store("sqlite")

TOLD = "nobody has looked into the mailbox since"


def looked(installation: Any, at: datetime) -> None:
    """What the heart of a poller tells."""
    with writing(installation.service.engine) as session:
        clock_watermark.see(session, at)
        clock_watermark.note_fetched(session, at)


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", {"red": "en", "blue": "en"}, timing=TimingPolicy(grace_minutes=0))
    looked(installation, installation.clock.now())
    return made


def test_an_order_that_came_in_time_counts_though_it_was_fetched_days_later(installation: Any, campaign: int) -> None:
    raw, came = installation.raw("red", "1a\n"), installation.clock.now() + timedelta(hours=1)
    installation.clock.forward(days=7)
    assert run_deadlines(installation.service) == 0, "the service starts, and its poller has not looked yet"
    mail = ingest(installation.service, Place("INBOX", 1, 99), came, raw).id
    looked(installation, installation.clock.now())
    assert run_deadlines(installation.service) == 0, "it is fetched and not read"
    assert installation.look_at(mail).status.value == "handled"
    assert installation.table(campaign).match.sealed.keys() == {"red"}
    assert run_deadlines(installation.service) == 1
    assert installation.table(campaign).match.state.bids["red"]


def test_what_tells_of_the_day_waits_until_the_mails_of_an_outage_are_read(installation: Any, said: Any) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "en", "moderator": "en"}, mail_format="text")
    installation.write("red", "1a\ndigest daily")
    installation.write("moderator", "overview daily")
    looked(installation, installation.clock.now())
    raw, came = installation.raw("blue", "2a\n"), installation.clock.now() + timedelta(hours=1)
    installation.clock.forward(days=2)
    assert (digests.run(installation.service), morning_mails.run(installation.service)) == (0, 0)
    mail = ingest(installation.service, Place("INBOX", 1, 99), came, raw).id
    looked(installation, installation.clock.now())
    assert (digests.run(installation.service), morning_mails.run(installation.service)) == (0, 0), (
        "it is fetched and not read"
    )
    installation.look_at(mail)
    assert (digests.run(installation.service), morning_mails.run(installation.service)) == (1, 1)
    installation.deliver()
    (told,) = [mail for mail in installation.received["red@players.test"] if "the day in short" in mail["Subject"]]
    assert "nothing happened" not in said(told)


def test_a_mail_that_came_too_late_does_not_count_though_nobody_had_looked(installation: Any, campaign: int) -> None:
    raw = installation.raw("red", "1a\n")
    installation.clock.forward(days=7)
    mail = ingest(installation.service, Place("INBOX", 1, 99), installation.clock.now(), raw).id
    installation.look_at(mail)
    assert not installation.table(campaign).match.sealed
    looked(installation, installation.clock.now())
    assert run_deadlines(installation.service) == 1


def test_health_tells_that_deadlines_wait(installation: Any, campaign: int) -> None:
    installation.deliver()
    own = Self(1, ProcessKind.SERVE, "here", 1, installation.clock.now())
    installation.clock.forward(minutes=16)
    with writing(installation.service.engine) as session:
        heartbeats.beat(session, own, installation.clock.now())
    assert [trouble[: len(TOLD)] for trouble in troubles(installation.service)] == [TOLD]
    looked(installation, installation.clock.now())
    assert troubles(installation.service) == []

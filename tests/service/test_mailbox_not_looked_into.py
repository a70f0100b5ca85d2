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


def looked(house: Any, at: datetime) -> None:
    """What the heart of a poller tells."""
    with writing(house.service.engine) as session:
        clock_watermark.see(session, at)
        clock_watermark.fetched(session, at)


@pytest.fixture
def campaign(house: Any) -> int:
    made: int = house.create("sealed-bids", {"red": "en", "blue": "en"}, timing=TimingPolicy(grace_minutes=0))
    looked(house, house.clock.now())
    return made


def test_an_order_that_came_in_time_counts_though_it_was_fetched_days_later(house: Any, campaign: int) -> None:
    raw, came = house.raw("red", "1a\n"), house.clock.now() + timedelta(hours=1)
    house.clock.forward(days=7)
    assert run_deadlines(house.service) == 0, "the service starts, and its poller has not looked yet"
    mail = ingest(house.service, Place("INBOX", 1, 99), came, raw).id
    looked(house, house.clock.now())
    assert run_deadlines(house.service) == 0, "it is fetched and not read"
    assert house.look_at(mail).status.value == "handled"
    assert house.table(campaign).match.sealed.keys() == {"red"}
    assert run_deadlines(house.service) == 1
    assert house.table(campaign).match.state.bids["red"]


def test_what_tells_of_the_day_waits_until_the_mails_of_an_outage_are_read(house: Any, said: Any) -> None:
    house.create("sealed-bids", {"red": "en", "blue": "en", "moderator": "en"}, mail_format="text")
    house.write("red", "1a\ndigest daily")
    house.write("moderator", "overview daily")
    looked(house, house.clock.now())
    raw, came = house.raw("blue", "2a\n"), house.clock.now() + timedelta(hours=1)
    house.clock.forward(days=2)
    assert (digests.run(house.service), morning_mails.run(house.service)) == (0, 0)
    mail = ingest(house.service, Place("INBOX", 1, 99), came, raw).id
    looked(house, house.clock.now())
    assert (digests.run(house.service), morning_mails.run(house.service)) == (0, 0), "it is fetched and not read"
    house.look_at(mail)
    assert (digests.run(house.service), morning_mails.run(house.service)) == (1, 1)
    house.deliver()
    (told,) = [mail for mail in house.received["red@players.test"] if "the day in short" in mail["Subject"]]
    assert "nothing happened" not in said(told)


def test_a_mail_that_came_too_late_does_not_count_though_nobody_had_looked(house: Any, campaign: int) -> None:
    raw = house.raw("red", "1a\n")
    house.clock.forward(days=7)
    mail = ingest(house.service, Place("INBOX", 1, 99), house.clock.now(), raw).id
    house.look_at(mail)
    assert not house.table(campaign).match.sealed
    looked(house, house.clock.now())
    assert run_deadlines(house.service) == 1


def test_health_tells_that_deadlines_wait(house: Any, campaign: int) -> None:
    house.deliver()
    own = Self(1, ProcessKind.SERVE, "here", 1, house.clock.now())
    house.clock.forward(minutes=16)
    with writing(house.service.engine) as session:
        heartbeats.beat(session, own, house.clock.now())
    assert [each[: len(TOLD)] for each in troubles(house.service)] == [TOLD]
    looked(house, house.clock.now())
    assert troubles(house.service) == []

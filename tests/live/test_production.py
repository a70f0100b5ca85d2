"""A campaign wholly on PostgreSQL and Redis: poller, worker, beat and sender are processes of their own."""

from __future__ import annotations

import email
import email.policy
import tempfile
from email.message import EmailMessage
from pathlib import Path

import pytest
import redis as redis_client

from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.service import open_service
from adjudicator.store import matches
from adjudicator.store.engine import reading
from adjudicator.store.migrations import upgrade
from tests.faults.plot import Plot, plot
from tests.live.installation import PATIENCE, reply, settings_for, until
from tests.live.production import running
from tests.live.stack import MailStack
from tests.own_servers import redis
from tests.stored_log import entries_of

PROCESSES = (("poll",), ("worker", "--concurrency", "1"), ("sender",), ("beat",))


class Table:
    """The players of one plot at the live servers."""

    def __init__(self, stack: MailStack, story: Plot) -> None:
        self.stack, self.plot = stack, story
        self.count = 0

    def address(self, seat: str) -> str:
        return f"{self.plot.name}-{seat}@players.test"

    def mails(self, seat: str) -> list[EmailMessage]:
        found = []
        for raw in self.stack.read(self.address(seat)):
            mail = email.message_from_bytes(raw, policy=email.policy.default)
            assert isinstance(mail, EmailMessage)
            found.append(mail)
        return found

    def answers(self, seat: str, id: str) -> int:
        return sum(mail["In-Reply-To"] == id for mail in self.mails(seat))

    def send(self, step: int) -> list[tuple[str, str]]:
        """The orders of a step; returns who waits for the answer to which mail."""
        sent = []
        for order in self.plot.groups[step]:
            self.count += 1
            newest = self.mails(order.seat)[-1]
            mail = reply(newest, self.address(order.seat), order.text + "\n", self.count)
            self.stack.submit(mail)
            sent.append((order.seat, str(mail["Message-ID"])))
        return sent


@pytest.mark.parametrize("orders", [4, pytest.param(60, marks=pytest.mark.long)])
def test_a_campaign_on_postgresql_and_redis_outlives_a_flushed_redis(
    stack: MailStack, tmp_path: Path, postgresql_url: str, orders: int
) -> None:
    story = plot("sealed-bids", "live-production", orders)
    table = Table(stack, story)
    with tempfile.TemporaryDirectory() as folder, redis(Path(folder)) as broker:
        settings = settings_for(stack, tmp_path, database=postgresql_url, broker=broker)
        service = open_service(settings)
        upgrade(service.engine)
        players = tuple(
            Player(seat=seat, name=seat.title(), email=table.address(seat), language=story.language(seat))
            for seat in story.seats
        )
        new = NewCampaign(name=story.name, title="Live", game=story.game, seed=story.seed, players=players)
        campaign = create(service, new)
        wires = redis_client.Redis.from_url(broker)
        with running(settings, *PROCESSES):
            until(lambda: all(table.mails(seat) for seat in story.seats), patience=PATIENCE)
            middle = len(story.groups) // 2
            for step in range(len(story.groups)):
                sent = table.send(step)
                if step == middle:
                    for _ in range(40):  # whatever wakes somebody during these mails is gone
                        wires.flushall()
                for seat, id in sent:
                    until(lambda seat=seat, id=id: table.answers(seat, id), patience=PATIENCE)  # type: ignore[misc]
    with reading(service.engine) as session:
        head = matches.head(session, campaign)
        assert head is not None
        assert head.hash == story.hash
        assert entries_of(session, story.game, head.match_id, head.revision) == list(story.log)
    service.engine.dispose()

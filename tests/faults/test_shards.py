"""Campaigns divided into shards with queues of their own: real workers take theirs, and no change of the number loses
a mail.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
import redis as redis_client
from sqlmodel import col, select

from adjudicator.service.admin.processes import living
from adjudicator.service.admin.watching import processes
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.service import Service, open_service
from adjudicator.settings import Celery, Mail, OwnAddress, Settings, Trust
from adjudicator.store import heartbeats
from adjudicator.store.campaigns import seats_at_table
from adjudicator.store.engine import reading
from adjudicator.store.inbound import Place
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import Campaign, InboundMail, InboundStatus, ProcessKind
from tests.live.installation import until
from tests.live.production import running
from tests.own_servers import redis
from worker.monitor import troubles
from worker.queue_watch import MARK
from worker.wakes import HANDLING, queue_of, queue_of_shard, waker

pytestmark = pytest.mark.slow


class Shared:
    """Three campaigns in three shards, on SQLite, with a mail for each of which somebody is to be woken."""

    def __init__(self, folder: Path, broker: str) -> None:
        self.folder, self.broker = folder, broker
        self.redis = redis_client.Redis.from_url(broker)
        self.redis.set(MARK, "")  # the queue is not new: nobody wakes for all in the beginning
        self.service: Service = open_service(self.settings(3), wakes=waker(self.settings(3)))
        upgrade(self.service.engine)
        for number in range(3):
            people = tuple(Player(seat=seat, name=seat, email=f"{seat}@players.test") for seat in ("red", "blue"))
            create(self.service, NewCampaign(name=f"c{number}", title="C", game="sealed-bids", players=people))

    def settings(self, shards: int) -> Settings:
        return Settings(
            database=f"sqlite:///{self.folder}/store.db",
            data_directory=self.folder,
            mail=Mail(address=OwnAddress(domain="game.test"), trust=Trust.EVERYBODY),
            celery=Celery(broker=self.broker, shards=shards),
        )

    def campaigns(self) -> list[int]:
        with reading(self.service.engine) as session:
            return list(session.scalars(select(col(Campaign.id)).order_by(col(Campaign.id))))

    def write(self, round_: int) -> None:
        """A mail arrives for each campaign, and wakes."""
        for campaign in self.campaigns():
            with reading(self.service.engine) as session:
                seat = seats_at_table(session, campaign, self.service.clock.now())[0]
            mail = EmailMessage()
            mail["From"], mail["To"] = "red@players.test", self.service.reply_address(seat.token)
            mail["Subject"], mail["Message-ID"] = "status", f"<{round_}.{campaign}@players.test>"
            mail.set_content("status\n")
            ingest(self.service, Place("INBOX", round_, campaign), self.service.clock.now(), mail.as_bytes())

    def waiting(self) -> dict[int, int]:
        """How many wake-ups lie in the queue of each shard."""
        return {shard: int(self.redis.llen(queue_of_shard(shard))) for shard in (1, 2, 3)}

    def living(self) -> Counter[ProcessKind]:
        """Who is at work, by kind."""
        with reading(self.service.engine) as session:
            return living(heartbeats.processes(session), self.service.clock.now())

    def unhandled(self) -> list[int]:
        """The campaigns with a mail that is not handled."""
        with reading(self.service.engine) as session:
            left = select(col(InboundMail.campaign_id)).where(col(InboundMail.status) == InboundStatus.RECEIVED)
            return [each for each in session.scalars(left.order_by(col(InboundMail.campaign_id))) if each is not None]


@pytest.fixture
def shared() -> Iterator[Shared]:
    with tempfile.TemporaryDirectory() as folder, redis(Path(folder)) as broker:
        made = Shared(Path(folder), broker)
        yield made
        made.service.engine.dispose()


def test_each_worker_takes_the_mails_of_its_share(shared: Shared) -> None:
    shared.write(1)
    assert shared.waiting() == {1: 1, 2: 1, 3: 1}
    assert shared.redis.llen(HANDLING) == 0
    own, *others = shared.campaigns()
    settings = shared.settings(3)
    assert queue_of(own, 3) == queue_of_shard(2)
    with running(settings, ("worker", "--concurrency", "1", "--shard", "2")):
        until(lambda: shared.unhandled() == others)
        assert shared.waiting() == {1: 1, 2: 0, 3: 1}
        with running(settings, ("worker", "--concurrency", "1", "--shard", "1", "--shard", "3")):
            until(lambda: not shared.unhandled())


@pytest.mark.parametrize(
    ("shards", "beats"),
    [
        (1, ()),
        pytest.param(1, (("beat",),), marks=pytest.mark.long),
        pytest.param(4, (("beat",),), marks=pytest.mark.long),
    ],
)
def test_no_mail_is_lost_when_the_number_of_shares_changes(
    shared: Shared, shards: int, beats: tuple[tuple[str, ...], ...]
) -> None:
    """Beat sweeps every quarter of a minute; where there is none, it is done for it."""
    shared.write(1)
    settings = shared.settings(shards)
    with running(settings, ("worker", "--concurrency", "1"), *beats):
        if not beats:
            waker(settings).sweep()
        until(lambda: not shared.unhandled())


@pytest.mark.long
def test_a_share_that_nobody_serves_is_left_to_the_others(shared: Shared) -> None:
    shared.write(1)
    with running(shared.settings(3), ("worker", "--concurrency", "1", "--shard", "2"), ("beat",)):
        until(lambda: not shared.unhandled())
    assert shared.waiting() == {1: 1, 2: 0, 3: 1}, "their wake-ups find nothing to do any more"


@pytest.mark.long
def test_doctor_names_the_shares_that_no_worker_serves_and_what_serves_them(shared: Shared) -> None:
    def told(settings: Settings) -> list[tuple[bool, str]]:
        return list(processes(open_service(settings)))

    settings = shared.settings(3)
    with running(settings, ("worker", "--concurrency", "1", "--shard", "2"), ("beat",)):
        until(lambda: shared.living() == {ProcessKind.WORKER: 1, ProcessKind.BEAT: 1})
        wrong = [text for well, text in told(settings) if not well]
        assert [text for text in wrong if "shard" in text] == [
            "no worker serves shards 1, 3 of the campaigns (celery.shards), "
            "whose mails wait for the sweep, up to 15 s; run: adjudicator worker --shard 1 --shard 3"
        ]
        assert any("serves shards 1, 3" in text for text in troubles(open_service(settings)))
        assert not any("shard" in text for _, text in told(shared.settings(1))), "one queue is everybody's"
        with running(settings, ("worker", "--concurrency", "1", "--shard", "1", "--shard", "3")):
            until(lambda: shared.living()[ProcessKind.WORKER] == 2)
            assert not any("shard" in text for _, text in told(settings))
            grown = [text for _, text in told(shared.settings(4)) if "shard 4" in text]
            assert [text.endswith("run: adjudicator worker --shard 4") for text in grown] == [True]


@pytest.mark.long
def test_a_worker_without_a_share_serves_all(shared: Shared) -> None:
    settings = shared.settings(3)
    with running(settings, ("worker", "--concurrency", "1")):
        until(lambda: shared.living() == {ProcessKind.WORKER: 1})
        assert not any("shard" in text for _, text in processes(shared.service))

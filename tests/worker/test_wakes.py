"""Wake-ups in a real Redis: what lies there already is not put there again, and what is lost is no loss."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import redis as redis_client

from adjudicator.settings import Celery, Settings
from tests.own_servers import redis_server
from worker.wakes import HANDLING, OUTBOX_MARK, SENDING, WOKEN_SECONDS, CeleryNotifier, waker


class Queue:
    """Wakers at one Redis, and how many wake-ups lie there."""

    def __init__(self, broker: str) -> None:
        self._broker = broker
        self.redis = redis_client.Redis.from_url(broker)

    def settings(self, shards: int = 1) -> Settings:
        return Settings(celery=Celery(broker=self._broker, shards=shards))

    def waker(self) -> CeleryNotifier:
        return waker(self.settings())

    def waiting(self, name: str = SENDING) -> int:
        found = self.redis.llen(name)
        assert isinstance(found, int)
        return found


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with redis_server(tmp_path) as (broker, _):
        yield Queue(broker)


def test_one_wake_up_for_the_outbox_lies_in_the_queue_whoever_wakes(queue: Queue) -> None:
    one, other = queue.waker(), queue.waker()
    for _ in range(3):
        one.outbox()
        other.outbox()
    assert queue.waiting() == 1
    one.outbox_taken()
    other.outbox()
    one.outbox()
    assert queue.waiting() == 2, "what is queued behind the look of the first needs a look of its own"


def test_each_mail_has_a_wake_up_of_its_own(queue: Queue) -> None:
    wakes = queue.waker()
    for mail_id in (7, 8, 7):
        wakes.mail(mail_id)
    assert queue.waiting(HANDLING) == 3


def test_mails_of_a_campaign_have_the_queue_of_its_share(queue: Queue) -> None:
    wakes = waker(queue.settings(shards=4))
    for campaign in (4, 5, 9, 7):
        wakes.mail(1, campaign)
    wakes.mail(1)
    wakes.mail_again(1)
    assert [queue.waiting(f"celery.{shard}") for shard in (1, 2, 3, 4)] == [1, 2, 0, 1]
    assert queue.waiting(HANDLING) == 2, "what was left behind is for everybody"


def test_without_shares_there_is_one_queue_for_mails(queue: Queue) -> None:
    wakes = queue.waker()
    for campaign in (4, 5):
        wakes.mail(1, campaign)
    assert queue.waiting(HANDLING) == 2


def test_a_wake_up_that_is_lost_keeps_others_away_for_a_moment_only(queue: Queue) -> None:
    wakes = queue.waker()
    wakes.outbox()
    left = queue.redis.ttl(OUTBOX_MARK)
    assert isinstance(left, int)
    assert 0 < left <= WOKEN_SECONDS
    queue.redis.flushall()
    wakes.outbox()
    assert queue.waiting() == 1


def test_who_could_not_wake_leaves_it_to_the_next(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    wakes = queue.waker()
    with monkeypatch.context() as patched:
        patched.setattr("celery.Celery.send_task", _away)
        wakes.outbox()
    assert queue.waiting() == 0
    wakes.outbox()
    assert queue.waiting() == 1


def _away(*_: object, **__: object) -> None:
    raise OSError("the broker does not answer")


def test_a_redis_that_is_away_costs_nobody_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time either: a heart that waited for it would be taken for dead."""

    def sleep(seconds: float) -> None:
        raise AssertionError(f"it is tried again after {seconds} s")

    monkeypatch.setattr("kombu.utils.functional.sleep", sleep)
    wakes = waker(Settings(celery=Celery(broker="redis://127.0.0.1:1/0")))
    wakes.all()
    wakes.outbox_taken()

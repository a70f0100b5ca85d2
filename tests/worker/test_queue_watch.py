"""Whoever looks after the queue notices that it was away, also where it has kept what it had."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import redis

from tests.own_servers import PATIENCE, Server, free_port
from worker.queue_watch import MARK, QueueWatch


def test_a_redis_that_was_away_and_has_kept_all_is_noticed(tmp_path: Path) -> None:
    """While it was away nobody could be woken, though the mark lies where it lay."""
    port, program = free_port(), shutil.which("redis-server")
    assert program
    lasting = ("--appendonly", "yes", "--appendfsync", "always", "--save", "", "--dir", str(tmp_path))
    command = [program, "--port", str(port), "--bind", "127.0.0.1", *lasting]
    client = redis.Redis(port=port)

    def answers() -> None:
        try:
            client.ping()
        except redis.RedisError as error:
            raise ConnectionError(str(error)) from error

    server = Server(command, answers, tmp_path / "redis.log")
    made_good = threading.Event()
    client.set(MARK, "it lay here before")
    watch = QueueWatch(redis.Redis(port=port), made_good.set)
    try:
        watch._look()
        assert not made_good.is_set(), "nothing is lost"
        server.kill()
        assert client.get(MARK) == b"it lay here before"
        watch.start()
        assert made_good.wait(PATIENCE)
    finally:
        watch.stop()
        client.close()
        server.stop()

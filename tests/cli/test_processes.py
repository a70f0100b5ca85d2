"""What `doctor` says of the processes of an installation, and that commands wake them."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import redis as redis_client
from sqlalchemy import update

from adjudicator.store import clock_watermark, heartbeats
from adjudicator.store.codec import Codec
from adjudicator.store.engine import open_engine, reading, writing
from adjudicator.store.tables import InboundMail, InboundStatus, Process, ProcessKind
from tests.cli.conftest import PROGRAM

PATIENCE = 240.0
PLAYERS = ("--player", "red=Anna <anna@game.test>", "--player", "blue=Boris <boris@game.test>")


def findings(desk: Any, subject: str, **how: Any) -> list[tuple[str, str]]:
    return [
        (each["state"], each["text"]) for each in desk("doctor", "--json", **how).json if each["subject"] == subject
    ]


@contextmanager
def process(environment: dict[str, str], folder: Path, *command: str) -> Iterator[subprocess.Popen[bytes]]:
    with (folder / f"{command[0]}.log").open("wb") as log:
        started = subprocess.Popen([PROGRAM, *command], env=environment, cwd=folder, stdout=log, stderr=log)
    try:
        yield started
    finally:
        started.send_signal(signal.SIGTERM)
        started.wait(PATIENCE)


def until(database: str, done: Callable[[dict[str, Process]], bool]) -> None:
    """Wait for something of the processes, by kind."""
    engine = open_engine(database, Codec(None))
    end = time.monotonic() + PATIENCE
    while True:
        with reading(engine) as session:
            found = {each.kind.value: each for each in heartbeats.processes(session)}
        if done(found):
            engine.dispose()
            return
        assert time.monotonic() < end, found
        time.sleep(0.1)


def found_at_last(run: Any, state: str) -> str:
    """What `doctor` says of the processes when it finds that of them: on a busy machine one may beat late."""
    end = time.monotonic() + PATIENCE
    while (found := findings(run, "processes", code=1))[0][0] != state:
        assert time.monotonic() < end, found
    return found[0][1]


@pytest.mark.slow
def test_a_process_that_has_died_is_missed_and_one_that_was_stopped_is_not(
    desk: Any, environment: dict[str, str], tmp_path: Path, postgresql_url: str, redis_url: str
) -> None:
    environment |= {"ADJ_DATABASE": postgresql_url, "ADJ_CELERY__BROKER": redis_url, "ADJ_MAIL__IMAP__PORT": "1"}
    desk("db", "upgrade")
    assert [state for state, _ in findings(desk, "processes", code=1)] == ["good"]
    with ExitStack() as stage:
        for command in (("poll",), ("worker", "--concurrency", "2"), ("beat",)):
            started = stage.enter_context(process(environment, tmp_path, *command))
        until(postgresql_url, lambda found: set(found) == {"poller", "worker", "beat"})
        told = found_at_last(desk, "good")
        assert "1 beat" in told
        assert "1 poller" in told
        os.kill(started.pid, signal.SIGKILL)
        until(postgresql_url, lambda found: found["beat"].lost)
        assert found_at_last(desk, "wrong").startswith(f"no beat is at work; the last one (pid {started.pid} on ")
        stage.enter_context(process(environment, tmp_path, "beat"))
        until(postgresql_url, lambda found: found["beat"].pid != started.pid or not found["beat"].lost)
    until(postgresql_url, lambda found: set(found) <= {"beat"})  # all were stopped; only the dead one is left
    for name in ("poll", "worker", "beat"):
        assert '"event": "at work"' in (tmp_path / f"{name}.log").read_text()


def test_a_mail_that_waits_too_long_is_wrong(desk: Any, played: Any) -> None:
    def mails(minutes: int) -> list[str]:
        due = played.service.clock.now() - timedelta(minutes=minutes)
        with writing(played.service.engine) as session:
            session.execute(update(InboundMail).values(status=InboundStatus.RECEIVED, due_at=due))
        return [text for state, text in findings(desk, "mails", code=1) if state == "wrong"]

    assert mails(14) == []
    (told,) = mails(16)
    assert told.startswith("one that was due at 20")


def test_a_settings_file_that_everybody_reads_is_wrong_if_it_holds_passwords(
    desk: Any, environment: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "adjudicator.toml"
    cases = (
        ('[mail.imap]\npassword = "x"\n', 0o644, True),
        ('[mail.imap]\npassword = "x"\n', 0o640, False),
        ('[mail.imap]\nuser = "x"\n', 0o644, False),
        ('[celery]\nbroker = "redis://:secret@127.0.0.1:1/0"\n', 0o644, True),
        ('[celery]\nbroker = "redis://127.0.0.1:1/0"\n', 0o644, False),
    )
    for text, mode, expected in cases:
        file.write_text(text)
        file.chmod(mode)
        told = [text for state, text in findings(desk, "settings", code=1) if state == "wrong"]
        assert bool(told) is expected, text
        assert all("chmod 640" in each for each in told)


def test_what_a_command_has_changed_wakes_the_workers_at_once(
    desk: Any, environment: dict[str, str], redis_url: str
) -> None:
    environment["ADJ_CELERY__BROKER"] = redis_url
    wires = redis_client.Redis.from_url(redis_url)
    desk("db", "upgrade")
    desk("campaign", "create", "lights", "--game", "sealed-bids", *PLAYERS)
    assert (wires.llen("celery"), wires.llen("outbox")) != (0, 0)
    wires.flushall()
    desk("campaign", "list")
    desk("campaign", "pause", "lights", "--yes", "--dry-run")
    assert (wires.llen("celery"), wires.llen("outbox")) == (0, 0)
    desk("campaign", "pause", "lights", "--yes")
    assert (wires.llen("celery"), wires.llen("outbox")) == (1, 1)


def test_a_clock_that_is_not_believed_is_told_and_the_operator_can_accept_it(desk: Any, played: Any) -> None:
    now = played.service.clock.now()
    jumped = now - timedelta(days=40)
    with writing(played.service.engine) as session:
        clock_watermark.see(session, jumped)
        own = heartbeats.Self(1, ProcessKind.SERVE, "here", 17, jumped)
        heartbeats.beat(session, own, jumped, datetime.now(UTC))
    (wrong,) = findings(desk, "clock", code=1)
    assert (wrong[0], "serve 17 on here" in wrong[1], "clock trust" in wrong[1]) == ("wrong", True, True)
    assert [state for state, _ in findings(desk, "processes", code=1)] == ["good"], "it lives all the same"
    assert "add --yes" in desk("clock", "trust", code=1).err
    told = desk("clock", "trust", "--yes", "--json").json
    with reading(played.service.engine) as session:
        seen = clock_watermark.latest_moment(session)
    assert seen is not None
    assert (datetime.fromisoformat(told["now"]) == seen, seen > jumped) == (True, True)


def test_a_clock_before_what_was_seen_is_wrong_though_nothing_is_at_work(desk: Any, played: Any) -> None:
    with writing(played.service.engine) as session:
        clock_watermark.see(session, datetime.now(UTC) + timedelta(days=2))
    (told,) = findings(desk, "clock", code=1)
    assert (told[0], "which was seen" in told[1]) == ("wrong", True)
    assert "which was seen" in desk("prune", "--yes", code=1).err
    desk("clock", "trust", "--yes")
    assert [state for state, _ in findings(desk, "clock", code=1)] == ["good"]

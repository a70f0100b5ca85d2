"""A copy of the whole database, made while others write, and put back: on SQLite and on PostgreSQL."""

import os
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import inspect, make_url, select, text, update
from sqlmodel import col

from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store import heartbeats
from adjudicator.store.copies import CannotCopy, make_copy, put_back
from adjudicator.store.engine import reading, writing
from adjudicator.store.metrics import figures
from adjudicator.store.tables import OutboundMail, OutboundState, ProcessKind
from tests.service.conftest import Installation


@pytest.fixture
def settings(migrated_url: str, tmp_path: Path) -> Settings:
    mail = Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test"))
    return Settings(database=migrated_url, data_directory=tmp_path, mail=mail)


@pytest.fixture
def installation(settings: Settings) -> Iterator[Installation]:
    made = Installation(settings)
    made.create("sealed-bids", {"red": "en", "blue": "ru"})
    yield made
    made.service.engine.dispose()


def held(installation: Installation) -> Any:
    with reading(installation.service.engine) as session:
        return figures(session, installation.clock.time)


def test_what_was_copied_comes_back_whole(installation: Installation, tmp_path: Path) -> None:
    installation.write("red", "1a")
    before = held(installation)
    make_copy(installation.service.settings.database, tmp_path / "monday.copy")
    assert (tmp_path / "monday.copy").stat().st_mode & 0o777 == 0o600
    installation.write("blue", "2a")
    assert held(installation) != before
    installation.service.engine.dispose()
    put_back(tmp_path / "monday.copy", installation.service.settings.database)
    assert held(installation) == before
    installation.uid += 10
    assert installation.write("blue", "2b"), "play goes on from there"


@pytest.mark.store("postgresql")
def test_what_a_later_version_has_made_since_goes_with_what_is_replaced(
    installation: Installation, tmp_path: Path
) -> None:
    """Else the copy of an older version could not be brought up to date: its new tables would be there already."""
    make_copy(installation.service.settings.database, tmp_path / "monday.copy")
    engine = installation.service.engine
    with writing(engine) as session:
        session.execute(text("CREATE TABLE of_a_later_version (campaign INTEGER REFERENCES campaign (id))"))
    engine.dispose()
    put_back(tmp_path / "monday.copy", installation.service.settings.database)
    assert not inspect(engine).has_table("of_a_later_version")
    assert installation.write("red", "1a")


def test_a_copy_is_one_moment_though_others_write(installation: Installation, tmp_path: Path) -> None:
    """Each transaction writes two rows: no copy has one of them without the other."""
    stop, made = threading.Event(), tmp_path / "busy.copy"
    engine = installation.service.engine
    with writing(engine) as session:
        session.execute(text("CREATE TABLE pair (n INTEGER, side INTEGER)"))

    def work() -> None:
        n = 0
        while not stop.is_set():
            with writing(engine) as session:
                n += 1
                session.execute(text("INSERT INTO pair VALUES (:n, 0)"), {"n": n})
                session.execute(text("INSERT INTO pair VALUES (:n, 1)"), {"n": n})
            begun.set()

    begun = threading.Event()
    writer = threading.Thread(target=work)
    writer.start()
    try:
        assert begun.wait(240)
        make_copy(installation.service.settings.database, made)
    finally:
        stop.set()
        writer.join()
    engine.dispose()
    put_back(made, installation.service.settings.database)
    with reading(engine) as session:
        left, right = (session.scalar(text(f"SELECT count(*) FROM pair WHERE side = {side}")) for side in (0, 1))
    assert left == right > 0


def test_the_password_of_the_database_goes_to_the_programs_of_postgresql_and_to_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for program in ("pg_dump", "pg_restore", "psql"):
        (tmp_path / program).write_text(f'#!/bin/sh\necho "$PGPASSWORD" "$@" > {tmp_path}/{program}.said\nexit 1\n')
        (tmp_path / program).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    url = "postgresql+psycopg://adjudicator:hush%20now@postgres:5433/games?connect_timeout=2"
    with pytest.raises(CannotCopy):
        make_copy(url, tmp_path / "new.copy")
    where = "--dbname=postgresql://adjudicator@postgres:5433/games?connect_timeout=2"
    said = (tmp_path / "pg_dump.said").read_text()
    assert said.startswith("hush now --")
    assert said.count("hush") == 1
    assert where in said.split()


def test_nothing_is_overwritten_and_no_half_copy_is_left(installation: Installation, tmp_path: Path) -> None:
    there = tmp_path / "there.copy"
    there.write_text("mine")
    with pytest.raises(CannotCopy, match="there already"):
        make_copy(installation.service.settings.database, there)
    assert there.read_text() == "mine"
    with pytest.raises(CannotCopy, match="No such file"):
        make_copy(installation.service.settings.database, tmp_path / "nowhere/at_all.copy")
    away = str(make_url(installation.service.settings.database).set(database=f"{tmp_path}/no_such"))
    with pytest.raises(CannotCopy):
        make_copy(away, tmp_path / "none.copy")
    assert {each.name for each in tmp_path.iterdir() if "copy" in each.name} == {"there.copy"}


def test_what_is_no_copy_changes_nothing(installation: Installation, tmp_path: Path) -> None:
    before = held(installation)
    make_copy(installation.service.settings.database, tmp_path / "whole.copy")
    whole = (tmp_path / "whole.copy").read_bytes()
    (tmp_path / "cut.copy").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "letter.copy").write_text("Dear operator")
    other = b"PGDMP" if whole.startswith(b"SQLite") else b"SQLite format 3\0"
    (tmp_path / "other.copy").write_bytes(other + bytes(100))
    installation.service.engine.dispose()
    for name in ("cut.copy", "letter.copy", "other.copy", "missing.copy"):
        with pytest.raises(CannotCopy):
            put_back(tmp_path / name, installation.service.settings.database)
        assert held(installation) == before, name
        installation.service.engine.dispose()


def test_the_commands_put_a_campaign_back_that_stands_still(desk: Any, played: Any, tmp_path: Path) -> None:
    told = desk("backup", "monday.copy", "--json").json
    assert told["bytes"] == (tmp_path / "monday.copy").stat().st_size
    assert "there already" in desk("backup", "monday.copy", code=1).err
    desk("campaign", "close", "lights", "--yes")
    assert "nobody is at the keyboard" in desk("restore", "monday.copy", code=1).err
    back = desk("restore", "monday.copy", "--yes").out
    assert "lights: paused as it stood at" in back
    assert "adjudicator mail refetch" in back
    assert desk("campaign", "list", "--json").json[0]["state"] == "paused"
    assert "no copy" in desk("restore", __file__, "--yes", code=1).err


def test_doctor_misses_no_process_of_the_day_of_the_copy(desk: Any, played: Any) -> None:
    """Neither one that was at work then, nor one that had died."""
    engine, now = played.service.engine, played.service.clock.now()
    with writing(engine) as session:
        for id, kind in enumerate((ProcessKind.SERVE, ProcessKind.WORKER), 1):
            heartbeats.beat(session, heartbeats.Self(id, kind, "here", 17, now), now - timedelta(days=3))
        dead = heartbeats.processes(session)[-1]
        assert heartbeats.lose(session, dead, now)
        session.execute(update(OutboundMail).values(state=OutboundState.QUEUED, holder=1))
    assert "wrong" in processes(desk)
    desk("backup", "monday.copy")
    engine.dispose()
    desk("restore", "monday.copy", "--yes")
    assert processes(desk) == ["good"]
    with reading(engine) as session:
        assert heartbeats.processes(session) == ()
        assert set(session.scalars(select(col(OutboundMail.holder)))) == {None}


def test_under_processes_that_are_at_work_nothing_is_put_back(desk: Any, played: Any) -> None:
    """They would go on with what they have in hand."""
    desk("backup", "monday.copy")
    desk("campaign", "close", "lights", "--yes")
    engine, now = played.service.engine, datetime.now(UTC)
    with writing(engine) as session:
        heartbeats.beat(session, heartbeats.Self(7, ProcessKind.POLLER, "here", 17, now), now)
    for command in (("restore", "monday.copy", "--yes"), ("db", "mark-restored", "--yes")):
        told = desk(*command, code=1).err
        assert "processes are at work: 1 poller. Stop them first" in told
    assert desk("campaign", "list", "--json").json[0]["state"] == "finished"
    with writing(engine) as session:
        heartbeats.end(session, 7, now)
    engine.dispose()
    desk("restore", "monday.copy", "--yes")
    assert desk("campaign", "list", "--json").json[0]["state"] == "paused"


def test_a_copy_takes_the_place_of_a_database_that_is_damaged(
    desk: Any, environment: dict[str, str], tmp_path: Path
) -> None:
    """Which is what copies are for; its bytes are kept all the same."""
    environment["ADJ_DATABASE"] = f"sqlite:///{tmp_path}/lights.db"
    desk("campaign", "create", "lights", "--game", "sealed-bids", "--player", "red=A <a@p.test>", "--player",
         "blue=B <b@p.test>")  # fmt: skip
    desk("backup", "monday.copy")
    file = tmp_path / "lights.db"
    whole = file.read_bytes()
    for damaged in (b"?" * 5000, whole[: len(whole) // 2], whole[:8192] + b"?" * (len(whole) - 8192)):
        for journal in tmp_path.glob("lights.db-*"):
            journal.unlink()
        file.write_bytes(damaged)
        assert "lights: paused as it stood at" in desk("restore", "monday.copy", "--yes").out
        assert desk("campaign", "list", "--json").json[0]["state"] == "paused"
        replaced = tmp_path / "lights.db.replaced"
        assert (replaced.read_bytes() == damaged, replaced.stat().st_mode & 0o777) == (True, 0o600)


def processes(desk: Any) -> list[str]:
    """How doctor finds them."""
    return [each["state"] for each in desk("doctor", "--json", code=1).json if each["subject"] == "processes"]

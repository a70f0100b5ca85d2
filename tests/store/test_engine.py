"""Sessions: durable, one moment, readers that cannot write; moments that know their zone."""

import logging
import socket
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import Engine, event, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError, StatementError

from adjudicator.store.audits import INSTALLATION, NewAct, first_broken, record, trail
from adjudicator.store.codec import Codec, CodecError
from adjudicator.store.engine import StoreUnavailable, checkpoint, lock_campaign, open_engine, reading, writing
from adjudicator.store.matches import head
from adjudicator.store.statements import run
from adjudicator.store.tables import Audit, Campaign, MailPlace, Person, Seat, table_of


def test_a_reader_cannot_write(engine: Engine, campaign_id: int) -> None:
    with reading(engine) as session, pytest.raises(DBAPIError, match=r"read-?only"):
        session.execute(text("update campaign set title = 'x'"))
    with writing(engine) as session:
        session.execute(text("update campaign set title = 'y'"))
    with reading(engine) as session:
        assert session.get_one(Campaign, campaign_id).title == "y"


def test_a_reader_sees_one_moment(engine: Engine, campaign_id: int) -> None:
    with reading(engine) as before:
        assert before.execute(text("select count(*) from person")).scalar() == 2
        with writing(engine) as session:
            session.execute(text("update campaign set title = 'changed'"))
        assert before.get_one(Campaign, campaign_id).title == "Sun King"


@pytest.mark.store("postgresql")  # SQLite's driver keeps its own
def test_statements_stay_prepared_between_transactions(engine: Engine, campaign_id: int) -> None:
    for _ in range(8):
        with reading(engine) as session:
            head(session, campaign_id)
        with writing(engine) as session:
            head(session, campaign_id)
    with reading(engine) as session:
        prepared = "select sum(generic_plans + custom_plans) from pg_prepared_statements"
        assert session.execute(text(prepared)).scalar_one() >= 10


@pytest.mark.store("sqlite")
def test_who_reads_and_who_writes_have_connections_of_their_own(engine: Engine, campaign_id: int) -> None:
    """A connection that changes between them would prepare all its statements anew."""
    executed: list[str] = []
    engine.dispose()
    event.listen(engine, "connect", lambda connection, _: connection.set_trace_callback(executed.append))
    for _ in range(8):
        with writing(engine) as session:
            head(session, campaign_id)
        with reading(engine) as session:
            head(session, campaign_id)
    begun = [each for each in executed if each.startswith("BEGIN")]
    changed = [each for each in executed if "query_only" in each]
    assert begun == ["BEGIN IMMEDIATE", "BEGIN"] * 8
    assert changed == ["PRAGMA query_only=OFF", "PRAGMA query_only=ON"]
    place = engine.url.database
    assert place
    engine.dispose()
    assert [each.name for each in Path(place).parent.glob(Path(place).name + "*")] == [Path(place).name], "all closed"


def test_what_is_done_behind_a_savepoint_is_taken_back_with_it(engine: Engine, campaign_id: int) -> None:
    number = table_of(Campaign).c.deadline_hours
    with writing(engine) as session:
        for hours in (5, 7):
            run(session, update(table_of(Campaign)).values(deadline_hours=hours))
            nested = session.begin_nested()
            run(session, update(table_of(Campaign)).values(deadline_hours=hours + 1))
            nested.rollback()
            assert run(session, select(number)).scalar() == hours
    with reading(engine) as session:
        assert run(session, select(number)).scalar() == 7


def test_a_campaign_is_locked_by_writers_only_and_must_exist(engine: Engine, campaign_id: int) -> None:
    with reading(engine) as session, pytest.raises(RuntimeError):
        lock_campaign(session, campaign_id)
    with writing(engine) as session, pytest.raises(LookupError):
        lock_campaign(session, campaign_id + 1000)


def test_moments_come_back_aware_and_in_utc(engine: Engine, now: datetime) -> None:
    moscow = timezone(timedelta(hours=3))
    with writing(engine) as session:
        person = Person(name="A", language="en", time_zone="UTC", created_at=now.astimezone(moscow))
        session.add(person)
    with reading(engine) as session:
        kept = session.get_one(Person, person.id).created_at
    assert kept == now
    assert kept.utcoffset() == timedelta(0)


def test_a_moment_without_zone_is_refused(engine: Engine, now: datetime) -> None:
    person = Person(name="A", language="en", time_zone="UTC", created_at=now.replace(tzinfo=None))
    with pytest.raises(StatementError, match="without time zone"), writing(engine) as session:
        session.add(person)


def test_references_are_checked(engine: Engine) -> None:
    with pytest.raises(IntegrityError), writing(engine) as session:
        session.add(MailPlace(mailbox="INBOX", uidvalidity=1, uid=1, inbound_mail_id=999))


def test_an_error_holds_no_value_of_a_statement(engine: Engine) -> None:
    """It goes into logs, and a value may be a mail."""
    secret = "the cavalry is in the wood"
    with pytest.raises(DBAPIError) as caught, reading(engine) as session:
        session.execute(text("select 1 from nowhere where name = :name"), {"name": secret})
    assert secret not in str(caught.value)


def test_a_server_that_does_not_answer_is_given_up(tmp_path: Path) -> None:
    """Its socket is left of a server that was killed; the driver alone would wait for two minutes."""
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / ".s.PGSQL.5432"))
        silent.listen()
        engine = open_engine(f"postgresql+psycopg://adjudicator@/x?host={tmp_path}", Codec(None))
        with pytest.raises(StoreUnavailable, match="timeout"), reading(engine) as session:
            session.execute(text("select 1"))
        engine.dispose()


@pytest.mark.usefixtures("table")
def test_a_backup_without_the_server_key_tells_nothing(engine: Engine, campaign_id: int, france: int) -> None:
    thief = open_engine(engine.url.render_as_string(hide_password=False), Codec(None))
    with reading(thief) as session, pytest.raises(CodecError):
        session.get_one(Seat, france)
    with reading(thief) as session, pytest.raises(CodecError):
        head(session, campaign_id)
    thief.dispose()


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://x/y"])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"SQLite database must be a file|no such database"):
        open_engine(url, Codec(None))


def test_sqlite_commits_are_durable(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'x.db'}", Codec(None))
    with reading(engine) as session:
        values = {
            name: session.execute(text(f"pragma {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert values == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    engine.dispose()


@pytest.fixture
def in_a_file(tmp_path: Path) -> Iterator[Engine]:
    """An SQLite database with a table, whose connections wait for no lock."""
    opened = open_engine(f"sqlite:///{tmp_path / 'log.db'}", Codec(None))
    event.listen(opened, "connect", lambda connection, _: connection.execute("PRAGMA busy_timeout=0").close())
    with writing(opened) as session:
        session.execute(text("create table note (n integer primary key, words text)"))
    yield opened
    opened.dispose()


def noted(engine: Engine, count: int, size: int = 20_000) -> None:
    """So many transactions, each with so many letters."""
    for _ in range(count):
        with writing(engine) as session:
            session.execute(text("insert into note (words) values (:words)"), {"words": "x" * size})


def test_the_log_of_sqlite_is_carried_over_and_begins_anew(in_a_file: Engine, tmp_path: Path) -> None:
    log, whole = tmp_path / "log.db-wal", tmp_path / "log.db"
    longest = 0
    for _ in range(6):
        noted(in_a_file, 50)
        longest = max(longest, log.stat().st_size)
    assert longest < 5_000_000 < whole.stat().st_size, "it is written anew from its beginning"
    with reading(in_a_file) as session:
        assert session.scalar(text("select count(*) from note")) == 300


def test_nobody_can_commit_beside_a_checkpoint_of_sqlite(in_a_file: Engine, tmp_path: Path) -> None:
    """SQLite's own checkpoints run beside commits, and lost some: none of our connections makes any."""
    with in_a_file.connect() as one, in_a_file.connect() as other:
        assert {each.exec_driver_sql("PRAGMA wal_autocheckpoint").scalar() for each in (one, other)} == {0}
    noted(in_a_file, 3)
    before = (tmp_path / "log.db").read_bytes()
    with writing(in_a_file):
        checkpoint(in_a_file)
        assert (tmp_path / "log.db").read_bytes() == before, "somebody could commit: it is left for later"
    checkpoint(in_a_file)
    assert (tmp_path / "log.db").read_bytes() != before
    noted(in_a_file, 1)


def test_a_reader_keeps_nobody_from_writing_however_long_the_log(in_a_file: Engine) -> None:
    with reading(in_a_file) as session:
        assert session.scalar(text("select count(*) from note")) == 0
        noted(in_a_file, 100, 100_000)
        assert session.scalar(text("select count(*) from note")) == 0
    noted(in_a_file, 2)
    with reading(in_a_file) as session:
        assert session.scalar(text("select count(*) from note")) == 102


def test_the_audit_trail_shows_what_was_changed(engine: Engine, now: datetime) -> None:
    with writing(engine) as session:
        for command in ("create", "start", "rollback"):
            record(session, INSTALLATION, NewAct("Olga", command, {}), now)
    with reading(engine) as session:
        acts = trail(session, INSTALLATION)
    assert [(act.number, act.command) for act in acts] == [(1, "create"), (2, "start"), (3, "rollback")]
    assert first_broken(acts) is None
    assert first_broken((acts[0], acts[2])) == 2
    with writing(engine) as session:
        session.get_one(Audit, (INSTALLATION, 2)).author = "Pavel"
    with reading(engine) as session:
        assert first_broken(trail(session, INSTALLATION)) == 2


def test_pools_tell_nothing_in_the_log_of_an_installation(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'quiet.db'}", Codec(None))
    with caplog.at_level(logging.INFO), reading(engine) as session:
        session.execute(text("select 1"))
    engine.dispose()
    assert [record.name for record in caplog.records] == []

"""The migrations and the tables say the same."""

import lzma
import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from threading import Thread

import pytest
from alembic import command
from sqlalchemy import Engine, inspect, select, text
from sqlmodel import col

from adjudicator.store import revisions
from adjudicator.store.codec import Codec
from adjudicator.store.engine import may_write, open_engine, reading, writing
from adjudicator.store.migrations import (
    LOCK,
    OLDEST,
    StoreTooNew,
    StoreTooOld,
    _config,
    _without_foreign_keys,
    differences,
    stands_at,
    upgrade,
)
from adjudicator.store.tables import Person, Row

RELEASES = Path(__file__).parents[1] / "releases"
DRIVER_SECONDS = 5.0
"""After so long Python's driver gives up by itself (its manual, `sqlite3.connect`)."""


def test_migrations_and_tables_agree(empty_engine: Engine) -> None:
    assert differences(empty_engine) != []
    upgrade(empty_engine)
    assert differences(empty_engine) == []
    made = set(inspect(empty_engine).get_table_names())
    assert made == {*Row.metadata.tables, "alembic_version"}


def test_an_upgrade_keeps_what_is_there(engine: Engine, campaign_id: int) -> None:
    upgrade(engine)
    with reading(engine) as session:
        assert session.execute(text("select id from campaign")).scalars().all() == [campaign_id]


def at(engine: Engine, migration: str) -> None:
    """Bring a database without tables to a migration, and no further."""
    config = _config()
    lite = engine.dialect.name == "sqlite"
    with (_without_foreign_keys(engine) if lite else engine).begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, migration)


def test_nobody_learns_the_habits_of_who_was_forgotten_before_there_were_any(empty_engine: Engine) -> None:
    """Migration 0050; who bears such a name by chance stays."""
    at(empty_engine, "0049")
    with may_write(), empty_engine.begin() as connection:
        for name in ("Anna", "N. N. 2", "N. N. 1"):
            connection.exec_driver_sql(
                "INSERT INTO person (name, language, time_zone, created_at) "
                f"VALUES ('{name}', 'en', 'UTC', '2026-11-20 12:00:00')"
            )
    upgrade(empty_engine)
    with reading(empty_engine) as session:
        rows = session.execute(select(col(Person.name), col(Person.habits)).order_by(col(Person.id)))
        assert rows.all() == [("Anna", True), ("N. N. 2", False), ("N. N. 1", True)]


def test_lines_carried_over_before_go_on_from_where_they_stood_then(tmp_path: Path) -> None:
    """Migration 0052; a correction is no bridge."""
    file = tmp_path / "store.db"
    file.write_bytes(lzma.decompress((RELEASES / "f96e3419.db.xz").read_bytes()))
    engine = open_engine(f"sqlite:///{file}", Codec(None))
    at(engine, "0051")
    with closing(connect(file)) as store:
        for number, parent, branched_at, day in ((1, "NULL", 0, 1), (2, "1", 6, 2)):
            store.execute(
                "INSERT INTO revision (match_id, number, parent, branched_at, rules_version, content_hash, author, "
                f"reason, created_at) SELECT 1, {number}, {parent}, {branched_at}, '9', content_hash, '', '', "
                f"'2026-12-0{day} 12:00:00.000000' FROM revision WHERE match_id = 1 AND number = 0"
            )
        for revision, sequence, day in ((1, 0, 1), (1, 8, 1), (1, 9, 2), (2, 6, 2), (2, 7, 2)):
            store.execute(
                "INSERT INTO checkpoint (match_id, revision, sequence, hash, state, created_at) SELECT 1, "
                f"{revision}, {sequence}, hash, state, '2026-12-0{day} 12:00:00.000000' FROM checkpoint LIMIT 1"
            )
        for command_, day in (("upgrade migrate", 1), ("turn rollback", 2)):
            store.execute(
                "INSERT INTO audit (campaign_id, number, author, command, details, telling, at, previous, hash) VALUES "
                f"(1, 9{day}, '', '{command_}', x'7b7d', 'notice', '2026-12-0{day} 12:00:00.000000', x'', x'')"
            )
        store.commit()
    upgrade(engine)
    with reading(engine) as session:
        lines = revisions.lines_of(session, 1)
        assert [line.bridge for line in lines] == [None, 8, None]
        for revision, bridge in ((0, None), (1, 8), (2, None)):
            found = revisions.newest_bridge(session, 1, revision)
            assert (found and found[1].bridge) == bridge, "a line that leaves another before its bridge has none"
    engine.dispose()


@pytest.mark.parametrize("migration", ["0046", "0047", "0048", "0049"])
def test_a_database_of_any_known_version_is_brought_up_to_date(empty_engine: Engine, migration: str) -> None:
    at(empty_engine, migration)
    assert stands_at(empty_engine)[0] == migration
    upgrade(empty_engine)
    assert differences(empty_engine) == []


def test_an_older_database_is_told_which_version_comes_in_between(engine: Engine) -> None:
    with writing(engine) as session:
        session.execute(text("update alembic_version set version_num = '0045'"))
    with pytest.raises(StoreTooOld, match=f"0045.*none before 0046.*{re.escape(OLDEST)} first, then"):
        upgrade(engine)
    with reading(engine) as session:
        assert session.execute(text("select version_num from alembic_version")).scalar() == "0045"


def test_two_processes_that_start_together_make_one_database(empty_engine: Engine) -> None:
    failures: list[BaseException] = []

    def start() -> None:
        try:
            upgrade(empty_engine)
        except BaseException as error:
            failures.append(error)

    threads = [Thread(target=start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert differences(empty_engine) == []


@pytest.mark.parametrize("empty_engine", ["postgresql"], indirect=True)
def test_an_upgrade_that_waits_crosswise_with_others_begins_anew(empty_engine: Engine) -> None:
    """It waits for a table that they read, they for what it holds: PostgreSQL ends whose look for it comes first."""
    at(empty_engine, "0046")
    with empty_engine.begin() as connection:
        name = connection.exec_driver_sql("SELECT current_database()").scalar()
        connection.exec_driver_sql(f"ALTER DATABASE \"{name}\" SET deadlock_timeout = '5s'")
    empty_engine.dispose()
    with ThreadPoolExecutor() as pool, empty_engine.begin() as other:
        other.exec_driver_sql("SET LOCAL deadlock_timeout = '1h'")
        other.exec_driver_sql("SELECT id FROM person").all()
        upgrading = pool.submit(upgrade, empty_engine)
        while not other.exec_driver_sql("SELECT pid FROM pg_locks WHERE NOT granted").all():
            time.sleep(0.01)
        other.exec_driver_sql("SET LOCAL statement_timeout = '300s'")
        other.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        assert not upgrading.done(), "it has let go, and waits for its turn"
        other.commit()
        upgrading.result()
    assert stands_at(empty_engine)[0] == stands_at(empty_engine)[1]


def test_who_starts_second_waits_longer_than_the_driver_of_sqlite_would(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/store.db", Codec(None))
    assert differences(engine) != []
    with closing(connect(tmp_path / "store.db")) as first, ThreadPoolExecutor(1) as second:
        first.execute("BEGIN IMMEDIATE")
        upgrading = second.submit(upgrade, engine)
        time.sleep(DRIVER_SECONDS + 1)
        first.rollback()
        upgrading.result()
    assert differences(engine) == []
    engine.dispose()


def test_a_database_of_a_later_version_is_left_alone(engine: Engine) -> None:
    with writing(engine) as session:
        session.execute(text("update alembic_version set version_num = '9999'"))
    with pytest.raises(StoreTooNew, match="9999"):
        upgrade(engine)

"""Bringing a database to the shape of the tables, from nothing or from an earlier version.

The first migration makes the tables of the version `OLDEST` in one step. A database that is older than it must be
brought to that version by that version: `StoreTooOld` says so. Each later one changes what the one before it made.

Alembic is imported where it works: every command asks where the database stands, and few bring it up to date.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from adjudicator.store.engine import may_write
from adjudicator.store.tables import Row

if TYPE_CHECKING:
    from alembic.config import Config

LOCK = 0x61646A
"""PostgreSQL advisory lock held while migrating: two processes that start together take turns."""
PATIENCE_SECONDS = 600.0
"""So long one waits for the other on SQLite, whose driver gives up after five: a large database on a busy machine."""

TRIES = 5
"""So often it begins anew where PostgreSQL ends it because it and those at work wait for each other."""
_DEADLOCK = "40P01"
"""SQLSTATE (PostgreSQL's manual, appendix A)."""
OLDEST = "the version of 27 November 2026 (commit f96e3419)"
"""The version whose tables the first migration makes."""


class StoreTooNew(Exception):  # noqa: N818 - a state of affairs, not a mistake
    """The database was made by a later version of the program."""


class StoreTooOld(Exception):  # noqa: N818 - a state of affairs, not a mistake
    """The database is older than the first migration, and another version has to come in between."""


def upgrade(engine: Engine) -> None:
    """Create the tables, or bring them up to date; all or nothing. Does nothing where nothing is to do.

    Raises ``StoreTooNew`` when the database knows a migration that this program does not, ``StoreTooOld`` when it
    stands before the first one.
    """
    found, newest = stands_at(engine)
    if found == newest:
        return
    from alembic.script import ScriptDirectory

    config = _config()
    scripts = ScriptDirectory.from_config(config)
    if found and found not in {script.revision for script in scripts.walk_revisions()}:
        raise StoreTooNew(f"the database is at migration {found}, which this version does not know")
    for left in reversed(range(TRIES)):
        try:
            _to_the_newest(engine, config)
            return
        except OperationalError as error:
            if not left or getattr(error.orig, "sqlstate", None) != _DEADLOCK:
                raise


def _to_the_newest(engine: Engine, config: Config) -> None:
    from alembic import command

    lite = engine.dialect.name == "sqlite"
    with (_without_foreign_keys(engine) if lite else engine).begin() as connection:
        if not lite:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        if lite and (broken := connection.exec_driver_sql("PRAGMA foreign_key_check").all()):
            raise RuntimeError(f"the migration would break {len(broken)} references; nothing was changed")


def stands_at(engine: Engine) -> tuple[str, str]:
    """Return the current migration of a database, empty if it has no tables, and the newest one that exists.

    Raises ``StoreTooOld``.
    """
    found, numbers = _current(engine) or "", _numbers()
    if found and found < numbers[0]:
        raise StoreTooOld(
            f"the database is at migration {found}, and this version knows none before {numbers[0]}: make a backup, "
            f"run `adjudicator db upgrade` of {OLDEST} first, then that of this one"
        )
    return found, numbers[-1]


def _current(engine: Engine) -> str | None:
    """Return the current migration of a database. None: it has no tables."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return None if found is None else str(found)


def _numbers() -> list[str]:
    """By the names of the files, the oldest first: every command asks, and Alembic would import them all."""
    versions = Path(__file__).with_name("versions")
    return sorted(path.name[:4] for path in versions.glob("[0-9]*_*.py"))


def differences(engine: Engine) -> list[object]:
    """Return what a migration would have to do to make the database agree with the tables; empty if they agree."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, Row.metadata))


def write_migration(engine: Engine, message: str) -> None:
    """For developers: a draft of the next migration from the difference between database and tables."""
    from alembic import command

    config = _config()
    with may_write(), engine.connect() as connection:
        config.attributes["connection"] = connection
        command.revision(config, message, autogenerate=True, rev_id=_next_id(config))


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    return config


def _next_id(config: Config) -> str:
    from alembic.script import ScriptDirectory

    head = ScriptDirectory.from_config(config).get_current_head()
    return f"{int(head or '0') + 1:04}"


def _without_foreign_keys(engine: Engine) -> Engine:
    """SQLite changes a table by copying it, and dropping the old one must not touch what refers to it."""
    separate = create_engine(engine.url, poolclass=NullPool, connect_args={"timeout": PATIENCE_SECONDS})

    @event.listens_for(separate, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    @event.listens_for(separate, "connect")
    def connect(connection: object, _: object) -> None:
        connection.isolation_level = None  # type: ignore[attr-defined]

    return separate

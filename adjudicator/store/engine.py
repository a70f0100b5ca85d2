"""Opening the database, and the two kinds of sessions.

SQLite serves one installation in one process or a few, PostgreSQL everything larger; the code above does
not know which. On SQLite a writer takes the write lock at once (``BEGIN IMMEDIATE``): a transaction that
reads first and writes later could not be upgraded while another writer is at work.
"""

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from contextvars import ContextVar
from functools import cached_property
from pathlib import Path
from sqlite3 import SQLITE_FULL, SQLITE_IOERR
from sqlite3 import Connection as SqliteConnection
from sqlite3 import OperationalError as SqliteError

from sqlalchemy import URL, Engine, bindparam, create_engine, event, make_url, select
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry, Pool, PoolProxiedConnection, QueuePool
from sqlmodel import col

from adjudicator.failpoints import Point, reached
from adjudicator.store.codec import Codec
from adjudicator.store.tables.campaign import Campaign
from adjudicator.store.tables.columns import bind_codec

BUSY_MILLISECONDS = 10_000
COMMITS = 100
"""The number of transactions after which a process checkpoints SQLite's write-ahead log. Its length tells nothing:
it is written again from its beginning. SQLite itself checkpoints the rest when the last connection is closed."""
_commits: Counter[URL] = Counter()
PATIENCE = {"connect_timeout": 5, "keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}
"""How long (seconds) PostgreSQL may be silent before a connection counts as lost, unless its URL says otherwise.

A server that was killed leaves a socket behind at which nobody answers: the driver itself waits there for two minutes.
"""
WRITING = "adjudicator_writing"
"""In `Session.info`, that it may write; in the notes of an SQLite connection, whether it may now."""
MOMENT = "adjudicator_moment"
"""Among the attributes of an engine: the same one for those who read. To make it costs as much as a statement."""
_writes: ContextVar[bool] = ContextVar("writes", default=False)
"""Whether transactions that begin now may write."""
_first: dict[tuple[str, frozenset[bytes], bytes | None], Engine] = {}
"""The engines whose statements later ones reuse, by the kind of database and the keys of its secrets."""
BEFORE_COMMIT = "adjudicator_before_commit"
"""Execution option of an engine: a function that every writing session is given right before its commit."""
ON_LOCK = "adjudicator_on_lock"
"""Execution option of an engine: a function that is given every writing session and the campaign that it has locked."""
REHEARSING = "adjudicator_rehearsing"
LOCKED = "adjudicator_locked"
"""In `Session.info`: the campaigns that this transaction has locked, by id. Who holds them reads each row once."""
_INSUFFICIENT, _IO_ERROR = "53", "58030"


class _ReadersApart(QueuePool):
    """SQLite's connections: who reads gets other ones than who writes.

    Whether a connection may write is a flag of SQLite, and each change of a flag makes it forget every statement that
    it has prepared. So a connection stays with those who read or with those who write. Closing the one kind closes
    both.
    """

    @cached_property
    def _readers(self) -> Pool:
        return self.recreate()

    def connect(self) -> PoolProxiedConnection:
        return QueuePool.connect(self if _writes.get() else self._readers)

    def dispose(self) -> None:
        super().dispose()
        if "_readers" in vars(self):
            self._readers.dispose()


# The library names its loggers after classes: ours would tell of each pool in the log of the installation.
logging.getLogger(f"{__name__}.{_ReadersApart.__name__}").setLevel(logging.WARNING)


class StoreBusy(Exception):  # noqa: N818 - a state of affairs, not a mistake
    """Another writer did not let go in time. Put the task back and try again later."""


class CampaignBusy(StoreBusy):
    """Somebody else is working on this campaign. Put the task back and try again later."""


class StoreUnavailable(StoreBusy, SQLAlchemyError):  # noqa: N818
    """The database does not answer, or has gone away during a transaction.

    Nothing of that transaction counts, unless it was just being committed. Put the task back and try again later: it is
    not the task's fault.
    """


class StoreFull(StoreUnavailable):
    """The database cannot keep anything more: its disk is full, or broken. The same holds as of one that is away."""


def open_engine(url: str, codec: Codec) -> Engine:
    """Return the engine for ``sqlite:///path`` or ``postgresql+psycopg://…``; secrets go through ``codec``.

    The folder of an SQLite file is made. A process that forks makes a new engine in each child.

    Raises:
        ValueError: It is any other database, or SQLite in memory (each thread would see its own).
    """
    parsed = make_url(url)
    kind = parsed.get_backend_name()
    if kind == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise ValueError("the SQLite database must be a file: sqlite:///path/to/file.db")
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(parsed, hide_parameters=True, poolclass=_ReadersApart)
        event.listen(engine, "connect", _sqlite_connect)
        # An event of the engine would do too, and make every statement of its sessions a tenth dearer.
        engine.dialect.do_begin = _sqlite_begin  # type: ignore[assignment, method-assign]
    elif kind == "postgresql":
        patience = {key: value for key, value in PATIENCE.items() if key not in parsed.query}
        engine = create_engine(
            parsed.set(drivername="postgresql+psycopg"),
            pool_pre_ping=False,
            connect_args=patience,
            hide_parameters=True,  # a mail and its secrets are no words for a log
        )
    else:
        raise ValueError(f"no such database: {kind} (sqlite or postgresql)")
    event.listen(engine, "handle_error", _told_away)
    bind_codec(engine.dialect, codec)
    _take_over_statements(engine, codec)
    return engine


def _take_over_statements(engine: Engine, codec: Codec) -> None:
    """Reuse what an earlier engine of the process has learned of its kind of database, and its compiled statements.

    Trials, demonstrations and tests open one installation after the other, and spent an eighth of their time on
    compiling statements that had been compiled before.
    """
    first = _first.setdefault((engine.dialect.name, *codec.key_ids), engine)
    if first.dialect.server_version_info is None:  # it never found its database: it knows nothing
        _first[engine.dialect.name, *codec.key_ids] = engine
    else:
        engine.dialect, engine._compiled_cache = first.dialect, first._compiled_cache


def rehearsing(engine: Engine) -> Engine:
    """Return the same engine, whose `writing` rolls everything back at the end: for a dry run of a whole use case."""
    return engine.execution_options(**{REHEARSING: True})


def rehearses(session: Session) -> bool:
    """Return whether a transaction keeps nothing."""
    return bool(session.get_bind().get_execution_options().get(REHEARSING))


def _session(engine: Engine, *, autoflush: bool = True) -> Session:
    """Return a session that cannot be used any more once it is closed: what it loaded reads nothing further."""
    return Session(engine, expire_on_commit=False, autoflush=autoflush, close_resets_only=False)


@contextmanager
def may_write(*, yes: bool = True) -> Iterator[None]:
    """Let transactions that begin in here write: for `writing`, and for who makes connections of their own."""
    before = _writes.set(yes)
    try:
        yield
    finally:
        _writes.reset(before)


@contextmanager
def reading(engine: Engine) -> Iterator[Session]:
    """Yield a session that sees one consistent moment and cannot write."""
    with may_write(yes=False), _session(_at_one_moment(engine), autoflush=False) as session:
        yield session
        session.commit()  # nothing; but with a ROLLBACK psycopg forgets every statement that it has prepared


def _at_one_moment(engine: Engine) -> Engine:
    if engine.dialect.name == "sqlite":
        return engine
    found: Engine | None = vars(engine).get(MOMENT)
    if found is None:
        found = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        vars(engine)[MOMENT] = found
    return found


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """Open one transaction: committed durably when the block ends, rolled back when it raises (or is `rehearsing`).

    Raises ``StoreBusy`` when SQLite's write lock cannot be had within ten seconds.
    """
    with may_write(), _session(engine) as session:
        session.info[WRITING] = True
        try:
            session.connection()
        except OperationalError as error:
            if "locked" in str(error.orig):
                raise StoreBusy("the database is locked by another writer") from error
            raise
        yield session
        if rehearses(session):
            session.flush()
            return
        before_commit = engine.get_execution_options().get(BEFORE_COMMIT)
        if before_commit is not None:
            before_commit(session)
        reached(Point.COMMITTING)
        session.commit()
    reached(Point.COMMITTED)
    if engine.dialect.name == "sqlite":
        _commits[engine.url] += 1
        if _commits[engine.url] % COMMITS == 0:
            checkpoint(engine)


def checkpoint(engine: Engine) -> None:
    """Carry SQLite's write-ahead log over into the database, while nobody can commit.

    Before 3.51.3 (and 3.50.7, 3.44.6) a checkpoint beside which somebody commits can lose what was committed
    (https://sqlite.org/wal.html, "The WAL-Reset Bug"), and SQLite's own checkpoints run beside others: they are off.
    One that cannot have the write lock is left to the next commit. Readers are not waited for.
    """
    with may_write(), closing(engine.raw_connection()) as alone, closing(engine.raw_connection()) as copying:
        holding = alone.cursor()
        try:
            holding.execute("BEGIN IMMEDIATE")
        except SqliteError:
            return
        try:
            copying.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")
        except SqliteError as error:
            if not _full(error):  # what was committed stays in the write-ahead log until there is room
                raise
        finally:
            holding.execute("ROLLBACK")


def lock_campaign(session: Session, campaign_id: int) -> Campaign:
    """Be the only one who works on this campaign until the end of the transaction. Returns its row as it is now.

    Raises ``CampaignBusy`` at once when another worker holds it, ``LookupError`` when there is none such,
    ``RuntimeError`` in a session that is not a writing one.
    """
    if not session.info.get(WRITING):
        raise RuntimeError("a campaign is locked in a writing session only")
    campaign = session.scalars(_TO_LOCK, {"id": campaign_id}).first()
    if campaign is None:
        if session.get(Campaign, campaign_id) is None:
            raise LookupError(f"there is no campaign with id {campaign_id}")
        raise CampaignBusy(f"campaign {campaign_id} is being worked on")
    session.info.setdefault(LOCKED, {})[campaign_id] = campaign
    on_lock = session.get_bind().get_execution_options().get(ON_LOCK)
    if on_lock is not None:
        on_lock(session, campaign)
    return campaign


# On SQLite the writer has the whole database, and the clause is left out.
# NO KEY UPDATE: rows that refer to the campaign (a mail just stored) may still be inserted by others.
_TO_LOCK = (
    select(Campaign)
    .where(col(Campaign.id) == bindparam("id"))
    .with_for_update(skip_locked=True, key_share=True)
    .execution_options(populate_existing=True)
)


def _told_away(context: ExceptionContext) -> None:
    """Raise an error of its own for a lost connection, one that cannot be made, or a full disk.

    None of these is an error of a statement.
    """
    error = context.original_exception
    words = (str(error).strip().splitlines() or [type(error).__name__])[0]
    if _full(error):
        raise StoreFull(f"the database can keep nothing more: {words}") from error
    unmade = context.connection is None and isinstance(context.sqlalchemy_exception, OperationalError)
    if context.is_disconnect or unmade:
        raise StoreUnavailable(f"the database does not answer: {words}") from error


def _full(error: BaseException) -> bool:
    """Return whether an error says that the disk is full or fails.

    It is told by the primary code of SQLite (its manual, "Result and Error Codes"), or the SQLSTATE of PostgreSQL (its
    manual, appendix A: class 53, "Insufficient Resources", and an error of input or output).
    """
    if isinstance(error, SqliteError):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in (SQLITE_FULL, SQLITE_IOERR)
    state = getattr(error, "sqlstate", None) or ""
    return state == _IO_ERROR or state.startswith(_INSUFFICIENT)


def _sqlite_connect(connection: SqliteConnection, _: ConnectionPoolEntry) -> None:
    # The driver must not begin transactions by itself: _sqlite_begin does.
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout={BUSY_MILLISECONDS}",
        "journal_mode=WAL",
        "wal_autocheckpoint=0",
        "synchronous=FULL",
        "foreign_keys=ON",
        "temp_store=MEMORY",
        "cache_size=-16000",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def _sqlite_begin(connection: PoolProxiedConnection) -> None:
    driver = connection.driver_connection
    assert isinstance(driver, SqliteConnection)
    may = _writes.get()
    if connection.info.get(WRITING) is not may:
        driver.execute(f"PRAGMA query_only={'OFF' if may else 'ON'}").close()
        connection.info[WRITING] = may
    driver.execute("BEGIN IMMEDIATE" if may else "BEGIN").close()

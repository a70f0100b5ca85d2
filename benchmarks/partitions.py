"""Measure what partitions of PostgreSQL would bring: `python benchmarks/partitions.py --rows 1000000`.

Which of the large tables can be divided as they are; what it takes to drop what is old of the mails that came, as the
program does it (row by row, the row itself stays) and as whole partitions of a table that had nothing but the bytes;
and what is paid for that whenever a mail is read. Processor time is that of all processes of a PostgreSQL of our own.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import psycopg
from psycopg import sql
from sqlalchemy import Engine
from timing import Sheet

from adjudicator.store.codec import Codec
from adjudicator.store.engine import open_engine, writing
from adjudicator.store.migrations import upgrade
from adjudicator.store.pruning import KINDS
from tests.own_servers import create_database, postgresql

RAW, PICTURE = os.urandom(1500), os.urandom(300)
NOW = datetime(2030, 1, 1, tzinfo=UTC)
DAYS, WIDTH = 400, 20
"""The days of mails, and the days of a partition."""
AT_ONCE, READS, HASHED, PICTURES = 100, 5000, 16, 200_000
WAYS = (
    ("inbound_mail", "RANGE (stored_at)"),
    ("inbound_mail", "HASH (campaign_id)"),
    ("outbound_mail", "RANGE (queued_at)"),
    ("outbound_mail", "HASH (campaign_id)"),
    ("mail_picture", "HASH (campaign_id)"),
)
UTIME, STIME, CUTIME, CSTIME, PARENT = 11, 12, 13, 14, 1
"""Indexes of the fields of /proc/PID/stat, counted after the name of the program."""

Connection = psycopg.Connection[tuple[object, ...]]


class Server:
    """A PostgreSQL server, and how long its processes have worked."""

    def __init__(self, dsn: str) -> None:
        self.folder = Path(psycopg.conninfo.conninfo_to_dict(dsn)["host"])
        self._postmaster = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    @property
    def worked(self) -> float:
        """Processor seconds so far; those of processes that have ended are the first one's."""
        ticks = 0
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = path.read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            first = int(path.parent.name) == self._postmaster
            if first or int(fields[PARENT]) == self._postmaster:
                wanted = (UTIME, STIME, CUTIME, CSTIME) if first else (UTIME, STIME)
                ticks += sum(int(fields[each]) for each in wanted)
        return ticks / os.sysconf("SC_CLK_TCK")

    @contextmanager
    def timed(self, sheet: Sheet, name: str, of: int = 1) -> Iterator[None]:
        before = self.worked
        yield
        sheet.seconds(name, (self.worked - before) / of)


def fill(connection: Connection, rows: int) -> None:
    """Fill tables with mails that came one after the other.

    The bytes are once in their rows, and once in a table of partitions.
    """
    first = NOW - timedelta(days=DAYS)
    connection.execute(
        "INSERT INTO inbound_mail (message_id, content_hash, twins, received_at, stored_at, sender, mailbox, size,"
        " status, due_at, attempts, unfinished, nature, reason, hold, raw)"
        " SELECT n || '@players.test', sha256(n::text::bytea), false, at, at, 'anna@players.test', '', 4000,"
        " 'handled', at, 0, 0, 'person', '', '', %s"
        " FROM generate_series(1, %s) AS n, LATERAL (SELECT %s + n * %s::interval AS at) AS moment",
        (RAW, rows, first, timedelta(days=DAYS) / rows),
    )
    connection.execute(
        "CREATE TABLE raw_by_time (inbound_mail_id bigint, stored_at timestamptz, raw bytea NOT NULL,"
        " PRIMARY KEY (inbound_mail_id, stored_at)) PARTITION BY RANGE (stored_at)"
    )
    for number in range(DAYS // WIDTH):
        begin = first + timedelta(days=number * WIDTH)
        end = begin + timedelta(days=WIDTH + (number + 1 == DAYS // WIDTH))
        connection.execute(
            sql.SQL("CREATE TABLE {} PARTITION OF raw_by_time FOR VALUES FROM ({}) TO ({})").format(
                sql.Identifier(f"raw_{number}"), sql.Literal(begin), sql.Literal(end)
            )
        )
    connection.execute("INSERT INTO raw_by_time SELECT id, stored_at, raw FROM inbound_mail")
    connection.execute("VACUUM ANALYZE")


def size(connection: Connection, table: str) -> tuple[int, int]:
    """Return bytes of a table and of its indexes, partitions included."""
    row = connection.execute(
        "SELECT sum(pg_table_size(relid)), sum(pg_indexes_size(relid)) FROM"
        " (SELECT relid FROM pg_partition_tree(%s) UNION SELECT %s::regclass) AS parts",
        (table, table),
    ).fetchone()
    assert row is not None
    return int(str(row[0])), int(str(row[1]))


def sized(sheet: Sheet, connection: Connection, table: str, when: str) -> None:
    rows, indexes = size(connection, table)
    sheet.size(f"{table}, {when}", rows)
    sheet.size("– indexes of it", indexes)


def refusals(connection: Connection) -> None:
    """Print which tables PostgreSQL divides as they are."""
    for table, way in WAYS:
        try:
            connection.execute(f"CREATE TABLE divided (LIKE {table} INCLUDING ALL) PARTITION BY {way}".encode())
            told = "can be"
            connection.execute("DROP TABLE divided")
        except psycopg.errors.FeatureNotSupported as error:
            told = f"{error.diag.message_primary}; {error.diag.message_detail}"
        print(f"{table} BY {way}: {told}")


def pruned(engine: Engine, before: datetime) -> int:
    """Delete rows as `adjudicator prune` does; return how many."""
    kind, total = next(each for each in KINDS if each.name == "received mails"), 0
    while True:
        with writing(engine) as session:
            count = kind.drop_some(session, before, AT_ONCE, NOW)
        if not count:
            return total
        total += count


def received(sheet: Sheet, server: Server, connection: Connection, engine: Engine, rows: int, old: int) -> None:
    fill(connection, rows)
    for table in ("inbound_mail", "raw_by_time"):
        sized(sheet, connection, table, f"{rows:,} rows")
    rng = Random(1)
    looked = [(rng.randrange(rows * 9 // 10, rows) + 1,) for _ in range(READS)]
    for name, text in (
        ("one mail read by its number", "SELECT raw FROM inbound_mail WHERE id = %s"),
        ("– of partitions", "SELECT raw FROM raw_by_time WHERE inbound_mail_id = %s"),
        (
            "– and the moment of the row is known",
            "SELECT kept.raw FROM inbound_mail JOIN LATERAL (SELECT r.raw FROM raw_by_time r WHERE r.inbound_mail_id ="
            " inbound_mail.id AND r.stored_at = inbound_mail.stored_at) AS kept ON true WHERE id = %s",
        ),
    ):
        with server.timed(sheet, name, READS):
            for each in looked:
                connection.execute(text.encode(), each, prepare=True).fetchall()
    periods = old * DAYS // rows // WIDTH
    before = NOW - timedelta(days=DAYS - periods * WIDTH)
    with server.timed(sheet, f"prune of {old:,}, as it is"):
        count = pruned(engine, before)
    sized(sheet, connection, "inbound_mail", f"{count:,} pruned")
    with server.timed(sheet, "– VACUUM behind it"):
        connection.execute("VACUUM inbound_mail")
    with server.timed(sheet, f"prune of {old:,}, as {periods} partitions"):
        for number in range(periods):
            connection.execute(f"DROP TABLE raw_{number}".encode())
    sized(sheet, connection, "raw_by_time", f"{old:,} pruned")


def pictures(sheet: Sheet, server: Server, connection: Connection) -> None:
    """Compare pictures of campaigns in one table and in several.

    What is deleted depends on their uses, never on their age.
    """
    connection.execute(
        "CREATE TABLE plain (campaign_id bigint, hash bytea, data bytea, PRIMARY KEY (campaign_id, hash))"
    )
    connection.execute("CREATE TABLE hashed (LIKE plain INCLUDING ALL) PARTITION BY HASH (campaign_id)")
    for number in range(HASHED):
        connection.execute(
            f"CREATE TABLE hashed_{number} PARTITION OF hashed"
            f" FOR VALUES WITH (MODULUS {HASHED}, REMAINDER {number})".encode()
        )
    for table in ("plain", "hashed"):
        with server.timed(sheet, f"{PICTURES:,} pictures into {table}, each", PICTURES):
            connection.execute(
                f"INSERT INTO {table} SELECT n %% 20000, sha256(n::text::bytea), %s"
                f" FROM generate_series(1, {PICTURES}) AS n".encode(),
                (PICTURE,),
            )
        sized(sheet, connection, table, f"{PICTURES:,} pictures")
        with server.timed(sheet, f"a picture deleted from {table}", READS):
            for n in range(1, READS + 1):
                connection.execute(
                    f"DELETE FROM {table} WHERE campaign_id = %s AND hash = sha256(%s::text::bytea)".encode(),
                    (n % 20000, n),
                    prepare=True,
                )


def main(rows: int, old: int) -> None:
    sheet = Sheet("partitions of PostgreSQL")
    with postgresql() as dsn:
        server, name = Server(dsn), create_database(dsn)
        engine = open_engine(f"postgresql+psycopg://adjudicator@/{name}?host={server.folder}", Codec(None))
        upgrade(engine)
        where = psycopg.conninfo.make_conninfo(dsn, dbname=name)
        with psycopg.connect(where, autocommit=True) as connection:
            refusals(connection)
            pictures(sheet, server, connection)
            received(sheet, server, connection, engine, rows, old)
        engine.dispose()
    sheet.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--old", type=int, default=200_000, help="of these, so many are old enough to go")
    given = parser.parse_args()
    main(given.rows, given.old)

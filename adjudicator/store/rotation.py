"""Writing again, with today's server key, what was sealed with an earlier one or with none."""

from collections.abc import Iterator

from msgspec import Struct
from sqlalchemy import Column, Engine, LargeBinary, String, Table, inspect, select, text, type_coerce, update

from adjudicator.store.codec import SEALED, SEALED_PACKED, Codec
from adjudicator.store.engine import may_write, reading, writing
from adjudicator.store.statements import execute_change
from adjudicator.store.tables import Row, SigningKey, table_of
from adjudicator.store.tables.columns import SealedBytes, SealedWord, sealed_today

BATCH = 200


class Rotated(Struct, frozen=True):
    """The number of blobs of a column that were written again."""

    table: str
    column: str
    blobs: int


def rotate(engine: Engine, codec: Codec) -> Iterator[Rotated]:
    """Go through every column that may hold secrets; a service may be at work meanwhile.

    What somebody else has changed in between is left to the next run. Raises CodecError where a key is missing.
    """
    for table in Row.metadata.sorted_tables:
        for column in table.columns:
            if isinstance(column.type, SealedBytes | SealedWord):
                yield Rotated(table.name, column.name, sum(_column(engine, codec, table, column)))


def locked_away(engine: Engine) -> bool:
    """Return whether what is there was sealed with a key, so that a fresh one would not open it."""
    if not inspect(engine).has_table(SigningKey.__tablename__):
        return False
    column = table_of(SigningKey).c.private
    with reading(engine) as session:
        stored = session.execute(select(type_coerce(column, LargeBinary()))).scalars().all()
    return any(bytes(blob)[:1] in (SEALED, SEALED_PACKED) for blob in stored)


def vacuum(engine: Engine) -> None:
    """Write the file of an SQLite database again, so that free pages do not keep what was there before.

    PostgreSQL sees to that by itself.
    """
    if engine.dialect.name != "sqlite":
        return
    with may_write(), engine.connect() as connection:
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("VACUUM")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


def free_bytes(engine: Engine) -> int:
    """Return the free bytes of an SQLite file, used before it grows.

    Other databases return 0.
    """
    if engine.dialect.name != "sqlite":
        return 0
    with reading(engine) as session:
        pages, size = (session.scalar(text(f"PRAGMA {what}")) for what in ("freelist_count", "page_size"))
    return int(pages or 0) * int(size or 0)


def _column(engine: Engine, codec: Codec, table: Table, column: Column[object]) -> Iterator[int]:
    plain = LargeBinary() if isinstance(column.type, SealedBytes) else String()
    stored = type_coerce(column, plain)
    keys = list(table.primary_key.columns)
    with reading(engine) as session:
        rows = session.execute(select(*keys, stored).where(column.is_not(None))).all()
    old = [row for row in rows if not sealed_today(codec, row[-1])]
    for start in range(0, len(old), BATCH):
        with writing(engine) as session:
            for *values, blob in old[start : start + BATCH]:
                here = [key == value for key, value in zip(keys, values, strict=True)]
                opened = column.type.process_result_value(blob, engine.dialect)  # type: ignore[attr-defined]
                yield execute_change(session, update(table).where(*here, stored == blob).values({column.name: opened}))

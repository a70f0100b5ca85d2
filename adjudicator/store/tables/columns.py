"""Column types that every table shares, and the base class of the tables."""

from base64 import b64decode, b64encode
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

from sqlalchemy import (
    BigInteger,
    DateTime,
    Dialect,
    Enum,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    TypeDecorator,
)
from sqlalchemy import inspect as inspect_mapped
from sqlalchemy.orm import Mapper
from sqlmodel import SQLModel
from sqlmodel._compat import SQLModelConfig

from adjudicator.store.codec import Codec

MAILBOX = String(31)
"""The name of a mailbox in the settings; empty: the main one."""
ID = BigInteger().with_variant(Integer, "sqlite")
"""64 bits everywhere; SQLite numbers rows by itself only when the type is called INTEGER."""

_codecs: WeakKeyDictionary[Dialect, Codec] = WeakKeyDictionary()


def bind_codec(dialect: Dialect, codec: Codec) -> None:
    """Let every ``SealedBytes`` column of the engine that owns ``dialect`` go through ``codec``."""
    _codecs[dialect] = codec


class SealedBytes(TypeDecorator[bytes]):
    """Bytes that may hold a secret: written and read through the codec of the engine.

    Compares by no means: two seals of one blob differ. Raises ``LookupError`` on an engine that was not
    made by ``open_engine``.
    """

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Return a value as the database keeps it, sealed if there is a key."""
        return None if value is None else _codecs[dialect].seal(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> bytes | None:
        """Return a value of the database, opened."""
        return None if value is None else _codecs[dialect].open(bytes(value))


class SealedWord(TypeDecorator[str]):
    """A short text of a fixed length that may betray a secret, such as the hash of one. Compares by no means.

    Without a server key it is written as it is; what was written so stays readable.
    """

    impl = String
    cache_ok = True
    SEALED = "~"

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Return a value as the database keeps it, sealed if there is a key."""
        codec = _codecs[dialect]
        if value is None or not codec.has_key:
            return value
        return self.SEALED + b64encode(codec.seal(value.encode(), padded=False)).decode()

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        """Return a value of the database, opened."""
        if value is None or not value.startswith(self.SEALED):
            return None if value is None else str(value)
        return _codecs[dialect].open(b64decode(value[len(self.SEALED) :])).decode()


def sealed_today(codec: Codec, stored: bytes | str) -> bool:
    """Return whether a value as it stands in the database is written as it would be written today."""
    if isinstance(stored, bytes | memoryview):
        return codec.current(bytes(stored))
    if not stored.startswith(SealedWord.SEALED):
        return not codec.has_key
    return codec.current(b64decode(stored[len(SealedWord.SEALED) :]))


class UtcDateTime(TypeDecorator[datetime]):
    """A moment. Stored in UTC, always aware when read; a naive one is refused with ``ValueError``."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the value without its zone for SQLite, which keeps text.

        PostgreSQL gets the zone.
        """
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment without time zone: {value.isoformat()}")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Return the moment, always aware and always in UTC."""
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def one_of(kind: type[StrEnum]) -> Enum:
    """Return a column of one of the words of ``kind``: text in the database; a new word needs no migration."""
    return Enum(kind, native_enum=False, length=16, values_callable=lambda words: [word.value for word in words])


class Row(SQLModel):
    """Base of all tables. The names of constraints are fixed so that migrations can find them."""

    model_config = SQLModelConfig(defer_build=True)
    """Checkers of fields are built when somebody asks for them: rows of tables are not checked."""
    metadata: ClassVar[MetaData] = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        }
    )


def table_of(row: type[Row]) -> Table:
    """Return the Core table of a class, for inserts and updates that bypass the ORM."""
    mapper: Mapper[Any] = inspect_mapped(row)
    table = mapper.local_table
    assert isinstance(table, Table)
    return table

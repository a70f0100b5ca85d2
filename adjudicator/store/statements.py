"""Build what SQLAlchemy has no typed word for, and give the short way for statements of the daily path.

A statement on the columns of `table_of` that is built once costs a fifth of one on classes that is built again.
"""

import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from sqlalchemy import CompoundSelect, CursorResult, Delete, Insert, Select, Update
from sqlalchemy.orm import Session

from adjudicator.store.tables.columns import Row, table_of

CONNECTION = "adjudicator_connection"
"""In `Session.info`, that of the session: to ask for it costs an eighth of a statement. Behind a savepoint it is asked
for, because SQLAlchemy makes the savepoint then.
"""
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def run(
    session: Session,
    statement: Select[Any] | CompoundSelect[Any] | Insert | Update | Delete,
    values: Mapping[str, object] | Sequence[Mapping[str, object]] | None = None,
) -> CursorResult[Any]:
    """Execute a statement on tables. What the session holds back is written first, as for one on classes."""
    if session.autoflush:
        session.flush()
    connection = None if session.in_nested_transaction() else session.info.get(CONNECTION)
    if connection is None or connection.closed:
        connection = session.info[CONNECTION] = session.connection()
    return connection.execute(statement, values)


def insert_into(session: Session, kind: type[Row]) -> Any:
    """Return an insertion that can say what to do with a row that exists already, in the dialect of the database.

    The module of the other dialect is not loaded.
    """
    return import_module(f"sqlalchemy.dialects.{session.get_bind().dialect.name}").insert(table_of(kind))


def execute_change(session: Session, statement: Update | Delete, values: Mapping[str, object] | None = None) -> int:
    """Execute an update or a deletion; returns how many rows it met."""
    return run(session, statement, values).rowcount


def storable(text: str, longest: int = 2000) -> str:
    """Return ``text`` as both databases can keep it.

    It has no NUL (PostgreSQL) and no lone surrogates, and is cut to ``longest``.
    """
    return _UNSTORABLE.sub("\ufffd", text[:longest])

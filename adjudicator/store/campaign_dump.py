"""Write down all that the store knows of one campaign, table by table, and read it back again.

Which rows belong to a campaign follows from the foreign keys, so that a new table is taken along without a word here.
Secrets leave the store opened: who may have the dump may have everything. Ids stay as they are where the installation
is the same or new; in another one that is in use they are others (`renumbering`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

import msgspec
from sqlalchemy import Column, Enum, LargeBinary, Select, Table, and_, func, insert, or_, select, text
from sqlalchemy.orm import Session

from adjudicator.given_files import from_json
from adjudicator.store.tables import Campaign, Row
from adjudicator.store.tables.columns import SealedBytes, UtcDateTime

SHARED = frozenset((
    "person", "address", "series", "process", "clock", "mailbox", "alarm", "signing_key", "content", "tournament",
    "tournament_table", "unfetched_mail",
))  # fmt: skip
"""Tables whose rows other campaigns may use too (the same row is not stored twice), or of the installation itself."""
LEFT_HERE = frozenset(("channel", "channel_notice"))
"""Tables that no dump takes along: where notices go, with the secrets of others, is said again."""
FORMER_COLUMNS = {("diary_note", "handed_on"): "for_successor"}
"""The name of today of a column, by its table and its former name: dumps of earlier versions have that one."""
BATCH = 500
_REFERRED = {"person": "person_id", "series": "series_id"}


class CannotRestore(Exception):  # noqa: N818 - a state of affairs
    """A dump does not fit into this store; the sentence says why."""


class NameTaken(CannotRestore):
    """Another campaign has the name."""


def dump(session: Session, campaign_id: int) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the tables that hold something of the campaign, each with its rows.

    They come in an order in which they can be stored.
    """
    tables = Row.metadata.sorted_tables
    owned = _owned(tables, campaign_id)
    owned |= _shared(tables, owned)
    for table in tables:
        if table.name in owned and table.name not in LEFT_HERE:
            rows = session.execute(owned[table.name].order_by(*table.primary_key)).mappings()
            found = [dict(row) for row in rows]
            if found:
                yield table.name, found


def rows_of_campaign(campaign_id: int) -> dict[Table, Select[Any]]:
    """Return the tables that can hold something of the campaign alone, each with how to find its rows."""
    tables = Row.metadata.sorted_tables
    found = _owned(tables, campaign_id)
    return {table: found[table.name] for table in tables if table.name in found}


def last_moment(session: Session, campaign: Campaign) -> datetime:
    """Return the moment of the newest trace of anything in a campaign."""
    moments = [campaign.created_at]
    for name in ("inbound_mail.stored_at", "outbound_mail.queued_at", "outbound_mail.handed_over_at", "audit.at"):
        place, column = name.split(".")
        rows = Row.metadata.tables[place].c
        newest = session.scalar(select(func.max(rows[column])).where(rows.campaign_id == campaign.id))
        moments += [newest] if newest is not None else []
    return max(moments)


def encode(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Encode rows as JSON lines; bytes in base64, moments in ISO form."""
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)


def decode(name: str, lines: bytes) -> list[dict[str, Any]]:
    """Return the rows of a table from JSON lines.

    Raises:
        CannotRestore: There is no such table or column, or a line is no row.
    """
    table = Row.metadata.tables.get(name)
    if table is None:
        raise CannotRestore(f"this version knows no table {name!r}: the archive was made by a later one")
    rows = []
    for line in lines.splitlines():
        try:
            given: dict[str, Any] = from_json(line, dict[str, Any])
            given = {FORMER_COLUMNS.get((name, key), key): value for key, value in given.items()}
            unknown = sorted(set(given) - set(table.c.keys()))
            if unknown:
                raise CannotRestore(f"this version knows no {name}.{unknown[0]}: the archive was made by a later one")
            if lacking := sorted(set(table.primary_key.columns.keys()) - set(given)):
                raise CannotRestore(f"a row of {name} has no {lacking[0]}")
            rows.append({key: _typed(table.c[key], value) for key, value in given.items()})
        except ValueError as error:
            raise CannotRestore(f"{name}: {error}") from None
    return rows


def restore(
    session: Session, dumped: Mapping[str, Sequence[Mapping[str, Any]]], *, numbered_here: bool = False
) -> None:
    """Store all rows of a dump, whose numbers may have been given here. Raises CannotRestore where one is in use."""
    for table in Row.metadata.sorted_tables:
        rows = [dict(row) for row in dumped.get(table.name, ())]
        if table.name == "content":
            _undamaged(rows)
        new = [row for row in rows if not _there(session, table, row)]
        for start in range(0, len(new), BATCH):
            session.execute(insert(table), new[start : start + BATCH])
    session.flush()
    if session.get_bind().dialect.name == "postgresql" and not numbered_here:
        _numbers_go_on(session, dumped)


def _owned(tables: Sequence[Table], campaign_id: int) -> dict[str, Select[Any]]:
    """Return how to find the rows of the campaign in each table that is not shared."""
    found: dict[str, Select[Any]] = {}
    for table in tables:
        if table.name == "campaign":
            found[table.name] = select(table).where(table.c.id == campaign_id)
        elif "campaign_id" in table.c:
            found[table.name] = select(table).where(table.c.campaign_id == campaign_id)
        elif table.name not in SHARED:
            ways = [
                column.in_(_ids(found[key.column.table.name], key.column.name))
                for column in table.c
                for key in column.foreign_keys
                if key.column.table.name in found and column.name not in ("revision", *_REFERRED.values())
            ]
            if ways:
                # several references (two mails, a seat and a set) all lead to the one campaign
                found[table.name] = select(table).where(or_(*ways))
    return found


def _shared(tables: Sequence[Table], owned: Mapping[str, Select[Any]]) -> dict[str, Select[Any]]:
    """Return people, addresses and series that the campaign refers to.

    The key of the installation is included.
    """
    by_name = {table.name: table for table in tables}
    found: dict[str, Select[Any]] = {}
    for name in _REFERRED:
        table = by_name[name]
        ways = [
            table.c.id.in_(_ids(rows, column.name))
            for owner, rows in owned.items()
            for column in by_name[owner].c
            if any(key.column.table.name == name for key in column.foreign_keys)
        ]
        found[name] = select(table).where(or_(*ways))
    address = by_name["address"]
    found["address"] = select(address).where(address.c.person_id.in_(_ids(found["person"], "id")))
    content = by_name["content"]
    played = owned["campaign_content"].subquery()
    found["content"] = select(content).where(content.c.hash.in_(select(played.c.hash)))
    found["signing_key"] = select(by_name["signing_key"])
    return found


def _ids(rows: Select[Any], column: str) -> Select[Any]:
    inner = rows.subquery()
    return select(inner.c[column]).where(inner.c[column].is_not(None))


def _typed(column: Column[Any], value: Any) -> Any:
    """Return a value of JSON as the column takes it."""
    if value is None:
        return None
    kind: Any = column.type
    if isinstance(kind, SealedBytes | LargeBinary):
        return msgspec.convert(value, bytes)
    if isinstance(kind, UtcDateTime):
        return msgspec.convert(value, datetime)
    if isinstance(kind, Enum) and kind.enum_class is not None:
        return kind.enum_class(value)
    if kind.python_type is date:
        return msgspec.convert(value, date)
    return value


def _there(session: Session, table: Table, row: Mapping[str, Any]) -> bool:
    """Return whether a shared row is stored already. Raises CannotRestore where its place is taken by another."""
    own = and_(*(column == row[column.name] for column in table.primary_key))
    known = session.execute(select(table).where(own)).mappings().first()
    if known is None:
        return False
    if table.name == "signing_key" or (table.name == "content" and known["data"] == row["data"]):
        return True
    if table.name in SHARED and all(
        known[name] == row[name] for name in ("name", "email", "created_at") if name in row
    ):
        return True
    place = ", ".join(f"{column.name} {row[column.name]}" for column in table.primary_key)
    raise CannotRestore(
        f"the database holds another {table.name.replace('_', ' ')} with {place}, and is of the same installation: "
        "there an archive keeps its own numbers"
    )


def _undamaged(packs: Sequence[Mapping[str, Any]]) -> None:
    """Check that content packs are what their hashes say.

    Raises:
        CannotRestore: One is not.
    """
    for row in packs:
        if hashlib.sha256(row["data"]).hexdigest() != row["hash"]:
            raise CannotRestore(f"the pack {row['hash'][:12]} is damaged: it is not what its hash says")


def _numbers_go_on(session: Session, dumped: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    """Let new rows get numbers after the restored ones; SQLite does that by itself."""
    for name in dumped:
        table = Row.metadata.tables[name]
        if "id" in table.c:
            highest = session.scalar(select(func.max(table.c.id))) or 1
            sequence = "SELECT setval(pg_get_serial_sequence(:table, 'id'), :highest)"
            session.execute(text(sequence), {"table": f'"{name}"', "highest": highest})

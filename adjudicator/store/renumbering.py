"""Give the rows of a campaign that comes from another installation numbers that are free here.

How it works. A dump (`campaign_dump`) has the numbers of the installation that wrote it. Every row gets the next free
number of its table here, and whatever refers to it follows: the columns with foreign keys by these, and by name the few
columns, and the few fields inside stored JSON, that no foreign key tells of.

What must hold:

- A person with a name and an address that somebody has here is that person. Of their other addresses none is taken
  over: an archive must not let anybody in.
- The trail stays whole: each act is bound to the campaign's number, so it gets another hash.
- What belongs to the old installation alone stays there: its key, its leases, the places in its mailbox, codes that
  stand for something that has no row here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Table, func, select, text
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store import audits
from adjudicator.store.campaign_dump import CannotRestore
from adjudicator.store.receipts import known_key
from adjudicator.store.tables import Address, Audit, Campaign, Person, Row, Seat, Series, SignatureSeen

Dumped = Mapping[str, Sequence[Mapping[str, Any]]]
Rows = dict[str, list[dict[str, Any]]]
Numbers = dict[str, dict[int, int]]
"""By table the number here of each number there."""

STAY_THERE = ("signing_key", "mail_place", "tournament_table")
LEASES = (("inbound_mail", "holder"), ("outbound_mail", "holder"))
"""Columns that name a process of the installation."""
WITHOUT_KEY = {("audit", "campaign_id"): "campaign", ("outbound_mail", "caused_by"): "person"}
"""Columns with the number of a row of these tables that no foreign key tells of."""
INSIDE: dict[tuple[str, str], dict[str, str]] = {
    ("audit", "details"): {"person": "person"},
    ("confirmation", "payload"): {"address_id": "address", "mail_id": "inbound_mail", "match_id": "match"},
    ("draft", "lines"): {"mail_id": "inbound_mail", "person_id": "person"},
    ("press", "content"): dict.fromkeys(("author", "guise", "knowing", "readers", "seats"), "seat"),
}
"""By column with JSON the fields in it, however deep, that hold numbers of rows of these tables."""


def comes_from_elsewhere(session: Session, dumped: Dumped) -> bool:
    """Return whether this installation is in use, and is not the one that wrote a dump: its key is another."""
    theirs = [row["private"] for row in dumped.get("signing_key", ())]
    in_use = session.scalar(select(col(Campaign.id)).limit(1)) is not None
    return in_use and known_key(session) not in theirs


def renumbered(session: Session, dumped: Dumped, name: str) -> tuple[Rows, bytes]:
    """Return the rows of a dump with numbers that are free here, the campaign by this name.

    The second value is the last hash of its trail as it was: it belongs into an act of its own.

    Raises:
        CannotRestore: The campaign is here already, or another series has the name of its own.
    """
    if (here := here_as(session, dumped)) is not None:
        raise CannotRestore(f"this campaign is here already, as {here}")
    rows: Rows = {table: [dict(row) for row in found] for table, found in dumped.items() if table not in STAY_THERE}
    numbers: Numbers = {"person": _known_people(session, rows), "series": _known_series(session, rows)}
    numbers["address"] = _known_addresses(session, rows, numbers["person"])
    for table in Row.metadata.sorted_tables:
        if table.name in rows and "id" in table.primary_key.columns:
            known = numbers.setdefault(table.name, {})
            rows[table.name] = [row for row in rows[table.name] if row["id"] not in known]
            new = [row["id"] for row in rows[table.name]]
            known |= dict(zip(new, _free(session, table, len(new)), strict=True))
    for table in Row.metadata.sorted_tables:
        if table.name in rows:
            found = [_with_numbers(table, row, numbers) for row in rows[table.name]]
            rows[table.name] = [row for row in found if row is not None]
    for place, column in LEASES:
        for row in rows.get(place, ()):
            row[column] = None
    seen = session.scalars(select(col(SignatureSeen.mark))).all() if rows.get("signature_seen") else ()
    rows["signature_seen"] = [row for row in rows.get("signature_seen", ()) if row["mark"] not in seen]
    (campaign,) = rows["campaign"]
    campaign["name"] = name
    return rows, _bound_anew(rows)


def here_as(session: Session, dumped: Dumped) -> str | None:
    """Return the name that the campaign of a dump has here, if it is here: by the tags of its seats."""
    tags = [row["tag"] for row in dumped.get("seat", ())]
    named = select(col(Campaign.name)).join(Seat, col(Seat.campaign_id) == col(Campaign.id))
    return session.scalar(named.where(col(Seat.tag).in_(tags)).limit(1))


def _known_people(session: Session, rows: Rows) -> dict[int, int]:
    """Return the people of a dump that somebody here is: by name and one address."""
    known = {}
    for person in rows.get("person", ()):
        emails = [row["email"] for row in rows.get("address", ()) if row["person_id"] == person["id"]]
        here = select(col(Person.id)).join(Address, col(Address.person_id) == col(Person.id))
        found = session.scalar(here.where(col(Address.email).in_(emails), col(Person.name) == person["name"]).limit(1))
        if found is not None:
            known[person["id"]] = found
    return known


def _known_addresses(session: Session, rows: Rows, people: Mapping[int, int]) -> dict[int, int]:
    """Return the addresses here of people who are known; their others leave the dump."""
    known, kept = {}, []
    for address in rows.get("address", ()):
        if address["person_id"] not in people:
            kept.append(address)
            continue
        own = (col(Address.person_id) == people[address["person_id"]], col(Address.email) == address["email"])
        if (found := session.scalar(select(col(Address.id)).where(*own))) is not None:
            known[address["id"]] = found
            kept.append(address)
    rows["address"] = kept
    return known


def _known_series(session: Session, rows: Rows) -> dict[int, int]:
    known = {}
    for row in rows.get("series", ()):
        here = session.scalar(select(Series).where(col(Series.name) == row["name"]))
        if here is not None and here.created_at != row["created_at"]:
            raise CannotRestore(f"there is another series named {row['name']} already")
        if here is not None:
            known[row["id"]] = here.id
    return known


def _free(session: Session, table: Table, count: int) -> list[int]:
    """Return so many numbers that no row of a table has, and that nobody else is given meanwhile."""
    if session.get_bind().dialect.name == "postgresql":
        drawn = "SELECT nextval(pg_get_serial_sequence(:table, 'id')) FROM generate_series(1, :count)"
        return list(session.scalars(text(drawn), {"table": f'"{table.name}"', "count": count}))
    last = session.scalar(select(func.max(table.c.id))) or 0  # SQLite has one writer, and that is this transaction
    return [*range(last + 1, last + 1 + count)]


def _with_numbers(table: Table, row: dict[str, Any], numbers: Numbers) -> dict[str, Any] | None:
    """Return a row with the numbers of here; None if it stands for something that did not come along."""
    new = dict(row)
    for column in table.c:
        of = _numbered_by(table, column.name)
        if of is not None and row.get(column.name) is not None:
            new[column.name] = numbers.get(of, {}).get(row[column.name])
            if new[column.name] is None and not column.nullable and (table.name, column.name) not in WITHOUT_KEY:
                return None
    for (place, name), fields in INSIDE.items():
        if place == table.name and row.get(name):
            try:
                new[name] = _inside(row[name], fields, numbers)
            except KeyError:
                if place == "confirmation":
                    return None
    return new


def _numbered_by(table: Table, name: str) -> str | None:
    """Return the table whose numbers stand in a column; None if it holds none."""
    column = table.c[name]
    if name == "id" and column.primary_key:
        return table.name
    if (table.name, name) in WITHOUT_KEY:
        return WITHOUT_KEY[table.name, name]
    return next(
        (of for key in column.foreign_keys if (of := _numbered_by(key.column.table, key.column.name)) is not None), None
    )


def _inside(content: bytes, fields: Mapping[str, str], numbers: Numbers) -> bytes:
    """Return JSON with the numbers of here in some of its fields. Raises KeyError where one has none."""

    def of(table: str, value: Any) -> Any:
        if isinstance(value, list):
            return [of(table, each) for each in value]
        return numbers[table][value] if type(value) is int and value else value

    def within(value: Any) -> Any:
        match value:
            case dict():
                return {
                    key: of(fields[key], each) if key in fields and _numeric(each) else within(each)
                    for key, each in value.items()
                }
            case list():
                return [within(each) for each in value]
        return value

    before = msgspec.json.decode(content)
    after = within(before)
    return content if after == before else msgspec.json.encode(after)


def _numeric(value: Any) -> bool:
    return type(value) is int or (isinstance(value, list) and all(type(each) is int for each in value))


def _bound_anew(rows: Rows) -> bytes:
    """Bind the acts of the trail to the number of the campaign here; returns the last hash before."""
    acts = [Audit(**row) for row in sorted(rows.get("audit", ()), key=lambda row: row["number"])]
    last = acts[-1].hash if acts else b""
    audits.bind(acts)
    columns = Row.metadata.tables["audit"].c.keys()
    rows["audit"] = [{name: getattr(act, name) for name in columns} for act in acts]
    return last

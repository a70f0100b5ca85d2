"""Freeing rows of texts about somebody: in whatever table of a campaign they stand, those aside that prove it."""

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Column, Enum, LargeBinary, String, Table, update
from sqlalchemy.orm import Session
from sqlmodel import AutoString

from adjudicator.store import campaign_dump
from adjudicator.store.statements import run
from adjudicator.store.tables.columns import SealedBytes, SealedWord

WORDS = 200
"""Columns of so many characters hold words of people; shorter ones are names of the program's own."""
PROVES = frozenset((
    "log_entry", "checkpoint", "sealed", "match", "receipt", "order_line", "prompt", "seat", "standing_order", "draft",
    "agreement", "invitation", "mail_picture", "audit", "channel", "channel_notice",
    "mail_place", "vote",
))  # fmt: skip
"""Tables that a match is played again from, that hashes are made over, or that hold no words about people."""
BYTES = frozenset((("revision", "document"), ("inbound_mail", "raw"), ("outbound_mail", "raw")))
"""Columns of bytes: a position, and mails, which are dropped whole."""
IDS = frozenset(("message_id", "in_reply_to", "sender", "recipient", "email"))
"""Columns by which mails are found; who changes them changes them all."""


def scrub(session: Session, campaign_id: int, change: Callable[[Any], Any]) -> int:
    """Replace texts in all rows of a campaign (locked). Returns how many values changed.

    `change` takes a text, or what JSON holds.
    """
    done = 0
    for table, rows in campaign_dump.rows_of_campaign(campaign_id).items():
        columns = [column for column in table.columns if _has_words(table, column)]
        if not columns:
            continue
        keys = list(table.primary_key.columns)
        for row in run(session, rows).mappings().all():
            values = {column.name: _changed(row[column.name], change) for column in columns}
            new = {name: value for name, value in values.items() if value != row[name]}
            if new:
                here = [key == row[key.name] for key in keys]
                run(session, update(table).where(*here).values(new))
                done += len(new)
    session.expire_all()
    return done


def _has_words(table: Table, column: Column[Any]) -> bool:
    if table.name in PROVES or column.name in IDS or (table.name, column.name) in BYTES:
        return False
    kind: Any = column.type
    if isinstance(kind, SealedBytes | LargeBinary):
        return not column.name.endswith("hash") and column.name != "salt"
    words = isinstance(kind, String | AutoString) and not isinstance(kind, Enum | SealedWord)
    return words and (kind.length or WORDS) >= WORDS


def _changed(value: Any, change: Callable[[Any], Any]) -> Any:
    if not isinstance(value, bytes):
        return value if value is None else change(value)
    try:
        before = msgspec.json.decode(value)
    except (msgspec.DecodeError, UnicodeDecodeError):
        try:
            text = value.decode()
        except UnicodeDecodeError:
            return value
        return change(text).encode()
    after = change(before)
    return value if after == before else msgspec.json.encode(after)

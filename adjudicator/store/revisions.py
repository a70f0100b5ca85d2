"""Lines of play: each revision branches off another at a log number, and nothing of history is ever edited."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from msgspec import Struct
from sqlalchemy import Row, bindparam, func, insert, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.statements import execute_change, run
from adjudicator.store.tables import Checkpoint, LogEntry, Match, MatchState, Revision, table_of


class RevisionHead(Struct, frozen=True):
    """A revision without its document: where it branched off (`parent` is None for the first), by whom and why."""

    number: int
    parent: int | None
    branched_at: int
    author: str
    reason: str
    created_at: datetime
    rules: tuple[str, str]
    """Version and content of the rules by which it is played."""
    bridge: int | None = None
    """The log number at which it was carried over from other rules, from which on it follows by its own."""


class NewRevision(Struct, frozen=True):
    """A line of play about to begin: behind entry `branched_at` of `parent`, at the checkpoint `state`.

    `from_revision` and `from_sequence` say where the match stands, and must still stand. One without a parent begins
    from the start, perhaps from a `document`.
    """

    match_id: int
    from_revision: int
    from_sequence: int
    parent: int | None
    branched_at: int
    rules_version: str
    content_hash: str
    author: str
    reason: str
    state: bytes
    hash: str
    document: bytes | None = None


class MovedOn(Exception):  # noqa: N818 - a state of affairs, not a mistake
    """The match has moved on since the correction was worked out."""


def lines_of(session: Session, match_id: int) -> tuple[RevisionHead, ...]:
    """Return all lines of play of a match, the first one first."""
    row = table_of(Revision).c
    found = session.execute(
        select(
            row.number,
            row.parent,
            row.branched_at,
            row.author,
            row.reason,
            row.created_at,
            row.rules_version,
            row.content_hash,
            row.bridge,
        )
        .where(row.match_id == match_id)
        .order_by(row.number)
    )
    return tuple(
        RevisionHead(number, parent, at, author, reason, created, (version, content), bridge)
        for number, parent, at, author, reason, created, version, content, bridge in found
    )


def newest_bridge(session: Session, match_id: int, revision: int) -> tuple[RevisionHead, RevisionHead] | None:
    """Return the line before the newest bridge of a line of play, and the one that has it; None without one."""
    lines = lines_of(session, match_id)
    for number, _, last in stretches(session, match_id, revision):
        bridge = lines[number].bridge
        if bridge is not None and (last is None or last >= bridge):
            return lines[number - 1], lines[number]
    return None


def build_bridge(session: Session, match_id: int, number: int, n: int) -> None:
    """Note that a line was carried over from other rules at a log number."""
    line = col(Revision.match_id) == match_id, col(Revision.number) == number
    session.execute(update(Revision).where(*line).values(bridge=n))


FIRST = 0
"""The revision that branched off nothing: the match as it was played."""
BRANCHES = "branches of matches"
"""The key under which a session keeps the branches that it has read: nothing changes them."""
_REVISION = table_of(Revision).c
_BRANCH = select(_REVISION.parent, _REVISION.branched_at).where(
    _REVISION.match_id == bindparam("match_id"), _REVISION.number == bindparam("number")
)


def stretches(session: Session, match_id: int, revision: int) -> Iterator[tuple[int, int, int | None]]:
    """Yield the pieces of history of a revision, newest first.

    Each piece is (revision, first, last).

    Fetched as they are asked for: whoever needs what is new does not pay for old corrections.
    """
    current: int | None = revision
    last: int | None = None
    known: dict[tuple[int, int], Row[Any]] = session.info.setdefault(BRANCHES, {})
    while current:
        row = known.get((match_id, current))
        if row is None:
            row = run(session, _BRANCH, {"match_id": match_id, "number": current}).one()
            known[match_id, current] = row
        yield current, row.branched_at + 1, last
        current, last = row.parent, row.branched_at if last is None else min(last, row.branched_at)
    if current == FIRST:
        yield FIRST, 1, last


def last_sequence(session: Session, match_id: int, revision: int) -> int:
    """Return the log number at which a line of play was left, or at which it is now."""
    entry = table_of(LogEntry).c
    where = entry.match_id == match_id, entry.revision == revision
    last = session.execute(select(func.max(entry.sequence)).where(*where)).scalar()
    row = session.get_one(Revision, (match_id, revision))
    return row.branched_at if last is None else int(last)


def common(session: Session, match_id: int, one: int, other: int) -> int | None:
    """Return the last log number that two lines of play share, or None if they are the same line."""
    if one == other:
        return None
    first = {number: last for number, _, last in stretches(session, match_id, one)}
    for number, _, last in stretches(session, match_id, other):
        if number in first:
            bounds = [bound for bound in (first[number], last) if bound is not None]
            return min(bounds)
    return 0


def branch(session: Session, new: NewRevision, at: datetime) -> int:
    """Begin a line of play and make it the one that is played; returns its number. Raises MovedOn."""
    table = table_of(Match)
    last = session.execute(
        select(func.max(table_of(Revision).c.number)).where(table_of(Revision).c.match_id == new.match_id)
    ).scalar_one()
    number = int(last) + 1
    session.execute(
        insert(table_of(Revision)),
        {
            "match_id": new.match_id,
            "number": number,
            "parent": new.parent,
            "branched_at": new.branched_at,
            "rules_version": new.rules_version,
            "content_hash": new.content_hash,
            "document": new.document,
            "author": new.author,
            "reason": new.reason,
            "created_at": at,
        },
    )
    key = {"match_id": new.match_id, "revision": number, "created_at": at}
    session.execute(
        insert(table_of(Checkpoint)), {**key, "sequence": new.branched_at, "state": new.state, "hash": new.hash}
    )
    moving = (
        update(table)
        .where(
            col(Match.id) == new.match_id,
            col(Match.revision) == new.from_revision,
            col(Match.sequence) == new.from_sequence,
        )
        .values(revision=number, sequence=new.branched_at, state=MatchState.RUNNING, result=None, finished_at=None)
    )
    if execute_change(session, moving) != 1:
        raise MovedOn(f"match {new.match_id} is no longer at {new.from_revision}.{new.from_sequence}")
    return number

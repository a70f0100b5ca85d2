"""Matches: what was agreed at the start, every entry of the log, and the states between."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKeyConstraint, LargeBinary, UniqueConstraint
from sqlmodel import Field

from adjudicator.store.tables.columns import ID, Row, SealedBytes, SealedWord, UtcDateTime, one_of


def revision_key() -> ForeignKeyConstraint:
    """Return the reference to a revision, in a table that has ``match_id`` and ``revision``."""
    return ForeignKeyConstraint(["match_id", "revision"], ["revision.match_id", "revision.number"])


class MatchState(StrEnum):
    """The state of a match: whether it is still played."""

    RUNNING = "running"
    FINISHED = "finished"


class Match(Row, table=True):
    """One game. ``revision`` and ``sequence`` name its newest log entry and checkpoint.

    They move together with every append, so the newest checkpoint is found without a search, and an append
    that started from an older position is noticed.
    ``options`` is public; ``seed`` is the secret behind ``commitment``. ``awaited`` is what was put in and cannot be
    finished before somebody enters a draw, ``agreements`` what must be known of offers without asking for them,
    ``course`` how the turn under way stood when each of its rounds was over.
    """

    __tablename__ = "match"
    __table_args__ = (UniqueConstraint("campaign_id", "number"),)

    id: int = Field(default=None, primary_key=True, sa_type=ID)
    campaign_id: int = Field(foreign_key="campaign.id", sa_type=ID)
    number: int
    game: str = Field(max_length=64)
    state: MatchState = Field(default=MatchState.RUNNING, sa_type=one_of(MatchState))
    revision: int = 0
    sequence: int = 0
    rules_version: str = Field(max_length=32)
    content_hash: str = Field(default="", max_length=64)
    options: bytes = Field(sa_type=LargeBinary)
    commitment: str = Field(max_length=128)
    seed: bytes = Field(sa_type=SealedBytes)
    awaited: bytes | None = Field(default=None, sa_type=SealedBytes)
    agreements: bytes | None = Field(default=None, sa_type=SealedBytes)
    course: bytes | None = Field(default=None, sa_type=LargeBinary)
    result: bytes | None = Field(default=None, sa_type=LargeBinary)
    started_at: datetime = Field(sa_type=UtcDateTime)
    finished_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class Revision(Row, table=True):
    """A branch of history. Revision 0 is the match as played; a correction branches off a parent.

    Entries up to and including ``branched_at`` are the parent's, later ones its own. ``document`` is the full
    position it starts from where it does not simply go on (set-up, import, re-basing on newer rules). ``bridge`` is the
    log number at which it was carried over from other rules: it follows by its own from the position stored there on.
    """

    __tablename__ = "revision"

    match_id: int = Field(primary_key=True, foreign_key="match.id", sa_type=ID)
    number: int = Field(primary_key=True)
    parent: int | None = None
    branched_at: int = 0
    rules_version: str = Field(max_length=32)
    content_hash: str = Field(default="", max_length=64)
    bridge: int | None = None
    document: bytes | None = Field(default=None, sa_type=SealedBytes)
    author: str = Field(default="", max_length=200)
    reason: str = Field(default="", max_length=2000)
    created_at: datetime = Field(sa_type=UtcDateTime)


class LogEntry(Row, table=True):
    """One entry of a match's log as the kernel encodes it, and the mail and line it came from, if any."""

    __tablename__ = "log_entry"
    __table_args__ = (ForeignKeyConstraint(["match_id", "revision"], ["revision.match_id", "revision.number"]),)

    match_id: int = Field(primary_key=True, sa_type=ID)
    revision: int = Field(primary_key=True)
    sequence: int = Field(primary_key=True)
    entry: bytes = Field(sa_type=SealedBytes)
    inbound_mail_id: int | None = Field(default=None, foreign_key="inbound_mail.id", sa_type=ID)
    line: int | None = None
    created_at: datetime = Field(sa_type=UtcDateTime)


class Checkpoint(Row, table=True):
    """The encoded match right after a log entry, and the hash of that position."""

    __tablename__ = "checkpoint"
    __table_args__ = (ForeignKeyConstraint(["match_id", "revision"], ["revision.match_id", "revision.number"]),)

    match_id: int = Field(primary_key=True, sa_type=ID)
    revision: int = Field(primary_key=True)
    sequence: int = Field(primary_key=True)
    hash: str = Field(default="", sa_type=SealedWord(200))
    state: bytes = Field(sa_type=SealedBytes)
    created_at: datetime = Field(sa_type=UtcDateTime)


class SealedAnswer(Row, table=True):
    """A seat's secret answer to a simultaneous decision, replaceable until all are in."""

    __tablename__ = "sealed"
    __table_args__ = (ForeignKeyConstraint(["match_id", "revision"], ["revision.match_id", "revision.number"]),)

    match_id: int = Field(primary_key=True, sa_type=ID)
    revision: int = Field(primary_key=True)
    decision: int = Field(primary_key=True)
    seat_id: int = Field(primary_key=True, foreign_key="seat.id", sa_type=ID)
    answer: bytes = Field(sa_type=SealedBytes)
    given_at: datetime = Field(sa_type=UtcDateTime)
